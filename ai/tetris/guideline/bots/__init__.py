"""Players of guideline Tetris at arm's length: the Tetris Bot Protocol from both sides, and matches."""
