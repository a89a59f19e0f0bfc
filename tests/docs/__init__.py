"""What the documentation says can be done, taken from its pages and done."""
