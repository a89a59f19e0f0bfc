"""What players leave with the server: sealed bids, plans and policies."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plan",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("part", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("what", sa.JSON(), nullable=False),
        sa.Column("dropped", sa.JSON(), nullable=False),
        sa.Column("why", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("due_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("plan", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_plan_due_at"), ["due_at"], unique=False)
        batch_op.create_index("plan_of_deal", ["game_id", "deal"], unique=False)

    op.create_table(
        "policy",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("state", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("policy", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", "state"),
    )


def downgrade() -> None:
    op.drop_table("policy")
    with op.batch_alter_table("plan", schema=None) as batch_op:
        batch_op.drop_index("plan_of_deal")
        batch_op.drop_index(batch_op.f("ix_plan_due_at"))

    op.drop_table("plan")
