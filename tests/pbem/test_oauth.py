"""Tokens of a provider: had by a person's login, renewed in time, kept safe, and missed aright."""

import stat
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest

from pbem.config.load import checked
from pbem.config.oauth import OAuth
from pbem.config.settings import ConfigError, Settings
from pbem.oauth.access import Access, access_to, all_access
from pbem.oauth.grants import GrantFile
from pbem.oauth.server import AuthorizationServer, LoginRefused
from pbem.oauth.troubles import LoginEnded, TokenServerDown
from tests.servers.tokens import SECRET, USER, running_tokens

BEGAN = datetime(2026, 11, 2, 12, tzinfo=UTC)


@pytest.fixture(name="tokens")
def _tokens():
    with running_tokens() as tokens:
        yield tokens


class Clock:
    def __init__(self):
        self.now = BEGAN

    def __call__(self):
        return self.now

    def pass_by(self, **time):
        self.now += timedelta(**time)


@pytest.fixture(name="clock")
def _clock():
    return Clock()


@pytest.fixture(name="access")
def _access(tokens, clock, tmp_path):
    """Access to an account into which somebody has just logged in."""
    access = Access(OAuth(**tokens.settings), USER, GrantFile(tmp_path / "x.db.logins"), clock)
    in_browser(access, tokens)
    return access


def in_browser(access, tokens):
    begun = access.server.begin_browser()
    access.log_in(access.server.end_browser(begun, tokens.browse(begun.url)))


def test_the_code_flow_ends_with_the_address_that_is_pasted(access, tokens):
    """RFC 7636: the token server looks whether the verifier belongs to the challenge."""
    assert access.token() in tokens.access
    assert not access.ended


def test_an_address_of_another_login_ends_none(tokens):
    server = AuthorizationServer(OAuth(**tokens.settings))
    one, other = server.begin_browser(), server.begin_browser()

    with pytest.raises(LoginRefused, match="does not end this login"):
        server.end_browser(one, tokens.browse(other.url))
    with pytest.raises(LoginRefused, match="does not end this login"):
        server.end_browser(one, "http://127.0.0.1:8400/")


@pytest.mark.parametrize("pasted", ["", "4/0AX4XfWh", "nonsense nonsense", "http://["])
def test_what_is_no_address_ends_no_login(tokens, pasted):
    server = AuthorizationServer(OAuth(**tokens.settings))

    with pytest.raises(LoginRefused, match="does not end this login"):
        server.end_browser(server.begin_browser(), pasted)


def test_a_person_who_declines_in_the_browser_is_told_so(tokens):
    server = AuthorizationServer(OAuth(**tokens.settings))
    begun = server.begin_browser()
    tokens.person = "no"

    with pytest.raises(LoginRefused, match="access_denied"):
        server.end_browser(begun, tokens.browse(begun.url))


def test_the_device_flow_waits_for_the_person(tokens):
    """RFC 8628 3.4: asked every five seconds, as the server says."""
    server = AuthorizationServer(OAuth(**tokens.settings))
    begun = server.begin_device()
    waited = []

    def wait(seconds):
        waited.append(seconds)
        tokens.person = "yes" if len(waited) == 3 else ""

    issued = server.end_device(begun, wait)

    assert (begun.url, begun.user_code) == ("https://provider.example/device", "WDJB")
    assert waited == [5, 5, 5]
    assert issued.access in tokens.access


def test_nothing_secret_stands_in_an_address(tokens):
    """The library would put the secret into the query, which servers write to their logs."""
    server = AuthorizationServer(OAuth(**tokens.settings))
    tokens.person = "yes"
    server.end_device(server.begin_device(), lambda _: None)

    assert [path for path, _ in tokens.asked] == ["/device", "/token"]
    assert all(said["client_secret"] == SECRET for _, said in tokens.asked)


@pytest.mark.parametrize(
    ("bad_days", "waited"),
    [
        # 3.5: five seconds more for good; RFC 8628 asks for twice as long after a time-out.
        (["slow_down", "slow_down"], [5, 10, 15]),
        (["down", "garbage"], [5, 10, 20]),
    ],
)
def test_the_device_flow_asks_less_often_when_it_should(tokens, bad_days, waited):
    server = AuthorizationServer(OAuth(**tokens.settings))
    begun, took = server.begin_device(), []
    tokens.person = "yes"

    def wait(seconds):
        tokens.day = bad_days[len(took)] if len(took) < len(bad_days) else "good"
        took.append(seconds)

    server.end_device(begun, wait)

    assert took == waited


@pytest.mark.parametrize(("person", "why"), [("no", "said no"), ("", "in time")])
def test_a_device_login_that_does_not_come_about_says_why(tokens, person, why):
    server = AuthorizationServer(OAuth(**tokens.settings))
    begun = server.begin_device()
    tokens.person = person

    with pytest.raises(LoginRefused, match=why):
        server.end_device(begun, lambda _: None)


def test_a_device_flow_that_the_provider_forbids_is_told(tokens):
    """Google answers `invalid_scope`, tenants of Microsoft whose policy blocks it another one."""
    tokens.day = "invalid_scope"

    with pytest.raises(LoginRefused, match="invalid_scope"):
        AuthorizationServer(OAuth(**tokens.settings)).begin_device()


def test_a_token_is_used_until_a_quarter_of_its_minute_is_left(access, tokens, clock):
    first = access.token()
    clock.pass_by(seconds=44)
    later = access.token()
    clock.pass_by(seconds=1)
    fresh = access.token()

    assert later == first
    assert fresh != first
    assert fresh in tokens.access
    assert tokens.grants() == 1


def test_a_token_of_an_hour_is_renewed_five_minutes_early(access, tokens, clock):
    tokens.life = "3600"
    clock.pass_by(minutes=1)
    first = access.token()
    clock.pass_by(minutes=54, seconds=59)
    later = access.token()
    clock.pass_by(seconds=1)

    assert later == first
    assert access.token() != first


@pytest.mark.parametrize("rotates", [True, False])
def test_a_new_refresh_token_replaces_the_old_one_and_none_leaves_it(
    access, tokens, clock, rotates
):
    """RFC 6749 6. Microsoft sends one each time, Google none."""
    tokens.rotates = rotates
    first = access.grant.refresh
    for _ in range(3):
        clock.pass_by(minutes=2)
        access.token()

    assert tokens.grants() == 3
    assert (access.grant.refresh != first) == rotates
    assert access.grant.refresh in tokens.refresh
    assert access.grant.granted_at == BEGAN


def test_a_grant_that_was_withdrawn_has_ended_and_is_not_asked_for_again(access, tokens, clock):
    tokens.withdraw()
    clock.pass_by(minutes=2)
    for _ in range(3):
        with pytest.raises(LoginEnded, match="it was withdrawn"):
            access.token()

    assert tokens.grants() == 1
    assert access.ended
    assert access.grant.ended_at == clock.now


def test_a_new_login_ends_the_end_without_a_restart(access, tokens, clock):
    tokens.withdraw()
    clock.pass_by(minutes=2)
    with pytest.raises(LoginEnded):
        access.token()
    elsewhere = Access(access.settings, USER, access.file, clock)  # `pbem login`
    in_browser(elsewhere, tokens)

    assert access.token() in tokens.access
    assert not access.ended


@pytest.mark.parametrize("day", ["down", "garbage", "temporarily_unavailable", "invalid_client"])
def test_a_token_server_in_trouble_is_an_outage_and_no_end(access, tokens, clock, day):
    """A token that is still good is used to its last second; a login is asked of nobody."""
    first = access.token()
    tokens.day = day
    clock.pass_by(seconds=50)
    assert access.token() == first
    clock.pass_by(seconds=10)
    with pytest.raises(TokenServerDown):
        access.token()
    assert not access.ended

    tokens.day = "good"
    assert access.token() in tokens.access


@pytest.mark.parametrize(
    "told",
    [
        [],
        None,
        "x",
        {},
        {"access_token": 7, "token_type": "Bearer"},
        {"access_token": "a\1b", "token_type": "Bearer"},
        {"access_token": "a b", "token_type": "Bearer"},
        {"access_token": "tökén", "token_type": "Bearer"},
        {"access_token": "abc", "token_type": "Bearer", "expires_in": "soon"},
        {"access_token": "abc", "token_type": "Bearer", "expires_in": [1]},
        {"access_token": "abc", "token_type": "Bearer", "refresh_token": {}},
    ],
)
def test_what_is_no_token_is_garbage(access, tokens, clock, told, monkeypatch):
    monkeypatch.setattr(tokens, "issue", lambda: told)
    clock.pass_by(minutes=2)

    with pytest.raises(TokenServerDown):
        access.token()
    assert not access.ended


def test_a_token_that_tells_no_life_is_taken_for_an_hour(access, tokens, clock):
    tokens.life = None
    clock.pass_by(minutes=2)
    access.token()

    assert access.grant.until == clock.now + timedelta(hours=1)


def test_a_token_that_a_mail_server_refuses_is_renewed_once(access, tokens, clock):
    """The provider may end it before its time; a mail server in trouble is not to blame on it."""
    tokens.life = 3600
    clock.pass_by(minutes=2)
    old = access.token()
    access.refused(old)
    assert access.token() == old  # it is as young as the next one would be

    clock.pass_by(minutes=6)
    access.refused(old)
    fresh = access.token()
    access.refused(old)

    assert fresh != old
    assert access.token() == fresh


def test_a_clock_that_was_put_back_makes_no_token_good(access, tokens, clock):
    clock.pass_by(hours=-3)
    first = access.grant.access

    assert access.token() != first


def test_nobody_else_reads_the_file_and_a_writer_that_fails_leaves_it(
    access, tokens, clock, monkeypatch
):
    file = access.file.file
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()

    def full(_file):
        raise OSError(28, "No space left on device")

    clock.pass_by(minutes=2)
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        access.token()

    assert file.read_bytes() == before


def test_what_is_written_is_on_the_disk_before_it_is_in_its_place(access, clock, monkeypatch):
    """A refresh token that a loss of power takes away can only be had from a person."""
    steps = []
    for name in ("fsync", "replace"):
        real = getattr(__import__("os"), name)
        monkeypatch.setattr(
            f"os.{name}", lambda *on, name=name, real=real: (steps.append(name), real(*on))[1]
        )
    clock.pass_by(minutes=2)
    access.token()

    assert steps == ["fsync", "replace", "fsync"]


def test_a_file_that_was_damaged_asks_for_a_login(access):
    access.file.file.write_text('{"table our-client": [1')

    assert access.ended
    with pytest.raises(LoginEnded, match="nobody has logged in as table"):
        access.token()


def test_many_who_want_a_token_at_once_renew_it_once(access, tokens, clock):
    """Refresh tokens that rotate are good for one use: who comes second would end the grant."""
    clock.pass_by(minutes=2)
    got = []
    every = [Access(access.settings, USER, access.file, clock) for _ in range(8)]
    threads = [Thread(target=lambda one=one: got.append(one.token())) for one in every]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert tokens.grants() == 1
    assert len(set(got)) == 1


def test_two_accounts_are_kept_side_by_side(access, tokens, clock):
    other = Access(access.settings, "another", access.file, clock)
    in_browser(other, tokens)

    assert access.token() != other.token()
    assert other.log_out()
    assert other.grant is None
    assert access.grant is not None


def test_who_logs_out_is_out_at_the_provider_too(access, tokens):
    """RFC 7009, where a provider has it."""
    assert access.log_out()

    assert tokens.refresh == set()
    assert access.ended


def test_a_grant_without_a_refresh_token_is_refused_at_the_login(access, tokens, monkeypatch):
    tokens.rotates = False

    with pytest.raises(LoginEnded, match="no refresh token"):
        in_browser(access, tokens)


ACCOUNT = {"host": "mail.example", "user": USER}


def test_one_login_is_good_for_reading_and_sending(tokens, clock, tmp_path):
    entered = ACCOUNT | {"oauth": tokens.settings}
    database = f"sqlite:///{tmp_path}/ohhell.db"
    settings = Settings(database=database, imap=entered, smarthost=entered)
    [one] = all_access(settings, clock)
    in_browser(one, tokens)

    assert access_to(settings.imap, settings, clock).token() in tokens.access
    assert access_to(settings.smarthost, settings, clock).token() in tokens.access
    assert (tmp_path / "ohhell.db.logins").exists()


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"imap": ACCOUNT}, "either `password` or `oauth`"),
        ({"imap": ACCOUNT | {"password": "x", "oauth": {"provider": "google"}}}, "Field required"),
        (
            {
                "imap": ACCOUNT
                | {"password": "x", "oauth": {"provider": "google", "client_id": "c"}}
            },
            "either `password` or `oauth`",
        ),
        (
            {"smarthost": {"host": "h", "oauth": {"provider": "google", "client_id": "c"}}},
            "`oauth` needs `user`",
        ),
        (
            {"imap": ACCOUNT | {"oauth": {"client_id": "c", "token_url": "https://p.example/t"}}},
            "`provider`, `device_url` or `authorize_url` is needed",
        ),
        (
            {"imap": ACCOUNT | {"oauth": {"client_id": "c", "token_url": "http://p.example/t"}}},
            "https:// is needed",
        ),
    ],
)
def test_settings_that_cannot_be_used_say_why(settings, why):
    with pytest.raises(ConfigError, match=why):
        checked(settings)


@pytest.mark.parametrize(
    ("provider", "tenant", "token_url", "device"),
    [
        ("google", None, "https://oauth2.googleapis.com/token", False),
        (
            "microsoft",
            None,
            "https://login.microsoftonline.com/common/oauth2/v2.0/token",
            True,
        ),
        (
            "microsoft",
            "consumers",
            "https://login.microsoftonline.com/consumers/oauth2/v2.0/token",
            True,
        ),
    ],
)
def test_a_provider_that_is_known_needs_its_name_only(provider, tenant, token_url, device):
    said = {"provider": provider, "client_id": "c"} | ({"tenant": tenant} if tenant else {})
    known = OAuth(**said)

    assert known.token_url == token_url
    assert (known.device_url is not None) == device
    assert OAuth(**known.model_dump()) == known


def test_google_is_asked_for_a_refresh_token_at_each_login():
    url = AuthorizationServer(OAuth(provider="google", client_id="c")).begin_browser().url

    assert url.startswith("https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&")
    assert "prompt=consent" in url
    assert "code_challenge_method=S256" in url
