"""Pure: one order against a situation, and a turn until somebody must think."""
