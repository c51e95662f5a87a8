"""Four-wide: a well of four columns in which every piece has to clear a line."""
