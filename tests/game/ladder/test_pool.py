from pathlib import Path

import pytest

from game.errors import BadInput
from game.ladder.pool import Player, checked, player_of, read_pool


def pool(folder: Path, text: str) -> Path:
    path = folder / "pool.yaml"
    path.write_text(text)
    return path


def test_a_pool_has_engines_and_programs_and_rules(tmp_path: Path) -> None:
    text = """# whom we know
players:
  - {name: Club, engine: stacker, level: club, books: bt-loop, nodes: 2000}
  - name: Guest
    command: ./bot --fast
    protocol: triangle
    seconds: 0.1
  - engine: greedy
rules: {kicks: srs+, previews: 5}
"""
    assert read_pool(pool(tmp_path, text)) == (
        (
            Player("Club", "stacker", "club", "bt-loop", nodes=2000),
            Player("Guest", command="./bot --fast", protocol="triangle", seconds=0.1),
            Player("greedy", "greedy"),
        ),
        {"kicks": "srs+", "previews": "5"},
    )


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("players: [", 1, "not YAML"),
        ("7", 1, "keys with values"),
        ("rules: {}", 1, "a list of players"),
        ("players:\n  - engine: a\n", 2, "2 to 64 players"),
        ("players:\n  - engine: a\n  - engine: a\n", 2, "two players are called 'a'"),
        ("players:\n  - engine: a\n  - name: b\n", 3, "either an engine or a command"),
        ("players:\n  - engine: a\n  - engine: b\n    colour: red\n", 4, "'colour' is not known"),
        ("players:\n  - engine: a\n    nodes: many\n", 3, "number of nodes"),
        ("players:\n  - engine: a\n    seconds: 0\n", 3, "number of seconds"),
        ("players:\n  - command: a\n    nodes: 5\n", 3, "nodes are for an engine"),
        ("players:\n  - command: a\n    level: club\n", 2, "belong to an engine"),
        ("players:\n  - engine: a\n    protocol: tbp\n", 3, "belongs to a command"),
        ("players:\n  - engine: [a]\n", 2, "one value"),
        ("players:\n  - engine: a\n    engine: b\n", 3, "stands twice"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_pool(pool(tmp_path, text))
    assert str(refused.value).startswith(f"pool.yaml, line {line}")
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_player_is_a_word() -> None:
    assert player_of("kibitz") == Player("kibitz", "kibitz")
    assert player_of("stacker:club@bt-loop/500") == Player(
        "stacker:club@bt-loop/500", "stacker", "club", "bt-loop", nodes=500
    )
    assert player_of("kibitz/0.5s").seconds == 0.5
    for word in ("", "/5", "kibitz/x", "kibitz/0", "kibitz/0s", "k" * 50):
        with pytest.raises(BadInput):
            player_of(word)
    with pytest.raises(BadInput, match="2 to 64"):
        checked([Player("a", "a")])
