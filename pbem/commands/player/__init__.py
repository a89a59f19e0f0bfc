"""Players' orders: `handlers.py` is the table of them, `run.py` the one loop."""
