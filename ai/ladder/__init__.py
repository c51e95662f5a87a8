"""Ladders: players of every kind, the games between two of them, and the processes that play these."""
