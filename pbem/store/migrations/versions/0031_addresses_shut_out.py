"""Addresses and domains that the operator has shut out."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "block",
        sa.Column("pattern", sa.String(), primary_key=True),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("blocked_at", UTCDateTime(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("block")
