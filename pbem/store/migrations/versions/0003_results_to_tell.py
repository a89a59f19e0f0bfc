"""When a player is told the result of a deal."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat") as batch_op:
        batch_op.add_column(sa.Column("result_at", UTCDateTime(), nullable=True))
        batch_op.create_index("ix_seat_result_at", ["result_at"])


def downgrade() -> None:
    with op.batch_alter_table("seat") as batch_op:
        batch_op.drop_index("ix_seat_result_at")
        batch_op.drop_column("result_at")
