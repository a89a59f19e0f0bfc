"""What is known of large providers: rows of the right shape, each found by its domains."""

from datetime import date
from urllib.parse import urlsplit

import pytest

from pbem.doctor.providers import LoginWith, MailHost, UserName, provider_of, providers

ROWS = [pytest.param(row, id=row.name) for row in providers()]


def test_there_are_some_twenty_five_and_no_domain_is_of_two():
    domains = [domain for row in providers() for domain in row.domains]

    assert len(providers()) >= 25
    assert all(row.domains or row.mx for row in providers())
    assert len(domains) == len(set(domains))
    assert len({row.name for row in providers()}) == len(providers())


@pytest.mark.parametrize("row", ROWS)
def test_each_domain_finds_its_row_however_it_is_written(row):
    for domain in row.domains:
        assert provider_of(domain) is row
        assert provider_of(domain.upper()) is row


def test_any_other_domain_finds_none():
    assert [provider_of(one) for one in ("cards.example", "mail.gmail.com", "")] == [None] * 3


@pytest.mark.parametrize("row", ROWS)
def test_every_row_has_sources_and_a_day(row):
    assert row.source
    assert all(urlsplit(one).scheme == "https" and urlsplit(one).netloc for one in row.source)
    assert date(2026, 1, 1) < row.seen < date(2100, 1, 1)


@pytest.mark.parametrize("row", ROWS)
def test_a_way_in_and_out_is_told_and_kept_private(row):
    if row.login is LoginWith.NONE:
        assert row.imap is None
        assert row.smtp is None
        return
    assert (row.imap.port, row.imap.tls) in [(993, "tls"), (143, "starttls")]
    assert (row.smtp.port, row.smtp.tls) in [(465, "tls"), (587, "starttls")]
    assert isinstance(row.imap, MailHost)
    if row.login is LoginWith.APP_PASSWORD:
        assert row.app_password
    if row.an_hour and row.a_day:
        assert row.an_hour <= row.a_day


def test_an_account_is_named_by_its_address_or_what_is_before_the_at():
    names = [one.of("table@web.de") for one in (UserName.ADDRESS, UserName.LOCAL)]

    assert names == ["table@web.de", "table"]
