"""Who has left a game for good, wants no more mail, or is forgotten."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

MOMENTS = (("seat", "left_at"), ("player", "stopped_at"), ("player", "forgotten_at"))


def upgrade() -> None:
    for table, name in MOMENTS:
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column(name, sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))


def downgrade() -> None:
    for table, name in MOMENTS:
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column(name)
