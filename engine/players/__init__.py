"""Computers at the table: each chooses from a View, and never sees a Game."""

from engine.players.luck import worths
from engine.players.sampling import card_odds, tricks_odds
from engine.players.steady import choose, fair_bid, lowest_card, usual
from engine.players.worth import expected_tricks

__all__ = [
    "card_odds",
    "choose",
    "expected_tricks",
    "fair_bid",
    "lowest_card",
    "tricks_odds",
    "usual",
    "worths",
]
