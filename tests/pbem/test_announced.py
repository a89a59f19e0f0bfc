"""What a whole table is told with its next mails has a sentence for each kind."""

from typing import Any

import pytest

from engine import Rules, Seat, start
from pbem.demo.specimens.games import reader_of
from pbem.domain.vocabulary import ToAll
from pbem.letters.render import Templates
from pbem.letters.talk import Remark
from pbem.orders.keywords import Watchers


def told(what, words="Eva"):
    frame = reader_of(start(Rules(), 3, Seat(0)), 0).frame
    module: Any = Templates()._in("en")[0].get_template("_text.txt").module
    if what is ToAll.TALK:
        said = module.says(Remark("Ruth", "Eva"))
    else:
        said = module.announced(frame, (what, words, "Ruth"))
    return " ".join(str(said).split())


@pytest.mark.parametrize("what", ToAll)
def test_it_has_words_of_its_own(what):
    assert told(what) not in [told(other) for other in ToAll if other is not what]


@pytest.mark.parametrize("what", [one for one in ToAll if one is not ToAll.WATCHED])
def test_it_names_who_or_what_it_is_about(what):
    assert "Eva" in told(what) or "Ruth" in told(what)


@pytest.mark.parametrize(
    ("may", "words"),
    [
        (Watchers.NO, "Marta does not let others watch any more."),
        (Watchers.ALLOWED, "Marta lets others watch, who are sent each deal once it is over."),
        (
            Watchers.TALK,
            "Marta lets others watch, who are sent each deal once it is over, with what you have"
            " said.",
        ),
    ],
)
def test_whether_others_may_watch_is_told_as_it_is(may, words):
    assert told(ToAll.WATCHED, may.value) == words
