"""What organisers type: one command a line (UX.md 4.9)."""
