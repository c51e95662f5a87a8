"""The building of a book shared out: units that any process can do, what is kept of them, and who does them."""
