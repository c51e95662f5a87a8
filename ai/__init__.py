"""The engines: everything that has an opinion on a move. The only floor that knows numba."""
