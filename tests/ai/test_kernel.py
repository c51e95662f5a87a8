from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from ai import kernel
from ai.bits import nth_bit, nth_bit_by_bytes
from ai.compiled import cache
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


@tight
def _fall(height: int) -> int:
    return 0 if height == 0 else 1 + _fall(height - 1)


@tight
def _falls(height: int) -> int:
    return _fall(height) + _fall(2 * height)


def test_a_kernel_may_call_itself_from_python_and_from_a_kernel() -> None:
    assert _falls(3) == 9
    assert _fall(4) == 4


def test_what_only_kernels_call_gets_no_machine_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_ensured", [cache.Cache(None)])  # else it may have been compiled before

    def leaf(number: int) -> int:
        return number + 1

    called_by_kernels = tight(leaf)

    def root(number: int) -> int:
        return called_by_kernels(number) * 2

    assert tight(root)(4) == 10
    declared = kernel.DECLARED[-2]
    assert declared.part.signatures
    assert not declared.called.signatures
    assert called_by_kernels(4) == 5
    assert declared.called.signatures


@tight
def _nth_bits(word: int, by_bytes: bool, bits: NDArray[np.int64]) -> None:
    for number in range(len(bits)):
        bits[number] = nth_bit_by_bytes(word, number) if by_bytes else nth_bit(word, number)


@pytest.mark.parametrize("by_bytes", [False, True])
def test_any_bit_of_a_word_is_found_by_its_number(by_bytes: bool) -> None:
    dice = Random(1)
    for word in [
        1,
        1 << 62,
        (1 << 63) - 1,
        *(dice.getrandbits(63) & dice.getrandbits(63) for _ in range(50)),
    ]:
        bits = np.zeros(word.bit_count(), np.int64)
        _nth_bits(word, by_bytes, bits)
        assert bits.tolist() == [1 << place for place in range(63) if word >> place & 1]
