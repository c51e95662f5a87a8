"""Films of showcases and saved games: drawn without a window, written as animated GIF or PNG."""

from gui.film.camera import record

__all__ = ["record"]
