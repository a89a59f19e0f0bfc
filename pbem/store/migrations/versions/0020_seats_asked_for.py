"""Seats that somebody is asked to take, and who was dropped from one."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seat_offer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("holder_id", sa.Integer(), nullable=False),
        sa.Column("newcomer_id", sa.Integer(), nullable=False),
        sa.Column("moved", sa.Boolean(), nullable=False),
        sa.Column("dropped", sa.Boolean(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("said_at", UTCDateTime(), nullable=True),
        sa.Column("from_deal", sa.Integer(), nullable=True),
        sa.Column("as_of", UTCDateTime(), nullable=True),
        sa.Column("closed", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["holder_id"], ["player.id"]),
        sa.ForeignKeyConstraint(["newcomer_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_seat_offer_game_id", "seat_offer", ["game_id"])
    op.create_index("ix_seat_offer_closed", "seat_offer", ["closed"])
    with op.batch_alter_table("seat") as batch_op:
        batch_op.add_column(sa.Column("dropped_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seat") as batch_op:
        batch_op.drop_column("dropped_at")
    op.drop_index("ix_seat_offer_closed", "seat_offer")
    op.drop_index("ix_seat_offer_game_id", "seat_offer")
    op.drop_table("seat_offer")
