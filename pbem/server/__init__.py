"""The running server: one stored mail after another, ticks, doors, and what watches over it."""
