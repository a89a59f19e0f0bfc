"""Every link of a page leads somewhere."""

import pytest

from tests.docs.blocks import DOCS, README, headings, links

ROOT = DOCS.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md")), *(ROOT / ".github").glob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_page_and_a_heading(page):
    for link in links(page):
        name, _, part = link.partition("#")
        target = page.parent / name if name else page
        assert target.is_file(), link
        assert not part or part in headings(target), link


def test_every_page_is_linked_from_the_first():
    linked = {(README.parent / link.partition("#")[0]).resolve() for link in links(README)}

    assert [page.name for page in DOCS.glob("*.md") if page not in linked] == []
