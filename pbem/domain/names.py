"""What may be a name, and what it looks like: two players must not be taken for one another."""

from __future__ import annotations

import re
import unicodedata

_FOREIGN = "АВЕКМНОРСТУХЅІЈавекмнорстухѕіјһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχ"
_LATIN = "ABEKMHOPCTYXSIJabekmhopctyxsijhdqw" + "ABEZHIKMNOPTYXayikvoptux"
_ALIKE = str.maketrans(f"{_FOREIGN}ı01I", f"{_LATIN}ioll")
_PAIRS = (("rn", "m"), ("vv", "w"), ("i", "l"))
_QUIET = " .'-_"
_LINK = re.compile(r"[^\W_]{2,}\.[^\W\d_]{2,}")
"""What mail programs may make a link of."""

_NAME = re.compile(r"[^\W_](?:[\w' .-]{0,28}[\w'.])?")


def look(name: str) -> str:
    """A name as the eye takes it: names that are easily mistaken for each other look the same.

    >>> look("Anna") == look("Аnnа"), look("Al") == look("AI"), look("Anna") == look("Hanna")
    (True, True, False)
    """
    plain = unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold()
    for pair, single in _PAIRS:
        plain = plain.replace(pair, single)
    return "".join(sign for sign in plain if sign not in _QUIET)


def is_name(words: str) -> bool:
    """Whether words can be a name: letters, digits, blanks and . ' -, 30 at most, and no link.

    >>> is_name("J.R. of St. Ives"), is_name("evil.example")
    (True, False)
    """
    return _NAME.fullmatch(words) is not None and _LINK.search(words) is None


def initials(name: str) -> str:
    """The first letter of each word of a name.

    >>> initials("Anna-Lena Berg"), initials("bruno"), initials("J.R.")
    ('A. L. B.', 'B.', 'J. R.')
    """
    return " ".join(f"{word[0].upper()}." for word in re.findall(r"[^\W_](?:\w|['’])*", name))


def name_of(words: str, address: str) -> str:
    """The name somebody goes by: these words if they can be one, or else from the address.

    >>> name_of("Anna", "a@club.example"), name_of("<b>", "anna.berg+cards@club.example")
    ('Anna', 'Anna Berg')
    """
    local = address.partition("@")[0].partition("+")[0]
    plain = re.sub(r"[\W_]+", " ", local).strip().title()[:30].strip()
    return words if is_name(words) else plain if is_name(plain) else "Player"
