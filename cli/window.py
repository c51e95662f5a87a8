"""Commands that show something: the window, play, showcase, replay, screenshot."""

from __future__ import annotations

import argparse
import gc
import re
from pathlib import Path
from typing import TYPE_CHECKING

from cli.grammar import Groups, command
from cli.terminal import Bar, Stop, board_argument, fail, output_file, show, stdin_bytes
from game.errors import BadInput
from game.games import games
from game.words import counted

if TYPE_CHECKING:
    from game.showcase import Showcase
    from gui.context import Destination

SMALLEST, LARGEST = (640, 480), (3840, 2160)


def add_commands(commands: Groups) -> None:
    """Add `play`, `showcase`, `lesson`, `replay` and `screenshot`."""
    play_game = command(commands, "play", "open the window on a game", play, json=False)
    play_game.add_argument("game", choices=sorted(games()))
    play_game.add_argument(
        "--board",
        metavar="BOARD",
        help="free play of Tetris on this board: a file with rows or a fumen, the text itself, or - for stdin",
    )
    tour = command(commands, "showcase", "watch a prepared game, or film it without a window", showcase)
    tour.add_argument("name", nargs="?", metavar="NAME", help="the showcase; the first one if not given")
    tour.add_argument("--list", action="store_true", help="name every showcase")
    tour.add_argument("--at", metavar="M:SS", help="the moment at which it begins, such as 1:12")
    _add_film(tour)
    learning = command(commands, "lesson", "open the window on a lesson", lesson)
    learning.add_argument("name", nargs="?", metavar="NAME", help="the lesson; all of them if not given")
    learning.add_argument("--list", action="store_true", help="name every lesson")
    again = command(commands, "replay", "open a saved game, or check it", replay)
    again.add_argument(
        "file",
        metavar="FILE",
        help="a saved game, a replay or a folder of them, deals as PBN or LIN, a fumen, a move list; - reads stdin",
    )
    again.add_argument("--verify", action="store_true", help="check every move without opening the window")
    again.add_argument("--to-fumen", action="store_true", help="print a game of guideline Tetris as a fumen")
    again.add_argument(
        "--to-ttr",
        metavar="FILE.ttr",
        help="write a game of guideline Tetris as a TETR.IO replay; .ttrm for two players in real time",
    )
    _add_film(again)
    picture = command(commands, "screenshot", "draw a scene into a file; needs no window", screenshot)
    picture.add_argument("scene", nargs="?", metavar="SCENE", help="the scene to draw")
    picture.add_argument("-o", dest="file", metavar="FILE.png", help="where the picture goes")
    picture.add_argument("--size", default="1280x720", metavar="WIDTHxHEIGHT", help="640x480 to 3840x2160")
    picture.add_argument("--theme", choices=("dark", "light"), help="the colours; dark if not given")
    picture.add_argument(
        "--scale", type=float, metavar="FACTOR", help="the size of text and controls, 0.75 to 3"
    )
    picture.add_argument("--list", action="store_true", help="name every scene")


def _add_film(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record", metavar="FILE", help="film it into a .gif, .png, .mp4 or .webm; needs no window"
    )
    parser.add_argument(
        "--from", dest="start", type=float, default=0.0, metavar="SECONDS", help="where the film begins"
    )
    parser.add_argument("--to", dest="end", type=float, metavar="SECONDS", help="where it ends")


def home(_arguments: argparse.Namespace) -> int:
    """The window, at its first scene."""
    return _open()


def _open(start: Destination | None = None, file: str | None = None) -> int:
    gc.disable()  # what is imported and built before the first frame stays; `App.present` enables it again
    from gui.app import run

    with Stop() as stop:
        run(start, file, lambda: stop.asked)
    return stop.status


def play(arguments: argparse.Namespace) -> int:
    """The window, at a new game, or at free play on a board."""
    from game import config
    from gui import destinations as to

    if arguments.board is None:
        return _open(to.NewGame(arguments.game))
    from gui.scenes.registry import choices_of

    choices = choices_of(config.load()[0], arguments.game)
    return _open(choices.on_board(board_argument(arguments.board)))


def showcase(arguments: argparse.Namespace) -> int:
    """List the showcases, film one, or open the window on one."""
    from game import showcase as shows

    if arguments.list:
        return _list_showcases(arguments.json)
    name = arguments.name or next(iter(shows.names()), None)
    if name is None:
        raise BadInput("this installation has no showcase")
    shown = shows.load(name)  # a wrong name is said here, not in a window
    at = 0.0 if arguments.at is None else shown.moment(arguments.at)
    if arguments.record is None:
        from gui import destinations as to

        return _open(to.Show(name, at))
    if arguments.at is not None and arguments.start:
        raise BadInput("--at and --from both say where the film begins; give one of them")
    arguments.start = at or arguments.start
    return _film(shown, arguments)


def _list_showcases(as_json: bool) -> int:
    from game import showcase as shows

    showcases, problems = shows.load_all()
    document = [
        {"name": one.name, "title": one.title, "game": one.game, "seconds": round(one.seconds, 1)}
        for one in showcases
    ]
    lines = [f"{one.name:<16} {shows.minutes(one.seconds):>5}  {one.title} ({one.game})" for one in showcases]
    show(as_json, document, lines)
    return fail("; ".join(problems)) if problems else 0


def lesson(arguments: argparse.Namespace) -> int:
    """List the lessons, or open the window on one."""
    from game.lessons import source
    from gui import destinations as to

    if arguments.list or arguments.json:
        lessons, problems = source.lessons()
        document = [
            {"name": one.name, "title": one.title, "game": one.game, "steps": len(one.steps)}
            for one in lessons
        ]
        lines = [f"{one.name:<16} {counted(len(one.steps), 'step'):>9}  {one.title}" for one in lessons]
        show(arguments.json, document, lines)
        return fail("; ".join(problems)) if problems else 0
    if arguments.name is None:
        return _open(to.Lessons())
    from gui.scenes.lessons.facts import check

    check(source.lesson(arguments.name))  # what is wrong with it is said here, not in a window
    return _open(to.Lesson(arguments.name))


def _film(one: Showcase, arguments: argparse.Namespace) -> int:
    from gui.film import record
    from gui.play.filming import ENDINGS

    file = output_file(arguments.record, *ENDINGS)
    with Bar("filming", "frames") as bar:
        record(one, file, progress=bar.at, start=arguments.start, end=arguments.end)
    size = file.stat().st_size
    show(
        arguments.json,
        {"name": one.name, "file": str(file), "bytes": size},
        [f"{file} ({size / 1e6:.1f} MB)"],
    )
    return 0


def replay(arguments: argparse.Namespace) -> int:
    """Check a saved game, write it as a fumen or replay, film it, or open the window on it."""
    if arguments.record is not None:
        return _film_game(arguments)
    if not (arguments.verify or arguments.json or arguments.to_fumen or arguments.to_ttr):
        if arguments.file == "-":
            raise BadInput("the window cannot open stdin; give a file, or --verify")
        return _open(file=arguments.file)
    from game.record import verify

    data, name = _saved_game(arguments.file)
    with Bar("replaying", "pieces") as bar:
        verdict = verify(data, name, bar.at)
    fumen = _fumen_of(data, name) if arguments.to_fumen and verdict.ok else None
    written = _write_ttr(data, name, arguments.to_ttr) if arguments.to_ttr and verdict.ok else None
    document = {
        "game": verdict.game,
        "moves": verdict.moves,
        "ok": verdict.ok,
        "first_bad_move": verdict.first_bad_move,
        "fumen": fumen,
    }
    if written is not None:
        document["replay"] = str(written)
    text = fumen or f"{verdict.game}, {counted(verdict.moves, 'move')}: {'right' if verdict.ok else 'wrong'}"
    show(arguments.json, document, [text])
    return 0 if verdict.ok else fail(verdict.reason)


def _film_game(arguments: argparse.Namespace) -> int:
    from game.record import parse_record
    from gui.play.filming import whole_game

    return _film(whole_game(parse_record(*_saved_game(arguments.file))), arguments)


def _saved_game(name: str) -> tuple[bytes, str]:
    """The bytes of a saved game in a file, or on stdin where its name is `-`, and what they are called."""
    from game.record import MAX_BYTES
    from game.saving import load

    return (stdin_bytes(MAX_BYTES), "stdin") if name == "-" else (load(Path(name), MAX_BYTES), name)


def _fumen_of(data: bytes, name: str) -> str:
    from game.record import parse_record
    from game.transfer import fumen_of

    return fumen_of(parse_record(data, name))


def _write_ttr(data: bytes, name: str, file: str) -> Path:
    from game.record import parse_record
    from game.transfer import REPLAY_SUFFIXES, save_file

    path = output_file(file, *REPLAY_SUFFIXES)
    save_file(path, parse_record(data, name))
    return path


def screenshot(arguments: argparse.Namespace) -> int:
    """Draw a scene into a file, or name every scene."""
    from gui import screenshot as pictures

    if arguments.list:
        names = pictures.scenes()
        show(arguments.json, names, names)
        return 0
    if arguments.scene is None or arguments.file is None:
        raise BadInput("a picture needs a scene and a file: screenshot SCENE -o FILE.png (or --list)")
    file = output_file(arguments.file, ".png")
    pictures.render(
        arguments.scene, file, _size(arguments.size), theme=arguments.theme, scale=arguments.scale
    )
    show(arguments.json, {"scene": arguments.scene, "file": str(file)}, [str(file)])
    return 0


def _size(text: str) -> tuple[int, int]:
    """Width and height in pixels. Raises `BadInput`."""
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(low <= side <= high for low, side, high in zip(SMALLEST, size, LARGEST, strict=True)):
        raise BadInput(f"{text[:40]!r} is not a size of a picture; write WIDTHxHEIGHT, 640x480 to 3840x2160")
    return size
