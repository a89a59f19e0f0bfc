"""A mailbox at a provider, and an IMAP server before it: in this process, and without a socket.

The server's own receiver talks to it through IMAPClient, byte by byte (RFC 9051). What a provider
does to its clients is drawn from the seed: a connection ends before a command, after it, or in the
middle of its reply; a command is refused; nobody answers; the mails are numbered anew; and somebody
else who reads the mailbox, too, takes mails away or puts them back.
"""

from __future__ import annotations

import email
import random
import re
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.message import Message
from unittest.mock import patch

from imapclient.imap4 import IMAP4WithTimeout

from pbem.receivers import imap
from tests.simulated.one_thread import InLine

_COMMAND = re.compile(rb"(\S+) (?:UID )?(\w+) ?(.*)", re.DOTALL)
_ITEM = re.compile(r"BODY\.PEEK\[([\w.]*)\]<0\.(\d+)>|[\w.]+")
_TROUBLES = ("hangs up", "hangs up after it", "half a reply", "refuses it", "takes mails away")

SKILLS = ("MOVE UIDPLUS", "UIDPLUS", "")
"""What IMAP servers know beyond the least."""


@dataclass(slots=True)
class Filed:
    """A mail in a folder."""

    raw: bytes
    at: datetime
    deleted: bool = False


@dataclass(slots=True)
class Folder:
    """Mails by their UID."""

    validity: int
    next: int = 1
    mails: dict[int, Filed] = field(default_factory=dict)

    def add(self, mail: Filed) -> None:
        """File a mail."""
        self.mails[self.next] = mail
        self.next += 1

    def numbered_anew(self) -> None:
        """Give all mails other numbers, as after a provider's move to another machine."""
        mails = list(self.mails.values())
        self.validity, self.next = self.validity + 1, 1
        self.mails.clear()
        for mail in mails:
            self.add(mail)


@dataclass(slots=True)
class SimulatedMailbox:
    """The mailbox and its IMAP server.

    `at` is told of each step of a client, which may die of it; `fails` says whether now is a time
    for trouble. `taken` are the mails that somebody else took out of the inbox.
    """

    dice: random.Random
    skills: str
    at: Callable[[str], None]
    fails: Callable[[], bool]
    counted: Counter[str]
    taken: list[bytes] = field(default_factory=list)
    _line: Wire | None = None
    folders: dict[str, Folder] = field(default_factory=lambda: {"INBOX": Folder(7)})

    @property
    def inbox(self) -> Folder:
        """Where mail comes in."""
        return self.folders["INBOX"]

    @property
    def unread(self) -> list[bytes]:
        """The mails that lie in the inbox."""
        return [mail.raw for mail in self.inbox.mails.values() if not mail.deleted]

    def connect(self) -> Wire:
        """A new connection; OSError if nobody answers."""
        self.at("imap connects")
        if self.fails():
            self.counted["imap: nobody answers"] += 1
            raise ConnectionRefusedError("nobody answers")
        self._line = Wire(self)
        return self._line

    def numbered_anew(self) -> None:
        """Give the mails of the inbox other numbers; whoever is connected is sent away."""
        if self._line is not None:
            self._line.shutdown()
        self.inbox.numbered_anew()
        self.counted["imap: numbered anew"] += 1

    def trouble(self) -> str | None:
        """What happens at this command, if anything does."""
        if not self.fails():
            return None
        how = self.dice.choice(_TROUBLES)
        self.counted[f"imap: {how}"] += 1
        return how

    def somebody_reads(self) -> None:
        """Whoever reads the mailbox, too, files some mails away, or puts some back."""
        if self.dice.random() < 0.3 and "Done" in self.folders:
            self._moves("Done", "INBOX")
        else:
            self._moves("INBOX", "Private")

    def _moves(self, here: str, there: str) -> None:
        mails = self.folders[here].mails
        for uid in [uid for uid in mails if self.dice.random() < 0.5][:5]:
            mail = mails.pop(uid)
            self.folder(there).add(mail)
            if here == "INBOX":
                self.taken.append(mail.raw)

    def folder(self, name: str) -> Folder:
        """A folder, made if it is not there."""
        return self.folders.setdefault(name, Folder(1))


class Wire:
    """One connection, with as much of a socket and of its file as imaplib asks for."""

    def __init__(self, box: SimulatedMailbox) -> None:
        self._box = box
        self._asked = b""
        self._said = b"* OK ready\r\n"
        self._chosen = box.inbox
        self._gone = False

    def sendall(self, data: bytes) -> None:
        """Hear some bytes; a command is done as soon as its line is here."""
        if self._gone:
            raise BrokenPipeError("the connection is gone")
        self._asked += data
        while b"\r\n" in self._asked:
            line, _, self._asked = self._asked.partition(b"\r\n")
            self._hear(line)

    def readline(self, most: int = -1) -> bytes:
        """The next line of what was said; nothing at the end."""
        end = self._said.find(b"\n") + 1
        return self.read(end or len(self._said))

    def read(self, size: int) -> bytes:
        """So many bytes of what was said, fewer at the end."""
        said, self._said = self._said[:size], self._said[size:]
        return said

    def makefile(self, *_: object) -> Wire:
        """Itself."""
        return self

    def setsockopt(self, *_: object) -> None:
        """Nothing to set."""

    settimeout = setsockopt

    def shutdown(self, how: int = socket.SHUT_RDWR) -> None:
        """Nothing is said or heard any more."""
        self._gone, self._said = True, b""

    close = shutdown

    def _hear(self, line: bytes) -> None:
        found = _COMMAND.fullmatch(line)
        assert found is not None, line
        tag, name, given = found[1].decode(), found[2].decode().upper(), found[3].decode()
        self._box.at(f"imap {name}")
        trouble = self._box.trouble()
        if trouble == "takes mails away":
            self._box.somebody_reads()
        if trouble == "hangs up":
            return self.shutdown()
        if trouble == "refuses it":
            self._said += f"{tag} NO [UNAVAILABLE] not now\r\n".encode()
            return None
        said = b"".join(getattr(self, f"_{name.lower()}")(given))
        said += f"{tag} OK done\r\n".encode()
        if trouble in ("hangs up after it", "half a reply"):
            self.shutdown()
            said = said[: self._box.dice.randrange(len(said))] if trouble == "half a reply" else b""
        self._said += said
        self._box.at(f"imap {name} done")
        return None

    def _capability(self, _given: str) -> Iterator[bytes]:
        yield f"* CAPABILITY IMAP4rev1 {self._box.skills}".rstrip().encode() + b"\r\n"

    def _login(self, _given: str) -> Iterator[bytes]:
        yield from ()

    def _logout(self, _given: str) -> Iterator[bytes]:
        yield b"* BYE\r\n"

    def _list(self, given: str) -> Iterator[bytes]:
        name = given.split()[-1].strip('"')
        if name in self._box.folders:
            yield f'* LIST () "/" "{name}"\r\n'.encode()

    def _create(self, given: str) -> Iterator[bytes]:
        self._box.folder(given.strip('"'))
        yield from ()

    def _select(self, given: str) -> Iterator[bytes]:
        self._chosen = chosen = self._box.folders[given.strip('"')]
        yield f"* {len(chosen.mails)} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Deleted)\r\n".encode()
        yield f"* OK [UIDVALIDITY {chosen.validity}]\r\n* OK [UIDNEXT {chosen.next}]\r\n".encode()

    def _search(self, given: str) -> Iterator[bytes]:
        found = [uid for uid in self._uids(given.split()[-1]) if not self._mail(uid).deleted]
        yield b" ".join([b"* SEARCH", *(b"%d" % uid for uid in found)]) + b"\r\n"

    def _fetch(self, given: str) -> Iterator[bytes]:
        uids, _, items = given.partition(" ")
        for uid in self._uids(uids):
            mail = self._mail(uid)
            facts = [_fact(mail, item) for item in _ITEM.finditer(items)]
            yield b"* %d FETCH (UID %d %s)\r\n" % (self._place(uid), uid, b" ".join(facts))

    def _copy(self, given: str) -> Iterator[bytes]:
        uids, _, there = given.partition(" ")
        for uid in self._uids(uids):
            self._box.folder(there.strip('"')).add(Filed(self._mail(uid).raw, self._mail(uid).at))
        yield from ()

    def _move(self, given: str) -> Iterator[bytes]:
        yield from self._copy(given)
        for uid in self._uids(given.partition(" ")[0]):
            yield self._expunged(uid)

    def _store(self, given: str) -> Iterator[bytes]:
        for uid in self._uids(given.partition(" ")[0]):
            self._mail(uid).deleted = True
            if ".SILENT" not in given:
                yield b"* %d FETCH (UID %d FLAGS (\\Deleted))\r\n" % (self._place(uid), uid)

    def _expunge(self, given: str) -> Iterator[bytes]:
        for uid in self._uids(given):
            if self._mail(uid).deleted:
                yield self._expunged(uid)

    def _expunged(self, uid: int) -> bytes:
        place = self._place(uid)
        del self._chosen.mails[uid]
        return b"* %d EXPUNGE\r\n" % place

    def _mail(self, uid: int) -> Filed:
        return self._chosen.mails[uid]

    def _place(self, uid: int) -> int:
        return list(self._chosen.mails).index(uid) + 1

    def _uids(self, said: str) -> list[int]:
        """Which of the mails that are there a set names."""
        there, last = self._chosen.mails, max(self._chosen.mails, default=0)
        found: set[int] = set()
        for one in said.split(","):
            ends = [last if end == "*" else int(end) for end in one.split(":")]
            found |= {uid for uid in there if min(ends) <= uid <= max(ends)}
        return sorted(found)


def _fact(mail: Filed, item: re.Match[str]) -> bytes:
    match item[0]:
        case "RFC822.SIZE":
            return b"RFC822.SIZE %d" % len(mail.raw)
        case "INTERNALDATE":
            return f'INTERNALDATE "{mail.at:%d-%b-%Y %H:%M:%S %z}"'.encode()
        case "BODYSTRUCTURE":
            return b"BODYSTRUCTURE " + _structure(email.message_from_bytes(mail.raw)).encode()
    found = _section(mail.raw, item[1])[: int(item[2])]
    return b"BODY[%s]<0> {%d}\r\n%s" % (item[1].encode(), len(found), found)


def _section(raw: bytes, name: str) -> bytes:
    head, blank, text = raw.partition(b"\r\n\r\n")
    if name in ("", "HEADER", "TEXT"):
        return {"": raw, "HEADER": head + blank, "TEXT": text}[name]
    message = email.message_from_bytes(raw)
    for number in name.removesuffix(".MIME").split("."):
        message = message.get_payload()[int(number) - 1]
    if name.endswith(".MIME"):
        return "".join(f"{key}: {value}\r\n" for key, value in message.items()).encode() + b"\r\n"
    return message.get_payload().encode("utf-8", "surrogateescape")


def _structure(part: Message) -> str:
    kind, _, form = part.get_content_type().partition("/")
    if part.is_multipart():
        parts = "".join(_structure(one) for one in part.get_payload())
        return f'({parts} "{form}" NIL NIL NIL NIL)'
    text = part.get_payload()
    lines = f" {text.count(chr(10))}" if kind == "text" else ""
    named = f'("{part.get_content_disposition()}" NIL)' if part["Content-Disposition"] else "NIL"
    return f'("{kind}" "{form}" NIL NIL NIL "8bit" {len(text)}{lines} NIL {named} NIL NIL)'


@contextmanager
def provided_by(box: SimulatedMailbox) -> Iterator[None]:
    """In this block whoever connects by IMAP is at that mailbox."""

    def connects(_client: IMAP4WithTimeout, _timeout: object = None) -> Wire:
        return box.connect()

    with (
        patch.object(IMAP4WithTimeout, "_create_socket", connects),
        patch.object(imap, "ThreadPoolExecutor", InLine),
    ):
        yield
