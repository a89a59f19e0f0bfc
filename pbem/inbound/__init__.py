"""One stored mail: who sent it, which rule has it, what it says."""
