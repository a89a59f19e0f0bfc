"""The body of a mail as it comes over the line, taken down in a file until its final dot."""

from __future__ import annotations

from typing import IO

OURS = "451 4.3.0 Trouble on our side, please try again later"
TOO_LONG = "500 5.6.0 Line too long"
TOO_MUCH = "552 5.3.4 Too much mail data"

LONGEST_LINE = 65_536

_END = b"\r\n.\r\n"


class Body:
    """Takes a mail down piece by piece, however it is cut.

    Only a dot alone between CRLF ends it (RFC 5321 4.1.1.4), and the dots that were put before
    those of the text are taken out (4.5.2). `refused` is the reply to one that cannot be taken, of
    which nothing more is kept.
    """

    def __init__(self, into: IO[bytes], most: int) -> None:
        self.refused: str | None = None
        self._into = into
        self._most = most
        self._size = self._line = 0
        self._held = b"\r\n"
        self._skip = 2
        """The mail begins on a line of its own, whose beginning was never sent."""

    def take(self, piece: bytes) -> bytes | None:
        """Take a piece; what came after the final dot, None if that has not come."""
        have = self._held + piece
        end = have.find(_END)
        if end >= 0:
            self._write(have[: end + 2])
            return have[end + len(_END) :]
        cut = max(0, len(have) - len(_END) + 1)
        # No line may begin at the cut: its dot would not be known.
        cut -= 2 if have[:cut].endswith(b"\r\n") else have[:cut].endswith(b"\r")
        self._write(have[:cut])
        self._held = have[cut:]
        return None

    def _write(self, text: bytes) -> None:
        lines = text.split(b"\r\n")
        longest = max(self._line + len(lines[0]), *map(len, lines))
        self._line = len(lines[-1]) + (self._line if len(lines) == 1 else 0)
        text = text.replace(b"\r\n.", b"\r\n")
        text, self._skip = text[self._skip :], max(0, self._skip - len(text))
        self._size += len(text)
        if self._size > self._most:
            self.refused = self.refused or TOO_MUCH
        if longest > LONGEST_LINE:
            self.refused = self.refused or TOO_LONG
        if not self.refused:
            try:
                self._into.write(text)
            except OSError:
                self.refused = OURS
