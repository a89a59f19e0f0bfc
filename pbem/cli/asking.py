"""The command that writes the settings: all explained, or a mailbox filled in by asking."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.base import Sorry, app, out
from pbem.config import CONFIG_FILE
from pbem.folding import folded

_HOSTS = {
    "fastmail.com": ("imap.fastmail.com", "smtp.fastmail.com"),
    "gmail.com": ("imap.gmail.com", "smtp.gmail.com"),
    "googlemail.com": ("imap.gmail.com", "smtp.gmail.com"),
    "icloud.com": ("imap.mail.me.com", "smtp.mail.me.com"),
    "posteo.de": ("posteo.de", "posteo.de"),
}
"""Where providers that deliver plus addresses have their mailboxes, and take mail to be sent."""


@app.command()
def init(
    address: Annotated[
        str | None,
        typer.Argument(
            metavar="[ADDRESS]",
            help="The server's own address, such as table@cards.example; asks for its mailbox.",
        ),
    ] = None,
    organiser: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Who may begin games by mail; may be given again."),
    ] = None,
    file: Annotated[
        Path, typer.Option("--config", metavar="FILE", help="The file to write.")
    ] = Path(CONFIG_FILE),
) -> None:
    """Write a settings file that explains every setting, and say what to do next."""
    from pbem.config.load import checked, example, filled

    if file.exists():
        raise Sorry(f"{file} is here already, and stays as it is: change what you want in it")
    settings: dict[str, object] = {}
    if organiser:
        settings["organisers"] = list(organiser)
    if address is not None:
        checked({**settings, "mailbox": address})
        settings |= _mailbox(address)
    try:
        file.touch(0o600)
        file.write_text(filled(checked(settings)) if settings else example(), "utf-8")
    except OSError as problem:
        raise Sorry(f"{file} cannot be written: {problem.strerror}") from problem
    named = "" if file == Path(CONFIG_FILE) else f" --config {file}"
    if address is None:
        out.print(f"Wrote {file}: every setting with its default, commented out.", markup=False)
        out.print("Next: set `mailbox`, a way in (`doors` or `imap`) and `smarthost`, then run")
    else:
        out.print(f"Wrote {file}, which only you can read. Next:", markup=False)
    out.print(f"  pbem serve{named}     leave it running, and in another terminal:", markup=False)
    out.print(f"  pbem doctor{named}    does mail come in and go out?", markup=False)
    out.print(f"  pbem new{named} Lindy anna@... bruno@... ruth@...", markup=False)


def _mailbox(address: str) -> dict[str, object]:
    """Ask for the ways in and out, each with what it probably is."""
    domain = folded(address.rpartition("@")[2])
    imap, smtp = _HOSTS.get(domain, (f"imap.{domain}", f"smtp.{domain}"))
    out.print("(For mail handed over by SMTP or LMTP: Ctrl-C, and `pbem init` without an address.)")
    way_in = _place(typer.prompt(f"Mails to {address} are read by IMAP at", imap))
    way_out = _place(typer.prompt("Mails are sent by SMTP through", smtp))
    user = typer.prompt("The name of the account there", address)
    hidden = sys.stdin.isatty()
    password = typer.prompt(
        "Its password (of Gmail and others: an app password)", hide_input=hidden
    )
    account = {"user": user, "password": password}
    return {
        "mailbox": address,
        "doors": [],
        "imap": way_in | account,
        "smarthost": way_out | account,
    }


def _place(told: str) -> dict[str, object]:
    """A host, and a port where one is told."""
    host, _, port = told.strip().partition(":")
    if port and not port.isdecimal():
        raise Sorry(f"{told} is no mail server; imap.cards.example is, or one with :993")
    return {"host": host, **({"port": int(port)} if port else {})}
