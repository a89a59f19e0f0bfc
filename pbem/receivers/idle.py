"""A second connection to a mailbox, over which its server tells that mail has come (RFC 2177).

It says only that it is time to look: the look itself is the ordinary one, over the first
connection, and goes on by itself at its usual times. IDLE is entered before each look, so that no
mail can come unseen between the two: what came before is found, what comes after is told.
"""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from imapclient import IMAPClient

from pbem.config.settings import Mailbox
from pbem.logs import log
from pbem.oauth.access import Access
from pbem.receivers.connection import connected, folder_called, hang_up, interrupt, log_in

_ROUND = 240
"""Seconds after which IDLE is ended and begun again: who forwards the connection may have let it go
without a word, and a server may after half an hour (RFC 2177).
"""

_GATHER = 0.1
"""Seconds for what is told together, as when a look moves mails away."""

_LONGEST_PAUSE = 60

_PATIENCE = 2
"""Seconds that whoever stops it waits."""


def pause(troubles: int) -> float:
    """Seconds until the next try after so many troubles in a row.

    >>> [pause(troubles) for troubles in range(1, 9)]
    [1, 2, 4, 8, 16, 32, 60, 60]
    """
    return min(1 << max(0, min(troubles, 10) - 1), _LONGEST_PAUSE)


class IdleWatch:
    """Watches one mailbox in a thread, from its start until it is stopped; it begins anew after any
    trouble. `wake` is called, in that thread, whenever it is time to look.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        wake: Callable[[], None],
        access: Access | None = None,
        *,
        pause: Callable[[int], float] = pause,
    ) -> None:
        self._mailbox = mailbox
        self._wake = wake
        self._access = access
        self._pause = pause
        self._client: IMAPClient | None = None
        self._stopping = False
        self._bell, self._button = socket.socketpair()
        self._thread = threading.Thread(target=self._watch, name="idle", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Watch no more, whatever the other side does; for another thread."""
        self._stopping = True
        with suppress(OSError):
            self._button.send(b".")
        # It may wait for a reply; while it idles it ends by itself, and politely.
        self._thread.join(_PATIENCE / 2)
        interrupt(self._client)
        self._thread.join(_PATIENCE / 2)

    def _watch(self) -> None:
        troubles = 0
        with self._bell, self._button:
            while not self._stopping:
                try:
                    if not self._entered():
                        return
                    while self._idled():
                        troubles = 0
                except Exception as problem:
                    # The mailbox or the network: the ordinary look goes on meanwhile.
                    troubles += 1
                    if troubles == 1 and not self._stopping:
                        log.warning("idle", user=self._mailbox.user, error=str(problem))
                finally:
                    self._leave()
                self._rings(self._pause(troubles))

    def _entered(self) -> bool:
        """Connect, and choose the folder without a word to anybody; False if there is no IDLE."""
        client = self._client = connected(self._mailbox)
        client.socket().setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        log_in(client, self._mailbox, self._access)
        if not client.has_capability("IDLE"):
            log.info("the mailbox does not tell of new mail", user=self._mailbox.user)
            return False
        client.select_folder(folder_called(client, self._mailbox.folder), readonly=True)
        return True

    def _idled(self) -> bool:
        """One round of IDLE: until something is told, or it is time for the next; False to stop."""
        client = self._client
        assert client is not None
        client.idle()
        self._wake()
        stopping = self._rings(_ROUND, client.socket()) or self._rings(_GATHER)
        client.idle_done()
        if stopping:
            client.logout()
        return not stopping

    def _leave(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            hang_up(client)

    def _rings(self, seconds: float, wire: socket.socket | None = None) -> bool:
        """Wait so long, or until something comes over the wire; whether we are to stop."""
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        if wire is not None:
            poll.register(wire, select.POLLIN)
        poll.poll(seconds * 1000)
        return self._stopping
