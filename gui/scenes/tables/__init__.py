"""The tables of the play stage: levels and their sizes, building and verifying, and any position looked up."""

from gui.scenes.tables.scene import TablesScene

__all__ = ["TablesScene"]
