"""The tree search of Zuniq: playouts on labelled dots, a table of positions, proofs that travel up."""
