"""Real widgets, from pygame_gui in our colours, and what they need: a line of text, the clipboard."""
