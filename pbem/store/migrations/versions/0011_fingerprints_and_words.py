"""The fingerprint each secret is announced by, and the players' words for a shuffle."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("secret", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("fingerprint", sqlmodel.sql.sqltypes.AutoString(), nullable=True)
        )
    op.create_table(
        "word",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("word", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id", "deal", "seat"),
    )


def downgrade() -> None:
    op.drop_table("word")
    with op.batch_alter_table("secret", schema=None) as batch_op:
        batch_op.drop_column("fingerprint")
