import pytest

from ai.kernel import DECLARED, inlined, small, tight


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


@tight
def _fall(height: int) -> int:
    return 0 if height == 0 else 1 + _fall(height - 1)


@tight
def _falls(height: int) -> int:
    return _fall(height) + _fall(2 * height)


def test_what_only_kernels_call_gets_no_machine_code_of_its_own() -> None:
    assert _falls(3) == 9
    (fall,) = (declared for declared in DECLARED if declared.called.py_func.__name__ == "_fall")
    assert fall.part.signatures
    assert not fall.called.signatures
    assert _fall(4) == 4
    assert fall.called.signatures
