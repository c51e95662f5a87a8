"""The screens of the window, one a file; `gui.router` opens them."""
