"""The deal editor: give every card to North, to South or to the stock, and play or look up what comes of it."""

from gui.scenes.deal_editor.scene import DealEditorScene

__all__ = ["DealEditorScene"]
