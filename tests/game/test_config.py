from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import config
from game.errors import BadConfig

DEFAULT = config.Config()
SCALE, BITS = "allowed: a number from 0.75 to 3", "allowed: a whole number from 16 to 24"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    config.user_file().parent.mkdir(parents=True)
    return tmp_path


def write(text: str | bytes) -> Path:
    file = config.user_file()
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def only_message(text: str | bytes) -> str:
    """The one message that a user's file gives, with the file's name taken off."""
    file = write(text)
    loaded, messages = config.load()
    assert loaded == DEFAULT
    assert messages == config.check(file)
    assert len(messages) == 1, messages
    assert messages[0].startswith(str(file))
    return messages[0][len(str(file)) :].lstrip(", ")


def test_the_shipped_file_is_the_one_the_types_describe() -> None:
    assert config.SHIPPED.read_text() == config.template()
    assert config.check(config.SHIPPED) == []


def test_without_any_file_or_value_the_defaults_hold(home: Path) -> None:
    for text in ("", "# nothing\n", "---\n", "display:\n", "display: {}\nplay:\n"):
        write(text)
        assert config.load() == (DEFAULT, [])
    config.user_file().unlink()
    config.user_file().parent.rmdir()
    assert config.load() == (DEFAULT, [])
    assert config.check(config.user_file()) == []


def test_a_user_s_values_replace_the_defaults(home: Path) -> None:
    write(
        "display: {theme: light, scale: 2}\nplay:\n  hints: no\nzuniq:\n  edges: 1_000_000\n  dots: '3x4'\n"
    )
    loaded, messages = config.load()
    assert messages == []
    assert (loaded.display.theme, loaded.display.scale) == ("light", 2.0)
    assert isinstance(loaded.display.scale, float)
    assert loaded.play.hints == "none"
    assert (loaded.zuniq.edges, loaded.zuniq.dots) == (1_000_000, "3x4")
    assert loaded.engine == DEFAULT.engine


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("display:\n  scale: 9", f"line 2: display.scale is 9; {SCALE}"),
        ("display:\n  scale: big", f"line 2: display.scale is big; {SCALE}"),
        ("display:\n  scale: '2'", f"line 2: display.scale is '2'; {SCALE}"),
        ("display:\n  scale:", f"line 2: display.scale is empty; {SCALE}"),
        (
            "display:\n  scale: [1]",
            f"line 2: display.scale is a list or a mapping; {SCALE}",
        ),
        ("display:\n  scale: .nan", f"line 2: display.scale is .nan; {SCALE}"),
        ("display:\n  scale: 1e999", f"line 2: display.scale is 1e999; {SCALE}"),
        ("display:\n  fullscreen: 1", "line 2: display.fullscreen is 1; allowed: true or false"),
        ("display:\n  theme: no", "line 2: display.theme is no; allowed: dark or light"),
        ("zuniq:\n  solver_bits: 012", f"line 2: zuniq.solver_bits is 012; {BITS}"),
        ("zuniq:\n  solver_bits: 1e0", f"line 2: zuniq.solver_bits is 1e0; {BITS}"),
        ("zuniq:\n  solver_bits: 2.0", f"line 2: zuniq.solver_bits is 2.0; {BITS}"),
        ("zuniq:\n  solver_bits: 0", f"line 2: zuniq.solver_bits is 0; {BITS}"),
        (
            "zuniq:\n  game_seconds: 12:30:00",
            "line 2: zuniq.game_seconds is 12:30:00; allowed: a number from 5 to 3600",
        ),
        (
            "zuniq:\n  dots: 7x10",
            "line 2: zuniq.dots is 7x10; allowed: ROWSxCOLUMNS in dots, from 2x2 to 9x9",
        ),
        ("play:\n  hint: true", "line 2: play.hint is not a setting; did you mean play.hints?"),
        (
            "noise: 3",
            "line 1: noise is not a setting; the sections are display, play, sound, engine, zuniq",
        ),
        ("disply:\n  scale: 2", "line 2: disply.scale is not a setting; did you mean display.scale?"),
        ('"\\UFFFFFFFF": 1', "is not YAML"),
        (
            "display: 3",
            "line 1: display is a section; its settings are theme, scale, fullscreen, patterns, cells, skin, ghost, "
            "lock_bar, four_colours, reduce_motion",
        ),
        ("display: [1, 2]", "line 1: display is a section; its settings are theme,"),
        ("'': 3", "line 1: '' is not a setting; the sections are"),
        ("- display", "line 1: a list; allowed are sections with keys"),
        ("just words", "line 1: 'just words'; allowed are sections with keys"),
        ("display: {theme: dark", "line 1: is not YAML: "),
        ("display:\n\ttheme: dark", "line 2: is not YAML: "),
        ("a: &x 1\nb: *x", "line 1: anchors and aliases (& and *) are not allowed"),
        ("display:\n  theme: !!str dark", "line 2: tags (!) are not allowed"),
        ("---\n---\n", "line 2: is not YAML: expected a single document"),
        ("? [a, b]\n: 3", "line 1: a list or mapping stands where a key should be"),
        (b"display:\n  theme: d\xe4rk", "line 2: is not UTF-8 text; save the file as UTF-8"),
        (b"#" * 65_537, "is larger than 64 KB; settings need far less"),
        ("display:\n  theme: \x01", "is not YAML"),
    ],
)
def test_what_is_wrong_is_named_with_line_key_finding_and_what_is_allowed(
    home: Path, text: str | bytes, message: str
) -> None:
    assert only_message(text).startswith(message)


def test_a_key_written_twice_is_named_and_the_first_value_counts(home: Path) -> None:
    file = write("display:\n  scale: 2\n  scale: 3\n")
    loaded, messages = config.load()
    assert loaded.display.scale == 2.0
    assert messages == [f"{file}, line 3: display.scale stands twice; write it once (the first value counts)"]


@pytest.mark.parametrize(
    ("text", "hints"),
    [("true", "all"), ("false", "none"), ("off", "none"), ("none", "none"), ("graph", "graph")],
)
def test_hints_that_were_once_a_switch_are_still_read(home: Path, text: str, hints: str) -> None:
    write(f"play:\n  hints: {text}\n")
    loaded, notices = config.load()
    assert (loaded.play.hints, notices) == (hints, [])
    assert config.field("play.hints").read(text) == hints


def test_an_attack_table_is_read_by_its_earlier_name(home: Path) -> None:
    write("tetris:\n  attack: guideline\n")
    loaded, notices = config.load()
    assert (loaded.tetris.attack, notices) == ("modern-guideline-late", [])
    assert config.field("tetris.attack").read("Guideline") == "modern-guideline-late"


def test_a_bad_entry_costs_only_itself(home: Path) -> None:
    write("display:\n  theme: light\n  scale: 99\nplay:\n  hints: false\n")
    loaded, messages = config.load()
    assert (loaded.display.theme, loaded.display.scale, loaded.play.hints) == ("light", 1.0, "none")
    assert len(messages) == 1


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_a_nesting_bomb_is_refused_before_it_costs_anything(home: Path, opening: str) -> None:
    message = only_message("display:\n  scale: " + opening * 5000 if opening in "[{a: " else opening * 5000)
    assert "allowed" in message or "YAML" in message or "key should be" in message


def test_an_alias_bomb_is_refused(home: Path) -> None:
    lines = ["a0: &a0 x"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    assert "anchors and aliases" in only_message("\n".join(lines))


def test_a_file_of_junk_keys_gives_a_page_of_messages_not_a_book(home: Path) -> None:
    write("\n".join(f"k{n}: {n}" for n in range(5000)))
    messages = config.load()[1]
    assert len(messages) == 21
    assert messages[-1].endswith("has 4980 more entries that cannot be used")


def test_a_folder_in_the_place_of_the_file_is_a_message(home: Path) -> None:
    config.user_file().mkdir()
    loaded, messages = config.load()
    assert loaded == DEFAULT
    assert "cannot be read" in messages[0]


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_whatever_raise_anything(tmp_path_factory: pytest.TempPathFactory, junk: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "junk.yaml"
    file.write_bytes(junk)
    assert all("\n" not in message for message in config.check(file))


@settings(deadline=None)
@given(st.text(alphabet="displaythmeck: \n-[]{},&*!|>'\"#?%@`\t", max_size=80))
def test_no_text_whatever_raises_anything(tmp_path_factory: pytest.TempPathFactory, junk: str) -> None:
    file = tmp_path_factory.getbasetemp() / "junk.yaml"
    file.write_text(junk)
    assert all("\n" not in message for message in config.check(file))


def test_every_key_describes_itself_and_its_default_is_allowed() -> None:
    every_key = config.fields()
    for key in every_key:
        assert key.help
        assert key.allowed
        assert config.with_value(DEFAULT, key.path, key.default) == DEFAULT
        assert config.value(DEFAULT, key.path) == key.default


def test_with_value_checks_type_and_range() -> None:
    assert config.with_value(DEFAULT, "display.scale", 2).display.scale == 2.0
    for path, bad in [
        *(("display.scale", bad) for bad in (3.01, float("nan"), True, "2")),
        *(("zuniq.solver_bits", bad) for bad in (20.5, True)),
        ("display.theme", "pink"),
        ("display.fullscreen", 1),
        ("zuniq.dots", "6x6\n"),
    ]:
        with pytest.raises(BadConfig, match="must be"):
            config.with_value(DEFAULT, path, bad)
    with pytest.raises(BadConfig, match=r"play\.hint is not a setting; did you mean play\.hints"):
        config.with_value(DEFAULT, "play.hint", True)


def test_what_is_saved_is_what_is_loaded_and_only_what_differs_is_kept(home: Path) -> None:
    assert config.save({"display.scale": 1.25, "play.hints": "none", "zuniq.dots": "3x4"}) == []
    loaded, messages = config.load()
    assert messages == []
    assert (loaded.display.scale, loaded.play.hints, loaded.zuniq.dots) == (1.25, "none", "3x4")
    assert "theme" not in config.user_file().read_text()
    config.save({"display.scale": 1.0, "zuniq.dots": "6x6"})
    text = config.user_file().read_text()
    assert "scale" not in text
    assert "dots" not in text
    assert config.load()[0] == config.with_value(DEFAULT, "play.hints", "none")


def test_saving_keeps_other_entries_comments_and_order(home: Path) -> None:
    write("# mine\nplay:\n  hints: no  # I want to think\ndisplay:\n   # big screen\n   scale: 2 # big\n")
    config.save({"display.scale": 2.5, "display.theme": "light", "zuniq.solver_bits": 20})
    assert config.user_file().read_text() == (
        "# mine\nplay:\n  hints: no  # I want to think\ndisplay:\n   theme: light\n"
        "   # big screen\n   scale: 2.5 # big\nzuniq:\n  solver_bits: 20\n"
    )


def test_a_file_in_another_style_is_written_anew_with_all_its_values(home: Path) -> None:
    write("{display: {scale: 2, theme: light}, play: {hints: no}}\n")
    assert config.save({"display.scale": 3.0}) == []
    loaded, messages = config.load()
    assert messages == []
    assert (loaded.display.scale, loaded.display.theme, loaded.play.hints) == (3.0, "light", "none")


@pytest.mark.parametrize("broken", ["display: {", "display:\n  theme: pink\n  scale: 2\n", b"\xff\xfe"])
def test_a_broken_file_is_kept_under_another_name_and_replaced(home: Path, broken: str | bytes) -> None:
    file = write(broken)
    before = file.read_bytes()
    notices = config.save({"play.hints": "none"})
    copy = file.with_name("config-broken-1.yaml")
    assert copy.read_bytes() == before
    assert len(notices) == 1
    assert copy.name in notices[0]
    loaded, messages = config.load()
    assert messages == []
    assert loaded.play.hints == "none"
    assert loaded.display.scale == (2.0 if "scale" in str(broken) else 1.0)


def test_a_second_broken_file_does_not_overwrite_the_first(home: Path) -> None:
    for _ in range(2):
        write("display: {")
        config.save({"play.hints": "none"})
    assert config.user_file().with_name("config-broken-2.yaml").exists()


def test_nothing_is_written_when_a_value_is_not_allowed(home: Path) -> None:
    with pytest.raises(BadConfig):
        config.save({"play.hints": "none", "display.scale": 99})
    assert not config.user_file().exists()


def test_a_folder_that_cannot_be_made_is_one_error(home: Path) -> None:
    config.user_file().parent.rmdir()
    config.user_file().parent.write_text("a file stands here")
    with pytest.raises(BadConfig, match="cannot be written"):
        config.save({"play.hints": "none"})


@pytest.mark.parametrize(
    "command",
    [
        "/opt/bots/cold clear --fast",
        "'/opt/my bots/bot' --name \"it's me\"",
        "bot --mode=a:b # not a comment",
        "bot: yes",
        "- [x] {y} &z *w !v |u >t %s @r `q",
        "C:\\bots\\bot.exe",
    ],
)
def test_a_command_line_comes_back_as_it_was_written(home: Path, command: str) -> None:
    config.save({"bots.first": command})
    config.save({"bots.second": "another", "display.theme": "light"})
    read, notices = config.load()
    assert (read.bots.first, read.bots.second, notices) == (command, "another", [])
    config.save({"bots.first": ""})
    assert config.load()[0].bots.first == ""
