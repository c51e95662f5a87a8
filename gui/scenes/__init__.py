"""The screens of the window, one a file; `gui.doors` opens them."""
