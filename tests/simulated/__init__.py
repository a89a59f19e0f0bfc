"""Worlds in which the real server lives: one seed is people, post, chance, and whatever fails."""
