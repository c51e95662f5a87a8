"""Pictures of the window's scenes, drawn without a window. What they show is the game of a showcase.

Everything in them was played and thought by the engines when the showcase was made; nothing thinks here.
The same scene, size, theme and scale give the same bytes each time, whatever the settings are.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pygame

from ai.compiled.warmup import Progress
from game import library, saving
from game import showcase as showcases
from game.errors import BadInput
from game.library import Saved
from game.session import Session
from game.showcase import Showcase
from gui.frame.layout import REFERENCE
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.play import PlayScene
from gui.scenes.board.review import ReviewScene
from gui.scenes.board.showcase import ShowcaseScene
from gui.scenes.error import ErrorScene
from gui.scenes.games import GamesScene
from gui.scenes.help import HelpScene
from gui.scenes.home import HomeScene
from gui.scenes.new_game import NewGameScene, choices_of
from gui.scenes.settings import SettingsScene
from gui.scenes.warm_up import WarmUpScene
from gui.sights import books, bridge, classic, deals, four_wide, guideline, live, replays
from gui.stage import draw, headless, nobodys_home, sheet, stage_salon
from gui.table.seating import new_seats
from gui.table.shelf import place_of

SHOWN = "zuniq-duel"
_Sight: TypeAlias = Callable[[Salon, Showcase], Scene]


def scenes() -> list[str]:
    """The names of all scenes that `render` can draw."""
    return list(_SIGHTS)


def render(
    scene: str,
    file: Path | str,
    size: tuple[int, int] = REFERENCE,
    theme: str | None = None,
    scale: float | None = None,
) -> None:
    """Draw a scene into a PNG file of `size` pixels; dark and unscaled where nothing else is said.

    Raises `BadInput` for an unknown scene or a size that no window can have, `BadConfig` for a theme or a
    scale that the settings do not allow, `BadRecord` for a bad showcase, `NotSaved` where the file cannot be
    written: then it is as it was before.
    """
    _known(scene)
    with headless(), nobodys_home():
        surface = sheet(size)
        salon = stage_salon(theme or "dark", 1.0 if scale is None else scale)
        draw(sight(scene, salon, showcases.load(SHOWN)), surface)
        picture = io.BytesIO()
        pygame.image.save(surface, picture, "picture.png")
    saving.save(Path(file), picture.getvalue())


def sight(name: str, salon: Salon, shown: Showcase) -> Scene:
    """The scene called `name` where it is worth a picture, in the game of `shown`. Raises `BadInput`."""
    return _known(name)(salon, shown)


def _known(name: str) -> _Sight:
    if name not in _SIGHTS:
        raise BadInput(f"there is no scene {name[:80]!r}; known: {', '.join(_SIGHTS)}")
    return _SIGHTS[name]


# -- what is worth a picture --


def _home(salon: Salon, shown: Showcase) -> Scene:
    scene = HomeScene(salon)
    scene.update(shown.seconds * 0.4)
    session = _game(shown, _telling(shown))
    last = Saved(library.autosave_dir() / "game", 0.0, session.record())
    scene.offer(last, f"{scene.tables[0].title}, {place_of(session)}", _shelf(shown))
    return scene


def _play(salon: Salon, shown: Showcase) -> Scene:
    scene = PlayScene(salon, HomeScene(salon), _game(shown, _telling(shown)), hints=True)
    scene.toggle()
    return scene


def _play_start(salon: Salon, shown: Showcase) -> Scene:
    return PlayScene(salon, HomeScene(salon), _game(shown, 0), hints=True)


def _review(salon: Salon, shown: Showcase) -> Scene:
    scene = ReviewScene(salon, HomeScene(salon), Session.resume(shown.record))
    scene.seek(_telling(shown))
    scene.next_mistake()
    return scene


def _showcase(salon: Salon, shown: Showcase) -> Scene:
    scene = ShowcaseScene(salon, HomeScene(salon), shown)
    scene.at(shown.seconds * 0.55)
    return scene


def _new_game(salon: Salon, shown: Showcase) -> Scene:
    return NewGameScene(salon, HomeScene(salon), choices_of(salon.config, shown.game))


def _games(salon: Salon, shown: Showcase) -> Scene:
    scene = GamesScene(salon, HomeScene(salon))
    scene.shelf.games = _shelf(shown)
    scene.chosen = scene.rows[0]
    scene.session(wait=True)
    scene.left()
    return scene


def _settings(salon: Salon, _: Showcase) -> Scene:
    return SettingsScene(salon, HomeScene(salon))


def _help(salon: Salon, shown: Showcase) -> Scene:
    return HelpScene(salon, _play(salon, shown))


def _error(salon: Salon, _: Showcase) -> Scene:
    return ErrorScene(salon, "ValueError: the wall is neither horizontal nor vertical")


def _warm_up(salon: Salon, _: Showcase) -> Scene:
    salon.warming = _Halfway()
    scene = WarmUpScene(salon, HomeScene(salon))
    for _wall in range(15):
        scene.update(1.0)
    scene.update(0.5)
    return scene


class _Halfway:
    """Compiling that has come half the way and stays there."""

    def poll(self) -> Progress:
        return Progress(done=12, total=24, name="playouts")

    def stop(self) -> None:
        """Nothing runs."""


_SIGHTS: dict[str, _Sight] = {
    "home": _home,
    "play": _play,
    "play-start": _play_start,
    "review": _review,
    "showcase": _showcase,
    "showcase-book": replays.opening,
    "new-game": _new_game,
    "classic-play": classic.classic_play,
    "classic-blunder": classic.classic_blunder,
    "classic-watch": classic.classic_watch,
    "classic-race": classic.classic_race,
    "marathon": classic.marathon,
    "new-game-classic": classic.new_game_classic,
    "tetris-coach": guideline.tetris_coach,
    "tetris-four-wide": guideline.tetris_four_wide,
    "tetris-book": guideline.tetris_book,
    "tetris-book-left": guideline.tetris_book_left,
    "tetris-blunder": guideline.tetris_blunder,
    "tetris-review": guideline.tetris_review,
    "new-game-tetris": guideline.new_game_tetris,
    "four-wide": four_wide.four_wide,
    "four-wide-alone": four_wide.four_wide_alone,
    "four-wide-end": four_wide.four_wide_end,
    "four-wide-combos": four_wide.four_wide_combos,
    "four-wide-comparison": four_wide.four_wide_comparison,
    "four-wide-fields": four_wide.four_wide_fields,
    "four-wide-mosaic": four_wide.four_wide_mosaic,
    "four-wide-review": four_wide.four_wide_review,
    "new-game-four-wide": four_wide.new_game_four_wide,
    "live-versus": live.versus,
    "live-end": live.ended,
    "live-free": live.free,
    "books": books.books,
    "books-deep": books.books_deep,
    "books-map": books.books_map,
    "books-sizes": books.books_sizes,
    "books-shelf": books.books_shelf,
    "sandbox": replays.sandbox,
    "sandbox-queue": replays.sandbox_queue,
    "live-replay": replays.replay,
    "live-showcase": replays.duel,
    "deal-editor": deals.deal_editor,
    "bridge-auction": bridge.auction,
    "bridge-exchange": bridge.exchange,
    "bridge-play": bridge.play,
    "bridge-result": bridge.result,
    "bridge-review": bridge.review,
    "new-game-bridge": bridge.new_game,
    "tables": bridge.tables,
    "tables-look-up": bridge.look_up,
    "games": _games,
    "settings": _settings,
    "help": _help,
    "error": _error,
    "warm-up": _warm_up,
}


def _game(shown: Showcase, ply: int) -> Session:
    """The showcase's game up to `ply`, with a person in the seat to move."""
    session = Session.resume(shown.record)
    return session.take_over(ply, new_seats(session.position_at(ply).to_move, "full", 30.0))


def _shelf(shown: Showcase) -> tuple[Saved, ...]:
    """Three games kept: one half played, one that has just begun, and the whole of the showcase's."""
    plies = (_telling(shown), len(shown.record.moves) // 4, len(shown.record.moves))
    records = [_game(shown, ply).record(shown.record.created) for ply in plies]
    names = [library.games_dir() / f"{shown.game}-{number}.kibitz" for number in (3, 2, 1)]
    return tuple(Saved(path, 0.0, record) for path, record in zip(names, records, strict=True))


def _telling(shown: Showcase) -> int:
    """The ply most worth looking at: where a win is first known and not every wall has it."""
    for note in shown.record.notes:
        proofs = [choice.proof for choice in note.advice.choices]
        if proofs[:1] == ["win"] and None in proofs:
            return note.ply
    return len(shown.record.moves) * 2 // 3
