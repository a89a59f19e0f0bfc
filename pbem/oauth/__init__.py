"""Logging in at a provider by OAuth 2: what it grants is kept, renewed, and told when it ends."""
