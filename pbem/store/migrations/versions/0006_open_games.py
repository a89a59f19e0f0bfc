"""Games that strangers may join, and how reliable they must be."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "offer",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("room", sa.Integer(), nullable=False),
        sa.Column("until", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id"),
    )
    op.create_index("ix_offer_until", "offer", ["until"])
    with op.batch_alter_table("signup") as batch_op:
        batch_op.add_column(sa.Column("wish", sa.String(), nullable=False, server_default=""))
    with op.batch_alter_table("game") as batch_op:
        batch_op.add_column(sa.Column("reliable", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("game") as batch_op:
        batch_op.drop_column("reliable")
    with op.batch_alter_table("signup") as batch_op:
        batch_op.drop_column("wish")
    op.drop_table("offer")
