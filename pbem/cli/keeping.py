"""Commands that keep a server well: copies, room on the disk, and what is wrong with a set-up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.base import (
    ConfigFile,
    NameServer,
    Sorry,
    app,
    load,
    name_server_at,
    open_services,
    out,
    print_finding,
    say,
)
from pbem.doctor.finding import Verdict, counted


@app.command()
def backup(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The new file; named after the time.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Copy the database, as it is at this moment, while the server runs, and try the copy.

    Without a file, and with `backups` set, it is one of those that the server makes by itself.
    """
    from pbem.copies.make import copied_from, copy_to
    from pbem.doctor.local import told
    from pbem.server.clock import now
    from pbem.server.copies import CopyTick
    from pbem.store.backup import CannotCopy

    settings, found = load(config)
    with out.status("Copying ..."):
        if file is None and settings.backups is not None:
            known = CopyTick(open_services(settings), settings.backups, now, found).make()
            if problem := known.failing or known.kept_here:
                raise CannotCopy(problem.why)
            say(f"Wrote {settings.backups.folder / known.file}: {known.bytes / 1e6:.1f} MB.")
        else:
            made = copy_to(copied_from(settings), file, now())
            out.print(f"Wrote {made.file}: {told(made)}, {made.bytes / 1e6:.1f} MB.", markup=False)
    out.print("It holds all cards, addresses and keys: keep it as safe as the database.")


@app.command()
def doctor(
    wait: Annotated[
        int, typer.Option(min=0, help="Seconds for a mail to ourselves; 0 sends none.")
    ] = 60,
    name_server: NameServer = None,
    config: ConfigFile = None,
) -> None:
    """Look for what is wrong: files, disk, DNS, ways in and out, the clock."""
    import time

    from pbem.doctor.checks import checks
    from pbem.inbound.claims import MailboxClaims
    from pbem.server.clock import now

    settings, found = load(config)
    services = open_services(settings)
    claims = MailboxClaims(services, now)
    asked = name_server_at(name_server)
    end = time.monotonic() + wait

    def time_left() -> bool:
        time.sleep(0.2)
        return time.monotonic() < end

    counts = dict.fromkeys(Verdict, 0)
    with out.status("Looking ..."):
        patience = time_left if wait else None
        for one in checks(settings, found, services, asked, now, patience, claims):
            counts[one.verdict] += 1
            print_finding(one)
    if counts[Verdict.BAD]:
        raise Sorry(f"{counted(counts[Verdict.BAD], 'thing is', 'things are')} wrong")
    out.print("Nothing is wrong." if not counts[Verdict.LOOK] else "Nothing is broken.")


@app.command("compile")
def compile_letters() -> None:
    """Compile what letters are made of, as whoever installs: a server may not be able to keep it.

    It stays where Python keeps compiled modules; else each start compiles anew.
    """
    from pbem.languages import translated
    from pbem.letters.catalogues import messages
    from pbem.letters.render import Templates

    Templates().compile()
    for language in translated():
        messages(language)


@app.command()
def archive(config: ConfigFile = None) -> None:
    """Put finished games into files now, as the server does once a day, while it runs.

    The settings say where, as `archive`, and after how many days, as `archive_after`.
    """
    from rich.progress import track

    from pbem.games.archiving import archive_old
    from pbem.server.clock import now

    services = open_services(load(config)[0])
    if services.settings.archive is None:
        raise Sorry("name a folder in the settings, as `archive`: finished games go there")
    with services.db.only_one("archive") as ours:
        if not ours:
            raise Sorry("a server is putting games into the archive just now")
        shown = track(archive_old(services, now()), "Archiving", console=out, transient=True)
        count = sum(1 for _ in shown)
    if not count:
        days = counted(services.settings.archive_after, "day")
        say(f"No game has been over for more than {days}, and the bytes of all its mails gone.")
        return
    say(f"{counted(count, 'game is', 'games are')} in {services.settings.archive}.")
    out.print("`pbem tidy` gives the room back that they had in the database.")


@app.command()
def tidy(config: ConfigFile = None) -> None:
    """Give back the room on the disk that the database no longer needs, while the server runs.

    A file that an older version made is packed once, for which the server must be stopped.
    """
    from rich.progress import Progress

    from pbem.store.tidy import give_back

    given = 0
    with Progress(console=out, transient=True) as progress:
        bar = progress.add_task("Giving back", total=None)
        for given, left in give_back(load(config)[0].database):
            progress.update(bar, completed=given, total=given + left)
    out.print(f"Gave back {given / 1e6:.1f} MB." if given else "There is nothing to give back.")
