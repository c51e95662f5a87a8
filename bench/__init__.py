"""The measurements: each module here measures one thing and says how; `main.py bench` lists and runs them."""
