"""Kernels of the player: deals that agree with what was seen, and hands played out by habit and by greed."""
