"""Things that play, review and showcase share: board, column, timeline and transport around one session."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import pygame

from game import transfer
from game.advice import Advice, Choice
from game.errors import IllegalMove
from game.facts import Effort
from game.games import by_moves
from game.guided.takeover import Takeover
from game.review import Judgement, judged
from game.session import Session
from game.tree import Node
from gui import destinations as to
from gui.context import AppContext, Scene, Shared
from gui.games.registry import ui_of
from gui.play.board_input import BOARD, BoardInput
from gui.play.game_ui import Fault, Opinion, RenderState
from gui.play.kibitzer import listed
from gui.play.move_list import MARKS, MoveList
from gui.play.panel import PanelColumn
from gui.play.players import seats_for, why_hidden
from gui.play.playhead import Playhead, SessionPlayhead, draw_transport
from gui.play.sources import certain, known_choices
from gui.play.timeline import ValueCurve, draw_timeline
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command, run_key
from gui.ui.layout import Frame, draw_drawer
from gui.ui.scroll import Scroll
from gui.ui.targets import ENTER
from gui.ui.text import grouped


class BoardScene(Scene):
    """A scene around one session. Subclasses say what the column holds and what the keys do."""

    hidden: bool = False  # whether players see only what the rules let them see
    hints: bool = False  # whether the best moves are shown
    shares = True

    def __init__(self, context: AppContext, back: Scene | None, session: Session) -> None:
        super().__init__(context, back)
        self.session = session
        self.head: Playhead = SessionPlayhead(session)
        self.ui = ui_of(session.position.game)
        self.ui.board.played = type(self).open_hand is not BoardScene.open_hand
        self.ui.privacy.sit(session.seats, hidden=self.hidden)
        self.input = BoardInput(self.ui.board, self.targets, self.chosen, self.refused)
        self.title = self.ui.language.title_of(session.position)
        self.moves = MoveList(self.ui)
        self.moves_open = False
        self.targets.focus = BOARD
        self._grown = 1.0
        self._seen = session.cursor  # the place of the last frame
        # by ply of a mistake, with what they were told from
        self._reasons: dict[int, tuple[object, str]] = {}

    def rules(self) -> tuple[str, str] | None:
        return self.ui.language.rules(self.session.position)

    def learns(self) -> str:
        return by_moves(self.session.position.game)

    # -- for subclasses --

    def advice(self) -> Advice | None:
        """The opinion on the position that is shown."""
        return self.session.opinions.get(self.session.cursor)

    def opinion(self, waiting: str = "", *, node: Node | None = None, about: str | None = None) -> Opinion:
        """Return the opinion on the position on the board, or on another one in the game."""
        at, advice_list = node or self.session.node, self.session.opinions_by_node
        advice = self.advice() if node is None else advice_list.get(node)
        return Opinion(at.position, advice, node is not None or self.hints, waiting, about, at, advice_list)

    def reason_of(self, mistake: Judgement) -> str:
        """Return why a mistake is one; empty as long as nothing is known of the better move there."""
        opinion = self.opinion(node=self.session.line[mistake.ply], about=mistake.move)
        items = (mistake.move, opinion.advice, opinion.after)
        known = self._reasons.get(mistake.ply)
        if known is None or known[0] != items:
            advice = opinion.spoken
            better = advice is not None and advice.choices[0].move == mistake.better
            known = self._reasons[mistake.ply] = (items, self.ui.language.reason(opinion) if better else "")
        return known[1]

    def shown_choices(self) -> tuple[Choice, ...]:
        """The choices drawn on the board."""
        return ()

    def evaluator(self) -> str:
        """The adviser whose judgement is opened up on the board; none where opinions are hidden."""
        return ""

    def judgements(self) -> tuple[Judgement | None, ...]:
        """By move what it has cost, as far as is known."""
        return ()

    def open_hand(self) -> bool:
        """Return True if a person may choose a move."""
        return False

    def chosen(self, move: str) -> None:
        """A person has chosen `move` on the board."""

    def refused(self, reason: str) -> None:
        """Say why a move that a person meant on the board is none."""
        self.context.reply(reason)

    def draw_column(self, column: PanelColumn) -> None:
        """Fill the panel."""

    def course(self) -> ValueCurve:
        """Return the curve of the timeline: here only where one is."""
        here = self.session.cursor
        return ValueCurve(
            values=(),
            axis=self.ui.language.axis(()),
            cursor=here,
            last=max(1, self.session.length),
            label="",
            figure=str(here),
        )

    def seek(self, place: int) -> None:
        """Show what is at a place on the timeline."""
        self.head.seek(place)

    def scrolls(self) -> list[Scroll]:
        """The lists of the column that are shown."""
        return [self.moves.scroll] if self.moves_open else []

    def judged(self, node: Node) -> Judgement | None:
        """Return the judgement on the move that led to a place in the tree, as far as it is known and may be shown."""
        return judged(self.session, node)

    def visit(self, node: Node, line: Sequence[Node] = ()) -> None:
        """Show a place in the tree of the game, on a line through it: by default the one that is shown, if it is."""
        self.session.visit(node, line)

    def toggle_moves(self) -> None:
        """Show or hide the list of moves."""
        self.moves_open = not self.moves_open

    def draw_moves(self, column: PanelColumn) -> None:
        """The list of moves in the rest of the column."""
        self.moves.draw(column, self.session, self.judged, self.visit)

    def enter_variation(self) -> None:
        """Into the next variation."""
        look = self.session.look()
        if look.enter():
            self.visit(look.node, look.line)
        else:
            self.context.reply("No variation follows here.")

    def leave_variation(self) -> None:
        """Back to where this line left the one before it."""
        look = self.session.look()
        if look.leave():
            self.visit(look.node, look.line)
        else:
            self.context.reply("This is the main line.")

    def make_main(self) -> None:
        """Make the line that is shown the main one."""
        if self.session.promote():
            self.variation_opened()
            self.context.reply("This line is now the main line.")

    def variation_commands(self) -> list[Command]:
        """Return the commands for moving between the lines of a game."""
        ways = (self.leave_variation, self.enter_variation)
        return [
            Command("Shift+O", self.make_main, "make this variation the main line", scope=BOARDS),
            Command("O", self.toggle_moves, "show or hide the moves of the game", scope=BOARDS),
            Command("Shift+Y, Y", ways, "out of a variation, into the next one", scope=BOARDS),
            Command("W", self.walk_plan, "follow the engine’s line as a variation", scope=BOARDS),
        ]

    def board_box(self, frame: Frame) -> Box:
        """Return the box of the board: beside a drawer that is open, where that leaves room for it."""
        return frame.uncovered(frame.board, panel_open=self.panel_open)

    def draw_beside(self, canvas: Canvas, frame: Frame) -> None:
        """Draw what stands beside the board."""

    def sides(self) -> tuple[str, ...]:
        """The names of the seats, as a person reads them."""
        return self.ui.language.names(self.session.position)

    def shared(self) -> Shared:
        session = self.session
        why = why_hidden(session, self.ui) or ("" if session.length else "No move has been played yet.")
        record = None if why else session.record()
        place = 0 if record is None else min(session.cursor, len(record.moves))
        return Shared(record, place, partial(transfer.as_text, session), why)

    # -- the motion of the last move --

    def motion_seconds(self) -> float:
        """Return how long the last move is drawn with its motion."""
        return self.context.theme.motion.long / 1000

    def grow(self) -> None:
        """Let the last move be drawn with its motion."""
        self._grown = 1.0 if self.context.still else 0.0

    def _sound(self) -> None:
        """Play the sound of the move that led to the position that is shown."""
        here = self.session.cursor
        if here:
            name = self.ui.board.sound(self.session.position_at(here - 1), self.session.position)
            self.context.sound(name, self.context.config.sound.moves)

    @property
    def moving(self) -> bool:
        """True if the last move is still being drawn."""
        return self._grown < 1.0

    # -- events --

    def entered(self) -> None:
        super().entered()
        self.ui.board.bind(self.context.config)

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.KEYDOWN:
            self._key_event(event)
        else:
            self._mouse_event(event)
        return self.next

    def _mouse_event(self, event: pygame.event.Event) -> None:
        if any(scroll.handle_mouse(event, self.context.scale, self.targets) for scroll in self.scrolls()):
            return
        self.input.mouse(event, self.context.scale)

    def _key_event(self, event: pygame.event.Event) -> None:
        if not self.ui.board.naming and event.unicode.lower() in self.taken() and self._shifted(event):
            return
        waits = self.input.focused and not self.open_hand()
        if waits and event.key in ENTER and run_key(self.bound(), event):
            return  # no move is wanted on the board, so the key is that of the scene
        scale = self.context.scale
        if not self.input.key(event, scale) and not self.targets.handle(event, scale):
            self.input.offer(event, scale)
            if not any(scroll.handle(event, scale) for scroll in self.scrolls()):
                self.key(event)

    def _shifted(self, event: pygame.event.Event) -> bool:
        """Run the command behind a letter of the board, which is held with Shift; whether there is one."""
        return run_key(self.bound(), event, shifted=True)

    def taken(self) -> str:
        return self.ui.board.letters if self.ui.board.played else ""

    def commands(self) -> list[Command]:
        board = self.input.commands()
        drops = any("Space" in each.keys for each in board)  # one key has one meaning
        return [
            *board,
            *self.head.commands("" if drops else "play and pause"),
            self.panel_command(),
            *self.own_commands(),
            *super().commands(),
        ]

    def own_commands(self) -> list[Command]:
        """Return the commands of the player to move besides moves."""
        if not self.open_hand():
            return []
        return self.ui.board.commands(self.session.position, self.session.proof(self.session.node))

    def crossing(self, ply: int) -> tuple[str, str]:
        """Return the book or policy that was entered or left with the move before `ply`, and why.

        Empty where none was.
        """
        line_advice = self.session.opinions
        return self.ui.language.crossing(line_advice.get(ply - 1), line_advice.get(ply))

    def walk_plan(self) -> None:
        """Open what the engine would play from here as a variation, and show its first move."""
        advice = self.advice() if self.may_walk() else None
        if advice is None or not advice.choices:
            self.context.reply("There is no engine line to follow here.")
            return
        look, best, ply = self.session.look(), advice.choices[0], self.session.cursor
        with suppress(IllegalMove):  # a plan may go further than the position is known
            for move in (best.move, *best.line):
                look.play(move)
        if look.cursor > ply:
            self.visit(look.line[ply + 1], look.line)
            self.variation_opened()

    def may_walk(self) -> bool:
        """Return True if a plan may be shown here move by move: not where it tells of hidden cards."""
        return not self.session.position.over

    def variation_opened(self) -> None:
        """A variation was opened."""

    def play_on(self) -> None:
        """A new game from the position on the board, against the engine."""
        seats = seats_for(self.context.config, self.session.position)
        here = self.session.cursor
        branch = self.session.take_over(here, seats)
        follows = Takeover.of(self.session, here) if here < self.session.length else None
        self.go(to.Play(branch, takeover=follows))

    # -- a frame --

    def update(self, seconds: float) -> Scene | None:
        self.head.update(seconds)
        if self.head.at == self._seen + 1:
            self.grow()
            self._sound()
        self._seen = self.head.at
        grown = self._grown + seconds / self.motion_seconds()
        self._grown = 1.0 if self.context.still else min(1.0, grown)
        self.refresh()
        return self.next

    def pulse(self) -> Hashable:
        return self.head.pulse(), self.session.version, self._grown

    def refresh(self) -> None:
        self.input.see(self.session.position, open_hand=self.open_hand())

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, board=BOARD) as frame:
            self.input.add(frame.board)
            look = self._look()
            if not (self.ui.board.marks_all or self.moves_open):
                listed = self.listed(PanelColumn(canvas, frame, self.targets))
                look = replace(look, choices=look.choices[:listed])
            self.ui.board.draw(canvas, self.board_box(frame), look)
            self.draw_beside(canvas, frame)
            draw_bar(canvas, frame, self, self.title, self.bar_detail(), self.pace_words())
            self.draw_foot(canvas, frame)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self.draw_column(PanelColumn(canvas, frame, self.targets))

    def draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        """Draw what stands below the board and the panel."""
        draw_timeline(canvas, frame, self.targets, self.course(), self.seek)
        draw_transport(canvas, frame, self.targets, self.head)

    def listed(self, column: PanelColumn) -> int:
        """Return how many of the best moves the column lists: the board marks no others."""
        return listed(column, self.ui.language)

    def bar_detail(self) -> str:
        """Return the text behind the game's name in the bar."""
        return self.ui.language.detail(self.session.position)

    def pace_words(self) -> str:
        """Return the text about the engine in the bar."""
        advice = self.advice()
        effort = Effort() if advice is None else advice.read(Effort)
        rates = (("iterations", effort.iterations_per_second), ("nodes", effort.nodes_per_second))
        return next((f"search {_rounded(rate)} {unit}/s" for unit, rate in rates if rate), "")

    def _look(self) -> RenderState:
        return RenderState(
            position=self.session.position,
            choices=self.shown_choices(),
            grown=1.0 - (1.0 - self._grown) ** 3,
            open_hand=self.open_hand(),
            focused=self.input.focused,
            evaluator=self.evaluator(),
            certain=certain(self.advice()),
            known=known_choices(self.advice()),
            ranks=self.ui.language.ranks(self.session.position, self.advice()),
            session=self.session,
            judged=self.judgements(),
            fault=self._fault(),
        )

    def _fault(self) -> Fault | None:
        """Return the mistake that was played on the position on the screen, if there was one and moves are shown."""
        at, judged = self.session.cursor, self.judgements()
        judgement = judged[at] if at < len(judged) else None
        if judgement is None or judgement.verdict not in MARKS or not self.shown_choices():
            return None
        return Fault(judgement.move, MARKS[judgement.verdict])


def _rounded(rate: float) -> str:
    """A rate rounded so that it can be read while it changes: 118 000, not 118 342; 1.2 M."""
    if rate >= 1_000_000:
        return f"{rate / 1_000_000:.1f}\u00a0M"
    unit = 1000 if rate >= 10_000 else 10
    return grouped(round(rate / unit) * unit)
