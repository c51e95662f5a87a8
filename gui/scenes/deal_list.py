"""The deals of a file of bridge as a list: one of them is chosen, or all are taken as one match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game import transfer
from game.bridge.cards import SUITS, cards_of, suit_of
from game.bridge.deal import MOST_LISTED
from game.bridge.pbn import BoardFile, FileBoard, Note, Opening, sentences
from game.words import counted
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.bridge.cards import rank_words
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import button, heading
from gui.ui.layout import BAR, Frame
from gui.ui.scroll import Scroll
from gui.ui.text import SIGNS

_ROW, _HEAD, _INSET = 68.0, 44.0, 16.0
_LABEL, _SHORT_LABEL = 132.0, 56.0
_FOOT, _BUTTON, _WIDE = 64.0, 36.0, 240.0
_PAUSE = 1.5  # seconds between two digits of one number
_WIDE_ROW = 560.0  # units of width from which a row says who deals
_BY = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8}
Choose = Callable[[FileBoard], object]


class DealListScene(Scene):
    """The boards of `file`; `choose` is called with the one that is taken, and by default looks at it.

    Boards that cannot be read stand below the others, with the reason.
    """

    name = "deal_list"
    title = "Deals"
    keys_title = "Bridge: deals of a file"

    def __init__(
        self, context: AppContext, back: Scene | None, file: BoardFile, choose: Choose | None = None
    ) -> None:
        super().__init__(context, back)
        self.file = file
        self.chosen = 0
        self.scroll = Scroll()
        self._choose = choose
        self._typed, self._typed_at = "", 0.0  # digits of a number, and when the last one was
        self.targets.focus = "deal 0"

    # -- what can be done --

    def take(self, number: int) -> None:
        """Choose a deal."""
        self.chosen = number
        board = self.file.boards[number]
        if self._choose is None:
            self._look_at(board.opening())
            return
        self._choose(board)
        for sentence in sentences([Note(board.label, text) for text in board.notes]):
            self.context.notify(sentence)
        self.go_back()

    def take_all(self) -> None:
        """Take all deals as one match."""
        if self._choose is None:
            self._look_at(self.file.opening())

    def _look_at(self, opening: Opening) -> None:
        for sentence in sentences(opening.notes):
            self.context.notify(sentence)
        self.go(to.Review(transfer.session_of(opening)))

    def show(self, number: int) -> None:
        """Move the focus to a deal, and bring it into sight."""
        self.chosen = min(max(0, number), len(self.file.boards) - 1)
        self.targets.focus, self.targets.ring = f"deal {self.chosen}", True
        self.scroll.show(_HEAD + self.chosen * _ROW, _ROW)

    def commands(self) -> list[Command]:
        most = min(len(self.file.boards), MOST_LISTED)
        first = "All" if most == len(self.file.boards) else "First"
        return [
            Command("Enter", None, "choose the deal"),
            Command("Up, Down, Page up, Page down, Home, End", None, "go through the deals"),
            Command("0 to 9", None, "go to the board with this number"),
            *(
                [
                    Command(
                        "A",
                        self.take_all,
                        "play them one after the other",
                        f"{first} {most} as one match",
                        "all",
                    )
                ]
                if self._choose is None
                else []
            ),
            *super().commands(),
        ]

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.KEYDOWN and (self._step(event.key) or self._type(event.unicode)):
            return self.next
        if event.type != pygame.KEYDOWN and self.scroll.handle(event, self.context.scale):
            return self.next
        return super().handle(event)

    def _step(self, key: int) -> bool:
        """Return True if a key has moved the focus along the list."""
        focused = self.targets.focus == f"deal {self.chosen}"
        if key in (pygame.K_HOME, pygame.K_END):
            self.show(0 if key == pygame.K_HOME else len(self.file.boards) - 1)
            return True
        if not focused or key not in _BY:
            return False
        after = self.chosen + _BY[key]
        if key in (pygame.K_UP, pygame.K_DOWN) and not 0 <= after < len(self.file.boards):
            return False
        self.show(after)
        return True

    def _type(self, digit: str) -> bool:
        """Return True if a key was a digit of a board's number; the board is shown whose number begins so."""
        if not (digit.isascii() and digit.isdigit()):
            return False
        now = self.context.now()
        before = self._typed if now - self._typed_at < _PAUSE else ""
        self._typed, self._typed_at = before + digit, now
        labels = [board.label for board in self.file.boards]
        results = [number for number, label in enumerate(labels) if label.startswith(self._typed)]
        if results:
            self.show(results[0])
        return True

    def update(self, seconds: float) -> Scene | None:
        self.context.room.poll()
        return super().update(seconds)

    def refresh(self) -> None:
        number = self.targets.focus_of("deal")
        if number is not None:
            self.chosen = int(number)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            self._draw_list(canvas, frame)
            self._draw_foot(canvas, frame)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game="Honeymoon bridge", detail=self.title)

    def _draw_list(self, canvas: Canvas, frame: Frame) -> None:
        x, width = frame.margin, frame.width - 2 * frame.margin
        view = (x - 8, BAR, width + 16, frame.height - BAR - _FOOT)
        rows = len(self.file.boards) + len(self.file.left_out)
        origin = self.scroll.fit(view, _HEAD + _ROW * rows + 16)
        with canvas.clipped(view):
            heading(canvas, (x + _INSET, origin + 26), self._heading())
            for number, board in enumerate(self.file.boards):
                box = (x, origin + _HEAD + number * _ROW, width, _ROW - 6)
                if box[1] + box[3] < view[1] - _ROW or box[1] > view[1] + view[3] + _ROW:
                    continue  # the arrows go there all the same, see `_step`
                name, press = f"deal {number}", partial(self.take, number)
                lit = self.targets.add(name, box, press, radius=8, within=view)
                self._draw_board(canvas, box, board, lit=lit or number == self.chosen)
            for number, note in enumerate(self.file.left_out, len(self.file.boards)):
                box = (x, origin + _HEAD + number * _ROW, width, _ROW - 6)
                if view[1] < box[1] + box[3] and box[1] < view[1] + view[3]:
                    self._draw_left_out(canvas, box, note)
        self.scroll.draw(canvas)

    def _heading(self) -> str:
        result, left_out = len(self.file.boards), len(self.file.left_out)
        return counted(result, "deal") + (
            f", {counted(left_out, 'board')} that cannot be played" if left_out else ""
        )

    def _draw_board(self, canvas: Canvas, box: Box, board: FileBoard, *, lit: bool) -> None:
        """The number of a board, and both hands with their high cards."""
        colour, (x, y, width, height) = canvas.theme.colour, box
        if lit:
            canvas.panel(box, colour.panel if canvas.theme.name == "light" else colour.raised, radius=8)
        left, middle = x + _INSET, y + height / 2
        wide = width >= _WIDE_ROW
        column = _LABEL if wide else _SHORT_LABEL
        name = canvas.fitted(f"Board {board.label}" if wide else board.label, "body", column - 16)
        canvas.text((left, middle - 13), name, "body", colour.text)
        if wide:
            canvas.text((left, middle + 13), f"{board.dealer.capitalize()} deals", "label", colour.text3)
        left += column
        room = x + width - _INSET - left - 72
        for seat, hand, line in zip(
            ("North", "South"), board.deal.hands, (middle - 13, middle + 13), strict=True
        ):
            canvas.text((left, line), seat, "label", colour.text3)
            canvas.text(
                (left + 64, line), canvas.fitted(_hand_words(hand or 0), "body", room), "body", colour.text
            )

    def _draw_left_out(self, canvas: Canvas, box: Box, note: Note) -> None:
        colour, (x, y, width, height) = canvas.theme.colour, box
        middle = y + height / 2
        canvas.text((x + _INSET, middle - 13), f"Board {note.board}", "body", colour.text3)
        reason = f"{note.text[:1].upper()}{note.text[1:]}."
        canvas.text(
            (x + _INSET, middle + 13),
            canvas.fitted(reason, "label", width - 2 * _INSET),
            "label",
            colour.text3,
        )

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        """Draw facts about the chosen deal, and the command that takes all."""
        colour, y = canvas.theme.colour, frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), colour.line)
        right = frame.width - frame.margin
        for command in self.commands():
            if command.label:
                right -= _WIDE
                box = (right, y + 14, _WIDE, _BUTTON)
                button(
                    canvas, self.targets, command.name, box, command.label, command.press, key=command.keys
                )
        board = self.file.boards[self.chosen]
        message = " ".join(sentences([Note(board.label, text) for text in board.notes]))
        room = right - 2 * frame.margin
        lines = canvas.renderer.wrap(message, canvas.theme.type["label"], room, canvas.scale)
        place = (
            frame.margin,
            y + _FOOT / 2 - canvas.theme.type["label"].line * min(2, len(lines)) / 2,
            room,
            0.0,
        )
        canvas.paragraph(place, message, "label", colour.text2, 2)


def _hand_words(hand: int) -> str:
    """A hand suit by suit: `♠ A K 3   ♥ 10 2   ♣ Q`."""
    suits: list[Sequence[str]] = [
        [rank_words(card) for card in cards_of(hand) if suit_of(card) == suit] for suit in range(len(SUITS))
    ]
    return "   ".join(f"{SIGNS[suit]} {' '.join(ranks)}" for suit, ranks in enumerate(suits) if ranks)
