"""`pbem init`: an account is found, tried and written, against real servers on loopback."""

import stat

import pytest
import yaml

from pbem.cli.places import is_host
from pbem.config.load import load
from tests.databases import NO_SETTINGS
from tests.servers import free_port
from tests.servers.authority import own_authority
from tests.servers.dovecot import running_dovecot
from tests.servers.names import running_names
from tests.servers.submission import running_submission
from tests.servers.web import running_web
from tests.terminal import command

pytestmark = NO_SETTINGS

ME = "table@cards.example"
FILE = "autoconfig.cards.example/mail/config-v1.1.xml"


@pytest.fixture(name="authority", scope="module")
def _authority():
    with own_authority("localhost", "autoconfig.cards.example", "cards.example") as authority:
        yield authority


@pytest.fixture(name="dovecot", scope="module")
def _dovecot(authority):
    with running_dovecot(tls=authority) as dovecot:
        yield dovecot


@pytest.fixture(name="post", scope="module")
def _post(authority, dovecot):
    with running_submission(dovecot, authority) as port:
        yield port


class Newcomer:
    """Somebody with an account, who types `pbem init`."""

    def __init__(self, folder, authority, names):
        self.folder = folder
        self.server = f"{names[0]}:{names[1]}"
        self.env = {"SSL_CERT_FILE": str(authority.authority)}

    def init(self, *words, types=""):
        """What it said, in one line, and whether it did it."""
        words = ("init", *words, "--name-server", self.server)
        done = command(self.folder, *words, env=self.env, types=types)
        assert "Traceback" not in done.stderr, done.stderr
        return " ".join(f"{done.stdout} {done.stderr}".split()), done.returncode

    @property
    def file(self):
        return self.folder / "config.yaml"

    @property
    def written(self):
        """The settings as a server reads them; the file is its owner's only."""
        assert stat.S_IMODE(self.file.stat().st_mode) == 0o600
        return load(self.file)[0]


@pytest.fixture(name="newcomer")
def _newcomer(tmp_path, authority, dovecot, post):
    records = {
        ("_imap._tcp.cards.example", "SRV"): [f"0 1 {dovecot.imap_port} localhost."],
        ("_submission._tcp.cards.example", "SRV"): [f"0 1 {post} localhost."],
    }
    with running_names(records) as names:
        yield Newcomer(tmp_path, authority, names)


def test_an_address_and_a_password_are_enough_where_the_domain_tells_the_rest(newcomer, dovecot):
    """The hosts are of another domain than the address, so they are shown to be agreed to."""
    said, code = newcomer.init(ME, types=f"\n\n{dovecot.password}\n")

    assert code == 0, said
    assert "good the mailbox table at localhost" in said
    assert "good the smarthost localhost" in said
    assert "good a mail to an address with a plus comes back" in said
    assert "Wrote config.yaml, which only you can read." in said
    box, out = newcomer.written.imap, newcomer.written.smarthost
    assert (box.host, box.port, box.tls) == ("localhost", dovecot.imap_port, "starttls")
    assert (out.host, out.tls) == ("localhost", "starttls")
    assert (box.user, out.user) == ("table", "table")
    assert newcomer.written.answers == "plus"
    assert newcomer.written.mailbox == ME


def autoconfig(dovecot, port):
    servers = (("incoming", "imap", dovecot.imaps_port), ("outgoing", "smtp", port))
    told = "".join(
        f'<{way}Server type="{kind}"><hostname>localhost</hostname><port>{at}</port>'
        "<socketType>SSL</socketType><username>%EMAILLOCALPART%</username>"
        f"<authentication>password-cleartext</authentication></{way}Server>"
        for way, kind, at in servers
    )
    return f"<clientConfig><emailProvider>{told}</emailProvider></clientConfig>".encode()


def test_a_wrong_password_is_told_and_asked_for_again(newcomer, authority, dovecot):
    with (
        running_submission(dovecot, authority, implicit=True) as port,
        running_web({FILE: autoconfig(dovecot, port)}, authority) as proxy,
        running_names({}) as names,
    ):
        newcomer.server, newcomer.env["https_proxy"] = f"{names[0]}:{names[1]}", proxy
        said, code = newcomer.init(ME, types=f"wrong\n\n{dovecot.password}\nn\n")

    assert code == 0, said
    assert "does not take this name and password" in said
    assert "-> type them as in your provider's webmail" in said
    assert (newcomer.written.imap.tls, newcomer.written.smarthost.tls) == ("tls", "tls")
    assert newcomer.written.imap.port == dovecot.imaps_port
    assert newcomer.written.imap.password.get_secret_value() == dovecot.password
    assert "open-sesame" not in said


def test_nothing_is_written_where_nobody_is_let_in(newcomer):
    said, code = newcomer.init(ME, types="\n\nwrong\n\nwrong\n\nwrong\n")

    assert code == 1
    assert "nothing is written, as we are not let in" in said
    assert not newcomer.file.exists()


def told(newcomer, dovecot, post, password):
    """All that there is to tell, as options; the password is in a file."""
    (newcomer.folder / "secret").write_text(f"{password}\n")
    return (
        *(ME, "--imap", f"localhost:{dovecot.imap_port}", "--imap-tls", "starttls"),
        *("--smtp", f"localhost:{post}", "--smtp-tls", "starttls", "--user", "table"),
        *("--password-file", "secret", "--organiser", "marta@cards.example", "--no-questions"),
    )


def test_a_machine_is_asked_nothing(newcomer, dovecot, post):
    said, code = newcomer.init(*told(newcomer, dovecot, post, dovecot.password))

    assert code == 0, said
    assert newcomer.written.organisers == ("marta@cards.example",)
    assert newcomer.written.imap.user == "table"
    assert not newcomer.written.imap.personal


def test_a_machine_that_is_not_let_in_is_told_once(newcomer, dovecot, post):
    said, code = newcomer.init(*told(newcomer, dovecot, post, "wrong"))

    assert (code, said.count("the mailbox table")) == (1, 1)
    assert not newcomer.file.exists()


def test_the_limits_of_a_provider_are_written(newcomer):
    (newcomer.folder / "secret").write_text("abcd efgh ijkl mnop")
    words = ("ruth@gmail.com", "--password-file", "secret", "--untried", "--no-questions")
    said, code = newcomer.init(*words)

    assert (code, "It sends at most 500 mails a day." in said) == (0, True)
    assert load(newcomer.file)[0].smarthost.a_day == 500


def test_a_domain_that_a_provider_hosts_has_its_hosts_and_limits(newcomer, authority):
    (newcomer.folder / "secret").write_text("abcd efgh ijkl mnop")
    with running_names({("club.example", "MX"): ["1 smtp.google.com."]}) as names:
        hosted = Newcomer(newcomer.folder, authority, names)
        words = ("me@club.example", "--password-file", "secret", "--untried", "--no-questions")
        said, code = hosted.init(*words)

    assert code == 0, said
    assert "Google Workspace: mails are read at imap.gmail.com:993" in said
    box, post = hosted.written.imap, hosted.written.smarthost
    assert (box.host, box.user) == ("imap.gmail.com", "me@club.example")
    assert (post.host, post.a_day) == ("smtp.gmail.com", 2000)


def test_a_hosted_domain_that_takes_no_password_is_told_so(newcomer, authority):
    host = "0 club-example.mail.protection.outlook.com."
    with running_names({("club.example", "MX"): [host]}) as names:
        said, code = Newcomer(newcomer.folder, authority, names).init("me@club.example", types="\n")

    assert code == 1
    assert "Microsoft 365 lets programs in by OAuth only" in said


def test_untried_settings_are_written_where_that_is_asked_for(newcomer, dovecot, post):
    options = told(newcomer, dovecot, post, "wrong")
    said, code = newcomer.init(*options, "--untried", "--personal", "--answers", "fixed")

    assert code == 0, said
    assert newcomer.written.imap.personal
    assert newcomer.written.answers == "fixed"


def test_all_may_stand_in_a_file(newcomer, dovecot, post):
    account = {"host": "localhost", "user": "table", "password": dovecot.password}
    settings = {
        "mailbox": ME,
        "zone": "Europe/Paris",
        "imap": account | {"port": dovecot.imap_port, "tls": "starttls", "personal": True},
        "smarthost": account | {"port": post},
    }
    (newcomer.folder / "mine.yaml").write_text(yaml.safe_dump(settings))
    said, code = newcomer.init("--from", "mine.yaml", "--no-questions", "--wait", "0")

    assert code == 0, said
    assert (newcomer.written.zone, newcomer.written.imap.personal) == ("Europe/Paris", True)
    assert newcomer.written.doors == ()


def test_what_is_not_told_to_a_machine_is_named(newcomer):
    said, code = newcomer.init(ME, "--no-questions")
    assert (code, "where is the imap of table@cards.example? Say it with --imap" in said) == (
        1,
        True,
    )

    hosts = ("--imap", "imap.cards.example", "--smtp", "smtp.cards.example")
    said, code = newcomer.init(ME, *hosts, "--no-questions")
    assert (code, "Say it with --password-file" in said) == (1, True)


def test_without_addresses_with_a_plus_answers_are_fixed(newcomer, authority, dovecot):
    with running_submission(dovecot, authority, plus=False) as port:
        said, code = newcomer.init(*told(newcomer, dovecot, port, dovecot.password))

    assert code == 0, said
    assert "addresses with a plus do not reach the mailbox" in said
    assert newcomer.written.answers == "fixed"


def test_a_mailbox_with_mails_in_it_may_be_somebodys(newcomer, authority, post):
    with running_dovecot(tls=authority) as full, running_submission(full, authority) as port:
        import smtplib

        with smtplib.LMTP(full.host, full.lmtp_port) as client:
            client.sendmail("eva@home.example", [ME], b"Subject: Sunday?\r\n\r\nHello\r\n")
        options = [one for one in told(newcomer, full, port, full.password) if "quest" not in one]
        said, code = newcomer.init(*options, types="\n")

    assert code == 0, said
    assert "There are 1 mails in it. Does somebody read this mailbox as well?" in said
    assert newcomer.written.imap.personal


def test_an_account_by_oauth_is_written_to_be_logged_in_to_later(newcomer):
    client = {"oauth": {"provider": "microsoft", "client_id": "ours"}}
    (newcomer.folder / "mine.yaml").write_text(
        yaml.safe_dump({"imap": client, "smarthost": client})
    )
    said, code = newcomer.init("table@outlook.com", "--from", "mine.yaml", "--no-questions")

    assert code == 0, said
    assert "Before them: `pbem login`" in said
    box, post = newcomer.written.imap, newcomer.written.smarthost
    assert (box.host, box.user) == ("outlook.office365.com", "table@outlook.com")
    assert (post.host, post.tls) == ("smtp.office365.com", "starttls")


def test_where_only_oauth_lets_in_the_client_is_asked_for_and_the_rest_is_known(newcomer):
    said, code = newcomer.init("table@outlook.com", types="the-client\n\n\n\n\n")

    assert code == 0, said
    assert "Outlook.com lets programs in by OAuth only" in said
    assert "`pbem login`" in said
    box, post = newcomer.written.imap, newcomer.written.smarthost
    assert box.oauth == post.oauth
    assert (box.oauth.client_id, box.user) == ("the-client", "table@outlook.com")
    assert "login.microsoftonline.com/consumers/" in box.oauth.token_url
    assert any("IMAP.AccessAsUser.All" in scope for scope in box.oauth.scopes)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("table@outlook.com", "Outlook.com lets programs in by OAuth only"),
        ("table@proton.me", "Proton Mail lets no program read its mailboxes by IMAP"),
    ],
)
def test_where_no_password_lets_a_program_in_that_is_said_at_once(newcomer, address, why):
    said, code = newcomer.init(address, types="\n")

    assert code == 1
    assert f"pbem: {why}" in said
    assert "take an account elsewhere" in said


def test_a_port_that_is_closed_is_told_with_what_to_do(newcomer, post):
    words = (ME, "--imap", f"localhost:{free_port()}", "--smtp", f"localhost:{post}")
    (newcomer.folder / "secret").write_text("x")
    said, code = newcomer.init(*words, "--password-file", "secret", "--no-questions")

    assert code == 1
    assert "cannot be reached: nobody listens there" in said
    assert "993 is for tls, 143 for starttls" in said


def test_a_password_typed_where_a_host_is_asked_for_is_neither_shown_nor_looked_up(
    newcomer, authority, dovecot, post
):
    """One side does not take the password and the other is away, so that both are asked about."""
    records = {
        ("_imap._tcp.cards.example", "SRV"): [f"0 1 {dovecot.imap_port} localhost."],
        ("_submission._tcp.cards.example", "SRV"): [f"0 1 {free_port()} localhost."],
    }
    with running_names(records) as names:
        newcomer.server = f"{names[0]}:{names[1]}"
        typed = ["", "", "wrong", dovecot.password, f"localhost:{post}", "", dovecot.password]
        said, code = newcomer.init(ME, types="\n".join([*typed, ""]))

    assert code == 0, said
    assert dovecot.password not in said
    assert "look that is no mail server" in said
    assert newcomer.written.smarthost.port == post
    assert newcomer.written.imap.password.get_secret_value() == dovecot.password


@pytest.mark.parametrize(
    "typed", ["open-sesame", "open:sesame", "Kx8!.q", "two words.example", "a..b", ":993", ""]
)
def test_what_cannot_be_a_host_is_told_from_one(typed):
    assert not is_host(typed)


@pytest.mark.parametrize("typed", ["imap.cards.example", "localhost", "mail:143", "192.0.2.1:993"])
def test_a_host_may_be_a_name_or_a_number_and_one_without_a_dot_has_its_port(typed):
    assert is_host(typed)
