"""What is wrong with a set-up, found before players find it."""
