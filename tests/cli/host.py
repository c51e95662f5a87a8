"""A process that has everything imported and forks for each command: the command is a process of its own, begun sooner.

A line of JSON comes in for each command: its arguments, its folder, its environment, and the files of its
three streams; its status goes out. Where there is no fork, commands are started in the ordinary way.
"""

import atexit
import gc
import json
import os
import signal
import sys
from math import ceil
from typing import IO, Any

from tests.patience import SECONDS


def import_all() -> None:
    """The command line and the engines behind it, as the first command would import them, and numba made ready."""
    from numba.core.registry import cpu_target

    from ai.compiled import child
    from cli.commands import parser

    parser()
    for group in child.groups():
        child.steps(group)
    cpu_target.typing_context.refresh()  # what every first kernel of a process waits for
    cpu_target.target_context.refresh()


def serve(orders: IO[str]) -> None:
    for line in orders:
        order = json.loads(line)
        here = os.fork()
        if here == 0:
            os._exit(run(order))
        print(os.waitstatus_to_exitcode(os.waitpid(here, 0)[1]), flush=True)


def run(order: dict[str, Any]) -> int:
    """One command from its beginning to its end, in the child."""
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    for number, name in enumerate(order["streams"]):
        opened = os.open(name, os.O_WRONLY if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
    signal.alarm(ceil(1.5 * SECONDS))
    if order["arguments"][:1] in (["warmup"], ["doctor"]):
        _look_anew()
    from main import main as command

    try:
        status = command(order["arguments"])
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def _look_anew() -> None:
    """Forget which folder of compiled kernels was chosen when everything was imported: a test may name another."""
    from ai.compiled import cache

    cache._ensured.clear()


def main() -> None:
    """Say when all is imported, then do what is ordered. Begun in the folder of `main.py`."""
    sys.path.insert(0, os.getcwd())  # commands have folders of their own
    import_all()
    gc.collect()
    gc.freeze()  # else every child looks through all of this, and gets a copy of what it looks at
    print("ready", flush=True)
    serve(os.fdopen(os.dup(0)))
