"""What a name looks like: two players at one table must not be taken for one another."""

from __future__ import annotations

import unicodedata

_FOREIGN = "АВЕКМНОРСТУХЅІЈавекмнорстухѕіјһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχ"
_LATIN = "ABEKMHOPCTYXSIJabekmhopctyxsijhdqw" + "ABEZHIKMNOPTYXayikvoptux"
_ALIKE = str.maketrans(f"{_FOREIGN}ı01I", f"{_LATIN}ioll")
_PAIRS = (("rn", "m"), ("vv", "w"), ("i", "l"))
_QUIET = " .'-_"


def look(name: str) -> str:
    """A name as the eye takes it: names that are easily mistaken for each other look the same.

    >>> look("Anna") == look("Аnnа"), look("Al") == look("AI"), look("Anna") == look("Hanna")
    (True, True, False)
    """
    plain = unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold()
    for pair, single in _PAIRS:
        plain = plain.replace(pair, single)
    return "".join(sign for sign in plain if sign not in _QUIET)
