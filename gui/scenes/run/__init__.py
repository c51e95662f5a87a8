"""Controllers play by themselves: one to watch, several side by side, at any pace, back and forth."""
