"""At which level a computer plays at a seat, in the place of since when one does.

Those of before play steadily. Nobody knows any more since when: since the game began.
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat", sa.Column("level", sa.String()))
    op.execute("update seat set level = 'steady' where kept_since is not null")
    with op.batch_alter_table("seat") as batch_op:
        batch_op.drop_column("kept_since")


def downgrade() -> None:
    op.add_column("seat", sa.Column("kept_since", UTCDateTime()))
    op.execute(
        "update seat set kept_since = (select coalesce(started_at, created_at) from game"
        " where game.id = seat.game_id) where level is not null"
    )
    with op.batch_alter_table("seat") as batch_op:
        batch_op.drop_column("level")
