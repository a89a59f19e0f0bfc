"""The command for the keys that mails are signed with."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import ConfigFile, NameServer, Sorry, app, load, name_server_at, out

if TYPE_CHECKING:
    from pbem.config.settings import Settings


class Doing(StrEnum):
    """What `pbem dkim` does with keys."""

    NEW = "new"
    SHOW = "show"


@app.command()
def dkim(
    doing: Annotated[Doing, typer.Argument(help="Make a key, or show those there are.")],
    selector: Annotated[
        str | None, typer.Argument(help="What a new key is called; by its month if not given.")
    ] = None,
    ed25519: Annotated[
        bool, typer.Option("--ed25519", help="A short key, which large providers cannot check yet.")
    ] = False,
    name_server: NameServer = None,
    config: ConfigFile = None,
) -> None:
    """Keys that mails are signed with here, where the smarthost does not sign them itself."""
    settings, _ = load(config)
    if doing is Doing.SHOW:
        _show(settings, name_server)
    else:
        _make(settings, selector, ed25519=ed25519)


def _folder(settings: Settings) -> Path:
    from pbem.config.dkim import Dkim

    return settings.dkim.folder if settings.dkim else Dkim.model_fields["folder"].default


def _domain(settings: Settings) -> str:
    own = settings.mailbox.rpartition("@")[2]
    return (settings.dkim.domain if settings.dkim else None) or own


def _make(settings: Settings, selector: str | None, *, ed25519: bool) -> None:
    from pbem.config.dkim import is_selector
    from pbem.outbox.dkim import KeyFault, key_file, make_key, record_name
    from pbem.server.clock import now

    called = selector or f"ohhell{now():%Y%m}"
    if not is_selector(called):
        raise Sorry(f"{called} cannot be a selector; letters, digits and hyphens, as in ohhell2026")
    folder, domain = _folder(settings), _domain(settings)
    try:
        key = make_key(folder, called, "ed25519" if ed25519 else "rsa")
    except KeyFault as problem:
        raise Sorry(str(problem)) from problem
    signs = settings.dkim.selectors if settings.dkim else ()
    out.print(f"The key is kept in {key_file(folder, called)}, which only you can read.")
    out.print(f"\nPublish this TXT record at {record_name(called, domain)}:\n")
    out.print(key.record, markup=False, soft_wrap=True)
    out.print("\nor, as a line of a zone file:\n")
    out.print(key.zone_line(domain), markup=False, soft_wrap=True)
    out.print("\n`pbem dkim show` tells when it is published. Then put this into the settings,")
    out.print(
        "and have the server read them anew (`systemctl reload ohhell`, or start it again):\n"
    )
    out.print(f"dkim:\n  selectors: [{called}]", markup=False)
    if signs:
        out.print(f"\nLeave the record of {' and '.join(signs)} where it is for a week more:")
        out.print("mails on their way are signed with it.")


def _show(settings: Settings, name_server: str | None) -> None:
    from pbem.doctor.dns import lookup, signing_key

    folder = _folder(settings)
    signs = settings.dkim.selectors if settings.dkim else ()
    names = sorted({*(file.stem for file in folder.glob("*.pem")), *signs})
    if not names:
        raise Sorry("there are no keys; `pbem dkim new` makes one")
    ask = lookup(name_server_at(name_server) if name_server else None)
    for name in names:
        found = signing_key(folder, name, _domain(settings), ask)
        use = "signs" if name in signs else "signs nothing"
        out.print(f"{name}: {use}; {found.what}", markup=False, soft_wrap=True)
        if found.advice:
            out.print(f"      -> {found.advice}", markup=False, soft_wrap=True)
