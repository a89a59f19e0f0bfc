"""Where a domain says its mailboxes are: DNS and HTTPS servers on loopback."""

import pytest

from pbem.doctor.discovery import (
    Published,
    by_autoconfig,
    by_srv,
    fetched,
    find,
    hosted_by,
    read_autoconfig,
)
from pbem.doctor.dns import lookup
from pbem.doctor.providers import LoginWith, MailHost
from tests.servers.authority import own_authority
from tests.servers.names import running_names
from tests.servers.web import running_web

ME = "table@cards.example"
NOTHING = Published(None, None)


def srv(**records):
    """What a name server says of some services of cards.example."""
    return {(f"_{name}._tcp.cards.example", "SRV"): told for name, told in records.items()}


SRV = [
    (
        srv(imaps=["0 1 993 imap.cards.example."], submissions=["0 1 465 smtp.cards.example."]),
        (MailHost("imap.cards.example", 993, "tls"), MailHost("smtp.cards.example", 465, "tls")),
    ),
    (
        srv(imap=["0 1 143 mail.cards.example."], submission=["0 1 587 Mail.Cards.Example."]),
        (
            MailHost("mail.cards.example", 143, "starttls"),
            MailHost("mail.cards.example", 587, "starttls"),
        ),
    ),
    (
        srv(imaps=["0 1 993 a.cards.example."], imap=["0 1 143 b.cards.example."]),
        (MailHost("a.cards.example", 993, "tls"), None),
    ),
    (
        # The least priority counts, and of those alike the greatest weight (RFC 2782).
        srv(
            imaps=["5 9 993 c.cards.example.", "1 1 993 a.cards.example.", "1 5 1 b.cards.example."]
        ),
        (MailHost("b.cards.example", 1, "tls"), None),
    ),
    (
        # A target of a dot alone: there is no such service (RFC 6186 3.4).
        srv(imaps=["0 0 0 ."], imap=["0 1 143 b.cards.example."], submissions=["0 0 0 ."]),
        (MailHost("b.cards.example", 143, "starttls"), None),
    ),
    (srv(imaps=["0 0 0 ."], imap=["0 0 0 ."]), (None, None)),
    ({}, (None, None)),
]


@pytest.mark.parametrize(("records", "told"), SRV)
def test_records_of_services_tell_where_mail_is(records, told):
    with running_names(records) as server:
        found = by_srv("cards.example", lookup(server))

    assert (found.imap, found.smtp) == told
    assert not found.vouched


@pytest.mark.parametrize(
    ("servers", "provider"),
    [
        (["1 smtp.google.com."], "Google Workspace"),
        (["5 alt1.aspmx.l.google.com.", "1 ASPMX.L.Google.com."], "Google Workspace"),
        (["0 cards-example.mail.protection.outlook.com."], "Microsoft 365"),
        (["10 in1-smtp.messagingengine.com."], "Fastmail"),
        (["10 mx.zoho.com."], "Zoho Mail (a domain of your own)"),
        # The most wanted server says who reads the mail; a second may only keep it meanwhile.
        (["10 mx.cards.example.", "20 aspmx.l.google.com."], None),
        (["10 notgoogle.com."], None),
        (["10 google.com.cards.example."], None),
        (["0 ."], None),
        ([], None),
    ],
)
def test_a_hosted_domain_is_its_providers(servers, provider):
    with running_names({("cards.example", "MX"): servers} if servers else {}) as server:
        found = hosted_by("cards.example", lookup(server))

    assert (found.name if found else None) == provider


def test_where_no_name_server_answers_nobody_hosts_a_domain():
    assert hosted_by("cards.example", lookup(("127.0.0.1", 1), 0.2)) is None


FILE = """\
<?xml version="1.0"?>
<clientConfig version="1.1"><emailProvider id="cards.example">
<incomingServer type="pop3"><hostname>pop.cards.example</hostname><port>995</port>
 <socketType>SSL</socketType><username>%EMAILADDRESS%</username>
 <authentication>password-cleartext</authentication></incomingServer>
<incomingServer type="imap"><hostname>IMAP.{domain}</hostname><port>{port}</port>
 <socketType>{tls}</socketType><username>{user}</username>
 <authentication>{method}</authentication></incomingServer>
<outgoingServer type="smtp"><hostname>smtp.%EMAILDOMAIN%</hostname><port>587</port>
 <socketType>STARTTLS</socketType><username>{user}</username>
 <authentication>{method}</authentication></outgoingServer>
</emailProvider></clientConfig>
"""
USUAL = {
    "domain": "cards.example",
    "port": 993,
    "tls": "SSL",
    "user": "%EMAILADDRESS%",
    "method": "password-cleartext",
}
BOMB = (
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    '<clientConfig version="1.1"><emailProvider id="&b;"/></clientConfig>'
)
OUTSIDE = (
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    "<clientConfig><emailProvider>&a;</emailProvider></clientConfig>"
)


def file(**changes):
    return FILE.format(**USUAL | changes).encode()


SAID = Published(
    MailHost("imap.cards.example", 993, "tls"),
    MailHost("smtp.cards.example", 587, "starttls"),
    ME,
    vouched=True,
)


def test_a_file_of_mail_programs_is_read():
    assert read_autoconfig(file(), ME) == SAID
    assert read_autoconfig(file(user="%EMAILLOCALPART%"), ME).user == "table"
    assert read_autoconfig(file(user="cards-17"), ME).user == "cards-17"
    assert read_autoconfig(file(method="OAuth2"), ME).login is LoginWith.OAUTH
    assert read_autoconfig(file(tls="STARTTLS", port=143), ME).imap.tls == "starttls"


def test_a_password_comes_before_oauth_alone():
    both = file(method="OAuth2</authentication><authentication>password-cleartext")

    assert read_autoconfig(both, ME) == SAID


@pytest.mark.parametrize(
    "changes",
    [{"tls": "plain"}, {"port": "many"}, {"port": 0}, {"port": 70_000}, {"domain": "x/y?z "}],
)
def test_a_way_that_is_not_private_or_makes_no_sense_is_left_out(changes):
    assert read_autoconfig(file(**changes), ME).imap is None


@pytest.mark.parametrize(
    "raw", [b"", b"<html><body>Welcome</body></html>", b"\xff\xfe", BOMB.encode(), OUTSIDE.encode()]
)
def test_what_is_no_such_file_says_nothing(raw):
    assert not read_autoconfig(raw, ME)


@pytest.fixture(name="web")
def _web(monkeypatch):
    """Serves pages in a web where everybody believes our authority."""
    with own_authority("autoconfig.cards.example", "cards.example") as authority:
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.authority))

        def serve(pages):
            return running_web(pages, authority)

        yield serve


FIRST = "autoconfig.cards.example/mail/config-v1.1.xml"
SECOND = "cards.example/.well-known/autoconfig/mail/config-v1.1.xml"


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ({FIRST: file()}, SAID),
        ({SECOND: file()}, SAID),
        ({FIRST: b"<html/>", SECOND: file()}, SAID),
        ({FIRST: f"https://{SECOND}", SECOND: file()}, SAID),
        ({FIRST: f"http://{SECOND}", SECOND: b""}, NOTHING),
        ({FIRST: file() + b" " * 200_000}, NOTHING),
        ({}, NOTHING),
    ],
    ids=["first", "second", "no such file", "sent on", "sent on without TLS", "too big", "none"],
)
def test_the_file_is_fetched_by_https_alone(web, monkeypatch, pages, said):
    with web(pages) as proxy:
        monkeypatch.setenv("https_proxy", proxy)
        assert by_autoconfig(ME) == said


def test_a_server_that_nobody_vouches_for_is_not_believed(web, monkeypatch):
    with web({"elsewhere.example/": file()}) as proxy:
        monkeypatch.setenv("https_proxy", proxy)
        assert fetched("https://elsewhere.example/") is None


def test_records_come_before_the_file_and_the_file_where_there_are_none(web, monkeypatch):
    with web({FIRST: file()}) as proxy:
        monkeypatch.setenv("https_proxy", proxy)
        with running_names(srv(imaps=["0 1 993 a.cards.example."])) as server:
            assert find(ME, lookup(server)).imap.host == "a.cards.example"
        with running_names({}) as server:
            assert find(ME, lookup(server)) == SAID
        assert find(ME, lookup(("127.0.0.1", 1), 0.2)) == SAID
