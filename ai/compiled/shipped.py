"""Kernels that a wheel brings along, compiled for a processor that most computers have. Loads no numba.

Apart from `cache.py`, which keeps what is compiled here: this is a file that comes from elsewhere.

`packaging/kernels.py` makes the file. It is used where Python, numba and the processor are those it was made for, and
unpacked once into the user's folder; everything else is compiled on first use.

```
 32 bytes  BLAKE2b of all that follows
  4 bytes  length of the heading, the lowest byte first
           heading   Heading as msgpack
           body      files by name as msgpack, compressed with zstd
```
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
import zstandard

from game import places

FILE = places.shipped("kernels.zst")
MOST_BYTES = 256 * 2**20  # unpacked

# x86-64-v3 of the psABI: computers since about 2013 (Haswell) and 2015 (Excavator)
PROCESSOR = "x86-64-v3"
ABILITIES = {  # what LLVM calls it: what Linux does
    "avx": "avx", "avx2": "avx2", "bmi": "bmi1", "bmi2": "bmi2", "cmov": "cmov", "cx16": "cx16", "cx8": "cx8",
    "f16c": "f16c", "fma": "fma", "fxsr": "fxsr", "lzcnt": "abm", "mmx": "mmx", "movbe": "movbe", "popcnt": "popcnt",
    "sahf": "lahf_lm", "sse": "sse", "sse2": "sse2", "sse3": "pni", "sse4.1": "sse4_1", "sse4.2": "sse4_2",
    "ssse3": "ssse3", "xsave": "xsave",
}  # fmt: skip
SETTINGS = {"NUMBA_CPU_NAME": PROCESSOR, "NUMBA_CPU_FEATURES": ",".join(f"+{name}" for name in ABILITIES)}
_NOT_CODE = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")


class Heading(msgspec.Struct, frozen=True):
    """Machine and sources for which kernels were made: `made_for()` and `sources.stamp_of_all()` of that time."""

    made_for: tuple[str, ...]
    made_from: str


def made_for() -> tuple[str, ...]:
    """Return the properties, besides the sources, on which the machine code of one baseline processor depends."""
    from importlib import metadata

    python = ".".join(platform.python_version_tuple()[:2])
    libraries = (f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite"))
    return (sys.platform, platform.machine(), PROCESSOR, platform.python_implementation(), python, *libraries)


def heading() -> Heading | None:
    """The heading of the file; None where none is there or it cannot be read."""
    try:
        with FILE.open("rb") as file:
            start = file.read(36)
            return msgspec.msgpack.decode(file.read(int.from_bytes(start[32:36], "little")), type=Heading)
    except (OSError, msgspec.MsgspecError):
        return None


def settle() -> bool:
    """Return True if kernels that were brought along can be used here.

    If so, have numba compile for their processor too.
    """
    if os.environ.items() >= SETTINGS.items():  # a process that has settled it has started this one
        return True
    own = [name for name in os.environ if name.startswith("NUMBA_") and name not in _NOT_CODE]
    if own or not FILE.exists() or not here():
        return False
    result = heading()
    if result is None or result.made_for != made_for():
        return False
    os.environ.update(SETTINGS)
    if "numba" in sys.modules:  # it read them when it was imported
        config = sys.modules["numba"].config
        config.CPU_NAME, config.CPU_FEATURES = SETTINGS["NUMBA_CPU_NAME"], SETTINGS["NUMBA_CPU_FEATURES"]
    return True


def here() -> bool:
    """Return True if the processor can do all that the baseline asks for."""
    return _abilities() >= set(ABILITIES.values())


def _abilities() -> set[str]:
    """Return the features of the processor, as Linux reports them; nothing on other systems."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            lines = file.read(20_000).splitlines()
    except OSError:
        return set()
    return {word for line in lines if line.startswith("flags") for word in line.partition(":")[2].split()}


def files(made_from: str) -> dict[str, bytes]:
    """The kernels by the path of their file; none where they were made from other sources, or are damaged."""
    result = heading()
    if result is None or result.made_from != made_from:
        return {}
    try:
        content = FILE.read_bytes()
        if hashlib.blake2b(content[32:], digest_size=32).digest() != content[:32]:
            return {}
        body = content[36 + int.from_bytes(content[32:36], "little") :]
        unpacked = zstandard.ZstdDecompressor().decompress(body, max_output_size=MOST_BYTES)
        return msgspec.msgpack.decode(unpacked, type=dict[str, bytes])
    except (OSError, msgspec.MsgspecError, zstandard.ZstdError):
        return {}


def write(path: Path, heading: Heading, kernels: Mapping[str, bytes]) -> None:
    """Make the file."""
    head = msgspec.msgpack.encode(heading)
    body = zstandard.ZstdCompressor(level=19).compress(msgspec.msgpack.encode(kernels))
    content = len(head).to_bytes(4, "little") + head + body
    path.write_bytes(hashlib.blake2b(content, digest_size=32).digest() + content)
