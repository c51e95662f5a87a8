"""The rules: everything that is true whoever plays. Plain Python; imports nothing from the layers above."""
