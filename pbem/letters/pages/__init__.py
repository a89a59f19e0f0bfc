"""The letters, each with what makes it; templates of the same name say it."""
