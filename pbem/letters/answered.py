"""What is written back to letters: the lines that count, without ours, and a yes or no in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pbem.languages import spoken
from pbem.letters.speech import speech
from pbem.mail.mail import Mail
from pbem.mail.text import paragraphs_that_count
from pbem.orders.answers import Join
from pbem.orders.keywords import Ask
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from pbem.orders.subjects import after_tag


def yes_or_no(mail: Mail, language: str) -> bool | None:
    """Whether a mail says yes; None if it says neither yes nor no."""
    lines, language = lines_of(mail, [], language)
    said = read_answer(lines, Expected(Ask.INVITATION, language))[0].order
    return said.yes if isinstance(said, Join) else None


def without_hint(lines: Sequence[str]) -> tuple[str, ...]:
    """Lines without the one of ours that stands below an answer opened by a tap.

    It says that there is nothing more to write, and `nothing` is a number.
    """
    return tuple(line for line in lines if line.strip() not in _hints())


@cache
def _hints() -> frozenset[str]:
    return frozenset(speech(language).press_send for language in spoken())


def lines_of(mail: Mail, sent: Sequence[str], language: str) -> tuple[tuple[str, ...], str]:
    """What a mail says, an empty line between paragraphs, and in which language.

    `sent` are the texts of ours that it may quote.
    """
    lines = without_hint(paragraphs_that_count(mail.body, sent))
    if not lines:
        return code_of(mail), "en"
    return lines, language if language in spoken() else "en"


def code_of(mail: Mail) -> tuple[str, ...]:
    """What a tap wrote into the subject, in English code; nothing for any other subject."""
    return tuple(filter(None, [after_tag(mail.subject)]))
