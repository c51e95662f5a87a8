"""Kibitz as an installed package: the folder of its code, put on the path of this process alone.

In a checkout, `game`, `ai`, `gui` and `cli` lie beside this folder. A wheel has them within it, so that `kibitz` is the
only name that it adds to site-packages. They are called the same in both.
"""

import sys
from importlib.resources import files
from pathlib import Path

_FOLDER = Path(str(files("kibitz"))).resolve()
CODE = _FOLDER if (_FOLDER / "game").is_dir() else _FOLDER.parent

if str(CODE) not in sys.path:
    sys.path.insert(0, str(CODE))
