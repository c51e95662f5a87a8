"""Kernels of guideline Tetris: fields in bits, all that a piece can reach, placing."""
