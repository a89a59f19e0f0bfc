"""The lines of a mail that count, without the empty ones between paragraphs."""

from collections.abc import Sequence

from pbem.mail.text import paragraphs_that_count


def text_that_counts(body: str, sent: Sequence[str] = ()) -> tuple[str, ...]:
    """The lines a person wrote; `sent` are the texts of the mail that is answered."""
    return tuple(filter(None, paragraphs_that_count(body, sent)))
