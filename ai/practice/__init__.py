"""Practice: makers of problems, and the judges of what a person tries."""
