"""Indices that keep a move from looking through all letters of its game, or of the server."""

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_OF_SEAT = ["game_id", "seat", "state", "kind", "seq", "question_id"]


def upgrade() -> None:
    op.create_index("outbox_seat", "outbox", _OF_SEAT)
    op.create_index("outbox_player", "outbox", ["player_id", "state"])
    op.drop_index("ix_outbox_game_id", "outbox")


def downgrade() -> None:
    op.create_index("ix_outbox_game_id", "outbox", ["game_id"])
    op.drop_index("outbox_player", "outbox")
    op.drop_index("outbox_seat", "outbox")
