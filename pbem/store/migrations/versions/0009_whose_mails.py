"""Whose mail it is that came in."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inbound", schema=None) as batch_op:
        batch_op.add_column(sa.Column("player_id", sa.Integer(), nullable=True))
        batch_op.create_foreign_key("inbound_player", "player", ["player_id"], ["id"])
        batch_op.create_index("ix_inbound_player_id", ["player_id"])


def downgrade() -> None:
    with op.batch_alter_table("inbound", schema=None) as batch_op:
        batch_op.drop_index("ix_inbound_player_id")
        batch_op.drop_constraint("inbound_player", type_="foreignkey")
        batch_op.drop_column("player_id")
