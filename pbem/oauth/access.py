"""Access to one account by OAuth 2: a token that is good now, whenever one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.config.oauth import OAuth
from pbem.config.settings import Mailbox, Settings, Smarthost
from pbem.logs import log
from pbem.oauth.grants import Grant, GrantFile
from pbem.oauth.troubles import LoginEnded, TokenServerDown

if TYPE_CHECKING:  # most servers log in by a password, and the library for it takes 2 MB
    from pbem.oauth.server import Issued

_EARLY = timedelta(minutes=5)
"""A token is renewed so long before it ends, or when a quarter of its life is left."""

_YOUNG = timedelta(minutes=5)
"""A mail server that refuses a token this young would refuse the next one, too."""

LOG_IN = "`pbem login` logs in"


class Access:
    """Access to the account of a mailbox or a smarthost. Any thread may use it.

    What has been granted is read from its file each time, so that a login counts at once.
    """

    def __init__(
        self, settings: OAuth, user: str, file: GrantFile, clock: Callable[[], datetime]
    ) -> None:
        from pbem.oauth.server import AuthorizationServer

        self.settings = settings
        self.user = user
        self.file = file
        self.server = AuthorizationServer(settings)
        self.account = f"{user} {settings.client_id} {settings.token_url}"
        self._clock = clock

    @property
    def grant(self) -> Grant | None:
        """What has been granted, even if it has ended; None if nobody has logged in."""
        return self.file.read(self.account)

    @property
    def ended(self) -> bool:
        """Whether a person has to log in before there is any access."""
        grant = self.grant
        return grant is None or grant.ended_at is not None

    def token(self) -> str:
        """A token that is good now, renewed if need be.

        LoginEnded if only a person can get one, TokenServerDown if there is none at the moment.
        """
        grant = self._current()
        if self._good(grant):
            return grant.access
        with self.file.locked():
            grant = self._current()
            return grant.access if self._good(grant) else self._renewed(grant)

    def refused(self, token: str) -> None:
        """Note that the mail server would not have a token, so that it is renewed before its time.

        It is no sign that the grant has ended: only the provider's token server knows that.
        """
        with self.file.locked():
            grant = self.grant
            if grant is None or grant.access != token:
                return
            if self._clock() - grant.renewed_at > _YOUNG:
                self.file.write(self.account, replace(grant, until=grant.renewed_at))

    def log_in(self, issued: Issued) -> None:
        """Keep what a person has been granted; LoginEnded if it cannot be renewed."""
        if issued.refresh is None:
            raise LoginEnded("the provider gave no refresh token: the login would end in an hour")
        now = self._clock()
        with self.file.locked():
            grant = Grant(issued.access, now + issued.life, issued.refresh, now, now)
            self.file.write(self.account, grant)

    def log_out(self) -> bool:
        """Forget what was granted, and end it at the provider; whether that says that it has."""
        with self.file.locked():
            grant = self.grant
            self.file.write(self.account, None)
        return grant is not None and self.server.revoke(grant.refresh)

    def _current(self) -> Grant:
        grant = self.grant
        if grant is None:
            raise LoginEnded(f"nobody has logged in as {self.user} yet: {LOG_IN}")
        if grant.ended_at is not None:
            raise LoginEnded(f"the login of {self.user} has ended ({grant.why}): {LOG_IN} anew")
        return grant

    def _good(self, grant: Grant) -> bool:
        life = grant.until - grant.renewed_at
        # A clock that was put back says nothing of when a token ends.
        return grant.renewed_at <= self._clock() < grant.until - min(_EARLY, life / 4)

    def _renewed(self, grant: Grant) -> str:
        """A new token, kept with what renews it the next time."""
        now = self._clock()
        try:
            issued = self.server.renewed(grant.refresh)
        except LoginEnded as problem:
            self.file.write(self.account, replace(grant, ended_at=now, why=str(problem)))
            log.error("login ended", user=self.user, why=str(problem))
            raise LoginEnded(f"the login of {self.user} has ended: {problem}. {LOG_IN}") from None
        except TokenServerDown:
            if grant.renewed_at <= now < grant.until:
                return grant.access
            raise
        self.file.write(
            self.account,
            replace(
                grant,
                access=issued.access,
                until=now + issued.life,
                refresh=issued.refresh or grant.refresh,
                renewed_at=now,
            ),
        )
        return issued.access


def access_to(
    account: Mailbox | Smarthost | None, settings: Settings, clock: Callable[[], datetime]
) -> Access | None:
    """Access to the account of the settings; None where it is entered by a password, or openly."""
    if account is None or account.oauth is None or account.user is None:
        return None
    return Access(account.oauth, account.user, GrantFile.beside(settings.database), clock)


def all_access(settings: Settings, clock: Callable[[], datetime]) -> list[Access]:
    """Access to each account that is entered by OAuth; one grant may be good for both of them."""
    found = (access_to(one, settings, clock) for one in (*settings.read, settings.smarthost))
    by_name = {one.account: one for one in found if one is not None}
    return list(by_name.values())


def ended_in(accounts: Iterable[Access]) -> list[tuple[datetime, str]]:
    """When each login ended that did, and who was logged in."""
    found = ((one.grant, one.user) for one in accounts)
    return [(grant.ended_at, user) for grant, user in found if grant and grant.ended_at]
