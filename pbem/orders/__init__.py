"""Pure: what people type, read as orders by the words of `pbem.languages`."""
