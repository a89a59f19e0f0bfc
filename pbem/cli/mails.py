"""Commands for the mails that came in and those that have not left."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.casefolding import folded
from pbem.cli.base import ConfigFile, Sorry, app, at_work, out, print_rows, say
from pbem.doctor.finding import counted


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
    from pbem.inbound.parking import park as set_aside
    from pbem.store import inbound

    with at_work(config) as ctx:
        if again is not None:
            if not inbound.again(ctx.session, again):
                raise Sorry(f"mail {again} is not parked; see `pbem inbox --parked`")
            out.print(f"Mail {again} is processed again; `pbem serve` does it if it is running.")
            return
        if park is not None:
            if not set_aside(ctx, park):
                raise Sorry(f"mail {park} does not wait; see `pbem inbox`")
            out.print(f"Mail {park} is set aside: see `pbem inbox --parked`. Its player is told.")
            return
        rows = came_in(ctx.session, most, parked=parked)
    none = "No mail is parked." if parked else "No mail has come in yet."
    print_rows(rows, "Mail", "When (UTC)", "From", "What became of it", "Game", none=none)


@app.command()
def queue(config: ConfigFile = None) -> None:
    """List the mails that have not left: why, and when each is tried next."""
    from pbem.cli.outcomes import why_it_waits
    from pbem.store.reports import not_left
    from pbem.store.server import rest

    with at_work(config) as ctx:
        mails, rests = not_left(ctx.session), rest(ctx.session)
    if rests is not None:
        when = f"until {rests.until:%d %b %H:%M} UTC" if rests.until > ctx.now else "until it works"
        say(f"The post rests {when}: {rests.why}")
    rows = [
        (str(mail.id), mail.to, mail.game or "", *why_it_waits(mail, ctx.now)) for mail in mails
    ]
    heads = ("Mail", "To", "Game", "What", "Waits since", "Next try", "Why")
    print_rows(rows, *heads, none="Every mail has left.")


@app.command()
def requeue(
    number: Annotated[
        int | None, typer.Argument(metavar="[N]", help="The mail, as `pbem queue` lists it.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="All that failed or were put off.")] = False,
    config: ConfigFile = None,
) -> None:
    """Try mails again now that failed or were put off, and end the rest of the post."""
    from pbem.store.requeue import requeue_mails
    from pbem.store.server import set_rest

    if (number is None) != all_:
        raise Sorry("name one mail, or say --all; `pbem queue` lists them")
    with at_work(config) as ctx:
        tried = requeue_mails(ctx.session, ctx.now, number)
        if number is not None and not tried:
            raise Sorry(f"mail {number} has not failed and was not put off")
        set_rest(ctx.session, None)
    mails = counted(tried, "mail is", "mails are")
    out.print(f"{mails} tried again; `pbem serve` sends them if it is running.")


@app.command("bounces")
def bounces_(
    again: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Send to this address again.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """List the addresses from which mails come back, or send to one again."""
    from pbem.inbound.bounces import write_again
    from pbem.store.bounces import all_bouncing

    with at_work(config) as ctx:
        if again is not None:
            if not write_again(ctx, folded(again)):
                raise Sorry(f"no mails come back from {again}; see `pbem bounces`")
            out.print(f"Mails go to {again} again, and what is open is asked anew.", markup=False)
            return
        rows = [
            (
                one.address,
                str(one.score.points),
                f"{one.score.at:%d %b %H:%M}",
                "no" if one.stopped_at else "yes",
                one.why,
            )
            for one in all_bouncing(ctx.session)
        ]
    heads = ("Address", "Points", "Last (UTC)", "Sent there", "What the server there said")
    print_rows(rows, *heads, none="No mail has come back.")
