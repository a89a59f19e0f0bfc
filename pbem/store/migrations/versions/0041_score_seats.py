"""Who was at an evening with real cards, when such an evening was over, and for which league.

Of one of before that is known only if it was ended early; else it counts from its beginning.
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "score_seat",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("sheet_id", sa.Integer(), sa.ForeignKey("score_sheet.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("told_at", UTCDateTime()),
        sa.Column("confirmed_at", UTCDateTime()),
    )
    op.create_index("ix_score_seat_sheet_id", "score_seat", ["sheet_id"])
    op.create_index("ix_score_seat_player_id", "score_seat", ["player_id"])
    op.add_column("score_sheet", sa.Column("over_at", UTCDateTime()))
    op.add_column("score_sheet", sa.Column("league_id", sa.Integer()))
    op.create_index("ix_score_sheet_league_id", "score_sheet", ["league_id"])
    op.execute("update score_sheet set over_at = coalesce(ended_at, created_at)")


def downgrade() -> None:
    op.drop_index("ix_score_sheet_league_id", "score_sheet")
    op.drop_column("score_sheet", "league_id")
    op.drop_column("score_sheet", "over_at")
    op.drop_index("ix_score_seat_player_id", "score_seat")
    op.drop_index("ix_score_seat_sheet_id", "score_seat")
    op.drop_table("score_seat")
