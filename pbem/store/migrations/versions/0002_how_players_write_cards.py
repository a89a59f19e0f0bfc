"""How players write cards, and what was asked back about an answer."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("letters", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column("rank_first", sa.Boolean(), nullable=True))
    with op.batch_alter_table("question", schema=None) as batch_op:
        batch_op.add_column(sa.Column("doubt", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("question", schema=None) as batch_op:
        batch_op.drop_column("doubt")
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.drop_column("rank_first")
        batch_op.drop_column("letters")
