"""What lies behind a run on the screen: who plays what, what was played, where the playhead stands."""
