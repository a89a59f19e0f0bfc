"""Our own addresses: the one we write from, and the ones answers come back to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.reading.tokens import Keys, Purpose, Token


@dataclass(frozen=True, slots=True)
class Addresses:
    """The server's mailbox `local@domain`; tokens are put in as `local+token@domain`."""

    mailbox: str
    keys: Keys

    @property
    def domain(self) -> str:
        """The part after the @."""
        return self.mailbox.rpartition("@")[2]

    def mint(self, purpose: Purpose, number: int) -> str:
        """The address that carries a token."""
        local, _, domain = self.mailbox.rpartition("@")
        return f"{local}+{self.keys.mint(purpose, number)}@{domain}"

    def token_in(self, address: str) -> Token | None:
        """The token an address carries; None for a foreign address or a broken token."""
        ours, _, domain = self.mailbox.lower().rpartition("@")
        local, _, at = address.strip().strip("<>").lower().rpartition("@")
        base, plus, token = local.partition("+")
        if (base, at) != (ours, domain) or not plus:
            return None
        return self.keys.read(token)

    def first_token(self, addresses: Iterable[str]) -> Token | None:
        """The first token some addresses carry, or None."""
        return next((token for a in addresses if (token := self.token_in(a))), None)

    def is_ours(self, address: str) -> bool:
        """Whether an address is this server's: with a good token, or the mailbox, or postmaster."""
        plain = address.strip().strip("<>").lower()
        if plain in {self.mailbox.lower(), f"postmaster@{self.domain.lower()}", "postmaster"}:
            return True
        return self.token_in(plain) is not None
