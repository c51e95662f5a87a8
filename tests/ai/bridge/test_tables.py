import hashlib
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai.bridge.solver.solver import Solver
from ai.bridge.tables.build import build, verify
from ai.bridge.tables.folder import Folder, export
from ai.bridge.tables.index import STRAINS, Strain, location_of, positions
from ai.bridge.tables.job import Built
from game.bridge.endgame import Endgame
from game.errors import BadTable, NotSaved
from tests.ai.bridge.positions import known_positions, known_tables, random_position

pytestmark = pytest.mark.kernel

HIGHEST = 7


def make(folder: Folder, level: int, *strains: Strain) -> list[Built]:
    return [step for step in build(folder, [level], strains or STRAINS) if isinstance(step, Built)]


def problems(folder: Folder, sample: int | None = None) -> list[str]:
    return [check.problem for check in verify(folder, sample) if check.problem]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    made = Folder(tmp_path_factory.mktemp("tables"))
    make(made, HIGHEST)
    return made


@pytest.fixture
def small(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "new")
    make(made, 3)
    return made


def opened(folder: Folder) -> Folder:
    """The folder without what it remembers of its files."""
    return Folder(folder.path)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@pytest.mark.parametrize("strain", STRAINS)
def test_levels_are_those_that_are_known(folder: Folder, strain: Strain) -> None:
    known = known_tables()[strain]["levels"]
    for level in range(1, HIGHEST + 1):
        if str(level) in known:
            file = folder.level(level, strain)
            assert file.histogram == known[str(level)]["histogram"]
            assert digest(file.entries().tobytes()) == known[str(level)]["suit_major"]


@pytest.mark.parametrize("strain", STRAINS)
def test_the_flat_files_have_the_known_order_and_size(folder: Folder, strain: Strain, tmp_path: Path) -> None:
    known = known_tables()[strain]["levels"]
    for level in (1, 2, 5, 6):
        written = export(folder, level, strain, tmp_path).read_bytes()
        assert len(written) == positions(level, strain)
        assert digest(written) == known[str(level)]["rank_major"]
    assert {path.suffix for path in tmp_path.iterdir()} == {".bin"}


def test_single_entries_are_those_of_the_whole(folder: Folder) -> None:
    chance = Random(1)
    for strain in STRAINS:
        entries = folder.level(6, strain).entries()
        for _ in range(200):
            location = location_of(random_position(6, chance))
            if location.strain == strain:
                assert folder.value(location) == entries[location.suit_major]


def test_known_positions_are_looked_up(folder: Folder) -> None:
    for known in known_positions():
        endgame = Endgame.parse(known["position"])
        if endgame.cards_left <= HIGHEST + 1:
            assert folder.probe(endgame).tricks == known["tricks"]


def test_looking_up_and_searching_agree_with_and_without_levels(folder: Folder) -> None:
    chance, plain, with_levels = Random(4), Solver(table_bits=14), Solver(folder.memory(), 14)
    for _ in range(25):
        position = random_position(chance.randint(2, HIGHEST + 1), chance)
        for asked in (position, position.play(chance.choice(position.legal()))):
            solved = folder.probe(asked)
            assert (solved.source, solved.nodes) == ("table", 0)
            assert plain.cards(asked).cards == with_levels.cards(asked).cards == solved.cards
    deal = random_position(13, chance)
    assert with_levels.cards(deal).cards == plain.cards(deal).cards
    assert with_levels.cards(random_position(HIGHEST, chance)).source == "table"


# -- going on, and going wrong --


def test_a_build_goes_on_where_it_stopped(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    steps = build(folder, [4], ["trump"])
    for step in steps:
        if not isinstance(step, Built) and step.level == 3 and step.share > 0.4:
            break
    steps.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["trump-01.table", "trump-02.table"]
    times = [built.seconds for built in make(opened(folder), 4, "trump")]
    assert times[:2] == [0, 0]
    assert problems(opened(folder)) == []


def test_remains_of_a_killed_build_are_written_over(small: Folder) -> None:
    small.path_of(3, "trump").unlink()
    small.path_of(3, "trump").with_suffix(".part").write_bytes(b"half a level")
    make(opened(small), 3, "trump")
    assert problems(opened(small)) == []
    assert not list(small.path.glob("*.part"))


def test_a_full_disk_is_one_sentence_and_keeps_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder = Folder(tmp_path)
    make(folder, 2, "trump")
    monkeypatch.setattr("ai.bridge.tables.level_file.os.fsync", full)
    with pytest.raises(NotSaved, match=r"trump-03.table could not be written: No space left on device"):
        make(folder, 3, "trump")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["trump-01.table", "trump-02.table"]


def test_every_truncated_file_is_refused_with_its_name(small: Folder) -> None:
    path = small.path_of(3, "trump")
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        assert opened(small).state(3, "trump") == "damaged"
        with pytest.raises(BadTable, match=r"trump-03.table is damaged"):
            opened(small).level(3, "trump").entries()


def test_every_changed_byte_is_noticed(small: Folder) -> None:
    path = small.path_of(2, "notrump")
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        with pytest.raises(BadTable, match=r"notrump-02.table"):
            opened(small).level(2, "notrump").entries()
    path.write_bytes(whole)
    assert problems(opened(small)) == []


def test_missing_and_damaged_levels_are_named_and_made_again(small: Folder) -> None:
    small.path_of(2, "trump").unlink()
    small.path_of(1, "notrump").write_bytes(b"KIBBRIDG and nothing more")
    results = problems(opened(small))
    assert len(results) == 2
    assert "trump-02.table is missing" in results[0]
    assert "notrump-01.table is damaged" in results[1]
    position = random_position(3, Random(1))
    trumps = Endgame(position.first, position.second, 0)
    with pytest.raises(BadTable, match=r"bridge build --levels 2 --strain trump"):
        opened(small).probe(trumps)
    make(opened(small), 3)
    assert problems(opened(small)) == []


@pytest.mark.parametrize("sample", [None, 60])
def test_wrong_entries_in_a_whole_file_are_found(folder: Folder, tmp_path: Path, sample: int | None) -> None:
    wrong = Folder(tmp_path)
    make(wrong, 3, "trump")
    below = wrong.level(2, "trump").entries()
    entries = np.where(below == 1, 2, below).astype(np.uint8)
    _write(wrong, entries)
    assert any("trump-02.table is wrong" in problem for problem in problems(opened(wrong), sample))
    assert problems(folder, 20) == []


def _write(folder: Folder, entries: np.ndarray) -> None:
    """Level 2 with trumps as a file that is whole but says something else."""
    from ai.bridge.tables.build import histogram
    from ai.bridge.tables.level_file import LevelWriter, Packer

    with LevelWriter(folder.path_of(2, "trump"), 2, "trump") as writer:
        for number in range(11):
            values = entries[6 * number : 6 * number + 6]
            writer.add(Packer("trump").pack(2, values), histogram(values, 2))
        writer.finish()


def test_no_tables_at_all_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="there are no tables in"):
        problems(Folder(tmp_path / "nowhere"))
    assert (Folder(tmp_path).memory().starts == -1).all()
