"""The language of Zuniq: how a game ended, why a wall is best, and what is wrong with another one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.advice import Advice, Choice
from game.errors import IllegalMove
from game.facts import ZuniqFacts
from game.position import Position
from game.review import Judgement
from game.zuniq import Grid, State
from game.zuniq.grid import CLAIM
from game.zuniq.solved import SolvedBoard
from game.zuniq.state import LOSS, WIN, points, safe_walls, sizes_left
from gui.play.game_ui import Language
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import bar_of_share
from gui.ui.graph import Axis
from gui.ui.text import counted, grouped, percent

NAMES = ("White", "Black")
_NAMED = 12  # walls that win beside the best one, by name
_FEW = 8  # safe walls, from which on the sizes of zones matter as well


class ZuniqLanguage(Language):
    """Names, figures and sentences of Zuniq."""

    title = "Zuniq"
    best_heading = "Best walls"
    move_word = "wall"
    invitation = "Draw another wall here"
    choice_lines = 1

    # -- words --

    def detail(self, position: Position) -> str:
        state = zuniq(position)
        if state.winner is not None:
            return f"{NAMES[state.winner]} drew the last wall and wins"
        return f"{NAMES[state.to_move]} to draw wall {state.ply + 1}"

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        return says_why(zuniq(position), advice)

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        return compare(zuniq(position), advice, move, after)

    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        x, y, width, height = box
        canvas.text((x, y + height / 2), zuniq(position).plain(choice.move), "body", canvas.theme.colour.text)
        if width > 94:
            bar_of_share(canvas, (x + 48, y + height / 2 - 3, width - 64, 6), choice.share)

    def figure(self, value: float) -> str:
        return percent(value)

    def axis(self, values: Sequence[float | None]) -> Axis:
        return Axis(0.0, 1.0, ((1.0, NAMES[0]), (0.5, "even"), (0.0, NAMES[1])))

    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        return "Chance to win" if seat is None else f"{NAMES[seat]} wins"

    def move_words(self, position: Position, move: str, among: Iterable[str] = ()) -> str:
        return zuniq(position).plain(move)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        error = f" ± {percent(judgement.error)}" if judgement.error else ""
        return f"{judgement.move} cost {percent(judgement.loss)}{error} of the chance to win"

    def result(self, position: Position) -> str:
        return result(zuniq(position))

    def longest(self, position: Position) -> int:
        return max(position.ply, zuniq(position).grid.longest)

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        colour = canvas.theme.colour
        fill = colour.wall_white if seat == 0 else colour.wall_black
        edge = colour.wall_white_edge if seat == 0 else colour.wall_black_edge
        canvas.panel((at[0], at[1] - 4, 28, 8), fill, radius=4, edge=edge, width=1.5)

    def rules(self, position: Position) -> tuple[str, str]:
        play = (
            "Draw a wall between two neighbouring dots, in turn. Walls that enclose cells "
            "close a zone. No wall may be drawn inside a closed zone, and no two zones may "
            "have the same size: the sizes taken are shown below the board. Whoever draws "
            "the last possible wall wins. Safe walls are those that can still be drawn, one "
            "after the other, before every wall closes a zone."
        )
        score = (
            f"A win is worth {WIN:g} points, a loss {LOSS:g}. A player who claims the win in "
            "time scores more if the claim comes true, and nothing if it does not."
        )
        return play, score


def result(state: State) -> str:
    """The end of a finished game with its points; empty while it goes on."""
    score = points(state)
    if score is None or state.winner is None:
        return ""
    high, low = score[state.winner], score[1 - state.winner]
    return f"{NAMES[state.winner]} wins with wall {state.ply}: {high:g} points to {low:g}"


def words_of(board: SolvedBoard) -> str:
    """The winner of a solved board with best play, and with how many of the first walls."""
    walls, winning = Grid.parse(board.dots).walls, len(board.winning_moves)
    if board.winner == "black":
        return "Solved: with best play Black wins, whatever the first wall is."
    if winning == walls:
        return "Solved: with best play White wins with any first wall."
    return f"Solved: with best play White wins with {winning} of the {walls} first walls."


def ended_or_claimed(state: State) -> str:
    """The end of a finished game, and who has claimed the win with which wall; empty where nothing of this is so."""
    claims = [
        f"{name} claimed the win with wall {ply}."
        for name, ply in zip(NAMES, state.claims, strict=True)
        if ply is not None
    ]
    ended = result(state)
    return " ".join([f"{ended}.", *claims] if ended and claims else [ended, *claims]).strip()


def effect(state: State, wall: int) -> str:
    """The effect of drawing a legal wall now, as the end of a sentence."""
    size = len(state.would_close(wall))
    return f"closes a zone of {size}" if size else "closes nothing"


# How much the chance of the best wall still moves, root mean square, to 1,280,000 games: from 20,000, and from 160,000.
_LONG_SEARCH, _ERRORS = 160_000, (0.024, 0.013)


def says_why(state: State, advice: Advice) -> tuple[str, str]:
    """The kibitzer's ground in a few words, and its reason in a sentence or two."""
    best, facts = advice.choices[0], advice.read(ZuniqFacts)
    does = f"{best.move} {effect(state, wall_of(state, best.move))}"
    if best.proof is not None:
        winner = state.to_move if best.proof == "win" else 1 - state.to_move
        solved = int(facts.solved_nodes or 0)
        ground = f"{NAMES[winner]} wins" + (f", {grouped(solved)} nodes" if solved else "")
        return ground, _proof_reason(state, advice, best)
    then = f" Then {' '.join(best.line[:4])}." if best.line else ""
    reason = f"{does} and wins {percent(best.worth.value)} of the simulated games. {left_after(state, best.move)}{then}"
    if facts.iterations is None:
        return "", reason
    error = _ERRORS[facts.iterations >= _LONG_SEARCH]
    return f"{counted(int(facts.iterations), 'game')}, ± {percent(error)}", reason


@lru_cache(maxsize=64)  # asked in every frame
def left_after(state: State, move: str) -> str:
    """The parity of what a wall leaves, in a sentence: the safe walls, and who draws the last of them."""
    state = state.play(move)
    if state.winner is not None:
        return f"{NAMES[state.winner]} has drawn the last wall."
    safe, sizes = safe_walls(state), sizes_left(state)
    last = NAMES[state.to_move if safe % 2 else 1 - state.to_move]
    zones = f"zones of {ranges(sizes)} are possible" if sizes else "no zone is possible"
    if not safe:
        return f"Every wall closes a zone now; {zones}."
    left = (
        f"{counted(safe, 'safe wall')} {'is' if safe == 1 else 'are'} left, and {last} draws the last of them"
    )
    return f"{left}; {zones}." if safe <= _FEW else f"{left}."


def ranges(numbers: Sequence[int]) -> str:
    """Numbers in ascending order as `3, 4 or 6 to 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    messages = [
        part
        for run in runs
        for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(each) for each in run])
    ]
    return " or ".join(filter(None, (", ".join(messages[:-1]), messages[-1]))) if messages else ""


def compare(state: State, advice: Advice, move: str, after: Advice | None = None) -> str:
    """The faults of a wall against the best one: what it closes, how the other side replies, what that leaves.

    `after` is what was said of the position behind it.
    """
    best, name = advice.choices[0], state.plain(move)
    choice = next((each for each in advice.choices if state.plain(each.move) == name), None)
    if state.grid.wall(name) not in state.legal:
        return ""
    other = NAMES[1 - state.to_move]
    does = f"{name} {effect(state, wall_of(state, name))}"
    replies = after.choices if after is not None else ()
    reply = state.plain(replies[0].move) if replies else choice.line[0] if choice and choice.line else ""
    proof = choice.proof if choice is not None else None
    if proof is None and replies and replies[0].proof is not None:
        proof = "loss" if replies[0].proof == "win" else "win"
    if proof == "loss" and best.proof != "loss":
        answer = f" with {reply}" if reply else ""
        return f"{does} and loses: {other} always draws the last wall{answer}. {left_after(state, name)}"
    if proof is not None and proof == best.proof:
        return f"{does}; the result is the same as after {best.move}."
    answer = f" {other} replies {reply}." if reply else ""
    won = ""
    if choice is not None and choice.worth.as_good_as(best.worth):
        won = f" It is too close to call against {best.move}."
    elif choice is not None:
        won = f" {percent(choice.worth.value)} of the games are won, {percent(best.worth.value)} after {best.move}."
    return f"{does}. {left_after(state, name)}{won}{answer}"


def _proof_reason(state: State, advice: Advice, best: Choice) -> str:
    mover, other = NAMES[state.to_move], NAMES[1 - state.to_move]
    if best.proof == "loss":
        lost = f"Every wall loses: {other} can always draw the last one."
        weighed = (
            advice.done and advice.read(ZuniqFacts).winner is not None
        )  # by the engine that has proved it
        return f"{lost} {best.move} is the hardest to refute." if weighed else lost
    end, rivals = _end_of_line(state, best), advice.choices[1:]
    then = f"After {best.move} {mover} always draws the last wall{f' at wall {end}' if end else ''}."
    winning = [choice.move.removesuffix(CLAIM) for choice in rivals if choice.proof == "win"]
    if winning:
        named, more = ", ".join(winning[:_NAMED]), len(winning) - _NAMED
        named += f" and {more} more" if more > 0 else ""
        if len(winning) == 1:
            return f"{then} {named} wins too."
        return f"{then} {len(winning)} other walls win too. They are {named}."
    if rivals and all(choice.proof == "loss" for choice in rivals):
        return f"{then} Any other wall lets {other} draw it. {left_after(state, best.move)}"
    return f"{then} It {effect(state, wall_of(state, best.move))}. {left_after(state, best.move)}"


def _end_of_line(state: State, best: Choice) -> int | None:
    """The number of the last wall where the line of a proof goes to the end."""
    try:
        for move in (best.move, *best.line):
            state = state.play(move)
    except IllegalMove:
        return None
    return state.ply if state.winner is not None else None


def wall_of(state: State, move: str) -> int:
    """The wall of a move, which may claim the win."""
    return state.grid.move(move).wall


def zuniq(position: Position) -> State:
    """The position, which is one of Zuniq."""
    assert isinstance(position, State)
    return position
