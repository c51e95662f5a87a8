"""Machine code of the kernels: compiled ahead of time, kept in a folder, believed only where it is whole."""
