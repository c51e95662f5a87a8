"""The one decorator of every numba kernel, so that all are compiled and cached in the same way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from numba import njit
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.event import Event, Listener, register

from ai.compiled import cache, sources

P = ParamSpec("P")
R = TypeVar("R")

DECLARED: list[Any] = []  # every kernel of the modules imported so far, as numba's dispatchers
KEPT = cache.ensure().folder is not None  # numba refuses to cache where it has no folder


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """`function` compiled by numba on its first call and kept in the cache folder."""
    return _compile(function)


def tight(function: Callable[P, R]) -> Callable[P, R]:
    """`function` as a kernel that counts no references, and so may not make arrays.

    With tuples of arrays as arguments, counting costs more than many a kernel does.
    """
    return _compile(function, _nrt=False)


def small(function: Callable[P, R]) -> Callable[P, R]:
    """`function` as a small tight kernel that is copied into each kernel that calls it.

    A call hands over every field of every array; and only what the compiler sees whole becomes vector code.
    """
    return _compile(function, _nrt=False, forceinline=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same, called by other kernels only: from Python it raises `TypeError`.

    Without ways in from Python, all of Zuniq's kernels together are compiled in a quarter less time; and what is
    copied into others is not kept by itself.
    """
    compiled = _declare(function, _nrt=False, forceinline=True, no_cpython_wrapper=True)

    def note(result: Any) -> None:
        compiled.overloads[tuple(result.signature.args)] = result

    def refuse(*_: object, **__: object) -> None:
        raise TypeError(f"{function.__name__} is called by kernels only; one that Python calls is `small`")

    compiled.add_overload = note  # as numba does it, without offering it to Python
    compiled._compile_for_args = refuse
    return cast(Callable[P, R], compiled)


def _compile(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    compiled = _declare(function, **options)
    if KEPT:
        try:
            compiled._cache = _Kept(function)
        except RuntimeError:  # so numba says that it cannot make a folder for this one
            cache.not_kept(OSError("there is no room for a folder"))
    return cast(Callable[P, R], compiled)


_FILES: Any = FunctionCache  # numba tells no types
_FILING: Any = CompileResultCacheImpl
_LOCATOR: Any = _CacheLocator


class _Locator(_LOCATOR):  # type: ignore[misc]
    """Where numba keeps the kernels of a file: in the folder named by all that they are made from."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        self._folder = Path(str(cache.ensure().folder), sources.folder_of(Path(file).resolve()))
        self._line = function.__code__.co_firstlineno
        self._py_file = file

    @classmethod
    def from_function(cls, py_func: Callable[..., object], py_file: str) -> _Locator | None:
        self = cls(py_func, py_file)
        try:
            self.ensure_cache_path()
        except OSError:
            return None
        return self

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Filing(_FILING):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Kept(_FILES):  # type: ignore[misc]
    """numba's files of a kernel; a disk that is full or fails is no reason to stop."""

    _impl_class = _Filing

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except OSError:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as error:
            self.disable()
            cache.not_kept(error)


def _declare(function: Callable[..., object], **options: Any) -> Any:
    """Numba's dispatcher.

    No kernel relies on ZeroDivisionError, and the check for it forbids vector code; none is called as a function of C.
    """
    options |= {"nogil": True, "boundscheck": None, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled = njit(**options)(function)
    _take_numbers_for_numbers(compiled)
    DECLARED.append(compiled)
    return compiled


def _take_numbers_for_numbers(compiled: Any) -> None:
    """Compile a kernel once for `int`, not again for each constant that some caller passes.

    What is copied into its callers knows their constants all the same, and the kernels of all games together are
    compiled in two thirds of the time.
    """
    fold = compiled._compiler.fold_argument_types
    without_value: Callable[[Any], Any] = types.unliteral

    def folded(args: Any, kws: Any) -> tuple[Any, tuple[Any, ...]]:
        signature, given = fold(args, kws)
        return signature, tuple(without_value(each) for each in given)

    compiled._compiler.fold_argument_types = folded


# -- for those who watch the compiling --


def ready() -> int:
    """How many of the declared kernels have machine code by now, compiled or loaded."""
    return sum(1 for declared in DECLARED if declared.signatures)


class _Watch(Listener):
    """Passes on the name of each kernel whose compiling begins."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def on_start(self, event: Event) -> None:
        self._tell(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Event) -> None:
        """Nothing: the next beginning tells."""


def watch(tell: Callable[[str], None]) -> None:
    """Call `tell(name)` from now on whenever a kernel is going to be compiled."""
    listen: Callable[[str, Listener], None] = register
    listen("numba:compile", _Watch(tell))
