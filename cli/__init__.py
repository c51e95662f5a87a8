"""The commands behind main.py, one file for each group; each imports what its command needs when it runs."""
