"""This machine: the settings file, the database, the disk, and the mails that wait."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from pbem.config.settings import Settings
from pbem.doctor.finding import Finding, bad, counted, good, look
from pbem.doctor.health import AWAKE
from pbem.store import farewell as ending
from pbem.store import reports
from pbem.store.archived import archived_files
from pbem.store.backup import CannotCopy, Copy, database_file, look_into
from pbem.store.copied import copied
from pbem.store.database import Database, shown
from pbem.store.disk import LITTLE, TOO_LITTLE, free
from pbem.store.hosts import Host, hosts
from pbem.store.inbox import inbound_counts, oldest_waiting
from pbem.store.outbox import Sending
from pbem.store.server import ServerTime, rest, server_time

_TOO_OLD = 3
"""So many times the time between two copies one may be old."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO

PATIENCE = timedelta(minutes=10)


def settings_file(settings: Settings, file: Path | None) -> Finding:
    """Who can read the passwords."""
    if file is None:
        return look("no settings file: every setting has its default", "run `pbem init`")
    hidden = _secrets_in(settings)
    if hidden and file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        return bad(
            f"{file} holds {' and '.join(hidden)}, and others on this machine can read it",
            f"chmod 600 {file}",
        )
    return good(f"settings in {file}")


def database(settings: Settings) -> Iterator[Finding]:
    """Whether the database is whole, and private; of several servers, how each does."""
    if found := hosts(settings.database):
        yield good(f"the database {shown(settings.database)} answers")
        for host in found if len(found) > 1 else ():
            yield _host(host)
        if grant := found[0].grant:
            yield look(
                "an old primary that is started again could not be told from the new one",
                f"in that database, as an administrator: {grant}",
            )
        return
    try:
        file = database_file(settings.database)
        held = look_into(file)
    except CannotCopy as problem:
        yield bad(str(problem), "bring back a copy: pbem restore FILE")
        return
    if file.stat().st_mode & _OTHERS:
        yield bad(f"others on this machine can read {file}", f"chmod 600 {file}")
    else:
        yield good(f"{file} is whole: {told(held)}")


def _host(host: Host) -> Finding:
    if host.old:
        return bad(host.trouble, "see docs/OPERATING.md, Several servers")
    if host.trouble:
        return look(f"{host.name} does not answer: {host.trouble}", "nothing takes its place now")
    if host.waits:
        return bad(
            f"{host.name} waits for a standby at each commit, and none follows it",
            "begin one, or: ALTER SYSTEM RESET synchronous_standby_names, and pg_reload_conf()",
        )
    return good(f"{host.name} is the primary" if host.primary else f"{host.name} is a standby")


def outgoing(settings: Settings) -> Iterator[Finding]:
    """Whether the mails that are filed here are private."""
    folder = settings.outgoing
    if settings.smarthost is None and folder.is_dir() and folder.stat().st_mode & _OTHERS:
        yield bad(f"others on this machine can read {folder}", f"chmod -R go= {folder}")


def disk(settings: Settings) -> Iterator[Finding]:
    """Whether there is room where the server writes."""
    places = []
    with suppress(CannotCopy):
        places.append(database_file(settings.database).absolute().parent)
    if settings.smarthost is None:
        places.append(settings.outgoing.absolute())
    if settings.backups is not None:
        places.append(settings.backups.folder.absolute())
    for place in dict.fromkeys(next(p for p in (f, *f.parents) if p.is_dir()) for f in places):
        room = free(place)
        told = f"{room / 1e9:.1f} GB free in {place}"
        if room < TOO_LITTLE:
            yield bad(told, "make room: mail is refused when the disk is full")
        elif room < LITTLE:
            yield look(told, "make room soon")
        else:
            yield good(told)


def copies(settings: Settings, db: Database, now: datetime) -> Iterator[Finding]:
    """Whether there is a copy to go back to that is not too old, and whether it leaves here."""
    if settings.backups is None:
        yield look("no copies of the database are made", "set `backups`, see docs/OPERATING.md")
        return
    with db.begin() as session:
        known = copied(session)
    if known.failing is not None:
        yield bad(
            f"no copy could be made since {known.failing.since:%d %b %H:%M} UTC:"
            f" {known.failing.why}",
            "the older copies stay; once it is mended, `pbem backup` makes one at once",
        )
    if known.kept_here is not None:
        yield bad(f"no copy leaves this machine: {known.kept_here.why}", "look at `backups.then`")
    if known.made is None:
        yield look("no copy has been made yet", "start the server, or make one: pbem backup")
        return
    told = f"the newest copy is of {known.made:%d %b %H:%M} UTC, {known.bytes / 1e6:.1f} MB"
    if now - known.made > _TOO_OLD * timedelta(minutes=settings.backups.every):
        yield bad(f"{told}: that is too old", "start the server; it makes one at once")
    else:
        yield good(told)


def archive(settings: Settings, db: Database) -> Iterator[Finding]:
    """Whether the files of finished games are all there."""
    with db.begin() as session:
        names = archived_files(session)
    count, folder = counted(len(names), "game"), settings.archive
    if not names:
        return
    if folder is None:
        yield bad(f"{count} in an archive without a folder", "name it in the settings: `archive`")
    elif lost := [name for name in names if not (folder / name).is_file()]:
        yield bad(
            f"of {count} in the archive {len(lost)} without a file: {folder / lost[0]} is missing",
            "unpack all `archive-*` that lie beside the copies into the folder; of several machines"
            " each needs to see it",
        )
    else:
        yield good(f"{count} in the archive, and the file of each is there")


def work(db: Database, now: datetime, there: bool | None = None) -> Iterator[Finding]:
    """Whether a server is at work, and whether it keeps up; `there` tells whether one is on the
    database, where that can be asked.
    """
    with db.begin() as session:
        last, waiting = server_time(session, ServerTime.AT_WORK), oldest_waiting(session)
        parked = inbound_counts(session).get("parked", 0)
        failed = [mail for mail in reports.not_left(session) if mail.why]
        rests, due = rest(session), reports.due_count(session, now)
    since = f" since {last:%d %b %H:%M:%S} UTC" if last else ""
    if there is False:
        yield look(f"no server runs, and none has been at work{since}", "start it: pbem serve")
    elif last is None or now - last > AWAKE:
        yield look(
            f"no server has been at work{since}",
            "start it: pbem serve; one that runs cannot read its mailbox, see its log",
        )
    else:
        yield good("a server is at work")
    if waiting is not None and now - waiting > PATIENCE:
        yield bad(
            f"a mail that came {waiting:%d %b %H:%M} UTC has not been processed",
            "start the server, or read its log",
        )
    if parked:
        yield look(
            f"{counted(parked, 'mail')} failed three times",
            "`pbem inbox --parked` lists what is parked, `pbem inbox --again N` tries one again",
        )
    if rests is not None and rests.until > now and rests.limited:
        yield look(
            f"{rests.why}: {counted(due, 'mail')} to send wait until {rests.until:%d %b %H:%M} UTC",
            "nothing is lost, and nobody is late; if it is so every day, set up fewer games, or"
            " send by a provider that takes more",
        )
    elif rests is not None and rests.until > now:
        yield bad(
            f"the post rests: {rests.why}",
            "once that is over, `pbem requeue --all` tries at once",
        )
    elif failed:
        yield look(f"{counted(len(failed), 'mail')} could not leave", "`pbem queue` says why")


def farewell(db: Database) -> Iterator[Finding]:
    """Whether the server ends, and how far that has come."""
    with db.begin() as session:
        known = ending.farewell(session)
        letters = ending.last_letters(session, known.since) if known else {}
    if known is None:
        return
    told = f"this server ends on {known.day}: {known.stage}"
    if failed := letters.get(Sending.FAILED, 0):
        yield look(f"{told}, {counted(failed, 'mail')} could not leave", "`pbem queue` says why")
    elif known.closed:
        yield look(told, "`pbem farewell --open` opens it again")
    else:
        yield look(told, "`pbem farewell` says how it stands")


def told(held: Copy) -> str:
    """What a database holds, in words."""
    return f"{counted(held.games, 'game')}, {counted(held.mails, 'mail')}"


def _secrets_in(settings: Settings) -> list[str]:
    """The names of the settings that are set and that nobody else may read."""
    found = []
    accounts = [
        ("imap", settings.imap),
        ("smarthost", settings.smarthost),
        *(("earlier_mailboxes.imap", one.imap) for one in settings.earlier_mailboxes),
    ]
    for name, account in accounts:
        if account and account.password:
            found.append(f"{name}.password")
        if account and account.oauth and account.oauth.client_secret:
            found.append(f"{name}.oauth.client_secret")
    copies_of = settings.backups.source if settings.backups else None
    urls = (settings.database, settings.replica, copies_of)
    if any(re.match(r"[^:]+://[^/@]*:[^/@]*@", url) for url in urls if url):
        found.append("the password of the database")
    return found
