"""A name server on loopback that knows what a test tells it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rrset

from tests.servers import HOST


@contextmanager
def running_names(records: dict[tuple[str, str], list[str]]) -> Iterator[tuple[str, int]]:
    """Answer from `{("cards.example.org", "MX"): ["10 mx.example.org."]}`; any other name is
    unknown. Gives the address and port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((HOST, 0))
        server.settimeout(0.1)
        done = threading.Event()
        thread = threading.Thread(target=_answer, args=(server, records, done))
        thread.start()
        try:
            yield server.getsockname()
        finally:
            done.set()
            thread.join()


def _answer(
    server: socket.socket, records: dict[tuple[str, str], list[str]], done: threading.Event
) -> None:
    while not done.is_set():
        try:
            asked, whom = server.recvfrom(4096)
        except TimeoutError:
            continue
        query = dns.message.from_wire(asked)
        [question] = query.question
        name = question.name.to_text().rstrip(".")
        kind = dns.rdatatype.to_text(question.rdtype)
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.RA
        if found := records.get((name, kind)):
            reply.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *found))
        elif not any(name == known for known, _ in records):
            reply.set_rcode(dns.rcode.NXDOMAIN)
        server.sendto(reply.to_wire(), whom)
