"""A game brought to where an answer can be given by mail, and what follows from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import Game, cards, view
from pbem.context import Context
from pbem.inbound.deadlines import process_deadlines
from pbem.inbound.worker import process_next
from pbem.notifications.organisers import send_your_game
from pbem.store.games import load_table
from tests.club import Club, seated
from tests.walk.tracing import Walk

SEEDS = 20
"""So many games are dealt until somebody has a card."""


def walk(words: str = "", *, organiser: bool = False, deadline: bool = False) -> Walk:
    """The way of an answer, of an organiser's order, or of a deadline that passes."""
    way = Walk((process_deadlines if deadline else process_next).__code__)
    with TemporaryDirectory() as folder:
        club = _ready(Path(folder), words)
        name = "Marta" if organiser else club.waiting
        if organiser:
            _welcome(club, name)
        with way.followed():
            if deadline:
                club.later(hours=49)
            else:
                way.became = club.say(name, words)
        club.services.db.close()
    return way


def _ready(folder: Path, words: str) -> Club:
    """A club at the first moment from the second trick on at which some words can be an answer.

    A number is a bid, which comes before the first trick. ValueError if there is no such moment.
    """
    for seed in range(1, SEEDS + 1):
        inside = folder / str(seed)
        inside.mkdir()
        club = seated(inside, seed)
        addresses = replace(club.services.addresses, chance=_chances())
        club.services = replace(club.services, addresses=addresses)
        club.open("Anna", "Bruno", "Ruth")
        card = _card(words)
        while (card is None or _held(club, card)) and not club.game.deals:
            seen = view(club.game, club.seat(club.waiting))
            if words.isdigit() and not seen.legal_bids:
                break
            allowed = [str(one) for one in (*seen.legal_bids, *seen.legal_cards)]
            if _fits(club.game, words, allowed, card):
                return club
            others = [one for one in allowed if one != card]
            club.say(club.waiting, (others or allowed)[0])
        club.services.db.close()
    raise ValueError(f"in {SEEDS} games nobody can answer {words}")


def _fits(game: Game, words: str, allowed: Sequence[str], card: str | None) -> bool:
    deal = game.deal
    assert deal is not None
    if words.isdigit():
        return words in allowed
    return bool(deal.tricks) and (card in allowed if card else bool(deal.trick.cards))


def _card(words: str) -> str | None:
    """The card that some words name by its code."""
    try:
        [card] = map(str, cards(words.upper()))
    except ValueError:
        return None
    return card


def _held(club: Club, card: str) -> bool:
    return any(card in club.hand(name) for name in club.addresses)


def _chances() -> Callable[[int], bytes]:
    """Random bytes that are the same each time."""
    numbers = count()
    return lambda size: hashlib.shake_256(str(next(numbers)).encode()).digest(size)


def _welcome(club: Club, name: str) -> None:
    """The organiser gets the letter that has the answer address."""
    club.addresses[name] = f"{name.lower()}@club.example"
    with club.services.db.begin() as session:
        send_your_game(Context(club.services, session, club.now), load_table(session, 1))
    club.deliver()
