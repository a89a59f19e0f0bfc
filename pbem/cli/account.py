"""An account at a provider, for `pbem init`: found as far as it can be, asked for, and tried."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import typer

from pbem.cli.base import Sorry, out, print_finding, say
from pbem.cli.places import Part, is_host, place

if TYPE_CHECKING:
    from pbem.doctor.answer_address import ComesBack
    from pbem.doctor.discovery import Published
    from pbem.doctor.dns import Lookup
    from pbem.doctor.logging_in import Login
    from pbem.doctor.providers import Provider

_PARTS = {"imap": "Mails are read by IMAP at", "smarthost": "Mails are sent by SMTP through"}
_OPTIONS = {"imap": "--imap", "smarthost": "--smtp"}
_ROUNDS = 3
"""Times that somebody is asked for what does not work."""


@dataclass(slots=True)
class Account:
    """The account of an address: what is `told` of its two parts, by settings, options or the
    environment, and what was found out since. Without `asks` nobody is asked anything.
    """

    address: str
    told: Mapping[str, Part]
    asks: bool
    provider: Provider | None = None
    names: list[str] = field(default_factory=list)
    client: Part = field(default_factory=dict)
    found: dict[str, Part] = field(default_factory=lambda: {"imap": {}, "smarthost": {}})

    def part(self, name: str) -> Part:
        """All that is known of a part; what is told counts."""
        return {**self.found[name], **self.told[name]}

    @property
    def by_oauth(self) -> bool:
        """Whether it is entered without a password, after `pbem login`."""
        return bool(self.client) or any("oauth" in part for part in self.told.values())

    def settle(self, ask: Lookup) -> None:
        """Find where the account is, by what we know of its provider or what its domain says.

        Sorry if no program can log in there, or somebody would have to be asked and may not be.
        """
        from pbem.doctor.discovery import Published, find, hosted_by
        from pbem.doctor.providers import UserName, provider_of

        domain = self.address.rpartition("@")[2]
        away = [name for name in _PARTS if "host" not in self.told[name]]
        known = provider_of(domain) or (hosted_by(domain, ask) if away else None)
        self.provider = known
        said = Published(None, None)
        if away and known:
            if known.oauth and self.asks and not self.by_oauth:
                self._ask_client(known)
            if not self.by_oauth:
                self._refuse_without_password(known)
            user = known.user.of(self.address)
            said = Published(known.imap, known.smtp, user, known.login, vouched=True)
        elif away:
            with out.status(f"Looking what {domain} says of its mailboxes ..."):
                said = find(self.address, ask)
        for name in away:
            at = said.imap if name == "imap" else said.smtp
            ours = at is not None and f".{at.host}".endswith(f".{domain}")
            if at is None or not (said.vouched or ours):
                service = "imap" if name == "imap" else "smtp"
                self.ask_place(name, str(at) if at else f"{service}.{domain}")
            if at is not None and self.found[name].get("host", at.host) == at.host:
                self.found[name] = {"host": at.host, "port": at.port, "tls": at.tls}
                if name == "smarthost" and known:
                    self.found[name] |= known.limits
        usual = [user.of(self.address) for user in UserName]
        self.names = list(dict.fromkeys(filter(None, [said.user, *usual])))
        if self.by_oauth:
            for name in _PARTS:
                self.found[name]["user"] = self.names[0]
                if self.client:
                    self.found[name]["oauth"] = dict(self.client)
        self._tell(said)

    def _ask_client(self, row: Provider) -> None:
        """Ask for the client by which the server logs in, if there is one."""
        say(
            f"{row.name} lets programs in by OAuth only, for which you register a client once:"
            " docs/OPERATING.md tells how."
        )
        if client := typer.prompt("Its client ID, nothing if you have none", "").strip():
            self.client = {**row.oauth, "client_id": client}

    def ask_place(self, name: str, probably: str) -> None:
        """Ask where a part of the account is."""
        if not self.asks:
            raise Sorry(f"where is the {name} of {self.address}? Say it with {_OPTIONS[name]}")
        kept = {at: one for at, one in self.found[name].items() if at in ("user", "password")}
        typed = typer.prompt(_PARTS[name], probably)
        while typed != probably and not is_host(typed):
            # It may be a password, which is neither shown nor looked up.
            out.print("look  that is no mail server; imap.cards.example is, or mail:143")
            typed = typer.prompt(_PARTS[name], probably)
        self.found[name] = kept | place(typed)

    def ask_password(self) -> None:
        """Ask for the password, unless it is told."""
        if all("password" in self.told[name] for name in _PARTS):
            return
        if not self.asks:
            raise Sorry("what is the password? Say it with --password-file, `-` for the input")
        row = self.provider
        wants = row is not None and row.login == "app password"
        words = f"An app password of {row.name}" if row and wants else "Its password"
        password = typer.prompt(words, hide_input=sys.stdin.isatty())
        for name in _PARTS:
            self.found[name]["password"] = password

    def ask_name(self) -> None:
        """Ask for the name of the account, unless it is told."""
        if self.asks and not all("user" in self.told[name] for name in _PARTS):
            name = typer.prompt("The name of the account there", self.names[0])
            self.names = self.names if name == self.names[0] else [name]

    def log_in(self) -> int | None:
        """Log in to both parts, under each name it may have; how many mails lie there, None if
        nobody is let in. What is wrong is said, and asked for anew where somebody may be asked.
        """
        from pbem.doctor.logging_in import OF_THE_PASSWORD

        for again in reversed(range(_ROUNDS)):
            tried = self._try_names()
            failed = [one for one in tried if one.trouble is not None]
            for one in failed or tried:
                print_finding(one.finding)
            if not failed:
                return tried[0].mails
            if not self.asks or not again:
                break
            for name, one in zip(_PARTS, tried, strict=True):
                elsewhere = one.trouble not in (None, *OF_THE_PASSWORD)
                if elsewhere and "host" not in self.told[name]:
                    self.ask_place(name, self._where(name))
            if any(one.trouble in OF_THE_PASSWORD for one in failed):
                self.ask_name()
                self.ask_password()
        return None

    def _try_names(self) -> tuple[Login, Login]:
        """What came of logging in under the first name that is taken, else under the last."""
        from pbem.config.settings import Mailbox, Smarthost
        from pbem.doctor.logging_in import OF_THE_PASSWORD, log_in_both

        named = all("user" in self.told[name] for name in _PARTS)
        for user in self.names[:1] if named else self.names:
            for name in _PARTS:
                self.found[name]["user"] = user
            box, post = Mailbox(**self.part("imap")), Smarthost(**self.part("smarthost"))
            with out.status(f"Logging in as {box.user} ..."):
                tried = log_in_both(box, post, self.provider)
            if not any(one.trouble in OF_THE_PASSWORD for one in tried):
                break
        return tried

    def comes_back(self, wait: int) -> ComesBack | None:
        """Whether a mail to an answer address comes back in so many seconds; None if that cannot
        be told.
        """
        from pbem.config.settings import Mailbox, Smarthost
        from pbem.doctor.answer_address import comes_back
        from pbem.outbox.carriers import NotSent
        from pbem.receivers.connection import CannotEnter
        from pbem.server.clock import now

        end = time.monotonic() + wait

        def time_left() -> bool:
            time.sleep(0.5)
            return time.monotonic() < end

        box, post = Mailbox(**self.part("imap")), Smarthost(**self.part("smarthost"))
        try:
            with out.status("Waiting for a mail to ourselves ..."):
                return comes_back(box, post, self.address, now(), time_left)
        except (NotSent, CannotEnter) as problem:
            out.print(f"look  a mail to ourselves did not go through: {problem}", markup=False)
            return None

    def _where(self, name: str) -> str:
        part = self.part(name)
        return f"{part['host']}:{part['port']}" if "port" in part else str(part["host"])

    @staticmethod
    def _refuse_without_password(row: Provider) -> None:
        elsewhere = "take an account elsewhere, such as at Gmail, Fastmail or Posteo"
        if row.login == "none":
            raise Sorry(f"{row.name} lets no program read its mailboxes by IMAP: {elsewhere}")
        if row.login == "oauth":
            raise Sorry(
                f"{row.name} lets programs in by OAuth only: docs/OPERATING.md tells how to get a"
                f" client and what to set, which `--from FILE` takes; or {elsewhere}"
            )

    def _tell(self, said: Published) -> None:
        """Say what was found, and what has to be done before the password is asked for."""
        row, of = self.provider, self.address.rpartition("@")[2]
        say(
            f"{row.name if row else of}: mails are read at {self._where('imap')}, sent through"
            f" {self._where('smarthost')}."
        )
        for told, at in (
            ("It takes an app password, not that of the account; make one:", "app_password"),
            ("IMAP has to be switched on first:", "switch"),
        ):
            if row and getattr(row, at) and (at == "switch" or row.login == "app password"):
                say(f"{told} {getattr(row, at)}")
        if row and row.a_day:
            out.print(f"It sends at most {row.a_day} mails a day.")
        if said.login == "oauth" and not row:
            out.print("It says that it wants OAuth, though a password may still do.")
