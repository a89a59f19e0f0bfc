"""Going back to a copy of the database: codes sent since are dead, and all is asked anew."""

from __future__ import annotations

from datetime import datetime

from pbem.house import House
from pbem.store import questions
from pbem.store.games import all_games, load_table
from pbem.table.model import Stage
from pbem.telling.teller import Teller


def ask_everybody(house: House, copied: datetime, now: datetime) -> int:
    """Ask every open question anew, with a whole new time and a word on what happened.

    Returns how many. The house must have a new key already: numbers that questions had after the
    copy was made are given again, and their codes must not fit.
    """
    asked = 0
    with house.db.begin() as session:
        numbers = all_games(session)
    for number in numbers:
        with house.db.begin() as session:
            table = load_table(session, number)
            if table.stage is Stage.OVER:
                continue
            game, length = house.folded.game(session, number)
            teller = Teller(house, session, table, game, length, now, went_back=copied)
            teller.ask_all_anew()
            asked += len(questions.open_questions(session, number))
    return asked
