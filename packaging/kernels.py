"""Compile all kernels for the baseline processor and pack them: `python packaging/kernels.py`, then build the wheel.

The wheel is then for this version of Python on this platform. Remove `kibitz/kernels.zst` to build one for all.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ai.compiled import cache, shipped, sources  # noqa: E402

PACK = ROOT / "kibitz" / "kernels.zst"


def main() -> int:
    """Write `kibitz/kernels.zst`; the exit status."""
    PACK.unlink(missing_ok=True)
    if not shipped.here():
        print(f"error: this processor cannot run code for {shipped.PROCESSOR}", file=sys.stderr)
        return 1
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    with tempfile.TemporaryDirectory(prefix="kibitz-kernels-") as stored:
        environment = clean | shipped.SETTINGS | {cache.VARIABLE: stored}
        done = subprocess.run([sys.executable, "main.py", "warmup"], cwd=ROOT, env=environment, check=False)
        if done.returncode:
            return done.returncode
        (folder,) = (path for path in Path(stored).iterdir() if path.is_dir())
        noted = cache.noted(folder)
        if noted is None or noted.made_from != sources.stamp_of_all():
            print("error: the sources have changed meanwhile", file=sys.stderr)
            return 1
        if any(cache.read(folder / name) is None for name in noted.files):
            print("error: the folder of compiled kernels was damaged", file=sys.stderr)
            return 1
        kernels = {name: (folder / name).read_bytes() for name in noted.files}
    shipped.write(PACK, shipped.Heading(shipped.made_for(), noted.made_from), kernels)
    print(
        f"{PACK}: {len(kernels)} files, {PACK.stat().st_size / 1e6:.1f} MB, for {', '.join(shipped.made_for())}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
