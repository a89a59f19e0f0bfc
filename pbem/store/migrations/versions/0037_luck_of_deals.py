"""What the cards of a deal were worth, worked out once."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deal_luck",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("ended", sa.Integer(), primary_key=True),
        sa.Column("found", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("deal_luck")
