"""Look up answers by their time and games by their organiser, among very many."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_ANSWERS = sa.text("inbound_id is not null")


def upgrade() -> None:
    op.create_index(
        "outbox_answers",
        "outbox",
        ["created_at"],
        sqlite_where=_ANSWERS,
        postgresql_where=_ANSWERS,
    )
    op.create_index("ix_game_organiser_id", "game", ["organiser_id"])
    # Whoever organises already comes up once, and is told from then on as he wants.
    op.execute(
        "update player set digest_due = '1970-01-01 00:00:00.000000' where digest_due is null"
        " and digest not like 'off%' and id in (select organiser_id from game)"
    )


def downgrade() -> None:
    op.drop_index("ix_game_organiser_id", "game")
    op.drop_index("outbox_answers", "outbox")
