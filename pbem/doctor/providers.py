"""What is known of providers of mail: where their mailboxes are, and how one logs in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from pbem.casefolding import folded
from pbem.config.settings import Tls

_ROWS = Path(__file__).with_name("providers.toml")


class LoginWith(StrEnum):
    """What an account is logged in to with by a program: NONE where there is no IMAP."""

    PASSWORD = "password"
    APP_PASSWORD = "app password"
    OAUTH = "oauth"
    NONE = "none"


class UserName(StrEnum):
    """The name of an account: its whole address, or what stands before the @."""

    ADDRESS = "address"
    LOCAL = "local"

    def of(self, address: str) -> str:
        """The name of the account with this address."""
        return address if self is UserName.ADDRESS else address.rpartition("@")[0]


@dataclass(frozen=True, slots=True)
class MailHost:
    """Where a mail server listens, and how a connection to it is kept private."""

    host: str
    port: int
    tls: Tls

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Provider:
    """A row of `providers.toml`, where its fields are explained; None is what nobody says."""

    name: str
    domains: tuple[str, ...]
    login: LoginWith
    source: tuple[str, ...]
    seen: date
    imap: MailHost | None = None
    smtp: MailHost | None = None
    user: UserName = UserName.ADDRESS
    plus: bool | None = None
    an_hour: int | None = None
    a_day: int | None = None
    switch: str = ""
    app_password: str = ""
    mx: tuple[str, ...] = ()
    oauth: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def mx_ends(self) -> tuple[str, ...]:
        """How names of its servers end."""
        return tuple(f".{name}" for name in self.mx)

    @property
    def limits(self) -> dict[str, int]:
        """How many mails it lets an account send, as the settings of the smarthost tell it."""
        told = {"an_hour": self.an_hour, "a_day": self.a_day}
        return {name: most for name, most in told.items() if most is not None}


def provider_of(domain: str) -> Provider | None:
    """The provider that addresses at a domain are of, if it is one we know."""
    plain = folded(domain)
    return next((one for one in providers() if plain in one.domains), None)


def hosting(exchanges: Sequence[str]) -> Provider | None:
    """The provider that hosts a domain whose mail these servers take, the most wanted first."""
    wanted = f".{folded(exchanges[0])}" if exchanges else ""
    return next((one for one in providers() if wanted.endswith(one.mx_ends)), None)


@cache
def providers() -> tuple[Provider, ...]:
    """All rows."""
    return tuple(_provider(row) for row in tomllib.loads(_ROWS.read_text("utf-8"))["provider"])


def _provider(row: Mapping[str, Any]) -> Provider:
    made = {
        "domains": tuple(row["domains"]),
        "source": tuple(row["source"]),
        "mx": tuple(row.get("mx", ())),
        "login": LoginWith(row["login"]),
        "user": UserName(row.get("user", "address")),
    }
    places = {name: MailHost(**row[name]) for name in ("imap", "smtp") if name in row}
    return Provider(**{**row, **made, **places})
