"""Golden records: one whole game a preset, written once, then only compared."""
