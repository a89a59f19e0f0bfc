"""What became of a mail, as kinds and facts in place of a sentence."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_BEGINNINGS = {
    "played: ": ("played", "answer"),
    "kept: ": ("kept", "order"),
    "refused: ": ("refused", "why"),
    "failed three times: ": ("parked", "error"),
}
"""What a sentence begins with whose rest is the one fact of a kind."""
_MANY = 1000


def upgrade() -> None:
    op.execute("alter table inbound rename column fate to outcomes")
    session, last = op.get_bind(), 0
    select = sa.text(
        "select id, game_id, outcomes from inbound where id > :last and outcomes is not null"
        " order by id limit :many"
    )
    update = sa.text("update inbound set outcomes = :outcomes where id = :id")
    while rows := session.execute(select, {"last": last, "many": _MANY}).all():
        session.execute(
            update, [{"id": id_, "outcomes": _typed(game, told)} for id_, game, told in rows]
        )
        last = rows[-1][0]


def _typed(game: int | None, told: str) -> str:
    """A sentence as it is stored from now on; one that has no kind stays as it is."""
    for beginning, (kind, fact) in _BEGINNINGS.items():
        if told.startswith(beginning):
            return json.dumps([{"game": game, "kind": kind, fact: told.removeprefix(beginning)}])
    return json.dumps([{"game": game, "kind": "legacy", "text": told}])


def downgrade() -> None:
    op.execute("alter table inbound rename column outcomes to fate")
