"""Remember the cards: the tricks go by at the person's pace, the table is covered, and the cards are marked.

Everything comes from what South saw of the deal: a trick is shown by the position behind it, and North's hand is not
in the problem.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from ai.practice.recall import SOUTH, judge
from game.bridge.cards import HIGHEST, RANKS, SUITS, bit, card_name, card_of, cards_of, parse_card, suit_of
from game.bridge.exchange import Trick
from game.practice.problem import Recall
from game.words import counted
from gui.context import AppContext, Scene
from gui.games.bridge.cards import draw_card
from gui.games.bridge.visible_state import bridge
from gui.play.board_input import BOARD
from gui.play.panel import PanelColumn
from gui.play.problem_run import ProblemRun
from gui.scenes.practice import words
from gui.scenes.practice.problem import ProblemScene
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import heading
from gui.ui.layout import draw_drawer
from gui.ui.targets import ENTER


class RecallScene(ProblemScene):
    """A problem of remembering cards: `shown` tricks went by; behind the last one the question comes."""

    def __init__(self, context: AppContext, back: Scene | None, run: ProblemRun) -> None:
        super().__init__(context, back, run)
        view = bridge(self.session.position)
        assert isinstance(self.problem.task, Recall)
        self.tricks: tuple[Trick, ...] = view.board.tricks
        self.suits = [SUITS.index(each) for each in self.problem.task.suit or SUITS]
        self.own = view.board.cards.hands[SOUTH]
        self.upturned = view.board.upturned
        self.shown, self.asked = 0, False
        self.marked: set[str] = set()
        self.targets.focus = ""

    def open_hand(self) -> bool:
        return False

    # -- tricks go by --

    def step(self) -> None:
        """Show the next trick; behind the last one cover the table and ask."""
        if self.shown < len(self.tricks):
            self.shown += 1
        elif not self.asked:
            self.asked = True
            self.targets.focus = self.names_to_mark()[0]
            self.targets.ring = True

    def step_back(self) -> None:
        """Show the trick before again, as long as the table is open."""
        if not self.asked:
            self.shown = max(0, self.shown - 1)

    def names_to_mark(self) -> list[str]:
        return [card_name(card) for suit in self.suits for card in self._row(suit) if not self._mine(card)]

    @staticmethod
    def _row(suit: int) -> list[int]:
        return [card_of(suit, rank) for rank in range(HIGHEST, -1, -1)]

    def _mine(self, card: int) -> bool:
        return bool(self.own & bit(card))

    # -- the answer --

    def mark(self, name: str) -> None:
        """Mark a card, or take the mark back."""
        if self.asked and self.trial.open:
            self.marked ^= {name}

    def check(self) -> None:
        """Judge the cards that are marked."""
        if self.asked and self.trial.open:
            move = ",".join(sorted(self.marked))
            self.trial.judge(move, judge(self.problem, self.session.position, move))
            self.targets.focus = "next"

    def show(self) -> None:
        self.asked, self.shown = True, len(self.tricks)
        super().show()

    def try_again(self) -> None:
        """Let the tricks go by once more; how it went at first stays."""
        super().try_again()
        self.shown, self.asked = 0, False
        self.marked.clear()
        self.targets.focus = ""

    def hint(self) -> None:
        """Say how many cards there are, then a trick to think of, then the cards."""
        if not self.asked or not self.trial.open or len(self._hints) >= words.MOST_HINTS:
            return
        texts = (self._how_many, self._a_trick, self._all)
        self._hints.append(texts[len(self._hints)]())
        self.trial.hints = max(self.trial.hints, len(self._hints))

    def _how_many(self) -> str:
        return f"{counted(len(self.problem.answers), 'card')} can be there."

    def _a_trick(self) -> str:
        number = next(
            (at + 1 for at in range(len(self.tricks) - 1, -1, -1) if self._of_suit(self.tricks[at])), 0
        )
        if not number:
            return "No card of the suit went by in a trick."
        trick = self.tricks[number - 1]
        return f"Trick {number}: {_sign(trick.led)}, then {_sign(trick.reply)}."

    def _of_suit(self, trick: Trick) -> bool:
        return any(suit_of(each) in self.suits for each in (trick.led, trick.reply))

    def _all(self) -> str:
        return f"{', '.join(_sign(parse_card(each)) for each in self.problem.answers)}."

    def went(self, card: int) -> str:
        """Return where South saw a card last: with him, in a trick, on the stock, or not at all."""
        if self._mine(card):
            return "yours"
        for number, trick in enumerate(self.tricks, 1):
            if card in (trick.led, trick.reply):
                return f"trick {number}"
        for number, trick in enumerate(self.tricks, 1):
            if card == trick.shown:
                return f"taken {number}"
        if card == self.upturned:
            return "on show"
        empty = 0 if card_name(card) in self.problem.answers else self._void(suit_of(card))
        return f"none in {empty}" if empty else "unseen"

    def _void(self, suit: int) -> int:
        """The number of the last trick in which North could not follow a suit; 0 where there is none."""
        return max(
            (
                number
                for number, trick in enumerate(self.tricks, 1)
                if trick.leader == SOUTH and suit_of(trick.led) == suit != suit_of(trick.reply)
            ),
            default=0,
        )

    def _why_not(self, card: int) -> str:
        """The reason why North cannot hold a card, as a sentence."""
        for number, trick in enumerate(self.tricks, 1):
            if card in (trick.led, trick.reply):
                return f"{_sign(card)} went by in trick {number}."
        if card == self.upturned:
            return f"{_sign(card)} lies open on the stock."
        return f"North did not follow suit in trick {self._void(suit_of(card))}, so not {_sign(card)}."

    # -- keys --

    def _key_event(self, event: pygame.event.Event) -> None:
        if self.asked and self.trial.open and event.key in ENTER and self.targets.focus in (
            *self.names_to_mark(), "", BOARD,
        ):  # fmt: skip
            self.check()
        elif event.key == pygame.K_SPACE and self.asked and self.targets.focus in self.names_to_mark():
            self.mark(self.targets.focus)
        elif not self.targets.handle(event, self.context.scale):
            self.key(event)

    def _mouse_event(self, event: pygame.event.Event) -> None:
        self.targets.handle(event, self.context.scale)

    def commands(self) -> list[Command]:
        going, open_ = not self.asked, self.trial.open
        return [
            Command("Space, Right", self.step, "the next trick, then the question", enabled=going),
            Command("Left", self.step_back, "the trick before", enabled=going),
            Command("Space", None, "mark the card", enabled=self.asked),
            Command("Enter", self.check, "check the marked cards", enabled=self.asked and open_),
            Command("H", self.hint, "a hint: how many, a trick, the cards"),
            Command("S", self.show, "show the answer"),
            Command("T", self.try_again, "try again"),
            Command("N, Enter", self.go_on, "the next problem", enabled=not open_),
            Command(
                "Ctrl+C", self.copy_result, "copy how the problem of the day went", enabled=bool(self.run.day)
            ),
            self.panel_command(),
            *Scene.commands(self),
        ]

    def pulse(self) -> Hashable:
        return super().pulse(), self.shown, self.asked, tuple(sorted(self.marked)), len(self._hints)

    def refresh(self) -> None:
        """Nothing is chosen on a table."""

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, board=BOARD) as frame:
            box = self.board_box(frame)
            if self.asked:
                self._draw_rows(canvas, box)
            else:
                self._draw_trick(canvas, box)
            draw_bar(canvas, frame, self, self.title, self.bar_detail(), self.pace_words())
            self.draw_foot(canvas, frame)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self.draw_column(PanelColumn(canvas, frame, self.targets))

    def _draw_trick(self, canvas: Canvas, box: Box) -> None:
        """Draw the trick that went by last, and the cards that South saw with it."""
        colour, (left, top, width, height) = canvas.theme.colour, box
        middle = left + width / 2
        number = self.shown
        text = f"Trick {number} of {len(self.tricks)}" if number else "Your hand"
        canvas.text((middle, top + 24), text, "title", colour.text, "middle")
        seen = cards_of(self._hand_at(number))
        wide = min(64.0, (width - 24) / 14, height / 6)
        if number:
            trick = self.tricks[number - 1]
            theirs, mine = (trick.reply, trick.led) if trick.leader == SOUTH else (trick.led, trick.reply)
            cards = [("North leads", theirs), ("you", mine)]
            if trick.leader == SOUTH:
                cards = [("you lead", mine), ("North", theirs)]
            if trick.shown is not None:
                cards.append((f"{'you take' if trick.winner == SOUTH else 'North takes'}", trick.shown))
            if trick.drawn is not None:
                cards.append(("you draw", trick.drawn))
            large = min(84.0, width / 6, height / 5)
            step = large * 1.35
            x = middle - step * len(cards) / 2 + (step - large) / 2
            for words_, card in cards:
                canvas.text((x + large / 2, top + height * 0.2), words_, "label", colour.text2, "middle")
                draw_card(canvas, (x, top + height * 0.2 + 14, large, large * 1.4), card)
                x += step
        canvas.text((middle, top + height - wide * 1.4 - 30), "Your hand", "label", colour.text3, "middle")
        x = middle - wide * len(seen) / 2
        for card in seen:
            draw_card(canvas, (x + 2, top + height - wide * 1.4 - 12, wide - 4, (wide - 4) * 1.4), card)
            x += wide

    def _hand_at(self, number: int) -> int:
        """South's hand behind so many tricks."""
        hand = bridge(self.session.position).board.deal.hands[SOUTH] or 0
        for trick in self.tricks[:number]:
            hand &= ~bit(trick.led if trick.leader == SOUTH else trick.reply)
            got = trick.shown if trick.winner == SOUTH else trick.drawn
            hand |= 0 if got is None else bit(got)
        return hand

    def _draw_rows(self, canvas: Canvas, box: Box) -> None:
        """Draw the cards to mark; once they are judged, with the reason below each."""
        colour, (left, top, width, height) = canvas.theme.colour, box
        step = min(72.0, (width - 24) / 13)
        size = step - 6
        high = min(size * 1.4, height / len(self.suits) - 44)
        line = high + 40
        y = top + (height - line * len(self.suits)) / 2
        right = set(map(parse_card, self.problem.answers))
        for suit in self.suits:
            x = left + (width - step * 13) / 2
            for card in self._row(suit):
                name, place = card_name(card), (x + 3, y, size, high)
                mine, marked = self._mine(card), name in self.marked
                lit = False
                if not mine and self.trial.open:
                    lit = self.targets.add(name, place, partial(self.mark, name), radius=6)
                fill = colour.text if marked else colour.raised if lit else colour.panel
                ink = colour.panel if marked else colour.text3 if mine else colour.text
                missed = not self.trial.open and (card in right) is not marked and not mine
                edge = colour.amber if missed else colour.line2
                canvas.panel(place, fill, radius=6, edge=edge, width=3 if missed else 1.2)
                rank = RANKS[card % len(RANKS)].replace("T", "10")
                canvas.text((x + 3 + size / 2, y + high * 0.32), rank, "strong", ink, "middle")
                canvas.suit((x + 3 + size / 2, y + high * 0.7), suit, min(18.0, size * 0.4), ink)
                if not self.trial.open or mine:
                    note = canvas.fitted(self.went(card), "small", step)
                    canvas.text((x + 3 + size / 2, y + high + 13), note, "small", colour.text3, "middle")
                x += step
            y += line

    def draw_column(self, column: PanelColumn) -> None:
        column.y = column.top - (13 if column.tight else 1)
        canvas, colour, trial = column.canvas, column.canvas.theme.colour, self.trial
        heading(canvas, (column.left, column.y), "Problem")
        column.y += 18
        task = words.task_words(self.problem, self.session.position)
        column.paragraph(task, "strong", colour.text, lines=2, after=12)
        self._rule(column)
        *others, last = self._buttons()
        reserved = 44.0 * (len(others) + 1) + 8
        with column.keeping(reserved):
            if not self.asked:
                column.paragraph("Watch the tricks go by. Then the table is covered.", "body", colour.text3)
            elif trial.open and not self._hints:
                column.paragraph("Mark the cards. Your own are left out.", "body", colour.text3)
            elif trial.open:
                for text in self._hints:
                    column.paragraph(text, "body", colour.text, after=4)
            else:
                self._draw_judged(column)
        column.y = column.bottom - reserved + 8
        column.buttons(others)
        column.button(last.name, last.label, last.key, last.press, primary=True)

    def _draw_judged(self, column: PanelColumn) -> None:
        colour = column.canvas.theme.colour
        right = set(self.problem.answers)
        if self.trial.solved:
            column.paragraph("Right.", "title", colour.text, after=6)
        wrong = sorted(self.marked - right)
        for name in wrong[:4]:
            card = parse_card(name)
            column.paragraph(self._why_not(card), "body", colour.text, after=2)
        if not self.trial.shown and right - self.marked:
            missing = [each for each in self.problem.answers if each not in self.marked]
            names = ", ".join(_sign(parse_card(each)) for each in missing)
            column.paragraph(f"Missing: {names}.", "body", colour.text, lines=2, after=4)
        column.paragraph(f"North can hold {self._all()}", "body", colour.text2, lines=3)

    def _buttons(self) -> list[Command]:
        if not self.asked:
            more = self.shown < len(self.tricks)
            return [
                Command("S", self.show, label="Show me", name="show"),
                Command("Space", self.step, label="Next trick" if more else "Ask me", name="step"),
            ]
        if self.trial.open:
            left = words.MOST_HINTS - len(self._hints)
            hints = [Command("H", self.hint, label=f"Hint, {left} left", name="hint")] if left else []
            return [
                *hints,
                Command("S", self.show, label="Show me", name="show"),
                Command("Enter", self.check, label="Check", name="check"),
            ]
        last = self.run.following is None
        copy = [Command("Ctrl+C", self.copy_result, label="Copy the result", short="Copy", name="copy")]
        return [
            Command("T", self.try_again, label="Try again", name="again"),
            *(copy if self.run.day is not None else []),
            Command("N, Enter", self.go_on, label="Done" if last else "Next", name="next"),
        ]


def _sign(card: int) -> str:
    """A card as its suit's sign and rank."""
    return f"{'♠♥♦♣'[suit_of(card)]}{RANKS[card % len(RANKS)].replace('T', '10')}"
