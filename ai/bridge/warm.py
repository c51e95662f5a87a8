"""What to call so that the kernels of the player are compiled: once each, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

from ai.bridge.engine import Kibitz


def _warm_player() -> None:
    Kibitz(seed=0).warm_up()


STEPS: list[tuple[str, Callable[[], None]]] = [("Honeymoon bridge: auction and exchange", _warm_player)]
