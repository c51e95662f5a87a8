"""A new game of guideline Tetris: with the coach, against somebody, against the clock, in the sandbox, to watch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

import pygame

from game.chance.seeds import any_seed
from game.config import Config, Value
from game.config.settings import Attack, Kicks, Randomizer, TetrisBoard, TetrisMode
from game.position import Position, open_position
from game.record import Seat
from game.session import Session
from game.tetris.four_wide.standing import walled
from game.tetris.four_wide.well import STARTS, WIDTH
from game.tetris.guideline import COLUMNS, VISIBLE, State
from game.tetris.guideline.field import GARBAGE, UNKNOWN
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES
from game.tetris.guideline.rules import MOST_PREVIEWS
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import counted
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.live.plan import Mode, Plan
from gui.scenes.new_game.choices import KINDS, Turn
from gui.scenes.new_game.form import Form
from gui.scenes.new_game.seed import SeedChoice
from gui.scenes.new_game.sides import NOBODY, YOU, Side, fill_books, fill_side, offers
from gui.table.openings import opening

MODES: tuple[TetrisMode, ...] = get_args(TetrisMode)
KICKS: tuple[Kicks, ...] = get_args(Kicks)
PIECES: tuple[Randomizer, ...] = get_args(Randomizer)
BOARDS: tuple[TetrisBoard, ...] = get_args(TetrisBoard)
ATTACKS: tuple[Attack, ...] = get_args(Attack)
LEVELS = 20

_MODE_WORDS = ("Coach", "Versus", "Sprint", "Ultra", "Free play", "Sandbox", "Watch")
_ABOUT = {
    "coach": "Piece by piece, as long as you like, with the best placements and why.",
    "versus": "In real time against an engine or another program: what you clear comes up on the other side.",
    "sprint": "Forty rows as fast as you can.",
    "ultra": "Two minutes for as many points as you can.",
    "free": "In real time and alone, with the coach on the board.",
    "sandbox": "Draw a board, set queue and hold, and ask for advice or play on.",
    "watch": "Two engines against each other in real time, or one alone.",
}
_START = {
    "coach": "Start the game",
    "versus": "Start the match",
    "sprint": "Start the sprint",
    "ultra": "Start the clock",
    "free": "Start the game",
    "sandbox": "Open the sandbox",
    "watch": "Watch",
}
_LIVE: dict[str, Mode] = {
    "versus": "versus",
    "sprint": "sprint",
    "ultra": "ultra",
    "free": "free",
    "watch": "versus",
}
_KICK_WORDS = ("SRS", "SRS, half turns", "TETR.IO’s")
_KICKS_ABOUT = {
    "srs": "The Super Rotation System with its five kicks.",
    "srs+180": "SRS with half turns and their kicks.",
    "srs+": "SRS+ of TETR.IO: other kicks for the I, and half turns.",
}
_PIECE_WORDS = ("Bags of 7", "Bags of 14", "Any piece")
_BOARD_WORDS = ("Empty", "Four-wide well")
_BOARD_ABOUT = {
    "empty": "The board that every game begins with.",
    "four-wide": "Walls up to the top of the well and three cells between them: how long does your combo last?",
}
_ATTACK_WORDS = ("Puyo Puyo Tetris", "Guideline", "TETR.IO")
_COACHED = ("coach", "free", "sandbox")  # modes in which somebody looks on and advises
_SEEN = VISIBLE_PIECES - 1  # behind the current one, so that a book can speak from the first piece on
_WALLS = walled((COLUMNS - WIDTH) // 2, STARTS[3], VISIBLE)  # in the middle: pieces start within the well
_LEAST = 240.0  # units of width that a question needs beside another


class GuidelineChoices:
    """A mode, who plays, and the rules."""

    game = "tetris"

    def __init__(self, config: Config, mode: str = "") -> None:
        """`mode` is one of `MODES`; the one of the settings where it is none."""
        chosen = config.tetris
        self.mode: TetrisMode = next((each for each in MODES if each == mode), chosen.mode)
        self.offers = offers(config)
        engine = self.offers[0]
        side = Side(engine, chosen.opponent, chosen.pace, chosen.opponent_book)
        self.sides = [replace(side, offer=YOU), side]
        self.watched = [Side(engine, "full", 2.0), Side(engine, "expert", 2.0)]
        self.book = chosen.book
        self.board: TetrisBoard = chosen.board
        self.previews, self.hold = chosen.previews, chosen.hold
        self.kicks: Kicks = chosen.kicks
        self.pieces: Randomizer = chosen.pieces
        self.attack: Attack = chosen.attack
        self.cap, self.messiness, self.level = chosen.cap, chosen.messiness, chosen.level
        self.seed = SeedChoice(chosen.seed)
        self.instead = ""

    # -- choosing --

    def behave(self, number: int) -> None:
        """Choose a mode."""
        self.mode = MODES[number]

    def seat(self, number: int, side: Side) -> None:
        """Put somebody on a side; there is only one You, and somebody plays."""
        sides = self.watched if self.mode == "watch" else self.sides
        other = sides[1 - number]
        if side.offer.person and other.offer.person:
            sides[1 - number] = replace(other, offer=self.offers[0])
        sides[number] = side

    def see(self, by: int) -> None:
        """Show more or fewer previews."""
        self.previews = min(MOST_PREVIEWS, max(1, self.previews + by))

    def keep(self, on: int) -> None:
        """Allow the hold, or not."""
        self.hold = bool(on)

    def kick(self, number: int) -> None:
        """Choose how turns give way."""
        self.kicks = KICKS[number]

    def draw_from(self, number: int) -> None:
        """Choose how pieces are drawn."""
        self.pieces = PIECES[number]

    def send(self, number: int) -> None:
        """Choose the table of attacks."""
        self.attack = ATTACKS[number]

    def rise(self, by: int) -> None:
        """Let more or fewer rows come up at once."""
        self.cap = min(40, max(0, self.cap + by))

    def mess(self, by: int) -> None:
        """Let holes jump more or less often."""
        self.messiness = min(100, max(0, self.messiness + 10 * by))

    def fall(self, by: int) -> None:
        """Choose a level of gravity; 0 is that of a versus game."""
        self.level = min(LEVELS, max(0, self.level + by))

    def look_into(self, book: str) -> None:
        """Choose the coach's opening book."""
        self.book = book

    def begin_on(self, number: int) -> None:
        """Choose what is on the board at the start."""
        self.board = BOARDS[number]

    def other_game(self, number: int) -> None:
        """Turn to the other game of Tetris."""
        self.instead = "" if number == 0 else KINDS[number][0]

    # -- what the scene asks for --

    @property
    def start_words(self) -> str:
        return _START[self.mode]

    @property
    def live(self) -> bool:
        """Whether the game goes on by itself."""
        return self.mode in _LIVE

    def rules(self) -> dict[str, str]:
        """The rules of the game, without its pieces."""
        rules = {
            "previews": str(self.previews),
            "hold": "-" if self.hold else "off",
            "kicks": self.kicks,
            "attack": self.attack,
            "cap": str(self.cap),
            "messiness": str(self.messiness),
        }
        if self.board == "four-wide" and self.mode in _COACHED:
            rules["board"] = _WALLS.short.replace(UNKNOWN, GARBAGE)
        return rules

    def start_of(self, seed: int) -> dict[str, str]:
        """The rules of a game with the pieces of `seed`; of 0, with pieces drawn anew."""
        drawn = seed or any_seed()
        return {**self.rules(), "queue": f"{self.pieces}:{drawn}", "garbage": str(drawn)}

    def plan(self) -> Plan:
        """The game in real time that was chosen."""
        sides = {"versus": self.sides, "watch": self.watched}.get(self.mode, [Side(YOU)])
        players = tuple(side.player for side in sides if not side.offer.nobody)
        mode: Mode = "free" if self.mode == "watch" and len(players) == 1 else _LIVE[self.mode]
        hints = True if self.mode == "free" else None  # "with the coach on the board"
        return Plan(
            mode, players, self.rules(), self.pieces, level=self.level, seed=self.seed.value, hints=hints
        )

    def begin(self, salon: Salon, back: Scene) -> Scene:
        if self.mode == "coach":
            session = Session.new(self.game, self.start_of(self.seed.value), (Seat("You"),))
            return salon.doors.play(session, back, hints=True)
        if self.mode == "sandbox":
            return salon.doors.sandbox(State.open(self.start_of(self.seed.value)), back)
        return salon.doors.live(self.plan(), back)

    def changes(self, config: Config) -> Mapping[str, Value]:
        before = config.tetris
        engines = [side for side in self.sides if side.offer.engine is not None]
        found: dict[str, tuple[Value, Value]] = {
            "mode": (self.mode, before.mode),
            "previews": (self.previews, before.previews),
            "hold": (self.hold, before.hold),
            "kicks": (self.kicks, before.kicks),
            "pieces": (self.pieces, before.pieces),
            "attack": (self.attack, before.attack),
            "cap": (self.cap, before.cap),
            "messiness": (self.messiness, before.messiness),
            "level": (self.level, before.level),
            "book": (self.book, before.book),
            "board": (self.board, before.board),
        }
        if len(engines) == 1 and any(side.offer.person for side in self.sides):
            (opponent,) = engines  # of two engines neither is a person's opponent
            found["opponent"] = (opponent.level, before.opponent)
            found["pace"] = (opponent.pace, before.pace)
            found["opponent_book"] = (opponent.book, before.opponent_book)
        return {f"tetris.{key}": now for key, (now, then) in found.items() if now != then}

    def position(self) -> Position:
        return open_position(self.game, self.start_of(self.seed.value or 1))

    def turn(self) -> Turn:
        return self.seed.turn()

    def key(self, event: pygame.event.Event, focus: str) -> bool:
        return self.seed.key(event)

    def keys(self) -> list[tuple[str, str]]:
        return self.seed.keys()

    # -- the picture --

    def fill(self, form: Form) -> None:
        form.pills("kind", [words for _, words in KINDS], 0, self.other_game)
        form.apart()
        form.pills("mode", _MODE_WORDS, MODES.index(self.mode), self.behave)
        form.note(_ABOUT[self.mode])
        form.apart()
        self._fill_sides(form)
        form.halves(self._fill_previews, self._fill_hold, _LEAST)
        form.apart()
        form.heading("Turns")
        form.pills("kicks", _KICK_WORDS, KICKS.index(self.kicks), self.kick)
        form.note(_KICKS_ABOUT[self.kicks])
        form.apart()
        form.heading("What a clear sends, as in")
        form.pills("attack", _ATTACK_WORDS, ATTACKS.index(self.attack), self.send)
        form.apart()
        if self.mode in ("versus", "watch"):
            form.halves(self._fill_cap, self._fill_mess, _LEAST)
            form.apart()
        if self.live:
            self._fill_level(form)
        self._fill_pieces(form)

    def _fill_sides(self, form: Form) -> None:
        if self.mode == "versus":
            some = (YOU, *self.offers)
            fill_side(form, "left", "Left", self.sides[0], some, lambda side: self.seat(0, side))
            form.apart()
            fill_side(form, "right", "Right", self.sides[1], some, lambda side: self.seat(1, side))
            self._note_on_books(form, *(side.looks_into for side in self.sides))
            form.apart()
        elif self.mode == "watch":
            alone = (*self.offers, NOBODY)
            fill_side(form, "left", "Left", self.watched[0], self.offers, lambda side: self.seat(0, side))
            form.apart()
            fill_side(form, "right", "Right", self.watched[1], alone, lambda side: self.seat(1, side))
            self._note_on_books(form, *(side.looks_into for side in self.watched))
            form.apart()
        elif self.mode in _COACHED:
            fill_books(form, "book", self.book, self.look_into)
            self._note_on_books(form, self.book)
            form.apart()
            form.heading("Board")
            form.pills("board", _BOARD_WORDS, BOARDS.index(self.board), self.begin_on)
            form.note(_BOARD_ABOUT[self.board])
            form.apart()

    def _note_on_books(self, form: Form, *books: str) -> None:
        """Say so where the rules leave a book without a word."""
        if any(books) and (not self.hold or self.previews < _SEEN or self.pieces != "seven_bag"):
            form.note(f"By these rules it is silent: it needs the hold, {_SEEN} pieces shown and bags of 7.")

    def _fill_previews(self, form: Form) -> None:
        form.heading("Pieces shown")
        form.stepper("previews", f"{self.previews} next", self.see, 96)

    def _fill_hold(self, form: Form) -> None:
        form.heading("Hold")
        form.pills("hold", ("Off", "On"), int(self.hold), self.keep)

    def _fill_cap(self, form: Form) -> None:
        form.heading("Garbage at once")
        form.stepper("cap", counted(self.cap, "row") if self.cap else "none", self.rise, 96)

    def _fill_mess(self, form: Form) -> None:
        form.heading("Holes that jump")
        form.stepper("mess", f"{self.messiness}\u00a0%", self.mess, 96)

    def _fill_level(self, form: Form) -> None:
        form.heading("Speed of the fall")
        form.stepper("level", f"level {self.level}" if self.level else "as in a versus game", self.fall, 176)
        form.apart()

    def _fill_pieces(self, form: Form) -> None:
        form.heading("Pieces")
        form.pills("pieces", _PIECE_WORDS, PIECES.index(self.pieces), self.draw_from)
        self.seed.fill(form)
        self.seed.note(form)

    def draw_summary(self, canvas: Canvas, box: Box) -> None:
        x, y, width, _ = box
        colour = canvas.theme.colour
        rules = [
            _KICK_WORDS[KICKS.index(self.kicks)],
            counted(self.previews, "preview"),
            "hold" if self.hold else "no hold",
        ]
        canvas.text((x, y), canvas.fitted(", ".join(rules), "label", width), "label", colour.text3)
        first, second = self._who()
        canvas.text((x, y + 32), canvas.fitted(first, "body", width), "body", colour.text)
        canvas.text((x, y + 58), canvas.fitted(second, "label", width), "label", colour.text2)

    def _who(self) -> tuple[str, str]:
        """Who plays, in two lines."""
        if self.mode in ("versus", "watch"):
            sides = self.sides if self.mode == "versus" else self.watched
            left, right = (side.words for side in sides)
            return left, "alone" if sides[1].offer.nobody else f"against {right}"
        if self.mode in _COACHED and self.book:
            return "You", f"with the coach and {opening(self.book).title}"
        second = {
            "coach": "with the coach, piece by piece",
            "sprint": "40 rows",
            "ultra": "2 minutes",
            "free": "in real time, with the coach",
            "sandbox": "a board to draw",
        }
        return "You", second[self.mode]
