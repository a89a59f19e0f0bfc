"""Pure: bytes to mail; who wrote, which text counts, what is quoted; our addresses and codes."""
