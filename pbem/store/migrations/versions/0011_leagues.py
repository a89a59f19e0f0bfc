"""Leagues: seasons of several tables and rounds."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "league",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("movers", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    with op.batch_alter_table("game") as batch_op:
        batch_op.add_column(sa.Column("league_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("league_round", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("league_level", sa.Integer(), nullable=True))
        batch_op.create_index("ix_game_league_id", ["league_id"])


def downgrade() -> None:
    with op.batch_alter_table("game") as batch_op:
        batch_op.drop_index("ix_game_league_id")
        batch_op.drop_column("league_level")
        batch_op.drop_column("league_round")
        batch_op.drop_column("league_id")
    op.drop_table("league")
