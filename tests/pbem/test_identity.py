"""Who wrote a mail: the table of what may be done, From, and the word of our own mail server."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.inbound.trust import Code, Deed, Sender, deed
from pbem.mail.authentication import Dmarc, dmarc, read_results
from pbem.mail.mail import read_mail
from tests.effort import of_each
from tests.steps import steps

PASS, FAIL, UNKNOWN = Dmarc

DEEDS = """
code     sender    dmarc    open  deed
open     player    pass     1     act
open     player    unknown  1     act
open     player    unknown  3     act
open     player    fail     1     hold
closed   player    pass     1     act
closed   player    unknown  0     act
closed   player    fail     1     hold
renewed  player    pass     1     act low
renewed  player    unknown  0     act low
renewed  player    fail     1     drop
renewed  stranger  pass     1     drop
several  player    pass     2     ask which
several  player    unknown  2     ask which
several  player    fail     2     drop
nothing  player    pass     1     act low
nothing  player    pass     0     drop
nothing  player    pass     2     drop
nothing  player    unknown  1     drop
nothing  player    fail     1     drop
open     stranger  pass     1     hold
open     stranger  unknown  1     hold
open     stranger  fail     1     drop
closed   stranger  pass     1     hold
several  stranger  pass     1     drop
nothing  stranger  pass     1     drop
"""


@of_each("row", [line.split(maxsplit=4) for line in DEEDS.strip().splitlines()[1:]])
def test_what_may_be_done_with_a_mail(row):
    code, sender, verdict, questions, what = row

    assert deed(Code(code), Sender(sender), Dmarc(verdict), int(questions)) is Deed(what)


@of_each("row", [*itertools.product(Code, Dmarc, range(3))])
@of_each("sender", [Sender.NOBODY, Sender.OURS, Sender.OTHER])
def test_nobody_our_own_and_other_players_are_never_acted_on(sender, row):
    code, verdict, questions = row

    assert deed(code, sender, verdict, questions) is Deed.DROP


@pytest.mark.parametrize(("said", "verdict"), [("KARDS", PASS), ("\u212aards", UNKNOWN)])
def test_our_mail_server_speaks_for_no_domain_that_only_looks_like_it(said, verdict):
    results = ((f"mx.cards.example; dmarc=pass header.from={said}.example",),)

    assert dmarc(results, "mx.cards.example", "kards.example") is verdict


@of_each(
    ("headers", "sender"),
    [
        ("From: anna@club.example", "anna@club.example"),
        ("From: Anna <Anna@Club.Example>", "anna@club.example"),
        ("from: Anna\n <anna@club.example>", "anna@club.example"),
        ('From: "Anna, of the club" <anna@club.example>', "anna@club.example"),
        ("From: =?utf-8?q?Chlo=C3=A9?= <anna@club.example>", "anna@club.example"),
        ("From: <anna@club.example>", "anna@club.example"),
        ("From: Karl <KARL@Kards.example>", "karl@kards.example"),
        # The sign for Kelvin, which Unicode makes a k of: another domain, and another person.
        ("From: Karl <\u212aarl@\u212aards.example>", "\u212aarl@\u212aards.example"),
        ("From: Karl <\u212aarl@kards.example>", "\u212aarl@kards.example"),
        ("From: anna@club.example <anna@club.example>", "anna@club.example"),
        ("From: 'anna@club.example' <anna@club.example>", "anna@club.example"),
        ('From: "Anna@Club.example" <anna@club.example>', "anna@club.example"),
        ("From: anna+cards@club.example", "anna+cards@club.example"),
        ("From: alice@good.org <evil@bad.org>", None),
        ('From: "alice@good.org" <evil@bad.org>', None),
        ("From: alice@good.org)evil@bad.org", None),
        ("From: alice@good.org, evil@bad.org", None),
        ("From: <alice@good.org> <evil@bad.org>", None),
        ("From: <alice@good.org>, <evil@bad.org>", None),
        ("From: <alice@good.org>evil@bad.org", None),
        ("From: alice@good.org(evil@bad.org)", None),
        ("From: evil@bad.org (alice@good.org)", None),
        ("From: alice@good.org@bad.org", None),
        ("From: alice@good.org\nFrom: evil@bad.org", None),
        ("From: alice@good.org\nFROM: alice@good.org", None),
        ("From: alice@good.org\x00 <evil@bad.org>", None),
        ("From: alice\x00 <evil@bad.org>", None),
        ("From: group: alice@good.org;", None),
        ('From: "alice <alice@good.org>" <evil@bad.org>', None),
        ("From: Alice", None),
        ("From:", None),
        ("Sender: alice@good.org\nReply-To: alice@good.org", None),
    ],
)
def test_exactly_one_plain_address_is_a_sender(headers, sender):
    assert read_mail(f"{headers}\nTo: x@y\n\nQH".encode()).sender == sender


GOOGLE = (
    "mx.google.com;\n       dkim=pass header.i=@good.org header.s=2018 header.b=lhk5qU4z;\n"
    "       spf=pass (google.com: domain of a@good.org designates 192.0.2.4 as permitted sender)"
    ' smtp.mailfrom="prvs=1=a@good.org";\n       dmarc=pass (p=NONE sp=NONE dis=NONE)'
    " header.from=good.org"
)
EXCHANGE = (
    "spf=pass (sender IP is 192.0.2.3)\n smtp.mailfrom=good.org; our.onmicrosoft.example;"
    " dkim=pass (signature was\n verified) header.d=good.org;our.onmicrosoft.example; dmarc=pass\n"
    " action=none header.from=good.org;compauth=pass reason=100"
)
LINKED_IN = (
    'mail516.prod.example; iprev=pass policy.iprev="192.0.2.10"; spf=neutral smtp.mailfrom=""'
    ' smtp.helo="mail02.server.example"; dkim=none (message not signed) header.d=none; tls=pass'
    ' (verified) key.length="256" cert.client="OU=Domain Control Validated,CN=*.server.example"'
    ' cert.clientissuer="C=GB,CN=COMODO RSA; Secure"; dmarc=fail (p=none; dis=none)'
    " header.from=good.org"
)
YAHOO_2012 = (
    "\t\tmta1354.mail.example from=good.org; domainkeys=pass (ok); from=good.org; dkim=pass (ok)"
)
HOTMAIL = (
    "hotmail.com; spf=pass (sender IP is\n 192.0.2.7; identity alignment result is pass and\n"
    " alignment mode is relaxed) smtp.mailfrom=noreply@good.org; dkim=pass (testing mode)"
    " header.d=good.org;\n x-hmca=pass header.id=notifications@good.org"
)
MICHIGAN = (
    "authn-relay.mail.example; \n        iprev=permerror policy.iprev=192.0.2.2 (unknown);\n"
    "        auth=pass smtp.auth=anna"
)
GMX = (
    "gmx.net; dkim=pass header.i=@good.org header.s=20251104; spf=pass smtp.mailfrom=a@good.org;"
    " dmarc=pass header.from=good.org policy.dmarc=none; iprev=pass policy.iprev=192.0.2.47"
)
EMPTY = "mx.example; x-ptr=fail x-ptr-helo=bad.example x-ptr-lookup=; spf=none smtp.mailfrom=;"


@pytest.mark.parametrize(
    ("value", "server", "methods"),
    [
        (GOOGLE, "mx.google.com", "dkim=pass spf=pass dmarc=pass"),
        (EXCHANGE, "", "spf=pass dkim=pass dmarc=pass compauth=pass"),
        (LINKED_IN, "mail516.prod.example", "iprev=pass spf=neutral dkim=none tls=pass dmarc=fail"),
        (YAHOO_2012, "mta1354.mail.example", "domainkeys=pass dkim=pass"),
        (HOTMAIL, "hotmail.com", "spf=pass dkim=pass x-hmca=pass"),
        (MICHIGAN, "authn-relay.mail.example", "iprev=permerror auth=pass"),
        (GMX, "gmx.net", "dkim=pass spf=pass dmarc=pass iprev=pass"),
        (EMPTY, "mx.example", "x-ptr=fail spf=none"),
        # RFC 8601, appendix B: no results, a version, a comment in every place, a quoted reason.
        ("example.org 1; none", "example.org", ""),
        ("foo.example.net (foobar) 1 (baz); dkim (Because I like it) / 1 (One yay) = (wait) fail"
         " policy (A dot can go here) . (like that) expired (this surprised me) = (as I wanted it)"
         " 1362471462", "foo.example.net", "dkim=fail"),
        ('example.com; dkim=pass reason="good; signature" header.i=@mail.example',
         "example.com", "dkim=pass"),
        ('"mx.example" 1; spf=pass', "mx.example", "spf=pass"),
        ("mx.example;spf=pass(no blank)smtp.mailfrom=a@b;;DMARC=Pass", "mx.example",
         "spf=pass dmarc=pass"),
        ("mx.example; dkim/1=pass header.d=x", "mx.example", "dkim=pass"),
        ("", "", ""),
        ("; ; =; = pass", "", ""),
    ],
)  # fmt: skip
def test_a_real_header_is_read(value, server, methods):
    results = read_results(value)

    assert results.server == server
    assert " ".join(f"{one.method}={one.found}" for one in results.results) == methods
    assert results.whole


OURS = "mx.ours.example"
GOOD = f"{OURS}; spf=pass smtp.mailfrom=good.org; dmarc=pass (p=none) header.from=good.org"
BAD = f"{OURS}; spf=pass smtp.mailfrom=bad.org; dmarc=fail (p=none) header.from=good.org"


@of_each(
    ("headers", "verdict"),
    [
        ([GOOD], PASS),
        ([BAD], FAIL),
        ([GOOD.upper()], PASS),
        ([f"{OURS} 1; dmarc=pass header.from=good.org."], PASS),
        ([f"{OURS}; dmarc=pass header.from=anna@good.org"], PASS),
        ([], UNKNOWN),
        (["mx.other.example; dmarc=pass header.from=good.org"], UNKNOWN),
        (["dmarc=pass header.from=good.org"], UNKNOWN),
        ([f"{OURS}; spf=pass smtp.mailfrom=good.org"], UNKNOWN),
        ([f"{OURS}; dmarc=none header.from=good.org"], UNKNOWN),
        ([f"{OURS}; dmarc=bestguesspass header.from=good.org"], UNKNOWN),
        ([f"{OURS}; dmarc=temperror header.from=good.org"], UNKNOWN),
        ([f"{OURS}; dmarc=pass header.from=bad.org"], UNKNOWN),
        ([f"{OURS}; dmarc=pass"], UNKNOWN),
        # Forged ones, below what our server has written on top.
        ([BAD, GOOD], FAIL),
        ([BAD, "Received: x", GOOD], FAIL),
        ([f"{OURS}; dmarc=none", GOOD], UNKNOWN),
        ([f"{OURS}; spf=pass", GOOD], UNKNOWN),
        ([f"{OURS}; spf=pass", "Received: x", GOOD], UNKNOWN),
        (["mx.other.example; dmarc=fail header.from=good.org", GOOD], PASS),
        (["Received: x", GOOD, "Received: y", BAD], PASS),
        # Two headers of our server side by side: either may say no.
        ([GOOD, BAD], FAIL),
        ([f"{OURS}; dkim=pass", BAD], FAIL),
        # What a sender slips into a value.
        ([f'{OURS}; spf=pass smtp.mailfrom="a; dmarc=pass header.from=good.org"'], UNKNOWN),
        ([f"{OURS}; spf=pass (a; dmarc=pass header.from=good.org)"], UNKNOWN),
        ([f"{OURS}; spf=fail smtp.mailfrom=a; dmarc=pass header.from=good.org; dmarc=fail"], FAIL),
        ([f"{OURS}; dmarc=pass header.from=good.org header.from=bad.org"], UNKNOWN),
        ([f'{OURS}; dmarc=pass header.from=good.org; spf=pass smtp.mailfrom="a'], UNKNOWN),
        ([f"{OURS}; spf=fail smtp.mailfrom=(a@b; dmarc=fail header.from=good.org"], FAIL),
        ([f'{OURS}; spf=fail smtp.mailfrom="a@b; dmarc = fail header.from=good.org'], FAIL),
    ],
)
def test_what_our_server_says_of_a_sender(headers, verdict):
    lines = (h if h.startswith("Received") else f"Authentication-Results: {h}" for h in headers)
    mail = read_mail("\n".join([*lines, "From: anna@good.org", "", "QH"]).encode())

    assert dmarc(mail.results, OURS, "good.org") is verdict
    assert dmarc(mail.results, None, "good.org") is UNKNOWN


@given(st.text(alphabet='mx.;=()\\" dmarcpsfil\n\x00é', max_size=200))
def test_no_header_is_too_odd_to_be_read(noise):
    read_results(noise)

    assert dmarc([[f"{OURS}; {noise}"]], OURS, "good.org") is not PASS


@pytest.mark.parametrize(
    "unit", [" ", "(", '"', ";", "=", " = ", "/1", "/ 1 ", "a=b; ", "dmarc ", "\\"]
)
def test_a_long_header_is_read_in_few_steps(unit):
    long = f"Authentication-Results: {OURS}; {unit * (60_000 // len(unit))}\n"
    mail = read_mail(f"{long}From: a@good.org\n\nQH".encode())

    assert dmarc(mail.results, OURS, "good.org") is UNKNOWN
    assert steps(lambda: dmarc(mail.results, OURS, "good.org")) < 250_000
