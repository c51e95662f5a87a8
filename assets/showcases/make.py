"""Makes a showcase from its source: `python assets/showcases/make.py NAME [--iterations N]`; `books`: of all books.

The source (`NAME.yaml`) holds title, pace, seats and chapters (`telling.py`). A game of Zuniq stands in it move by
move; the engine looks at every position with N iterations and a fixed seed, and its opinions go into the record. A
marathon is played again from its seed (`marathon.py`; a few minutes), and so are games of guideline Tetris
(`guideline.py`, `books.py`; seconds). With `--seek` a book's game gets the first seed with which all that is told of it
happens. The same source, engine and N give the same file. A source that is wrong is answered with one line, which names
file and place.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import Never

import msgspec
import yaml
from tqdm import tqdm

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))

from ai.compiled import cache  # noqa: E402  # the root comes into the path first

cache.ensure()
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # of text alone, which is written as in the window

from ai.engine import Limit  # noqa: E402
from ai.zuniq.engine import Kibitz  # noqa: E402
from assets.showcases import books, guideline, marathon  # noqa: E402
from assets.showcases.telling import Facts, ToldChapter, tell  # noqa: E402
from game.errors import BadInput, KibitzError  # noqa: E402
from game.facts import without_speeds  # noqa: E402
from game.record import SUFFIX, Chapter, Record, Seat, write_record  # noqa: E402
from game.session import Session  # noqa: E402
from game.showcase import compose  # noqa: E402
from game.zuniq import State  # noqa: E402

_KEPT_CHOICES = 5


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """A source of a showcase of a game with moves; chapters are at plies."""

    title: str
    game: str
    rules: dict[str, str]
    pace: int
    created: str
    seats: list[Seat]
    moves: str
    chapters: list[ToldChapter]


def build(file: Path, iterations: int) -> Path:
    """Write the showcase of a source beside it; returns its file. Raises `BadInput`, which names file and place."""
    source = read(file)
    try:
        record = _record(source, iterations)
    except msgspec.ValidationError as error:
        raise BadInput(f"{file.name}, {_placed(str(error))}") from None
    except BadInput as error:
        raise BadInput(f"{file.name}, {error}") from None
    shown = file.with_suffix(SUFFIX)
    write_record(shown, record)
    return shown


_KINDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "array": "a list",
    "object": "named values",
}


def _placed(reason: str) -> str:
    """Return the error in a value of a source, its place first."""
    what, _, place = reason.partition(" - at `$")
    missing = re.fullmatch(r"Object missing required field `(.*)`", what)
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what)
    kind = re.match(r"Expected `(\w+)", what)
    if missing:
        what = f"there is no {missing[1]}"
    elif unknown:
        what = f"{unknown[1]!r} means nothing here"
    elif kind:
        what = f"{_KINDS.get(kind[1], kind[1])} is needed"
    place = place.strip(".`")
    return f"{place}: {what}" if place else what


def read(file: Path) -> dict[str, object]:
    """Return the contents of a source. Raises `BadInput`, which names file and line."""
    try:
        source = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{file.name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file.name} is not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise BadInput(f"{file.name}{line}: {error.problem}") from None
    except yaml.YAMLError:
        raise BadInput(f"{file.name} is not YAML") from None
    if not isinstance(source, dict):
        raise BadInput(f"{file.name} has no title, game and chapters")
    return source


def _record(source: dict[str, object], iterations: int) -> Record:
    if "book" in source:
        return books.build(msgspec.convert(source, books.Source))
    if str(source.get("game")).startswith("tetris"):
        return guideline.build(msgspec.convert(source, guideline.Source))
    if "moves" in source:
        return _record_of_moves(msgspec.convert(source, Source), iterations)
    with tqdm(desc="looking through the game", unit=" pieces", leave=False) as bar:
        return marathon.build(msgspec.convert(source, marathon.Source), progress=_onto(bar))


def files_of(name: str) -> list[Path]:
    """The sources that `name` stands for: `books` for those of all books, a file, or the one called so."""
    if name == "books":
        return [file for file in sorted(FOLDER.glob("*.yaml")) if "book" in read(file)]
    return [Path(name) if name.endswith(".yaml") else FOLDER / f"{name}.yaml"]


def reseed(file: Path) -> None:
    """Write the first seed into a book's source, from the one there on, with which all that is told happens."""
    seed = books.seek(msgspec.convert(read(file), books.Source))
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"(?m)^seed: \d+$", f"seed: {seed}", text), encoding="utf-8")


def _onto(bar: tqdm[Never]) -> marathon.Progress:
    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show


def _record_of_moves(source: Source, iterations: int) -> Record:
    session = Session.new(source.game, source.rules, source.seats)
    for move in source.moves.split():
        _look(session, iterations)
        session.play(move)
    session.go_to(0)
    return compose(session, source.title, zuniq_chapters(source, session), source.created, source.pace)


def zuniq_chapters(source: Source, session: Session) -> list[Chapter]:
    """The chapters of a game of Zuniq. Raises `BadInput` as `tell`."""

    def moment(details: ToldChapter) -> int:
        if not isinstance(details.at, int):
            raise BadInput(f"a game with moves has no moment {details.at!r}; write a ply")
        return details.at

    return tell(source.chapters, moment, lambda ply: _facts(session, ply), _totals(session), session.length)


def _totals(session: Session) -> Facts:
    last = session.position_at(session.length)
    assert isinstance(last, State)
    return {
        "walls": last.ply,
        "all_zones": len(last.zones),
        "grid_walls": last.grid.walls,
        "fewest": last.grid.walls - last.grid.cells,
        "winner": last.seats[last.winner or 0].capitalize(),
    }


def _facts(session: Session, ply: int) -> Facts:
    """A position of Zuniq: the walls and zones there are, and the size of the zone that the last wall has closed."""
    state, before = session.position_at(ply), session.position_at(max(0, ply - 1))
    assert isinstance(state, State)
    assert isinstance(before, State)
    facts: Facts = {
        "wall": ply,
        "zones": len(state.zones),
        "closed": len(state.zones) - len(before.zones),
        "left": session.length - ply,
    }
    return facts | ({"zone": len(state.zones[-1])} if len(state.zones) > len(before.zones) else {})


def _look(session: Session, iterations: int) -> None:
    """Note the engine's opinion on the newest position; a new engine each time, so that order tells nothing."""
    engine = Kibitz(seed=1)
    *_, advice = engine.think(session.position, Limit(iterations=iterations))
    evidence = without_speeds(advice.evidence)
    stored = msgspec.structs.replace(advice, choices=advice.choices[:_KEPT_CHOICES], evidence=evidence)
    session.note(session.cursor, stored)


def main() -> int:
    """Make what the command line asks for; 1 for a source that is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="of a source in this folder, or a file")
    parser.add_argument("--iterations", type=int, default=400_000)
    parser.add_argument("--seek", action="store_true", help="find a seed for a book's game first")
    arguments = parser.parse_args()
    try:
        for file in files_of(arguments.name):
            if arguments.seek:
                reseed(file)
            print(build(file, arguments.iterations))
    except KibitzError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
