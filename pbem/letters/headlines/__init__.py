"""The headline of each finished deal: what was worth telling of it, the same for every reader."""
