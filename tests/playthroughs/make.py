"""Games written down step by step: what the rules say at each ply, in text that a person can read.

`python tests/playthroughs/make.py` writes the files anew; the test compares them with what the rules say
today, so that no rule changes without being seen.
"""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from game.bridge import Board, observe
from game.bridge import State as Match
from game.bridge.cards import card_name, cards_of, format_hand
from game.tetris.classic import State as Tetris
from game.tetris.classic import letter
from game.tetris.guideline import ORIENTATIONS, PIECES, SPINS, Clear, Placement, path
from game.tetris.guideline import State as Modern
from game.tetris.guideline.attack import title
from game.tetris.guideline.real_time import Moment, Replay, Setup, TargetController, names_of
from game.zuniq import Grid, State
from game.zuniq.state import diagram, points

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parents[1]))


# a wall forbidden for a while (C3v), a claim by each side, five zones: a test game of a CodeCup participant
EXCLUSION = (
    "B6v D3v D6v A5v E6v C5v A3v C1h B2v C5h D1v F4h B5v B5h E2v B4h C2h E1v A2h D4v D4h E2h E4v A4h F1h A3h "
    "F5h E4h C1v D2v C6v! E3v C4h B1h! D1h C3v A5h A1h E3h B3v"
)
# slots for a double and a triple by a spin, and one that only the last kick makes full
SLOTS = (
    "xxx......./xx...xxxxx/xxx.xxxxxx/xxxxxxx.../xxxxxx..../xxxxxxx.xx/xxxxxxx..x/xxxxxxx.xx/"
    "..xx....../...x....../xx.xxxxxxx/x..xxxxxxx/x..xxxxxxx"
)
HARD = 3  # the bit of the hard drop
RING = "C3h D3h C3v C4v B2h B3h B4h E2h E3h E4h B2v C2v D2v B5v C5v D5v"


def by_chance(size: str, seed: int) -> Iterator[State]:
    """A game of random moves; `random()` is the one method whose numbers Python promises to keep."""
    dice, state = random.Random(seed), State.start(Grid.parse(size))
    yield state
    while state.legal:
        names = state.legal_moves()
        claim = "!" if dice.random() < 0.05 else ""
        state = state.play(names[int(dice.random() * len(names))] + claim)
        yield state


def as_played(moves: str) -> Iterator[State]:
    state = State.start()
    yield state
    for move in moves.split():
        state = state.play(move)
        yield state


def falling(seed: int, **rules: str) -> Iterator[Tetris]:
    """A game of the best of twenty random places each time, at most 40 pieces."""
    dice, state = random.Random(seed), Tetris.open(rules)
    yield state
    while not state.over and state.placed < 40:
        moves = state.legal_moves()
        state = max((state.play(moves[int(dice.random() * len(moves))]) for _ in range(20)), key=_merit)
        yield state


def _merit(state: Tetris) -> int:
    """Low places and cleared rows, but no covered cells."""
    board, depth = state.board, state.last.placement.y if state.last else 0
    covered = sum(board.height - y for y in board.outline) - board.cells
    return depth + 4 * state.cleared - 3 * covered


def modern(seed: int, pieces: int = 40, attacks: int = 0, **rules: str) -> Iterator[Modern]:
    """A game of good placements with some chance in it; `attacks`: at times so many rows from the other side."""
    dice, state = random.Random(seed), Modern.open(rules)
    yield state
    while not state.over and state.ply < pieces:
        if attacks and dice.random() < 0.3:
            state = state.receive(1 + int(dice.random() * attacks))
        state = state.put(max(state.placements, key=lambda at: _worth(state, at) + 30 * dice.random()))
        yield state


def _worth(state: Modern, at: Placement) -> int:
    """Low and even fields without covered cells, and attack most of all."""
    after, rows = state.field.place(*at[:4])
    attack = state.rules.attack.attack(Clear(rows, at.spin, state.chain, state.combo, after.height == 0))
    uneven = sum(height * height for height in after.heights)
    return 100 * attack + 20 * rows - uneven - 60 * (sum(after.heights) - after.cells)


def live(seed: int, ticks: int, timing: str, handlings: tuple[str, str], **rules: str) -> Iterator[Moment]:
    """A game in real time: on the left buttons by chance, on the right a good player."""
    dice, controller = random.Random(seed), TargetController(3.5)
    replay, pushed = Replay(Setup.of(rules, timing, handlings)), 0
    while replay.ticks < ticks and not replay.game.over:
        if dice.random() < 0.25:
            pushed = sum(1 << bit for bit in range(8) if dice.random() < (0.04 if bit == HARD else 0.2))
        right = replay.game.seats[1]
        if controller.waits(right) and right.state.placements:
            state = right.state
            controller.aim(
                right, max(state.placements, key=lambda at: _worth(state, at) + 30 * dice.random())
            )
        replay.tick((pushed, controller.buttons(right)))
    yield from map(replay.position, range(replay.count + 1))
    yield Moment(replay.game, replay.count)


def bridge(seed: int, **rules: str) -> Iterator[Match]:
    """A match of moves by chance, with low bids and now and then a claim."""
    dice, state = random.Random(seed), Match.open({"deals": f"random:{seed}", **rules})
    yield state
    while not state.over:
        moves = state.claims() if state.claims() and dice.random() < 0.01 else state.legal_moves()
        state = state.play(moves[int(dice.random() * min(5, len(moves)))])
        yield state


Step = State | Tetris | Modern | Moment | Match
GAMES: dict[str, Callable[[], Iterator[Step]]] = {
    "zuniq_2x2": lambda: by_chance("2x2", 1),
    "zuniq_2x6": lambda: by_chance("2x6", 2),
    "zuniq_4x3": lambda: by_chance("4x3", 3),
    "zuniq_5x5": lambda: by_chance("5x5", 4),
    "zuniq_6x6": lambda: by_chance("6x6", 5),
    "zuniq_exclusion": lambda: as_played(EXCLUSION),
    "zuniq_ring": lambda: as_played(RING),
    "classic_spawn": lambda: falling(1, size="5x9", pieces="uniform:1"),
    "classic_sliding": lambda: falling(2, size="6x8", sliding="on", pieces="uniform:2", next="on"),
    "classic_simplified": lambda: falling(3, size="4x8", rules="simplified", pieces="uniform:3@100"),
    "classic_fahey": lambda: falling(4, size="8x10", rules="fahey", pieces="uniform:4"),
    "classic_author": lambda: falling(5, size="10x12", pieces="tengstrand:1", board="xxxxxxxxx./.xxxxxxxxx"),
    "classic_list": lambda: falling(6, size="7x10", pieces="list:TIOSZLJJLZSOIT"),
    "tetris_seven_bag": lambda: modern(1, queue="seven_bag:1"),
    "tetris_garbage": lambda: modern(
        2, attacks=4, queue="seven_bag:2", garbage="7", cap="5", attack="guideline"
    ),
    "tetris_tetr_io": lambda: modern(
        3, queue="general_bag:TTTIIOLJSZ:3@20/TTI", kicks="srs+", attack="tetr.io", start="21"
    ),
    "tetris_20g": lambda: modern(4, queue="fourteen_bag:4", gravity="20g", hold="off", previews="1"),
    "tetris_spins": lambda: modern(5, 30, queue="general_bag:TTTIOLJSZ:5", board=SLOTS, hold="T", chain="2"),
    "tetris_uniform": lambda: modern(6, 60, attacks=9, queue="uniform:6", kicks="srs+180", blocking="off"),
    "tetris_live": lambda: live(
        8,
        1200,
        "spawn=4 clear=10 ticks=6 lock=20 travel=20",
        ("100/17/8/33/on", "engine"),
        queue="seven_bag:8",
    ),
    "tetris_live_fast": lambda: live(
        9,
        900,
        "cold-clear-fast",
        ("50/0/inf/0/off", "cold-clear-fast"),
        kicks="srs+180",
        gravity="20g",
        cap="20",
    ),
    "bridge_match": lambda: bridge(1, match="2 deals"),
    "bridge_doubles": lambda: bridge(2, match="400 points", doubles="on", lead="winner", dealer="south"),
    "bridge_dealt": lambda: bridge(3, match="1 deals", auction="off", scoring="tricks", lead="defender"),
    "bridge_small": lambda: bridge(4, deals="list:AK3.T2..Q Q4.KJ.4.5 -", scoring="tricks", notrump="off"),
    "tetris_list": lambda: modern(7, queue="list:IJLOSZTTIO", board="xxxxxx..../xxxxxx....", goal="3"),
}


def describe(state: Step) -> str:
    """One step: the last move, the picture, and everything that the rules say about the position."""
    if isinstance(state, Match):
        return describe_bridge(state)
    if isinstance(state, Moment):
        return describe_live(state)
    if isinstance(state, Modern):
        return describe_tetris(state)
    return describe_zuniq(state) if isinstance(state, State) else describe_classic(state)


def describe_bridge(state: Match) -> str:
    """A step of bridge: the table, what both know, and what may be done."""
    lines = [f"== ply {state.ply} {_last_of(state.previous or state.board)}"]
    if state.results and (state.previous or state.over):
        result = state.results[-1]
        lines.append(
            f"result: {result.contract or 'passed out'}, tricks {result.tricks}, points {result.points}"
        )
    board = state.board
    table = f"{board.stage}, deal {state.number} by {state.seats[board.dealer]}, points {state.points}"
    shown = [card_name(card) for card in (board.upturned, board.led) if card is not None]
    lines += [
        f"{table}, tricks {board.won}, on the table {' '.join(shown) or 'nothing'}, face down {board.stock}"
    ]
    for seat, name in enumerate(state.seats):
        known = observe(state.view(seat))
        lines.append(
            f"{name}: {format_hand(known.own)} knows {format_hand(known.theirs)} and {known.hidden} hidden of "
            f"{len(cards_of(known.possible))}, at most {' '.join(map(str, known.at_most))}; {state.view(seat).digest()}"
        )
    lines += [
        f"to move {state.seats[state.to_move]}: {' '.join(state.legal_moves()) or 'nothing'}",
        f"digest: {state.digest()}",
    ]
    return "\n".join([*lines, *([f"winner: {state.winner}"] if state.over else [])]) + "\n"


def _last_of(board: Board) -> str:
    return board.moves[-1] if board.moves else "start"


def describe_live(moment: Moment) -> str:
    game = moment.live
    lines = [f"== ply {moment.ply} at tick {game.now}"]
    for name, seat in zip(moment.seats, game.seats, strict=True):
        last, pose = seat.state.last, seat.pose
        piece = "-" if seat.piece is None else PIECES[seat.piece]
        placed = f"{last.placement}, sent {last.sent}" if last else "start"
        lines += [
            f"{name}: {seat.state.tally.placed} placed, {placed}; waiting {seat.garbage}",
            str(seat.state.field),
            f"in hand {piece} {ORIENTATIONS[pose.orientation]} {pose.x} {pose.y} over {seat.floor}, hold "
            f"{'-' if seat.hold is None else PIECES[seat.hold]}, next {''.join(PIECES[n] for n in seat.previews)}; "
            f"{seat.keys} presses, held {' '.join(names_of(seat.before)) or 'nothing'}",
            *([seat.ending] if seat.ending else []),
        ]
    lines += [f"digest: {moment.digest()}"]
    return "\n".join([*lines, *([f"winner: {moment.winner}"] if moment.over else [])]) + "\n"


def describe_tetris(state: Modern) -> str:
    """A step of guideline Tetris; what can be placed is written as x:y by piece, orientation and spin."""
    last, table = state.last, state.rules
    lines = [f"== ply {state.ply} {last.placement if last else 'start'}"]
    if last:
        way = path(last.field, last.placement, table.kicks, table.start, table.gravity)
        held = ", by the hold" if last.held else ""
        came = f", {len(last.up)} rows of garbage" if last.up else ""
        lines += [
            f"way: {' '.join(way or ())}",
            f"{title(last.clear) or 'nothing'}{' back-to-back' * last.clear.back_to_back}"
            f"{' perfect clear' * last.clear.perfect}: attack {last.attack}, sent {last.sent}{came}{held}",
        ]
    queue = state.view(0).queue
    lines += [
        str(state.field),
        f"queue: {' '.join(PIECES[piece] for piece in queue.listed)}, seen as {queue}",
        f"hold: {'-' if state.hold is None else PIECES[state.hold]}; combo {state.combo}, chain {state.chain}, "
        f"waiting {state.garbage.waiting}, points {state.tally.points}",
        *_placements(state),
        f"digest: {state.digest()}",
    ]
    return "\n".join([*lines, *([state.ending] if state.ending else [])]) + "\n"


def _placements(state: Modern) -> Iterator[str]:
    """A line for each piece, orientation and spin that can be placed."""
    groups: dict[tuple[int, int, int], list[str]] = {}
    for piece, orientation, x, y, spin in state.placements:
        groups.setdefault((piece, orientation, spin), []).append(f"{x}:{y}")
    for (piece, orientation, spin), places in groups.items():
        yield f"{PIECES[piece]} {ORIENTATIONS[orientation]} {SPINS[spin]} {len(places)}: {' '.join(places)}"


def describe_classic(state: Tetris) -> str:
    """A step of classic Tetris; the way is that of the piece just placed."""
    last, known = state.last, [piece for piece in (state.piece, state.next) if piece is not None]
    lines = [f"== ply {state.ply} {f'{letter(last.piece)} {last.placement}' if last else 'start'}"]
    if last:
        way = state.rules.path(last.board, last.piece, last.placement) or ()
        lines.append(f"way: {' '.join(map(str, way))}")
    lines += [
        str(state.board),
        f"rows cleared: {state.cleared}",
        f"pieces: {' '.join(map(letter, known)) or 'none'}, then {state.pieces}",
        f"legal {len(state.placements)}: {' '.join(state.legal_moves()) or 'none'}",
        f"digest: {state.digest()}",
    ]
    if state.over:
        lines.append("lost" if state.lost else "no pieces left")
    return "\n".join(lines) + "\n"


def describe_zuniq(state: State) -> str:
    refused = [
        reason
        for wall in range(state.grid.walls)
        if wall not in state.drawn and (reason := state.why_illegal(wall)) is not None
    ]
    lines = [
        f"== ply {state.ply} {state.move_texts[-1] if state.moves else 'start'}",
        diagram(state),
        f"to move: {state.seats[state.to_move]}",
        f"zones: {' '.join(map(str, state.sizes)) or 'none'}",
        f"legal {len(state.legal)}: {' '.join(state.legal_moves()) or 'none'}",
        *(f"refused: {reason}" for reason in refused),
        f"digest: {state.digest()}",
    ]
    if state.winner is not None:
        lines.append(f"winner: {state.seats[state.winner]}, points {points(state)}")
    return "\n".join(lines) + "\n"


def playthrough(name: str) -> str:
    states = list(GAMES[name]())
    first, last = states[0], states[-1]
    moves = str(last) if isinstance(last, State) else _counts(last)
    head = f"game: {first.game}\nrules: {first.setup}\nseats: {' '.join(first.seats)}\nmoves: {moves}\n"
    return head + "\n" + "\n".join(describe(state) for state in states)


def _counts(last: Tetris | Modern | Moment | Match) -> str:
    if isinstance(last, Match):
        return f"{last.ply} in {len(last.results)} deals"
    if isinstance(last, Moment):
        return f"{last.ply} pieces in {last.live.now} ticks"
    if isinstance(last, Tetris):
        return f"{last.placed} pieces, {last.cleared} rows"
    return ", ".join(f"{name} {count}" for name, count in last.tally._asdict().items() if count)


def main() -> None:
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
