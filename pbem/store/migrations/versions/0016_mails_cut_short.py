"""Mails whose processing a kill cut short; taken ones are locked now, and not marked any more."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inbound") as batch_op:
        batch_op.add_column(sa.Column("deaths", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("died_at", UTCDateTime(), nullable=True))
        batch_op.drop_column("taken_until")


def downgrade() -> None:
    with op.batch_alter_table("inbound") as batch_op:
        batch_op.add_column(sa.Column("taken_until", UTCDateTime(), nullable=True))
        batch_op.drop_column("died_at")
        batch_op.drop_column("deaths")
