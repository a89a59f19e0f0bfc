"""An index that finds the next reminder without looking through all open questions."""

from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("question_reminder", "question", ["closed", "remind_at"])
    op.drop_index("ix_question_remind_at", "question")


def downgrade() -> None:
    op.create_index("ix_question_remind_at", "question", ["remind_at"])
    op.drop_index("question_reminder", "question")
