"""Who of a table wants to organise its game in the place of somebody silent, and who agrees."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "adoption",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("refused", sa.JSON(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("due_at", UTCDateTime(), nullable=False),
        sa.Column("closed", sa.String()),
    )
    op.create_index("ix_adoption_game_id", "adoption", ["game_id"])
    op.create_index("ix_adoption_closed", "adoption", ["closed"])


def downgrade() -> None:
    op.drop_index("ix_adoption_closed", "adoption")
    op.drop_index("ix_adoption_game_id", "adoption")
    op.drop_table("adoption")
