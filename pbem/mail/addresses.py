"""Our own addresses: the one we write from, and the ones answers come back to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import groupby

from pbem.casefolding import folded
from pbem.mail.codes import RANDOM_LENGTH, Chance, Keys, Signs, Token, draw

_TAG = re.compile(r"#([a-km-np-z2-9]{18,30})(?![a-z0-9])", re.IGNORECASE)
_MOST_TAGS = 50
_LONGEST = 200_000

NO_SUCH_ADDRESS = "550 5.1.1 No such address here"
"""The reply at the door to mail for whom nobody here is."""

Carried = Signs | Token
"""A code of ours as a mail carries it: its random part, or what one of the old form is about."""


class Way(StrEnum):
    """How an answer finds its question.

    By something after a plus sign, `table+code@cards.example`; by a domain of which every address
    is ours, `code@play.cards.example`; or, where there is one address and no other, by a tag in
    the subject and the text alone.
    """

    PLUS = "plus"
    CATCH_ALL = "catch-all"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class AnswerAddress:
    """Where answers come back to: an address with a code, and the `tag` with the same code that
    stands as `#k3v7q...` in subjects and texts, for whoever answers some other way.
    """

    address: str
    tag: str


@dataclass(frozen=True, slots=True)
class Names:
    """What a letter is called: its Message-ID, the thread it belongs to, and the list of both."""

    message_id: str
    thread: str
    list_id: str


@dataclass(frozen=True, slots=True)
class EarlierAddress:
    """An address that the server had before, and the last day on which mail to it is taken."""

    mailbox: str
    until: date
    answer_domain: str | None = None

    @property
    def domain(self) -> str:
        """The part after the @."""
        return self.mailbox.rpartition("@")[2]


def _no_chance(_count: int) -> bytes:
    raise LookupError("these addresses only read codes")


@dataclass(frozen=True, slots=True)
class Addresses:
    """The server's mailbox `local@domain`, and how codes are put in.

    `answer_domain` is the one of catch-all addresses, the mailbox's own if it is None. New codes
    come from `chance`; without it there are none. What was sent from an `earlier` address stays
    ours, with its codes: only the door asks whether the last day of one has passed.
    """

    mailbox: str
    keys: Keys
    way: Way = Way.PLUS
    answer_domain: str | None = None
    chance: Chance = _no_chance
    earlier: tuple[EarlierAddress, ...] = ()

    @property
    def domain(self) -> str:
        """The part after the @."""
        return self.mailbox.rpartition("@")[2]

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains of our Message-IDs, today's first."""
        return tuple(dict.fromkeys((self.domain, *(one.domain for one in self.earlier))))

    @property
    def mailboxes(self) -> tuple[str, ...]:
        """The addresses that mails of ours come from or came from, today's first."""
        return self.mailbox, *(one.mailbox for one in self.earlier)

    @property
    def _named_after(self) -> str:
        """The domain in names that must stay the same: a move parts no thread."""
        first = min(self.earlier, key=lambda one: one.until, default=None)
        return first.domain if first else self.domain

    def fresh(self) -> Signs:
        """The random part of a new code."""
        return draw(self.chance)

    def answer_address(self, signs: Signs) -> AnswerAddress:
        """Where answers with a code come back to."""
        return AnswerAddress(self.answers_to(signs), self.tag(signs))

    def names(self, thread: str, list_: str) -> Names:
        """What a new letter is called: a Message-ID that nobody can guess, a thread and a list
        that are the same for the same words and say nothing of them.
        """
        return Names(
            self.message_id(self.fresh()),
            f"<{self.keys.name(f'thread {thread}')}@{self._named_after}>",
            f"{self.keys.name(f'list {list_}') if list_ else 'server'}.{self._named_after}",
        )

    def calendar_entry(self, of: str) -> str:
        """The name of an entry in a calendar, always the same; it says nothing of what it names."""
        return f"{self.keys.name(f'calendar {of}')}@{self._named_after}"

    def answers_to(self, signs: Signs) -> str:
        """The address that carries a code, as far as addresses carry one."""
        local, _, domain = self.mailbox.rpartition("@")
        match self.way:
            case Way.PLUS:
                return f"{local}+{self.keys.code(signs)}@{domain}"
            case Way.CATCH_ALL:
                return f"{self.keys.code(signs)}@{self.answer_domain or domain}"
            case Way.FIXED:
                return self.mailbox

    def returns_to(self, message_id: str) -> str:
        """The envelope sender of a mail, to which it comes back: by it that mail is found.

        A mail that was written under an older kind of Message-ID is found by that alone.
        """
        signs, _, domain = message_id.removeprefix("<").removesuffix(">").partition("@")
        is_new = domain in self.domains and len(signs) == RANDOM_LENGTH
        return self.answers_to(Signs(signs)) if is_new else self.mailbox

    def message_id(self, signs: Signs) -> str:
        """The Message-ID with some random signs."""
        return f"<{signs}@{self.domain}>"

    def tag(self, signs: Signs) -> str:
        """The code as it stands in subjects and texts: `#k3v7q...`."""
        return f"#{self.keys.code(signs)}"

    def code_in(self, address: str) -> Carried | None:
        """The code an address carries in any way; None for a foreign address or a broken code.

        An operator who changes the way does not cut off the mails that were sent before.
        """
        local, _, at = folded(address.strip().strip("<>")).rpartition("@")
        base, plus, code = local.partition("+")
        if plus and f"{base}@{at}" in map(folded, self.mailboxes):
            return self.keys.read(code)
        catches_all = {one.answer_domain or one.domain for one in self.earlier}
        if self.way is Way.CATCH_ALL:
            catches_all.add(self.answer_domain or folded(self.domain))
        return self.keys.read(local) if at in catches_all else None

    def codes_in(self, addresses: Iterable[str]) -> tuple[Carried, ...]:
        """The different codes some addresses carry, in their order."""
        return tuple(dict.fromkeys(code for one in addresses if (code := self.code_in(one))))

    def tags_in(self, text: str) -> tuple[Carried, ...]:
        """The different codes that stand in a text as tags, in their order."""
        tags = _TAG.findall(text[:_LONGEST])[:_MOST_TAGS]
        return tuple(dict.fromkeys(code for tag in tags if (code := self.keys.read(tag))))

    def nearest_tag(self, body: str) -> Carried | None:
        """The code a body quotes: of the mail that is quoted least deep, the first."""
        lines = [line for line in body[:_LONGEST].splitlines() if "#" in line]
        for _, same in groupby(sorted(lines, key=_depth), key=_depth):
            if codes := self.tags_in(" ".join(same)):
                return codes[0]
        return None

    def is_ours(self, address: str) -> bool:
        """Whether an address is this server's: with a good code, or the mailbox, or postmaster."""
        plain = folded(address.strip().strip("<>"))
        local, _, at = plain.rpartition("@")
        if plain in (*map(folded, self.mailboxes), "postmaster"):
            return True
        if local == "postmaster" and at in (*map(folded, self.domains), self.answer_domain):
            return True
        return self.code_in(plain) is not None

    def refusal(self, address: str, today: date) -> str | None:
        """What the door answers to mail for an address that it does not take; None if it does.

        An earlier one is taken to the end of its last day.
        """
        if not self.is_ours(address):
            return NO_SUCH_ADDRESS
        taken = tuple(one for one in self.earlier if today <= one.until)
        if taken != self.earlier and not replace(self, earlier=taken).is_ours(address):
            return f"550 5.1.6 This table has moved: write to {self.mailbox}"
        return None


def _depth(line: str) -> int:
    """How many quote marks a line begins with."""
    bare = line.lstrip("> |")
    return sum(sign in ">|" for sign in line[: len(line) - len(bare)])
