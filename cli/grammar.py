"""The grammar of the command line. It loads no engine and no window: commands import what they need."""

from __future__ import annotations

import argparse
import re
from typing import Any, NoReturn, Protocol

from cli.terminal import say

WRONG_USAGE = 2


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        say("error", f"{message} (see `{self.prog} --help`)")
        raise SystemExit(WRONG_USAGE)


class PrintVersion(argparse.Action):
    """Print the version and end."""

    def __init__(self, option_strings: list[str], dest: str, **options: Any) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from game import log

        print(log.versions()[0])
        raise SystemExit(0)


class Groups(Protocol):
    """The object argparse gives for adding commands."""

    def add_parser(self, name: str, **options: Any) -> argparse.ArgumentParser: ...


def group(commands: Groups, name: str, about: str) -> Groups:
    """A command that has commands of its own, one of which must be given."""
    below: Groups = commands.add_parser(name, help=about, description=about).add_subparsers(
        title="commands", metavar="COMMAND", dest=f"{name}_command", required=True, parser_class=Parser
    )
    return below


def command(
    commands: Groups, name: str, about: str, run: Any, *, json: bool = True
) -> argparse.ArgumentParser:
    """One command that ends in `run(arguments)`."""
    made = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    made.set_defaults(run=run)
    if json:
        made.add_argument("--json", action="store_true", help="print one JSON document on stdout")
    return made


def add_board(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the argument `board`, which `terminal.board_argument` reads."""
    rows = "a file with the rows of the board or a fumen, or the rows themselves with / between them; - reads stdin"
    parser.add_argument(
        "board",
        nargs="?" if optional else None,
        metavar="BOARD",
        help=f"{rows} (empty)" if optional else rows,
    )


def whole_number(low: int, high: int | None = None) -> Any:
    """A type of argument: a whole number from `low` on."""

    def read(text: str) -> int:
        if (
            not re.fullmatch(r"[-+]?[0-9]{1,18}", text)
            or int(text) < low
            or (high is not None and int(text) > high)
        ):
            limits = f"from {low} on" if high is None else f"from {low} to {high}"
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number {limits}")
        return int(text)

    return read


def seconds(text: str) -> float:
    """A type of argument: a time above 0 and up to a day."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds from above 0 to 86400")
    return value
