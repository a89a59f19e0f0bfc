"""What is said in another language than the player's."""

from __future__ import annotations

from collections.abc import Callable

from pbem.languages import spoken
from pbem.orders.bids import is_a_time
from pbem.orders.model import Order
from pbem.orders.moves import read_own_bid
from pbem.orders.reading import Expected
from pbem.orders.requests import read_request
from pbem.orders.text import Tokens
from pbem.orders.words import Words, with_english, words

_SHORTEST = 2


def read_foreign(said: Tokens, context: Expected) -> Order | None:
    """A request or bid in another language, if all that can read it agree."""
    own = with_english(context.language)
    timed = any(is_a_time(said, at, own) for at in range(len(said)))
    if timed or len("".join(said)) < _SHORTEST:
        return None
    readers: list[Callable[[Words], Order | None]] = [
        lambda known: read_request(said, known, context.naming, context.opening),
        lambda known: read_own_bid(said, context, known),
    ]
    for read in readers:
        found = {read(words(each)) for each in spoken()} - {None}
        if found:
            order = found.pop()
            return None if found else order
    return None
