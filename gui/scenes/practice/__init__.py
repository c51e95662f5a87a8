"""Practice: today's problems, the decks, what improves, and a problem on its game's own board."""
