"""Makes a showcase from its source: `python assets/showcases/make.py NAME [--iterations N]`; `books`: of all books.

The source (`NAME.yaml`) holds title, pace, seats and chapters. A game of Zuniq stands in it move by move; the engine
looks at every position with N iterations and a fixed seed, and its opinions go into the record. A marathon is played
again from its seed (`marathon.py`; a few minutes), and so are games of guideline Tetris (`guideline.py`, `books.py`;
seconds). With `--seek` a book's game gets the first seed with which all that is told of it happens. The same source,
engine and N give the same file.
"""

from __future__ import annotations

import argparse
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

from ai.engine import Limit  # noqa: E402
from ai.zuniq.engine import Kibitz  # noqa: E402
from assets.showcases import books, guideline, marathon  # noqa: E402
from game.record import SUFFIX, Chapter, Record, Seat, write_record  # noqa: E402
from game.session import Session  # noqa: E402
from game.showcase import compose  # noqa: E402

_KEPT_CHOICES = 5
_UNSTABLE_FACTS = ("iterations_per_second",)  # what depends on the machine stays out of the file


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """What a person writes down about a showcase of a game with moves."""

    title: str
    game: str
    rules: dict[str, str]
    pace: int
    created: str
    seats: list[Seat]
    moves: str
    chapters: list[Chapter]


def build(name: str, iterations: int) -> Path:
    """Write the showcase called `name`; returns its file."""
    source = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    if "book" in source:
        record = books.build(msgspec.convert(source, books.Source))
    elif str(source["game"]).startswith("tetris"):
        record = guideline.build(msgspec.convert(source, guideline.Source))
    elif "moves" in source:
        record = _told_by_moves(msgspec.convert(source, Source), iterations)
    else:
        with tqdm(desc="looking through the game", unit=" pieces", leave=False) as bar:
            record = marathon.build(msgspec.convert(source, marathon.Source), progress=_onto(bar))
    file = FOLDER / f"{name}{SUFFIX}"
    write_record(file, record)
    return file


def names_of(name: str) -> list[str]:
    """The showcases that `name` stands for: `books` for those of all books, else the one itself."""
    if name != "books":
        return [name]
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yaml"))}
    return [stem for stem, text in sources.items() if "\nbook:" in text]


def reseed(name: str) -> None:
    """Write the first seed into a book's source, from the one there on, with which all that is told happens."""
    path = FOLDER / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    seed = books.seek(msgspec.convert(yaml.safe_load(text), books.Source))
    path.write_text(re.sub(r"(?m)^seed: \d+$", f"seed: {seed}", text), encoding="utf-8")


def _onto(bar: tqdm[Never]) -> marathon.Progress:
    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show


def _told_by_moves(source: Source, iterations: int) -> Record:
    session = Session.new(source.game, source.rules, source.seats)
    for move in source.moves.split():
        _look(session, iterations)
        session.play(move)
    session.go_to(0)
    return compose(session, source.title, source.chapters, source.created, source.pace)


def _look(session: Session, iterations: int) -> None:
    """Note the engine's opinion on the newest position; a new engine each time, so that order tells nothing."""
    engine = Kibitz(seed=1)
    *_, advice = engine.think(session.position, Limit(iterations=iterations))
    facts = {key: value for key, value in advice.facts.items() if key not in _UNSTABLE_FACTS}
    kept = msgspec.structs.replace(advice, choices=advice.choices[:_KEPT_CHOICES], facts=facts)
    session.note(session.cursor, kept)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--iterations", type=int, default=400_000)
    parser.add_argument("--seek", action="store_true", help="find a seed for a book's game first")
    arguments = parser.parse_args()
    for each in names_of(arguments.name):
        if arguments.seek:
            reseed(each)
        print(build(each, arguments.iterations))
