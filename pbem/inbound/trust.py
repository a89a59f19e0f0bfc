"""What may be done with a mail, from whom it seems to be."""

from __future__ import annotations

from enum import StrEnum

from pbem.mail.authentication import Dmarc


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
