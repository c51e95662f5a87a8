"""The trainer of four-wide and what is behind it: combos so far, and the graph of fields."""
