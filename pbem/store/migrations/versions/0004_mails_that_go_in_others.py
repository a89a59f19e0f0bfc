"""Questions that wait for the mail in which all of a player's leave."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("outbox") as batch_op:
        batch_op.add_column(sa.Column("within", sa.Integer(), nullable=True))
        batch_op.create_index("ix_outbox_within", ["within"])


def downgrade() -> None:
    with op.batch_alter_table("outbox") as batch_op:
        batch_op.drop_index("ix_outbox_within")
        batch_op.drop_column("within")
