"""What is done to a game, whoever ordered it: begun, moved on, handed over, given time."""
