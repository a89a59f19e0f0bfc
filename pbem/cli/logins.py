"""Commands for accounts that are entered by OAuth: log in at their provider, and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.base import ConfigFile, Sorry, app, load, open_services, out, say

if TYPE_CHECKING:
    from pbem.config.settings import Settings
    from pbem.oauth.access import Access
    from pbem.oauth.server import Issued


@app.command()
def login(
    browser: Annotated[
        bool,
        typer.Option(
            "--browser", help="Give back the address a browser ends at, instead of typing a code."
        ),
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Log in at the provider of the mailbox, where the settings say `oauth`; the server may run."""
    from pbem.oauth.server import LoginDenied, LoginRefused
    from pbem.oauth.troubles import NoToken, TokenServerDown

    settings, _ = load(config)
    for access in _accounts(settings):
        by_code = access.settings.device_url is not None and not browser
        out.print(f"Log in as {access.user}:", markup=False)
        try:
            access.log_in(_at_a_device(access) if by_code else _in_a_browser(access))
        except TokenServerDown as problem:
            later = "try again in some minutes, or see `token_url` and its like in the settings"
            raise Sorry(f"{access.user} is not logged in: {problem}; {later}") from problem
        except LoginDenied as problem:
            again = "`pbem login` asks once more"
            raise Sorry(f"{access.user} is not logged in: {problem}: {again}") from problem
        except (LoginRefused, NoToken, OSError) as problem:
            other = " (perhaps `pbem login --browser` may)" if by_code else ""
            raise Sorry(f"{access.user} is not logged in: {problem}{other}") from problem
        say(f"{access.user} is logged in; {access.file.file} keeps that.")
    _try(settings)


@app.command()
def logout(config: ConfigFile = None) -> None:
    """Forget the login at the provider of the mailbox: no mail comes or leaves until the next."""
    settings, _ = load(config)
    for access in _accounts(settings):
        if access.grant is None:
            out.print(f"{access.user} was not logged in.", markup=False)
            continue
        told = access.log_out()
        out.print(f"{access.user} is logged out.", markup=False)
        if not told:
            out.print("The provider was not told: end the access on its page of your account, too.")


def _accounts(settings: Settings) -> list[Access]:
    from pbem.oauth.access import all_access
    from pbem.server.clock import now

    found = all_access(settings, now)
    if not found:
        raise Sorry("nothing to log in to: neither `imap` nor `smarthost` has `oauth` set")
    return found


def _at_a_device(access: Access) -> Issued:
    import time

    begun = access.server.begin_device()
    out.print(f"  open {begun.url} in any browser, and type the code {begun.user_code}")
    with out.status("Waiting for that ..."):
        return access.server.end_device(begun, time.sleep)


def _in_a_browser(access: Access) -> Issued:
    from pbem.oauth.server import LoginRefused

    if access.settings.authorize_url is None:
        raise LoginRefused("this provider has no login in a browser: leave --browser out")
    begun = access.server.begin_browser()
    out.print("  open this address in any browser, here or elsewhere:")
    say(begun.url)
    out.print("  It ends at a page that is empty or cannot be shown, and that is right.")
    return access.server.end_browser(begun, typer.prompt("  The whole address of that page"))


def _try(settings: Settings) -> None:
    """Say whether the accounts can be entered now; what waits to be sent waits no longer."""
    from pbem.doctor import delivery
    from pbem.doctor.finding import Verdict
    from pbem.server.clock import now
    from pbem.store.server import set_rest

    found = [delivery.mailbox(one, settings, now) for one in settings.read if one.oauth]
    if settings.smarthost and settings.smarthost.oauth:
        found.append(delivery.way_out(settings, now))
        with open_services(settings).db.begin() as session:
            set_rest(session, None)
    for one in found:
        say(f"{one.verdict:4}  {one.what}")
    if any(one.verdict is Verdict.BAD for one in found):
        raise Sorry("logged in, but the mail server does not take it: was it the right account?")
