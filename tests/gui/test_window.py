"""A real window on a real screen, used by hands outside of it; and what is said where there is no screen."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.record import Record, Seat, read_record, write_record
from game.session import Session
from game.tetris.guideline.real_time import GAME, TICKS, Replay, Setup
from game.tetris.guideline.real_time.handling import HARD, LEFT, RIGHT
from game.tree import lines as of
from game.zuniq import Grid
from gui.games.zuniq.board_view import Geometry
from gui.ui.layout import Frame
from tests.patience import SECONDS

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("Xvfb", "xdotool", "xwininfo")
MISSING = [tool for tool in TOOLS if shutil.which(tool) is None]

CROSS = """
import ctypes
x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
class Message(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("kind", ctypes.c_ulong),
                ("format", ctypes.c_int), ("words", ctypes.c_long * 5), ("room", ctypes.c_long * 24)]
display = ctypes.c_void_p(x.XOpenDisplay(None))
atom = lambda name: x.XInternAtom(display, name, 0)
words = (ctypes.c_long * 5)(atom(b"WM_DELETE_WINDOW"))
message = Message(33, 0, 1, display, {window}, atom(b"WM_PROTOCOLS"), 32, words)
x.XSendEvent(display, ctypes.c_ulong({window}), 0, ctypes.c_long(0), ctypes.byref(message))
x.XSync(display, 0)
"""  # a message to a window as Xlib.h has it

needs_screen = pytest.mark.skipif(
    bool(MISSING) or sys.platform != "linux", reason=f"needs a virtual screen; missing: {', '.join(MISSING)}"
)


def until(find: Callable[[], object], what: str) -> object:
    """The first true answer; fails when none comes."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        answer = find()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    """Yield the name of a virtual screen.

    It is not reset when its last window closes, which would refuse the next one.
    """
    reader, writer = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writer),
        "-screen",
        "0",
        "1600x1000x24",
        "-nolisten",
        "tcp",
        "-noreset",
    ]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as answer:
        name = f":{answer.readline().strip()}"
    yield name
    server.terminate()
    server.wait()


def processes() -> dict[int, int]:
    """All processes that run, each with the one that started it."""
    results: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            results[int(stat.parent.name)] = int(parent)
    return results


class Program:
    """The program in a window on a screen, with a mouse and a keyboard."""

    def __init__(self, screen: str, home: Path, *arguments: str) -> None:
        self.home = home
        self._environment = os.environ | {"DISPLAY": screen, "KIBITZ_HOME": str(home)}
        self._environment.pop("SDL_VIDEODRIVER", None)
        self.program = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), *arguments],
            env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.window = str(until(self._find, "the window"))

    def _tool(self, *command: str) -> str:
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        return done.stdout

    def _find(self) -> str:
        assert self.program.poll() is None, "the program has ended"
        match = re.search(r'(0x[0-9a-f]+) "Kibitz"', self._tool("xwininfo", "-root", "-tree"))
        return match[1] if match else ""

    def click(self, x: float, y: float) -> None:
        """A click at a pixel of the window."""
        self._tool(
            "xdotool", "mousemove", "--window", self.window, str(round(x)), str(round(y)), "click", "1"
        )

    def key(self, *keys: str) -> None:
        """Keys by the names of X, one after the other."""
        self._tool("xdotool", "key", "--delay", "30", *keys)

    def taps(self, key: str, count: int, milliseconds: int, gap: int) -> None:
        """Press a key so often, each time for so long, with gaps between."""
        held, pause = f"{milliseconds / 1000}", f"{gap / 1000}"
        once = ["keydown", key, "sleep", held, "keyup", key, "sleep", pause]
        self._tool("xdotool", *once * count)

    @property
    def shown(self) -> str:
        """The scene that was on the screen last, as the log says."""
        return self._logged("shown")

    @property
    def entered(self) -> str:
        """The scene that is handed the keys, as the log says; on a busy machine it is on the screen some time later."""
        return self._logged("scene")

    @property
    def phase(self) -> str:
        """Return "counting", "playing" or "paused", the phase of a game in real time as the log says."""
        return self._logged("game")

    def _logged(self, what: str) -> str:
        log = (self.home / "state" / "kibitz.log").read_text()
        results = re.findall(rf"{what} (\S+)(?: after [0-9.]+ CPU seconds)?$", log, re.MULTILINE)
        return results[-1] if results else ""

    def resize(self, width: int, height: int) -> None:
        self._tool("xdotool", "windowsize", self.window, str(width), str(height))

    def ask_to_close(self) -> None:
        """Close the window as a window manager does when its cross is pressed."""
        program = CROSS.format(window=self.window)
        subprocess.run([sys.executable, "-c", program], env=self._environment, check=True)

    @property
    def moves(self) -> list[str]:
        """The walls on the board, as they are saved at this moment."""
        session = self.saved
        return [] if session is None else [move.text for move in session.moves[: session.cursor]]

    @property
    def saved(self) -> Session | None:
        """The game as it is saved at this moment."""
        games = (self.home / "data" / "autosave").glob("*/zuniq-*.kibitz")
        newest = max(games, key=lambda path: path.stat().st_mtime, default=None)
        return None if newest is None else Session.resume(read_record(newest))

    def picture(self) -> tuple[int, int]:
        """The size of a picture that the window takes of itself."""
        folder = self.home / "data" / "screenshots"
        before = set(folder.glob("*.png"))

        def taken() -> list[Path]:
            self.key("F12")
            return sorted(set(folder.glob("*.png")) - before)

        newest = until(taken, "a picture")
        assert isinstance(newest, list)
        return pygame.image.load(str(newest[-1])).get_size()

    def family(self) -> set[int]:
        """The program and all processes that it has started, and that they have."""
        parents, results, rest = processes(), set[int](), {self.program.pid}
        while rest:
            results |= rest
            rest = {child for child, parent in parents.items() if parent in rest} - results
        return results

    def ended(self, family: set[int]) -> tuple[int, str]:
        """The status and the complaints of the program, once it and its whole `family` have ended."""
        _, complaints = self.program.communicate(timeout=SECONDS)
        until(lambda: not family & processes().keys(), "every process to end")
        return self.program.returncode, complaints


@pytest.fixture
def start_program(screen: str, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts the program."""
    programs: list[Program] = []
    settings = tmp_path / "config" / "config.yaml"
    settings.parent.mkdir()
    # what it thinks longer shows nothing here
    settings.write_text("engine:\n  hint_seconds: 1\nzuniq:\n  level: beginner\n")

    def start(*arguments: str) -> Program:
        programs.append(Program(screen, tmp_path, *arguments))
        return programs[-1]

    yield start
    for each in programs:
        each.program.kill()
        each.program.communicate()


@needs_screen
def test_a_game_is_begun_a_wall_drawn_and_the_window_closed(start_program: Callable[..., Program]) -> None:
    opened = start_program("play", "zuniq")
    geometry = Geometry.fit(Grid.parse("6x6"), Frame.of(1280, 720).board)

    def typed() -> bool:
        # Return goes on from the first start and starts the game, then it is the wall's turn
        if not opened.moves:
            opened.key("Return", "c", "3", "v")
        return opened.moves[:1] == ["C3v"]

    def clicked() -> bool:
        opened.click(*geometry.middle(geometry.grid.wall("C4v")))
        return "C4v" in opened.moves

    until(typed, "the wall that was typed")
    opened.key("u")
    until(lambda: opened.moves == [], "the wall to be taken back")
    until(clicked, "the wall that was clicked")
    opened.resize(900, 640)
    until(lambda: opened.picture() == (900, 640), "the window to get smaller")
    family = opened.family()
    assert len(family) >= 2, "engines think, or are compiled, in processes of their own"
    opened.ask_to_close()
    assert opened.ended(family) == (0, "")


def go_to(program: Program, wanted: str, **keys: str) -> None:
    """Go from scene to scene by their keys, Return where none is named. A key is pressed again where that was lost."""
    asked, until_then = "", 0.0

    def there() -> bool:
        nonlocal asked, until_then
        scene, now = program.shown, time.monotonic()
        if scene not in ("", wanted) and scene == program.entered and (scene != asked or now > until_then):
            program.key(keys.get(scene, "Return"))
            asked, until_then = scene, now + 10.0
        return scene == wanted

    until(there, f"the scene {wanted}")


@needs_screen
def test_a_line_that_was_left_is_listed_and_gone_on_with(start_program: Callable[..., Program]) -> None:
    opened = start_program("play", "zuniq")
    geometry = Geometry.fit(Grid.parse("6x6"), Frame.of(1280, 720).board)
    frame = Frame.of(1280, 720)
    left, top = frame.column + frame.margin, frame.panel[1]

    def lines() -> list[list[str]]:
        """The moves of all lines that are saved, each by what it has of its own."""
        session = opened.saved
        return (
            [] if session is None else [[node.text for node in own if node.text] for own in of(session.root)]
        )

    go_to(opened, "play")
    opened.key("c", "3", "v")
    until(lambda: len(opened.moves) == 2, "the wall that was typed, and the reply")
    reply = opened.moves[1]
    opened.key("u")
    until(lambda: opened.moves == [], "the wall to be taken back")
    free = next(name for name in ("E3v", "E4v", "E2v") if name != reply)
    opened.click(*geometry.middle(geometry.grid.wall(free)))
    until(lambda: len(opened.moves) == 2, "another wall, and the reply")
    assert lines() == [["C3v", reply], opened.moves]
    opened.key("o")
    other = next(name for name in ("B5h", "D5h", "F5h") if name not in (reply, *opened.moves))

    opened.picture()  # the list is drawn by now
    opened.click(left + 240, top + 153)  # the reply, in the third row, behind the variation
    opened.picture()
    opened.click(*geometry.middle(geometry.grid.wall(other)))
    until(lambda: opened.moves[:3] == ["C3v", reply, other], "the first line to be gone on with")
    family = opened.family()
    opened.program.send_signal(signal.SIGTERM)
    opened.ended(family)
    assert lines()[0][:3] == ["C3v", reply, other]
    assert lines()[1][0] == free


@needs_screen
def test_the_game_of_a_killed_window_is_continued(start_program: Callable[..., Program]) -> None:
    killed = start_program("play", "zuniq")

    def typed() -> bool:
        if not killed.moves:
            killed.key("Return", "c", "3", "v")
        return killed.moves[:1] == ["C3v"]

    until(typed, "the wall that was typed")
    family = killed.family()
    killed.program.kill()
    killed.ended(family)
    opened = start_program()

    def continued() -> bool:
        opened.key("Escape", "c", "u")  # to home, continue the game there, take the wall back
        return opened.moves == []

    until(continued, "the wall to be taken back")
    opened.program.send_signal(signal.SIGTERM)
    opened.ended(opened.family())


@needs_screen
@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_a_window_that_is_told_to_end_ends_with_all_its_processes(
    start_program: Callable[..., Program], word: signal.Signals
) -> None:
    opened = start_program()
    family = opened.family()
    opened.program.send_signal(word)
    status, complaints = opened.ended(family)
    assert status == 128 + word
    assert complaints == ""


def presses(live: Replay) -> list[tuple[int, int]]:
    """Return how often left and right were pressed between two hard drops, from the first drop to the last."""
    results, held = list[tuple[int, int]](), 0
    left = right = 0
    for tick in range(1, live.ticks + 1):
        for state in live.buttons_at(tick)[0]:
            pressed, held = state & ~held, state
            left, right = left + bool(pressed & LEFT), right + bool(pressed & RIGHT)
            if pressed & HARD:
                results.append((left, right))
                left = right = 0
    return results[1:]


def columns(live: Replay) -> list[int]:
    """By piece that has locked, how far it was shifted: to the left below 0."""
    results, game = [0], live.at(0)
    for tick in range(1, live.ticks + 1):
        for event in game.tick(live.buttons_at(tick))[0]:
            results[-1] += event.number if event.kind == "shift" else 0
            results += [0] if event.kind == "lock" else []
    return results[:-1]


PLACES = {"a": "38", "q": "24", "c": "54", "v": "55", "u": "30", "h": "43", "1": "10", "3": "12"}


@needs_screen
@pytest.mark.skipif(shutil.which("setxkbmap") is None, reason="needs setxkbmap for another layout")
@pytest.mark.parametrize(
    ("layout", "typed", "wall"), [("ru", "c3v", "C3v"), ("gr", "c3v", "C3v"), ("fr", "q1h", "A1h")]
)
def test_a_keyboard_of_another_country_types_a_wall(
    screen: str, start_program: Callable[..., Program], layout: str, typed: str, wall: str
) -> None:
    """The keys are pressed at their places, as a hand does."""
    opened = start_program("play", "zuniq")
    environment = os.environ | {"DISPLAY": screen}
    subprocess.run(["setxkbmap", layout], env=environment, check=True)
    try:

        def drawn() -> bool:
            if not opened.moves:
                opened.key("Return", *(PLACES[each] for each in typed))
            return opened.moves[:1] == [wall]

        until(drawn, "the wall that was typed")
        opened.key(PLACES["u"])
        until(lambda: opened.moves == [], "the wall to be taken back")
    finally:
        subprocess.run(["setxkbmap", "us"], env=environment, check=True)


@needs_screen
def test_every_tap_of_a_real_keyboard_is_a_column(
    start_program: Callable[..., Program], tmp_path: Path
) -> None:
    # without a pause between two pieces: what is pressed after a drop is for the next one, however slow the frames are
    live = Replay(Setup.of({"queue": "list:" + 60 * "T"}, "tetr.io", ("guideline",)))
    live.tick((HARD,))
    live.tick((HARD,))
    for _ in range(2 * 60 * TICKS):  # it is played on for as long as it was played
        live.tick((0,))
    path = tmp_path / "game.kibitz"
    write_record(path, Record(game=GAME, rules=live.rules, seats=(Seat("You"),), live=live))
    opened = start_program("replay", str(path))

    def saved() -> Replay | None:
        games = list((tmp_path / "data" / "autosave").glob("*/tetris-live-*.kibitz"))
        return read_record(games[0]).live if games else None

    def dropped() -> Replay | None:
        game = saved()
        return game if game is not None and game.count == 4 else None

    go_to(opened, "live", replay="p")
    until(lambda: opened.phase == "playing", "the countdown to end")
    opened.key("space")
    opened.taps("Left", 2, 8, 4)
    opened.key("space")
    opened.taps("Right", 4, 45, 8)
    opened.key("space")
    opened.program.send_signal(signal.SIGSTOP)
    opened.taps("Left", 2, 30, 20)
    opened.program.send_signal(signal.SIGCONT)
    opened.key("space", "p")
    until(lambda: opened.phase == "paused", "the pause")
    game = until(dropped, "the pieces to be saved")
    assert isinstance(game, Replay)
    assert presses(game) == [(2, 0), (0, 4), (2, 0)]
    first, second, third = columns(game)[1:]
    assert first <= -2, "further where this machine lets a key be held for long"
    assert second >= 4
    assert third <= -2


FCITX = """[Groups/0]
Name=Default
Default Layout=us
DefaultIM=hangul

[Groups/0/Items/0]
Name=keyboard-us

[Groups/0/Items/1]
Name=hangul

[GroupOrder]
0=Default
"""  # its file of the input methods that there are


@pytest.fixture
def input_method(screen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fcitx with its method for Korean, on a bus of its own; programs that are started meanwhile find it."""
    folder = tmp_path / "fcitx"
    (folder / "fcitx5").mkdir(parents=True)
    (folder / "fcitx5" / "profile").write_text(FCITX)
    for name, value in (("XDG_CONFIG_HOME", str(folder)), ("SDL_IM_MODULE", "fcitx"), ("DISPLAY", screen)):
        monkeypatch.setenv(name, value)
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--print-address", "--nofork"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert bus.stdout is not None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())
    fcitx = subprocess.Popen(["fcitx5", "--disable", "wayland,notificationitem"], stderr=subprocess.DEVNULL)
    try:
        until(lambda: remote() in ("0", "1", "2"), "Fcitx")
        yield
    finally:
        for process in (fcitx, bus):
            process.kill()
            process.wait()


def remote(*words: str) -> str:
    """Return the reply of Fcitx; empty if it is not there."""
    done = subprocess.run(["fcitx5-remote", *words], capture_output=True, text=True, check=False)
    return done.stdout.strip()


@needs_screen
@pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in ("fcitx5", "fcitx5-remote", "dbus-daemon"))
    or not Path("/usr/share/fcitx5/inputmethod/hangul.conf").exists(),
    reason="needs the packages dbus-daemon, fcitx5 and fcitx5-hangul",
)
def test_an_input_method_composes_a_title_and_leaves_the_keys_of_the_scene_alone(
    input_method: None, start_program: Callable[..., Program], tmp_path: Path
) -> None:
    path = tmp_path / "data" / "games" / "mine.kibitz"
    session = Session.new("zuniq", {"dots": "4x4"}, (Seat("You"), Seat("Other")))
    session.play("A1h")
    write_record(path, session.record())
    opened = start_program("replay", str(path))

    def korean() -> bool:
        remote("-o")
        remote("-s", "hangul")
        return remote("-n") == "hangul"

    def titled() -> bool:
        opened.key("End", "n", *"rksk", "space", *"sk", "Return")
        time.sleep(0.5)
        return read_record(path).title == "가나 나"

    until(korean, "the input method for Korean")
    go_to(opened, "games", review="s")
    until(titled, "a title of three syllables")


OWNER = """
import sys, tkinter
root = tkinter.Tk()
root.withdraw()
root.clipboard_clear()
root.clipboard_append(sys.stdin.read())
root.update()
print("ready", flush=True)
root.mainloop()
"""  # another program, whose clipboard gives what is long in parts
PASTES = """
import sys, pygame
from gui.ui import clipboard
pygame.display.init()
pygame.display.set_mode((200, 200))
sys.stdout.buffer.write(clipboard.get(12 << 20).encode())
"""


@needs_screen
@pytest.mark.skipif(
    importlib.util.find_spec("_tkinter") is None, reason="needs tkinter, which is not installed here"
)
@pytest.mark.parametrize("letters", [100, 1_500_000])
def test_what_another_program_has_copied_is_pasted_whole(screen: str, letters: int) -> None:
    copied = "{" + "é" * letters + "}"
    environment = os.environ | {"DISPLAY": screen, "PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    environment.pop("SDL_VIDEODRIVER", None)
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER],
        env=environment | {"PYTHONIOENCODING": "utf-8"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert owner.stdin is not None
    assert owner.stdout is not None
    try:
        owner.stdin.write(copied.encode())
        owner.stdin.close()
        assert owner.stdout.readline() == b"ready\n"
        done = subprocess.run(
            [sys.executable, "-c", PASTES], env=environment, capture_output=True, check=True, timeout=SECONDS
        )
    finally:
        owner.kill()
        owner.wait()
    assert done.stdout.decode() == copied


def test_without_a_screen_one_line_says_so_and_names_a_way() -> None:
    bare = {key: os.environ[key] for key in os.environ if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    bare.pop("SDL_VIDEODRIVER", None)
    for arguments in ([], ["play", "zuniq"]):
        done = subprocess.run(
            [sys.executable, str(ROOT / "main.py"), *arguments],
            env=bare, capture_output=True, text=True, check=False, timeout=SECONDS,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("error: no window can be opened here")
        assert "screenshot" in done.stderr
        assert "showcase" in done.stderr
        assert done.stderr.count("\n") == 1
