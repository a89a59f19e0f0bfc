"""Oh Hell! and its family: cards and rules, and nothing else.

`decide(game, command)` gives events or raises IllegalAction, `evolve(game, event)` gives the next
game, `replay` is the fold. No clock, chance, file, socket, log or environment in here.

>>> rules = combine("blackout, no hook").rules
>>> game = start(rules, players=4)
>>> for event in decide(game, DealCards(shuffle(rules.pack.cards(), b"a secret"))):
...     game = evolve(game, event)
>>> game.awaiting
(1,)
>>> view(game, 1).legal
(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
>>> decide(game, MakeBid(1, 3))
(BidMade(seat=1, tricks=3),)
>>> decide(game, MakeBid(2, 3))
Traceback (most recent call last):
...
engine.errors.IllegalAction: not your turn
"""

from engine.bidding import Announce, BidAmend, BidMode, Premium
from engine.cards import Card, Hand, Pack, PackKind, Rank, Seat, Suit, cards, codes
from engine.combining import combine
from engine.commands import Choice, Command, DealCards, LayBid, MakeBid, NameTrump, PlayCard
from engine.dealer import FirstDealer
from engine.deals import SpecialDeal
from engine.ending import End, Tie
from engine.errors import (
    IllegalAction,
    PlayersError,
    Problem,
    Reason,
    RulesError,
    UnknownRule,
)
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
from engine.formula import Case, Formula, Noun, Scoring
from engine.game import decide, open_game
from engine.level import Level
from engine.options import options
from engine.order import EqualCards, RankOrder
from engine.play import Direction, Lead, Place, TrumpLead, Visibility, VoidRule
from engine.presets import Preset, Undecided
from engine.rules import MOST_PLAYERS, Rules
from engine.schedule import DealList, Schedule
from engine.scoring import Bonus, Score
from engine.scoring_text import read_scoring
from engine.shuffle import shuffle
from engine.specials import Height, Specials
from engine.stakes import Settle
from engine.state import Deal, DealStage, Game, Trick
from engine.trump import Naming, NoStock, TrumpBy
from engine.variants import PRESETS, find_preset, preset
from engine.view import DealView, View, choices, view

__all__ = [
    "MOST_PLAYERS",
    "PRESETS",
    "Announce",
    "BidAmend",
    "BidChanged",
    "BidLaid",
    "BidMade",
    "BidMode",
    "Bonus",
    "Card",
    "CardPlayed",
    "CardsDealt",
    "Case",
    "Choice",
    "Command",
    "Deal",
    "DealCards",
    "DealList",
    "DealScored",
    "DealStage",
    "DealView",
    "Direction",
    "End",
    "Entry",
    "EqualCards",
    "Event",
    "FirstDealer",
    "Formula",
    "Game",
    "GameEnded",
    "GameStarted",
    "Hand",
    "Height",
    "IllegalAction",
    "LayBid",
    "Lead",
    "Level",
    "MakeBid",
    "NameTrump",
    "Naming",
    "NoStock",
    "Noun",
    "Pack",
    "PackKind",
    "Place",
    "PlayCard",
    "PlayersError",
    "Premium",
    "Preset",
    "Problem",
    "Rank",
    "RankOrder",
    "Reason",
    "Rules",
    "RulesError",
    "Schedule",
    "Score",
    "Scoring",
    "Seat",
    "Settle",
    "SpecialDeal",
    "Specials",
    "Suit",
    "TakenBack",
    "Tie",
    "Trick",
    "TrickTaken",
    "TrumpBy",
    "TrumpLead",
    "TrumpNamed",
    "TrumpTurned",
    "Undecided",
    "UnknownRule",
    "View",
    "Visibility",
    "VoidRule",
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
    "read_scoring",
    "replay",
    "shuffle",
    "standing",
    "start",
    "view",
]
