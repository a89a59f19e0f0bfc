"""What may be ordered by mail: a table of orders, and a handler for each."""
