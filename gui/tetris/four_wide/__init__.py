"""Four-wide at the table: the well of four columns in a board of ten, with walls on both sides."""
