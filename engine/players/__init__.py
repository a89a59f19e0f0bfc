"""Computers at the table: each chooses from a View, and never sees a Game."""

from engine.players.luck import deal_worths, worths
from engine.players.sampling import card_odds, tricks_odds
from engine.players.steady import choose, fair_bid, lowest_card, usual

__all__ = [
    "card_odds",
    "choose",
    "deal_worths",
    "fair_bid",
    "lowest_card",
    "tricks_odds",
    "usual",
    "worths",
]
