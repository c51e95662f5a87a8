"""Zuniq at the table: the board follows the pointer and the keyboard, and a click or Enter draws a wall."""

from __future__ import annotations

import pygame

from game.advice import Proof
from game.position import Position
from game.zuniq import State
from game.zuniq.grid import ROW_LETTERS
from game.zuniq.state import claim_bonus
from gui.games.zuniq.board_view import Geometry, Picture, draw_board
from gui.games.zuniq.language import NAMES, ZuniqLanguage, effect, ended_or_claimed, wall_of, zuniq
from gui.play.game_ui import BoardUI, GameUI, RenderState
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command
from gui.ui.targets import ARROWS, ENTER
from gui.ui.text import counted

DIGITS = "123456789"
GRAPH = "bridges"  # in place of an evaluator: the graph of cells is opened up on the board
_CLAIMS_FROM = 6  # plies: none is offered in the opening


class ZuniqUI(GameUI):
    """Zuniq in one scene."""

    def __init__(self) -> None:
        super().__init__(ZuniqBoard(), ZuniqLanguage())


class ZuniqBoard(BoardUI):
    """The board with its cursor.

    A wall is chosen with the mouse, with arrows and Enter, or by typing its name (`c 3 v`).
    """

    def __init__(self) -> None:
        self._geometry: Geometry | None = None
        self._state: State | None = None
        self._under: int | None = None  # the wall under the pointer
        self._cursor: int | None = None  # the wall under the keyboard's cursor
        self._shown: int | None = None  # the wall the panel points at
        self._typed = ""
        self._chosen: int | None = None  # drawn last by hand; no news while it is pointed at
        self._claiming = False
        self._open = False

    # -- drawing --

    def see(self, position: Position, *, open_hand: bool) -> None:
        state = zuniq(position)
        if self._state is None or state.moves != self._state.moves:
            self._claiming = False
        self._state, self._open = state, open_hand

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state, under = zuniq(look.position), self._pointed(look)
        picture = Picture(
            state=state,
            under=under,
            choices=look.choices,
            grown=look.grown,
            sentence=self._sentence(state, under),
            cursor=look.focused and under is not None and under == self._cursor,
            fault=look.fault,
            graph=look.evaluator == GRAPH,
        )
        self._geometry = draw_board(canvas, box, picture)

    def _pointed(self, look: RenderState) -> int | None:
        if self._shown is not None:
            return self._shown
        if look.focused and self._cursor is not None:
            return self._cursor
        return self._under if look.open_hand else None

    def _sentence(self, state: State, under: int | None) -> str:
        if self._typed:
            return f"{self._typed.upper()}…" + "  h draws to the right, v down" * (len(self._typed) == 2)
        if under is None or under in state.moves[-1:] or under == self._chosen:
            return ended_or_claimed(state)
        return state.why_illegal(under) or f"{state.grid.names[under]} {effect(state, under)}."

    def sound(self, before: Position, after: Position) -> str:
        return "zone" if len(zuniq(after).zones) > len(zuniq(before).zones) else "wall"

    # -- the hand --

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        self.refusal = ""
        if self._geometry is None or self._state is None:
            return None
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._under = self._geometry.wall_at((event.pos[0] / scale, event.pos[1] / scale))
        if event.type == pygame.MOUSEMOTION:
            self._cursor = None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._choose(self._under)
        elif event.type == pygame.KEYDOWN:
            return self._key(event, focused)
        return None

    def _key(self, event: pygame.event.Event, focused: bool) -> str | None:
        typed = self._type(event)
        if typed is not None:
            return typed
        if focused and event.key in ARROWS:
            self._move_cursor(*ARROWS[event.key])
        elif focused and event.key in ENTER:
            return self._choose(self._cursor)
        return None

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & (
            pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
        ):
            return False
        if self._typed and event.key in (pygame.K_ESCAPE, pygame.K_BACKSPACE):
            return True
        if self._typed and event.unicode and event.unicode.lower() in (DIGITS, "hv")[len(self._typed) - 1]:
            return True
        begins = self._may_begin(event.unicode.lower())
        return focused and (begins or event.key in ARROWS or event.key in ENTER)

    @property
    def letters(self) -> str:
        return ROW_LETTERS.lower()[: self._state.grid.rows] if self._state is not None else ""

    @property
    def naming(self) -> bool:
        return bool(self._typed)

    def _may_begin(self, letter: str) -> bool:
        """Return True if a letter begins the name of a wall.

        In the other side's turn too, to be refused with a word.
        """
        going = self.played and self._state is not None and self._state.winner is None
        return going and not self._typed and bool(letter) and letter in self.letters

    def _move_cursor(self, dx: int, dy: int) -> None:
        assert self._geometry is not None
        if self._cursor is None:
            middle = self._geometry.box
            at = (middle[0] + middle[2] / 2, middle[1] + middle[3] / 2)
            self._cursor = self._under if self._under is not None else self._geometry.wall_at(at)
            return
        there = self._geometry.step_from(self._cursor, dx, dy)
        self._cursor = there if there is not None else self._cursor

    def _type(self, event: pygame.event.Event) -> str | None:
        """Collect a wall's name from the keyboard; the name once it is whole and may be drawn."""
        assert self._state is not None
        letter, grid = event.unicode.lower(), self._state.grid
        if event.key in (pygame.K_ESCAPE, pygame.K_BACKSPACE):
            self._typed = ""
        elif self._may_begin(letter):
            self._typed = letter
        elif len(self._typed) == 1 and letter and letter in DIGITS[: grid.columns]:
            self._typed += letter
        elif len(self._typed) == 2 and letter and letter in "hv":
            name, self._typed = self._typed[0].upper() + self._typed[1] + letter, ""
            if name in grid.names:
                self._cursor = grid.wall(name)
                return self._choose(self._cursor)
        elif letter and letter.isalnum():
            self._typed = ""
        return None

    def _choose(self, wall: int | None) -> str | None:
        """The name of a wall that may be drawn now."""
        self._chosen = None
        if wall is None or self._state is None or self._state.winner is not None:
            return None
        if not self._open:
            self.refusal = (
                f"It is {NAMES[self._state.to_move]}’s turn. {self._state.grid.names[wall]} was not drawn."
            )
            return None
        if wall not in self._state.legal:
            return None
        self._chosen = wall
        return self._state.grid.names[wall]

    def highlight(self, move: str | None) -> None:
        self._shown = wall_of(self._state, move) if self._state is not None and move is not None else None

    @property
    def pointed(self) -> str | None:
        wall = self._under if self._cursor is None else self._cursor
        state = self._state
        if state is None or not self._open or wall is None or wall == self._chosen or wall not in state.legal:
            return None
        return state.grid.names[wall]

    def commands(self, position: Position, proof: Proof | None = None) -> list[Command]:
        state = zuniq(position)
        bonus = claim_bonus(state.to_move, state.ply + 1)
        claimed = state.claims[state.to_move] is not None
        over = state.winner is not None or proof == "loss"
        if over or claimed or bonus <= 0 or state.ply < _CLAIMS_FROM:
            return []
        texts = ("Claiming with the next wall", "Claiming")
        if not self._claiming:
            texts = (f"Claim the win, {counted(bonus, 'point')} more", f"Claim +{bonus:g}")
        mark = "!" if self._claiming else ""
        return [Command("!", self._toggle_claim, label=texts[0], short=texts[1], name="claim", mark=mark)]

    def _toggle_claim(self) -> None:
        self._claiming = not self._claiming

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Arrows, Enter", "choose a wall and draw it"),
            ("C 3 V", "type a wall’s name to draw it"),
            ("!", "claim the win with the next wall"),
        ]
