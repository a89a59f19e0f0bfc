"""Settings: defaults, then config.yaml, then the environment. The only reader of either.

Every setting has a default, so that a server runs with no configuration at all.
"""

from __future__ import annotations

import re
from datetime import date
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    IPvAnyNetwork,
    SecretStr,
    ValidationInfo,
    field_validator,
    model_validator,
)

from pbem.casefolding import folded
from pbem.config.backups import Backups
from pbem.config.dkim import Dkim
from pbem.config.oauth import OAuth, Url
from pbem.config.part import Domain, SettingsPart
from pbem.languages import translated

_LOOPBACK = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))

Port = Annotated[int, Field(ge=0, le=65535)]


class ConfigError(ValueError):
    """Configuration that cannot be used; the message says which setting and why."""


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as problem:
        raise ValueError(f"{name} is not a time zone (try Europe/Paris)") from problem
    return name


def _language(code: str) -> str:
    if code not in translated():
        raise ValueError(f"{code} is not a language we write in: {', '.join(translated())}")
    return code


def _mailbox(address: str) -> str:
    local, at, domain = address.rpartition("@")
    if not at or not local or not domain or "+" in local or set(address) & set(" <>,;\"'"):
        raise ValueError("an address like table@cards.example is needed, without a +")
    return folded(address)


def _tls(said: object) -> object:
    """The word for what was once said by a yes or a no."""
    return {"true": "tls", "false": "none"}.get(str(said).lower(), said)


Tls = Annotated[Literal["starttls", "tls", "none"], BeforeValidator(_tls)]
"""How a connection is kept private: made so by a command, from its beginning, or not at all."""


class Receiver(SettingsPart):
    """A port that takes mail in; port 0 takes any free one.

    A client that takes longer than `patience` seconds for a command or a mail is cut off; one that
    was silent for `idle` seconds makes room when `most_clients` are in. `most_of_one_host` is not
    asked of LMTP and of `trusted_hosts`: a mail server in front delivers everybody's mails.
    """

    protocol: Literal["smtp", "lmtp"] = "smtp"
    host: str = "127.0.0.1"
    port: Port = 8025
    most_bytes: Annotated[int, Field(ge=10_000)] = 1_000_000
    most_recipients: Annotated[int, Field(ge=1)] = 50
    most_clients: Annotated[int, Field(ge=1)] = 100
    most_of_one_host: Annotated[int, Field(ge=1)] = 10
    trusted_hosts: tuple[IPvAnyNetwork, ...] = _LOOPBACK
    idle: Annotated[float, Field(ge=0)] = 20
    patience: Annotated[float, Field(gt=0)] = 300


class Mailbox(SettingsPart):
    """An IMAP mailbox to poll; mails are moved to `done` once they are stored.

    Of a mail with more than `most_bytes` the headers and the first text are read. From a `personal`
    one, which somebody reads as well, only what is for us is taken.
    """

    host: str
    port: Port = 993
    user: str
    password: SecretStr | None = None
    oauth: OAuth | None = None
    tls: Tls = "tls"
    folder: str = "INBOX"
    done: str = "Done"
    every: Annotated[float, Field(ge=0.05)] = 30
    idle: bool = True
    personal: bool = False
    most_bytes: Annotated[int, Field(ge=10_000)] = 1_000_000

    @model_validator(mode="after")
    def _one_login(self) -> Mailbox:
        if (self.password is None) == (self.oauth is None):
            raise ValueError("either `password` or `oauth` is needed")
        return self


class EarlierMailbox(SettingsPart):
    """An address that the server had before: answers to it count to the end of the day `until`.

    They come in at the doors, or sent on to the mailbox of today, or are read by `imap`.
    """

    mailbox: Annotated[str, AfterValidator(_mailbox)]
    until: date
    answer_domain: Domain | None = None
    imap: Mailbox | None = None


class Smarthost(SettingsPart):
    """The mail server that takes our mails on their way, so many of them in any hour or day."""

    host: str
    port: Port = 587
    user: str | None = None
    password: SecretStr | None = None
    oauth: OAuth | None = None
    tls: Tls = "starttls"
    an_hour: Annotated[int, Field(ge=1)] | None = None
    a_day: Annotated[int, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _one_login(self) -> Smarthost:
        if self.oauth is not None and (self.user is None or self.password is not None):
            raise ValueError("`oauth` needs `user`, and no `password`")
        return self


class Limits(SettingsPart):
    """How many answers the server writes by itself, of each kind to each player, and in all.

    Refusals tell that an answer cannot be taken; above `all_an_hour` it answers nobody for an hour.
    Of mails that nobody asked for, a player gets at most `mails_a_day` from one game without an
    answer between. The first `newcomer_receipts` bids and cards of a new player get a word back;
    a player may begin `tests_a_day` games of one card, and `practices_a_day` of more. Of people who
    have never said yes to anything, one organiser's orders reach `strangers_a_day`, and those of
    all `all_strangers_a_day`.
    """

    refusals_an_hour: Annotated[int, Field(ge=1)] = 6
    refusals_a_day: Annotated[int, Field(ge=1)] = 12
    answers_an_hour: Annotated[int, Field(ge=1)] = 20
    answers_a_day: Annotated[int, Field(ge=1)] = 60
    all_an_hour: Annotated[int, Field(ge=1)] = 1000
    mails_a_day: Annotated[int, Field(ge=1)] | None = 6
    newcomer_receipts: Annotated[int, Field(ge=0)] = 3
    tests_a_day: Annotated[int, Field(ge=0)] = 3
    practices_a_day: Annotated[int, Field(ge=0)] = 10
    strangers_a_day: Annotated[int, Field(ge=1)] = 30
    all_strangers_a_day: Annotated[int, Field(ge=1)] = 200


def _address(address: str) -> str:
    local, at, domain = address.rpartition("@")
    if not at or not local or not domain or set(address) & set(" <>,;\"'"):
        raise ValueError("an address like marta@cards.example is needed")
    return folded(address)


def _organiser(who: str) -> str:
    if who != "*" and not re.fullmatch(r"!?[^\s@<>,;:\"'!]*@[^\s@<>,;:\"'!]+", who):
        raise ValueError("marta@cards.example, @cards.example, * or !@cards.example is needed")
    return folded(who)


class Metrics(SettingsPart):
    """Where Prometheus reads numbers; this machine only, unless `host` says otherwise."""

    host: str = "127.0.0.1"
    port: Port = 9108


Role = Literal["all", "door", "process", "deliver"]
"""What a server does: take mails in, think them through and keep the deadlines, send, or all."""


class Settings(SettingsPart):
    """Everything an operator can set."""

    database: str = "sqlite:///ohhell.db"
    replica: str | None = None
    role: Role = "all"
    mailbox: Annotated[str, AfterValidator(_mailbox)] = "table@ohhell.localhost"
    earlier_mailboxes: tuple[EarlierMailbox, ...] = ()
    open_registration: bool = False
    open_games: bool = False
    watchers: Literal["nobody", "players", "anybody"] = "players"
    organisers: tuple[Annotated[str, AfterValidator(_organiser)], ...] = ()
    authserv_id: Annotated[str, AfterValidator(str.lower)] | None = None
    answers: Literal["plus", "catch-all", "fixed"] = "plus"
    answer_domain: Domain | None = None
    doors: tuple[Receiver, ...] = (Receiver(),)
    imap: Mailbox | None = None
    smarthost: Smarthost | None = None
    dkim: Dkim | None = None
    limits: Limits = Limits()
    operator: Annotated[str, AfterValidator(_address)] | None = None
    operator_week: bool = False
    ask_index: Url | None = None
    outgoing: Path = Path("outgoing")
    answer_in: Annotated[int, Field(ge=1, le=24 * 60)] = 48
    hold: Annotated[int, Field(ge=0, le=60)] = 10
    zone: Annotated[str, AfterValidator(_zone)] = "UTC"
    metrics: Metrics | None = None
    backups: Backups | None = None
    language: Annotated[str, AfterValidator(_language)] = "en"
    tick: Annotated[float, Field(ge=0.05, le=3600)] = 5
    keep_mails: Annotated[int, Field(ge=1, le=36500)] = 90
    archive: Path | None = None
    archive_after: Annotated[int, Field(ge=1, le=36500)] = 365
    log: Literal["lines", "json"] = "lines"

    @field_validator("earlier_mailboxes")
    @classmethod
    def _others(
        cls, earlier: tuple[EarlierMailbox, ...], so_far: ValidationInfo
    ) -> tuple[EarlierMailbox, ...]:
        if so_far.data.get("mailbox") in {one.mailbox for one in earlier}:
            raise ValueError(f"{so_far.data['mailbox']} is `mailbox` itself, and no earlier one")
        return earlier

    @property
    def read(self) -> tuple[Mailbox, ...]:
        """The mailboxes that are read, that of today first."""
        found = (self.imap, *(one.imap for one in self.earlier_mailboxes))
        return tuple(one for one in found if one is not None)
