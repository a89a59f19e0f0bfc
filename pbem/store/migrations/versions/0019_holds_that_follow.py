"""How long a move is held back: it may follow the table, and each entry has its own time."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, name in (("game", "follows"), ("question", "live")):
        with op.batch_alter_table(table) as batch_op:
            batch_op.add_column(
                sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
            )
    with op.batch_alter_table("event") as batch_op:
        batch_op.add_column(sa.Column("opens_at", UTCDateTime(), nullable=True))
    # What is held back just now is so until its first mail leaves.
    op.execute(
        "UPDATE event SET opens_at = (SELECT min(outbox.due_at) FROM outbox "
        "WHERE outbox.game_id = event.game_id AND outbox.turn = event.turn "
        "AND outbox.state = 'queued')"
    )


def downgrade() -> None:
    with op.batch_alter_table("event") as batch_op:
        batch_op.drop_column("opens_at")
    for table, name in (("question", "live"), ("game", "follows")):
        with op.batch_alter_table(table) as batch_op:
            batch_op.drop_column(name)
