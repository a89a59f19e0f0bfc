"""The command for the keys that mails are signed with."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import ConfigFile, NameServer, Sorry, app, load, name_server_at, out, say

if TYPE_CHECKING:
    from pbem.config.dkim import Dkim


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
    from pbem.config.dkim import Dkim

    settings, _ = load(config)
    # Where nothing is set all is as usual, but that no key signs.
    signing = settings.dkim or Dkim.model_construct(selectors=())
    domain = signing.domain or settings.mailbox.rpartition("@")[2]
    if doing is Doing.SHOW:
        _show(signing, domain, name_server)
    else:
        _make(signing, domain, selector, ed25519=ed25519)


def _make(signing: Dkim, domain: str, selector: str | None, *, ed25519: bool) -> None:
    from pbem.config.dkim import is_selector
    from pbem.outbox.dkim import key_file, make_key, record_name
    from pbem.server.clock import now

    called = selector or f"ohhell{now():%Y%m}"
    if not is_selector(called):
        raise Sorry(f"{called} cannot be a selector; letters, digits and hyphens, as in ohhell2026")
    key = make_key(signing.folder, called, "ed25519" if ed25519 else "rsa")
    out.print(f"The key is kept in {key_file(signing.folder, called)}, which only you can read.")
    out.print(f"\nPublish this TXT record at {record_name(called, domain)}:\n")
    say(key.record)
    out.print("\nor, as a line of a zone file:\n")
    say(key.zone_line(domain))
    out.print("\n`pbem dkim show` tells when it is published. Then put this into the settings,")
    out.print(
        "and have the server read them anew (`systemctl reload ohhell`, or start it again):\n"
    )
    out.print(f"dkim:\n  selectors: [{called}]", markup=False)
    if signing.selectors:
        before = " and ".join(signing.selectors)
        out.print(f"\nLeave the record of {before} where it is for a week more:")
        out.print("mails on their way are signed with it.")


def _show(signing: Dkim, domain: str, name_server: str | None) -> None:
    from pbem.doctor.dns import lookup, signing_key

    names = sorted({*(file.stem for file in signing.folder.glob("*.pem")), *signing.selectors})
    if not names:
        raise Sorry("there are no keys; `pbem dkim new` makes one")
    ask = lookup(name_server_at(name_server))
    for name in names:
        found = signing_key(signing.folder, name, domain, ask)
        use = "signs" if name in signing.selectors else "signs nothing"
        say(f"{name}: {use}; {found.what}")
        if found.advice:
            say(f"      -> {found.advice}")
