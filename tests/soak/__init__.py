"""A soak: hundreds of games by mail, weeks of them in an hour, by people as they are."""
