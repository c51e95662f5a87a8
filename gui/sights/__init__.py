"""What is worth a picture in each game: scenes at a moment that says something."""
