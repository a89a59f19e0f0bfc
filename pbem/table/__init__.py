"""One turn at a table, pure: orders, forced cards, deadlines, undo -> Turn."""
