"""Evenings at a table with real cards, whose scores somebody keeps."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "score_sheet",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id")),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("preset", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("deals", sa.JSON(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime()),
    )
    op.create_index("ix_score_sheet_player_id", "score_sheet", ["player_id"])
    op.create_index("ix_score_sheet_key", "score_sheet", ["key"])


def downgrade() -> None:
    op.drop_index("ix_score_sheet_key", "score_sheet")
    op.drop_index("ix_score_sheet_player_id", "score_sheet")
    op.drop_table("score_sheet")
