"""Completions of a shell, asked in the shell itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cli.commands import parser
from cli.completion import SCRIPTS, places
from tests.cli.running import Run, python

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
_kibitz
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
_describe() { shift; print -l -- "${(@P)1}" }
compadd() { print -l -- "${@[2,-1]}" }
_files() { }
compdef() { }
source "$1"; shift
words=("$@"); CURRENT=$#
_kibitz
"""
FISH = 'source $argv[1]; complete -C "$argv[2..]"'

CASES = {
    "kibitz zuniq": {"zuniq"},
    "kibitz tetris pc": {"pc", "pc-optimum", "pc-setups"},
    "kibitz tetris pc-optimum --see ": {"5", "6", "7", "all"},
    "kibitz tetris moves board.txt --piece T --rules s": {"spawn", "simplified"},
    "kibitz bridge play kibitz greedy --no-": {"--no-auction"},
    "kibitz config sh": {"show"},
    "kibitz play br": {"bridge"},
    "kibitz --ver": {"--version"},
}


def completed(shell: str, line: str, script: Path) -> set[str]:
    """The words that `shell` offers for the last of `line`."""
    words = line.split(" ")
    program = {"bash": BASH, "zsh": ZSH, "fish": FISH}[shell]
    how = {"bash": ["--norc", "-c", program, "bash"], "zsh": ["-f", "-c", program, "zsh"]}
    command = [shell, *how.get(shell, ["--no-config", "-c", program]), str(script), *words]
    items = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    offered = {each.partition("\t")[0].partition(":")[0] for each in items}
    return {each for each in offered if each.startswith(words[-1])}


@pytest.mark.parametrize("shell", sorted(SCRIPTS))
def test_a_shell_completes_commands_options_and_their_values(run: Run, tmp_path: Path, shell: str) -> None:
    script = tmp_path / "script"
    script.write_text(run(f"completion {shell}").out)
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert {line: completed(shell, line, script) for line in CASES} == CASES


def test_every_command_with_a_help_of_its_own_is_completed() -> None:
    every = list(places(parser()))
    assert len({place.path for place in every}) == len(every) > 30
    assert all("--help" in {name for option in place.options for name in option.names} for place in every)


LIGHT = """
import sys
from main import main
status = main(sys.argv[1:])
print(sorted({"numba", "pygame", "numpy"} & set(sys.modules)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the shells are those of POSIX")
def test_neither_script_nor_version_load_an_engine_or_a_window(root: Path) -> None:
    with open(root / "pyproject.toml", "rb") as file:
        version = tomllib.load(file)["project"]["version"]
    assert python(LIGHT, "--version").out == f"Kibitz {version}\n"
    assert python(LIGHT, "completion", "bash").out.splitlines()[-1] == "[]"
