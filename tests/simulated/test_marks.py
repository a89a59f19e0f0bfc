"""What should happen now and then is known from the product's own tables."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.odd import odd_pages
from pbem.letters.render import Templates
from tests.simulated.letters import kind_of_tap
from tests.simulated.marks import TAPS

_LINK = re.compile(r'href="mailto:[^"]*?subject=([^"&]*)')


@pytest.fixture(name="there", scope="module")
def _there():
    """The kinds of all taps in a specimen of each letter, and a code of each."""
    templates, found = Templates(), {}
    for page in (all_pages() | odd_pages()).values():
        for subject in _LINK.findall(templates.render(page).html):
            code = unquote(subject).partition("] ")[2]
            found.setdefault(kind_of_tap(code), code)
    return found


def test_each_kind_of_tap_has_a_mark(there):
    assert {kind: code for kind, code in there.items() if kind not in TAPS} == {}


def test_each_mark_of_a_tap_is_of_one_that_letters_have(there):
    assert set(TAPS) - there.keys() == set()
