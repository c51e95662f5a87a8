"""Time that a test waits for what must come: longer where other programs have the processor."""

import os


def _busy() -> float:
    """Programs that share a core; at most as many as a test can wait for."""
    if not hasattr(os, "getloadavg"):
        return 1.0
    return min(15.0, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


BUSY = _busy()
SECONDS = 120.0 * BUSY
