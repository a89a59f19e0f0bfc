"""Settings; nothing else reads the file and the environment."""
