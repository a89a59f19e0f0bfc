"""Orders that are asked back in a letter about no game."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("asked_back") as batch_op:
        batch_op.alter_column("game_id", existing_type=sa.Integer(), nullable=True)


def downgrade() -> None:
    op.execute("delete from asked_back where game_id is null")
    with op.batch_alter_table("asked_back") as batch_op:
        batch_op.alter_column("game_id", existing_type=sa.Integer(), nullable=False)
