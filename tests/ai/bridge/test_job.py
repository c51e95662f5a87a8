from pathlib import Path
from typing import Any

from ai.bridge.tables.folder import Folder
from ai.bridge.tables.job import Build, Verify


def ended(job: Build | Verify) -> Any:
    """Return the end of a job that is left alone."""
    job.start()
    return job.wait()


def test_a_build_and_its_verification(tmp_path: Path) -> None:
    end = ended(Build((3,), ("trump", "notrump"), tmp_path))
    assert (end.finished, end.error, end.done, end.total) == (True, None, 6, 6)
    assert [(built.strain, built.level) for built in end.built][-1] == ("notrump", 3)
    assert Folder(tmp_path).state(3, "notrump") == "built"
    Folder(tmp_path).path_of(1, "trump").write_bytes(b"")
    result = ended(Verify(tmp_path, sample=10))
    assert (result.finished, result.error, result.done) == (True, None, 6)
    assert len(result.problems) == 1
    assert "trump-01.table is damaged" in result.problems[0]
    result = ended(Verify(tmp_path, sample=10, strains=("notrump",)))
    assert (result.finished, result.error, result.done, result.problems) == (True, None, 3, ())


def test_a_stopped_build_leaves_whole_levels_only(tmp_path: Path) -> None:
    job = Build((13,), ("trump",), tmp_path)
    job.start()
    while job.poll().level < 7:
        assert not job.wait(0.02).finished, job.poll().error
    job.stop()
    end = job.wait()
    assert (end.finished, end.error) == (True, None)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == [f"trump-{level:02}.table" for level in range(1, len(left) + 1)]
    assert len(left) >= 6


def test_what_goes_wrong_in_the_child_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    end = ended(Build((2,), ("trump",), tmp_path / "file"))
    assert end.finished
    assert "could not be written" in end.error
    assert "there are no tables" in ended(Verify(tmp_path / "nowhere")).error
