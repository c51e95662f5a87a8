"""The engines' processes, from the window's side."""
