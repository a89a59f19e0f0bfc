"""What a whole table is told with its next mails has a sentence for each kind."""

from typing import Any

import pytest

from engine import Rules, Seat, start
from pbem.demo.specimens.games import reader_of
from pbem.domain.vocabulary import ToAll
from pbem.letters.render import Templates
from pbem.letters.talk import Remark


def told(what):
    frame = reader_of(start(Rules(), 3, Seat(0)), 0).frame
    module: Any = Templates()._in("en")[0].get_template("_text.txt").module
    if what is ToAll.TALK:
        said = module.says(Remark("Ruth", "Eva"))
    else:
        said = module.announced(frame, (what, "Eva", "Ruth"))
    return " ".join(str(said).split())


@pytest.mark.parametrize("what", ToAll)
def test_it_has_words_of_its_own(what):
    assert told(what) not in [told(other) for other in ToAll if other is not what]


@pytest.mark.parametrize("what", ToAll)
def test_it_names_who_or_what_it_is_about(what):
    assert "Eva" in told(what) or "Ruth" in told(what)
