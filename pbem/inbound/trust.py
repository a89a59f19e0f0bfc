"""From whom a mail seems to be, what it speaks for, and what may be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.commands.read import MailPlace
from pbem.domain.vocabulary import WhyNot
from pbem.mail.authentication import Dmarc
from pbem.mail.codes import Token


class Code(StrEnum):
    """What the codes of a mail name."""

    NOTHING = "nothing"
    OPEN = "open"
    """One open question, or a seat."""

    CLOSED = "closed"
    """One question that is closed."""

    RENEWED = "renewed"
    """A seat, but the player has had such codes made worthless."""

    SEVERAL = "several"


class Sender(StrEnum):
    """Whose address is in From, seen from the player the code names."""

    NOBODY = "nobody"
    """There is not exactly one address."""

    OURS = "ours"
    PLAYER = "player"
    """The player's own; where there is no code, that of any player."""

    OTHER = "other"
    """Another player's."""

    STRANGER = "stranger"


class Deed(StrEnum):
    """What may be done with a mail."""

    ACT = "act"
    ACT_LOW = "act low"
    """Only what does no harm."""

    ASK_WHICH = "ask which"
    """Ask the player which question is meant."""

    HOLD = "hold"
    """Ask the player at the registered address whether the mail is his."""

    DROP = "drop"
    """Nothing, and no answer: a stranger never gets one."""


@dataclass(frozen=True, slots=True)
class TrustedMail:
    """A mail whose code names a place, what may be done with it, and why if that is little."""

    deed: Deed
    place: MailPlace
    address: str = ""
    why: WhyNot = WhyNot.FORGED


@dataclass(frozen=True, slots=True)
class Uncoded:
    """A mail from a player's address that carries no code, or one that is about nothing."""

    player: int
    why: WhyNot


@dataclass(frozen=True, slots=True)
class Nobody:
    """A mail that is about nothing, or from nobody whom we know."""

    why: WhyNot
    besides: WhyNot | None = None


About = TrustedMail | Uncoded | Nobody
"""Which seat a mail speaks for, if it does."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a mail carries of ours, from where it comes, and how sure that is.

    `coded` tells that it carries a code of ours, `tokens` what its codes are about as far as that
    is known. `player` is the number of whoever writes from that address, if a player does, and
    `ours` tells that it is an address of the server itself. `blocked` is who the operator has shut
    out, from whatever address.
    """

    coded: bool
    tokens: tuple[Token, ...]
    address: str
    player: int | None
    verdict: Dmarc
    ours: bool
    blocked: bool = False


def deed(code: Code, sender: Sender, dmarc: Dmarc, open_questions: int = 0) -> Deed:
    """What may be done with a mail; without a code, `open_questions` are those of its sender."""
    match code, sender:
        case _, Sender.NOBODY | Sender.OURS | Sender.OTHER:
            return Deed.DROP
        case Code.NOTHING, Sender.PLAYER:
            alone = dmarc is Dmarc.PASS and open_questions == 1
            return Deed.ACT_LOW if alone else Deed.DROP
        case Code.OPEN | Code.CLOSED, Sender.STRANGER:
            return Deed.DROP if dmarc is Dmarc.FAIL else Deed.HOLD
        case _, Sender.STRANGER:
            return Deed.DROP
        case Code.OPEN | Code.CLOSED, Sender.PLAYER:
            return Deed.HOLD if dmarc is Dmarc.FAIL else Deed.ACT
        case _, Sender.PLAYER if dmarc is Dmarc.FAIL:
            return Deed.DROP
        case Code.RENEWED, Sender.PLAYER:
            return Deed.ACT_LOW
        case Code.SEVERAL, Sender.PLAYER:
            return Deed.ASK_WHICH
        case _:
            return Deed.ACT
