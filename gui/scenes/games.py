"""Saved games: open, play on, keep, and let them travel as files and move lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game import library, transfer
from game.errors import KibitzError
from game.library import Saved
from game.record import SUFFIX, Record
from game.session import Session
from gui.context import AppContext, Scene
from gui.games.previews import draw_mark, draw_preview
from gui.games.registry import ui_of
from gui.play import saved_games
from gui.play.autosave import now
from gui.play.saved_games import OpenedGame, SavedGames
from gui.play.visibility import NOT_YET, may_look_back, seen_by_person
from gui.ui import widgets
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command
from gui.ui.controls import button, heading
from gui.ui.layout import BAR, Frame
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.theme import mix
from gui.ui.widgets import TextLine

# How the saved games look: the rows of the list and the panel of the one that is chosen.

HEAD, ROW, INSET = 56.0, 64.0, 16.0
_BUTTON, _LEAST_PREVIEW = 44.0, 72.0
_NOTHING = "No game is saved yet. Games are saved as you play. You can open a file or a list of moves below."


def draw_nothing(canvas: Canvas, at: Point, width: float) -> None:
    """What stands where there is no game."""
    canvas.paragraph((at[0], at[1], width, 0), _NOTHING, "body", canvas.theme.colour.text2)


def draw_present(canvas: Canvas, box: Box, session: Session, *, here: bool, lit: bool) -> None:
    """The row of the game at hand."""
    said = f"{saved_games.length_of(session)}, {saved_games.ending_of(session)}"
    state = "saved" if session.created else "not saved yet"
    players = " – ".join(map(saved_games.who, session.seats))
    _draw_row(canvas, box, "The game at hand", f"{players}, {said}", state, here=here, lit=lit)
    _draw_sign(canvas, box, None)


def draw_saved(
    canvas: Canvas, box: Box, saved: Saved, opened: OpenedGame | None, *, here: bool, lit: bool
) -> None:
    """The row of a game on the shelf, or of a file that cannot be opened, with the reason."""
    reason = saved.reason or (opened.reason if opened is not None else "")
    date = saved_games.date_of(saved)
    if saved.record is None or reason:
        _draw_row(canvas, box, saved.path.name, _short(reason, saved), date, here=here, lit=lit)
        _draw_sign(canvas, box, None, broken=True)
        return
    title, course = saved_games.title_of(saved.record), saved_games.course_of(saved.record, opened)
    _draw_row(canvas, box, title, course, date, here=here, lit=lit)
    _draw_sign(canvas, box, saved)


def _short(reason: str, saved: Saved) -> str:
    """The reason without the path that stands in the row already."""
    return reason.removeprefix(str(saved.path)).lstrip(" ,:")


def _draw_row(
    canvas: Canvas, box: Box, first: str, second: str, right: str, *, here: bool, lit: bool
) -> None:
    colour = canvas.theme.colour
    x, y, width, _ = box
    if here or lit:
        ground = colour.panel if canvas.theme.name == "light" else colour.raised
        canvas.panel(box, ground if here else mix(colour.room, ground, 0.6), radius=8)
    left, room = x + INSET + 40, width - 2 * INSET - 40
    taken = canvas.text((x + width - INSET, y + 20), right, "label", colour.text3, "right") + 16
    canvas.text((left, y + 20), canvas.fitted(first, "body", room - taken), "body", colour.text)
    canvas.text((left, y + 42), canvas.fitted(second, "label", room), "label", colour.text3)


def _draw_sign(canvas: Canvas, box: Box, saved: Saved | None, *, broken: bool = False) -> None:
    """The small board at the left; an empty ring for the game at hand, a `!` where the file is bad."""
    colour, at = canvas.theme.colour, (box[0] + INSET + 12, box[1] + box[3] / 2)
    if saved is not None and saved.record is not None:
        draw_mark(canvas, (at[0] - 10, at[1] - 10, 20, 20), saved.record)
        return
    canvas.disc(at, 10, None, edge=colour.text3, width=1.5)
    if broken:
        canvas.text(at, "!", "label", colour.text2, "middle")
    else:
        canvas.disc(at, 4, colour.text3)


# -- the panel --


def draw_ground(canvas: Canvas, frame: Frame) -> None:
    """The column from top to bottom."""
    colour = canvas.theme.colour
    canvas.fill((frame.column, 0, frame.panel_width, frame.height), colour.panel)
    canvas.rule((frame.column, 0), (frame.column, frame.height), colour.line)


def draw_commands(
    canvas: Canvas, targets: Targets, box: Box, margin: float, commands: Sequence[Command]
) -> float:
    """What can be done, from the bottom up; returns the y above the buttons."""
    x, width = box[0] + margin, box[2] - 2 * margin
    y = box[1] + box[3] - 20 - _BUTTON * len(commands)
    for number, command in enumerate(commands):
        place = (x, y + number * _BUTTON, width, 36.0)
        button(
            canvas,
            targets,
            command.name,
            place,
            command.label,
            command.press,
            key=command.keys,
            primary=False,
        )
    return y - 8


def draw_game(
    canvas: Canvas, room: Box, session: Session, saved: Saved | None, opened: OpenedGame | None
) -> None:
    """The board where the game was left, and below it who played and how it ended."""
    colour = canvas.theme.colour
    x, y, width, height = room
    words = 28.0 * len(session.seats) + 76
    side = min(width, height - words - 32)
    y += 24
    if side >= _LEAST_PREVIEW:
        draw_preview(canvas, (x + (width - side) / 2, y, side, side), seen_by_person(session))
        y += side + 16
    record = saved.record if saved is not None else None
    title = (
        saved_games.title_of(record)
        if record is not None and record.title
        else saved_games.length_of(session)
    )
    canvas.text((x, y + 12), canvas.fitted(title, "title", width), "title", colour.text)
    ui = ui_of(session.position.game)
    ending = ui.result(session.position_at(session.length)) if opened is None else opened.ending
    said = ending or "Not finished"
    if session.cursor < session.length:
        said += f", left at {saved_games.place_of(session)}"
    y += 24 + canvas.paragraph((x, y + 28, width, 0), said, "label", colour.text3, 2) + 20
    if y + 28 * len(session.seats) - 16 > room[1] + height:
        return
    for seat, player in enumerate(session.seats):
        ui.draw_tone(canvas, (x, y), seat)
        canvas.text(
            (x + 40, y), canvas.fitted(saved_games.who(player), "body", width - 40), "body", colour.text2
        )
        y += 28


def draw_broken(canvas: Canvas, room: Box, saved: Saved, reason: str) -> None:
    """A file that cannot be opened: its name, and why."""
    colour = canvas.theme.colour
    x, y, width, _ = room
    canvas.text((x, y + 36), canvas.fitted(saved.path.name, "title", width), "title", colour.text)
    used = canvas.paragraph((x, y + 60, width, 0), reason, "body", colour.text2, 8)
    canvas.paragraph((x, y + 76 + used, width, 0), "The file stays as it is.", "label", colour.text3)


_FOOT, _PASTE = 64.0, 136.0
_PRESENT = "present"  # the name of the row of the game that was being played
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class GamesScene(Scene):
    """The shelf. `session` is the game at hand, which can be kept from here."""

    name = "games"
    title = "Games"

    def __init__(
        self, context: AppContext, back: Scene | None = None, session: Session | None = None
    ) -> None:
        super().__init__(context, back)
        self.present = session if session is not None and session.length else None
        self.shelf = SavedGames()
        self.scroll = Scroll()
        self.panel_open = False  # where the window is narrow
        self.chosen = ""
        self.line = TextLine("Path of a game, or drop the file here", self._written)
        self._saving: Session | Record | None = None  # what the line is about to save; None: it opens
        self._replace: Path | None = None  # the file that a second Enter replaces
        self._reached = ""
        self._narrow = False
        self.shelf.look(context.autosave, self.present)
        self._choose(self.rows[0] if self.rows else "")

    # -- what is here --

    @property
    def rows(self) -> list[str]:
        """The names of all rows: the game at hand first, then the shelf by path."""
        return ([_PRESENT] if self.present else []) + [str(saved.path) for saved in self.shelf.games]

    def saved(self, name: str) -> Saved | None:
        """The game of the shelf behind a row."""
        return next((saved for saved in self.shelf.games if str(saved.path) == name), None)

    def session(self, *, wait: bool = False) -> Session | None:
        """The game of the chosen row, where it can be opened."""
        if self.chosen == _PRESENT:
            return self.present
        opened = self._opened(self.chosen, wait=wait)
        return opened.session if opened is not None else None

    def _opened(self, name: str, *, wait: bool = False) -> OpenedGame | None:
        saved = self.saved(name)
        return self.shelf.opened(saved, wait=wait) if saved is not None else None

    def record(self) -> Record | None:
        """The record of the chosen row; the game at hand has none yet."""
        opened = self._opened(self.chosen)
        return opened.record if opened is not None else None

    def _choose(self, name: str) -> None:
        self.chosen = name
        self.targets.focus = name

    def entered(self) -> None:
        super().entered()
        self.shelf.look(self.context.autosave, self.present)
        if self.chosen not in self.rows:
            self._choose(self.rows[0] if self.rows else "")

    def left(self) -> None:
        self.line.leave()
        self.shelf.close()

    # -- what can be done --

    def look_back(self) -> None:
        """Open the chosen game where it was left, with its mistakes."""
        session, record = self.session(wait=True), self.record()
        if session is None:
            self._say_why()
        elif record is not None and whole(record):
            self.go(self.context.router.opened(record, self))
        elif not may_look_back(session):
            self.context.reply(NOT_YET)
        else:
            self.go(self.context.router.review(session, self))

    def play_on(self) -> None:
        """Go on with the chosen game."""
        session, record = self.session(wait=True), self.record()
        if session is None:
            self._say_why()
        elif session is self.present and self.back is not None:
            self.go_back()
        elif self._running:
            self._continue()
        elif record is not None and record.live is not None:
            self.go(self.context.router.replay(record, self))  # from any tick of it one can play on
        else:
            self.go(self.context.router.play(session, self.back or self))

    @property
    def _running(self) -> bool:
        """Whether the chosen game is one that was left while it went on."""
        return library.autosave_dir() in Path(self.chosen).parents

    def _continue(self) -> None:
        """Go on with a game that was left, unless another window does so."""
        try:
            self.go(self.context.router.continued(Path(self.chosen), self.back or self))
        except KibitzError as error:
            self.context.reply(str(error))
            self.entered()

    def _say_why(self) -> None:
        opened = self._opened(self.chosen)
        if opened is not None and opened.reason:
            self.context.reply(opened.reason)

    def keep(self) -> None:
        """Put the game at hand on the shelf, where it is not saved as it is played."""
        if self.present is None:
            return
        if self.present.created:
            self.context.reply("This game is already saved.")
            return
        created = now()
        try:
            path = library.keep(self.present.record(created), self.present.positions)
        except KibitzError as error:
            self.context.reply(str(error))
            return
        self.present.created = created
        self.context.reply(f"Saved as {path.name}.")

    def copy(self) -> None:
        """Put the moves of the chosen game on the clipboard."""
        session, record = self.session(wait=True), self.record()
        if session is None:
            self._say_why()
            return
        try:
            live = record is not None and record.live is not None
            text = transfer.fumen_of(record) if record and live else transfer.as_text(session)
        except KibitzError as error:  # not every game has a text
            self.context.reply(str(error))
            return
        if widgets.put(text):
            self.context.reply("Copied a fumen." if live else f"Copied {saved_games.text_words(session)}.")
        else:
            self.context.reply("There is no clipboard here. The moves can be saved in a text file instead.")

    def paste(self) -> None:
        """Open the game whose moves are on the clipboard."""
        text = widgets.get()
        if not text.strip():
            self.context.reply("There are no moves on the clipboard.")
        else:
            self._open(lambda: (transfer.from_text(text), None), "These moves cannot be read")

    def open_path(self, text: str) -> None:
        """Open the file that a person has named or dropped."""
        self._open(lambda: transfer.open_file(_found(text)), "This file cannot be opened")

    def _open(self, read: Callable[[], tuple[Session, Record | None]], trouble: str) -> None:
        router = self.context.router
        try:
            session, record = read()
            scene = router.opened(record, self) if record is not None else router.review(session, self)
        except KibitzError as error:  # no game, or one that this window cannot show
            self.context.reply(f"{trouble}: {error}")
            return
        self.line.clear()
        self.go(scene)

    def save_as(self) -> None:
        """Ask for the path to save the chosen game at; its ending says whether as a record or as moves."""
        record = self.record()
        self._saving = record if record and whole(record) else self.session(wait=True)
        self._replace = None
        if self._saving is None:
            self._say_why()
            return
        self.panel_open = False
        self.targets.focus = "path"
        self.line.write(str(library.games_dir() / f"my-game{SUFFIX}"))
        self.context.reply(
            f"Write where to save it. A name that ends in {self._text_suffix()} holds the moves alone."
        )

    def _text_suffix(self) -> str:
        """The ending that a file of moves has, for the chosen game."""
        session = self.session()
        boards = transfer.boards_in(session) if session is not None else None
        return transfer.TEXT_SUFFIXES[-1] if boards is not None else transfer.TEXT_SUFFIX

    def _written(self, text: str) -> None:
        """Enter in the line: open the file, or save the game there."""
        if self._saving is None:
            self.open_path(text)
            return
        try:
            path = library.games_dir() / transfer.path_of(text)  # a whole path stays as it is
            path = path if path.suffix else path.with_name(path.name + SUFFIX)
            if path.exists() and path != self._replace:
                self._replace = path
                self.line.write()
                self.context.reply(f"{path.name} is there already. Enter once more replaces it.")
                return
            self._save(self._saving, path)
        except (KibitzError, OSError, ValueError) as error:
            self.context.reply(str(error))

    def _save(self, game: Session | Record, path: Path) -> None:
        record = self.record()
        transfer.save_file(path, game, record.created if record is not None else now())
        self._stop_saving()
        self.shelf.look(self.context.autosave, self.present)
        self.context.reply(f"Saved as {path}.")

    def _stop_saving(self) -> None:
        self._saving = self._replace = None
        self.line.clear()

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            self.open_path(event.file)
            return self.next
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if escape and self._saving is not None:
            self._stop_saving()
        elif not self.line.handle(event) and not self.scroll.handle(event, self.context.scale):
            if event.type == pygame.KEYDOWN and self._shortcut(event):
                return self.next
            return super().handle(event)
        return self.next

    def _shortcut(self, event: pygame.event.Event) -> bool:
        """Copy and paste, and the arrows of the list, which go through rows that are out of sight as well."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            action = {pygame.K_v: self.paste, pygame.K_c: self.copy}.get(event.key)
            if action is not None:
                action()
            return action is not None
        rows = self.rows
        if event.key in (pygame.K_UP, pygame.K_DOWN) and self.targets.focus in rows and not self.panel_open:
            at = rows.index(self.targets.focus) + (1 if event.key == pygame.K_DOWN else -1)
            if 0 <= at < len(rows):
                self._choose(rows[at])
                self.targets.ring = True
                return True
        return False

    def commands(self) -> list[Command]:
        return [
            Command("L", self.look_back, "look back at the game"),
            Command("P", self.play_on, "play on"),
            Command("S", self.keep, "save the game at hand"),
            Command("W", self.save_as, "save in a file, as a game or as moves"),
            Command("C, V", (self.copy, self.paste), "copy the moves, open copied moves"),
            Command("O", self.line.write, "write the path of a game to open"),
            Command("Esc", self._close_panel, enabled=self.panel_open),
            *super().commands(),
        ]

    def press(self, name: str) -> None:
        """A press on a row chooses it; on the row that is chosen, it opens the game."""
        again = name == self.chosen
        self._choose(name)
        if self._narrow:
            self.panel_open = True
            self.targets.focus = "look back"
        elif again:
            self.look_back()

    def update(self, seconds: float) -> Scene | None:
        self.line.update(seconds)
        self.context.room.poll()
        if self.targets.focus != self._reached:
            self._reached = self.targets.focus
            rows = self.rows
            if self._reached in rows:
                self.chosen = self._reached
                if self.targets.ring:
                    self.scroll.show(HEAD + rows.index(self._reached) * ROW, ROW)
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame, colour = self.context.frame(canvas), canvas.theme.colour
        self._narrow = frame.drawer
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        right = frame.width if frame.drawer else frame.column
        self._draw_list(canvas, frame, right)
        self._draw_foot(canvas, frame, right)
        canvas.rule((0, BAR), (frame.width, BAR), colour.line)
        if not frame.drawer:
            self._draw_panel(canvas, frame, BAR)
        draw_bar(canvas, frame, self, game=self.title)
        if frame.drawer and self.panel_open:
            canvas.veil((0, 0, frame.width, frame.height), colour.room, 0.6)
            self.targets.covered()
            self.targets.add("close", (0, 0, frame.column, frame.height), self._close_panel)
            self._draw_panel(canvas, frame, 0.0)
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _close_panel(self) -> None:
        self.panel_open = False
        self.targets.focus = self.chosen

    def _draw_list(self, canvas: Canvas, frame: Frame, right: float) -> None:
        """The rows, as many of them as can be seen."""
        x, width = frame.margin, right - 2 * frame.margin
        view = (x - 8, BAR, width + 16, frame.height - BAR - _FOOT)
        rows = self.rows
        origin = self.scroll.fit(view, HEAD + ROW * len(rows) + 16)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect((0, view[1], right, view[3])))
        heading(canvas, (x + INSET, origin + 31), "Saved games")
        if not rows:
            draw_nothing(canvas, (x + INSET, origin + HEAD), width - 2 * INSET)
        for number, name in enumerate(rows):
            box = (x, origin + HEAD + number * ROW, width, ROW - 4)
            lit = self.targets.add(name, box, lambda name=name: self.press(name), radius=8, within=view)  # type: ignore[misc]
            if box[1] + box[3] > view[1] and box[1] < view[1] + view[3]:
                self._draw_row(canvas, box, name, lit=lit)
        canvas.surface.set_clip(seen)
        self.scroll.draw(canvas)

    def _draw_row(self, canvas: Canvas, box: Box, name: str, *, lit: bool) -> None:
        saved, here = self.saved(name), name == self.chosen
        if saved is None and self.present is not None:
            draw_present(canvas, box, self.present, here=here, lit=lit)
        elif saved is not None:
            draw_saved(canvas, box, saved, self.shelf.opened(saved), here=here, lit=lit)

    def _draw_foot(self, canvas: Canvas, frame: Frame, right: float) -> None:
        """The line for a path, and what the clipboard offers."""
        colour, y = canvas.theme.colour, frame.height - _FOOT
        canvas.rule((0, y), (right, y), colour.line)
        said = "Save as" if self._saving is not None else "Open"
        x = frame.margin + canvas.text((frame.margin, y + _FOOT / 2), said, "label", colour.text3) + 12
        box = (x, y + 14, right - frame.margin - _PASTE - 16 - x, 36.0)
        self.targets.add("path", box, self.line.write, radius=8)
        self.line.place(canvas, box)
        self.line.draw(canvas)
        paste = (right - frame.margin - _PASTE, y + 14, _PASTE, 36.0)
        button(canvas, self.targets, "paste", paste, "Paste", self.paste, key="V", about="Open copied moves")

    def _draw_panel(self, canvas: Canvas, frame: Frame, top: float) -> None:
        """The chosen game: its board, who played, and what can be done with it."""
        box = (frame.column, top, frame.panel_width, frame.height - top)
        draw_ground(canvas, frame)
        if not self.chosen:
            return
        saved, opened = self.saved(self.chosen), self._opened(self.chosen)
        session = self.present if saved is None else (opened.session if opened is not None else None)
        commands = self._commands() if opened is None or not opened.reason else []
        bottom = draw_commands(canvas, self.targets, box, frame.margin, commands)
        room = (box[0] + frame.margin, box[1], box[2] - 2 * frame.margin, bottom - box[1])
        if session is not None:
            draw_game(canvas, room, session, saved, opened)
        elif opened is not None and opened.reason and saved is not None:
            draw_broken(canvas, room, saved, opened.reason)

    def _copy_words(self) -> str:
        session, record = self.session(), self.record()
        if record is not None and record.live is not None:
            return "Copy a fumen"
        if session is None:
            return "Copy the moves"
        if transfer.boards_in(session) is not None:
            return "Copy the boards"
        return "Copy the board" if transfer.is_board(session) else "Copy the moves"

    def _commands(self) -> list[Command]:
        record = self.record()
        # at a game in real time that is over one looks back and plays on in one place
        live = record is not None and record.live is not None and not self._running
        commands = [
            Command("L", self.look_back, label="Look back", name="look back"),
            *([] if live else [Command("P", self.play_on, label="Play on", name="play on")]),
            Command("C", self.copy, label=self._copy_words(), name="copy"),
            Command("W", self.save_as, label="Save in a file …", name="save as"),
        ]
        if self.chosen == _PRESENT and self.present is not None and not self.present.created:
            commands.insert(0, Command("S", self.keep, label="Save this game", name="keep"))
        return commands


def _found(text: str) -> Path:
    """The path of a file that a person has named: among the saved games, or else as it is."""
    path = transfer.path_of(text)
    saved = library.games_dir() / path
    return saved if saved.exists() else path


def whole(record: Record) -> bool:
    """Whether a record is more than a session of it: a long run, or a game in real time."""
    return record.run is not None or record.live is not None
