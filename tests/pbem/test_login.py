"""A person logs in, the login ends, and another one ends the wait: what the operator sees of it."""

import asyncio
import json
import subprocess
import sys
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from pbem.config.oauth import OAuth
from pbem.config.settings import Settings
from pbem.doctor import logins
from pbem.doctor.finding import Verdict
from pbem.oauth.access import Access
from pbem.oauth.grants import GrantFile
from pbem.server import clock
from pbem.server.app import Server
from pbem.store.deadlines import all_open
from pbem.store.sending import Outgoing
from pbem.store.server import Rest, rest, set_rest
from tests.club import Letter
from tests.databases import database_url, empty_database
from tests.pbem.test_cli import ENVIRONMENT, out, pbem, sorry
from tests.pbem.test_doctor import said
from tests.pbem.test_oauth import Clock, in_browser
from tests.pbem.test_oauth_mail import provider
from tests.servers.tokens import USER, running_tokens

OPERATOR = "marta@home.example"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    """Logins of a server on PostgreSQL are kept where it runs."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(name="here", scope="module")
def _here():
    with provider("xoauth2", length=40) as it:
        yield it


class House:
    """A server whose mailbox is entered by a token, with a game that waits; letters it sends."""

    def __init__(self, here, club, folder):
        self.club, self.tokens, self.sent = club, here.tokens, []
        self.settings = Settings.model_validate(
            {
                "database": database_url(folder / "club.db"),
                "mailbox": "table@ohhell.example",
                "doors": (),
                "imap": here.box.model_dump(),
                "operator": OPERATOR,
            }
        )
        file = GrantFile.beside(self.settings.database)
        self.access = Access(OAuth(**here.tokens.settings), USER, file, lambda: club.now)
        here.tokens.day = "good"
        in_browser(self.access, here.tokens)
        self.server = self.started()

    def started(self):
        return Server(self.settings, now=lambda: self.club.now, carrier=self.carrier)

    @asynccontextmanager
    async def carrier(self):
        async def send(_sender, to, raw):
            self.sent.append(Letter(to, raw))

        yield send

    def tick(self, **time):
        """Some time passes, and the server looks at everything once."""
        self.club.now += timedelta(**time)
        self.server.mailbox.look()
        self.server.judge()
        asyncio.run(self.server.deliver())

    def hung_up(self):
        """The mail server ends the connection, as it does when a token ends."""
        self.server.mailbox.close()

    @property
    def due(self):
        with self.server.services.db.begin() as session:
            return [asked.due_at for asked in all_open(session)]

    def to_operator(self):
        return [letter.text for letter in self.sent if letter.to == OPERATOR]


@pytest.fixture(name="house")
def _house(here, club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    house = House(here, club, tmp_path)
    house.tick()
    house.tick(minutes=1)
    yield house
    house.server.mailbox.close()
    house.server.close()


def test_when_the_login_has_ended_nobody_is_late_and_the_time_is_given_back(house):
    """Bruno had until Wednesday; of the five days without a login he loses none."""
    [due] = house.due
    house.tokens.withdraw()
    house.hung_up()
    for _ in range(5):
        house.tick(days=1)
    during = house.due
    in_browser(house.access, house.tokens)
    house.tick()

    assert during == [due]
    assert house.club.now > due
    [later] = house.due
    assert later >= due + timedelta(days=5)


def test_the_operator_is_told_once_with_what_to_do(house):
    house.tokens.withdraw()
    house.hung_up()
    for _ in range(10):
        house.tick(minutes=5)

    [told] = house.to_operator()
    assert "The login of table at its provider has ended." in " ".join(told.split())
    assert "pbem login" in told


def test_a_server_that_starts_after_the_login_ended_tells_it_all_the_same(house):
    """Its mailbox was looked into before, so that nothing is lost by letters that leave."""
    house.tokens.withdraw()
    house.hung_up()
    house.club.now += timedelta(minutes=5)
    house.server.mailbox.look()
    house.server.close()
    house.server = house.started()
    house.tick(minutes=5)

    assert len(house.to_operator()) == 1


def test_a_token_server_that_is_down_is_an_outage_like_any_other(house):
    """The operator need not log in, and is not asked to."""
    [due] = house.due
    house.tokens.day = "down"
    house.hung_up()
    for _ in range(5):
        house.tick(days=1)
    during, told = house.due, house.to_operator()
    house.tokens.day = "good"
    house.tick()

    assert (during, told) == ([due], [])
    assert house.due[0] >= due + timedelta(days=5)


def test_while_the_smarthost_cannot_be_entered_the_operator_is_not_written_to(here, club, tmp_path):
    """There is no way; once somebody has logged in there is nothing to tell."""
    club.open("Anna", "Bruno", "Ruth")
    house = House(here, club, tmp_path)
    entered = here.box.model_dump(include={"host", "user", "oauth"})
    both = house.settings.model_dump() | {"smarthost": entered}
    house.settings = Settings.model_validate(both)
    house.server.close()
    house.server = house.started()
    house.tick()
    house.tokens.withdraw()
    house.hung_up()
    house.tick(minutes=30)
    with house.server.services.db.begin() as session:
        kinds = [mail.kind for mail in claimed(session, club.now) if mail.rcpt == OPERATOR]
    in_browser(house.access, house.tokens)
    house.tick(minutes=1)
    house.server.mailbox.close()
    house.server.close()

    assert kinds == []
    assert house.to_operator() == []


def claimed(session, now) -> list[Outgoing]:
    from pbem.store.sending import claim

    return claim(session, now + timedelta(days=1), timedelta(minutes=5))


@pytest.fixture(name="tokens")
def _tokens():
    with running_tokens() as tokens:
        yield tokens


@pytest.mark.parametrize(
    ("passed", "told"),
    [
        (timedelta(seconds=30), "is 0 minutes old, renewed 0 minutes ago"),
        (timedelta(hours=1), "is 1 hour old, renewed 1 hour ago"),
        (timedelta(days=12, hours=3), "is 12 days old, renewed 12 days ago"),
    ],
)
def test_the_doctor_tells_how_old_a_login_is(tokens, tmp_path, passed, told):
    at = Clock()
    access = Access(OAuth(**tokens.settings), USER, GrantFile(tmp_path / "x.logins"), at)
    in_browser(access, tokens)
    [finding] = logins.logins([access], at.now + passed)

    assert finding.verdict is Verdict.GOOD
    assert told in finding.what


def test_the_doctor_tells_what_is_wrong_with_a_login(tokens, tmp_path):
    at = Clock()
    access = Access(OAuth(**tokens.settings), USER, GrantFile(tmp_path / "x.logins"), at)
    before = said(logins.logins([access], at.now))
    in_browser(access, tokens)
    access.file.file.chmod(0o644)
    readable = said(logins.logins([access], at.now))
    access.file.file.chmod(0o600)
    tokens.withdraw()
    at.pass_by(minutes=2)
    with pytest.raises(Exception, match="withdrawn"):
        access.token()
    ended = said(logins.logins([access], at.now))

    assert before == ["bad: nobody has logged in as table"]
    assert readable == [f"bad: others on this machine can read {access.file.file}"]
    assert ended == ["bad: the login of table ended 02 Nov 12:02 UTC: it was withdrawn"]


def settings(folder, entered):
    """A folder whose server sends through an account that is entered by a token."""
    told = {"database": database_url(folder / "ohhell.db")}
    told["smarthost"] = {"host": "127.0.0.1", "port": 9, "tls": "none", "user": USER}
    told["smarthost"]["oauth"] = entered
    (folder / "config.yaml").write_text(json.dumps(told))


def test_nothing_to_log_in_to_is_said(tmp_path):
    assert "neither `imap` nor `smarthost` has `oauth`" in sorry(pbem(tmp_path, "login"))


def test_a_login_by_the_browser_is_kept_and_ends_with_a_logout(tokens, tmp_path):
    settings(tmp_path, tokens.settings)
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", "login", "--browser"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    url = next(line.strip() for line in process.stdout if line.startswith("http"))
    told, why = process.communicate(tokens.browse(url) + "\n", timeout=60)

    kept = GrantFile.beside(database_url(tmp_path / "ohhell.db")).file
    assert f"table is logged in; {kept} keeps that." in " ".join(told.split())
    assert (tmp_path / kept).stat().st_mode & 0o777 == 0o600
    assert "the mail server does not take it" in why  # nobody listens at port 9
    assert "login" not in out(pbem(tmp_path, "status"))
    assert out(pbem(tmp_path, "logout")) == "table is logged out."
    assert tokens.refresh == set()
    assert "of table has ended: games wait until `pbem login`" in out(pbem(tmp_path, "status"))


def test_a_login_by_a_code_shows_where_to_type_it(tokens, tmp_path, monkeypatch):
    """What waits to be sent waits no longer, now that it may leave."""
    settings(tmp_path, tokens.settings)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.sleep", lambda _: setattr(tokens, "person", "yes"))
    db = empty_database(tmp_path / "ohhell.db")
    with db.begin() as session:
        set_rest(session, Rest(clock.now() + timedelta(hours=1), 3, "the login has ended"))
    done = CliRunner().invoke(app, ["login", "--config", str(tmp_path / "config.yaml")])
    with db.begin() as session:
        resting = rest(session)

    assert "open https://provider.example/device in any browser, and type the code WDJB" in (
        done.output
    )
    assert "table is logged in" in done.output
    assert resting is None


def test_a_login_that_is_refused_says_why_and_what_else_may_do(tokens, tmp_path):
    settings(tmp_path, tokens.settings)
    tokens.day = "unauthorized_client"
    said = sorry(pbem(tmp_path, "login"))

    assert "table is not logged in: AADSTS1: unauthorized_client" in said
    assert "(perhaps `pbem login --browser` may)" in said
