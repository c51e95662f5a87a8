"""The moves of a game as a list that scrolls: variations hang below the move they leave, mistakes have their marks.

Apart from `game_ui`: it looks at the tree of a game, the column at one position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.advice import Verdict
from game.review import Judgement, Tally, tally, turning_point
from game.session import Session
from game.tree import Node, lines
from gui.play.game_ui import GameUI
from gui.play.panel import PanelColumn
from gui.ui.layout import Flow
from gui.ui.scroll import Scroll
from gui.ui.text import counted, percent

# as in the notation of chess
MARKS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_ROW, _PART = 28.0, 30.0  # units of a row of moves, and of the name of a part of the game
_NUMBER = 34.0  # units for the number of the first move of a row
_INDENT, _DEEPEST = 14.0, 4  # units that a variation stands in from the line it leaves, and how often it does
_AIR = 4.0  # above the first row and below the last one
_HEAD = 26.0  # for the names of the seats over the list
_BEYOND = 1  # rows on either side that can be reached although they are out of sight


@dataclass(frozen=True)
class Row:
    """Moves that stand beside each other: one of each seat, in the order of the seats. `depth` is 0 on the main line.

    `part` is the name of the part of the game that begins with this row, if one does.
    """

    depth: int
    number: int
    cells: tuple[Node | None, ...]
    part: str = ""

    @property
    def height(self) -> float:
        return _ROW + (_PART if self.part else 0.0)


def _ply(node: Node) -> int:
    return node.ply


def rows_of(root: Node, ui: GameUI) -> list[Row]:
    """All that was played from `root` on. A variation stands below the row of the move that it replaces."""
    seats = len(root.position.seats)
    rows: list[Row] = []
    cells: dict[int, Node] = {}
    depth, part, named = 0, "", ""

    def close() -> None:
        nonlocal part
        if cells:
            first = min((node.parent for node in cells.values() if node.parent is not None), key=_ply)
            own = tuple(cells.get(seat) for seat in range(seats))
            rows.append(Row(depth, ui.language.number(first.position), own, part))
            cells.clear()
            part = ""

    # a line goes on behind a node, or begins with a node that leaves another line
    waiting: list[tuple[Node, int, bool]] = [(root, 0, False)]
    while waiting:
        node, level, begins = waiting.pop()
        if cells and (begins or level != depth):
            close()
        depth = level
        end, at = node, node if begins else node.next
        while at is not None:
            assert at.parent is not None
            seat, section = at.parent.position.to_move, ui.language.part(at.parent.position)
            later = bool(cells) and seat < max(cells) and not ui.language.beside(at.parent.position)
            if seat in cells or later or section != named:
                close()
            if section != named:
                part, named = section, section
            cells[seat] = end = at
            others = [each for each in at.parent.children if each is not at]
            if others and not (begins and at is node):
                close()
                waiting.append((at, level, False))
                waiting += [(each, level + 1, True) for each in reversed(others)]
                break
            at = at.next
        else:  # what was only tried out behind the end
            waiting += [(each, level + 1, True) for each in reversed(end.children)]
    close()
    return rows


class MoveList:
    """The list of one scene: what it shows, how far it is scrolled, and the move that was current last."""

    def __init__(self, ui: GameUI) -> None:
        self.ui = ui
        self.scroll = Scroll()
        self._of: tuple[Node, int] | None = None  # the tree for which the rows were worked out
        self._rows: list[Row] = []
        self._tops: list[float] = []
        self._names: dict[Node, str] = {}
        self._row_of: dict[Node, int] = {}
        self._current: Node | None = None

    def _work_out(self, session: Session) -> None:
        root = session.line[session.begin]  # what was played before that may not be looked at
        now = (root, session.version[0])
        if self._of == now:
            return
        self._of, self._rows = now, rows_of(root, self.ui)
        nodes = [node for own in lines(session.root) for node in own]
        self._names = {node: f"move {number}" for number, node in enumerate(nodes)}
        self._row_of = {
            node: at for at, row in enumerate(self._rows) for node in row.cells if node is not None
        }
        self._tops, top = [], _AIR
        for row in self._rows:
            self._tops.append(top)
            top += row.height

    def draw(
        self,
        column: PanelColumn,
        session: Session,
        judged: Callable[[Node], Judgement | None],
        go: Callable[[Node], object],
    ) -> None:
        """Fill the rest of the column; pressing a move calls `go`, those on the chosen line are bright."""
        self._work_out(session)
        names = self.ui.language.names(session.position)
        if len(names) > 1 and self._rows and not column.tight:
            wide = (column.width - _NUMBER) / len(names)
            for place, name in enumerate(names):
                x = column.left + _NUMBER + place * wide
                words = column.canvas.fitted(name, "label", wide - 14)
                column.canvas.text((x, column.y), words, "label", column.canvas.theme.colour.text3)
            column.y += _HEAD - 10
        view = (column.left - column.inset, column.y, column.width + 2 * column.inset, max(0.0, column.room))
        column.y = column.bottom
        if view[3] < _ROW:
            return
        if not self._rows:
            ink = column.canvas.theme.colour.text3
            column.canvas.text((column.left, view[1] + _ROW / 2), "No move yet.", "body", ink)
            return
        self.scroll.content = self._tops[-1] + self._rows[-1].height + _AIR
        if self._current is not session.node:
            self._current = session.node
            self._reveal(session, view[3])
        self.scroll.follow(column.targets)
        line = set(session.line)
        with Flow.scrolling(
            column.canvas,
            column.targets,
            self.scroll,
            view,
            inset=column.inset,
            above=0.0,
            below=_AIR,
        ) as flow:
            top = flow.y
            beyond = _BEYOND * _ROW
            for at, row in enumerate(self._rows):
                y = top + self._tops[at]
                if y + row.height >= view[1] - beyond and y <= view[1] + view[3] + beyond:
                    self._draw_row(flow, row, y, session, line, judged, go)
            flow.y = top + self._tops[-1] + self._rows[-1].height

    def _reveal(self, session: Session, height: float) -> None:
        """Bring the current move into sight; at the start, the top."""
        at = self._row_of.get(session.node)
        if at is None:
            self.scroll.offset = 0.0
            return
        self.scroll.view = (*self.scroll.view[:3], height)
        self.scroll.show(self._tops[at], self._rows[at].height)

    def _draw_row(
        self,
        flow: Flow,
        row: Row,
        y: float,
        session: Session,
        line: set[Node],
        judged: Callable[[Node], Judgement | None],
        go: Callable[[Node], object],
    ) -> None:
        canvas, colour = flow.canvas, flow.canvas.theme.colour
        indent = _INDENT * min(row.depth, _DEEPEST)
        if row.part:
            canvas.text((flow.left, y + _PART / 2 + 2), row.part, "label", colour.text3)
            y += _PART
        if row.depth:
            x = flow.left + indent - 8
            canvas.rule((x, y), (x, y + _ROW), colour.line2)
        left = flow.left + indent
        canvas.text((left, y + _ROW / 2), str(row.number), "label", colour.text3)
        wide = (flow.right - left - _NUMBER) / len(row.cells)
        for place, node in enumerate(row.cells):
            if node is None:
                continue
            x = left + _NUMBER + place * wide
            box = (x - 6, y + 1, wide - 2, _ROW - 2)
            name = self._names[node]
            lit = flow.targets.add(name, box, partial(go, node), radius=6, within=flow.view)
            here = node is session.node
            if here:
                canvas.panel(box, colour.raised, radius=6, edge=colour.line2, width=1.2)
            elif lit:
                canvas.panel(box, colour.raised, radius=6)
            self._draw_move(
                flow, node, (x, y + _ROW / 2), wide - 14, judged(node), chosen=node in line, here=here
            )

    def _draw_move(
        self,
        flow: Flow,
        node: Node,
        at: tuple[float, float],
        room: float,
        judgement: Judgement | None,
        *,
        chosen: bool,
        here: bool,
    ) -> None:
        assert node.parent is not None
        canvas, colour = flow.canvas, flow.canvas.theme.colour
        mark = MARKS.get(judgement.verdict, "") if judgement is not None else ""
        taken = canvas.text_width(mark, "strong") + 4 if mark else 0.0
        style = "strong" if here else "body"
        words = self.ui.language.move_words(node.parent.position, node.text)
        words = canvas.fitted(words, style, room - taken)
        used = canvas.text(at, words, style, colour.text if chosen else colour.text3)
        if mark:
            canvas.text((at[0] + used + 4, at[1]), mark, "strong", colour.amber_text)


_LINE, _BELOW = 26.0, 22.0
_LEAST_NAME = 64.0  # units for the name of the turning point; with less room the place is left out


def degrees(result: Tally) -> str:
    """Return how many moves were worse than the best, by degree: `1 blunder, 2 mistakes`."""
    slips = result.inaccuracies
    words = [
        *([counted(result.blunders, "blunder")] if result.blunders else []),
        *([counted(result.mistakes, "mistake")] if result.mistakes else []),
        *([counted(slips, "inaccuracy")] if slips else []),
    ]
    return ", ".join(words) or "no mistakes"


def draw_summary(
    flow: Flow,
    ui: GameUI,
    session: Session,
    judgements: Sequence[Judgement | None],
    seek: Callable[[int], object],
) -> None:
    """The summary, as far as the moves are judged and there is room; pressing the turning point calls `seek`."""
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    names = ui.language.names(session.position)
    for seat, name in enumerate(names):
        result = tally(judgements, seat)
        if result.accuracy is None or flow.room < _LINE + _BELOW:
            continue
        share = percent(result.accuracy)
        label, value = (name, f"accuracy {share}") if len(names) > 1 else ("Accuracy", share)
        used = canvas.text((flow.right, flow.y), value, "body", colour.amber_text, "right")
        canvas.text(
            (flow.left, flow.y), canvas.fitted(label, "body", flow.width - used - 8), "body", colour.text
        )
        flow.y += _BELOW
        canvas.text(
            (flow.left, flow.y), canvas.fitted(degrees(result), "label", flow.width), "label", colour.text2
        )
        flow.y += _LINE
    turn = turning_point(session, judgements)
    if turn is None or flow.room < _LINE:
        return
    press = partial(seek, turn.ply)
    flow.row("turning point", _LINE, press, radius=6, about="Go to the turning point")
    used = canvas.text((flow.left, flow.y), "Turning point", "label", colour.text3)
    before = session.position_at(turn.ply)
    number = f"{ui.language.place(before)}: " if ui.privacy.has_deals else f"{ui.language.number(before)}  "
    room = flow.width - used - 12
    if ui.privacy.has_deals and canvas.text_width(number, "body") > room - _LEAST_NAME:
        number = ""
    room -= canvas.text_width(number, "body")
    name = ui.language.move_within(canvas, before, turn.move, "body", room)
    canvas.text((flow.right, flow.y), f"{number}{name}", "body", colour.text, "right")
    flow.y += _LINE
