"""Games with hints, and the hints that are wanted."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "game", sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "hint",
        sa.Column("question_id", sa.Integer(), sa.ForeignKey("question.id"), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("inbound", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
    )
    op.create_index("ix_hint_game_id", "hint", ["game_id"])


def downgrade() -> None:
    op.drop_table("hint")
    with op.batch_alter_table("game") as game:
        game.drop_column("hints")
