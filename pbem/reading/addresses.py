"""Our own addresses: the one we write from, and the ones answers come back to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pbem.reading.tokens import Keys, Purpose, Token

_TAG = re.compile(r"#([a-km-np-z2-9]{18,30})(?![a-z0-9])", re.IGNORECASE)
_MOST_TAGS = 50
_LONGEST = 200_000


class Way(StrEnum):
    """How an answer finds its question.

    By something after a plus sign, `table+token@cards.example`; by a domain of which every address
    is ours, `token@play.cards.example`; or, where there is one address and no other, by a tag in
    the subject and the text alone.
    """

    PLUS = "plus"
    CATCH_ALL = "catch-all"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Addresses:
    """The server's mailbox `local@domain`, and how tokens are put in.

    `answer_domain` is the one of catch-all addresses, the mailbox's own if it is None.
    """

    mailbox: str
    keys: Keys
    way: Way = Way.PLUS
    answer_domain: str | None = None

    @property
    def domain(self) -> str:
        """The part after the @."""
        return self.mailbox.rpartition("@")[2]

    def mint(self, purpose: Purpose, number: int) -> str:
        """The address that carries a token, as far as addresses carry one."""
        local, _, domain = self.mailbox.rpartition("@")
        match self.way:
            case Way.PLUS:
                return f"{local}+{self.keys.mint(purpose, number)}@{domain}"
            case Way.CATCH_ALL:
                return f"{self.keys.mint(purpose, number)}@{self.answer_domain or domain}"
            case Way.FIXED:
                return self.mailbox

    def tag(self, purpose: Purpose, number: int) -> str:
        """The token as it stands in subjects and texts: `#q7k3v...`."""
        return f"#{self.keys.mint(purpose, number)}"

    def token_in(self, address: str) -> Token | None:
        """The token an address carries in any way; None for a foreign address or a broken token.

        An operator who changes the way does not cut off the mails that were sent before.
        """
        ours, _, domain = self.mailbox.lower().rpartition("@")
        local, _, at = address.strip().strip("<>").lower().rpartition("@")
        base, plus, token = local.partition("+")
        if plus and (base, at) == (ours, domain):
            return self.keys.read(token)
        if self.way is Way.CATCH_ALL and at == (self.answer_domain or domain):
            return self.keys.read(local)
        return None

    def tokens_in(self, addresses: Iterable[str]) -> tuple[Token, ...]:
        """The different tokens some addresses carry, in their order."""
        found = (self.token_in(address) for address in addresses)
        return tuple(dict.fromkeys(token for token in found if token))

    def tags_in(self, text: str) -> tuple[Token, ...]:
        """The different tokens that stand in a text as tags, in their order."""
        tags = _TAG.findall(text[:_LONGEST])[:_MOST_TAGS]
        return tuple(dict.fromkeys(token for tag in tags if (token := self.keys.read(tag))))

    def nearest_tag(self, body: str) -> Token | None:
        """The token a body quotes: of the mail that is quoted least deep, the first."""
        by_depth: dict[int, str] = {}
        for line in body[:_LONGEST].splitlines():
            if "#" in line:
                depth = _depth(line)
                by_depth[depth] = f"{by_depth.get(depth, '')} {line}"
        for depth in sorted(by_depth):
            if tokens := self.tags_in(by_depth[depth]):
                return tokens[0]
        return None

    def is_ours(self, address: str) -> bool:
        """Whether an address is this server's: with a good token, or the mailbox, or postmaster."""
        plain = address.strip().strip("<>").lower()
        local, _, at = plain.rpartition("@")
        if plain in (self.mailbox.lower(), "postmaster"):
            return True
        if local == "postmaster" and at in (self.domain.lower(), self.answer_domain):
            return True
        return self.token_in(plain) is not None


def _depth(line: str) -> int:
    """How many quote marks a line begins with."""
    bare = line.lstrip("> |")
    return sum(sign in ">|" for sign in line[: len(line) - len(bare)])
