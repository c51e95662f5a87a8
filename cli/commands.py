"""All commands together. Nothing here loads an engine or a window."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from cli import window
from cli.grammar import Parser, PrintVersion
from cli.terminal import Signals, fail, status_of
from game import log
from game.errors import KibitzError


def parser() -> argparse.ArgumentParser:
    """The parser of every command; the parsed arguments carry the function to call as `run`."""
    from cli import book, bridge, completion, fourwide, ladder, maintenance, practice, review, tetris, zuniq

    whole = Parser(
        prog="main.py" if Path(sys.argv[0]).name == "main.py" else "kibitz",
        description="Kibitz: watch a game played perfectly, play it yourself, and be told why. "
        "Without a command the window opens.",
        epilog="Exit status: 0 done, 1 bad input, 2 wrong usage, 130 interrupted, 143 terminated.",
    )
    whole.set_defaults(run=window.home)
    whole.add_argument("--version", action=PrintVersion, help="print the version and end")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for group in (window, review, maintenance, practice, ladder, tetris, book, fourwide, zuniq, bridge):
        group.add_commands(commands)
    completion.add_commands(commands, whole)
    return whole


# How every command ends: one status, at most one line on stderr, never a traceback.

DONE = 0
SHOW_TRACEBACK = "KIBITZ_TRACEBACK"


def run(arguments: Sequence[str] | None = None) -> int:
    """Parse, do what is asked, and say in one line what went wrong."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that knows no `…` is no reason to stop
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its greeting goes to stdout, among documents
    status = _guarded(lambda: _command(arguments))
    with contextlib.suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.flush()
    return status


def _command(arguments: Sequence[str] | None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    # whose start is waited for
    chosen = parser().parse_args(words) if words else argparse.Namespace(run=window.home)
    status: int = chosen.run(chosen)
    if sys.stdout is not None:
        sys.stdout.flush()
    return status


def _guarded(job: Callable[[], int]) -> int:
    try:
        with Signals():
            return job()
    except KeyboardInterrupt as error:
        return status_of(error)
    except BrokenPipeError:  # the reader has seen enough, as `head` has
        _discard_stdout()
        return DONE
    except KibitzError as error:
        return fail(str(error))
    except OSError as error:
        return fail(_of_system(error))
    except MemoryError:
        return fail("the memory of this computer is not enough for that")
    except Exception as error:
        if os.environ.get(SHOW_TRACEBACK):
            raise
        log.begin()
        log.ROOT.exception("a command failed")
        return fail(
            f"this should not have happened ({type(error).__name__}: {error}); "
            f"{SHOW_TRACEBACK}=1 shows where, and so does {log.path()}"
        )


def _of_system(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _discard_stdout() -> None:
    """Let what is still in the buffer go nowhere, or the interpreter would complain when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
