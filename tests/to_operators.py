"""Which letters go to the operator, who answers them with orders for the server."""

from pbem.letters.pages.operators import ServerNotice
from pbem.letters.pages.talk import TalkReported


def is_to_operator(page):
    """Whether the operator gets a letter."""
    reported = isinstance(page, TalkReported) and page.address
    return isinstance(page, ServerNotice) or bool(reported)
