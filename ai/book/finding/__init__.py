"""Finding more for opening books: other ways to build what they draw, and setups for perfect clears."""
