"""The table of named variants: a row says what differs from the standard game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from engine.bidding import Announce, BidAmend, BidMode
from engine.cards import SUITS, Pack, PackKind, Rank
from engine.dealer import FirstDealer
from engine.deals import SpecialDeal
from engine.ending import End, Tie
from engine.errors import UnknownRule
from engine.nearness import nearest
from engine.order import EqualCards, RankOrder
from engine.play import Direction, Lead, Place, VoidRule
from engine.presets import Preset, Undecided
from engine.rules import Rules
from engine.schedule import DealList, Schedule
from engine.scoring import Bonus, Score
from engine.scoring_text import read_scoring
from engine.specials import Specials
from engine.stakes import Settle
from engine.trump import NoStock, TrumpBy

C, D, H, S = SUITS
Most = tuple[tuple[int, int], ...]


def _most(**by_players: int) -> Most:
    """The largest hands by number of players: `_most(p3=17, p4=13)`."""
    return tuple((int(players[1:]), hand) for players, hand in by_players.items())


_BIG_HANDS = _most(p3=17, p4=13, p5=10, p6=8, p7=7)
_PSHAW_HANDS = _most(p3=15, p4=13, p5=10, p6=8, p7=7)
_SEVENS = _most(p3=7, p4=7, p5=7, p6=7, p7=7)
_EIGHT_A_PLAYER = tuple(
    (players, Pack(lowest=lowest))
    for players, lowest in ((3, Rank.NINE), (4, Rank.SEVEN), (5, Rank.FIVE), (6, Rank.THREE))
)

_TWO_PACKS = Pack(added=52)

_SEALED: dict[str, Any] = {
    "bid_mode": BidMode.SIMULTANEOUS,
    "bid_amend": BidAmend.NEVER,
    "hook": False,
}
_CALLED: dict[str, Any] = {
    "hook": False,
    "direction": Direction.ANTICLOCKWISE,
    "bid_first": Place.RIGHT_OF_DEALER,
    "lead": Lead.RIGHT_OF_DEALER,
}
_NINETY_NINE: dict[str, Any] = {
    "players": (3, 3),
    "hand_max": _most(p3=12),
    "schedule": Schedule.CONSTANT,
    "bid_mode": BidMode.CARDS,
    "bid_amend": BidAmend.UNTIL_LEAD,
    "hook": False,
    "score": Score.NINETY_NINE,
    "bonus": Bonus.PREMIUM,
    "end": End.RUBBER,
    "target": 100,
}

PRESETS: tuple[Preset, ...] = (
    Preset(
        "ohhell_pagat",
        (
            "Oh Hell!",
            "Oh Hell",
            "Oh Heck",
            "Oh Shit!",
            "Elevator",
            "L'Ascenseur",
            "Bugger Your Neighbour",
            "10 op en neer",
            "Bust",
            "German Bridge",
            "Niggle",
            "Whist",
            "Bid Whist",
            "Elevator Whist",
            "Diminishing Bridge",
            "Jungle Bridge",
            "Screw Your Neighbor",
            "Screw Your Neighbour",
            "Ouistiti",
            "Escalier",
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
    Preset("option_dealer_leads", (), "the dealer leads first", Rules(lead=Lead.DEALER)),
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
        Rules(hand_max=_SEVENS),
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
    Preset(
        "score_zero5",
        (),
        "a made zero scores 5",
        Rules(score=Score.ZERO5),
        (
            Undecided(
                "score",
                "the sources do not say what other bids score: as common",
                ("score zero5 simple",),
            ),
        ),
    ),
    Preset(
        "score_zero5plus",
        (),
        "a made zero scores 5 and the hand size",
        Rules(score=Score.ZERO5PLUS),
        (
            Undecided(
                "score",
                "the sources do not say what other bids score: as common",
                ("score zero5plus simple",),
            ),
        ),
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
        Rules(lead=Lead.DEALER, score=Score.TENS),
    ),
    Preset(
        "minibridge_program",
        ("Minibridge variation",),
        "the dealer leads; common scoring",
        Rules(players=(4, 7), lead=Lead.DEALER),
    ),
    Preset(
        "up_and_down_the_river",
        ("Up and Down the River", "Up the River"),
        "four to twelve players, from eight on with two packs",
        Rules(
            players=(4, 12),
            packs=tuple((players, _TWO_PACKS) for players in range(8, 13)),
            hand_max=_most(p4=10, p5=10, p6=8, p7=7, p8=10, p9=10, p10=10, p11=9, p12=8),
        ),
        (
            Undecided("hand_max", "its ten cards cannot be dealt to everybody: as many as can"),
            Undecided(
                "equal_cards",
                "the first played of two equal cards takes the trick",
                ("last equal card wins",),
            ),
        ),
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
        (
            Undecided(
                "score",
                "a made zero scores 5, or 10, or 5 and the hand size",
                ("score simple", "score zero5plus simple"),
            ),
        ),
    ),
    Preset(
        "british_oh_hell",
        ("British Oh Hell",),
        "up only, no hook, 10 for an exact bid, no more",
        Rules(hand_max=_BIG_HANDS, schedule=Schedule.UP, hook=False, score=Score.BONUS_ONLY),
        (Undecided("hand_max", "up to all the cards that can be dealt", ("10 cards",)),),
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
            lead=Lead.RIGHT_OF_DEALER,
            score=Score.PODRIDA3,
        ),
    ),
    Preset(
        "podrida_fidepo",
        ("La Podrida", "Podrida"),
        "down to four cards and up again",
        Rules(players=(3, 6), hand_max=_BIG_HANDS[:4], schedule=Schedule.FIDEPO),
        (
            Undecided(
                "score",
                "the common score; the sources do not tell theirs",
                ("score podrida3", "score simple"),
            ),
        ),
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
        (
            Undecided(
                "score",
                "the common score; the source does not tell its own",
                ("score podrida3", "score simple"),
            ),
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
            lead=Lead.RIGHT_OF_DEALER,
            direction=Direction.ANTICLOCKWISE,
            void_rule=VoidRule.MUST_OVERTAKE,
            score=Score.POCHA,
        ),
        (
            Undecided(
                "order", "the three is next to the ace; one source has it low", ("order standard",)
            ),
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
        (Undecided("bonus", "no more than the score; some reward streaks of five", ("streaks",)),),
    ),
    Preset(
        "kachuful",
        ("Kachufool", "Kachu Ful", "Forecasting", "765"),
        "up only, trump goes round the suits",
        Rules(
            hand_max=_BIG_HANDS,
            schedule=Schedule.UP,
            trump=TrumpBy.CYCLE,
            trump_cycle=(S, D, C, H),
            zero_limit=5,
            score=Score.SIMPLE,
        ),
        (
            Undecided("score", "10 and the bid, or tens", ("score kachuful tens",)),
            Undecided(
                "bid_mode",
                "in turn with the hook, or sealed without it",
                ("sealed bids, no hook, no zero limit",),
            ),
            Undecided(
                "trump_cycle",
                "one source plays a fifth round without trump",
                ("trump cycle S D C H NT",),
            ),
        ),
    ),
    Preset(
        "marrows_two_player",
        ("Jack Marrows",),
        "two players, with bowers",
        Rules(players=(2, 2), hand_max=_most(p2=10), order=RankOrder.BOWERS),
        (Undecided("players", "the source only tells of the jacks: all else is standard"),),
    ),
    Preset(
        "ascenseur_2plus",
        ("L'Ascenseur",),
        "up and down; 2 and the tricks, or the difference",
        Rules(schedule=Schedule.UP_DOWN, score=Score.ASCENSEUR),
    ),
    Preset(
        "option_simultaneous",
        (),
        "bids are sealed until the last is in",
        Rules(**_SEALED),
    ),
    Preset(
        "option_extra_deals",
        (),
        "more deals until one player leads alone",
        Rules(tie=Tie.EXTRA_MAX_DEALS),
    ),
    Preset(
        "option_money_mean",
        (),
        "each pays or gets the difference from the average",
        Rules(settle=Settle.MEAN),
    ),
    Preset(
        "oh_well",
        ("Oh! Well", "Oh! Bene", "Blackout"),
        "always as many cards as can be dealt, to 100 points; differences are paid",
        Rules(
            hand_max=_BIG_HANDS,
            schedule=Schedule.CONSTANT,
            trump=TrumpBy.DEALERS_LAST_CARD,
            trump_if_no_stock=NoStock.DEALERS_LAST_CARD,
            hook=False,
            end=End.TARGET,
            target=100,
            settle=Settle.PAIRWISE,
        ),
        (Undecided("settle", "every difference is paid; some play for a pool", ("settle pool",)),),
    ),
    Preset(
        "nomination_whist",
        ("Contract Whist", "Whist", "Seven to one and back"),
        "seven cards down to one and up again; the first jack deals",
        Rules(hand_max=_SEVENS, first_dealer=FirstDealer.FIRST_JACK),
        (
            Undecided(
                "score",
                "a point a trick for a missed bid; at many homes nothing if it was too few",
                ("under 0", "under 0, last deal double"),
            ),
        ),
    ),
    Preset(
        "oh_pshaw_hard",
        ("Oh Pshaw",),
        "Oh Pshaw where every difference is paid, the winner 10 points up",
        Rules(
            hand_max=_PSHAW_HANDS,
            schedule=Schedule.UP,
            hook=False,
            score=Score.SIMPLE,
            announce=Announce.OVER_UNDER_EVEN,
            settle=Settle.HARD,
        ),
    ),
    Preset(
        "british_oh_hell_fists",
        ("British Oh Hell",),
        "British Oh Hell with sealed bids",
        Rules(hand_max=_BIG_HANDS, schedule=Schedule.UP, score=Score.BONUS_ONLY, **_SEALED),
    ),
    Preset(
        "devils_bridge",
        ("Devil's Bridge", "Dan Strohm"),
        "up and down; in the last deal you see every card but your own",
        Rules(schedule=Schedule.UP_DOWN, special_deals=((-1, SpecialDeal.FOREHEAD),)),
    ),
    Preset(
        "australian_bust",
        ("Bust", "Bryce Francis"),
        "thirteen cards for everybody, low cards doubled as needed, sealed bids",
        Rules(
            players=(3, 6),
            packs=((3, Pack(removed=13)), (5, Pack(added=13)), (6, Pack(added=26))),
            hand_max=_most(p3=13, p4=13, p5=13, p6=13),
            schedule=Schedule.DOWN_UP_TWO_ONES,
            equal_cards=EqualCards.LAST_WINS,
            score=Score.SIMPLE,
            **_SEALED,
        ),
        (Undecided("packs", "the 13th low card is the 5 of clubs, the 26th the 8 of diamonds"),),
    ),
    Preset(
        "brader_jokers",
        ("Mark Brader",),
        "two equal jokers are a suit of their own",
        Rules(pack=Pack(jokers=2), specials=Specials.BRADER),
    ),
    Preset(
        "atkinson_blackout",
        ("Dick Atkinson", "Blackout"),
        "five or six players; a joker is called high or low",
        Rules(
            players=(5, 6),
            pack=Pack(jokers=2),
            packs=((5, Pack(removed=4, jokers=2)),),
            hand_max=_most(p5=10, p6=9),
            schedule=Schedule.CONSTANT,
            deals_each=4,
            trump=TrumpBy.CYCLE,
            trump_cycle=(H, C, D, S),
            specials=Specials.ATKINSON,
            score=Score.SIMPLE,
        ),
        (
            Undecided("deals_each", "everybody deals four times", ("deals each 2",)),
            Undecided("score", "as Blackout, by the name", ("score common",)),
        ),
    ),
    Preset(
        "boerenbridge_100",
        ("Boerenbridge", "Boerenbridge to 100"),
        "thirteen cards, no trump, sealed bids, to exactly 100 points",
        Rules(
            players=(4, 4),
            hand_max=_most(p4=13),
            schedule=Schedule.CONSTANT,
            trump=TrumpBy.NONE,
            score=Score.BOEREN100,
            lock=80,
            end=End.EXACT_TARGET,
            target=100,
            **_SEALED,
        ),
    ),
    Preset(
        "boerenbridge_nl",
        ("Boerenbridge",),
        "up and down; in the first deal you see every card but your own",
        Rules(
            schedule=Schedule.UP_DOWN,
            hook_above=3,
            special_deals=((1, SpecialDeal.FOREHEAD),),
            score=Score.BOEREN5,
        ),
        (
            Undecided(
                "trump",
                "a card is turned; some let the highest bidder name the trump",
                ("trump highest bidder names",),
            ),
        ),
    ),
    Preset(
        "ninety_nine",
        ("Ninety-Nine", "99", "Sphinx"),
        "three cards laid aside are the bid; a rubber of three games to 100",
        Rules(pack=Pack(lowest=Rank.SIX), trump=TrumpBy.LAST_SUCCESSES, **_NINETY_NINE),
        (Undecided("end", "players who are highest together at 100 each get the bonus"),),
    ),
    Preset(
        "ninety_nine_37",
        ("Ninety-Nine with a joker",),
        "Ninety-Nine with a turn-up and a joker that counts as it",
        Rules(
            pack=Pack(lowest=Rank.SIX, jokers=1),
            trump=TrumpBy.TURN_UP_NOT_NINE,
            specials=Specials.TURN_UP_JOKER,
            **_NINETY_NINE,
        ),
    ),
    Preset(
        "clag",
        ("Clagg", "Cleg", "Nominations"),
        "up to seven cards, eight special deals, and down again",
        Rules(
            players=(4, 7),
            hand_max=_SEVENS[1:],
            schedule=Schedule.CLAG,
            special_deals=(
                (8, SpecialDeal.NO_TRUMP),
                (9, SpecialDeal.MISERE),
                (10, SpecialDeal.TRUMP_AFTER_BIDS),
                (11, SpecialDeal.BLIND),
                (12, SpecialDeal.TWOS_WILD),
                (13, SpecialDeal.ACES_LOW),
                (14, SpecialDeal.DEALER_NAMES_TRUMP),
                (15, SpecialDeal.MOST_TRICKS),
            ),
        ),
        (
            Undecided("special_deals", "in deal 12 a two is never forced"),
            Undecided("special_deals", "in deal 14 the dealer names trump before the bids"),
        ),
    ),
    Preset(
        "clag_foss",
        ("Clag", "Clagg", "Foss"),
        "Clag with six special deals; two misere deals cost points",
        Rules(
            hand_max=_SEVENS,
            schedule=Schedule.CLAG_SIX,
            special_deals=(
                (8, SpecialDeal.NO_TRUMP),
                (9, SpecialDeal.TRUMP_AFTER_BIDS),
                (10, SpecialDeal.MISERE_NO_TRUMP_OFF),
                (11, SpecialDeal.MISERE_OFF),
                (12, SpecialDeal.BLIND),
                (13, SpecialDeal.TOP_CARD),
            ),
            score=Score.CLAG_FOSS,
        ),
        (Undecided("special_deals", "in deal 13 bids are made as usual, then the top card plays"),),
    ),
    Preset(
        "okuneff",
        ("Al Okuneff", "Al Okenuff"),
        "four cards up to thirteen; the highest bidder names the trump",
        Rules(
            players=(4, 4),
            hand_max=_most(p4=13),
            schedule=Schedule.OKUNEFF,
            trump=TrumpBy.HIGHEST_BIDDER_NAMES,
            announce=Announce.OVER_UNDER_EVEN,
            score=Score.SQUARE,
        ),
        (
            Undecided(
                "score",
                "the sources only say that it rises faster than the bid: its square",
                ("score tri5", "score common"),
            ),
        ),
    ),
    Preset(
        "wizard",
        ("Wizard", "Wizards and jesters"),
        "up to the whole pack of 60, with wizards and jesters",
        Rules(
            players=(3, 6),
            pack=Pack(kind=PackKind.WIZARD),
            hand_max=_most(p3=20, p4=15, p5=12, p6=10),
            schedule=Schedule.UP,
            hook=False,
            specials=Specials.WIZARD,
            score=Score.WIZARD,
        ),
        (Undecided("hook", "the last bidder is free; many play with the hook", ("hook",)),),
    ),
    Preset(
        "gameduell",
        ("GameDuell", "Owls and moles"),
        "Wizard of two to four; the dealer bids first and leads",
        Rules(
            players=(2, 4),
            pack=Pack(kind=PackKind.WIZARD),
            hand_max=_most(p2=12, p3=12, p4=12),
            schedule=Schedule.UP,
            trump=TrumpBy.TURN_UP_PAST_SPECIALS,
            bid_first=Place.DEALER,
            lead=Lead.DEALER,
            specials=Specials.WIZARD,
            score=Score.WIZARD,
        ),
        (
            Undecided(
                "hand_min",
                "twelve rounds from one card; there are also four or eight from three",
                ("from 3 cards, 6 cards", "from 3 cards, 10 cards"),
            ),
            Undecided("score", "as Wizard; the source's points could not be read", ("score tens",)),
        ),
    ),
    Preset(
        "dkm",
        ("DKM",),
        "ten cards throughout, first to 101",
        Rules(
            players=(4, 4),
            hand_max=_most(p4=10),
            schedule=Schedule.CONSTANT,
            end=End.TARGET,
            target=101,
        ),
        (Undecided("hook", "played with the hook; its source does not say", ("no hook",)),),
    ),
    Preset(
        "richards_blackout",
        ("Richard's Play-By-eMail Blackout", "Richard's Blackout", "Blackout"),
        "four players, up to thirteen; the first card is worn on the forehead",
        Rules(
            players=(4, 4),
            hand_max=_most(p4=13),
            schedule=Schedule.UP,
            special_deals=((1, SpecialDeal.FOREHEAD),),
            score=Score.SIMPLE,
            tie=Tie.MOST_BIDS_MADE,
        ),
        (Undecided("hook", "played with the hook, or without", ("no hook",)),),
    ),
    Preset(
        "super_screw",
        ("Super Screw",),
        "two jokers and the turn-up's twin stand above the trumps; bids before the turn-up",
        Rules(
            pack=Pack(jokers=2),
            trump=TrumpBy.TURN_UP_AFTER_BIDS,
            specials=Specials.SUPER_SCREW,
        ),
        (Undecided("specials", "a joker follows as a trump; the source could not be read whole"),),
    ),
    Preset(
        "plump",
        ("Plump",),
        "no trump, down to one card for each player and up again; the highest bidder leads",
        Rules(
            players=(2, 8),
            hand_max=_most(p2=10, p3=10, p4=10, p5=10, p6=8, p7=7, p8=6),
            schedule=Schedule.PODRIDA,
            trump=TrumpBy.NONE,
            lead=Lead.HIGHEST_BIDDER,
            score=Score.ZERO5_SIMPLE,
        ),
        (
            Undecided(
                "score",
                "nothing for a missed bid; some give a point a trick",
                ("missed t",),
            ),
            Undecided("score", "ten of ten scores 20; who writes a 1 before the bid has 110"),
            Undecided("trump", "no trump; in Beredskapswhist a card is turned", ("trump turned",)),
        ),
    ),
    Preset(
        "rikiki",
        ("Rikiki", "Rikikizni"),
        "up and down; 10 and 2 a trick, 2 off a trick amiss; from seven players on two packs",
        Rules(
            players=(3, 12),
            packs=tuple((players, _TWO_PACKS) for players in range(7, 13)),
            hand_max=_most(p3=10, p4=10, p5=10, p6=8, p7=10, p8=10, p9=10, p10=10, p11=9, p12=8),
            schedule=Schedule.UP_DOWN,
            score=read_scoring("made 10+2t, missed -2d"),
        ),
        (
            Undecided(
                "score",
                "a source writes the 2 for each trick amiss without a sign; it is taken off",
                ("missed 2d", "scoring five ten"),
            ),
            Undecided(
                "schedule",
                "up and down; some deal each size once for each player",
                ("deals 1*n 2*n 3*n 4*n 5*n",),
            ),
            Undecided(
                "equal_cards",
                "the first played of two equal cards takes the trick",
                ("last equal card wins",),
            ),
        ),
    ),
    Preset(
        "stiche_raten",
        (
            "Stiche-Raten",
            "Stiche raten",
            "Stichansage",
            "Cravallo",
            "Wist",
            "Ansagen",
            "Fahrstuhl",
            "Rauf und runter",
            "Rauf runter",
            "Stacheldraht",
        ),
        "two packs of 32, up and down",
        Rules(
            players=(3, 6),
            pack=Pack(lowest=Rank.SEVEN, added=32),
            hand_max=_most(p3=10, p4=10, p5=10, p6=10),
            schedule=Schedule.UP_DOWN,
        ),
        (
            Undecided(
                "equal_cards",
                "the first played of two equal cards takes the trick",
                ("last equal card wins",),
            ),
            Undecided("schedule", "up and down; some only down", ("down",)),
        ),
    ),
    Preset(
        "ten_down",
        ("Ten Down", "7-Ten-Down"),
        "ten cards down to one, two to four players",
        Rules(
            players=(2, 4),
            hand_max=_most(p2=10, p3=10, p4=10),
            schedule=Schedule.DOWN,
        ),
        (
            Undecided("hook", "played with the hook; its source does not say", ("no hook",)),
            Undecided(
                "score", "as the standard game; its source does not say", ("scoring simple",)
            ),
        ),
    ),
    Preset(
        "judgement",
        ("Judgement", "Judgment"),
        "ten cards down to one, trump goes round the suits; 10 and the bid",
        Rules(
            players=(3, 8),
            hand_max=_most(p3=10, p4=10, p5=10, p6=8, p7=7, p8=6),
            schedule=Schedule.DOWN,
            trump=TrumpBy.CYCLE,
            trump_cycle=(S, D, C, H),
            score=Score.SIMPLE,
        ),
        (
            Undecided(
                "schedule",
                "ten cards down to one; some begin with seven, or go up to eight and down",
                ("7 deals down", "deals 1-8-1"),
            ),
            Undecided(
                "score",
                "10 and the bid; others multiply it by ten or eleven, or give 20 and the tricks of"
                " who took too many",
                ("scoring kachuful tens", "made 10+11b", "made 20, over t, under 0"),
            ),
            Undecided(
                "bid_mode",
                "in turn with the hook, or sealed without it",
                ("sealed bids, no hook",),
            ),
        ),
    ),
    Preset(
        "judgement_seven",
        ("Game of Judgement",),
        "seven cards down to one; 20 for a made bid, the tricks of who took too many",
        Rules(
            players=(3, 7),
            hand_max=_SEVENS,
            schedule=Schedule.DOWN,
            trump=TrumpBy.CYCLE,
            trump_cycle=(S, D, C, H),
            score=read_scoring("made 20, under 0, over t"),
        ),
        (Undecided("score", "20 for any made bid; at many homes 10 and the bid", ("made 10+t",)),),
    ),
    Preset(
        "kachuful_eight",
        ("Kachuful", "Kachuful up and down"),
        "up to eight cards and down again, trump goes round the suits",
        Rules(
            players=(3, 8),
            hand_max=_most(p3=8, p4=8, p5=8, p6=8, p7=7, p8=6),
            schedule=Schedule.UP_DOWN,
            trump=TrumpBy.CYCLE,
            trump_cycle=(S, D, C, H),
            score=Score.SIMPLE,
        ),
        (
            Undecided(
                "one_card",
                "deals of one card as the others; one source bids them before the card is seen",
            ),
            Undecided("score", "10 and the bid, or tens", ("scoring kachuful tens",)),
        ),
    ),
    Preset(
        "call_break",
        ("Call Break", "Callbreak"),
        "five deals of thirteen, spades are trump, at least one trick is bid; more tricks count",
        Rules(
            players=(4, 4),
            hand_max=_most(p4=13),
            schedule=DealList.parse("13*5"),
            trump=TrumpBy.FIXED,
            trump_cycle=(S,),
            bid_min=1,
            score=read_scoring("made 10b, under -10b, over 10b+d"),
            void_rule=VoidRule.MUST_OVERTAKE,
            **_CALLED,
        ),
        (
            Undecided("bid_min", "one trick at least; some ask for two", ("bid at least 2",)),
            Undecided("score", "its points times ten: a call of 4 with 6 tricks, 4.2, is 42"),
        ),
    ),
    Preset(
        "call_bridge",
        ("Call Bridge", "Callbridge"),
        "five deals of thirteen, spades are trump; the bid, or a trick more, counts",
        Rules(
            players=(4, 4),
            hand_max=_most(p4=13),
            schedule=DealList.parse("13*5"),
            trump=TrumpBy.FIXED,
            trump_cycle=(S,),
            bid_min=2,
            score=read_scoring("made b, one over b, missed -b"),
            void_rule=VoidRule.MUST_OVERTRUMP,
            **_CALLED,
        ),
        (Undecided("bid_min", "two tricks at least; some ask for one", ("bid at least 1",)),),
    ),
)


def preset(name: str) -> Rules:
    """The rules of a preset by name or alias; RulesError as `find_preset`."""
    return find_preset(name).rules


def find_preset(name: str, others: Callable[[], Iterable[str]] = tuple) -> Preset:
    """The row of the table for a name or alias, whatever the case, blanks and punctuation.

    Raises UnknownRule with the presets it could be, when several share the name, or with those that
    are nearest, or nearest of what `others` tells may be meant, when none has it.

    >>> find_preset("La Pocha").name
    'pocha'
    """
    wanted = _folded(name)
    for row in PRESETS:
        if _folded(row.name) == wanted:
            return row
    found = [row for row in PRESETS if wanted in map(_folded, row.aliases)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownRule(
            "several games are called %(name)s; say which: %(rows)s",
            name,
            tuple(row.name for row in found),
        )
    if wanted in _RELATED:
        raise UnknownRule(_NOT_CALLED, name, _RELATED[wanted])
    names = {_folded(other): other for other in others()}
    names |= {_folded(alias): row.name for row in PRESETS for alias in row.aliases}
    names |= {_folded(row.name): row.name for row in PRESETS}
    if near := nearest(wanted, names, alike=_ALIKE):
        raise UnknownRule(_NOT_CALLED, name, near)
    raise UnknownRule(
        "no preset is called '%(name)s'; there are, for example: %(rows)s", name, _KNOWN_BEST
    )


_NOT_CALLED = "no preset is called '%(name)s' (did you mean %(rows)s?)"
_ALIKE = 0.6
"""How much of a name must be right for it to be held for another, from 0 to 1."""

_KNOWN_BEST = ("ohhell_pagat", "blackout", "wizard")

_RELATED = {
    "skullking": ("wizard", "gameduell", "option_up_only"),
}
"""Games that are not played here as their sources tell them, and what comes near."""


_ARTICLES = re.compile(r"(?:l['’]|(?:the|la|le|el|il|de|het)\s)\s*", re.IGNORECASE)


def _folded(name: str) -> str:
    """A name without case, signs and the article before it: `L'Ascenseur` is `ascenseur`."""
    bare = _ARTICLES.sub("", name.strip(), count=1) if _ARTICLES.match(name.strip()) else name
    return "".join(sign for sign in bare.casefold() if sign.isalnum())
