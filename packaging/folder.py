"""Build the folder to double-click: `python packaging/folder.py [DESTINATION]`, by default `dist/`.

Needs Kibitz' libraries and PyInstaller (`pip install . pyinstaller`). The folder is for this kind of system. It brings
compiled kernels where `packaging/kernels.py` can make them, which is on Linux.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ai.compiled import shipped  # noqa: E402


def main() -> int:
    """Run PyInstaller; the exit status."""
    destination = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").absolute()
    pack = ROOT / "kibitz" / "kernels.zst"
    if shipped.here() and not pack.exists():
        subprocess.run([sys.executable, str(ROOT / "packaging" / "kernels.py")], check=True)
    with tempfile.TemporaryDirectory(prefix="kibitz-folder-") as work:
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
        places = ["--distpath", str(destination), "--workpath", work]
        status = subprocess.run(
            [*command, *places, str(ROOT / "packaging" / "kibitz.spec")], check=False
        ).returncode
    if status == 0:
        files = [path for path in (destination / "kibitz").rglob("*") if not path.is_symlink()]
        size = sum(path.stat().st_size for path in files if path.is_file())
        print(f"{destination / 'kibitz'}: {size / 1e6:.0f} MB")
    return status


if __name__ == "__main__":
    sys.exit(main())
