"""The commands of practice about a person's own problems: list, due, from, export, import."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cli.grammar import Groups, command
from cli.terminal import Bar, fail, interruptible, note, show, warn
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.practice.games import PlayedGame
    from game.practice.collection import Collection
    from game.practice.history import Counts, History
    from game.practice.problem import Problem


def add_commands(below: Groups) -> None:
    """Add them to the commands of practice."""
    command(below, "list", "the decks with their problems, and how many are due", listed)
    command(below, "due", "the decks of which problems come back today", due)
    making = command(below, "from", "make problems of the mistakes in games and replays", problems_from)
    making.add_argument("path", metavar="FILE|FOLDER", help="a game or a replay, or a folder with some")
    making.add_argument("--player", metavar="NAME", default="", help="your name in replays")
    making.add_argument(
        "--finesse", action="store_true", help="make problems of the pieces that took too many keys instead"
    )
    making.add_argument(
        "-o", "--output", metavar="FILE", help="write a deck there, and leave your own problems as they are"
    )
    exporting = command(below, "export", "write your problems and attempts to a file", export)
    exporting.add_argument("file", metavar="FILE", help="the file to write")
    importing = command(
        below, "import", "take the problems and attempts of an export, or a deck", import_file
    )
    importing.add_argument("file", metavar="FILE", help="an export, or a deck")


def listed(arguments: argparse.Namespace) -> int:
    """All decks."""
    return _show_decks(arguments, only_due=False)


def due(arguments: argparse.Namespace) -> int:
    """The decks of which something is due."""
    return _show_decks(arguments, only_due=True)


def _show_decks(arguments: argparse.Namespace, *, only_due: bool) -> int:
    collection = open_collection()
    rows: list[dict[str, object]] = []
    lines: list[str] = []
    for deck in collection.decks:
        standing = collection.standing(deck)
        if only_due and not standing.due:
            continue
        games = ",".join(deck.games)
        row = {"deck": deck.name, "game": games, "problems": standing.problems, "due": standing.due}
        rows.append(row)
        lines.append(f"{deck.name:16}  {standing.problems:5}  {standing.due:4} due  {games}")
    show(arguments.json, rows, lines or ["Nothing is due."])
    return 0


def problems_from(arguments: argparse.Namespace) -> int:
    """Problems of the mistakes in files; they become one's own, or a deck."""
    from ai.compiled import cache

    warn(cache.ensure().notice)
    from ai.practice.games import files_of, player_in
    from game.practice.deck import Deck, write_deck
    from game.practice.history import History

    paths = files_of(Path(arguments.path))
    player = player_in(paths, arguments.player)
    if arguments.finesse:
        return _finesse_from(arguments, paths, player)
    history = None if arguments.output else History()
    if history is not None:
        warn(history.notice)
    looked, unread = interruptible(lambda: _look(paths, player, history))
    if unread and not looked.games:
        return fail(unread[0])
    for sentence in unread:
        warn(sentence)
    if not looked.games:
        raise BadInput(f"{arguments.path}: nobody in it is a person; name a player with --player")
    problems = _once(looked.problems)
    if arguments.output:
        made = f"practice from {Path(arguments.path).name}"
        write_deck(
            Path(arguments.output),
            Deck(name="mistakes", title="Mistakes", problems=tuple(problems), made=made),
        )
    elif not arguments.json:
        before = f"; {counted(looked.before, 'game')} judged before" if looked.before else ""
        note(f"{counted(looked.new, 'new problem')} in the deck mistakes{before}.")
    lines = [_line(problem) for problem in problems] or ["No mistake became a problem."]
    show(arguments.json, [document_of(problem) for problem in problems], lines)
    return 0


def _finesse_from(arguments: argparse.Namespace, paths: Sequence[Path], player: str) -> int:
    """Problems of the faults of finesse in files; they become a deck of one's own, or one in a file."""
    from ai.practice.games import faults_from
    from game.errors import KibitzError, beside
    from game.practice.deck import Deck, write_deck
    from game.practice.finesse import OWN_DECK, OWN_DETAIL, OWN_TITLE

    problems, unread = list["Problem"](), list[str]()
    for path in paths:
        try:
            problems += faults_from(path, player)
        except KibitzError as error:
            unread.append(f"{path.name}: {beside(path, str(error))}")
    if unread and not problems:
        return fail(unread[0])
    for sentence in unread:
        warn(sentence)
    problems = _once(problems)
    if problems and arguments.output:
        made = f"practice from {Path(arguments.path).name} --finesse"
        deck = Deck(name=OWN_DECK, title=OWN_TITLE, problems=tuple(problems), detail=OWN_DETAIL, made=made)
        write_deck(Path(arguments.output), deck)
    elif problems:
        deck = open_collection().add_own(OWN_DECK, OWN_TITLE, OWN_DETAIL, problems)
        if not arguments.json:
            note(f"{counted(len(deck.problems), 'problem')} in the deck {OWN_DECK}.")
    lines = [_line(problem) for problem in problems] or ["No piece took too many keys."]
    show(arguments.json, [document_of(problem) for problem in problems], lines)
    return 0


@dataclass
class _Looked:
    """The games that were looked at, those among them that were judged `before`, and their problems."""

    games: int = 0
    before: int = 0
    new: int = 0
    problems: list[Problem] = field(default_factory=list)


def _look(paths: Sequence[Path], player: str, history: History | None) -> tuple[_Looked, list[str]]:
    """The problems of files, and the sentences on files that cannot be used.

    Each game's go into the history at once, so that an interruption loses little, and a game that it knows is not
    judged again.
    """
    from ai.practice.games import problems_from
    from ai.practice.job import Judging, Unread

    seen, unread = _Looked(), list[str]()

    def is_known(game: PlayedGame) -> bool:
        if history is None or not history.knows_game(game.key):
            return False
        seen.games, seen.before = seen.games + 1, seen.before + 1
        seen.problems += [each for each in history.problems if game.has(each)]
        return True

    with Bar("judging", "moves") as bar:
        own = 0 if history is None else len(history.problems)
        for event in problems_from(paths, player, is_known, own):
            if isinstance(event, Judging):
                bar.at(event.done, event.moves)
            elif isinstance(event, Unread):
                unread.append(event.reason)
            else:
                seen.games += 1
                seen.problems += event.problems
                if history is not None:
                    seen.new += history.add(event.problems, event.reviewed)
    return seen, unread


def _once(problems: Sequence[Problem]) -> list[Problem]:
    """Each problem once, as it came first."""
    return list({problem.id: problem for problem in reversed(problems)}.values())[::-1]


def _line(problem: Problem) -> str:
    cost = problem.costs.get(problem.played)
    error = f" ± {cost.error:.1f}" if cost is not None and cost.error else ""
    figure = f", {cost.value:.1f}{error} {cost.unit}" if cost is not None else ""
    source = problem.source
    return (
        f"{problem.id}  {problem.theme:14}  {source.title}, move {source.move}: "
        f"{problem.played}{figure}; better {', '.join(problem.answers)}"
    )


def export(arguments: argparse.Namespace) -> int:
    """Write the history to a file."""
    from game.practice.history import History

    history = History()
    warn(history.notice)
    return _show_counts(arguments, history.export(Path(arguments.file)))


def import_file(arguments: argparse.Namespace) -> int:
    """Take what an export or a deck holds."""
    from game.practice.history import History

    history = History()
    warn(history.notice)
    return _show_counts(arguments, history.import_from(Path(arguments.file)))


def _show_counts(arguments: argparse.Namespace, counts: Counts) -> int:
    document = {"problems": counts.problems, "attempts": counts.attempts}
    lines = [f"{counted(counts.problems, 'problem')}, {counted(counts.attempts, 'attempt')}"]
    show(arguments.json, document, lines)
    return 0


def open_collection() -> Collection:
    """All decks; what could not be read is told."""
    from game.practice.collection import Collection
    from game.practice.history import History

    history = History()
    warn(history.notice)
    collection = Collection(history)
    for sentence in collection.notices:
        warn(sentence)
    return collection


def question_of(problem: Problem) -> dict[str, object]:
    """A problem with its answers, as the command line prints it."""
    return {
        "id": problem.id,
        "game": problem.game,
        "theme": problem.theme,
        "task": msgspec.to_builtins(problem.task),
        "position": {"start": problem.start, "moves": list(problem.moves)},
        "answers": list(problem.answers),
    }


def document_of(problem: Problem) -> dict[str, object]:
    """A problem of one's own as the command line prints it: with the move that was played, its cost and its origin."""
    cost = problem.costs.get(problem.played)
    return question_of(problem) | {
        "played": problem.played,
        "cost": None if cost is None else cost.value,
        "error": None if cost is None else cost.error,
        "unit": None if cost is None else cost.unit,
        "proof": problem.proof,
        "source": msgspec.to_builtins(problem.source),
    }
