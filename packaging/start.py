"""Start of the folder's executable: Kibitz, and whatever Kibitz starts with `sys.executable`.

There is no Python on such a computer, so the executable takes the few options that Kibitz gives to an interpreter:
`-c PROGRAM`, and the name of a file after `-I -S`.
"""

import multiprocessing
import runpy
import sys


def main() -> int:
    """Do what the command line says; the exit status."""
    multiprocessing.freeze_support()  # the processes of engines end here
    import kibitz  # puts the code on the path  # noqa: F401

    _, *given = sys.argv
    if len(given) > 1 and given[0] == "-c":
        sys.argv = ["-c", *given[2:]]
        exec(compile(given[1], "<string>", "exec"), {"__name__": "__main__"})
        return 0
    if given[:2] == ["-I", "-S"] and len(given) > 2:
        sys.argv = given[2:]
        runpy.run_path(given[2], run_name="__main__")
        return 0
    from main import main as run

    return run(given)


if __name__ == "__main__":
    sys.exit(main())
