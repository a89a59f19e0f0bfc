"""What codes are about; it stands here and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Select, and_, bindparam, select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.seats import GAMES, SEATS
from pbem.mail.addresses import Addresses, AnswerAddress
from pbem.mail.codes import Purpose, Signs, Token
from pbem.store.insert_once import InsertOnce
from pbem.store.questions import keep_question
from pbem.store.rows import delete_rows, rows_of, value_of
from pbem.store.server import server_value, set_server_value
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import CodeRow, OutboxRow

_OLD_FORM = "old codes"
"""The fact that tells which codes of the old form there are: the highest number by purpose."""

ABOUT = select(col(CodeRow.signs)).where(
    col(CodeRow.purpose) == bindparam("purpose"), col(CodeRow.number) == bindparam("number")
)
"""The code about a `purpose` and a `number`."""

_KEEP = InsertOnce(CodeRow)
_TOLD = (
    select(QuestionRow, col(CodeRow.purpose), col(CodeRow.number))
    .select_from(CodeRow)
    .outerjoin(
        QuestionRow,
        and_(
            col(CodeRow.purpose) == Purpose.QUESTION.value,
            col(QuestionRow.id) == col(CodeRow.number),
        ),
    )
    .where(col(CodeRow.signs) == bindparam("signs"))
)
"""What a code is about, and the question if it is one: whoever asks looks at that next."""

_SENT = select(col(OutboxRow.id)).where(col(OutboxRow.message_id) == bindparam("message_id"))


def mint(session: Session, addresses: Addresses, purpose: Purpose, number: int) -> AnswerAddress:
    """Where answers about something come back to: under the code about it.

    That is drawn when it is first asked for, and the same ever after. So a letter that is written
    again, and a question asked again, leave the codes sent before good. What `purpose` and `number`
    name must never be anything else later: whoever deletes or reuses a row calls `void`. A mail
    that comes back with the code says, by `told_by`, what it is about; nothing in the code does.
    """
    about = Token(purpose, number)
    return minted(session, addresses, about, value_of(session, ABOUT, _values(about)))


def minted(
    session: Session, addresses: Addresses, about: Token, kept: Signs | None
) -> AnswerAddress:
    """Where answers come back to, by the code that is kept for what they are about, or a new one
    if there is none.
    """
    return addresses.answer_address(kept or _draw(session, addresses, about))


def _draw(session: Session, addresses: Addresses, about: Token) -> Signs:
    values = _values(about)
    fresh = addresses.fresh()
    if _KEEP.write(session, {"signs": fresh, **values}):
        return fresh
    # Another server was faster.
    return Signs(value_of(session, ABOUT, values))


def _values(about: Token) -> dict[str, object]:
    return {"purpose": about.purpose.value, "number": about.number}


def told_by(
    session: Session, codes: Iterable[Signs | Token], domains: Sequence[str]
) -> tuple[Token, ...]:
    """What some codes are about, in their order; those that no row knows tell nothing.

    A mail of ours is told by its Message-ID, which is of one of the domains.
    """
    found = (_told(session, code, domains) for code in codes)
    return tuple(dict.fromkeys(token for token in found if token))


def _told(session: Session, code: Signs | Token, domains: Sequence[str]) -> Token | None:
    if isinstance(code, Token):
        highest: dict[str, int] = json.loads(server_value(session, _OLD_FORM, b"{}"))
        return code if code.number % GAMES <= highest.get(code.purpose, 0) else None
    for row in rows_of(session, _TOLD, {"signs": code}):
        if row.id is not None:
            keep_question(session, row)
        return Token(Purpose(row.purpose), row.number)
    for domain in domains:
        number = value_of(session, _SENT, {"message_id": f"<{code}@{domain}>"})
        if number is not None:
            return Token(Purpose.BOUNCE, number)
    return None


def void_old_form(session: Session) -> None:
    """Read no code of the old form any more."""
    set_server_value(session, _OLD_FORM, b"{}")


def void_seat(session: Session, game: int, seat: Seat) -> None:
    """Let the code of a seat be about nothing: somebody else sits there from now on."""
    delete_rows(
        session,
        CodeRow,
        col(CodeRow.purpose) == Purpose.SEAT.value,
        col(CodeRow.number) % GAMES == game * SEATS + seat,
    )


def void(session: Session, purpose: Purpose, numbers: Select[int | None]) -> None:
    """Let the codes about some rows be about nothing: the rows are no more."""
    delete_rows(
        session, CodeRow, col(CodeRow.purpose) == purpose.value, col(CodeRow.number).in_(numbers)
    )
