"""Kernels of the four-wide solver."""
