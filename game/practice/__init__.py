"""Practice: problems, decks of them, and the history of a person who solves them. Knows no engine and no window."""
