"""A game being played, without pictures: seats, clocks, questions to engines, saving."""
