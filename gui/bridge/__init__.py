"""Honeymoon bridge in the window: cards, the table with auction, exchange and play, and what is said about them."""
