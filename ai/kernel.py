"""The one decorator of every numba kernel, so that all are compiled and cached in the same way."""

from __future__ import annotations

import functools
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from llvmlite.binding import parse_assembly
from numba import njit
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.event import Event, Listener, register
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import NativeLowering

from ai.compiled import cache, sources

P = ParamSpec("P")
R = TypeVar("R")

DECLARED: list[Declared] = []  # every kernel of the modules imported so far
cache.ensure()  # numba is told the folder of kernels


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
    """The same, called by other kernels only: from Python it raises `TypeError`."""
    compiled = _declare(function, _nrt=False, forceinline=True)

    def refuse(*_: object, **__: object) -> None:
        raise TypeError(f"{function.__name__} is called by kernels only; one that Python calls is `small`")

    compiled._compile_for_args = refuse
    return cast(Callable[P, R], compiled)


def _compile(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    compiled = _declare(function, **options)
    if cache.ensure().folder is not None:
        try:
            compiled._cache = _Cached(function, makes_arrays=options.get("_nrt", True))
        except RuntimeError:  # so numba says that it cannot make a folder for this one
            cache.not_kept(OSError("there is no room for a folder"))
    return cast(Callable[P, R], compiled)


# -- how numba is made to compile --
#
# numba optimizes every function with all that it calls, and makes machine code of it, before it goes on with the
# caller: at the root of a deep tree each leaf has been through that once a level. Here a kernel has two dispatchers.
# Python calls the one, whose machine code is kept. Kernels call the other, which makes LLVM code only: it is optimized
# with the kernel that Python calls, once, and all kernels together are compiled in half the time.

_LIBRARY: Any = JITCodeLibrary  # numba tells no types
_LOWERING: Any = NativeLowering
_COMPILER: Any = CompilerBase
_PASSES: Any = PassManager
_BUILDER: Any = DefaultPassBuilder
_NJIT: Any = njit


class _Part(_LIBRARY):  # type: ignore[misc]
    """The LLVM code of a kernel and of those it calls, to be copied into its callers."""

    def _optimize_final_module(self) -> None:
        """Nothing: the caller's does it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _PartLowering(_LOWERING):  # type: ignore[misc]
    _name = "lowering_of_a_part"

    def run_pass(self, state: Any) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        key = object()  # by which a caller finds it, where others have a function of Python
        state.targetctx.insert_user_function(key, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=key)
        return True


class _PartCompiler(_COMPILER):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        passes = _PASSES("part")
        for each, about in _BUILDER.define_nopython_pipeline(self.state).passes:
            passes.add_pass(_PartLowering if each is NativeLowering else each, about)
        passes.finalize()
        return [passes]


class Declared(NamedTuple):
    """The two dispatchers of a kernel: what Python calls, and what kernels call."""

    called: Any
    part: Any


def _declare(function: Callable[..., object], **options: Any) -> Any:
    """Numba's dispatcher for Python; another one is asked where a kernel calls it.

    No kernel relies on ZeroDivisionError, and the check for it forbids vector code; none is called as a function of C.
    """
    options |= {"nogil": True, "boundscheck": None, "error_model": "numpy", "no_cfunc_wrapper": True}
    as_part = {"pipeline_class": _PartCompiler, "no_cpython_wrapper": True}
    called, part = _NJIT(**options)(function), _NJIT(**options | as_part)(function)
    for each in (called, part):
        _take_numbers_for_numbers(each)

    def note(result: Any) -> None:
        part.overloads[tuple(result.signature.args)] = result

    part.add_overload = note  # as numba does it, without offering it to Python
    part._compiling_counter = called._compiling_counter  # a kernel that calls itself is known by it
    called.get_call_template, called.get_overload = part.get_call_template, part.get_overload
    DECLARED.append(Declared(called, part))
    return called


_FILES: Any = FunctionCache  # numba tells no types
_FILING: Any = CompileResultCacheImpl
_LOCATOR: Any = _CacheLocator
_ENTRY: Any = IndexDataCacheFile


class _Locator(_LOCATOR):  # type: ignore[misc]
    """Place where numba keeps the kernels of a file: in the folder named by all that they are made from."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        self._folder = Path(str(cache.ensure().folder), _folder_of(file))
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

    def ensure_cache_path(self) -> None:
        os.makedirs(self._folder, mode=0o700, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)


@functools.cache
def _folder_of(file: str) -> str:
    return sources.folder_of(Path(file).resolve())


class _Entry(_ENTRY):  # type: ignore[misc]
    """The files of a kernel: one with the code for each signature, and an index of these."""

    def _load_index(self) -> Any:
        content = cache.read(Path(self._index_path))
        return pickle.loads(content) if content else {}

    def _save_index(self, overloads: Any) -> None:
        cache.write(Path(self._index_path), self._dump(overloads))

    def _load_data(self, name: str) -> Any:
        content = cache.read(Path(self._data_path(name)))
        if content is None:
            raise FileNotFoundError(name)
        return pickle.loads(content)

    def _save_data(self, name: str, data: Any) -> None:
        cache.write(Path(self._data_path(name)), self._dump(data))


class _Filing(_FILING):  # type: ignore[misc]
    """The content of a kernel's file: machine code, and what Python needs to call it.

    numba would add LLVM's code, for callers that are compiled later, and the type of every line. Callers here have a
    dispatcher of their own, and both together are two thirds of the bytes, and tens of megabytes in memory.
    """

    _locator_classes = (_Locator,)

    def reduce(self, cres: Any) -> Any:
        (name, kind, (code, _)), function, *others = super().reduce(cres)
        others[_TYPES] = ""
        called = (function.llvm_func_name, function.llvm_cpython_wrapper_name)
        text = "\n".join(f'define void @"{each}"() {{ ret void }}' for each in called)
        names: Any = parse_assembly(text)  # numba looks there for what the machine code defines
        return ((name, kind, (code, names.as_bitcode())), function, *others)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        result = super().rebuild(target_context, payload)
        result.library._compiled_object = None  # a copy of what is loaded
        return result


_TYPES = 4  # place of the types of every line among the last parts of a kernel


class _Cached(_FILES):  # type: ignore[misc]
    """numba's files of a kernel; a disk that is full or fails is no reason to stop.

    While one process compiles a kernel, others that want the same wait for it.
    """

    _impl_class = _Filing

    def __init__(self, function: Callable[..., object], *, makes_arrays: bool) -> None:
        super().__init__(function)
        self._makes_arrays = makes_arrays
        self._cache_file = _Entry(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )
        self._lock = cache.CompileLock(self._impl.filename_base)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        result = self._load(sig, target_context)
        if result is None and self._lock.take():
            result = self._load(sig, target_context)
            if result is not None:
                self._lock.give_back()
        return result

    def _load(self, sig: Any, target_context: Any) -> Any:
        """Load a kernel that is kept. numba would first learn what it needs to compile one: 40 MB, 0.2 CPU seconds.

        Of that, a kernel that makes arrays needs numba's allocator when it runs; 30 MB, 0.02 CPU seconds.
        """
        if self._makes_arrays:
            rtsys.initialize(target_context)
        try:
            return self._load_overload(sig, target_context)
        except OSError:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as error:
            self.disable()
            cache.not_kept(error)
        finally:
            self._lock.give_back()


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
    """Return the number of declared kernels that are compiled or loaded by now, alone or as a part of others."""
    return sum(1 for called, part in DECLARED if called.signatures or part.signatures)


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
