"""All commands together. Nothing here loads an engine or a window."""

from __future__ import annotations

import argparse

from cli import book, bridge, fourwide, house, tetris, window, zuniq
from cli.grammar import Parser


def parser() -> argparse.ArgumentParser:
    """The parser of every command; the parsed arguments carry the function to call as `run`."""
    whole = Parser(
        prog="main.py",
        description="Kibitz: watch a game played perfectly, play it yourself, and be told why. "
        "Without a command the window opens.",
        epilog="Exit status: 0 done, 1 bad input, 2 wrong usage, 130 interrupted, 143 terminated.",
    )
    whole.set_defaults(run=window.home)
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for group in (window, house, tetris, book, fourwide, zuniq, bridge):
        group.add_commands(commands)
    return whole
