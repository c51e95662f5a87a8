"""The command `completion`: a script that lets a shell complete commands, options and their values.

It is made from the parser of all commands, so it knows what they know. Nothing of Kibitz runs while a shell completes.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cli.grammar import Groups, command

PROGRAM = "kibitz"


class Option(NamedTuple):
    """An option with its names, its help, its values where they can be listed, and whether one follows."""

    names: tuple[str, ...]
    about: str
    values: tuple[str, ...]
    takes_value: bool


class Place(NamedTuple):
    """Words that may follow a command: commands with their help, options, and values that can be listed."""

    path: str
    commands: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    values: tuple[str, ...]


def add_commands(commands: Groups, whole: argparse.ArgumentParser) -> None:
    """Add `completion`, of all that `whole` reads."""
    made = command(
        commands, "completion", "print a script that completes commands in a shell", completion, json=False
    )
    made.set_defaults(whole=whole)
    made.add_argument(
        "shell",
        choices=sorted(SCRIPTS),
        help='bash: eval "$(kibitz completion bash)" in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit; '
        "fish: kibitz completion fish > ~/.config/fish/completions/kibitz.fish",
    )


def completion(arguments: argparse.Namespace) -> int:
    """The script of one shell."""
    whole: argparse.ArgumentParser = arguments.whole
    print("\n".join(SCRIPTS[arguments.shell](list(places(whole)))))
    return 0


def places(parser: argparse.ArgumentParser, path: str = "") -> Iterator[Place]:
    """The whole command line as a list: first the program, then each command and what is below it."""
    below: dict[str, argparse.ArgumentParser] = {}
    commands: list[tuple[str, str]] = []
    options: list[Option] = []
    values: list[str] = []
    for action in parser._actions:
        known = tuple(map(str, action.choices)) if action.choices is not None else ()
        about = (action.help or "").replace("%%", "%")
        if isinstance(action, argparse._SubParsersAction):
            below = action.choices
            commands = [(each.dest, each.help or "") for each in action._get_subactions()]
        elif action.option_strings:
            options.append(Option(tuple(action.option_strings), about, known, action.nargs != 0))
        else:
            values += known
    yield Place(path, tuple(commands), tuple(options), tuple(values))
    for name, each in below.items():
        yield from places(each, f"{path} {name}".strip())


def _bash(every: list[Place]) -> Iterator[str]:
    yield f"_{PROGRAM}() {{"
    yield '    local word path="" current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"'
    yield from _follow("${COMP_WORDS[@]:1:COMP_CWORD-1}", every)
    yield "    COMPREPLY=()"
    yield '    case "$path:$before" in'
    for place, option in _with_values(every):
        cases = "|".join(shlex.quote(f"{place.path}:{name}") for name in option.names)
        words = shlex.quote(" ".join(option.values))
        yield f'        {cases}) COMPREPLY=($(compgen -W {words} -- "$current")); return;;'
    for place, option in _with_other_values(every):
        cases = "|".join(shlex.quote(f"{place.path}:{name}") for name in option.names)
        yield f"        {cases}) return;;"
    yield "    esac"
    yield '    case "$path" in'
    for place in every:
        names = [name for option in place.options for name in option.names]
        words = shlex.quote(" ".join([*(name for name, _ in place.commands), *place.values, *names]))
        yield f'        {shlex.quote(place.path)}) COMPREPLY=($(compgen -W {words} -- "$current"));;'
    yield "    esac"
    yield "}"
    yield f"complete -o default -F _{PROGRAM} {PROGRAM}"


def _zsh(every: list[Place]) -> Iterator[str]:
    yield f"#compdef {PROGRAM}"
    yield f"_{PROGRAM}() {{"
    yield '    local word path_of="" before="${words[CURRENT-1]}"'
    yield "    local -a found"
    yield from _follow("${words[2,CURRENT-1]}", every, "path_of")
    yield '    case "$path_of:$before" in'
    for place, option in _with_values(every):
        cases = "|".join(shlex.quote(f"{place.path}:{name}") for name in option.names)
        yield f"        ({cases}) compadd -- {shlex.join(option.values)}; return;;"
    for place, option in _with_other_values(every):
        cases = "|".join(shlex.quote(f"{place.path}:{name}") for name in option.names)
        yield f"        ({cases}) _files; return;;"
    yield "    esac"
    yield '    case "$path_of" in'
    for place in every:
        items = [*place.commands, *((value, "") for value in place.values)]
        items += [(name, option.about) for option in place.options for name in option.names]
        pairs = [f"{name}:{about}" if about else name for name, about in items]
        files = "" if place.commands or place.values else " _files;"
        yield f"        ({shlex.quote(place.path)}) found=({shlex.join(pairs)});{files};"
    yield "    esac"
    yield f"    _describe {PROGRAM} found"
    yield "}"
    yield f"compdef _{PROGRAM} {PROGRAM}"


def _follow(words: str, every: list[Place], path: str = "path") -> Iterator[str]:
    """Find the command that the words so far name: the longest path of commands, whatever stands between."""
    known = "|".join(shlex.quote(place.path) for place in every if place.path)
    yield f'    for word in "{words}"; do' if "COMP_WORDS" in words else f"    for word in {words}; do"
    yield f'        case "${path}${{{path}:+ }}$word" in'
    yield f'            {known}) {path}="${path}${{{path}:+ }}$word";;'
    yield "        esac"
    yield "    done"


def _with_values(every: list[Place]) -> Iterator[tuple[Place, Option]]:
    yield from ((place, option) for place in every for option in place.options if option.values)


def _with_other_values(every: list[Place]) -> Iterator[tuple[Place, Option]]:
    for place in every:
        for option in place.options:
            if option.takes_value and not option.values:
                yield place, option


def _fish(every: list[Place]) -> Iterator[str]:
    known = " ".join(shlex.quote(place.path) for place in every if place.path)
    yield f"function __{PROGRAM}_at"
    yield "    set -l at ''"
    yield "    for word in (commandline -opc)[2..]"
    yield '        set -l further (string trim -- "$at $word")'
    yield f"        contains -- $further {known}; and set at $further"
    yield "    end"
    yield '    test "$at" = "$argv"'
    yield "end"
    for place in every:
        at = f"complete -c {PROGRAM} -n {_fish_quoted(f'__{PROGRAM}_at {place.path}'.strip())}"
        for name, about in place.commands:
            yield f"{at} -f -a {_fish_quoted(name)} -d {_fish_quoted(about)}"
        if place.values:
            yield f"{at} -f -a {_fish_quoted(' '.join(place.values))}"
        for option in place.options:
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
            )
            takes = " -r" if option.takes_value else ""
            listed = f" -f -a {_fish_quoted(' '.join(option.values))}" if option.values else ""
            yield f"{at} {names}{takes}{listed} -d {_fish_quoted(option.about)}"


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


SCRIPTS: dict[str, Callable[[list[Place]], Iterator[str]]] = {"bash": _bash, "fish": _fish, "zsh": _zsh}
