"""Oh Hell! and its family: cards and rules, and nothing else.

`decide(game, command)` gives events or raises IllegalAction, `evolve(game, event)` gives the next
game, `replay` is the fold. No clock, chance, file, socket, log or environment in here.
"""

from engine.cards import Card, Hand, Rank, Seat, Suit, cards, codes
from engine.commands import Command, DealCards, MakeBid, PlayCard
from engine.errors import IllegalAction, Reason, RulesError
from engine.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    Entry,
    Event,
    GameEnded,
    GameStarted,
    TakenBack,
    TrickTaken,
)
from engine.fold import evolve, replay, standing, start
from engine.game import decide, open_game
from engine.presets import PRESETS, Preset, find_preset, preset
from engine.rules import Rules
from engine.shuffle import shuffle
from engine.state import Deal, Game, Trick
from engine.view import DealView, View, view

__all__ = [
    "PRESETS",
    "BidChanged",
    "BidMade",
    "Card",
    "CardPlayed",
    "CardsDealt",
    "Command",
    "Deal",
    "DealCards",
    "DealScored",
    "DealView",
    "Entry",
    "Event",
    "Game",
    "GameEnded",
    "GameStarted",
    "Hand",
    "IllegalAction",
    "MakeBid",
    "PlayCard",
    "Preset",
    "Rank",
    "Reason",
    "Rules",
    "RulesError",
    "Seat",
    "Suit",
    "TakenBack",
    "Trick",
    "TrickTaken",
    "View",
    "cards",
    "codes",
    "decide",
    "evolve",
    "find_preset",
    "open_game",
    "preset",
    "replay",
    "shuffle",
    "standing",
    "start",
    "view",
]
