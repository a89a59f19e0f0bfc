"""Hours that players have in reserve, and those used for a question."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, name in (("game", "spare_hours"), ("seat", "spare_used"), ("question", "spare")):
        with op.batch_alter_table(table) as batch_op:
            batch_op.add_column(sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("question") as batch_op:
        batch_op.add_column(sa.Column("spare_from", UTCDateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("question") as batch_op:
        batch_op.drop_column("spare_from")
    for table, name in (("question", "spare"), ("seat", "spare_used"), ("game", "spare_hours")):
        with op.batch_alter_table(table) as batch_op:
            batch_op.drop_column(name)
