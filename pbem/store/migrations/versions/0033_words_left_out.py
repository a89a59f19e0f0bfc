"""Whose words a player does not want to read; and who said what a table is told as talk."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mute",
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("muted_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("muted_at", UTCDateTime(), nullable=False),
    )
    with op.batch_alter_table("announcement") as batch_op:
        batch_op.add_column(sa.Column("player_id", sa.Integer()))
        batch_op.create_foreign_key("announcement_player_id_fkey", "player", ["player_id"], ["id"])
    op.execute(
        "update announcement set player_id = (select min(player.id) from seat"
        " join player on player.id = seat.player_id where seat.game_id = announcement.game_id"
        " and player.name = announcement.other) where what = 'talk'"
    )


def downgrade() -> None:
    with op.batch_alter_table("announcement") as batch_op:
        batch_op.drop_constraint("announcement_player_id_fkey", type_="foreignkey")
        batch_op.drop_column("player_id")
    op.drop_table("mute")
