"""Faults: power, disk, post and clock fail while a game is played."""
