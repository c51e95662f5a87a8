"""Chance that is part of the record: the same seed gives the same game on every machine."""
