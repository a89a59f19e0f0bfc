"""What the codes in letters are about, looked up where the server keeps it."""

from __future__ import annotations

from pbem.context.services import Services
from pbem.mail.codes import Token
from pbem.store.codes import told_by


def about(services: Services, address: str) -> Token | None:
    """What the code in an address is about; None if it has none that the server knows."""
    ours = services.addresses
    with services.db.begin() as session:
        return next(iter(told_by(session, ours.codes_in([address]), ours.domain)), None)
