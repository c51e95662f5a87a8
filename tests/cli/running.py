"""Running the command line as a stranger does: in a process of its own."""

import json
from collections.abc import Callable
from typing import Any


class Ended:
    """A command that has ended: its status and what it printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def document(self) -> Any:
        """The one JSON document on stdout, with nothing said on stderr."""
        assert (self.status, self.err) == (0, "")
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    def assert_refused(self, status: int, *words: str) -> None:
        """One line on stderr that starts with `error: ` and says `words`, nothing on stdout."""
        assert (self.status, self.out) == (status, "")
        assert self.err.startswith("error: ")
        assert self.err.count("\n") == 1
        for word in words:
            assert word in self.err


Run = Callable[..., Ended]
