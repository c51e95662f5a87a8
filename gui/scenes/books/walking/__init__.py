"""What the explorer knows without a picture: books, the walk through one, queues that can come, the map, outcomes."""
