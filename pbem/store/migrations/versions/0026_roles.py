"""Who is something to a game beside its players, in one table: who organises it, and who stands by.

Nobody knows since when somebody organises a game of before: since it was set up.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _table("role", sa.Column("role", sa.String(), nullable=False), _since())
    op.execute(
        "insert into role (game_id, player_id, role, since) "
        "select game_id, player_id, 'organiser', game.created_at "
        "from organiser join game on game.id = organiser.game_id"
    )
    op.execute(
        "insert into role (game_id, player_id, role, since) "
        "select game_id, player_id, 'standby', since from standby"
    )
    op.drop_table("organiser")
    op.drop_table("standby")


def downgrade() -> None:
    _table("organiser")
    _table("standby", _since())
    op.execute(
        "insert into organiser (game_id, player_id) "
        "select game_id, player_id from role where role = 'organiser'"
    )
    op.execute(
        "insert into standby (game_id, player_id, since) "
        "select game_id, player_id, since from role where role = 'standby'"
    )
    op.drop_table("role")


def _table(name: str, *more: sa.Column[Any]) -> None:
    """A table of players of games, with what it says of each; a role is part of the key."""
    key = ["game_id", "player_id", *(one.name for one in more if one.name == "role")]
    op.create_table(
        name,
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        *more,
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint(*key),
    )
    op.create_index(f"ix_{name}_player_id", name, ["player_id"])


def _since() -> sa.Column[Any]:
    return sa.Column("since", UTCDateTime(), nullable=False)
