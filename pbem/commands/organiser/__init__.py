"""What organisers do, by mail and on the command line, with one implementation."""
