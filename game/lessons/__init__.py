"""Lessons: interactive pages in which the person moves, read from texts."""
