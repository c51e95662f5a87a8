"""`python -m kibitz`, and the command `kibitz`."""

import sys

import kibitz  # finds the code  # noqa: F401
from main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
