"""Where a setting is told twice: the command line, then the environment, then the file."""

import pytest
import yaml

from pbem.config.load import load
from pbem.config.settings import ConfigError

CLIENT = {"client_id": "a client", "provider": "microsoft"}
FILE = {
    "answer_in": 24,
    "hold": 3,
    "smarthost": {"host": "smtp.example", "user": "table", "password": "of the file"},
    "imap": {"host": "imap.example", "user": "table", "oauth": CLIENT},
}


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "config.yaml"
    file.write_text(yaml.safe_dump(FILE))
    return file


def test_the_environment_comes_before_the_file(file, monkeypatch):
    monkeypatch.setenv("OHHELL_ANSWER_IN", "12")

    settings, found = load(file)

    assert (settings.answer_in, settings.hold, found) == (12, 3, file)


def test_what_is_said_comes_before_both(file, monkeypatch):
    monkeypatch.setenv("OHHELL_DATABASE", "sqlite:///environment.db")

    settings, _ = load(file, database="sqlite:///said.db")

    assert settings.database == "sqlite:///said.db"


def test_the_environment_tells_one_part_and_leaves_the_others(file, monkeypatch):
    monkeypatch.setenv("OHHELL_SMARTHOST__PASSWORD", "of the environment")
    monkeypatch.setenv("OHHELL_IMAP__OAUTH__TENANT", "friends")

    settings, _ = load(file)

    assert settings.smarthost.password.get_secret_value() == "of the environment"
    assert (settings.smarthost.host, settings.smarthost.user) == ("smtp.example", "table")
    assert settings.imap.oauth.tenant == "friends"
    assert settings.imap.oauth.client_id == "a client"
    assert "/friends/" in settings.imap.oauth.token_url


def test_the_environment_tells_a_part_that_the_file_has_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OHHELL_METRICS__PORT", "9200")

    assert load()[0].metrics.port == 9200


@pytest.mark.parametrize(
    ("name", "value", "named"),
    [("OHHELL_HOLD", "1000", "hold"), ("OHHELL_SMARTHOST__PORT", "0x", "smarthost.port")],
)
def test_what_the_environment_cannot_say_is_named(file, monkeypatch, name, value, named):
    monkeypatch.setenv(name, value)

    with pytest.raises(ConfigError, match=rf"or the environment: {named}: "):
        load(file)
