"""Club nights: leagues whose tables are drawn, and what each round was drawn from."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("drawn", "exact"):
        no = sa.false()
        op.add_column("league", sa.Column(name, sa.Boolean(), nullable=False, server_default=no))
    op.add_column("league", sa.Column("entry_until", UTCDateTime()))
    op.create_index("ix_league_entry_until", "league", ["entry_until"])
    op.create_table(
        "draw",
        sa.Column("league_id", sa.Integer(), sa.ForeignKey("league.id"), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("entered", sa.JSON(), nullable=False),
        sa.Column("tables", sa.JSON(), nullable=False),
        sa.Column("rests", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("draw")
    op.drop_index("ix_league_entry_until", "league")
    for name in ("entry_until", "exact", "drawn"):
        op.drop_column("league", name)
