"""What is worth a picture in honeymoon bridge: moments of the match that is played at home, and the tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ai.bridge.tables.index import Strain, estimate
from game.bridge import Endgame, State
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from gui.bridge.reading import SOUTH, bridge
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.play import PlayScene
from gui.scenes.board.review import ReviewScene
from gui.scenes.home import HomeScene
from gui.scenes.home.bridge import quiet_match
from gui.scenes.new_game import NewGameScene, choices_of
from gui.scenes.tables import TablesScene
from gui.scenes.tables.works import Standing, Worth

_SEATS = (Seat("Kibitz", "engine", "kibitz", "club"), Seat("You"))
_BUILT, _FREE = 10, 100 * 2**30  # the levels that the picture of the tables has, and its disk


def auction(salon: Salon, _: Showcase) -> Scene:
    """A call to be made, with the points to be expected."""
    return _at(salon, lambda state, _: state.stage == "auction" and len(state.board.moves) >= 2)


def exchange(salon: Salon, _: Showcase) -> Scene:
    """A card to be played to a trick of the exchange, something of the other's hand being known."""

    def telling(state: State, session: Session) -> bool:
        board = state.board
        return state.stage == "exchange" and len(board.tricks) >= 5 and len(state.legal_moves()) > 1

    return _at(salon, telling)


def play(salon: Salon, _: Showcase) -> Scene:
    """A card to be played where not every card is worth the same."""
    return _at(salon, _telling)


def result(salon: Salon, _: Showcase) -> Scene:
    """The result of the first deal."""
    session = _match()
    end = next(
        ply for ply in range(session.length + 1) if bridge(session.position_at(ply)).previous is not None
    )
    return PlayScene(salon, HomeScene(salon), session.take_over(end, _SEATS), hints=True)


def review(salon: Salon, _: Showcase) -> Scene:
    """Looking back at the match with all cards open."""
    session = _match()
    scene = ReviewScene(salon, HomeScene(salon), session)
    scene.seek(
        next(ply for ply in range(session.length) if _telling(bridge(session.position_at(ply)), session))
    )
    return scene


def new_game(salon: Salon, _: Showcase) -> Scene:
    """The choices before a match."""
    return NewGameScene(salon, HomeScene(salon), choices_of(salon.config, "bridge"))


def tables(salon: Salon, _: Showcase) -> Scene:
    """The levels, ten of them built."""
    return TablesScene(salon, HomeScene(salon), _Disk())


def look_up(salon: Salon, _: Showcase) -> Scene:
    """A position with its arithmetic."""
    scene = tables(salon, _)
    assert isinstance(scene, TablesScene)
    scene.turn(1)
    return scene


def _telling(state: State, session: Session) -> bool:
    """Whether a trick of the play is in progress whose best card matters."""
    advice = session.opinions.get(state.ply)
    if state.stage != "play" or state.board.led is None or state.to_move != SOUTH or advice is None:
        return False
    return len(advice.choices) >= 4 and len({choice.label for choice in advice.choices}) >= 2


def _at(salon: Salon, wanted: Callable[[State, Session], bool]) -> Scene:
    """The match at its first position of South's like this, as it is played."""
    session = _match()
    states = [bridge(position) for position in session.positions]
    fitting = [ply for ply, state in enumerate(states) if state.to_move == SOUTH and wanted(state, session)]
    return PlayScene(salon, HomeScene(salon), session.take_over(fitting[0], _SEATS), hints=True)


def _match() -> Session:
    session = quiet_match()
    assert session is not None, "the match at home comes with the program"
    return session.take_over(session.length, _SEATS)


class _Disk:
    """A disk with the first levels on it, as large as they are when they are built."""

    folder = "~/.cache/kibitz/bridge"
    task = ""
    status = ""

    def standing(self, level: int, strain: Strain) -> Standing:
        built = level <= _BUILT
        return Standing(estimate(level, strain) if built else 0, built)

    def expected(self, level: int, strain: Strain) -> int | None:
        return estimate(level, strain)

    def free(self) -> int:
        return _FREE

    def build(self, levels: int, strains: tuple[Strain, ...]) -> None:
        """Nothing is built for a picture."""

    def verify(self, strains: tuple[Strain, ...]) -> None:
        """Nor verified."""

    def stop(self) -> None:
        """Nothing runs."""

    def poll(self) -> list[str]:
        return []

    def worth(self, endgame: Endgame) -> Worth | None:
        return _minimax(endgame)


@cache
def _minimax(endgame: Endgame) -> Worth:
    """A position worked out by the plain rules."""
    cards = tuple((card, endgame.worth(card)) for card in endgame.legal())
    return Worth(endgame.value, tuple(sorted(cards, key=lambda each: -each[1])), "Table")
