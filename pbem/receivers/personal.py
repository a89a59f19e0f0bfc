"""A mailbox that a person reads as well: which of its mails are ours, told without marking any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Protocol

from imapclient import IMAPClient

from pbem.receivers.big import section

_HEAD, _TEXT = "BODY.PEEK[HEADER]<0.64000>", "BODY.PEEK[TEXT]<0.4096>"
"""All that is ever fetched of a mail that may be somebody else's."""

_SPAN = 90_000
"""UIDs searched at once: a reply is one line, of which imaplib reads a million bytes."""

_AT_ONCE, _BATCH = 1000, 100


class Claim(Enum):
    """Whose a mail is by its headers: ours, perhaps ours, or the person's."""

    OURS = auto()
    PERHAPS = auto()
    THEIRS = auto()


class Claims(Protocol):
    """Tells which mails of a mailbox are ours; DatabaseUnavailable if that cannot be told now."""

    def by_heads(self, heads: Sequence[bytes]) -> Sequence[Claim]:
        """Whose some mails are, by their headers."""

    def by_texts(self, mails: Sequence[bytes]) -> Sequence[bool]:
        """Whether mails are ours that perhaps are, by their headers and the begin of their text."""


def new_in(client: IMAPClient, begin: int, after: int) -> Iterator[tuple[int, list[int]]]:
    """The mails of the chosen folder after UID `begin` and before `after`, some at a time, each
    time with the UID up to which all have been told then.
    """
    for low in range(begin + 1, after, _SPAN):
        high = min(low + _SPAN, after) - 1
        found = sorted(client.search(["UNDELETED", "UID", f"{low}:{high}"]))
        for at in range(0, max(len(found), 1), _AT_ONCE):
            some = found[at : at + _AT_ONCE]
            yield (some[-1] if at + _AT_ONCE < len(found) else high), some


def ours_among(client: IMAPClient, uids: Sequence[int], claims: Claims) -> list[int]:
    """Those mails of the chosen folder that are ours; nothing is marked or moved."""
    ours: list[int] = []
    for at in range(0, len(uids), _BATCH):
        heads = heads_of(client, uids[at : at + _BATCH])
        told = dict(zip(heads, claims.by_heads(list(heads.values())), strict=True))
        ours += [uid for uid, claim in told.items() if claim is Claim.OURS]
        perhaps = [uid for uid, claim in told.items() if claim is Claim.PERHAPS]
        texts = _fetched(client, perhaps, _TEXT, "TEXT") if perhaps else {}
        mails = {uid: heads[uid] + text for uid, text in texts.items()}
        found = claims.by_texts(list(mails.values()))
        ours += [uid for uid, is_ours in zip(mails, found, strict=True) if is_ours]
    return sorted(ours)


def heads_of(client: IMAPClient, uids: Sequence[int]) -> Mapping[int, bytes]:
    """The headers of some mails of the chosen folder, by their UIDs; none is marked."""
    return _fetched(client, uids, _HEAD, "HEADER")


def _fetched(client: IMAPClient, uids: Sequence[int], what: str, name: str) -> Mapping[int, bytes]:
    """A part of each mail that is still there and has it."""
    fetched = sorted(client.fetch(list(uids), [what]).items())
    return {uid: part for uid, data in fetched if uid in uids and (part := section(data, name))}
