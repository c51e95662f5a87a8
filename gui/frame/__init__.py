"""The one frame of every scene: where things stand, what can be pressed, bar, column, timeline, transport."""
