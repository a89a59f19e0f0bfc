"""What became of a mail is stored as kinds and facts, and read back as it was, or kept as it is."""

import json
from typing import get_args

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from engine import Reason
from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import (
    AskedAgain,
    AskedBack,
    Automatic,
    Changed,
    Held,
    Kept,
    Left,
    Legacy,
    NotActed,
    Ordered,
    Outcome,
    Parked,
    Played,
    Refused,
    Repeated,
    Resent,
    Said,
    TakenBack,
    Talked,
    Thanked,
    Told,
    Unchanged,
    at,
    kind,
    restored,
    stored,
)
from pbem.domain.vocabulary import Already, Back, Change, To, Unmet, Why, WhyNot
from pbem.store.database import Database
from pbem.store.inbox import recent_inbound
from pbem.store.migrate import MIGRATIONS
from tests.databases import behind, database_url, empty_database
from tests.effort import of_each

EACH = {
    "played": Played("QH"),
    "kept": Kept("2 else 3"),
    "taken_back": TakenBack(),
    "repeated": Repeated(),
    "talked": Talked(),
    "thanked": Thanked(),
    "told": Told("help", "rules"),
    "said": Said(False, To.REMATCH),
    "changed": Changed(Change.AWAY, "2026-12-01 to 2026-12-03"),
    "unchanged": Unchanged(Already.ANSWERED),
    "refused": Refused(Why.SEEN),
    "asked_back": AskedBack(Grave.LEAVE),
    "asked_again": AskedAgain(Back.SEAT),
    "resent": Resent(WhyNot.UNKNOWN_CODE),
    "held": Held("eve@evil.example"),
    "not_acted": NotActed(WhyNot.NO_CODE, WhyNot.FORGED),
    "automatic": Automatic("bounce", ours=False),
    "ordered": Ordered(4, 5),
    "left": Left(30_000_000),
    "parked": Parked("ValueError"),
    "legacy": Legacy("sang to the table"),
}
"""An outcome of each kind, by the name under which it is stored for good."""


def test_no_kind_is_missing_and_none_has_changed_its_name():
    assert {kind(one) for one in EACH.values()} == EACH.keys()
    assert {type(one) for one in EACH.values()} == set(get_args(Outcome))


@of_each("name", EACH)
def test_each_kind_is_read_back_as_it_was(name):
    outcomes = at(7, EACH[name])

    assert restored(stored(outcomes)) == outcomes


def test_what_a_mail_said_at_several_tables_is_all_there():
    outcomes = (*at(1, Played("QH")), *at(2, Refused(Reason.MUST_FOLLOW)))

    assert restored(stored(outcomes)) == outcomes
    assert restored(None) == ()


def test_no_word_is_in_two_vocabularies_of_one_fact():
    for together in ((Why, Reason, Unmet), (Back, Grave)):
        words = [word.value for vocabulary in together for word in vocabulary]

        assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({"kind": "sung", "song": "Lindy", "verses": 2}, "sung: Lindy, 2"),
        ({"kind": "refused", "why": "too tired"}, "refused: too tired"),
        ({"kind": "played", "card": "QH"}, "played: QH"),
    ],
    ids=["kind", "word", "fact"],
)
def test_what_another_version_has_noted_is_kept_as_text(entry, text):
    assert restored(json.dumps([{"game": 3, **entry}])) == at(3, Legacy(text))


def test_sentences_of_old_become_kinds_where_one_fact_is_all_they_say(tmp_path):
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    sentences = {
        "played: QH": Played("QH"),
        "kept: 2": Kept("2"),
        "refused: must follow suit": Refused(Reason.MUST_FOLLOW),
        "refused: too many test games today": Legacy("refused: too many test games today"),
        "failed three times: ValueError": Parked("ValueError"),
        "said yes: the game begins": Legacy("said yes: the game begins"),
    }
    empty_database(tmp_path / "old.db").close()
    insert = text(
        "insert into inbound (source, digest, recipient, mail_from, raw, received_at, state,"
        " attempts, deaths, fate) values"
        " ('smtp', :digest, '', '', :raw, '2026-10-05 08:00:00', 'done', 0, 0, :told)"
    )
    with behind(tmp_path / "old.db") as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0022")
        connection.execute(
            insert, [{"told": told, "digest": told, "raw": b""} for told in sentences]
        )
        command.upgrade(config, "head")
    database = Database(database_url(tmp_path / "old.db"))
    with database.begin() as session:
        found = [mail.outcomes for mail in recent_inbound(session, 99)]
    database.close()

    assert found == [at(None, one) for one in reversed(sentences.values())]
