"""Commands for the honesty of deals: write a game's record, and check one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.base import ConfigFile, GameName, Sorry, app, at_work, game_number, out, read_bytes
from pbem.doctor.finding import counted


@app.command()
def proof(
    game: GameName,
    file: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where; the terminal if not.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Write a game's record with what its finished deals were shuffled from."""
    from engine.proof import write_proof
    from pbem.results.proof import proof as prove
    from pbem.store.games import load_table

    with at_work(config) as ctx:
        table = load_table(ctx.session, game_number(ctx.session, game))
        deals = prove(ctx.session, table, ctx.now)
    names = [player.name for player in table.players]
    text = write_proof(table.name, names, deals, table.shuffled_as)
    if file is None:
        out.print(text, end="", markup=False, soft_wrap=True)
        return
    try:
        file.write_bytes(text.encode())
    except OSError as problem:
        raise Sorry(f"{file} cannot be written: {problem.strerror}") from problem
    over = sum(bool(deal.events) for deal in deals) - 1
    told = counted(max(0, over), "deal is", "deals are")
    out.print(f"Wrote {file}: {told} over. Check it with `pbem verify {file}`.", markup=False)


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="As mailed, or `pbem proof`.")],
    seen: Annotated[
        list[str] | None, typer.Option(metavar="DIGEST", help="Eight characters of an old mail.")
    ] = None,
) -> None:
    """Check a game's record: every pack, every event, every digest. Needs no database."""
    from engine.verify import Unfit
    from engine.verify import verify as check

    text = read_bytes(record).decode("utf-8", "surrogateescape")
    try:
        held = check(text)
    except Unfit as unfit:
        raise Sorry(f"{record} does not hold: {unfit}") from unfit
    deals = counted(held.deals, "deal")
    whole = "the whole game" if held.over else "the game so far"
    out.print(f"{held.name}: {deals}, {whole}. Every pack comes from its secret and words,")
    out.print("every event is what the rules give. Compare the fingerprints with your own mails.")
    unknown = []
    for digest in seen or ():
        where = held.moment(digest.strip().lower())
        out.print(f"{digest}: {where or 'nowhere in this game'}", markup=False)
        unknown += [] if where else [digest]
    if unknown:
        raise Sorry("mails told what this record does not: a deal under way, or another game")
