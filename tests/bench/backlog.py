"""A mailbox in which very many mails have come together, read by the IMAP receiver."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from imapclient import IMAPClient
from pydantic import SecretStr

from pbem.config.settings import Mailbox, Settings
from pbem.context.services import open_services
from pbem.inbound.identify import lane_of
from pbem.receivers.imap import ImapReceiver
from pbem.store.database import Database
from pbem.store.inbound import Arrived, accept_all
from tests.bench.measure import Row, beside
from tests.servers.dovecot import Dovecot, running_dovecot

MAILS, BATCH, ROUNDS = 10_000, 50, 3


def rows() -> Iterator[Row]:
    """Mails a second taken in, from the mailbox into the database, beside fetching them."""
    with running_dovecot() as dovecot, closing(_opened(dovecot)) as receiver:
        rates = [_both(dovecot, receiver) for _ in range(ROUNDS)]
    taken, fetched = zip(*rates, strict=True)
    what = f"mails taken in of a backlog of {MAILS:,}, Dovecot"
    yield beside(what, taken, "{:,.0f}/s", "fetched alone", fetched)


def _both(dovecot: Dovecot, receiver: ImapReceiver) -> tuple[float, float]:
    """Mails a second taken in, and those same mails fetched alone just before."""
    _fill(dovecot, MAILS)
    fetched = _fetching(dovecot)
    began = time.perf_counter()
    taken = receiver.poll()
    rate = taken / (time.perf_counter() - began)
    assert taken == MAILS, f"{taken} mails were taken in"
    return rate, fetched


def _opened(dovecot: Dovecot) -> ImapReceiver:
    """The receiver of a server that has looked into the mailbox once: all that comes is new."""
    db = Database(f"sqlite:///{dovecot.folder}/ohhell.db")
    services = open_services(db, Settings(mailbox="table@cards.example"))

    def store(mails: Sequence[Arrived]) -> None:
        with db.begin() as session:
            accept_all(session, [(mail, lane_of(services, session, mail)) for mail in mails])

    mailbox = Mailbox(
        host=dovecot.host,
        port=dovecot.imap_port,
        user=dovecot.user,
        password=SecretStr(dovecot.password),
        tls=False,
    )
    receiver = ImapReceiver(mailbox, db, store, lambda: datetime.now(UTC))
    assert receiver.poll() == 0
    assert receiver.seen
    return receiver


def _fill(dovecot: Dovecot, mails: int) -> None:
    """File answers in the mailbox, as its own delivery would; none of them was there before."""
    new = Path(dovecot.folder) / "mail" / "Maildir" / "new"
    quote = "\n".join(
        f"> line {number} of what we wrote, as long as lines are" for number in range(40)
    )
    for number in range(mails):
        fresh = uuid4()
        raw = (
            f"From: somebody{number}@club.example\nTo: table@cards.example\n"
            f"Message-ID: <{fresh}@club.example>\nSubject: Re: your turn\n\nQH\n\n{quote}\n"
        )
        file = new / f"{1_700_000_000 + number}.M{fresh}.here"
        file.write_text(raw)
        file.chmod(0o666)


def _fetching(dovecot: Dovecot) -> float:
    """Mails a second that IMAP gives to somebody who does nothing with them."""
    with IMAPClient(dovecot.host, dovecot.imap_port, ssl=False) as client:
        client.login(dovecot.user, dovecot.password)
        client.select_folder("INBOX", readonly=True)
        uids = client.search("ALL")
        began = time.perf_counter()
        for at in range(0, len(uids), BATCH):
            client.fetch(uids[at : at + BATCH], ["BODY.PEEK[]", "INTERNALDATE"])
        return len(uids) / (time.perf_counter() - began)
