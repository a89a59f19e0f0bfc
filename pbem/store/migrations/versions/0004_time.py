"""How time runs: days off, absences, reminders, and who plays for whom."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.Column("booked_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_absence_player_id", "absence", ["player_id"])
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("reminders", sa.Integer(), nullable=False, server_default="1")
        )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("weekends", sa.Boolean(), nullable=False, server_default=sa.true())
        )
        batch_op.add_column(sa.Column("days_off", sa.JSON(), nullable=False, server_default="[]"))
        batch_op.add_column(
            sa.Column("away_days", sa.Integer(), nullable=False, server_default="21")
        )
        batch_op.add_column(
            sa.Column("paused_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("kept_since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
    with op.batch_alter_table("question", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("remind_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
        batch_op.add_column(
            sa.Column("closed_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
        batch_op.create_index("ix_question_remind_at", ["remind_at"])


def downgrade() -> None:
    with op.batch_alter_table("question", schema=None) as batch_op:
        batch_op.drop_index("ix_question_remind_at")
        batch_op.drop_column("closed_at")
        batch_op.drop_column("remind_at")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("kept_since")
    with op.batch_alter_table("game", schema=None) as batch_op:
        for name in ("paused_at", "away_days", "days_off", "weekends"):
            batch_op.drop_column(name)
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.drop_column("reminders")
    op.drop_table("absence")
