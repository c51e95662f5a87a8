"""Matches: every deal played twice, with the seats exchanged."""
