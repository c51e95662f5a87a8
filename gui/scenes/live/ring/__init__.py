"""What happens in a game in real time, without its picture: who plays, what passes, what is kept."""
