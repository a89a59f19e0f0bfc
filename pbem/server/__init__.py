"""The running server: one stored mail after another, ticks, receivers, and what watches over it."""
