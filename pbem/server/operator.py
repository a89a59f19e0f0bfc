"""What needs the operator: logins at providers that have ended, and the mail that tells of all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from pbem.config.settings import Settings
from pbem.context.services import Services
from pbem.notifications.operator import tell_operator, tell_week
from pbem.oauth.access import access_to, all_access, ended_in
from pbem.store.backup import database_file, is_file
from pbem.store.disk import free


class OperatorNeeds:
    """What a server asks of its operator.

    One with a role of its own knows nothing of logins: others read the mailbox, or send.
    """

    def __init__(self, settings: Settings, services: Services, now: Callable[[], datetime]) -> None:
        self._settings = settings
        self._services = services
        self._now = now
        self._logins = all_access(settings, now) if settings.role == "all" else []
        self._way_out = access_to(settings.smarthost, settings, now)

    @property
    def login(self) -> bool:
        """Whether nothing can go on before a person has logged in at a provider."""
        return any(one.ended for one in self._logins)

    def tell(self) -> bool:
        """Tell the operator, if there is one and mail can leave, what needs a person."""
        operator = self._settings.operator
        if operator is None or (self._way_out is not None and self._way_out.ended):
            return False
        ended, zone, now = ended_in(self._logins), self._settings.zone, self._now()
        told = tell_operator(self._services, operator, zone, now, ended)
        if self._settings.operator_week:
            told |= tell_week(self._services, operator, zone, now, self._room())
        return told

    def _room(self) -> int | None:
        """The bytes that are free on the disk of the database, if it is on this machine."""
        url = self._settings.database
        return free(database_file(url)) if is_file(url) else None
