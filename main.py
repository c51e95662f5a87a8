"""The door: reads the command line, opens the window or runs one job, and turns errors into one line."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0 done, 1 bad input, 2 wrong usage, 130 interrupted, 143 terminated."""
    try:
        from cli.commands import run

        return run(arguments)
    except KeyboardInterrupt:  # also while modules are still being imported
        return 130


if __name__ == "__main__":
    sys.exit(main())
