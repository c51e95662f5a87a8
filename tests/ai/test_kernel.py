import pytest

from ai.kernel import inlined, small, tight


@inlined
def _half(number: int) -> int:
    return number >> 1


@small
def _third(number: int) -> int:
    return number // 3


@tight
def _share(number: int) -> int:
    return _half(_half(number)) + _third(number)


def test_what_is_for_kernels_only_serves_kernels_and_refuses_python() -> None:
    with pytest.raises(TypeError, match="_half is called by kernels only"):
        _half(24)
    assert _share(24) == 14
    with pytest.raises(TypeError, match="_half is called by kernels only"):
        _half(24)
    assert _third(24) == 8
