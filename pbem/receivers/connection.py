"""A connection to a mailbox: begun, ended, and what is moved over it."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError, LoginError

from pbem.config.settings import Mailbox
from pbem.config.tls import tls_context
from pbem.oauth.access import Access
from pbem.oauth.sasl import TokenExchange
from pbem.oauth.troubles import NoToken
from pbem.receivers.big import bound

_CONNECT, _READ = 10, 30
"""Seconds."""

_MOST_RANGES = 400
"""Of mails named in one command, whose line has to be short (RFC 7162 4)."""


class CannotEnter(Exception):
    """A mailbox that cannot be read; the message says why in one sentence.

    `refused` tells that the server did not take the name and the password.
    """

    def __init__(self, said: str, refused: bool = False) -> None:
        super().__init__(said)
        self.refused = refused


def look_in(mailbox: Mailbox, access: Access | None = None, patience: float = _CONNECT) -> int:
    """How many mails lie in the folder that is polled; CannotEnter if it cannot be read."""
    try:
        with entered(mailbox, access, patience) as client:
            folder = folder_called(client, mailbox.folder)
            return int(client.select_folder(folder, readonly=True)[b"EXISTS"])
    except (IMAPClientError, OSError, ValueError, NoToken) as problem:
        raise CannotEnter(_said(problem), isinstance(problem, LoginError)) from problem


@contextmanager
def entered(
    mailbox: Mailbox, access: Access | None = None, patience: float = _CONNECT
) -> Iterator[IMAPClient]:
    """A connection that is logged in, and ended after the block; or raises."""
    client = connected(mailbox, patience)
    try:
        log_in(client, mailbox, access)
        yield client
    finally:
        log_out(client)


def move(client: IMAPClient, uids: Sequence[int], folder: str) -> None:
    """Move some mails of the chosen folder into another, as far as the server knows how."""
    for some in ranges(uids):
        if client.has_capability("MOVE"):
            client.move(some, folder)
            continue
        client.copy(some, folder)
        client.delete_messages(some, silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge(some)


def ranges(uids: Sequence[int]) -> Iterator[str]:
    """Numbers that rise, as an IMAP server is told them: these and no other, in short sets.

    >>> list(ranges([3, 4, 5, 7, 9, 10]))
    ['3:5,7,9:10']
    """
    runs = [
        [uid for _, uid in run] for _, run in groupby(enumerate(uids), lambda one: one[1] - one[0])
    ]
    said = [f"{run[0]}:{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    for at in range(0, len(said), _MOST_RANGES):
        yield ",".join(said[at : at + _MOST_RANGES])


def connected(box: Mailbox, patience: float = _CONNECT) -> IMAPClient:
    """A connection to the server of a mailbox, which never reads more than it asked for.

    It is private before anything is said over it, or raises, unless the mailbox asks for `none`.
    The server has `patience` seconds to answer the first time.
    """
    wait = SocketTimeout(connect=patience, read=_READ)
    context = None if box.tls == "none" else tls_context()
    client = IMAPClient(box.host, box.port, ssl=box.tls == "tls", ssl_context=context, timeout=wait)
    client.normalise_times = False
    bound(client, box.most_bytes)
    if box.tls == "starttls":
        try:
            client.starttls(context)
        except BaseException:
            hang_up(client)
            raise
    return client


def folder_called(client: IMAPClient, name: str, *, make: bool = False) -> str:
    """How a server calls a folder: some have all folders of a mailbox below `INBOX.`.

    One that is not there is made if it may be; IMAPClientError if it cannot be.
    """
    names = [*(f"{one}{name}" for one in _prefixes(client) if not name.startswith(one)), name]
    there = next((one for one in reversed(names) if client.folder_exists(one)), None)
    if there is not None or not make:
        return there or name
    for one in names[:-1]:
        with suppress(IMAPClientError):
            client.create_folder(one)
            return one
    client.create_folder(name)
    return name


def _prefixes(client: IMAPClient) -> list[str]:
    """What the names of a mailbox's own folders begin with (RFC 2342)."""
    if not client.has_capability("NAMESPACE"):
        return []
    return [prefix for prefix, _ in client.namespace().personal or () if prefix]


def log_in(client: IMAPClient, box: Mailbox, access: Access | None = None) -> None:
    """Log in, with a token where there is `access` and by the password elsewhere; or raise."""
    client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if access is None:
        assert box.password is not None, "the settings have one of both"
        client.login(box.user, box.password.get_secret_value())
        return
    token = access.token()
    offered = [one.decode().removeprefix("AUTH=") for one in client.capabilities()]
    exchange = TokenExchange(offered, box.user, token)
    try:
        client.sasl_login(exchange.mechanism, exchange)
    except LoginError as problem:
        if "[UNAVAILABLE]" not in str(problem):  # RFC 5530: that is no word about the token
            access.refused(token)
        raise LoginError(f"{problem} {exchange.said}".strip()) from problem


def log_out(client: IMAPClient) -> None:
    """Say goodbye, and hang up whether it is heard or not."""
    with suppress(IMAPClientError, OSError):
        client.logout()
    hang_up(client)


def interrupt(client: IMAPClient | None) -> None:
    """End whatever is under way over a connection, if there is one; for another thread."""
    if client is not None:
        with suppress(OSError):
            client.socket().shutdown(socket.SHUT_RDWR)


def hang_up(client: IMAPClient) -> None:
    """Close a connection whatever has become of it; what was not sent yet is lost."""
    with suppress(OSError):
        client.shutdown()
    with suppress(OSError):
        client.socket().close()


def _said(problem: Exception) -> str:
    # The library gives what a server says as bytes, and then their form in Python as text.
    said = re.sub(r"^b(['\"])(.*)\1$", r"\2", " ".join(str(problem).split()))
    return said[:300] or type(problem).__name__
