"""Mails that a mailbox is watched for, while nothing else in it is looked at or marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from imapclient.exceptions import IMAPClientError

from pbem.config.settings import Mailbox
from pbem.receivers.connection import CannotEnter, entered, folder_called, move
from pbem.receivers.personal import heads_of, new_in

Look = Callable[[Sequence[str]], set[str]]
"""Which of some marks stand in the headers of mails that have come."""


@contextmanager
def watched(box: Mailbox) -> Iterator[Look]:
    """Look out for mails that come from now on; those that were found are moved to `done` at last.

    CannotEnter, also within the block, when the mailbox cannot be read.
    """
    found: dict[int, str] = {}
    try:
        with entered(box) as client:
            folder = folder_called(client, box.folder)
            begin = int(client.select_folder(folder, readonly=True)[b"UIDNEXT"]) - 1

            def look(marks: Sequence[str]) -> set[str]:
                after = int(client.select_folder(folder, readonly=True)[b"UIDNEXT"])
                for _, uids in new_in(client, begin, after):
                    for uid, head in heads_of(client, uids).items():
                        for mark in marks:
                            if mark.encode() in head:
                                found[uid] = mark
                return set(found.values())

            yield look
            if found:
                done = folder_called(client, box.done, make=True)
                client.select_folder(folder)
                move(client, sorted(found), done)
    except (IMAPClientError, OSError, ValueError) as problem:
        raise CannotEnter(" ".join(str(problem).split())[:300]) from problem
