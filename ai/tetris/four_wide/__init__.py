"""Four-wide solved: the graph of fields, the sequences of pieces, the least model, and its values."""
