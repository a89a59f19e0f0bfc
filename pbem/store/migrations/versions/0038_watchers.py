"""Who watches a game, whether a game may be watched, and whether a stranger wants to watch one.

Nobody may watch a game of before until its organiser says so.
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "watcher",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("known", sa.Integer(), nullable=False),
        sa.Column("ended_at", UTCDateTime()),
        sa.UniqueConstraint("game_id", "player_id"),
    )
    op.create_index("ix_watcher_player_id", "watcher", ["player_id"])
    op.add_column("game", sa.Column("watchers", sa.String(), nullable=False, server_default="no"))
    op.add_column(
        "signup", sa.Column("watches", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("signup", "watches")
    op.drop_column("game", "watchers")
    op.drop_index("ix_watcher_player_id", "watcher")
    op.drop_table("watcher")
