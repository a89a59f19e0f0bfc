"""The table of named variants: a row says what differs from the standard game."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bidding import Announce
from engine.cards import SUITS, Pack, PackKind, Rank
from engine.errors import RulesError
from engine.order import RankOrder
from engine.play import Direction, Place, VoidRule
from engine.rules import Rules
from engine.schedule import Schedule
from engine.scoring import Score
from engine.trump import NoStock, TrumpBy

C, D, H, S = SUITS
Most = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """One named rule set: its name, other names people use, one line of description, its rules.

    Several presets may share a name that people use; it is then answered with all of them.
    """

    name: str
    aliases: tuple[str, ...]
    line: str
    rules: Rules


def _most(**by_players: int) -> Most:
    """The largest hands by number of players: `_most(p3=17, p4=13)`."""
    return tuple((int(players[1:]), hand) for players, hand in by_players.items())


_BIG_HANDS = _most(p3=17, p4=13, p5=10, p6=8, p7=7)
_PSHAW_HANDS = _most(p3=15, p4=13, p5=10, p6=8, p7=7)
_EIGHT_A_PLAYER = tuple(
    (players, Pack(lowest=lowest))
    for players, lowest in ((3, Rank.NINE), (4, Rank.SEVEN), (5, Rank.FIVE), (6, Rank.THREE))
)

PRESETS: tuple[Preset, ...] = (
    Preset(
        "ohhell_pagat",
        (
            "Oh Hell!",
            "Oh Hell",
            "Oh Shit!",
            "Elevator",
            "L'Ascenseur",
            "Bugger Your Neighbour",
            "10 op en neer",
            "Bust",
            "German Bridge",
        ),
        "the standard game: down to one card and up again, 10 points for an exact bid",
        Rules(),
    ),
    Preset(
        "blackout",
        ("Blob", "simple scoring"),
        "a missed bid scores nothing",
        Rules(score=Score.SIMPLE),
    ),
    Preset("option_no_hook", (), "the dealer may bid anything", Rules(hook=False)),
    Preset("option_dealer_leads", (), "the dealer leads first", Rules(lead=Place.DEALER)),
    Preset(
        "option_up_down", (), "up from one card and down again", Rules(schedule=Schedule.UP_DOWN)
    ),
    Preset("option_down_only", (), "down to one card", Rules(schedule=Schedule.DOWN)),
    Preset("option_up_only", (), "up from one card", Rules(schedule=Schedule.UP)),
    Preset(
        "option_two_ones",
        (),
        "down and up with two deals of one card",
        Rules(schedule=Schedule.DOWN_UP_TWO_ONES),
    ),
    Preset(
        "option_two_max",
        (),
        "up and down with two of the largest deals",
        Rules(schedule=Schedule.UP_DOWN_TWO_MAX),
    ),
    Preset("option_big_hands", (), "as many cards as the pack has", Rules(hand_max=_BIG_HANDS)),
    Preset(
        "option_max7",
        (),
        "seven cards at most",
        Rules(hand_max=_most(p3=7, p4=7, p5=7, p6=7, p7=7)),
    ),
    Preset(
        "option_big_deals_nt",
        (),
        "no trump in the largest deals",
        Rules(trump=TrumpBy.TURN_UP_BUT_BIG_DEALS),
    ),
    Preset(
        "option_trump_cycle",
        (),
        "trump goes spades, hearts, diamonds, clubs, none",
        Rules(trump=TrumpBy.CYCLE, trump_cycle=(S, H, D, C, None)),
    ),
    Preset("score_zero5", (), "a made zero scores 5", Rules(score=Score.ZERO5)),
    Preset(
        "score_zero5plus",
        (),
        "a made zero scores 5 and the hand size",
        Rules(score=Score.ZERO5PLUS),
    ),
    Preset(
        "score_tens", (), "10 a trick of a made bid, 10 off a trick amiss", Rules(score=Score.TENS)
    ),
    Preset(
        "score_five_ten",
        (),
        "5 and 10 a trick; missed 5 and 5 a trick off",
        Rules(score=Score.FIVE_TEN),
    ),
    Preset(
        "score_square",
        (),
        "10 and the bid squared; missed the difference squared off",
        Rules(score=Score.SQUARE),
    ),
    Preset(
        "minibridge",
        ("Minibridge",),
        "the dealer leads; tens for tricks, won or amiss",
        Rules(lead=Place.DEALER, score=Score.TENS),
    ),
    Preset(
        "minibridge_program",
        ("Minibridge variation",),
        "the dealer leads; common scoring",
        Rules(players=(4, 7), lead=Place.DEALER),
    ),
    Preset(
        "up_and_down_the_river",
        ("Up and Down the River",),
        "four to eight players",
        Rules(players=(4, 8), hand_max=_most(p4=10, p5=10, p6=8, p7=7, p8=6)),
    ),
    Preset(
        "oh_pshaw",
        ("Oh Pshaw", "Bicycle Oh Pshaw"),
        "up only, no hook, over or under is called",
        Rules(
            hand_max=_PSHAW_HANDS,
            schedule=Schedule.UP,
            hook=False,
            score=Score.SIMPLE,
            announce=Announce.OVER_UNDER_EVEN,
        ),
    ),
    Preset(
        "oh_pshaw_tricks",
        ("Oh Pshaw",),
        "Oh Pshaw with a point for each trick",
        Rules(
            hand_max=_PSHAW_HANDS,
            schedule=Schedule.UP,
            hook=False,
            announce=Announce.OVER_UNDER_EVEN,
        ),
    ),
    Preset(
        "oh_pshaw_zero",
        ("Oh Pshaw",),
        "Oh Pshaw where a made zero scores 5",
        Rules(
            hand_max=_PSHAW_HANDS,
            schedule=Schedule.UP,
            hook=False,
            score=Score.ZERO5_SIMPLE,
            announce=Announce.OVER_UNDER_EVEN,
        ),
    ),
    Preset(
        "british_oh_hell",
        ("British Oh Hell",),
        "up only, no hook, 10 for an exact bid, no more",
        Rules(hand_max=_BIG_HANDS, schedule=Schedule.UP, hook=False, score=Score.BONUS_ONLY),
    ),
    Preset(
        "coulon",
        ("Jean-Pierre Coulon",),
        "a turned 2 to 6 means no trump",
        Rules(trump=TrumpBy.COULON),
    ),
    Preset(
        "oh_shit_wilson",
        ("Oh Shit!", "Brad Wilson"),
        "spades are always trump",
        Rules(trump=TrumpBy.FIXED, trump_cycle=(S,)),
    ),
    Preset(
        "wuori",
        ("David Wuori",),
        "who cannot follow must trump",
        Rules(void_rule=VoidRule.MUST_TRUMP),
    ),
    Preset(
        "boerenbridge_wk",
        ("Boerenbridge",),
        "five players, spades are always trump",
        Rules(players=(5, 5), trump=TrumpBy.FIXED, trump_cycle=(S,)),
    ),
    Preset(
        "truf7",
        ("7-Truf", "Seven-Truf"),
        "32 cards, eights without trump between the sevens",
        Rules(
            players=(4, 4),
            pack=Pack(lowest=Rank.SEVEN),
            hand_max=_most(p4=8),
            schedule=Schedule.SEVEN_TRUF,
            trump=TrumpBy.TURN_UP_BUT_BIG_DEALS,
            no_trump_from=8,
            score=Score.SEVEN_TRUF,
        ),
    ),
    Preset(
        "german_bridge",
        ("German Bridge", "Hong Kong"),
        "squares for bids, made or missed",
        Rules(score=Score.SQUARE),
    ),
    Preset(
        "podrida_pagat",
        ("La Podrida", "Podrida"),
        "who cannot follow must trump",
        Rules(void_rule=VoidRule.MUST_TRUMP),
    ),
    Preset(
        "podrida_acanomas",
        ("La Podrida", "Podrida"),
        "anticlockwise, 10 and 3 a trick",
        Rules(
            players=(3, 8),
            hand_max=(*_BIG_HANDS, (8, 6)),
            schedule=Schedule.PODRIDA,
            direction=Direction.ANTICLOCKWISE,
            bid_first=Place.RIGHT_OF_DEALER,
            lead=Place.RIGHT_OF_DEALER,
            score=Score.PODRIDA3,
        ),
    ),
    Preset(
        "podrida_fidepo",
        ("La Podrida", "Podrida"),
        "down to four cards and up again",
        Rules(players=(3, 6), hand_max=_BIG_HANDS[:4], schedule=Schedule.FIDEPO),
    ),
    Preset(
        "podrida_40",
        ("La Podrida", "Podrida"),
        "the Spanish pack, up and down",
        Rules(
            players=(4, 7),
            pack=Pack(kind=PackKind.SPANISH),
            order=RankOrder.SPANISH,
            hand_max=_most(p4=10, p5=8, p6=6, p7=5),
            schedule=Schedule.PODRIDA40,
        ),
    ),
    Preset(
        "pocha",
        ("La Pocha",),
        "the Spanish pack, anticlockwise; everybody must beat the trick",
        Rules(
            players=(3, 8),
            pack=Pack(kind=PackKind.SPANISH),
            order=RankOrder.SPANISH,
            packs=((3, Pack(kind=PackKind.SPANISH, lowest=Rank.THREE)),),
            hand_max=_most(p3=12, p4=10, p5=8, p6=6, p7=5, p8=5),
            schedule=Schedule.POCHA,
            trump_if_no_stock=NoStock.DEALERS_LAST_CARD,
            bid_first=Place.RIGHT_OF_DEALER,
            lead=Place.RIGHT_OF_DEALER,
            direction=Direction.ANTICLOCKWISE,
            void_rule=VoidRule.MUST_OVERTAKE,
            score=Score.POCHA,
        ),
    ),
    Preset(
        "romanian_whist",
        ("Romanian Whist", "Whist"),
        "eight cards a player in the pack",
        Rules(
            players=(3, 6),
            packs=_EIGHT_A_PLAYER,
            hand_max=_most(p3=8, p4=8, p5=8, p6=8),
            schedule=Schedule.ROMANIAN,
            void_rule=VoidRule.MUST_TRUMP,
            score=Score.ROMANIAN,
        ),
    ),
    Preset(
        "kachuful",
        ("Judgement", "Forecasting", "765"),
        "up only, trump goes round the suits",
        Rules(
            hand_max=_BIG_HANDS,
            schedule=Schedule.UP,
            trump=TrumpBy.CYCLE,
            trump_cycle=(S, D, C, H),
            zero_limit=5,
            score=Score.SIMPLE,
        ),
    ),
    Preset(
        "marrows_two_player",
        ("Jack Marrows",),
        "two players, with bowers",
        Rules(players=(2, 2), hand_max=_most(p2=10), order=RankOrder.BOWERS),
    ),
    Preset(
        "ascenseur_2plus",
        ("L'Ascenseur",),
        "up and down; 2 and the tricks, or the difference",
        Rules(schedule=Schedule.UP_DOWN, score=Score.ASCENSEUR),
    ),
)


def preset(name: str) -> Rules:
    """The rules of a preset by name or alias; RulesError as `find_preset`."""
    return find_preset(name).rules


def find_preset(name: str) -> Preset:
    """The row of the table for a name or alias, whatever the case.

    Raises RulesError, naming the presets it could be, when several share the name, and all there
    are when none has it.
    """
    wanted = name.strip().casefold()
    for row in PRESETS:
        if row.name.casefold() == wanted:
            return row
    found = [row for row in PRESETS if wanted in {alias.casefold() for alias in row.aliases}]
    if len(found) == 1:
        return found[0]
    rows = ", ".join(row.name for row in found or PRESETS)
    if found:
        raise RulesError(f"several games are called {name}; say which: {rows}")
    raise RulesError(f"no preset is called {name!r}; there are: {rows}")
