"""What must be known to read an answer safely, and what is known once it is read."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from engine import Card, Suit
from engine.bidding import LAID
from engine.cards import STANDARD_PACK, Hand, Pack
from pbem.orders.keywords import Ask
from pbem.orders.model import Away, Order


class Lettering(StrEnum):
    """Whose letters a player writes."""

    OWN = "own"
    ENGLISH = "english"


@dataclass(frozen=True, slots=True)
class Notation:
    """How a player writes cards: whose letters, and whether rank or suit first; None if unknown."""

    code: Lettering | None
    rank_first: bool | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a player was asked back: which of these cards did that text mean?"""

    text: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """The question a mail answers and what its player may choose.

    `ask` is what that question asks, or what the table is busy with if the mail names none; None
    if there is nothing to answer. `bound` says that the mail names its question, `closed` that the
    question is no longer open; `held` that nobody has seen its answer yet, so that another may take
    its place. `answered` are the cards it was answered with: sent twice, `Q` means the same queen.
    `invited` tells that yes and no may be wrapped in other words, `polled` that they may say what
    the player thinks of a pause that another has proposed. `legal` are the cards, `bids` the
    numbers that may be chosen now. `aside` is how many cards are laid aside for a bid. A misspelt
    word may stand for a request that is `mended`, since that does no harm; what is `opening` may be
    followed by more on its line, what is `naming` by a name or some other words. `names` are those
    of the table and of all who sit there, `writer` the one among them who writes.
    """

    ask: Ask | None = None
    language: str = "en"
    bound: bool = True
    closed: bool = False
    held: bool = False
    invited: bool = False
    polled: bool = False
    answered: Hand = ()
    hand: Hand = ()
    legal: Hand = ()
    size: int = 0
    bids: tuple[int, ...] = ()
    aside: int = LAID
    pack: Pack = STANDARD_PACK
    trump: Suit | None = None
    notation: Notation | None = None
    doubt: Doubt | None = None
    today: date | None = None
    mended: Set[str] = frozenset()
    opening: Set[str] = frozenset()
    naming: Set[str] = frozenset()
    names: tuple[str, ...] = ()
    writer: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One line read: what was meant, and for which table if one was named.

    `repaired` says that the line was not spelt as its player usually would: it is acknowledged.
    `notation` is to be remembered of the player, if the answer to a doubt has shown it. Beside an
    answer, `away` are days that its mail tells of, `remark` words that may be meant for the table.
    """

    line: str
    order: Order
    table: str = ""
    repaired: bool = False
    notation: Notation | None = None
    away: Away | None = None
    remark: str = ""
