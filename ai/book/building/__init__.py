"""From a source to what a book keeps: lines, values, choices."""
