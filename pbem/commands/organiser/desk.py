"""What every command of an organiser needs: the game, who orders, and how players are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from engine import Game, PlayersError, Problem, RulesError, Seat
from pbem.casefolding import folded
from pbem.context import Context
from pbem.context.known import not_begun
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.deadlines import Span
from pbem.domain.model import Player, Table
from pbem.domain.strangers import Unwritten
from pbem.games.guests import CannotOrganise
from pbem.games.set_up import NameTaken
from pbem.letters.pages.status import GameNews
from pbem.notifications.moment import Moment, moment_for, moment_now
from pbem.notifications.notifier import tell
from pbem.orders.organiser.words import similar
from pbem.store.audit_log import acts
from pbem.store.games import load_table
from pbem.store.people import has_stopped


class NotDone(Exception):
    """A command that cannot be done; `told` says why."""

    def __init__(
        self,
        kind: CommandKind,
        *,
        game: str = "",
        name: str = "",
        other: str = "",
        n: int = 0,
        m: int = 0,
        offers: tuple[str, ...] = (),
        why: Problem | None = None,
        unwritten: tuple[Unwritten, ...] = (),
    ) -> None:
        super().__init__(kind)
        self.told = CommandOutcome(
            kind,
            done=False,
            game=game,
            name=name,
            other=other,
            n=n,
            m=m,
            offers=offers,
            why=why,
            unwritten=unwritten,
        )


@contextmanager
def if_possible() -> Iterator[None]:
    """Raise NotDone with the reason where people or rules cannot be."""
    try:
        yield
    except PlayersError as wrong:
        least, most = str(wrong.least), str(wrong.most)
        raise NotDone(CommandKind.WRONG_NUMBER, name=least, other=most, n=wrong.players) from wrong
    except NameTaken as taken:
        raise NotDone(CommandKind.NAME_TAKEN, name=taken.name) from taken
    except (CannotOrganise, RulesError) as problem:
        raise NotDone(CommandKind.CANNOT, why=problem) from problem


@dataclass(frozen=True, slots=True)
class Desk(Context):
    """One command being carried out: for which game, and on whose word.

    `who` is None at the command line, `line` the command as it was written. `unique` tells the
    letters it brings about from all others.
    """

    number: int = 0
    who: Player | None = None
    line: str = ""
    unique: str = ""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return load_table(self.session, self.number)

    @property
    def organiser(self) -> Player:
        """Who orders; whose game it is, at the command line."""
        return self.who or self.table.organiser

    @property
    def by(self) -> int | None:
        """The player whose order it is; None at the command line."""
        return self.who.id if self.who else None

    def seat_of(self, name: str) -> tuple[Table, Seat]:
        """The seat of a player by name or address; NotDone if nobody or several are meant."""
        table = self.table
        plain = folded(name.strip().strip("<>"))
        for seat, player in enumerate(table.players):
            if player.address == plain:
                return table, Seat(seat)
        names = tuple(player.name for player in table.players)
        found = similar(name, names)
        if found is None:
            raise NotDone(CommandKind.NOBODY, name=name, other=", ".join(names), game=table.name)
        return table, Seat(names.index(found))

    def game(self) -> tuple[Game, int]:
        """The game and the length of its log; the empty game before it begins."""
        table = self.table
        if not table.begun:
            return not_begun(table), 0
        return self.services.games.game(self.session, table.id)

    def moment(self) -> Moment:
        """Who asks the players anew; what is held back from them waits as long as it must."""
        return moment_now(self, self.table, by=self.by)

    def tell(
        self,
        seats: Iterable[Seat],
        what: str,
        *,
        words: str = "",
        name: str = "",
        until: datetime | None = None,
        days: Span | None = None,
    ) -> tuple[Unwritten, ...]:
        """Write to players at once what has been done; not to who ordered it or wants no mail.

        Returns who is not written to because he has agreed to nothing yet.
        """
        table, unwritten = self.table, []
        for seat in seats:
            player = table.players[seat].id
            if player == self.by or seat in table.left or has_stopped(self.session, player):
                continue
            why = tell(
                moment_for(self, table, seat),
                seat,
                partial(GameNews.of, what=what, words=words, name=name, until=until, days=days),
                f"{self.unique}.{what}",
                asking=what not in ("replaced", "uninvited", "cancelled", "server_ends"),
            )
            if why is not None:
                unwritten.append(replace(why, name=table.players[seat].name))
        return tuple(unwritten)

    def everybody(self) -> Iterator[Seat]:
        """The seats at which somebody reads mails."""
        table = self.table
        return (Seat(seat) for seat in range(len(table.players)) if seat not in table.kept)

    def done_since(self, kind: CommandKind, name: str, since: datetime) -> bool:
        """Whether the same was done for somebody since some time."""
        return any(
            act.done and (act.what, act.name) == (kind, name) and act.at > since
            for act in acts(self.session, self.number)
        )
