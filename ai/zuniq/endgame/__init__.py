"""The exact search of endgames: forms of parts, boards as sums of parts, and the search over them."""
