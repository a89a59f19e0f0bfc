"""`pbem doctor`: each thing that can be wrong with a set-up is found, and named."""

import socket

import pytest

from pbem.config.settings import Mailbox, Settings
from pbem.doctor import delivery, dns, local
from pbem.doctor.finding import Verdict
from pbem.server.clock import now
from tests.effort import LONG
from tests.pbem.test_cli import pbem, serving
from tests.servers import HOST, free_port
from tests.servers.dovecot import running_dovecot
from tests.servers.names import running_names
from tests.servers.postfix import running_postfix

DOMAIN = "cards.org"
HEALTHY = {
    (DOMAIN, "MX"): ["20 backup.cards.org.", "10 mx.cards.org."],
    (DOMAIN, "TXT"): ['"v=spf1 mx -all"', '"some other text"'],
    ("_dmarc.cards.org", "TXT"): ['"v=DMARC1; p=reject"'],
    ("mx.cards.org", "A"): ["192.0.2.25"],
    ("25.2.0.192.in-addr.arpa", "PTR"): ["mx.cards.org."],
}


def said(findings):
    """`bad: what is wrong` of all that is not good."""
    return [f"{one.verdict}: {one.what}" for one in findings if one.verdict is not Verdict.GOOD]


@pytest.mark.parametrize(
    ("without", "more", "wrong"),
    [
        ((), {}, []),
        ([(DOMAIN, "MX")], {}, ["bad: cards.org has no MX record"]),
        ([(DOMAIN, "MX")], {(DOMAIN, "A"): ["192.0.2.1"]}, ["look: cards.org has no MX record"]),
        ([("mx.cards.org", "A")], {}, ["bad: mx.cards.org has no address"]),
        (
            [("25.2.0.192.in-addr.arpa", "PTR")],
            {},
            ["look: 192.0.2.25 of mx.cards.org does not lead back to a name"],
        ),
        (
            (),
            {("25.2.0.192.in-addr.arpa", "PTR"): ["somebody.else.org."]},
            ["look: 192.0.2.25 of mx.cards.org does not lead back to a name"],
        ),
        ([(DOMAIN, "TXT")], {}, ["look: cards.org has no SPF record"]),
        (
            (),
            {(DOMAIN, "TXT"): ['"v=spf1 mx -all"', '"v=spf1 a -all"']},
            ["bad: cards.org has 2 SPF records"],
        ),
        ([("_dmarc.cards.org", "TXT")], {}, ["look: cards.org has no DMARC record"]),
    ],
)
def test_dns(without, more, wrong):
    records = {key: value for key, value in HEALTHY.items() if key not in without} | more
    with running_names(records) as server:
        assert said(dns.domain_records(DOMAIN, dns.lookup(server))) == wrong


def test_a_silent_name_server_is_not_the_domains_fault():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as deaf:
        deaf.bind((HOST, 0))
        [finding] = dns.domain_records(DOMAIN, dns.lookup(deaf.getsockname(), seconds=0.2))

    assert finding.verdict is Verdict.LOOK
    assert finding.what.startswith("the name servers cannot be asked")


@pytest.mark.parametrize(
    ("mode", "text", "wrong"),
    [
        (0o600, "smarthost: {host: h, user: u, password: p}", None),
        (0o644, "answer_in: 24", None),
        (0o640, "smarthost: {host: h, user: u, password: p}", "smarthost.password"),
        (0o604, "imap: {host: h, user: u, password: p}", "imap.password"),
        (0o644, "database: postgresql://u:p@h/d", "the password of the database"),
    ],
)
def test_a_settings_file_with_a_password_is_its_owners_only(tmp_path, mode, text, wrong):
    from pbem.config.load import load

    file = tmp_path / "config.yaml"
    file.write_text(text)
    file.chmod(mode)
    finding = local.settings_file(load(file)[0], file)

    assert (finding.verdict is Verdict.BAD) == (wrong is not None)
    assert wrong is None or wrong in finding.what


@pytest.mark.parametrize(("mode", "wrong"), [(0o700, 0), (0o750, 1), (0o705, 1)])
def test_filed_mails_are_their_owners_only(tmp_path, mode, wrong):
    (tmp_path / "outgoing").mkdir()
    (tmp_path / "outgoing").chmod(mode)
    settings = Settings(outgoing=tmp_path / "outgoing")
    used = {"smarthost": {"host": "h"}}

    assert len(said(local.outgoing(settings))) == wrong
    assert said(local.outgoing(Settings(outgoing=tmp_path / "none"))) == []
    assert said(local.outgoing(Settings(outgoing=tmp_path / "outgoing", **used))) == []


def test_a_mailbox_that_does_not_open_is_named():
    with running_dovecot() as dovecot:
        box = {"host": dovecot.host, "port": dovecot.imap_port, "tls": False, "user": dovecot.user}
        right = Mailbox(**box, password=dovecot.password)
        wrong = Mailbox(**box, password="open-parsley")
        closed = Mailbox(**box | {"port": free_port()}, password="x")
        found = [
            *delivery.receivers(Settings(doors=(), imap=right), now),
            *delivery.receivers(Settings(doors=(), imap=wrong), now),
            *delivery.receivers(Settings(doors=(), imap=closed), now),
        ]

    assert [one.verdict for one in found] == [Verdict.GOOD, Verdict.BAD, Verdict.BAD]
    assert "opens; 0 in INBOX" in found[0].what
    assert "open-parsley" not in found[1].what + found[1].advice


@LONG
def test_a_mail_to_ourselves_comes_back_through_a_real_mail_server(tmp_path):
    port = free_port()
    with running_postfix(port, "ohhell.localhost") as postfix:
        (tmp_path / "config.yaml").write_text(
            f"doors: [{{protocol: lmtp, port: {port}}}]\n"
            f"smarthost: {{host: {postfix.host}, port: {postfix.smtp_port}, tls: none}}\n"
            "tick: 0.2\n"
        )
        with running_names({}) as (host, name_port), serving(tmp_path):
            done = pbem(tmp_path, "doctor", "--name-server", f"{host}:{name_port}")

    assert "good  a mail to ourselves came back, to an address with a code" in done.stdout
    assert "good  a server is at work" in done.stdout
    assert f"good  the smarthost {HOST}:{postfix.smtp_port} takes mail" in done.stdout
    assert "look  mails leave without a DKIM signature" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_a_mail_that_does_not_come_back_is_told_with_the_reason_to_look_for(tmp_path):
    with running_postfix(free_port(), "ohhell.localhost") as postfix:
        (tmp_path / "config.yaml").write_text(
            f"smarthost: {{host: {postfix.host}, port: {postfix.smtp_port}, tls: none}}\n"
        )
        done = pbem(tmp_path, "doctor", "--wait", "1")

    assert "bad   a mail to ourselves left, but has not come back" in done.stdout
    assert "does mail to an address with + reach it?" in done.stdout
    assert done.returncode == 1
    assert done.stderr.startswith("pbem: 1 thing is wrong")
