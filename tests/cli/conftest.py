"""A stranger at the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Ended, Run


@pytest.fixture
def run(root: Path, tmp_path: Path) -> Run:
    """Run `main.py` with arguments; `stdin` None is a closed one, variables of the environment by name, None: none."""

    def start(*arguments: str, stdin: str | bytes | None = "", **variables: str | None) -> Ended:
        command = [sys.executable, str(root / "main.py"), *arguments]
        if stdin is None:
            command = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
        done = subprocess.run(
            command,
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=tmp_path,
            env={name: value for name, value in (os.environ | variables).items() if value is not None},
            timeout=200,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return start
