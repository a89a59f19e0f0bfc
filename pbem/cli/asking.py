"""The command that writes the settings: all explained, or with an account filled in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.account import Account
from pbem.cli.base import NameServer, Sorry, app, name_server_at, out
from pbem.cli.places import Part, place
from pbem.config import CONFIG_FILE


@app.command()
def init(
    address: Annotated[
        str | None,
        typer.Argument(
            metavar="[ADDRESS]",
            help="The server's own address, such as table@cards.example; its account is tried.",
        ),
    ] = None,
    organiser: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Who may begin games by mail; may be given again."),
    ] = None,
    imap: Annotated[
        str | None, typer.Option(metavar="HOST[:PORT]", help="Where its mails are read.")
    ] = None,
    imap_tls: Annotated[
        str | None, typer.Option(metavar="TLS", help="tls, starttls or none.")
    ] = None,
    smtp: Annotated[
        str | None, typer.Option(metavar="HOST[:PORT]", help="Where its mails are sent.")
    ] = None,
    smtp_tls: Annotated[
        str | None, typer.Option(metavar="TLS", help="tls, starttls or none.")
    ] = None,
    user: Annotated[str | None, typer.Option(help="The name of the account there.")] = None,
    password_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="Its password; - reads it from the input.")
    ] = None,
    answers: Annotated[
        str | None, typer.Option(help="plus, catch-all or fixed: how answers are addressed.")
    ] = None,
    personal: Annotated[
        bool | None,
        typer.Option("--personal/--own", help="Somebody reads it as well, or the server alone."),
    ] = None,
    given: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Settings to begin with, in YAML."),
    ] = None,
    questions: Annotated[
        bool, typer.Option("--questions/--no-questions", help="Ask for what is not told.")
    ] = True,
    untried: Annotated[
        bool, typer.Option("--untried", help="Write it even if nobody is let in.")
    ] = False,
    wait: Annotated[
        int, typer.Option(min=0, help="Seconds for a mail to ourselves; 0 sends none.")
    ] = 60,
    name_server: NameServer = None,
    file: Annotated[
        Path, typer.Option("--config", metavar="FILE", help="The file to write.")
    ] = Path(CONFIG_FILE),
) -> None:
    """Write a settings file, with an account that is found, tried and filled in."""
    from pbem.config.load import checked, combined, example, filled, told_before
    from pbem.doctor.dns import lookup

    if file.exists():
        raise Sorry(f"{file} is here already, and stays as it is: change what you want in it")
    by_oauth = False
    environment, written = told_before(given)
    told = {"organisers": organiser, "answers": answers}
    settings: dict[str, Any] = {**written, **{name: one for name, one in told.items() if one}}
    address = address or settings.get("mailbox") or environment.get("mailbox")
    if address is not None:
        rest = {name: one for name, one in settings.items() if name not in ("imap", "smarthost")}
        checked({**rest, "mailbox": address})
        password = _password(password_file)
        options = {
            "imap": _told(imap, tls=imap_tls, user=user, password=password, personal=personal),
            "smarthost": _told(smtp, tls=smtp_tls, user=user, password=password),
        }
        parts = {name: {**settings.get(name, {}), **options[name]} for name in options}
        around = {name: {**parts[name], **environment.get(name, {})} for name in parts}
        account = Account(address, around, questions)
        account.settle(lookup(name_server_at(name_server)))
        mails = None if account.by_oauth else _let_in(account, untried)
        for name, found in account.found.items():
            settings[name] = {**found, **parts[name]}
        settings = {"mailbox": address, "doors": [], **settings}
        if mails and personal is None and "personal" not in around["imap"] and questions:
            asked = f"There are {mails} mails in it. Does somebody read this mailbox as well?"
            settings["imap"]["personal"] = typer.confirm(asked, default=True)
        if mails is not None and wait and "answers" not in {**settings, **environment}:
            settings |= _answers(account, wait)
        by_oauth = account.by_oauth
        combined(settings)
    try:
        file.touch(0o600)
        file.write_text(filled(settings) if settings else example(), "utf-8")
    except OSError as problem:
        raise Sorry(f"{file} cannot be written: {problem.strerror}") from problem
    _tell(file, address is not None)
    if by_oauth:
        out.print("Before them: `pbem login`, as nobody is let in by a password.")


def _told(host: str | None, **named: str | bool | None) -> Part:
    """What the options tell of a part."""
    told = place(host) if host else {}
    return told | {name: one for name, one in named.items() if one is not None}


def _password(file: str | None) -> str | None:
    if file is None:
        return None
    try:
        said = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise Sorry(f"{file} cannot be read: {problem}") from problem
    return said.strip("\r\n")


def _let_in(account: Account, untried: bool) -> int | None:
    """How many mails lie in the mailbox; None if we were not let in, Sorry if that matters."""
    account.ask_password()
    mails = account.log_in()
    if mails is None and not untried:
        raise Sorry("nothing is written, as we are not let in; --untried writes it all the same")
    return mails


def _answers(account: Account, wait: int) -> Part:
    """How answers are addressed, as a mail to ourselves came back."""
    from pbem.doctor.answer_address import ComesBack

    plus = account.provider.plus if account.provider else None
    came = account.comes_back(wait)
    if came is ComesBack.PLUS:
        out.print("good  a mail to an address with a plus comes back")
        return {}
    if came is ComesBack.PLAIN or plus is False:
        out.print("look  addresses with a plus do not reach the mailbox: `answers: fixed` is set")
        return {"answers": "fixed"}
    if came is ComesBack.NONE:
        out.print(
            f"look  no mail to ourselves came back in {wait} seconds: ask `pbem doctor` later"
        )
    return {}


def _tell(file: Path, complete: bool) -> None:
    """Say what was written, and what comes next."""
    named = "" if file == Path(CONFIG_FILE) else f" --config {file}"
    if complete:
        out.print(f"Wrote {file}, which only you can read. Next:", markup=False)
    else:
        out.print(f"Wrote {file}: every setting with its default, commented out.", markup=False)
        out.print("Next: set `mailbox`, a way in (`doors` or `imap`) and `smarthost`, then run")
    out.print(f"  pbem serve{named}     leave it running, and in another terminal:", markup=False)
    out.print(f"  pbem doctor{named}    does mail come in and go out?", markup=False)
    out.print(f"  pbem new{named} Lindy anna@... bruno@... ruth@...", markup=False)
