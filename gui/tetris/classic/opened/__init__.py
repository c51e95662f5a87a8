"""An equity opened up: what a controller sees on a board, drawn on it and read beside it."""
