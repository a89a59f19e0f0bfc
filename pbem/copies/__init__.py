"""Copies of the database that make themselves: made, tried, kept for a while."""
