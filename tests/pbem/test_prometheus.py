"""contrib/prometheus: what is shown and what raises an alarm, asked of a real Prometheus."""

import json
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.server.metrics import MetricsPage
from pbem.store.inbound import Arrived, accept
from tests.effort import LONG
from tests.pbem.test_cli import wait_until
from tests.pbem.test_copies import copier_of
from tests.pbem.test_post import ANNA, BRUNO, RUTH, Office, exchanged, met
from tests.servers import free_port, need, running_server

HERE = Path(__file__).parents[2] / "contrib" / "prometheus"
RULES = (HERE / "alerts.yml").read_text("utf-8")
ALARMS = re.findall(r"alert: (\w+)", RULES)
SHOWN = {
    query["expr"]
    for panel in json.loads((HERE / "dashboard.json").read_text("utf-8"))["panels"]
    for query in panel["targets"]
}


def tried(rules, folder):
    """What promtool says when our cases are tried on some rules: how it ended, and its words."""
    (folder / "alerts.yml").write_text(rules)
    cases = folder / "alerts_test.yml"
    cases.write_text((HERE / "alerts_test.yml").read_text("utf-8"))
    command = [need("promtool"), "test", "rules", str(cases)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def test_every_alarm_fires_in_its_case_and_is_silent_in_the_others(tmp_path):
    assert tried(RULES, tmp_path)[0] == 0


@pytest.mark.parametrize("expression", ["vector(0) > 1", "vector(1)"], ids=["never", "always"])
@pytest.mark.parametrize("alarm", ALARMS)
def test_an_alarm_that_never_fires_or_always_is_noticed(alarm, expression, tmp_path):
    wrong = re.sub(rf"(?<=alert: {alarm}\n)( +expr:).*", rf"\1 {expression}", RULES)

    ended, said = tried(wrong, tmp_path)

    assert (ended, alarm in said) == (1, True)


@pytest.fixture(name="office")
def _office(club, tmp_path):
    """A club that makes copies, whose first letters wait."""
    copier_of(club, tmp_path)()
    return Office(club, ANNA, BRUNO, RUTH)


@contextmanager
def watching(office, folder):
    """A Prometheus with our settings and alarms but for the waiting; the block asks it questions.

    It reads the real page of metrics, by the clock of the office.
    """
    page = MetricsPage(office.db, "127.0.0.1", 0, lambda: office.now)
    settings = (HERE / "prometheus.yml").read_text("utf-8").replace("1m", "200ms")
    (folder / "prometheus.yml").write_text(settings.replace("9108", str(page.port)))
    (folder / "alerts.yml").write_text(re.sub(r"for: \d+[mh]", "for: 0s", RULES))
    port = free_port()
    command = [
        need("prometheus"),
        f"--config.file={folder / 'prometheus.yml'}",
        f"--storage.tsdb.path={folder / 'kept'}",
        f"--web.listen-address=127.0.0.1:{port}",
    ]

    def ask(query):
        where = f"http://127.0.0.1:{port}/api/v1/query?query={urllib.parse.quote(query)}"
        with urllib.request.urlopen(where, timeout=20) as answer:
            return [one["metric"] for one in json.load(answer)["data"]["result"]]

    def ready():
        with suppress(urllib.error.HTTPError):  # 503 until it has begun
            urllib.request.urlopen(f"http://127.0.0.1:{port}/-/ready", timeout=20).close()
            return True

    try:
        with running_server(command, folder / "prometheus.log", [port]):
            wait_until(ready)
            wait_until(lambda: ask("ohhell_games"))
            yield ask
    finally:
        page.close()


def firing(ask):
    return {one["alertname"] for one in ask('ALERTS{alertstate="firing"}')}


def nobody_reads_a_mail(office):
    exchanged(office)
    with office.db.begin() as session:
        accept(session, Arrived("smtp", "x@y.example", "a@b.example", b"waits", office.now))
    office.now += timedelta(minutes=6)


def no_copy_is_made(office):
    exchanged(office)
    office.now += timedelta(days=2, minutes=1)


def the_smarthost_refuses(office):
    met(office, hello="554 5.7.1 not from you")


@LONG
@pytest.mark.parametrize(
    ("trouble", "alarm"),
    [
        (nobody_reads_a_mail, "OhHellMailIsNotRead"),
        (no_copy_is_made, "OhHellCopyIsOld"),
        (the_smarthost_refuses, "OhHellPostRests"),
    ],
)
def test_a_trouble_of_a_real_server_raises_its_alarm_and_no_other(office, trouble, alarm, tmp_path):
    with watching(office, tmp_path) as ask:
        before = firing(ask)
        trouble(office)
        wait_until(lambda: firing(ask))

        assert (before, firing(ask)) == (set(), {alarm})


@LONG
def test_everything_that_the_dashboard_shows_is_there(office, tmp_path):
    with watching(office, tmp_path) as ask:
        assert [query for query in SHOWN if not ask(query)] == []
