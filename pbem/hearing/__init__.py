"""Whose a mail is, what it says to the table it is about, and what that brings about."""
