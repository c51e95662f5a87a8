"""The review: what each move of a game has cost, by a second opinion that is fair to the move that was played."""
