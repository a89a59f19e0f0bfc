"""What players' mails say of the clocks there, until a time zone is proposed."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "clock",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("mails", sa.Integer(), nullable=False),
        sa.Column("first", sa.Date(), nullable=True),
        sa.Column("last", UTCDateTime(), nullable=True),
        sa.Column("proposed_in", sa.String(), nullable=True),
        sa.Column("decided", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("player_id"),
    )


def downgrade() -> None:
    op.drop_table("clock")
