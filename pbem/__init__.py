"""A play-by-email server for Oh Hell! and its family."""
