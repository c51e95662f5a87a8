import pytest

from bench.crafted_files import CRASH, ERROR, KINDS, REFUSED, RESULT, crafted

pytestmark = pytest.mark.kernel


def test_no_crafted_file_reaches_a_kernel_unverified() -> None:
    messages: list[str] = []
    counts = crafted(40, messages.append)
    assert messages == []
    for kind in KINDS:
        assert counts[kind, RESULT] + counts[kind, REFUSED] == 40
        assert counts[kind, RESULT]
        assert counts[kind, REFUSED]
        assert not counts[kind, ERROR] + counts[kind, CRASH]
