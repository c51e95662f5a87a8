"""Lessons: the list of them, and a lesson step by step."""
