"""What the world's name servers say about our domain: other servers judge our mails by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import dns.exception
import dns.resolver
import dns.reversename

from pbem.doctor.finding import Finding, bad, good, look

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


def signed_by(signature: str, ask: Lookup) -> Finding:
    """Whether the key is published that a mail's DKIM-Signature names; empty if it has none."""
    if not signature:
        return look(
            "mails leave without a DKIM signature", "let the smarthost sign them for your domain"
        )
    tags = dict(part.strip().partition("=")[::2] for part in signature.split(";"))
    name = f"{tags.get('s', '').strip()}._domainkey.{tags.get('d', '').strip()}"
    try:
        found = ask(name, "TXT")
    except Unreachable as problem:
        return look(f"the name servers cannot be asked: {problem}", "try again when they can")
    if not found:
        return bad(f"mails are signed, but the key {name} is not published", "publish it as TXT")
    return good(f"mails are signed with {name}")


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
