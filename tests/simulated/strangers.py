"""Strangers: spam, robots, lists, forged senders, and mails that were sent to the wrong person.

They know the server's own address, and what letters have gone through their hands: an answer
address of any age, whoever it was for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.utils import format_datetime

from tests.simulated.letters import Letter, bounced, reply
from tests.simulated.organisers import MAILBOX
from tests.simulated.people import Person, Written

Seen = Sequence[Letter]
"""Letters that somebody may have had in hand, the newest last."""


@dataclass(frozen=True, slots=True)
class Passing:
    """What goes through a stranger's hands: some letters, some people, a moment and chance."""

    letters: Seen
    people: Sequence[Person]
    now: datetime
    dice: random.Random

    @property
    def letter(self) -> Letter:
        """One of the letters, of any age."""
        return self.dice.choice(self.letters)

    @property
    def person(self) -> Person:
        """Anybody who plays."""
        return self.dice.choice(self.people)

    @property
    def nobody(self) -> str:
        """An address that has never been heard of."""
        return f"nobody{self.dice.randrange(10**6)}@elsewhere.example"


Comes = Callable[[Passing], tuple[str, str, bytes]]
"""A mail: the sender of its envelope, to whom it goes, its bytes."""


def _mail(at: Passing, sender: str, to: str, words: str, headers: str = "") -> bytes:
    what = "" if "Content-Type" in headers else "Content-Type: text/plain; charset=utf-8\n"
    subject = "" if "Subject:" in headers else "Subject: Hello\n"
    return (
        f"From: {sender}\nTo: {to}\nDate: {format_datetime(at.now)}\n{subject}{headers}"
        f"MIME-Version: 1.0\n{what}\n{words}\n"
    ).encode()


def _to(at: Passing, to: str, words: str, headers: str = "") -> tuple[str, str, bytes]:
    sender = at.nobody
    return sender, to, _mail(at, sender, to, words, headers)


def _as_another(at: Passing) -> tuple[str, str, bytes]:
    """A player answers with the letter of another, who has forwarded it."""
    letter, who = at.letter, at.person
    to, raw = reply(replace(letter, to=who.address), at.dice.choice(_WORDS), at.now)
    return who.address, to, raw


def _forged(at: Passing) -> tuple[str, str, bytes]:
    """A player's address in From, sent by somebody else to a code of that player or another."""
    letter, nobody = at.letter, at.nobody
    words = at.dice.choice((*_WORDS, f"address {nobody}", "forget me", "leave", "stop", "hand"))
    return nobody, letter.reply_to, _mail(at, at.person.address, letter.reply_to, words)


def _to_all(at: Passing) -> tuple[str, str, bytes]:
    """An answer to all: two answer addresses in its headers."""
    one, two = at.letter, at.letter
    to, raw = reply(one, at.dice.choice(_WORDS), at.now)
    return one.to, to, raw.replace(b"\nTo: ", f"\nCc: {two.reply_to}\nTo: ".encode(), 1)


def _robot(at: Passing) -> tuple[str, str, bytes]:
    headers = at.dice.choice(_ROBOTS)
    letter = at.letter
    words = "Thank you for your mail. I am away until 3 November. QH 2"
    return letter.to, letter.reply_to, _mail(at, letter.to, letter.reply_to, words, headers)


def _never_sent(at: Passing) -> tuple[str, str, bytes]:
    """A report about a letter that was never sent, or long ago to somebody else."""
    letter = replace(at.letter, to=at.dice.choice((at.nobody, at.person.address)))
    back = at.dice.choice((letter.back, MAILBOX, letter.reply_to))
    to, raw = bounced(replace(letter, back=back), at.dice.choice(("5.1.1", "5.2.2", "4.2.2")))
    return "", to, raw


def _made_up(at: Passing) -> tuple[str, str, bytes]:
    local, _, domain = MAILBOX.partition("@")
    code = "".join(at.dice.choices("abcdefghijkmnpqrstuvwxyz23456789", k=24))
    who = at.dice.choice((at.nobody, at.person.address))
    to = f"{local}+{code}@{domain}"
    return who, to, _mail(at, who, to, at.dice.choice(_WORDS))


def _list(at: Passing) -> tuple[str, str, bytes]:
    headers = "List-Id: <news.elsewhere.example>\nPrecedence: bulk\n"
    return _to(at, at.dice.choice((MAILBOX, at.letter.reply_to)), "This week: 3 for 2!", headers)


_WORDS = (
    *("QH\n", "2\n", "yes\n", "status\n", "undo\n", "3 else 1\n"),
    "I am not the one you mean.\n",
)
_ROBOTS = (
    "Auto-Submitted: auto-replied\n",
    "X-Autoreply: yes\n",
    "Precedence: auto_reply\n",
    "Subject: Automatic reply: Your turn\n",
    "Subject: Abwesenheitsnotiz\n",
    "Subject: Re: Your turn\n",
)
_HTML = "Content-Type: text/html; charset=utf-8\n"
_ASKED = ("register", "test", "games", "join Table1", "new game Trap with A a@x.example", "help")

STRANGERS: dict[str, Comes] = {
    "spam": lambda at: _to(at, MAILBOX, "Cheap cards! 3 for 2, reply yes."),
    "spam as HTML": lambda at: _to(at, MAILBOX, "<h1>yes!</h1><p>AS</p><img src=x>", _HTML),
    "a stranger's wish": lambda at: _to(at, MAILBOX, at.dice.choice(_ASKED)),
    "spam to an answer address": lambda at: _to(at, at.letter.reply_to, at.dice.choice(_WORDS)),
    "a made-up code": _made_up,
    "a forged sender": _forged,
    "an answer with another's letter": _as_another,
    "an answer to all": _to_all,
    "a robot's answer": _robot,
    "a mailing list": _list,
    "a report of nothing": _never_sent,
}
"""What comes from whom nobody has asked, by what it is."""


def strange_mail(at: Passing) -> tuple[str, Written]:
    """A mail from somebody else: the sender of its envelope, and what is sent within the day."""
    what = at.dice.choice(tuple(STRANGERS))
    sender, to, raw = STRANGERS[what](at)
    return sender, Written(at.dice.uniform(0, 24), what, to, raw)
