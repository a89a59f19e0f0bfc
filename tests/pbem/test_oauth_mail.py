"""A mailbox and a smarthost that want tokens: a real Dovecot that asks a token server about each,
and a real Postfix that asks Dovecot."""

import asyncio
from contextlib import contextmanager

import pytest

from pbem.config.oauth import OAuth
from pbem.config.settings import Mailbox, Smarthost
from pbem.oauth.access import Access
from pbem.oauth.grants import GrantFile
from pbem.outbox.carriers import NotSent, smarthost
from pbem.outbox.faults import Fault
from pbem.receivers.connection import CannotEnter, look_in
from tests.pbem.test_oauth import Clock, in_browser
from tests.servers import HOST, free_port, server_folder
from tests.servers.dovecot import running_dovecot, tokens_only
from tests.servers.postfix import running_postfix
from tests.servers.test_servers import DOMAIN
from tests.servers.tokens import USER, running_tokens


class Provider:
    """A token server, a mailbox and a smarthost that believe it, and our access to both."""

    def __init__(self, tokens, folder, imap_port, auth_port):
        self.tokens, self.clock, self.auth_port = tokens, Clock(), auth_port
        account = {"host": HOST, "user": USER, "tls": "none", "oauth": tokens.settings}
        self.box = Mailbox.model_validate(account | {"port": imap_port})
        self.account = account
        file = GrantFile(folder / "x.db.logins")
        self.access = Access(OAuth(**tokens.settings), USER, file, self.clock)

    def look(self):
        return look_in(self.box, self.access)

    def send(self, port):
        async def hand_over():
            to = Smarthost.model_validate(self.account | {"port": port})
            async with smarthost(to, self.access)() as send:
                await send(f"us@{DOMAIN}", f"anna@{DOMAIN}", b"Subject: x\r\n\r\nQH\r\n")

        asyncio.run(hand_over())


@contextmanager
def provider(*mechanisms, length=3000):
    """One whose tokens have 3,000 signs, as Microsoft's may."""
    with running_tokens(length) as tokens, server_folder() as folder:
        auth_port = free_port()
        wants = tokens_only(tokens, folder, auth_port, *mechanisms)
        with running_dovecot(folder, more=wants) as dovecot:
            yield Provider(tokens, folder, dovecot.imap_port, auth_port)


@pytest.fixture(name="here", scope="module", params=["xoauth2", "oauthbearer"])
def _here(request):
    with provider(request.param) as it:
        yield it


@pytest.fixture(autouse=True)
def _good_day(request):
    """A person has just logged in."""
    if "here" in request.fixturenames:
        it = request.getfixturevalue("here")
        it.tokens.day, it.tokens.life = "good", 60
        it.clock.pass_by(days=1)
        in_browser(it.access, it.tokens)


def test_a_mailbox_is_entered_by_a_token(here):
    assert here.look() == 0


def test_a_token_is_renewed_on_the_way(here):
    here.tokens.expire()
    here.clock.pass_by(minutes=1)

    assert here.look() == 0


def test_a_token_that_is_refused_is_told_with_what_the_server_said(here):
    """RFC 7628 3.2.2: its reason comes as a challenge."""
    here.tokens.expire()

    with pytest.raises(
        CannotEnter,
        match=r"\[AUTHENTICATIONFAILED\].* it refuses the token \((401|invalid_token)\):"
        " `pbem login` if that goes on$",
    ):
        here.look()
    assert not here.access.ended


def test_a_token_that_ended_before_its_time_is_renewed_after_it_was_refused(here):
    here.tokens.life = 3600
    here.clock.pass_by(minutes=1)
    here.access.token()
    here.clock.pass_by(minutes=10)
    here.tokens.expire()
    with pytest.raises(CannotEnter):
        here.look()

    assert here.look() == 0


def test_a_mail_server_that_cannot_ask_is_no_reason_to_doubt_the_token(here):
    here.clock.pass_by(seconds=10)
    asked = here.tokens.grants()
    here.tokens.day = "down"
    with pytest.raises(CannotEnter, match=r"\[UNAVAILABLE\]"):
        here.look()
    here.tokens.day = "good"

    assert here.look() == 0
    assert here.tokens.grants() == asked
    assert not here.access.ended


def test_a_login_that_ended_is_told_with_what_to_do(here):
    here.tokens.withdraw()
    here.clock.pass_by(minutes=2)

    with pytest.raises(CannotEnter, match=r"login of table has ended: it was withdrawn\. `pbem"):
        here.look()


def test_a_smarthost_takes_mail_by_a_token(here):
    """Postfix takes no line above 2,048 bytes as a command, so the token may not stand in one."""
    with postfix(here) as port:
        here.send(port)
        here.tokens.expire()
        refused = pytest.raises(NotSent, match=r"535, .5\.7\.8 .*it refuses the token \(")
        with refused as caught:
            here.send(port)

    assert caught.value.fault is Fault.POST


def test_a_smarthost_is_not_asked_once_the_login_has_ended(here):
    here.tokens.withdraw()
    here.clock.pass_by(minutes=2)
    with postfix(here) as port, pytest.raises(NotSent, match="has ended") as caught:
        here.send(port)

    assert caught.value.fault is Fault.POST


def postfix(here):
    """A Postfix that lets in whom Dovecot does."""
    wants = {
        "smtpd_sasl_auth_enable": "yes",
        "smtpd_sasl_type": "dovecot",
        "smtpd_sasl_path": f"inet:{HOST}:{here.auth_port}",
        "smtpd_relay_restrictions": "permit_sasl_authenticated, reject",
    }
    return _port(running_postfix(free_port(), DOMAIN, more=wants))


@contextmanager
def _port(running):
    with running as it:
        yield it.smtp_port
