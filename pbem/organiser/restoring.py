"""Going back to a copy of the database: all is asked anew, and older answers play nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.house import House
from pbem.store import questions
from pbem.store.backup import CannotCopy
from pbem.store.codes import void_old_form
from pbem.store.games import games_at, load_table
from pbem.store.server import last_at_work
from pbem.table.command_outcomes import CommandKind, CommandOutcome
from pbem.table.model import Stage
from pbem.telling.reports import tell_organiser
from pbem.telling.teller import teller_now


def ask_everybody(house: House, made: datetime, now: datetime) -> int:
    """Ask every open question anew, with a whole new time, and tell all what has happened.

    Returns how many are asked. `made` is when the copy was made, should it not tell when its server
    was last at work. CannotCopy if it cannot be done, and then nothing has changed.
    """
    asked = 0
    with house.db.begin() as session:
        void_old_form(session)
        copied = last_at_work(session) or made
        for number in games_at(session, Stage.INVITING, Stage.PLAYING):
            table = load_table(session, number)
            try:
                back = replace(teller_now(house, session, table, now), went_back=copied)
                back.ask_all_anew()
            except Exception as problem:
                why = f"{table.name} cannot be asked anew ({problem!r})"
                raise CannotCopy(
                    f"the copy is not used, and nothing has changed: {why}"
                ) from problem
            if table.organiser.id not in {player.id for player in table.players}:
                told = CommandOutcome(
                    CommandKind.WENT_BACK, game=table.name, at=copied, zone=table.organiser.zone
                )
                tell_organiser(house, session, table, told, f"back{int(now.timestamp())}", now)
            asked += len(questions.open_questions(session, number))
    return asked
