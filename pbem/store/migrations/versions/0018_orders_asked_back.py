"""Orders that are asked back before they are done."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "asked_back",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("closed", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_asked_back_player_id", "asked_back", ["player_id"])


def downgrade() -> None:
    op.drop_index("ix_asked_back_player_id", "asked_back")
    op.drop_table("asked_back")
