"""Who wants to play an ended game again."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rematch",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("said", sa.JSON(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("next_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["next_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id"),
    )


def downgrade() -> None:
    op.drop_table("rematch")
