"""Objects that all scenes share: settings, theme, text, the engine room, the word of the moment."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TypeVar, cast, runtime_checkable

import msgspec
import pygame

from game import config as configuration
from game.config import Config, Hints, Value
from game.errors import KibitzError
from gui.play.autosave import Autosave
from gui.play.engine_room import EngineRoom
from gui.ui import keyboard, picture_cache
from gui.ui.canvas import Canvas
from gui.ui.commands import BOARDS, EVERYWHERE, Command, run_key
from gui.ui.keymap import Keymap
from gui.ui.layout import REFERENCE, Frame, fitting_scale
from gui.ui.targets import Targets
from gui.ui.text import TextRenderer
from gui.ui.theme import Theme, theme

if TYPE_CHECKING:
    from ai.compiled.warmup import Progress
    from game.record import Record
    from gui.ui.sounds import SoundPlayer

_LOG = logging.getLogger("kibitz.window")


class Destination(msgspec.Struct, frozen=True):
    """A place in the window, as a value: `Scene.go` leads there, and `gui.router` builds its scene."""


class Help(Destination, frozen=True):
    """The keys of a scene, laid over it."""


class Settings(Destination, frozen=True):
    """Everything a user may change."""


class Shared(Destination, frozen=True):
    """Things that a scene can share, as a picture of it, a film of its game, its text (see `gui.scenes.share`).

    `record` is what is filmed, `place` the position on the screen.

    It is None where a film would show what is still hidden, or nothing was played; `why` says so. `text` makes the
    game's text, and raises `KibitzError` where it has none.
    """

    record: Record | Film | None
    place: int
    text: Callable[[], str]
    why: str = ""


class Film(Protocol):
    """Something of which a film can be made; places are moves, or pieces."""

    @property
    def seconds(self) -> float:
        """Length of the whole film, in seconds."""
        ...

    def when(self, place: int) -> float:
        """The seconds at which a place is first shown."""
        ...

    def place_at(self, seconds: float) -> int:
        """The place that is shown so long after the start."""
        ...

    def scene(self, context: AppContext) -> Scene:
        """The scene that shows it, playing from its start; its `head` can `show_moment`."""
        ...

    def write(self, folder: Path) -> Path:
        """Write a file that `gui.play.filming.read_film` reads."""
        ...


GHOSTS = {"faint": 0.6, "usual": 1.0, "strong": 1.9}  # how firm the veil is

# What the window shows at a time: a scene handles events, updates, draws, and names the next.


class Scene:
    """One screen. `next` is the scene itself until an action names another; `None` leaves the program.

    `handle` and `update` return the scene to show from now on.
    """

    name = "scene"
    title = ""
    keys_title = ""  # of its commands in the settings, where that is another one
    panel_open = False  # the drawer of the panel, where the window is narrow
    bar_end = 148.0  # where the words of the bar ended in the last frame, in units
    shares = False  # whether a picture, a film or a text can be made of it: then `shared` says of what

    def __init__(self, context: AppContext, back: Scene | None = None) -> None:
        self.context = context
        self.back = back
        self.targets = Targets()
        self.next: Scene | None = self

    # -- what the app calls --

    @property
    def beat(self) -> float:
        """The seconds within which events are taken, also while a frame is late; 0 for once a frame."""
        return 0.0

    def entered(self) -> None:
        """Called each time the scene becomes the current one."""
        self.next = self
        self.targets.pointer = (-1.0, -1.0)  # where it was when the scene was left

    def left(self) -> None:
        """Called each time another scene takes over, and when the window closes."""

    def handle(self, event: pygame.event.Event) -> Scene | None:
        """React to one event."""
        used = self.targets.handle(event, self.context.scale)
        if not used and event.type == pygame.KEYDOWN:
            self.key(event)
        return self.next

    def update(self, seconds: float) -> Scene | None:
        """Let `seconds` pass."""
        return self.next

    def pulse(self) -> Hashable:
        """Return the part of the picture that changes as time passes: when it differs, a frame is drawn.

        Events, workers' reports and the word of the moment bring frames by themselves, and so does a picture that
        has just changed: this is for what begins by itself, as the next step of a game that is played through.
        """
        return None

    def refresh(self) -> None:
        """Follow what is shown, and where it lay in the last frame: the part of `update` in which no time passes."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything anew. This remembers where things lie, and changes nothing else."""

    # -- what scenes share --

    def commands(self) -> list[Command]:
        """Return the commands of the scene that have keys.

        The scene's own, with their lines of the help, then those of every scene.
        """
        share = Command("Ctrl+E", self.share, "share a picture, a film, a link", scope=EVERYWHERE)
        leave, ask = Command("Esc", self.go_back), Command("?, F1", self.open_help, scope=EVERYWHERE)
        return [share, leave, ask] if self.shares else [leave, ask]

    def bound(self) -> list[Command]:
        """The commands with the keys that the person has given them."""
        return self.context.keymap.bound(self.commands(), self.name, self.taken())

    def taken(self) -> str:
        """Letters that the board reads itself, as the rows of Zuniq: commands behind them are reached with Shift."""
        return ""

    def shared(self) -> Shared | None:
        """Return the things to share, where `shares` is set."""
        return None

    def share(self) -> None:
        """Open what can be shared, to come back here."""
        shared = self.shared()
        if shared is not None:
            self.go(shared)

    def draw_shared(self, canvas: Canvas) -> None:
        """Draw what a picture of the scene shows: what is on the screen, without a dialog over it."""
        self.draw(canvas)

    def rules(self) -> tuple[str, str] | None:
        """Return how the game of this scene is played and scored, for the help; None where nothing is played."""
        return None

    def learns(self) -> str:
        """The game whose lessons the help offers beside the rules; empty for those of all games."""
        return ""

    def rule_sections(self) -> list[tuple[str, str]]:
        """The rules for the help, heading and text; empty where nothing is played."""
        rules = self.rules()
        return [] if rules is None else list(zip(("How to play", "Score"), rules, strict=True))

    def key(self, event: pygame.event.Event) -> None:
        """React to a key that no target has used."""
        if run_key(self.bound(), event):
            return
        if self.taken() and run_key(self.context.keymap.bound(self.commands(), self.name), event):
            return  # a letter that the board has not used
        there = keyboard.HERE.by_place(event)
        if there is not event:
            run_key(self.bound(), there)

    def go(self, where: Scene | Destination | None, back: Scene | None = None) -> None:
        """Show a scene next, or that of a destination, which leads back to `back`, or here; None leaves the program.

        Raises what the destination says.
        """
        self.next = self.context.scene(where, back or self) if isinstance(where, Destination) else where

    def toggle_panel(self) -> None:
        """Open or close the drawer where the window is narrow."""
        self.panel_open = not self.panel_open

    def panel_command(self) -> Command:
        """The command for the drawer, in scenes that have one."""
        return Command("K", self.toggle_panel, "show or hide the panel in a narrow window", scope=BOARDS)

    def go_back(self) -> None:
        """One step back; from the first scene, nowhere."""
        if self.back is not None:
            self.go(self.back)

    def open_help(self) -> None:
        """Lay the help overlay over this scene."""
        self.go(Help())

    def open_settings(self) -> None:
        """Open the settings, to come back here."""
        self.go(Settings())


_WORD_SECONDS = 6.0


class Warming(Protocol):
    """Kernels being compiled beside the window (see `ai.compiled.warmup.WarmUp`)."""

    def poll(self) -> Progress: ...
    def prefer(self, game: str) -> None: ...
    def stop(self) -> None: ...


@runtime_checkable
class Stopping(Protocol):
    """Work that goes on while other scenes are looked at, and is stopped when the window closes."""

    def stop(self) -> object: ...


@runtime_checkable
class WorkBeside(Protocol):
    """Work that is looked after once a frame, whatever scene is shown."""

    def look_after(self, context: AppContext) -> object: ...


Lasting = TypeVar("Lasting")


@dataclass
class AppContext:
    """The services of the window. `notices` wait to be said; `room` keeps the engines' processes.

    `build` makes the scene of a destination, with the scene that it leads back to (`gui.router`).
    `warming` is the compiling that goes on beside the window, from the first start until it is done. `speaker`
    is None where nothing is to be heard, as in pictures.
    """

    config: Config
    room: EngineRoom
    build: Callable[[AppContext, Destination, Scene | None], Scene]
    notices: list[str] = field(default_factory=list)
    renderer: TextRenderer = field(default_factory=TextRenderer)
    now: Callable[[], float] = monotonic
    scale: float = 1.0
    size: tuple[float, float] = (0.0, 0.0)  # of the window, in logical units
    warming: Warming | None = None
    speaker: SoundPlayer | None = None
    autosave: Autosave = field(default_factory=Autosave)
    home_page: int = 0  # of the showcases at home, until the window closes
    _hints: dict[str, Hints] = field(default_factory=dict)  # what H was last pressed to, by game
    at_end: list[Callable[[], object]] = field(default_factory=list)  # called when the window closes
    entered: bool = False  # whether a person came in: no process is started for a picture
    _lasting: dict[Callable[..., object], object] = field(default_factory=dict)
    _look: tuple[float, Theme] | None = None  # the scale and theme of the last frame
    _frame: Frame = Frame.of(*REFERENCE)  # noqa: RUF009 (it is frozen)
    _dropped: bool = False
    _word: str = ""
    _word_until: float = 0.0

    def scene(self, destination: Destination, back: Scene | None = None) -> Scene:
        """The scene of a destination; `back` is the one that it leads back to. Raises what the destination says."""
        return self.build(self, destination, back)

    @property
    def theme(self) -> Theme:
        """The theme the user has chosen."""
        chosen = self.config.display
        return theme(
            chosen.theme,
            chosen.patterns,
            cells=chosen.cells,
            skin=chosen.skin,
            four_colours=chosen.four_colours,
            ghost=GHOSTS[chosen.ghost],
            lock_bar=chosen.lock_bar,
        )

    @property
    def keymap(self) -> Keymap:
        """The keys that the user has chosen for commands."""
        return Keymap.of(self.config)

    @property
    def still(self) -> bool:
        """True if movement is to be left out."""
        return self.config.display.reduce_motion

    @property
    def narrow(self) -> bool:
        """True if the window, as it was drawn last, has its panel as a drawer."""
        return self._frame.drawer

    def canvas(self, surface: pygame.Surface) -> Canvas:
        """A canvas on `surface` at the right scale. Nothing is kept that was painted for another scale or theme."""
        self.scale = fitting_scale(surface.get_size(), self.config.display.scale)
        self.size = (surface.get_width() / self.scale, surface.get_height() / self.scale)
        if self._dropped:  # a frame ago: by now nothing of what was before is in use
            picture_cache.give_back()
        self._dropped = self._look not in (None, (self.scale, self.theme))
        if self._dropped:
            picture_cache.drop_all()
        self._look = (self.scale, self.theme)
        picture_cache.fit(surface)
        return Canvas(surface, self.scale, self.theme, self.renderer)

    def frame(self, canvas: Canvas) -> Frame:
        """The frame's boxes on this canvas."""
        self._frame = Frame.of(canvas.width, canvas.height)
        return self._frame

    def change(self, key: str, value: Value) -> None:
        """Set one entry of the configuration and keep it in the user's file."""
        self.change_all({key: value})

    def change_all(self, changes: Mapping[str, Value]) -> None:
        """Set several entries and keep them, with one write; what cannot be done is said."""
        try:
            for key, value in changes.items():
                self.config = configuration.with_value(self.config, key, value)
            for notice in configuration.save(changes):
                self.notify(notice)
        except (KibitzError, OSError) as error:
            self.notify(str(error))

    def hints(self, game: str) -> Hints:
        """Return the hints with which games of this kind begin.

        As H was last pressed in one, else as the settings say.
        """
        return self._hints.get(game, self.config.play.hints)

    def keep_hints(self, game: str, shown: Hints) -> None:
        """Begin the next games of this kind with so many hints, until the window closes."""
        self._hints[game] = shown

    def compiling(self) -> Progress | None:
        """Progress of compiling; None where none goes on. Once it is over, what went wrong is said."""
        if self.warming is None:
            return None
        progress = self.warming.poll()
        if not progress.finished:
            return progress
        self.warming = None
        _LOG.info(
            "compiled %d of %d kernels: %s", progress.done, progress.total, progress.error or "all well"
        )
        if progress.error:
            self.notify(progress.error)
        return None

    def is_ready(self, game: str) -> bool:
        """Return True if the kernels of `game` are compiled, as far as they are to be compiled ahead."""
        return self.warming is None or self.warming.poll().share_of(game) >= 1.0

    def preparing(self, game: str) -> str:
        """Return the progress of the kernels of `game`: `Preparing Guideline: 40 %`; empty once they are ready."""
        return "" if self.warming is None or self.is_ready(game) else self.warming.poll().words_of(game)

    def compile_first(self, game: str) -> None:
        """A person has chosen `game`: its kernels are the next to be compiled, where any still are."""
        if self.warming is not None:
            self.warming.prefer(game)

    def lasting(self, make: Callable[..., Lasting], **options: object) -> Lasting:
        """The object that scenes of this window share, made with `options` at its first use and stopped at the end."""
        if make not in self._lasting:
            self._lasting[make] = make(**options)
        return cast(Lasting, self._lasting[make])

    def look_after_work(self) -> None:
        """Look after what goes on beside the scenes."""
        for each in self._lasting.values():
            if isinstance(each, WorkBeside):
                each.look_after(self)

    def sound(self, name: str, volume: float) -> None:
        """Let a sound be heard, 0 to 1 loud: one of the volumes of the settings."""
        if self.speaker is not None and volume > 0:
            self.speaker.wake()
            self.speaker.play(name, volume)

    def close(self) -> None:
        """End everything that runs beside the window."""
        if self.speaker is not None:
            self.speaker.close()
        if self.warming is not None:
            self.warming.stop()
            self.warming = None
        for end in self.at_end:
            end()
        for each in self._lasting.values():
            if isinstance(each, Stopping):
                each.stop()
        self.autosave.close()
        self.room.close()

    def notify(self, sentence: str) -> None:
        """Show a sentence at the top of the window for a few seconds; one that waits already, once."""
        if sentence != self._word and sentence not in self.notices:
            self.notices.append(sentence)

    def reply(self, sentence: str) -> None:
        """Show a sentence now, in place of any other: the reply to what a person has just done."""
        self._word, self._word_until = sentence, self.now() + _WORD_SECONDS

    def pulse(self) -> Hashable:
        """Return the part of the picture that changes in any scene without an event, see `Scene.pulse`."""
        text = self._word if self.now() < self._word_until else None
        compiling = None if self.warming is None else self.warming.poll()
        return text, len(self.notices), self.config, compiling, self.room.pulse

    def word(self) -> str:
        """The sentence to show now, or nothing."""
        now = self.now()
        if now >= self._word_until:
            self._word = self.notices.pop(0) if self.notices else ""
            self._word_until = now + _WORD_SECONDS if self._word else 0.0
        return self._word

    def confirmed(self, question: str) -> bool:
        """Return True if `question` is on the screen already, so that a second press confirms it; else ask it."""
        if self.word() == question:
            return True
        self.reply(question)
        return False

    def dismiss(self) -> None:
        """Put the present sentence away."""
        self._word_until = 0.0
