"""`pbem status --json`: what a monitor reads, and the exit code it goes by."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbem.doctor.as_json import Condition, as_json
from pbem.doctor.health import Health
from pbem.store.copied import Copied, Failing
from pbem.store.server import Rest
from tests.docs.blocks import DOCS
from tests.pbem.test_cli import PLAYERS, out
from tests.terminal import command

NOW = datetime(2026, 10, 5, 8, tzinfo=UTC)
HOUR = timedelta(hours=1)
SCHEMA = json.loads((DOCS / "status.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)
WELL = Health(
    at=NOW,
    worked=NOW,
    games={"playing": 3, "over": 1},
    open=5,
    late=0,
    inbound={"done": 7},
    outbox={"sent": 9, "queued": 1},
    waits_in=timedelta(0),
    waits_out=timedelta(0),
    there=True,
    copied=Copied(made=NOW - HOUR, bytes=1_000_000),
)
TROUBLES = {
    "not_at_work": (replace(WELL, worked=NOW - HOUR), Condition.CRITICAL),
    "mail_in_waits": (replace(WELL, inbound={"new": 2}, waits_in=HOUR), Condition.CRITICAL),
    "login_ended": (WELL, Condition.CRITICAL),
    "old_primary": (WELL, Condition.WARNING),
    "post_rests": (replace(WELL, rests=Rest(NOW + HOUR, 3, "550 enough")), Condition.WARNING),
    "mail_out_waits": (replace(WELL, due_out=4, waits_out=HOUR), Condition.WARNING),
    "overdue": (replace(WELL, late=1), Condition.WARNING),
    "parked": (replace(WELL, inbound={"parked": 1}), Condition.WARNING),
    "copy_failing": (
        replace(WELL, copied=replace(WELL.copied, failing=Failing(NOW, "no room"))),
        Condition.WARNING,
    ),
    "copy_kept_here": (
        replace(WELL, copied=replace(WELL.copied, kept_here=Failing(NOW, "no way"))),
        Condition.WARNING,
    ),
    "copy_old": (
        replace(WELL, copied=replace(WELL.copied, made=NOW - 49 * HOUR)),
        Condition.WARNING,
    ),
}


def fits(told):
    """Whether an object is as the schema says; how it goes over the wire."""
    assert [
        problem.message for problem in VALIDATOR.iter_errors(json.loads(json.dumps(told)))
    ] == []


def test_where_all_is_well_it_says_so():
    told, condition = as_json(WELL)
    fits(told)
    assert (condition, told["condition"], told["troubles"]) == (Condition.OK, "ok", [])
    assert told["games"] == {"draft": 0, "inviting": 0, "playing": 3, "over": 1, "cancelled": 0}
    assert told["copies"]["newest"] == "2026-10-05T07:00:00+00:00"


@pytest.mark.parametrize("trouble", TROUBLES)
def test_each_trouble_is_told_by_its_name_and_the_exit_code(trouble):
    found, expected = TROUBLES[trouble]
    ended = ["marta@cards.example"] if trouble == "login_ended" else []
    old = ["one.example:5432 is an old primary"] if trouble == "old_primary" else []
    told, condition = as_json(found, ended, old)
    fits(told)
    assert (told["troubles"], condition) == ([trouble], expected)


def test_the_schema_names_each_trouble_and_no_other():
    assert set(SCHEMA["properties"]["troubles"]["items"]["enum"]) == set(TROUBLES)


def test_the_schema_lets_nothing_else_pass():
    told, _ = as_json(WELL)
    told["mail_in"]["lost"] = 1
    assert not VALIDATOR.is_valid(told)


def test_at_the_command_line_the_exit_code_is_the_condition(tmp_path):
    out(command(tmp_path, "new", "Lindy", *PLAYERS, "--start"))
    done = command(tmp_path, "status", "--json")
    told = json.loads(done.stdout)
    fits(told)
    assert (done.returncode, done.stderr) == (2, "")
    assert (told["condition"], told["games"]["playing"]) == ("critical", 1)


def test_of_a_database_that_cannot_be_used_there_is_a_sentence(tmp_path):
    where = {"OHHELL_DATABASE": f"sqlite:///{Path(tmp_path) / 'no' / 'such.db'}"}
    done = command(tmp_path, "status", "--json", env=where)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pbem: the database")
