"""Ladders: who plays, the games that were played, what they say of strength, and the folder that holds all of it."""
