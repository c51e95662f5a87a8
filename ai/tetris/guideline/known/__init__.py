"""Knowledge beside search: opening books and other knowledge that an engine asks before it thinks."""
