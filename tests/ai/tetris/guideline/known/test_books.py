import io
import json
from pathlib import Path
from typing import Any

import pytest

from ai import registry
from ai.book.book import Book
from ai.book.file import path_of
from ai.engine import Limit
from ai.tetris.guideline.bots.match import Budget, opener
from ai.tetris.guideline.bots.tbp import TbpBot
from ai.tetris.guideline.known.books import Books
from ai.tetris.guideline.known.informed import KnowledgeEngine
from ai.tetris.guideline.known.sight import KnownPieces, sight_of
from ai.tetris.guideline.stacker.greedy import Greedy
from game.advice import Worth
from game.errors import BadInput
from game.facts import BookFacts, KnownFacts, PathFacts
from game.tetris.guideline import Field, Placement, State, letter
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, START
from game.tetris.guideline.openers.sequences import Sequence, letters_of, prefix_of, sequences
from game.tetris.guideline.tbp import start_message

LOOP = {"queue": "seven_bag:1"}  # BT Loop reaches its perfect clear with these pieces


@pytest.fixture(scope="module")
def books() -> Books:
    return Books(["bt-loop"])


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    path = tmp_path / "damaged.kbook"
    path.write_bytes(path_of("bt-loop").read_bytes()[:-100])
    return path


# -- followed --


class FrontEnd:
    """A game that a bot plays over the protocol, line by line."""

    def __init__(self, *books: str) -> None:
        self.stdout = io.StringIO()
        self.bot = TbpBot(KnowledgeEngine(Greedy(), Books(books)), self.stdout, io.StringIO())
        self.state = State.open(LOOP)
        self.say(start_message(self.state))

    def say(self, message: dict[str, Any]) -> None:
        self.bot.hear(json.dumps(message).encode())

    def suggestion(self) -> tuple[list[Placement], str]:
        """The moves suggested, and where they come from."""
        self.say({"type": "suggest"})
        while self.bot.owes:
            self.bot.think()
        answer = json.loads(self.stdout.getvalue().splitlines()[-1])
        return [Placement.from_tbp(move) for move in answer["moves"]], answer["move_info"]["extra"]

    def play(self, at: Placement) -> None:
        known = self.state.queue.after(6)
        first_hold = self.state.hold is None and at.piece != self.state.piece
        self.state = self.state.put(at)
        self.say({"type": "play", "move": at.to_tbp()})
        for piece in known.pieces(2 if first_hold else 1):
            self.say({"type": "new_piece", "piece": letter(piece)})


def test_a_game_over_the_protocol_follows_the_loop_through_its_perfect_clear() -> None:
    game = FrontEnd("bt-loop")
    while not game.state.tally.perfect:
        moves, source = game.suggestion()
        assert (len(moves), source) == (1, "book")
        game.play(moves[0])
    assert game.state.tally.spins >= 3  # a double, a triple, and the C-spin at least
    assert game.suggestion()[1] == "book"  # and round again


def test_off_the_book_the_search_answers() -> None:
    game = FrontEnd("bt-loop")
    game.play(game.suggestion()[0][0])
    moves, _ = game.suggestion()
    other = next(at for at in game.state.placements if at not in moves)
    game.play(other)
    moves, source = game.suggestion()
    assert source != "book"
    assert len(moves) > 1


def test_what_a_book_says_is_told_with_its_reasons(books: Books) -> None:
    advice = books.look(State.open(LOOP).view(0))
    worth = Book(path_of("bt-loop")).header.value
    facts = advice.read(BookFacts)
    assert facts.chance is not None
    assert [choice.known for choice in advice.choices] == [
        Worth("chance", pytest.approx(facts.chance, abs=1e-6))  # type: ignore[arg-type]
    ]
    assert (facts.run, facts.shared, facts.queues) == _run_of_the_first_queue()
    assert (facts.book, facts.title, facts.stage) == ("bt-loop", "BT Loop", "The first bag")
    assert facts.value == pytest.approx(worth, abs=1e-4)
    assert facts.clear_in is None


def _run_of_the_first_queue() -> tuple[str, float, float]:
    """Return the run in which `LOOP` begins, by asking the book about every possible queue."""
    queue = State.open(LOOP).queue.pieces(6)
    book, asked = Book(path_of("bt-loop")), sequences(FULL_BAG, NO_EXTRA)
    (first, second), behind = sorted(queue[:2]), queue[2:]
    here = asked.index(Sequence(first, second, (behind[0], behind[1], behind[2], behind[3])))
    moves = [book.answer(Field.empty(), None, (one, other, *rest)).move for one, other, rest in asked]
    begin = max((n + 1 for n in range(here) if moves[n] != moves[here]), default=0)
    end = min((n for n in range(here, len(asked)) if moves[n] != moves[here]), default=len(asked))
    return str(prefix_of(START, begin, end - 1)), float(end - begin), float(len(asked))


def test_what_it_will_do_whatever_comes_is_what_it_does(books: Books) -> None:
    state, details, stages, cleared = State.open(LOOP), dict[int, str](), set[str](), set[float]()
    for number in range(100):
        advice = books.look(state.view(0))
        (choice,) = advice.choices
        assert details.setdefault(number, choice.move) == choice.move
        details.update(enumerate(choice.line, number + 1))
        facts = advice.read(BookFacts)
        if facts.clear_in is not None:
            cleared.add(number + facts.clear_in)
            assert choice.known == Worth("chance", 1.0)
        stages.add(facts.stage)
        state = state.play(choice.move)
        if not state.field.height:
            break
    assert cleared == {len(details)} == {state.ply}
    assert len(stages) > 3


# -- left --


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"hold": "off"}, "cannot be held"),
        ({"previews": "4"}, "fewer than six"),
        ({"queue": "fourteen_bag:1"}, "bags of seven"),
        ({"queue": "list:TIOSZLJT"}, "bags of seven"),
        ({"queue": "list:TTTOSZLJ+seven_bag:?"}, "not known"),
        ({"garbage": "1+2.9"}, "waiting"),
        ({"board": "/".join(["x........."] * 11)}, "ten rows"),
        ({"board": "x........x"}, "not in the book"),
        ({"board": ".xx......./xx........", "queue": "list:ZZTLJI+seven_bag:?"}, "not known"),
    ],
)
def test_it_is_silent_with_a_reason(books: Books, rules: dict[str, str], why: str) -> None:
    advice = books.look(State.open({**LOOP, **rules}).view(0))
    assert advice.choices == ()
    assert why in advice.read(KnownFacts).silent
    assert advice.read(BookFacts).title == "BT Loop"


def test_it_does_not_ask_for_what_the_rules_do_not_allow() -> None:
    books, refused = Books(["bt-loop"]), 0
    state = State.open(LOOP)
    for _piece in range(30):
        (choice,) = books.look(state.view(0)).choices
        falling = State.open({**state.here(), "gravity": "20g"})
        advice = books.look(falling.view(0))
        assert bool(advice.choices) == (choice.move in falling.legal_moves())
        refused += not advice.choices
        state = state.play(choice.move)
    assert refused


def test_the_first_book_that_has_a_move_is_followed() -> None:
    state = State.open(LOOP).view(0)
    for first, second in (("bt-loop", "okey-dpc"), ("okey-dpc", "bt-loop")):
        advice = Books([first, second]).look(state)
        assert advice.read(BookFacts).book in (first, second)
        alone = Books([first]).look(state)
        assert not alone.choices or advice.choices == alone.choices


def test_a_damaged_or_missing_book_is_named_and_the_others_are_read(damaged: Path) -> None:
    state = State.open(LOOP).view(0)
    advice = Books([str(damaged), "no-book", "bt-loop"]).look(state)
    assert advice.read(BookFacts).book == "bt-loop"
    assert "checksum" in advice.read(KnownFacts).trouble
    assert "no-book" in advice.read(KnownFacts).trouble
    engine = registry.create("greedy", game="tetris", book=str(damaged))
    *_, last = engine.think(state, Limit())
    assert len(last.choices) > 1
    assert str(damaged) in last.read(KnownFacts).trouble


def test_beside_the_search_the_book_stays_in_front() -> None:
    state = State.open(LOOP).view(0)
    engine = registry.create("stacker", game="tetris", seed=1, book="bt-loop", compare=True, way=True)
    first, *_, last = engine.think(state, Limit(iterations=6_000))
    assert first.choices[0].known is not None
    assert (first.done, last.done, last.source, last.known) == (False, True, "book", 1)
    assert last.choices[0].move == first.choices[0].move
    assert last.choices[0].worth.value != 0
    assert len(last.choices) == len(state.legal_moves())
    assert last.read(PathFacts).way[-1] == "drop"


def test_an_engine_without_books_takes_none() -> None:
    assert not registry.find("outside", "tetris").books
    with pytest.raises(BadInput, match="no books"):
        opener("outside@bt-loop", Budget())


# -- what is seen --


def test_the_bag_is_told_back_to_the_first_piece_in_sight() -> None:
    state, previous = State.open({"queue": "seven_bag:11"}), None
    for number in range(40):
        sight = sight_of(state.view(0))
        assert isinstance(sight, KnownPieces)
        assert sight.left == sum(1 << piece for piece in set(state.queue.left))
        if previous is not None:
            assert sight in previous.futures(len(sight.queue) - len(previous.queue))
        at = state.placements[number * 7 % len(state.placements)]
        state, previous = State.open({**state.here(), "board": ""}), sight._replace(field=state.field)
        at = next(each for each in state.placements if each.piece == at.piece)
        state, previous = state.put(at), previous._replace(field=state.field).after(at)


def test_what_decides_a_move_is_found_by_trying_every_queue(books: Books) -> None:
    state, reader = State.open(LOOP), books._shelf[0].reading
    for _ in range(10):
        advice = books.look(state.view(0))
        facts, sight = advice.read(BookFacts), sight_of(state.view(0))
        assert not isinstance(sight, str)
        assert facts.decided is not None
        assert sight.position is not None
        entry = reader.find(sight.position)
        assert entry is not None
        moves = [entry.moves[entry.run_of(n)] for n in range(entry.total)]
        every = [letters_of(each) for each in sequences(entry.position.bag, entry.position.extra)]
        own = (*sorted(sight.pieces[:2]), *sight.pieces[2:6])
        mine, pieces = moves[every.index(own)], round(facts.decided)
        assert {move for queue, move in zip(every, moves, strict=True) if queue[:pieces] == own[:pieces]} == {
            mine
        }
        fewer = 0 if pieces == 2 else pieces - 1
        wider = [(q, m) for q, m in zip(every, moves, strict=True) if q[:fewer] == own[:fewer]]
        assert not pieces or {move for _, move in wider} != {mine}, "with fewer it is not decided"
        for other in facts.others:
            changed = {str(move) for queue, move in wider if letter(queue[pieces - 1]) == other}
            assert changed == {facts.instead}
        state = state.put(Placement.parse(advice.choices[0].move))
