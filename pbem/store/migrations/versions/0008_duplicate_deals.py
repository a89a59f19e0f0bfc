"""Tables that play the same deals."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("game") as batch_op:
        batch_op.add_column(sa.Column("match_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("shuffled_as", sa.String(), nullable=True))
        batch_op.add_column(sa.Column("compared_at", UTCDateTime(), nullable=True))
        batch_op.create_index("ix_game_match_id", ["match_id"])


def downgrade() -> None:
    with op.batch_alter_table("game") as batch_op:
        batch_op.drop_index("ix_game_match_id")
        batch_op.drop_column("compared_at")
        batch_op.drop_column("shuffled_as")
        batch_op.drop_column("match_id")
