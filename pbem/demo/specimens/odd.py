"""Letters of games that ask other things: sealed bids, cards laid aside, trumps, calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from engine import Deal, Game, Suit, View, choices, preset, view
from pbem.demo.specimens.games import Scene, played_until
from pbem.domain.asking import in_game
from pbem.letters.page import AnyPage
from pbem.orders.reading import Expected


def _shut_joker(game: Game, deal: Deal, seen: View) -> bool:
    shut = set(seen.hand) - set(seen.legal_cards)
    return bool(seen.legal_cards) and any(card.suit is Suit.JOKERS for card in shut)


_ODD: tuple[tuple[str, str, Callable[[Game, Deal, View], bool]], ...] = (
    ("your_bid sealed", "british_oh_hell_fists", lambda g, d, v: d.number == 6),
    ("your_bid one sealed in", "australian_bust", lambda g, d, v: d.bids_made == 2),
    ("your_bid laid", "ninety_nine", lambda g, d, v: d.number == 2),
    ("your_bid laid by turn-up", "ninety_nine_37", lambda g, d, v: d.number == 2),
    ("your_bid trump", "okuneff", lambda g, d, v: bool(v.legal_trumps)),
    ("your_bid trump of the dealer", "clag", lambda g, d, v: bool(v.legal_trumps)),
    ("your_bid forehead", "devils_bridge", lambda g, d, v: d.number == 19),
    ("your_bid blind", "clag", lambda g, d, v: d.number == 11),
    ("your_bid trump later", "super_screw", lambda g, d, v: d.number == 3),
    ("your_play twos wild", "clag", lambda g, d, v: bool(v.calls)),
    ("your_play joker", "atkinson_blackout", lambda g, d, v: bool(v.calls)),
    (
        "your_play after a call",
        "atkinson_blackout",
        lambda g, d, v: bool(d.trick.calls) and len(v.legal_cards) > 1,
    ),
    (
        "your_play wizard",
        "wizard",
        lambda g, d, v: any(c.suit is Suit.WIZARDS for c in v.legal_cards),
    ),
    ("your_play most tricks", "clag", lambda g, d, v: d.number == 15),
    ("your_play locked", "boerenbridge_100", lambda g, d, v: len(d.bidders) < 4 and d.tricks != ()),
    ("your_play no joker yet", "atkinson_blackout", _shut_joker),
    ("your_bid Spanish pack", "podrida_40", lambda g, d, v: d.number == 3),
    ("your_play Spanish pack", "pocha", lambda g, d, v: d.size > 5 and len(d.trick.cards) == 2),
)
"""The moments by the names of their pages: a game, and when it is stopped."""


def odd_pages(language: str = "en") -> dict[str, AnyPage]:
    """Pages of games that ask other things: sealed bids, cards laid aside, trumps, calls."""
    return {name: moment.asking() for name, moment in _moments(language).items()}


@cache
def read_against() -> dict[str, Expected]:
    """What the answers to the odd pages are read against, by the names of the pages."""
    return {
        name: in_game(Expected(), moment.game, moment.seat, moment.question)
        for name, moment in _moments("en").items()
    }


def _moments(language: str) -> dict[str, Scene]:
    moments = {}
    for name, preset_name, until in _ODD:
        rules = preset(preset_name)
        players = min(max(4, rules.players[0]), rules.players[1])
        played = played_until(name, players, name, partial(_stops, until), rules)
        moments[name] = Scene(*played, language)
        assert not moments[name].game.over, name
    return moments


def _stops(until: Callable[[Game, Deal, View], bool], game: Game) -> bool:
    """Whether something holds while somebody has a choice."""
    if game.deal is None or not game.awaiting:
        return False
    seen = view(game, game.awaiting[0])
    return len(choices(seen)) > 1 and until(game, game.deal, seen)
