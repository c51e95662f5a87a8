"""The engine that stacks: what a field is worth, and a search over all that the next pieces can do."""
