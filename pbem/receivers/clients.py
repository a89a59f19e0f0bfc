"""Who is in at a receiver, and who has to come again later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Protocol

from pbem.config.settings import Receiver

FULL = "421 4.3.2 Too many connections, please try again later"
ENOUGH = "421 4.7.0 Too many connections from your address"
SILENT = "421 4.4.2 Silent for too long, and others wait"
CLOSING = "421 4.3.2 The server is stopping"


class Client(Protocol):
    """One connection at a receiver.

    `heard` is when its last bytes came, `storing` whether its mail is being stored, `sent_away`
    whether it is heard no more.
    """

    heard: float
    storing: bool
    sent_away: bool

    def send_away(self, said: str) -> None:
        """Answer once more, and hear nothing from it any more."""

    def hang_up(self) -> None:
        """End the connection now."""


class Clients:
    """Those who are in at one receiver, each with its host.

    One host has so many places, unless it is trusted or the receiver speaks LMTP: a mail server in
    front brings everybody's mails. When all places are taken the one who was silent for longest
    makes room, if that is long enough and his mail is not being stored.
    """

    def __init__(self, receiver: Receiver, time: Callable[[], float]) -> None:
        self._receiver = receiver
        self._time = time
        self._hosts: dict[Client, str] = {}

    def __iter__(self) -> Iterator[Client]:
        return iter(list(self._hosts))

    def refused(self, address: str) -> str | None:
        """What somebody who knocks is told, None if there is room for him."""
        inside = {one: host for one, host in self._hosts.items() if not one.sent_away}
        theirs = list(inside.values()).count(_host(address))
        if theirs >= self._receiver.most_of_one_host and not self._spared(address):
            return ENOUGH
        if len(inside) < self._receiver.most_clients:
            return None
        long_ago = self._time() - self._receiver.idle
        idle = [one for one in inside if one.heard <= long_ago and not one.storing]
        if not idle:
            return FULL
        min(idle, key=lambda one: one.heard).send_away(SILENT)
        return None

    def enter(self, client: Client, address: str) -> None:
        """Somebody is in."""
        self._hosts[client] = _host(address)

    def leave(self, client: Client) -> None:
        """Somebody is gone."""
        self._hosts.pop(client, None)

    async def dismiss(self, patience: float) -> None:
        """Send everybody away; whose mail is being stored hears first what came of it."""
        until = self._time() + patience
        for client in self:
            while client.storing and self._time() < until:
                await asyncio.sleep(0.01)
            client.send_away(CLOSING)
        await asyncio.sleep(0)
        for client in self:
            client.hang_up()

    def _spared(self, address: str) -> bool:
        return self._receiver.protocol == "lmtp" or any(
            _ip(address) in network for network in self._receiver.trusted_hosts
        )


def _host(address: str) -> str:
    """Whose address it is: one host has 2**64 of IPv6."""
    found = _ip(address)
    return str(found if found.version == 4 else ip_network((int(found), 64), strict=False))


def _ip(address: str) -> IPv4Address | IPv6Address:
    found = ip_address(address.partition("%")[0])
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
