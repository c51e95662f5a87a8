"""Call that compiles the kernel that builds tables: once, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

from ai.bridge.tables.build import warm_up

STEPS: list[tuple[str, Callable[[], None]]] = [("Honeymoon bridge: tables", warm_up)]
