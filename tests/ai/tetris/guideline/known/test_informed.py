from collections.abc import Iterator

from ai.engine import Advice, Choice, Limit
from ai.tetris.guideline.known.informed import KnowledgeEngine, known, known_move, silent
from game.advice import Worth
from game.facts import BookFacts, Effort, KnownFacts, SearchFacts
from game.position import Position
from game.tetris.guideline import State

GAME = State.open({"queue": "seven_bag:5"}).view(0)
FIRST, SECOND, THIRD = GAME.legal_moves()[:3]


class Searcher:
    """Says twice that the first two legal moves are worth 4 and 2 rows, the other way round at first."""

    def __init__(self) -> None:
        self.closed = 0

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        if isinstance(view, State) and view.over:
            yield Advice((), "rule", None, done=True)
            return
        best, next_best = (
            Choice(FIRST, Worth("order", 4.0), line=(THIRD,)),
            Choice(SECOND, Worth("order", 2.0)),
        )
        try:
            yield Advice((next_best, best), "search", Worth("order", 2.0), evidence=(SearchFacts(nodes=5.0),))
            yield Advice(
                (best, next_best),
                "search",
                Worth("order", 4.0),
                done=True,
                evidence=(SearchFacts(nodes=9.0),),
            )
        finally:
            self.closed += 1


CHANCE = Worth("chance", 0.778)


class Knows:
    def look(self, state: State) -> Advice:
        return known("book", (known_move(SECOND, CHANCE),), BookFacts(book="a book"))


class Silent:
    def __init__(self, why: str) -> None:
        self.why = why

    def look(self, state: State) -> Advice:
        return silent("book", self.why)


def test_what_is_known_is_the_move_at_once() -> None:
    searcher = Searcher()
    (advice,) = KnowledgeEngine(searcher, Silent(""), Knows(), Silent("never asked")).think(GAME, Limit())
    assert advice.done
    assert advice.source == "book"
    assert [choice.move for choice in advice.choices] == [SECOND]
    assert (advice.evidence, advice.known) == ((BookFacts(book="a book"),), 1)
    assert advice.choices[0].known == CHANCE
    assert searcher.closed == 0  # nobody asked it


def test_beside_the_search_known_moves_stay_in_front_and_all_is_told_in_rows() -> None:
    first, last = KnowledgeEngine(Searcher(), Knows(), compare=True).think(GAME, Limit())
    low, high = Worth("order", 2.0), Worth("order", 4.0)
    assert [(advice.done, advice.worth) for advice in (first, last)] == [(False, low), (True, low)]
    assert [(choice.move, choice.worth, choice.known) for choice in last.choices] == [
        (SECOND, low, CHANCE),
        (FIRST, high, None),
    ]
    assert (last.source, last.read(Effort).nodes, last.known) == ("book", 9.0, 1)


def test_a_silent_one_leaves_it_to_the_search_and_says_why() -> None:
    *_, last = KnowledgeEngine(Searcher(), Silent("the board is new"), Silent("")).think(GAME, Limit())
    assert (last.source, last.worth) == ("search", Worth("order", 4.0))
    assert last.read(KnownFacts).silent == "the board is new"


def test_a_finished_game_is_nothing_to_know() -> None:
    over = State.open({"queue": "list:T", "board": "/".join(["XXXXX.XXXX"] * 22)})
    assert over.over
    (advice,) = KnowledgeEngine(Searcher(), Knows(), compare=True).think(over, Limit())
    assert (advice.choices, advice.source) == ((), "rule")


def test_whoever_stops_listening_stops_the_search() -> None:
    searcher = Searcher()
    thoughts = KnowledgeEngine(searcher, Knows(), compare=True).think(GAME, Limit())
    next(thoughts)
    thoughts.close()
    assert searcher.closed == 1
