"""Where the mailboxes of a domain are, as it says itself: SRV records, or an autoconfig file."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from operator import itemgetter
from typing import IO
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from xml.etree.ElementTree import Element, ParseError

import defusedxml.ElementTree
from defusedxml.common import DefusedXmlException

from pbem.config.settings import Tls
from pbem.doctor.dns import Lookup, Unreachable
from pbem.doctor.providers import LoginWith, MailHost, Provider, hosting

_SERVICES: dict[str, tuple[tuple[str, Tls], ...]] = {
    "imap": (("_imaps._tcp", "tls"), ("_imap._tcp", "starttls")),
    "smtp": (("_submissions._tcp", "tls"), ("_submission._tcp", "starttls")),
}
"""The names of the records; TLS from the beginning comes first (RFC 8314 3)."""

_MOST_BYTES, _SECONDS = 100_000, 5
_HOST = re.compile(r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
_TLS: dict[str, Tls] = {"SSL": "tls", "STARTTLS": "starttls"}


@dataclass(frozen=True, slots=True)
class Published:
    """What a domain says of its mailboxes; None is what it does not say.

    `user` is the name of the account, empty if it does not say. `vouched` tells that a certificate
    of the domain stands behind it: anybody on the way could have written a DNS record.
    """

    imap: MailHost | None
    smtp: MailHost | None
    user: str = ""
    login: LoginWith = LoginWith.PASSWORD
    vouched: bool = False

    def __bool__(self) -> bool:
        return self.imap is not None or self.smtp is not None


def by_srv(domain: str, ask: Lookup) -> Published:
    """What the SRV records of a domain say (RFC 6186, 8314); Unreachable if nobody answers."""
    imap, smtp = (_served(domain, service, ask) for service in ("imap", "smtp"))
    return Published(imap, smtp)


def _served(domain: str, service: str, ask: Lookup) -> MailHost | None:
    for name, tls in _SERVICES[service]:
        found = (record.split() for record in ask(f"{name}.{domain}", "SRV"))
        # Of `0 0 0 .`, which says that there is no such service, no fourth word is left.
        offered = [one for one in found if len(one) == 4 and _HOST.fullmatch(one[3])]
        for _, _, port, host in sorted(offered, key=lambda one: (int(one[0]), -int(one[1]))):
            if 0 < int(port) < 65536:
                return MailHost(host.lower(), int(port), tls)
    return None


Fetch = Callable[[str], bytes | None]
"""The bytes at an address of the web, None if there are none to be had."""


def by_autoconfig(address: str, fetch: Fetch | None = None) -> Published:
    """What the autoconfig file of a domain says (draft-ietf-mailmaint-autoconfig)."""
    domain = address.rpartition("@")[2]
    for where in (
        f"https://autoconfig.{domain}/mail/config-v1.1.xml?emailaddress={quote(address)}",
        f"https://{domain}/.well-known/autoconfig/mail/config-v1.1.xml",
    ):
        if (file := (fetch or fetched)(where)) and (said := read_autoconfig(file, address)):
            return said
    return Published(None, None)


class _OnlyHttps(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Go where we are sent, but nowhere without TLS."""
        if urlsplit(newurl).scheme != "https":
            raise HTTPError(newurl, code, "not by HTTPS", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetched(where: str) -> bytes | None:
    """A small file by HTTPS; None for one that is big, or not there, or vouched for by nobody."""
    opener = urllib.request.build_opener(_OnlyHttps)
    try:
        with opener.open(where, timeout=_SECONDS) as answer:
            read: bytes = answer.read(_MOST_BYTES + 1)
    except (OSError, HTTPException, ValueError):
        return None
    return read if len(read) <= _MOST_BYTES else None


def read_autoconfig(file: bytes, address: str) -> Published:
    """What an autoconfig file says of an account; nothing if it cannot be read.

    Of several ways the first counts that is kept private, with a password before OAuth alone.
    """
    try:
        root = defusedxml.ElementTree.fromstring(file, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        return Published(None, None)
    imap, smtp = (
        min(_ways(root, f"{tag}[@type='{kind}']", address), key=itemgetter(2), default=None)
        for kind, tag in (("imap", "incomingServer"), ("smtp", "outgoingServer"))
    )
    oauth = any(way is not None and way[2] for way in (imap, smtp))
    return Published(
        imap[0] if imap else None,
        smtp[0] if smtp else None,
        imap[1] if imap else "",
        LoginWith.OAUTH if oauth else LoginWith.PASSWORD,
        vouched=True,
    )


def _ways(root: Element, which: str, address: str) -> Iterator[tuple[MailHost, str, bool]]:
    """Where, under which name, and whether by OAuth alone."""
    local, _, domain = address.rpartition("@")
    told = {"%EMAILADDRESS%": address, "%EMAILLOCALPART%": local, "%EMAILDOMAIN%": domain}
    for server in root.iterfind(f".//{which}"):
        words = {part.tag: (part.text or "").strip() for part in server}
        for sign, meant in told.items():
            words = {name: word.replace(sign, meant) for name, word in words.items()}
        tls, methods = _TLS.get(words.get("socketType", "")), server.findall("authentication")
        plain = any((one.text or "").strip().startswith("password") for one in methods)
        with suppress(ValueError):
            port = int(words.get("port", ""))
            if tls and 0 < port < 65536 and _HOST.fullmatch(words.get("hostname", "")):
                place = MailHost(words["hostname"].lower(), port, tls)
                yield place, words.get("username", ""), bool(methods) and not plain


def hosted_by(domain: str, ask: Lookup) -> Provider | None:
    """The provider that takes the mail of a domain, if it is one we know; by its MX records."""
    with suppress(Unreachable):
        return hosting(ask(domain, "MX"))
    return None


def find(address: str, ask: Lookup) -> Published:
    """What the domain of an address says, by SRV records or else by autoconfig."""
    with suppress(Unreachable):
        if found := by_srv(address.rpartition("@")[2], ask):
            return found
    return by_autoconfig(address)
