"""How many minutes an answer is held that a question promises: those of when it was asked."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("question") as batch_op:
        batch_op.add_column(sa.Column("hold", sa.Integer(), nullable=True))
    op.execute(
        "update question set hold = (select game.hold from game where game.id = question.game_id) "
        "where closed is null"
    )


def downgrade() -> None:
    with op.batch_alter_table("question") as batch_op:
        batch_op.drop_column("hold")
