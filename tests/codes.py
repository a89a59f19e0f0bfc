"""What the codes in letters are about, looked up where the server keeps it."""

from __future__ import annotations

from pbem.house import House
from pbem.reading.tokens import Token
from pbem.store.codes import told_by


def about(house: House, address: str) -> Token | None:
    """What the code in an address is about; None if it has none that the server knows."""
    ours = house.addresses
    with house.db.begin() as session:
        return next(iter(told_by(session, ours.codes_in([address]), ours.domain)), None)
