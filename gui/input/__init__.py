"""Hands on keys and gamepads: names of what can be pressed, and who presses what."""
