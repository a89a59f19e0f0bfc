"""Words of yes and no that are misspelt, as they must have been meant."""

from __future__ import annotations

import re
from functools import cache

from pbem.orders.spelling import mend_word
from pbem.orders.text import Tokens
from pbem.orders.words import with_english

_DOUBLED = re.compile(r"([^\W\d])\1")
MOST_MENDED = 20
"""Slips are mended where so many words and signs are all there is."""

POLITE = ("thanks", "courtesy", "greeting")
YES = ("yes", "whole", "agrees", "joins")
NO = ("no", "unable")
SAY_SO = (*YES, *NO)
"""The lists of words that say yes or no."""


def mended(clause: Tokens, language: str) -> Tokens:
    """A clause with misspelt words of yes and no as they must have been meant."""
    known = _words_of_answers(language)
    return tuple(word if word in known else mend_word(word, known) or word for word in clause)


def squeezed(said: Tokens, language: str) -> Tokens:
    """The words with no letter doubled, where that makes a yes or no: `joo`, `okk`."""
    known = with_english(language).answers

    def plain(word: str) -> str:
        single = _DOUBLED.sub(r"\1", word)
        means = known.get((single,)) in SAY_SO and len(single) > 1
        return single if means and word not in known.longest else word

    return tuple(map(plain, said))


@cache
def _words_of_answers(language: str) -> dict[str, str]:
    """The words that answers are made of, and others like them that no slip is mended to."""
    known = with_english(language)
    whole = (*SAY_SO, *POLITE, "around")
    lists = (known.elsewhere, known.negations, known.refusals, known.dropped, known.answers)
    every = [(word, name) for some in lists for phrase, name in some.items() for word in phrase]
    apart = dict.fromkeys((word for word, _ in every), "never")
    return apart | dict.fromkeys((word for word, name in every if name in whole), "answer")
