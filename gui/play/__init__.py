"""Everything that the ways of playing share."""
