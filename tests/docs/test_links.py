"""Every link of a page leads somewhere."""

from tests.docs.blocks import DOCS, README, headings, links
from tests.effort import of_each

ROOT = DOCS.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md")), *(ROOT / ".github").glob("*.md")]


@of_each("page", PAGES)
def test_every_link_leads_to_a_page_and_a_heading(page):
    for link in links(page):
        name, _, part = link.partition("#")
        target = page.parent / name if name else page
        assert target.is_file(), link
        assert not part or part in headings(target), link


def test_every_page_is_linked_from_the_first():
    linked = {(README.parent / link.partition("#")[0]).resolve() for link in links(README)}

    assert [page.name for page in DOCS.glob("*.md") if page not in linked] == []
