"""Who has agreed to be written to, and the letters to those who have not."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_AGREED = """
update player set agreed_at = created_at where id in (
    select seat.player_id from seat
    join question on question.game_id = seat.game_id and question.seat = seat.seat
    where question.closed = 'answered' and (question.ask <> 'invitation' or question.answer = 'yes')
) or id in (
    select player_id from inbound where player_id in (select organiser_id from game)
) or id in (
    select player_id from seat join game on game.id = seat.game_id
    where seat.said = 'yes' and game.stage in ('playing', 'over') and seat.kept_since is null
) or address in (
    select address from signup where closed = 'yes'
)
"""
"""Who has said yes to an invitation, or to a table by playing there; who was registered, or has
given orders."""


def upgrade() -> None:
    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(sa.Column("agreed_at", UTCDateTime(), nullable=True))
    with op.batch_alter_table("outbox") as batch_op:
        batch_op.add_column(sa.Column("first", sa.Boolean(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("by_id", sa.Integer(), nullable=True))
    op.create_index(
        "outbox_first",
        "outbox",
        ["created_at"],
        sqlite_where=sa.text("first"),
        postgresql_where=sa.text("first"),
    )
    op.execute(_AGREED)


def downgrade() -> None:
    op.drop_index("outbox_first", "outbox")
    with op.batch_alter_table("outbox") as batch_op:
        batch_op.drop_column("by_id")
        batch_op.drop_column("first")
    with op.batch_alter_table("player") as batch_op:
        batch_op.drop_column("agreed_at")
