"""What a piece of work is given: the services of the server, one transaction, one moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.config.settings import Settings
from pbem.context.services import Services
from pbem.store.database import Session


@dataclass(frozen=True, slots=True)
class Context:
    """What a piece of work is done with: the services, the transaction that is open, and the time.

    `inbound` is the number of the mail that is handled, if one is.
    """

    services: Services
    session: Session
    now: datetime
    inbound: int | None = None

    @property
    def settings(self) -> Settings:
        """How the server is set up."""
        return self.services.settings
