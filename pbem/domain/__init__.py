"""Pure: players, tables, questions, deadlines, what became of a mail."""
