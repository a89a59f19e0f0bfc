"""The table of what organisers type: an example of each order, and what it does in a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TypedOrder:
    """One way to use an order, as help has it, by mail and at the command line.

    `name` is that of the list of its words in `organisers.toml`, `says` English as the catalogues
    have it. In the `example` names and numbers stand for others; the days `{a_day}`, `{few_days}`
    and `{some_days}`, and the `{year}`, are filled in.
    """

    name: str
    example: str
    says: str

    @property
    def command(self) -> str:
        """What the command is called that does the same at the command line."""
        return self.name.replace("_", "-")

    def typed(self, game: str, **days: str) -> list[str]:
        """The words of the example at the command line, for a game."""
        words = self.example.format(**days).split()
        return [self.command, game, *words[len(self.name.split("_")) :]]


TYPED_ORDERS = (
    TypedOrder("start", "start", "invite those of a draft, or begin with those who said yes"),
    TypedOrder("cancel", "cancel", "end the game before its end"),
    TypedOrder("invite", "invite Eva eva@cards.example (en)", "ask one more, before the start"),
    TypedOrder(
        "invite",
        "invite a strong computer",
        "a computer plays, too, easy, steady or strong, before the start",
    ),
    TypedOrder("uninvite", "uninvite Eva", "do without one, before the start"),
    TypedOrder("open", "open 2 seats until {a_day}", "whoever asks can join, up to that day"),
    TypedOrder("set", "set reliable 80", "only who answers in time can join"),
    TypedOrder("set", "set hints on", "who is asked may have a hint, before the start"),
    TypedOrder(
        "set", "set watchers allowed", "others may watch, and are sent each deal once it is over"
    ),
    TypedOrder(
        "duplicate",
        "duplicate with Eva eva@cards.example, Jan jan@cards.example",
        "a draft of another table for the same deals, before the start",
    ),
    TypedOrder("set", "set no hook, 13 deals up", "other rules, before the start"),
    TypedOrder("hold", "hold 0", "an evening: others see each move at once"),
    TypedOrder("pause", "pause", "nobody is late until: resume"),
    TypedOrder("pause", "pause {few_days}", "these days do not count"),
    TypedOrder("resume", "resume", "deadlines count again"),
    TypedOrder("extend", "extend Ruth 3 days", "more time for what is asked now"),
    TypedOrder("deadline", "deadline 2 days", "more or less time for each answer from now on"),
    TypedOrder("remind", "remind Ruth", "a reminder now, once a day at most"),
    TypedOrder("away", "away Ruth {some_days}", "a player is away"),
    TypedOrder("replace", "replace Ruth with computer", "a computer plays on"),
    TypedOrder(
        "drop",
        "drop Ruth because ...",
        "a computer plays on, and all read why; then somebody else may take the seat at once",
    ),
    TypedOrder(
        "replace", "replace Ruth with Jan jan@cards.example", "somebody else is asked to play on"
    ),
    TypedOrder(
        "address",
        "address Ruth ruth@cards.example",
        "a player has another address: it is asked, and the seat is played from there",
    ),
    TypedOrder(
        "silence",
        "silence Ruth 3 days",
        "what a player says is read by nobody; plays count as ever",
    ),
    TypedOrder("silence", "silence Ruth 0", "what she says is read again"),
    TypedOrder("announce", "announce ...", "a word to all, in their next mails"),
    TypedOrder("status", "status", "how your games stand"),
    TypedOrder("log", "log", "the record of the game, without the cards of the deal under way"),
    TypedOrder("standings", "standings", "who has won what in your games"),
    TypedOrder("standings", "standings {year}", "the same of the games that ended in a year"),
    TypedOrder(
        "members", "members", "who plays in your games: language, time zone, number of games"
    ),
    TypedOrder("export", "export", "the record of the game as files"),
    TypedOrder(
        "roll_back",
        "roll back to trick 2 because ...",
        "play again from there, if all agree; or: to deal 5, from its first bid",
    ),
    TypedOrder(
        "digest",
        "digest only when needed",
        "how often you hear how your games stand: weekly Monday 8:00, daily 8:00, off",
    ),
    TypedOrder(
        "standby",
        "standby Jan jan@cards.example",
        "somebody is ready, for: replace Ruth with standby",
    ),
    TypedOrder("same_again", "same again", "a draft with the same players and rules"),
    TypedOrder(
        "organiser", "organiser Jan jan@cards.example", "somebody else may give orders, too"
    ),
    TypedOrder(
        "hand_over",
        "hand over to Jan jan@cards.example",
        "somebody else organises the game from now on",
    ),
    TypedOrder("undo", "undo", "take the last order back, within ten minutes and where it can be"),
    TypedOrder("close", "close", "put a game that has ended away"),
    TypedOrder(
        "new_league",
        "new league Winter with eva@..., jan@..., 4 at a table, 3 rounds, 1 up",
        "a season: several tables, and after each round some go up and some down",
    ),
    TypedOrder(
        "club_night",
        "club night Thursday with eva@..., jan@..., exactly 4 at a table, 5 rounds",
        "several rounds, with the tables of each drawn by lot",
    ),
    TypedOrder(
        "next_round",
        "next round Winter",
        "begin the next round of a league; its table: standings Winter",
    ),
    TypedOrder(
        "score",
        "keep score Tuesday with Anna anna@cards.example, Bruno, Carla",
        "write down what is bid and taken at a table with real cards",
    ),
    TypedOrder(
        "new",
        "new game Tuesday with Eva eva@cards.example, Jan jan@cards.example",
        "draft another game",
    ),
    TypedOrder(
        "new",
        "new game Solo with Eva eva@cards.example, 3 computers",
        "draft a game against computers",
    ),
)
"""In the order in which help tells of them."""
