"""What organisers type: one command a line."""
