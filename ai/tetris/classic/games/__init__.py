"""Games played by a controller alone, one after the other."""
