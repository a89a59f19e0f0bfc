"""Settings; nothing else reads the file and the environment."""

CONFIG_FILE = "config.yaml"
"""Where settings are looked for when no file is named."""
