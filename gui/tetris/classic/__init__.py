"""Classic Tetris in the window: the well, the equity opened up on it, the hand, the panel's pieces."""
