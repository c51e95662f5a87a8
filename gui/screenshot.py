"""Pictures of the window's scenes, drawn without a window. What they show is the game of a showcase.

Everything in them was played and thought by the engines when the showcase was made; nothing thinks here.
The same scene, size, theme and scale give the same bytes each time, whatever the settings are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pygame

from ai.compiled.warmup import Progress
from game import config as configuration
from game import library, places, saving
from game import showcase as showcases
from game.errors import BadInput
from game.library import Saved
from game.record import Seat, read_record
from game.review import mistakes
from game.session import Session
from game.showcase import Showcase
from gui import screenshot_scenes
from gui.context import AppContext, Scene
from gui.games.registry import ui_of
from gui.play.players import new_seats
from gui.play.saved_games import place_of
from gui.scenes.error import ErrorScene
from gui.scenes.games import GamesScene
from gui.scenes.help import HelpScene
from gui.scenes.home import HomeScene
from gui.scenes.key_list import KeyListScene
from gui.scenes.new_game import NewGameScene
from gui.scenes.play import PlayScene
from gui.scenes.registry import choices_of
from gui.scenes.review import ReviewScene
from gui.scenes.settings import SettingsScene
from gui.scenes.share import ShareScene
from gui.scenes.showcase import ShowcaseScene
from gui.scenes.warm_up import WarmUpScene
from gui.stage import draw, headless, nobodys_home, sheet, stage_context
from gui.ui.canvas import as_png
from gui.ui.layout import REFERENCE

SHOWN = "zuniq-duel"
_REVIEWED = places.shipped("assets", "tables", "zuniq.kibitz")  # judged, with one blunder
_Sight: TypeAlias = Callable[[AppContext, Showcase], Scene]


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
        context = stage_context(theme or "dark", 1.0 if scale is None else scale)
        draw(sight(scene, context, showcases.load(SHOWN)), surface)
        picture = as_png(surface)
    saving.save(Path(file), picture)


def sight(name: str, context: AppContext, shown: Showcase) -> Scene:
    """The scene called `name` where it is worth a picture, in the game of `shown`. Raises `BadInput`."""
    return _known(name)(context, shown)


def _known(name: str) -> _Sight:
    if name not in _SIGHTS:
        raise BadInput(f"there is no scene {name[:80]!r}; known: {', '.join(_SIGHTS)}")
    return _SIGHTS[name]


# -- what is worth a picture --


def _home(context: AppContext, shown: Showcase) -> Scene:
    scene = HomeScene(context)
    scene.load_tables()
    scene.update(shown.seconds * 0.4)
    session = _game(shown, _telling(shown))
    last = Saved.of(library.autosave_dir() / "game", session.record())
    scene.offer(last, f"{ui_of(session.position.game).language.title}, {place_of(session)}", _shelf(shown))
    return scene


def _play(context: AppContext, shown: Showcase) -> Scene:
    scene = PlayScene(context, HomeScene(context), _game(shown, _telling(shown)), hints=True)
    scene.head.toggle()
    return scene


def _play_start(context: AppContext, shown: Showcase) -> Scene:
    return PlayScene(context, HomeScene(context), _game(shown, 0), hints=True)


def _review(context: AppContext, shown: Showcase) -> Scene:
    scene = ReviewScene(context, HomeScene(context), Session.resume(read_record(_REVIEWED)))
    scene.next_mistake()
    return scene


def _moves(context: AppContext, _: Showcase) -> Scene:
    """The list of moves of a game whose blunder was taken back, the old line being there still."""
    session = Session.resume(read_record(_REVIEWED))
    blunder = mistakes(session)[0]
    session.seats = (Seat("You"), Seat("You"))
    session.go_to(blunder.ply)
    for move in (blunder.better or "", *session.opinions[blunder.ply].choices[0].line[:3]):
        session.play(move)
    scene = PlayScene(context, HomeScene(context), session, hints=True)
    scene.toggle_moves()
    return scene


def _try_again(context: AppContext, shown: Showcase) -> Scene:
    """A mistake that is tried again, one move having been tried."""
    scene = _review(context, shown)
    assert isinstance(scene, ReviewScene)
    scene.try_again()
    scene.chosen(scene.session.position.legal_moves()[0])
    return scene


def _showcase(context: AppContext, shown: Showcase) -> Scene:
    scene = ShowcaseScene(context, HomeScene(context), shown)
    scene.head.show_moment(shown.seconds * 0.55)
    return scene


def _new_game(context: AppContext, shown: Showcase) -> Scene:
    return NewGameScene(context, HomeScene(context), choices_of(context.config, shown.game))


def _games(context: AppContext, shown: Showcase) -> Scene:
    scene = GamesScene(context, HomeScene(context))
    scene.games.show(_shelf(shown))
    scene.chosen = scene.rows[0]
    scene.session(wait=True)
    scene.left()
    return scene


def _settings(context: AppContext, _: Showcase) -> Scene:
    return SettingsScene(context, HomeScene(context))


def _keys(context: AppContext, _: Showcase) -> Scene:
    """The keys of all commands, one of them changed."""
    context.config = configuration.with_value(context.config, "shortcuts.boards", "H = Ctrl+H")
    return KeyListScene(context, HomeScene(context))


def _help(context: AppContext, shown: Showcase) -> Scene:
    return HelpScene(context, _play(context, shown))


def _share(context: AppContext, shown: Showcase) -> Scene:
    scene = _review(context, shown)
    for _ in range(2):  # it learns its size
        scene.draw(context.canvas(pygame.Surface((1280, 720))))
    shared = scene.shared()
    assert shared is not None
    page = ShareScene(context, scene, shared)
    page.at_once = True
    return page


def _error(context: AppContext, _: Showcase) -> Scene:
    return ErrorScene(context, "ValueError: the wall is neither horizontal nor vertical")


def _warm_up(context: AppContext, _: Showcase) -> Scene:
    context.warming = _Halfway()
    scene = WarmUpScene(context, HomeScene(context))
    for _wall in range(15):
        scene.update(1.0)
    scene.update(0.5)
    return scene


class _Halfway:
    """Compiling that has come half the way and stays there."""

    def poll(self) -> Progress:
        return Progress(done=12, total=24, name="playouts")

    def prefer(self, game: str) -> None:
        """Nothing waits."""

    def stop(self) -> None:
        """Nothing runs."""


_SIGHTS: dict[str, _Sight] = {
    "home": _home,
    "play": _play,
    "play-start": _play_start,
    "review": _review,
    "moves": _moves,
    "try-again": _try_again,
    "showcase": _showcase,
    "showcase-book": screenshot_scenes.opening,
    "new-game": _new_game,
    "classic-play": screenshot_scenes.classic_play,
    "classic-blunder": screenshot_scenes.classic_blunder,
    "classic-watch": screenshot_scenes.classic_watch,
    "classic-race": screenshot_scenes.classic_race,
    "marathon": screenshot_scenes.marathon,
    "new-game-classic": screenshot_scenes.new_game_classic,
    "tetris-coach": screenshot_scenes.tetris_coach,
    "tetris-four-wide": screenshot_scenes.tetris_four_wide,
    "tetris-book": screenshot_scenes.tetris_book,
    "tetris-book-left": screenshot_scenes.tetris_book_left,
    "tetris-blunder": screenshot_scenes.tetris_blunder,
    "tetris-review": screenshot_scenes.tetris_review,
    "new-game-tetris": screenshot_scenes.new_game_tetris,
    "four-wide": screenshot_scenes.four_wide,
    "four-wide-alone": screenshot_scenes.four_wide_alone,
    "four-wide-end": screenshot_scenes.four_wide_end,
    "four-wide-combos": screenshot_scenes.four_wide_combos,
    "four-wide-comparison": screenshot_scenes.four_wide_comparison,
    "four-wide-fields": screenshot_scenes.four_wide_fields,
    "four-wide-mosaic": screenshot_scenes.four_wide_mosaic,
    "four-wide-review": screenshot_scenes.four_wide_review,
    "new-game-four-wide": screenshot_scenes.new_game_four_wide,
    "live-versus": screenshot_scenes.versus,
    "live-end": screenshot_scenes.ended,
    "live-free": screenshot_scenes.free,
    "live-sprint": screenshot_scenes.sprint,
    "live-watch": screenshot_scenes.watch,
    "books": screenshot_scenes.books,
    "books-deep": screenshot_scenes.books_deep,
    "books-map": screenshot_scenes.books_map,
    "books-compare": screenshot_scenes.books_compare,
    "books-setups": screenshot_scenes.books_setups,
    "books-sizes": screenshot_scenes.books_sizes,
    "books-shelf": screenshot_scenes.books_shelf,
    "sandbox": screenshot_scenes.sandbox,
    "sandbox-queue": screenshot_scenes.sandbox_queue,
    "live-replay": screenshot_scenes.replay,
    "live-showcase": screenshot_scenes.duel,
    "tetrio-match": screenshot_scenes.tetrio_match,
    "tetrio-mistakes": screenshot_scenes.tetrio_mistakes,
    "tetrio-round": screenshot_scenes.tetrio_round,
    "deal-editor": screenshot_scenes.deal_editor,
    "deal-list": screenshot_scenes.deal_list,
    "bridge-auction": screenshot_scenes.auction,
    "bridge-exchange": screenshot_scenes.exchange,
    "bridge-play": screenshot_scenes.play,
    "bridge-result": screenshot_scenes.result,
    "bridge-review": screenshot_scenes.review,
    "bridge-moves": screenshot_scenes.bridge_moves,
    "new-game-bridge": screenshot_scenes.new_game,
    "tables": screenshot_scenes.tables,
    "tables-look-up": screenshot_scenes.look_up,
    "practice": screenshot_scenes.practice,
    "practice-problem": screenshot_scenes.practice_problem,
    "practice-recall": screenshot_scenes.practice_recall,
    "lessons": screenshot_scenes.lessons,
    "lesson": screenshot_scenes.lesson,
    "lesson-number": screenshot_scenes.lesson_number,
    "guess": screenshot_scenes.guess,
    "played-on": screenshot_scenes.played_on,
    "openers": screenshot_scenes.opener,
    "games": _games,
    "ladder": screenshot_scenes.ladder,
    "settings": _settings,
    "keys": _keys,
    "help": _help,
    "share": _share,
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
    return tuple(Saved.of(path, record) for path, record in zip(names, records, strict=True))


def _telling(shown: Showcase) -> int:
    """The ply most worth looking at: where a win is first known and not every wall has it."""
    for note in shown.record.notes:
        proofs = [choice.proof for choice in note.advice.choices]
        if proofs[:1] == ["win"] and None in proofs:
            return note.ply
    return len(shown.record.moves) * 2 // 3
