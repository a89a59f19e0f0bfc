"""Whether an account can be logged in to, and in words what is wrong and what to do."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from pbem.config.settings import Mailbox, Smarthost
from pbem.doctor.finding import Finding, bad, good
from pbem.doctor.providers import LoginWith, Provider, provider_of
from pbem.oauth.access import Access
from pbem.outbox.carriers import Carrier, NotSent, smarthost
from pbem.receivers.connection import CannotEnter, look_in

PATIENCE = 10
"""Seconds for each step of a login."""


class LoginTrouble(StrEnum):
    """Why nobody was let in; OTHER is told in the words of the server alone."""

    PASSWORD = "password"
    APP_PASSWORD = "app password"
    OAUTH = "oauth"
    IMAP_OFF = "IMAP is off"
    LATER = "later"
    NAME = "name"
    CLOSED = "closed"
    SILENT = "silent"
    HUNG_UP = "hung up"
    WRONG_TLS = "TLS of another kind"
    CERTIFICATE = "certificate"
    OTHER = "other"


OF_THE_PASSWORD = (LoginTrouble.PASSWORD, LoginTrouble.APP_PASSWORD)
"""What another name or password may mend."""

_OF_PASSWORDS = (*OF_THE_PASSWORD, LoginTrouble.OAUTH)
"""What is wrong where there is a password."""

_RAISED = (
    (socket.gaierror, LoginTrouble.NAME),
    (ssl.SSLCertVerificationError, LoginTrouble.CERTIFICATE),
    (ssl.SSLError, LoginTrouble.WRONG_TLS),
    (TimeoutError, LoginTrouble.SILENT),
    (ConnectionRefusedError, LoginTrouble.CLOSED),
    ((ConnectionResetError, BrokenPipeError), LoginTrouble.HUNG_UP),
)
"""How connections fail; the first that fits."""

_SAID = (
    (
        LoginTrouble.OAUTH,
        r"basicauth|basic auth\w* is disabled|5\.7\.139|clientauthentication is dis",
    ),
    (LoginTrouble.APP_PASSWORD, r"app(lication)?[- ](specific )?password|invalidsecondfactor"),
    (
        LoginTrouble.IMAP_OFF,
        r"imap\b.{0,40}(disabled|not enabled|not allowed|deactivat|switched off)",
    ),
    (LoginTrouble.IMAP_OFF, r"not enabled for imap|(enable|activate).{0,30}\bimap"),
    (LoginTrouble.LATER, r"\[(unavailable|limit|inuse)\]|too many|try again|temporar|^\(4[25]\d\b"),
    (
        LoginTrouble.WRONG_TLS,
        r"starttls|privacyrequired|(clear|plain)text auth|encryption required",
    ),
    (LoginTrouble.WRONG_TLS, r"connecting via tls|unexpected eof|connection lost|disconnected"),
    (LoginTrouble.SILENT, r"timed out"),
    (LoginTrouble.PASSWORD, r"^\(53[458]\b|authenticationfailed|auth\w* (failed|failure)"),
    (LoginTrouble.PASSWORD, r"(invalid|bad|wrong) (credentials|user|password|login)"),
)
"""How servers say it; the first that fits."""


@dataclass(frozen=True, slots=True)
class Login:
    """What came of a login: `trouble` is None if it went well, and `mails` lie in the folder."""

    finding: Finding
    trouble: LoginTrouble | None = None
    mails: int = 0


def log_in_both(
    box: Mailbox, out: Smarthost, provider: Provider | None, patience: float = PATIENCE
) -> tuple[Login, Login]:
    """Log in to the mailbox and to the smarthost, at once."""
    with ThreadPoolExecutor(1) as beside:
        reading = beside.submit(read_login, box, provider, patience=patience)
        sent = send_login(out, provider, patience=patience)
        return reading.result(), sent


def read_login(
    box: Mailbox,
    provider: Provider | None = None,
    access: Access | None = None,
    patience: float = PATIENCE,
) -> Login:
    """Whether a mailbox can be read, with a token where there is `access`."""
    known = provider or provider_of(box.user.rpartition("@")[2])
    try:
        count = look_in(box, access, patience)
    except CannotEnter as problem:
        trouble = _trouble(problem, known)
        if trouble is LoginTrouble.OTHER and problem.refused:
            trouble = _password(known)
        where = f"the mailbox {box.user} at {box.host}:{box.port}"
        return _failed(where, trouble, str(problem), box, known)
    opens = f"the mailbox {box.user} at {box.host} opens; {count} in {box.folder}"
    return Login(good(opens), mails=count)


def send_login(
    out: Smarthost,
    provider: Provider | None = None,
    carrier: Carrier | None = None,
    patience: float = PATIENCE,
) -> Login:
    """Whether a smarthost lets us in, by a carrier to it if one is given."""
    known = provider or provider_of((out.user or "").rpartition("@")[2])

    async def knock() -> None:
        async with (carrier or smarthost(out, patience=patience))():
            pass

    try:
        asyncio.run(knock())
    except NotSent as problem:
        where = f"the smarthost {out.host}:{out.port}"
        return _failed(where, _trouble(problem, known), str(problem), out, known)
    return Login(good(f"the smarthost {out.host}:{out.port} takes mail"))


def _trouble(problem: BaseException, provider: Provider | None) -> LoginTrouble:
    said = str(problem).lower()
    raised = (of for one in _chain(problem) for kind, of in _RAISED if isinstance(one, kind))
    told = (trouble for trouble, how in _SAID if re.search(how, said))
    found = next(chain(raised, told), LoginTrouble.OTHER)
    return _password(provider) if found is LoginTrouble.PASSWORD else found


def _password(provider: Provider | None) -> LoginTrouble:
    """What is wrong where a server says only that it does not take a password."""
    wants = provider.login if provider else LoginWith.PASSWORD
    of = {LoginWith.APP_PASSWORD: LoginTrouble.APP_PASSWORD, LoginWith.OAUTH: LoginTrouble.OAUTH}
    return of.get(wants, LoginTrouble.PASSWORD)


def _chain(problem: BaseException | None) -> Iterator[BaseException]:
    while problem is not None:
        yield problem
        problem = problem.__cause__ or problem.__context__


def _failed(
    where: str, trouble: LoginTrouble, said: str, of: Mailbox | Smarthost, provider: Provider | None
) -> Login:
    if of.oauth is not None and trouble in _OF_PASSWORDS:
        trouble = LoginTrouble.OTHER
    at = "imap" if isinstance(of, Mailbox) else "smarthost"
    name = provider.name if provider else "your provider"
    app = provider.app_password if provider else ""
    switch = provider.switch if provider else ""
    usual = "993 is for tls, 143 for starttls" if at == "imap" else "465 is tls, 587 starttls"
    perhaps = f"; if IMAP has to be switched on first: {switch}" if switch else ""
    if app and not perhaps:
        perhaps = f"; it may have to be an app password: {app}"
    what, advice = {
        LoginTrouble.PASSWORD: (
            "does not take this name and password",
            f"type them as in {name}'s webmail{perhaps}",
        ),
        LoginTrouble.APP_PASSWORD: (
            f"does not take this password: {name} wants an app password of programs",
            f"make one, and use it instead: {app or 'in the settings of your account'}",
        ),
        LoginTrouble.OAUTH: (
            f"takes no password: {name} lets programs in by OAuth only",
            "docs/OPERATING.md tells how, under A login by OAuth; or take an account elsewhere",
        ),
        LoginTrouble.IMAP_OFF: (
            "says that IMAP is switched off for this account",
            f"switch it on: {switch or f'in the settings of your account at {name}'}",
        ),
        LoginTrouble.LATER: ("lets nobody in at the moment", "try again in some minutes"),
        LoginTrouble.NAME: (
            "cannot be found: there is no such name",
            f"is {at}.host ({of.host}) right?",
        ),
        LoginTrouble.CLOSED: (
            "cannot be reached: nobody listens there",
            f"is the port right? {usual}",
        ),
        LoginTrouble.SILENT: (
            "does not answer",
            f"is the port right for `tls: {of.tls}`? {usual}; or a firewall is between",
        ),
        LoginTrouble.HUNG_UP: (
            "hangs up before it lets us in",
            f"is the port right for `tls: {of.tls}`? {usual}; if it is, try again in some minutes",
        ),
        LoginTrouble.WRONG_TLS: (
            f"does not speak TLS in the way of `tls: {of.tls}`",
            f"try the other: {usual}",
        ),
        LoginTrouble.CERTIFICATE: (
            f"shows a certificate that is not good for {of.host}",
            f"is {at}.host the name that your provider tells? Never log in otherwise",
        ),
        LoginTrouble.OTHER: (
            "does not let us in",
            f"look up host, port and user of `{at}` at {name}; if they are right, ask there what"
            " the words in brackets mean",
        ),
    }[trouble]
    return Login(bad(f"{where} {what} ({said})", advice), trouble)
