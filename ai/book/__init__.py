"""Opening books: how they are built from their sources, packed, checked and asked."""
