"""The scenes around a board: play, review, showcase, and what they share."""
