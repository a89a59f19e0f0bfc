"""Oh Hell! and its family: cards and rules, and nothing else.

`decide(game, command)` gives events or raises IllegalAction, `evolve(game, event)` gives the next
game, `replay` is the fold. No clock, chance, file, socket, log or environment in here.
"""

from engine.cards import Card, Hand, Rank, Seat, Suit, cards, codes
from engine.commands import Choice, Command, DealCards, LayBid, MakeBid, NameTrump, PlayCard
from engine.errors import IllegalAction, PlayersError, Problem, Reason, RulesError
from engine.events import (
    BidChanged,
    BidLaid,
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
    TrumpNamed,
    TrumpTurned,
)
from engine.fold import evolve, replay, standing, start
from engine.game import decide, open_game
from engine.options import combine, options
from engine.presets import Preset, Undecided
from engine.rules import Rules
from engine.shuffle import shuffle
from engine.state import Deal, Game, Stage, Trick
from engine.variants import PRESETS, find_preset, preset
from engine.view import DealView, View, choices, view

__all__ = [
    "PRESETS",
    "BidChanged",
    "BidLaid",
    "BidMade",
    "Card",
    "CardPlayed",
    "CardsDealt",
    "Choice",
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
    "LayBid",
    "MakeBid",
    "NameTrump",
    "PlayCard",
    "PlayersError",
    "Preset",
    "Problem",
    "Rank",
    "Reason",
    "Rules",
    "RulesError",
    "Seat",
    "Stage",
    "Suit",
    "TakenBack",
    "Trick",
    "TrickTaken",
    "TrumpNamed",
    "TrumpTurned",
    "Undecided",
    "View",
    "cards",
    "choices",
    "codes",
    "combine",
    "decide",
    "evolve",
    "find_preset",
    "open_game",
    "options",
    "preset",
    "replay",
    "shuffle",
    "standing",
    "start",
    "view",
]
