"""A wire between the server and another one, that can be listened to and cut at any word."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from tests.servers import HOST


class Relay:
    """A port that leads to another one. `at` hears what is asked and what is said, before it goes
    on its way; if it returns True both ends are hung up on instead."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.at: Callable[[str, bytes], bool] = lambda _way, _data: False
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._threads = [Thread(target=self._listen)]

    def __enter__(self) -> Relay:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        # Closing alone would not wake who waits.
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)
        for end in (self._listener, *self._ends):
            end.close()

    def cut(self) -> None:
        """Hang up on everybody, at both ends."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                one = self._listener.accept()[0]
                self._ends.append(one)
                other = socket.create_connection((HOST, self.target))
                self._ends.append(other)
                for way, source, goal in (("asks", one, other), ("says", other, one)):
                    self._threads.append(Thread(target=self._carry, args=(way, source, goal)))
                    self._threads[-1].start()

    def _carry(self, way: str, source: socket.socket, goal: socket.socket) -> None:
        with suppress(OSError):
            while (data := source.recv(65536)) and not self.at(way, data):
                goal.sendall(data)
        for end in (source, goal):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
