"""What the world's name servers say about our domain: other servers judge our mails by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import dns.exception
import dns.resolver
import dns.reversename

from pbem.doctor.finding import Finding, bad, good, look
from pbem.outbox.dkim import KeyFault, SigningKey, read_key, record_name, verified

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.config.dkim import Dkim

Lookup = Callable[[str, str], list[str]]
"""The records of a name and type as text, none if there are none; Unreachable if nobody says."""

NOT_REAL = (".localhost", ".example", ".test", ".invalid", ".local")


class Unreachable(Exception):
    """No name server gave an answer."""


def lookup(server: tuple[str, int] | None = None, seconds: float = 5) -> Lookup:
    """Asks the system's name servers, or the one at this address and port."""
    resolver = dns.resolver.Resolver(configure=server is None)
    if server is not None:
        resolver.nameservers, resolver.port = [server[0]], server[1]
    resolver.lifetime = seconds

    def ask(name: str, kind: str) -> list[str]:
        try:
            answer = resolver.resolve(name, kind, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError) as problem:
            raise Unreachable(str(problem).partition(":")[0]) from problem
        if kind == "TXT":
            return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
        if kind == "MX":
            best = sorted(answer, key=lambda record: record.preference)
            return [str(record.exchange).rstrip(".") for record in best]
        return [str(record).rstrip(".") for record in answer]

    return ask


def domain_records(domain: str, ask: Lookup) -> Iterator[Finding]:
    """MX, SPF, DMARC and the way back from the address to the name, each judged."""
    if f".{domain}".endswith(NOT_REAL):
        yield look(f"{domain} is no domain of the Internet", "set `mailbox` to one of yours")
        return
    try:
        yield from _mail_exchange(domain, ask)
        yield _spf(domain, ask)
        yield _dmarc(domain, ask)
    except Unreachable as problem:
        yield look(f"the name servers cannot be asked: {problem}", "try again when they can")


def signatures(raw: bytes, ask: Lookup) -> Iterator[Finding]:
    """Whether a mail of ours that came back is signed, and each signature holds."""

    def record(name: str) -> str:
        return next(iter(ask(name, "TXT")), "")

    try:
        found = verified(raw, record)
    except Unreachable as problem:
        yield look(f"the name servers cannot be asked: {problem}", "try again when they can")
        return
    if not found:
        yield look(
            "mails leave without a DKIM signature",
            "let the smarthost sign them, or sign them here: pbem dkim new",
        )
    for name, wrong in found:
        if not wrong:
            yield good(f"mails are signed, and the signature holds by {name}")
        elif name and not record(name):
            yield bad(f"mails are signed, but the key {name} is not published", "publish it as TXT")
        else:
            yield bad(
                f"a signature of our mail does not hold by {name}: {wrong}",
                "is that the record of the key in use, and does nobody change mails on their way?",
            )


def signing_keys(settings: Dkim, domain: str, ask: Lookup) -> Iterator[Finding]:
    """Whether each key that mails are signed with here can be read, and is published as it is."""
    for selector in settings.selectors:
        yield signing_key(settings.folder, selector, settings.domain or domain, ask)


def signing_key(folder: Path, selector: str, domain: str, ask: Lookup) -> Finding:
    """Whether the key of a selector can be read, and is published as it is."""
    name = record_name(selector, domain)
    try:
        return _published(name, read_key(folder, selector), ask(name, "TXT"))
    except KeyFault as problem:
        return bad(f"no mail is signed: {problem}", "put it there, or see `dkim` in the settings")
    except Unreachable as problem:
        return look(f"the name servers cannot be asked: {problem}", "try again when they can")


def _published(name: str, key: SigningKey, published: list[str]) -> Finding:
    if not published:
        return bad(f"the key {name} is not published", f"publish it as TXT: {key.record}")
    given = (part.strip().partition("=")[::2] for part in published[0].split(";"))
    tags = {tag.strip(): "".join(value.split()) for tag, value in given}
    if len(published) > 1 or tags.get("p") != key.public:
        return bad(f"another key than ours is published at {name}", f"make it: {key.record}")
    return good(f"the key {name} is published")


def _mail_exchange(domain: str, ask: Lookup) -> Iterator[Finding]:
    hosts = ask(domain, "MX")
    if not hosts:
        if ask(domain, "A") or ask(domain, "AAAA"):
            yield look(f"{domain} has no MX record", "name the server that takes its mail")
            return
        yield bad(f"{domain} has no MX record", "nobody can answer; publish an MX record")
        return
    yield good(f"mail for {domain} goes to {', '.join(hosts)}")
    addresses = [*ask(hosts[0], "A"), *ask(hosts[0], "AAAA")]
    if not addresses:
        yield bad(f"{hosts[0]} has no address", "publish an A or AAAA record")
        return
    back = ask(str(dns.reversename.from_address(addresses[0])), "PTR")
    if not any(addresses[0] in [*ask(name, "A"), *ask(name, "AAAA")] for name in back):
        yield look(
            f"{addresses[0]} of {hosts[0]} does not lead back to a name",
            "if mails leave from there, set its PTR record; many servers refuse them otherwise",
        )


def _spf(domain: str, ask: Lookup) -> Finding:
    found = [text for text in ask(domain, "TXT") if text.lower().split(" ")[0] == "v=spf1"]
    if len(found) > 1:
        return bad(f"{domain} has {len(found)} SPF records", "leave one; with two none counts")
    if not found:
        return look(f"{domain} has no SPF record", "name the servers that send for it")
    return good(f"SPF: {found[0]}")


def _dmarc(domain: str, ask: Lookup) -> Finding:
    found = [text for text in ask(f"_dmarc.{domain}", "TXT") if text.startswith("v=DMARC1")]
    if not found:
        return look(f"{domain} has no DMARC record", f"publish one at _dmarc.{domain}")
    return good(f"DMARC: {found[0]}")
