"""The way of one answer through the house, hop by hop: `python3 dev.py walk "QH"`."""
