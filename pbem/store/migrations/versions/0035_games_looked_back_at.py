"""Games to be looked back at, until that is told."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_review",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("inbound", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("game_review")
