"""Finished games whose logs are in files of an archive."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "archived",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("file", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("pack", sa.String()),
    )
    op.create_index("ix_archived_pack", "archived", ["pack"])
    for name in ("answered", "missed"):
        op.add_column("seat", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("seat", "missed")
    op.drop_column("seat", "answered")
    op.drop_index("ix_archived_pack", "archived")
    op.drop_table("archived")
