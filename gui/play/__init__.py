"""What all ways of playing share."""
