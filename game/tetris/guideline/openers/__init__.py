"""What opening books are about, in plain Python: positions, sequences of pieces, and the sources people write."""
