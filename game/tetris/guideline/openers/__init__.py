"""Concepts of opening books, in plain Python: positions, sequences of pieces, and the sources people write."""
