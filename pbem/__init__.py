"""A play-by-email server for Oh Hell! and its family."""

__version__ = "0.1.0"
