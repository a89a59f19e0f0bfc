"""Letters of games that ask other things: sealed bids, cards laid aside, trumps, calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine import Deal, Game, Suit, View, choices, preset, view
from pbem.demo.specimens.games import Scene, played_until
from pbem.domain.asking import in_game
from pbem.letters.page import AnyPage
from pbem.orders.reading import Expected


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
    moments: dict[str, Scene] = {}

    def at(name: str, preset_name: str, until: Callable[[Game, Deal, View], bool]) -> None:
        rules = preset(preset_name)
        players = min(max(4, rules.players[0]), rules.players[1])

        def stop(g: Game) -> bool:
            if g.deal is None or not g.awaiting:
                return False
            seen = view(g, g.awaiting[0])
            return len(choices(seen)) > 1 and until(g, g.deal, seen)

        moment = Scene(*played_until(name, players, name, stop, rules), language)
        assert not moment.game.over, name
        moments[name] = moment

    at("your_bid sealed", "british_oh_hell_fists", lambda g, d, v: d.number == 6)
    at("your_bid one sealed in", "australian_bust", lambda g, d, v: d.bids_made == 2)
    at("your_bid laid", "ninety_nine", lambda g, d, v: d.number == 2)
    at("your_bid laid by turn-up", "ninety_nine_37", lambda g, d, v: d.number == 2)
    at("your_bid trump", "okuneff", lambda g, d, v: bool(v.legal_trumps))
    at("your_bid trump of the dealer", "clag", lambda g, d, v: bool(v.legal_trumps))
    at("your_bid forehead", "devils_bridge", lambda g, d, v: d.number == 19)
    at("your_bid blind", "clag", lambda g, d, v: d.number == 11)
    at("your_bid trump later", "super_screw", lambda g, d, v: d.number == 3)
    at("your_play twos wild", "clag", lambda g, d, v: bool(v.calls))
    at("your_play joker", "atkinson_blackout", lambda g, d, v: bool(v.calls))
    at(
        "your_play after a call",
        "atkinson_blackout",
        lambda g, d, v: bool(d.trick.calls) and len(v.legal_cards) > 1,
    )
    at(
        "your_play wizard",
        "wizard",
        lambda g, d, v: any(c.suit is Suit.WIZARDS for c in v.legal_cards),
    )
    at("your_play most tricks", "clag", lambda g, d, v: d.number == 15)
    at(
        "your_play locked",
        "boerenbridge_100",
        lambda g, d, v: len(d.bidders) < 4 and d.tricks != (),
    )
    at("your_play no joker yet", "atkinson_blackout", _shut_joker)
    at("your_bid Spanish pack", "podrida_40", lambda g, d, v: d.number == 3)
    at("your_play Spanish pack", "pocha", lambda g, d, v: d.size > 5 and len(d.trick.cards) == 2)
    return moments


def _shut_joker(game: Game, deal: Deal, seen: View) -> bool:
    shut = set(seen.hand) - set(seen.legal_cards)
    return bool(seen.legal_cards) and any(card.suit is Suit.JOKERS for card in shut)
