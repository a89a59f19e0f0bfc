"""Numbers of IMAP, which go to 2**32 - 1; an integer of PostgreSQL ends at half of that."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

NUMBERS = ("uidvalidity", "baseline")


def upgrade() -> None:
    with op.batch_alter_table("mailbox") as batch_op:
        for name in NUMBERS:
            batch_op.alter_column(name, existing_type=sa.Integer(), type_=sa.BigInteger())


def downgrade() -> None:
    with op.batch_alter_table("mailbox") as batch_op:
        for name in NUMBERS:
            batch_op.alter_column(name, existing_type=sa.BigInteger(), type_=sa.Integer())
