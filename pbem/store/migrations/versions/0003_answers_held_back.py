"""Which mail an answer answers, and why one was held back."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inbound", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("unanswered", sqlmodel.sql.sqltypes.AutoString(), nullable=True)
        )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(sa.Column("inbound_id", sa.Integer(), nullable=True))
        batch_op.create_foreign_key("outbox_inbound", "inbound", ["inbound_id"], ["id"])
        batch_op.create_index("ix_outbox_inbound_id", ["inbound_id"])


def downgrade() -> None:
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_inbound_id")
        batch_op.drop_constraint("outbox_inbound", type_="foreignkey")
        batch_op.drop_column("inbound_id")
    with op.batch_alter_table("inbound", schema=None) as batch_op:
        batch_op.drop_column("unanswered")
