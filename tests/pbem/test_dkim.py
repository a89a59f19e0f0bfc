"""Mails that are signed here: by which key, what its record says, and that others can check it."""

import asyncio
import subprocess
from contextlib import asynccontextmanager

import dkim
import pytest
from aiosmtpd.smtp import SMTP

from pbem.config.dkim import Dkim
from pbem.config.settings import Settings, Smarthost
from pbem.doctor import dns
from pbem.doctor.finding import Verdict
from pbem.outbox.carriers import NotSent
from pbem.outbox.dkim import KeyFault, make_key, read_key, signed, signing
from pbem.outbox.faults import Fault
from pbem.outbox.way_out import carrier_of
from pbem.server.clock import now
from tests.pbem.test_cli import pbem
from tests.servers import free_port, need
from tests.servers.names import running_names
from tests.servers.postfix import running_postfix
from tests.servers.test_servers import Sink

DOMAIN = "cards.org"
MAIL = (
    b'From: "Lindy (Oh Hell!)" <table@cards.org>\r\nTo: Anna <anna@club.example>\r\n'
    b"Reply-To: table+q7@cards.org\r\nSubject: [Lindy 5/19] your bid\r\n"
    b"Date: Mon, 23 Nov 2026 19:00:00 +0000\r\nMessage-ID: <1.x@cards.org>\r\n"
    b"List-Id: <lindy.cards.org>\r\nList-Unsubscribe: <mailto:table+q7@cards.org?subject=leave>\r\n"
    b"Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: text/plain; charset="utf-8"\r\n'
    b"Content-Transfer-Encoding: quoted-printable\r\n\r\nHow many tricks, Zo=C3=AB?\r\n.\r\n"
)
KINDS = ("rsa", "ed25519")


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """A key of each kind, in one folder."""
    folder = tmp_path_factory.mktemp("keys") / "dkim"
    return folder, {kind: make_key(folder, f"of-{kind}", kind) for kind in KINDS}


def records(*some):
    """The records of keys, as name servers give them: in strings of 255."""
    lines = (key.zone_line(DOMAIN).partition(". IN TXT ") for key in some)
    return {(name, "TXT"): [strings] for name, _, strings in lines}


def said(findings):
    return [(one.verdict, one.what) for one in findings]


@pytest.mark.parametrize("kind", KINDS)
def test_a_signature_holds_by_the_record_that_is_told(keys, kind):
    key = keys[1][kind]
    raw = signed(MAIL, DOMAIN, [key])

    with running_names(records(key)) as server:
        found = said(dns.signatures(raw, dns.lookup(server)))

    where = f"of-{kind}._domainkey.cards.org"
    assert found == [
        (Verdict.GOOD, f"mails are signed, and the signature holds by {where}"),
    ]
    assert raw.endswith(MAIL)


def opendkim(folder, raw, *some):
    """Whether OpenDKIM finds that the signature of a mail holds, by these public keys."""
    public = folder / "public"
    names = (f"{key.selector}._domainkey.{DOMAIN}" for key in some)
    lines = (f"{name} {key.record}\n" for name, key in zip(names, some, strict=True))
    public.write_text("".join(lines))
    conf = folder / "opendkim.conf"
    conf.write_text(f"TestPublicKeys {public}\nMode v\n")
    mail = folder / "mail"
    mail.write_bytes(raw)
    command = [need("opendkim"), "-x", conf, "-vv", "-t", mail]
    # It ends with 0 whatever it found.
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    told = done.stdout + done.stderr
    assert "verification (s=" in told
    return "succeeded" in told


@pytest.mark.parametrize("kind", KINDS)
def test_after_postfix_a_signature_holds_for_the_library_and_for_opendkim(keys, kind, tmp_path):
    folder, made = keys
    key = made[kind]
    with (
        Sink(SMTP, "250 OK") as sink,
        running_postfix(free_port(), "x.example", sink.port) as relay,
    ):
        settings = Settings(
            mailbox=f"table@{DOMAIN}",
            smarthost=Smarthost(host=relay.host, port=relay.smtp_port, tls="none"),
            dkim=Dkim(selectors=(key.selector,), folder=folder),
        )
        asyncio.run(sent(carrier_of(settings, now)))
        raw = sink.arrived.get(timeout=20).original_content

    assert raw.index(b"Received:") < raw.index(b"DKIM-Signature:")
    with running_names(records(key)) as server:
        assert [verdict for verdict, _ in said(dns.signatures(raw, dns.lookup(server)))] == [
            Verdict.GOOD
        ]
    assert opendkim(tmp_path, raw, key)
    assert not opendkim(tmp_path, raw.replace(b"How many", b"How few"), key)


def test_two_keys_sign_one_mail_each(keys):
    both = [keys[1][kind] for kind in KINDS]
    with running_names(records(*both)) as server:
        found = said(dns.signatures(signed(MAIL, DOMAIN, both), dns.lookup(server)))

    assert [verdict for verdict, _ in found] == [Verdict.GOOD] * 2


def test_who_asks_for_what_must_not_be_changed_on_the_way_is_signed(keys):
    head = dkim.DKIM(signed(MAIL, DOMAIN, [keys[1]["rsa"]]))
    [signature] = [value for name, value in head.headers if name.lower() == b"dkim-signature"]
    over = signature.partition(b"h=")[2].partition(b";")[0].lower()

    for name in (b"from", b"reply-to", b"subject", b"date", b"list-unsubscribe", b"list-id"):
        assert name in over


@pytest.mark.parametrize(
    ("changed", "published", "what"),
    [
        (lambda raw: raw.replace(b"How many", b"How few"), "rsa", "does not hold by"),
        (lambda raw: raw.replace(b"your bid", b"your card"), "rsa", "does not hold by"),
        (lambda raw: raw, "", "is not published"),
        (lambda raw: raw[raw.index(b"From:") :], "rsa", "without a DKIM signature"),
    ],
)
def test_what_is_wrong_with_a_signature_is_told(keys, changed, published, what):
    key = keys[1]["rsa"]
    raw = changed(signed(MAIL, DOMAIN, [key]))

    with running_names(records(key) if published else {}) as server:
        [(verdict, told)] = said(dns.signatures(raw, dns.lookup(server)))

    assert verdict is not Verdict.GOOD
    assert what in told


def test_fast_signatures_are_those_of_the_library(keys):
    """RSA is signed by another library than the one that signs mails: the very same bytes."""
    from dkim.crypto import RSASSA_PKCS1_v1_5_sign as slow
    from dkim.crypto import parse_pem_private_key

    signed(MAIL, DOMAIN, [keys[1]["rsa"]])
    hashed = dkim.HashThrough(dkim.HASH_ALGORITHMS[b"rsa-sha256"]())
    hashed.update(MAIL)
    key = parse_pem_private_key(keys[1]["rsa"].private)

    assert dkim.RSASSA_PKCS1_v1_5_sign is not slow
    assert dkim.RSASSA_PKCS1_v1_5_sign(hashed, key) == slow(hashed, key)


class TestKeys:
    def test_are_their_owners_only(self, keys):
        folder, _ = keys
        assert folder.stat().st_mode & 0o077 == 0
        assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}

    def test_are_never_written_over(self, keys):
        folder, made = keys
        with pytest.raises(KeyFault, match="already"):
            make_key(folder, "of-rsa", "ed25519")
        assert read_key(folder, "of-rsa") == made["rsa"]

    def test_rsa_has_2048_bits(self, keys):
        key = dkim.crypto.parse_pem_private_key(keys[1]["rsa"].private)
        assert key["modulus"].bit_length() == 2048

    @pytest.mark.parametrize("text", ["", "no key", "-----BEGIN PRIVATE KEY-----\nxx\n"])
    def test_that_are_none_are_named(self, tmp_path, text):
        (tmp_path / "broken.pem").write_text(text)
        with pytest.raises(KeyFault, match=r"broken\.pem holds no private key"):
            read_key(tmp_path, "broken")


async def sent(carrier):
    """Let a carrier hand the mail on."""
    async with carrier() as way:
        await way("table@cards.org", "anna@club.example", MAIL)


def handed_on(settings):
    """What comes out of a carrier that signs, or why nothing does."""
    taken = []

    @asynccontextmanager
    async def carrier():
        async def send(_mail_from, _rcpt, raw):
            taken.append(raw)

        yield send

    asyncio.run(sent(signing(carrier, settings, DOMAIN)))
    return taken


def test_the_server_signs_with_the_keys_of_its_settings(keys):
    folder, _ = keys
    [raw] = handed_on(Dkim(selectors=("of-rsa",), folder=folder))

    assert raw.startswith(b"DKIM-Signature: v=1; a=rsa-sha256;")
    assert b"d=cards.org" in raw
    assert raw.endswith(MAIL)


def test_nothing_leaves_unsigned_and_all_of_it_waits(tmp_path):
    with pytest.raises(NotSent) as problem:
        handed_on(Dkim(selectors=("gone",), folder=tmp_path))

    assert problem.value.fault is Fault.POST
    assert "gone.pem" in str(problem.value)


def test_keys_turn_over_by_the_words_of_the_command_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "config.yaml"
    settings.write_text("mailbox: table@cards.org\ndkim: {selectors: [old]}\n")
    old = make_key(tmp_path / "dkim", "old", "rsa")

    told = pbem(tmp_path, "dkim", "new", "fresh").stdout
    new = read_key(tmp_path / "dkim", "fresh")
    assert f"Publish this TXT record at fresh._domainkey.cards.org:\n\n{new.record}\n" in told
    assert new.zone_line(DOMAIN) in told
    assert "  selectors: [fresh]" in told
    assert "Leave the record of old" in told

    with running_names(records(old)) as (host, port):
        shown = pbem(tmp_path, "dkim", "show", "--name-server", f"{host}:{port}").stdout
        assert "old: signs; the key old._domainkey.cards.org is published" in shown
        assert "fresh: signs nothing; the key fresh._domainkey.cards.org is not published" in shown
    with running_names({("old._domainkey.cards.org", "TXT"): [f'"v=DKIM1; p={"A" * 40}"']}) as at:
        shown = pbem(tmp_path, "dkim", "show", "--name-server", f"{at[0]}:{at[1]}").stdout
        assert "another key than ours is published at old._domainkey.cards.org" in shown
