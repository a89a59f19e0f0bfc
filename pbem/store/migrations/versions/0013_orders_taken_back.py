"""What an organiser's order has changed, so that it can be taken back."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("act") as batch_op:
        batch_op.add_column(sa.Column("undo", sa.String(), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("changed", sa.JSON(), nullable=False, server_default="{}"))
        batch_op.add_column(sa.Column("undone_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("act") as batch_op:
        batch_op.drop_column("undone_at")
        batch_op.drop_column("changed")
        batch_op.drop_column("undo")
