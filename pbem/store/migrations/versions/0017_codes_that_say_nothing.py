"""Random codes, and a table that alone knows what they are about; names of mails nobody sees."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

OLD_FORM = {
    "q": "question",
    "s": "game",
    "b": "outbox",
    "a": "game",
    "w": "held",
    "c": "move",
    "r": "move",
    "j": "signup",
    "g": "game",
    "k": "roll_back",
}
"""What codes of the old form held the numbers of, by their purpose."""

WITH_SEAT = "sak"
"""Those that held a seat, too, as so many for each number."""
SEATS = 16


def upgrade() -> None:
    op.create_table(
        "code",
        sa.Column("signs", sa.String(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("signs"),
        sa.UniqueConstraint("purpose", "number", name="code_once"),
    )
    op.add_column("outbox", sa.Column("name", sa.String(), nullable=True))
    op.create_index("outbox_name", "outbox", ["name"], unique=True)
    keep_old_form()


def keep_old_form() -> None:
    """Write down which codes are in people's mailboxes: later rows never had one of that form."""
    connection = op.get_bind()
    highest = {}
    for purpose, table in OLD_FORM.items():
        last = connection.scalar(sa.text(f"SELECT max(id) FROM {table}"))
        if last is not None:
            highest[purpose] = last * SEATS + SEATS - 1 if purpose in WITH_SEAT else last
    connection.execute(
        sa.text("INSERT INTO server (name, value) VALUES ('old codes', :value)"),
        {"value": json.dumps(highest).encode()},
    )


def downgrade() -> None:
    op.execute("DELETE FROM server WHERE name = 'old codes'")
    op.drop_index("outbox_name", "outbox")
    op.drop_column("outbox", "name")
    op.drop_table("code")
