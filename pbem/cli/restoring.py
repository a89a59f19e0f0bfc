"""Commands that go back to a copy of the database."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import ConfigFile, Sorry, app, load, open_services, out, say
from pbem.doctor.finding import Verdict, counted

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.config.settings import Settings
    from pbem.games.after_restore import Restored


@app.command()
def restore(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A copy that `pbem backup` or the server made.")],
    only_try: Annotated[
        bool, typer.Option("--try", help="Say what would be asked anew, and change nothing.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Make a copy the database, and ask all open questions anew. The server must be stopped."""
    from pbem.doctor.local import told
    from pbem.games.after_restore import go_back
    from pbem.server.clock import now
    from pbem.store.backup import database_file, look_into
    from pbem.store.dump import is_dump
    from pbem.store.server_lock import only_server

    settings, _ = load(config)
    if file.name.endswith(".age"):
        raise Sorry(f"{file} is encrypted: first `pbem unpack {file} KEYFILE`")
    if only_try:
        _try_out(settings, file, now())
        return
    if is_dump(file):
        raise Sorry(
            f"{file} is a copy of a PostgreSQL: put it back with pg_restore, then `pbem ask-anew`"
        )
    target, held = database_file(settings.database), look_into(file)
    ctx.with_resource(only_server(settings.database))
    back = go_back(settings, file, now())
    say(f"{target} is what {file} was: {told(held)}.")
    if back.aside is not None:
        say(f"What was there before is in {back.aside}.")
    _tell(back.done, settings)
    if not back.sure:
        _tell_unsure(back.known_to)
    _tell_lost(settings)


@app.command("ask-anew")
def ask_anew(ctx: typer.Context, config: ConfigFile = None) -> None:
    """Ask all open questions anew, once the database was put back otherwise than by `restore`.

    The server must be stopped.
    """
    from pbem.games.after_restore import ask_everybody, what_held
    from pbem.server.clock import now
    from pbem.store.holding import Holding
    from pbem.store.server import others_at_work
    from pbem.store.server_lock import only_server

    settings, _ = load(config)
    ctx.with_resource(only_server(settings.database))
    services = open_services(settings)
    with services.db.begin() as session:
        if others_at_work(session, now()):
            raise Sorry("a server is at work on the database; stop it first")
    held = what_held(settings, Path(), Holding())
    _tell(ask_everybody(services, now(), now(), held), settings)
    _tell_unsure(held.at)
    _tell_lost(settings)


@app.command()
def unpack(
    file: Annotated[Path, typer.Argument(help="An encrypted copy.")],
    key: Annotated[Path, typer.Argument(metavar="KEYFILE", help="The secret key that opens it.")],
    folder: Annotated[Path, typer.Argument(help="Where what is in it is laid.")] = Path(),
) -> None:
    """Open an encrypted copy: lay the copy, the settings, logins and signing keys into a folder."""
    from pbem.copies.packing import unlock

    with out.status("Opening ..."):
        laid = unlock(file, key, folder)
    for one in laid:
        say(f"Wrote {one}.")


@app.command("copy-key")
def copy_key(
    file: Annotated[Path, typer.Argument(help="The new file of the secret key.")],
) -> None:
    """Make a key for encrypted copies, on any machine but the server's; age-keygen does, too."""
    from pbem.copies.packing import new_key

    public = new_key(file)
    out.print(f"The secret key is in {file}; without it no copy opens.", markup=False)
    say(f"recipient: {public}")


@app.command()
def migrate(
    no_copy: Annotated[bool, typer.Option("--no-copy", help="Make no copy before.")] = False,
    config: ConfigFile = None,
) -> None:
    """Bring the tables of the database up to date, as the first command after an upgrade does."""
    from pbem.store.database import Database, shown

    settings, _ = load(config)
    Database(settings.database, keep=not no_copy).close()
    out.print(f"The database {shown(settings.database)} is up to date.", markup=False)


def _try_out(settings: Settings, file: Path, at: datetime) -> None:
    from pbem.doctor.local import told
    from pbem.games.after_restore import try_out
    from pbem.store.backup import look_into
    from pbem.store.dump import is_dump

    if not is_dump(file):
        say(f"{file} is whole: {told(look_into(file))}.")
    with TemporaryDirectory(prefix="ohhell-") as folder:
        done = try_out(settings, file, at, Path(folder))
    for one in done.games:
        whom = ", ".join(f"{name} ({ask})" for name, ask in one.asked) or "nobody"
        say(f"{one.game}: {whom}")
    _tell_gone(done)
    out.print(f"{counted(done.asked, 'question')} would be asked anew. Nothing has changed.")


def _tell(done: Restored, settings: Settings) -> None:
    _tell_gone(done)
    say(
        f"{counted(done.asked, 'question is', 'questions are')} asked anew; `pbem serve` sends"
        " them. Answers to older mails play nothing."
    )
    if settings.imap is not None:
        say(
            f"Mails that came since the copy are in the folder {settings.imap.done}: who answered"
            " is asked again, so leave them there."
        )


def _tell_lost(settings: Settings) -> None:
    """Say which files of finished games the copy needs and the archive has not."""
    from pbem.doctor.local import archive

    for one in archive(settings, open_services(settings).db):
        if one.verdict is Verdict.BAD:
            say(f"{one.what}: {one.advice}.")


def _tell_unsure(known_to: datetime | None) -> None:
    """Say up to when it is known who has gone, where nobody can be sure of the end."""
    since = "the copy" if known_to is None else f"{known_to:%d %b %Y %H:%M} UTC"
    say(
        f"Who asked since {since} to be forgotten, or to get no more mail, is not known, as"
        " what was there before cannot be read: before `pbem serve` take out those you know of,"
        " with `pbem forget ADDRESS`."
    )


def _tell_gone(done: Restored) -> None:
    """Say who had gone since the copy and is gone again."""
    from pbem.store.holding import Holds

    mail, gone = "no more mail, as before", "had left for good"
    initials, unnamed = (f"again {how} on public pages" for how in ("by initials", "unnamed"))
    words = {
        Holds.FORGOTTEN: ("person is forgotten again", "people are forgotten again"),
        Holds.STOPPED: (f"person gets {mail}", f"people get {mail}"),
        Holds.LEFT: (f"player who {gone} is out again", f"players who {gone} are out again"),
        Holds.BLOCKED: ("address is shut out again", "addresses are shut out again"),
        Holds.INITIALS: (f"person {initials}", f"people {initials}"),
        Holds.HIDDEN: (f"person {unnamed}", f"people {unnamed}"),
    }
    for kind, (one, many) in words.items():
        if done.held[kind]:
            out.print(f"{counted(done.held[kind], one, many)}.")
