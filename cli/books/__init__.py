"""Commands that find more for opening books."""
