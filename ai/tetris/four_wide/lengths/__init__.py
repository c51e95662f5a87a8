"""How long combos last under best play."""
