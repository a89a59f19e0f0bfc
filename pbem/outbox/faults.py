"""Whose fault it is that a mail did not leave: the address's, the mail's, or the whole post's."""

from __future__ import annotations

import re
from enum import Enum


class FaultStage(Enum):
    """Where in the talk with the smarthost something went wrong."""

    MAIL = "MAIL"
    RCPT = "RCPT"
    DATA = "DATA"


class Fault(Enum):
    """What a failure means for the mail, and for all others."""

    ADDRESS = "the address will never take mail: this mail has failed"
    MAIL = "this mail or its reader's mailbox: it is tried again later"
    SUSPECT = "the mail was turned down: that may be its own fault, or be meant for all of them"
    DOUBT = "no reply to a whole mail: it may have been taken, and may be what broke the talk"
    POST = "no mail can leave: the post rests, and no mail is blamed"

    @property
    def counts(self) -> bool:
        """Whether it is one of the attempts of the mail."""
        return self is not Fault.POST

    @property
    def rests(self) -> bool:
        """Whether the whole post rests for a while."""
        return self in (Fault.SUSPECT, Fault.DOUBT, Fault.POST)


_POLICY = re.compile(r"^\s*5\.7\.")
_LIMIT = re.compile(
    r"^\s*[45]\.4\.5\b|(sending|submission|relay)[ -]?(limit|quota)|reached your .{0,20}limit",
    re.IGNORECASE,
)
"""How a smarthost says that we have sent enough for a time; Google's status is 5.4.5."""

_ADDRESS = re.compile(r"\S+@\S+")
_LOG_IN = (530, 535, 538)


def fault(moment: FaultStage, code: int | None, said: str = "") -> Fault:
    """What a reply means, or, with no code, that there was none.

    RFC 5321 4.2.1 and 3.8: 421 may come at any moment; RFC 4954 6: 530, 535 and 538 say that we
    must log in. A 5.7 (RFC 3463 3.8) to RCPT mostly says that the relay refuses us all, and of a
    limit for us no address is to blame.
    """
    if code is None:
        return Fault.DOUBT if moment is FaultStage.DATA else Fault.POST
    if code == 421 or code in _LOG_IN or moment is FaultStage.MAIL or _LIMIT.search(said):
        return Fault.POST
    if moment is FaultStage.DATA:
        return Fault.SUSPECT if code >= 500 else Fault.MAIL
    return Fault.MAIL if code < 500 or _POLICY.match(said) else Fault.ADDRESS


def without_addresses(said: str) -> str:
    """What a mail server said of a mail, in one line in which nobody's address stands.

    >>> without_addresses("550 5.1.1 <anna@club.example>: no such user")
    '550 5.1.1 ... no such user'
    """
    return _ADDRESS.sub("...", " ".join(said.split()))
