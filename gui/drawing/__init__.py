"""The ground of every picture: palette, letters, shapes in logical units, signs, the room behind all."""
