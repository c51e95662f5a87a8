"""A new game of guideline Tetris: with the coach, against an opponent, against the clock, in the sandbox, to watch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

from ai import registry
from ai.names import OUTSIDE
from ai.registry import Entry
from ai.tetris.guideline.partner.levels import LEVELS as PARTNERS
from ai.tetris.guideline.partner.levels import PartnerLevel
from game.chance import any_seed
from game.config import Config, Randomizer, Sparring, Strength, TetrisBoard, TetrisMode, Value, field
from game.errors import BadInput, KibitzError
from game.games import open_position
from game.position import Position
from game.record import Seat
from game.session import Session
from game.tetris.four_wide.standing import walled
from game.tetris.four_wide.well import STARTS, WIDTH
from game.tetris.guideline import COLUMNS, VISIBLE, State
from game.tetris.guideline.bags import BAGS_OF_SEVEN
from game.tetris.guideline.field import GARBAGE, UNKNOWN
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES
from game.tetris.guideline.sandbox import read_positions, without_full_rows
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.live_plan import RETRIED, Mode, Plan, Player, program_of
from gui.play.openings import has_best_play, opening
from gui.play.run_plan import Plan as RunPlan
from gui.scenes.form import Form, Question
from gui.scenes.new_game.choices import Choices
from gui.ui import clipboard
from gui.ui.commands import Command
from gui.ui.text import counted

_YOU = "You"

MODES: tuple[TetrisMode, ...] = get_args(TetrisMode)

_START = {
    "versus": "Start the match",
    "sprint": "Start the sprint",
    "ultra": "Start the clock",
    "dig": "Start the race",
    "sandbox": "Open the sandbox",
    "watch": "Watch",
}
_LIVE: dict[str, Mode] = {
    "versus": "versus", "sprint": "sprint", "ultra": "ultra", "free": "free", "watch": "versus", "dig": "dig",
}  # fmt: skip
_SIDED = ("versus", "watch")  # modes of two sides
_COACHED = ("coach", "free", "sandbox")  # modes in which somebody looks on and advises
_MOST_SHOWN = 10  # rows of garbage that lie there at once in a race
_BEHIND_WRITTEN: Mapping[Randomizer, Randomizer] = {"tetrio": "seven_bag"}  # TETR.IO's begin at the beginning
_BOARDS = ("Empty", "Four-wide well", "From a fumen")
_SEEN = VISIBLE_PIECES - 1  # behind the current one, so that a book can speak from the first piece on
_WALLS = walled((COLUMNS - WIDTH) // 2, STARTS[3], VISIBLE)  # in the middle: pieces start within the well

# The rules that can be chosen all at once, as settings.
_SEASON_2: Mapping[str, Value] = {
    "previews": 5, "hold": True, "kicks": "srs+", "spins": "all-mini+", "pieces": "tetrio", "attack": "tetr.io-2",
    "multiplier": 100, "cap": 8, "messiness": 0, "change": 100, "opener": 14,
}  # fmt: skip
_PRESETS: Mapping[str, Mapping[str, Value]] = {
    "Default": {name: field(f"tetris.{name}").default for name in _SEASON_2},
    "TETR.IO season 2": _SEASON_2,
    "TETR.IO room": {**_SEASON_2, "spins": "t-spins", "attack": "tetr.io", "opener": 0},
}


def sparring_words(level: PartnerLevel) -> str:
    """The pace of a level of the sparring partner, how often it slips, and how that is known."""
    habit = level.habit
    known = "Counted in real rounds." if habit.is_counted else "Estimated from rounds at other speeds."
    return (
        f"Level {PARTNERS.index(level) + 1}: {level.pace:g} pieces a second, slips with "
        f"{100 * habit.slipping.value:.0f} % of pieces. {known}"
    )


@dataclass(frozen=True)
class PlayerChoice:
    """A player who can take a side: nobody, a person, an engine, or the program that `command` starts.

    `name` is what the settings call it.
    """

    words: str
    name: str
    engine: Entry | None = None
    command: str = ""


YOU, NOBODY = PlayerChoice("You", "you"), PlayerChoice("Nobody", "nobody")


def offers(config: Config) -> tuple[PlayerChoice, ...]:
    """Everybody who can play: our engines, then the programs of the settings."""
    own = [
        PlayerChoice(entry.title, entry.name, entry)
        for entry in registry.entries("tetris")
        if entry.name != OUTSIDE
    ]
    bots = (("first", config.bots.first), ("second", config.bots.second), ("third", config.bots.third))
    programs = [
        PlayerChoice(program_of(command), name, command=command) for name, command in bots if command.strip()
    ]
    return (*own, *programs)


# settings of an opponent, and the part of a side that each of them is
_PARTS = {
    "tetris.opponent": "level",
    "tetris.sparring": "sparring",
    "tetris.pace": "pace",
    "tetris.opponent_book": "book",
}


@dataclass
class Side:
    """A side with who takes it, level, pace and opening book; all of them are kept while a person sits there.

    It is a draft of the settings of an opponent (`form.Draft`).
    """

    offer: PlayerChoice
    level: Strength = "club"
    pace: float = 0.0
    book: str = ""
    sparring: Sparring = "casual"

    def value(self, path: str) -> Value:
        value: Value = getattr(self, _PARTS[path])
        return value

    def set(self, path: str, value: Value) -> None:
        setattr(self, _PARTS[path], value)

    @property
    def _level(self) -> registry.Level | None:
        """The level of an engine that has several; its own where it has one."""
        entry = self.offer.engine
        levels, name = (entry.levels, self.sparring if entry.habits else self.level) if entry else ((), "")
        return next((each for each in levels if each.name == name), levels[-1] if levels else None)

    @property
    def player(self) -> Player:
        """The player of the game's plan."""
        entry, level, pace = self.offer.engine, self._level, self.pace or None
        if self.offer.command:
            return Player.outside(self.offer.command, pace)
        if entry is None or level is None:
            return Player()
        if entry.habits:
            return Player("Partner", entry.name, level.name)
        return Player(entry.title, entry.name, level.name, pace, book=self.looks_into)

    @property
    def looks_into(self) -> str:
        """The opening books of an engine that takes some; empty for none."""
        return self.book if self.offer.engine is not None and self.offer.engine.books else ""

    @property
    def words(self) -> str:
        """The name with the level and the book: `Stacker, club, BT Loop`."""
        entry, level, more = self.offer.engine, self._level, list[str]()
        if entry is not None and level is not None and len(entry.levels) > 1:
            more.append(level.title.lower())
        if self.looks_into:
            more.append(opening(self.looks_into).title)
        return ", ".join((self.offer.words, *more))

    def fill(
        self, form: Form, name: str, choices: Sequence[PlayerChoice], choose: Callable[[PlayerChoice], object]
    ) -> None:
        """Ask who takes the side, and of an engine how strong and how fast it is."""
        now = choices.index(self.offer) if self.offer in choices else None
        words = [each.words for each in choices]
        form.one_of(name.capitalize(), name, words, now, lambda i: choose(choices[i]))
        entry, level = self.offer.engine, self._level
        if self.offer in (YOU, NOBODY):
            return
        form.apart()
        if entry is not None and entry.habits:
            notes: dict[Value, str] = {each.name: sparring_words(each) for each in PARTNERS}
            form.setting(self, "tetris.sparring", label="Strength", means=notes, name=f"{name} level")
            return
        if entry is not None and level is not None and len(entry.levels) > 1:
            means: dict[Value, str] = {each.name: f"{each.about}." for each in entry.levels}
            form.setting(self, "tetris.opponent", label="Strength", means=means, name=f"{name} level")
            form.apart()
        form.setting(self, "tetris.pace", name=f"{name} pace")
        if entry is not None and entry.books:
            form.apart()
            label = field("tetris.book").label
            form.setting(self, "tetris.opponent_book", label=label, name=f"{name} book")


class GuidelineChoices(Choices):
    """A mode, who plays, and the rules."""

    game = section = "tetris"

    def __init__(self, config: Config, mode: str = "") -> None:
        """`mode` is one of `MODES`; the one of the settings where it is none."""
        super().__init__(config)
        self.set("tetris.mode", mode if mode in MODES else config.tetris.mode)
        chosen = config.tetris
        self.offers = offers(config)
        engine = self.offers[0]
        known = {each.name: each for each in (NOBODY, *self.offers)}
        rival, racer = known.get(chosen.against, engine), known.get(chosen.racer, NOBODY)
        side = Side(rival, chosen.opponent, chosen.pace, chosen.opponent_book, chosen.sparring)
        self.sides = [replace(side, offer=YOU), side]
        self.racing = [replace(side, offer=YOU), replace(side, offer=racer)]
        self.pasted: State | None = None  # the position that free play begins with, where one was pasted
        self.watched = [Side(engine, "full", 2.0), Side(engine, "expert", 2.0)]

    @classmethod
    def of(cls, config: Config, like: RunPlan | None, play_style: str) -> GuidelineChoices:
        return cls(config, play_style)

    # -- choosing --

    def seat(self, number: int, offer: PlayerChoice) -> None:
        """Put a player on a side; there is only one You."""
        other = self.players[1 - number]
        if offer == other.offer == YOU:
            other.offer = self.offers[0]
        self.players[number].offer = offer

    @property
    def players(self) -> list[Side]:
        """Those who play against each other."""
        return {"watch": self.watched, "dig": self.racing}.get(self.mode, self.sides)

    # -- what the scene asks for --

    @property
    def mode(self) -> TetrisMode:
        return self.draft.tetris.mode

    @property
    def start_words(self) -> str:
        return _START.get(self.mode, "Start the game")

    def rules(self) -> dict[str, str]:
        """The rules of the game, without its pieces."""
        chosen = self.draft.tetris
        rules = {
            "previews": str(chosen.previews),
            "hold": "-" if chosen.hold else "off",
            "kicks": chosen.kicks,
            "spins": chosen.spins,
            "attack": chosen.attack,
            "multiplier": str(chosen.multiplier),
            "cap": str(chosen.cap),
            "messiness": str(chosen.messiness),
            "change": str(chosen.change or "-"),
            "opener": str(chosen.opener),
        }
        if self.mode == "dig":
            alone = self.racing[1].offer == NOBODY
            own = {"dig": chosen.dig, "cheese": min(chosen.dig, _MOST_SHOWN), "messiness": chosen.holes}
            rules |= {key: str(value) for key, value in own.items()} | ({} if alone else {"multiplier": "0"})
        elif self.mode == "free":
            own = {"cheese": chosen.stays, "messiness": chosen.holes}
            own |= {"wave": chosen.wave, "every": chosen.every} if chosen.wave else {}
            rules |= {key: str(value) for key, value in own.items()}
        if self.mode == "free" and self.pasted is not None:
            rules |= self._pasted_rules(self.pasted)
        elif chosen.board != "empty" and self.mode in _COACHED:
            rules["board"] = _WALLS.short.replace(UNKNOWN, GARBAGE)
        return rules

    def _pasted_rules(self, start: State) -> dict[str, str]:
        """The rules of a pasted position: board and hold, and the queue where one is written."""
        here = start.here()
        written = {"queue": here["queue"]} if start.queue.listed else {}
        return {key: here[key] for key in ("board", "hold") if key in here} | written

    @property
    def _cheese(self) -> int:
        """Rows of garbage that the game begins with."""
        chosen = self.draft.tetris
        if self.mode == "dig":
            return min(chosen.dig, _MOST_SHOWN)
        plain = self.pasted is None and chosen.board == "empty"
        return max(chosen.cheese, chosen.stays) if self.mode == "free" and plain else 0

    def paste(self) -> None:
        """Begin with the board of the fumen on the clipboard."""
        text = clipboard.get()
        if not text.strip():
            self.reply("There is no fumen on the clipboard.")
            return
        try:
            self.take(text)
        except KibitzError as error:
            self.reply(f"This cannot be read: {error}.")

    def take(self, text: str) -> None:
        """Begin with the first position of a fumen, or a board as rows of text. Raises `BadInput`."""
        pieces = self.draft.tetris.pieces
        plain = {key: value for key, value in self.start_of(1).items() if key not in ("board", "queue")}
        like = State.open({**plain, "queue": f"{_BEHIND_WRITTEN.get(pieces, pieces)}:1"})
        start = without_full_rows(read_positions(text, like)[0])
        if start.over:
            raise BadInput("no piece can be placed on this board")
        self.set("tetris.mode", "free")
        self.pasted = start

    def on_board(self, text: str) -> to.Live:
        self.take(text)
        return to.Live(self.plan())

    def commands(self) -> list[Command]:
        return [Command("Ctrl+V", self.paste, "free play on the board of a fumen")]

    def start_of(self, seed: int) -> dict[str, str]:
        """The rules of a game with the pieces of `seed`; of 0, with pieces drawn anew."""
        drawn = seed or any_seed()
        return {**self.rules(), "queue": f"{self.draft.tetris.pieces}:{drawn}", "garbage": str(drawn)}

    def plan(self) -> Plan:
        """The game in real time that was chosen."""
        sides = self.players if self.mode in (*_SIDED, "dig") else [Side(YOU)]
        players = tuple(side.player for side in sides if side.offer != NOBODY)
        mode: Mode = "free" if self.mode == "watch" and len(players) == 1 else _LIVE[self.mode]
        chosen = self.draft.tetris
        hints = True if self.mode == "free" else None  # "with the coach on the board"
        return Plan(
            mode, players, self.rules(), chosen.pieces, level=chosen.level, seed=self.seed, hints=hints,
            book=chosen.book if self.mode in _COACHED else "", cheese=self._cheese,
            retry=chosen.retry and self.mode in RETRIED,
        )  # fmt: skip

    def begin(self, context: AppContext, back: Scene) -> Scene:
        if self.mode == "coach":
            session = Session.new(self.game, self.start_of(self.seed), (Seat(_YOU),))
            return context.scene(to.Play(session, hints=True, book=self.draft.tetris.book), back)
        if self.mode == "sandbox":
            return context.scene(
                to.Sandbox(State.open(self.start_of(self.seed)), self.draft.tetris.book), back
            )
        return context.scene(to.Live(self.plan()), back)

    def changes(self, config: Config) -> Mapping[str, Value]:
        sides = self.racing if self.mode == "dig" else self.sides
        rivals = [side for side in sides if side.offer != YOU]
        if len(rivals) == 1:  # of two engines neither is a person's opponent
            self.set("tetris.racer" if self.mode == "dig" else "tetris.against", rivals[0].offer.name)
            for path in _PARTS if rivals[0].offer != NOBODY else ():
                self.set(path, rivals[0].value(path))
        return super().changes(config)

    def position(self) -> Position:
        if self.mode in ("free", "dig"):
            return replace(self.plan(), seed=self.seed or 1).start()
        return open_position(self.game, self.start_of(self.seed or 1))

    # -- the picture --

    def questions(self) -> Sequence[Question]:
        return [
            self.fill_kind,
            "tetris.mode",
            *self._sides(),
            self._fill_preset,
            ("tetris.previews", "tetris.hold"),
            "tetris.kicks",
            "tetris.spins",
            "tetris.attack",
            "tetris.multiplier",
            *(
                [("tetris.cap", "tetris.opener"), ("tetris.messiness", "tetris.change")]
                if self.mode in _SIDED
                else []
            ),
            *(["tetris.level"] if self.mode in _LIVE else []),
            *(["tetris.retry"] if self.mode in RETRIED else []),
            "tetris.pieces",
            self.fill_seed,
        ]

    def _sides(self) -> list[Question]:
        """Return the players, or the knowledge that the coach uses."""
        if self.mode in _SIDED:
            return [self._fill_left, self._fill_right]
        if self.mode == "dig":
            return [("tetris.dig", "tetris.holes"), self._fill_racer]
        if self.mode == "free":
            garbage: list[Question] = [("tetris.cheese", "tetris.stays"), ("tetris.wave", "tetris.every")]
            return [self._fill_book, self._fill_board, *garbage, "tetris.holes"]
        return [self._fill_book, "tetris.board"] if self.mode in _COACHED else []

    def _fill_preset(self, form: Form) -> None:
        """The rules below all at once; none is chosen where they are as in no preset."""
        presets = list(_PRESETS.values())
        now = {name: self.value(f"tetris.{name}") for name in _SEASON_2}

        def choose(number: int) -> None:
            for name, value in presets[number].items():
                self.set(f"tetris.{name}", value)

        form.one_of(
            "Preset", "preset", list(_PRESETS), presets.index(now) if now in presets else None, choose
        )

    def _fill_left(self, form: Form) -> None:
        choices = (YOU, *self.offers) if self.mode == "versus" else self.offers
        self.players[0].fill(form, "left", choices, partial(self.seat, 0))

    def _fill_right(self, form: Form) -> None:
        choices = (YOU, *self.offers) if self.mode == "versus" else (*self.offers, NOBODY)
        self.players[1].fill(form, "right", choices, partial(self.seat, 1))
        self._note_on_books(form, *(side.looks_into for side in self.players))

    def _fill_racer(self, form: Form) -> None:
        """Fill in the opponent of a race: nobody, or a player with the same rows and the same pieces."""
        self.racing[1].fill(form, "against", (NOBODY, *self.offers), partial(self.seat, 1))
        self._note_on_books(form, self.racing[1].looks_into)

    def _fill_board(self, form: Form) -> None:
        """The board of free play: empty, with walls, or the one of a fumen."""
        now = 2 if self.pasted is not None else int(self.draft.tetris.board != "empty")
        form.one_of("Starting board", "board", _BOARDS, now, self._choose_board)
        key = "Ctrl+V"
        form.note(f"{key} takes a fumen, or rows of text, from the clipboard.")

    def _choose_board(self, number: int) -> None:
        if number == len(_BOARDS) - 1:
            self.paste()
            return
        self.pasted = None
        self.set("tetris.board", get_args(TetrisBoard)[number])

    def _fill_book(self, form: Form) -> None:
        form.setting(self, "tetris.book")
        if has_best_play(self.draft.tetris.book):
            form.setting(self, "tetris.clears")
        self._note_on_books(form, self.draft.tetris.book)

    def _note_on_books(self, form: Form, *books: str) -> None:
        """Say so where a book has no move under these rules."""
        chosen = self.draft.tetris
        if any(books) and (not chosen.hold or chosen.previews < _SEEN or chosen.pieces not in BAGS_OF_SEVEN):
            form.note(f"The book needs hold, {_SEEN} previews and 7-bag.")

    def summary(self) -> tuple[str, str, str]:
        chosen = self.draft.tetris
        hold = "hold" if chosen.hold else "no hold"
        rules = f"{self.label('tetris.kicks')}, {counted(chosen.previews, 'preview')}, {hold}"
        if self.mode in _SIDED:
            left, right = self.players
            return rules, left.words, "alone" if right.offer == NOBODY else f"against {right.words}"
        if self.mode == "dig":
            rival = self.racing[1]
            against = "alone" if rival.offer == NOBODY else f"against {rival.words}"
            return rules, f"{counted(chosen.dig, 'row')} of garbage", against
        if self.mode in _COACHED and chosen.book:
            return rules, _YOU, f"with the coach and {opening(chosen.book).title}"
        second = {
            "coach": "with the coach, piece by piece",
            "sprint": "40 rows",
            "ultra": "2 minutes",
            "free": "in real time, with the coach",
            "sandbox": "a board to draw",
        }
        return rules, _YOU, second[self.mode]
