"""The schema of the first release.

Its number is that of the last of the steps it was made by before, so that databases which took them
are at it already.
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0015"
down_revision = None
branch_labels = None
depends_on = None

_ANSWERS = sa.text("inbound_id is not null")


def upgrade() -> None:
    op.create_table(
        "bounce",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("stopped_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("address"),
    )

    op.create_table(
        "mailbox",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("baseline", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account", "folder"),
    )

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("letters", sa.String(), nullable=True),
        sa.Column("rank_first", sa.Boolean(), nullable=True),
        sa.Column("reminders", sa.Integer(), nullable=False),
        sa.Column("stopped_at", UTCDateTime(), nullable=True),
        sa.Column("forgotten_at", UTCDateTime(), nullable=True),
        sa.Column("renewed", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("digest_due", UTCDateTime(), nullable=True),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("mailing", sa.JSON(), nullable=False, server_default="{}"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("address"),
    )
    op.create_index("ix_player_digest_due", "player", ["digest_due"])

    op.create_table(
        "server",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )

    op.create_table(
        "signup",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("closed", sa.String(), nullable=True),
        sa.Column("wish", sa.String(), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_signup_address", "signup", ["address"])

    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.Column("booked_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_absence_player_id", "absence", ["player_id"])

    op.create_table(
        "alias",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("address"),
    )
    op.create_index("ix_alias_player_id", "alias", ["player_id"])

    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("preset", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=False),
        sa.Column("answer_in", sa.Integer(), nullable=False),
        sa.Column("hold", sa.Integer(), nullable=False),
        sa.Column("play_out", sa.Boolean(), nullable=False),
        sa.Column("weekends", sa.Boolean(), nullable=False),
        sa.Column("days_off", sa.JSON(), nullable=False),
        sa.Column("away_days", sa.Integer(), nullable=False),
        sa.Column("paused_at", UTCDateTime(), nullable=True),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("started_at", UTCDateTime(), nullable=True),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.Column("closed_at", UTCDateTime(), nullable=True),
        sa.Column("reliable", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("shuffled_as", sa.String(), nullable=True),
        sa.Column("compared_at", UTCDateTime(), nullable=True),
        sa.Column("trial", sa.Boolean(), nullable=False, server_default="0"),
        sa.Column("league_id", sa.Integer(), nullable=True),
        sa.Column("league_round", sa.Integer(), nullable=True),
        sa.Column("league_level", sa.Integer(), nullable=True),
        sa.Column("spare_hours", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("pause_used", sa.Integer(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["organiser_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_game_stage", "game", ["stage"])
    op.create_index("ix_game_match_id", "game", ["match_id"])
    op.create_index("ix_game_organiser_id", "game", ["organiser_id"])
    op.create_index("ix_game_league_id", "game", ["league_id"])

    op.create_table(
        "act",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("line", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("undo", sa.String(), nullable=False, server_default=""),
        sa.Column("changed", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("undone_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_act_game_id", "act", ["game_id"])

    op.create_table(
        "announcement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_announcement_game_id", "announcement", ["game_id"])

    op.create_table(
        "roll_back",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("to", sa.Integer(), nullable=False),
        sa.Column("because", sa.String(), nullable=False),
        sa.Column("needed", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("closed", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_roll_back_game_id", "roll_back", ["game_id"])

    op.create_table(
        "event",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id", "seq"),
    )

    op.create_table(
        "inbound",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=True),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("mail_from", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", UTCDateTime(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("lane", sa.Integer(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("taken_until", UTCDateTime(), nullable=True),
        sa.Column("fate", sa.Text(), nullable=True),
        sa.Column("unanswered", sa.String(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("done_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest", "recipient", name="inbound_once"),
        sa.UniqueConstraint("place"),
    )
    op.create_index("inbound_state", "inbound", ["state", "id"])
    op.create_index("ix_inbound_game_id", "inbound", ["game_id"])
    op.create_index("ix_inbound_player_id", "inbound", ["player_id"])

    op.create_table(
        "move",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("old", sa.String(), nullable=False),
        sa.Column("new", sa.String(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("changed_at", UTCDateTime(), nullable=True),
        sa.Column("closed", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_move_new", "move", ["new"])
    op.create_index("ix_move_player_id", "move", ["player_id"])

    op.create_table(
        "plan",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("part", sa.String(), nullable=False),
        sa.Column("what", sa.JSON(), nullable=False),
        sa.Column("dropped", sa.JSON(), nullable=False),
        sa.Column("why", sa.String(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("due_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_plan_due_at", "plan", ["due_at"])
    op.create_index("plan_of_deal", "plan", ["game_id", "deal"])

    op.create_table(
        "policy",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("policy", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id", "seat", "state"),
    )

    op.create_table(
        "question",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ask", sa.String(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("trick", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("due_at", UTCDateTime(), nullable=True),
        sa.Column("remind_at", UTCDateTime(), nullable=True),
        sa.Column("closed", sa.String(), nullable=True),
        sa.Column("closed_at", UTCDateTime(), nullable=True),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("doubt", sa.JSON(), nullable=True),
        sa.Column("spare", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("spare_from", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_question_game_id", "question", ["game_id"])
    op.create_index("ix_question_remind_at", "question", ["remind_at"])
    op.create_index("question_open", "question", ["closed", "due_at"])

    op.create_table(
        "seat",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("said", sa.String(), nullable=False),
        sa.Column("kept_since", UTCDateTime(), nullable=True),
        sa.Column("left_at", UTCDateTime(), nullable=True),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("result_at", UTCDateTime(), nullable=True),
        sa.Column("spare_used", sa.Integer(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("game_id", "seat"),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])
    op.create_index("ix_seat_result_at", "seat", ["result_at"])

    op.create_table(
        "secret",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id", "deal"),
    )

    op.create_table(
        "word",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id", "deal", "seat"),
    )

    op.create_table(
        "held",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("question_id", sa.Integer(), nullable=True),
        sa.Column("inbound_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("closed", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["inbound_id"], ["inbound.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.ForeignKeyConstraint(["question_id"], ["question.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_held_player_id", "held", ["player_id"])

    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("question_id", sa.Integer(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("inbound_id", sa.Integer(), nullable=True),
        sa.Column("rcpt", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", UTCDateTime(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("done_at", UTCDateTime(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("bounced", sa.Integer(), nullable=False),
        sa.Column("taken_by", sa.String(), nullable=True),
        sa.Column("within", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["inbound_id"], ["inbound.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.ForeignKeyConstraint(["question_id"], ["question.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
    )
    op.create_index("ix_outbox_game_id", "outbox", ["game_id"])
    op.create_index("ix_outbox_inbound_id", "outbox", ["inbound_id"])
    op.create_index("ix_outbox_question_id", "outbox", ["question_id"])
    op.create_index("outbox_state", "outbox", ["state", "due_at"])
    op.create_index("ix_outbox_within", "outbox", ["within"])
    op.create_index(
        "outbox_answers",
        "outbox",
        ["created_at"],
        sqlite_where=_ANSWERS,
        postgresql_where=_ANSWERS,
    )

    op.create_table(
        "organiser",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("game_id", "player_id"),
    )
    op.create_index("ix_organiser_player_id", "organiser", ["player_id"])

    op.create_table(
        "standby",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("game_id", "player_id"),
    )
    op.create_index("ix_standby_player_id", "standby", ["player_id"])

    op.create_table(
        "offer",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("room", sa.Integer(), nullable=False),
        sa.Column("until", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id"),
    )
    op.create_index("ix_offer_until", "offer", ["until"])

    op.create_table(
        "rematch",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("said", sa.JSON(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("next_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["next_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id"),
    )

    op.create_table(
        "league",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("movers", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )

    op.create_table(
        "pause_wish",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("first", sa.Date(), nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("closed", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_pause_wish_game_id", "pause_wish", ["game_id"])


def downgrade() -> None:
    for table in (
        "pause_wish",
        "league",
        "rematch",
        "offer",
        "standby",
        "organiser",
        "outbox",
        "held",
        "word",
        "secret",
        "seat",
        "question",
        "policy",
        "plan",
        "move",
        "inbound",
        "event",
        "roll_back",
        "announcement",
        "act",
        "game",
        "alias",
        "absence",
        "signup",
        "server",
        "player",
        "mailbox",
        "bounce",
    ):
        op.drop_table(table)
