"""Commands for the mails that came in and those that have not left."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table as Grid

from pbem.casefolding import folded
from pbem.cli.base import ConfigFile, Sorry, app, load, open_services, out


@app.command()
def inbox(
    most: Annotated[int, typer.Option("--last", min=1, help="How many to list.")] = 20,
    parked: Annotated[
        bool, typer.Option("--parked", help="Only those that failed three times.")
    ] = False,
    again: Annotated[
        int | None, typer.Option(metavar="N", help="Process parked mail N once more.")
    ] = None,
    park: Annotated[
        int | None,
        typer.Option(metavar="N", help="Set mail N aside, which waits; its player is told."),
    ] = None,
    config: ConfigFile = None,
) -> None:
    """List the mails that came in, and what became of each."""
    from pbem.cli.outcomes import came_in
    from pbem.context import Context
    from pbem.inbound.parking import park as set_aside
    from pbem.server.clock import now
    from pbem.store import inbound

    services = open_services(load(config)[0])
    with services.db.begin() as session:
        if again is not None:
            if not inbound.again(session, again):
                raise Sorry(f"mail {again} is not parked; see `pbem inbox --parked`")
            out.print(f"Mail {again} is processed again; `pbem serve` does it if it is running.")
            return
        if park is not None:
            if not set_aside(Context(services, session, now()), park):
                raise Sorry(f"mail {park} does not wait; see `pbem inbox`")
            out.print(f"Mail {park} is set aside: see `pbem inbox --parked`. Its player is told.")
            return
        mails = came_in(session, most, parked=parked)
    if not mails:
        out.print("No mail is parked." if parked else "No mail has come in yet.")
        return
    grid = Grid("Mail", "When (UTC)", "From", "What became of it", "Game")
    for mail in mails:
        grid.add_row(str(mail.id), f"{mail.at:%d %b %H:%M}", *mail.told)
    out.print(grid)


@app.command()
def queue(config: ConfigFile = None) -> None:
    """List the mails that have not left: why, and when each is tried next."""
    from pbem.cli.outcomes import why_it_waits
    from pbem.server.clock import now
    from pbem.store.reports import not_left
    from pbem.store.server import rest

    services = open_services(load(config)[0])
    time = now()
    with services.db.begin() as session:
        mails, rests = not_left(session), rest(session)
    if rests is not None:
        when = f"until {rests.until:%d %b %H:%M} UTC" if rests.until > time else "until it works"
        out.print(f"The post rests {when}: {rests.why}", markup=False, soft_wrap=True)
    if not mails:
        out.print("Every mail has left.")
        return
    grid = Grid("Mail", "To", "Game", "What", "Waits since", "Next try", "Why")
    for mail in mails:
        grid.add_row(str(mail.id), mail.to, mail.game or "", *why_it_waits(mail, time))
    out.print(grid)


@app.command()
def requeue(
    number: Annotated[
        int | None, typer.Argument(metavar="[N]", help="The mail, as `pbem queue` lists it.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="All that failed or were put off.")] = False,
    config: ConfigFile = None,
) -> None:
    """Try mails again now that failed or were put off, and end the rest of the post."""
    from pbem.server.clock import now
    from pbem.store.requeue import requeue_mails
    from pbem.store.server import set_rest

    if (number is None) != all_:
        raise Sorry("name one mail, or say --all; `pbem queue` lists them")
    services = open_services(load(config)[0])
    with services.db.begin() as session:
        tried = requeue_mails(session, now(), number)
        if number is not None and not tried:
            raise Sorry(f"mail {number} has not failed and was not put off")
        set_rest(session, None)
    mails = "1 mail is" if tried == 1 else f"{tried} mails are"
    out.print(f"{mails} tried again; `pbem serve` sends them if it is running.")


@app.command("bounces")
def bounces_(
    again: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Send to this address again.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """List the addresses from which mails come back, or send to one again."""
    from pbem.context import Context
    from pbem.inbound.bounces import write_again
    from pbem.server.clock import now
    from pbem.store.bounces import all_bouncing

    services = open_services(load(config)[0])
    with services.db.begin() as session:
        if again is not None:
            if not write_again(Context(services, session, now()), folded(again)):
                raise Sorry(f"no mails come back from {again}; see `pbem bounces`")
            out.print(f"Mails go to {again} again, and what is open is asked anew.", markup=False)
            return
        known = all_bouncing(session)
    if not known:
        out.print("No mail has come back.")
        return
    grid = Grid("Address", "Points", "Last (UTC)", "Sent there", "What the server there said")
    for one in known:
        sent, last = "no" if one.stopped_at else "yes", f"{one.score.at:%d %b %H:%M}"
        grid.add_row(one.address, str(one.score.points), last, sent, one.why)
    out.print(grid)
