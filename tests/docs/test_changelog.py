"""The changelog is in the sections of keepachangelog.com, and says nothing twice."""

import re
from collections import Counter

from tests.docs.blocks import README

CHANGELOG = README.parent / "CHANGELOG.md"
SECTIONS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
VERSION = re.compile(r"## (?:\[Unreleased\]|\[\d\S*\] - \d{4}-\d\d-\d\d)")


def lines():
    return CHANGELOG.read_text("utf-8").splitlines()


def test_what_is_not_released_comes_first_and_every_version_has_its_day():
    versions = [line for line in lines() if line.startswith("## ")]

    assert versions[0] == "## [Unreleased]"
    assert versions.count("## [Unreleased]") == 1
    assert [line for line in versions if not VERSION.fullmatch(line)] == []


def test_sections_of_a_version_keep_their_order():
    told = "\n".join(lines()).split("\n## ")[1:]

    for version in told:
        sections = re.findall(r"^### (.*)$", version, re.MULTILINE)
        assert sections == [name for name in SECTIONS if name in sections]


def test_each_line_is_told_once_under_a_section():
    told = "\n".join(lines()).split("\n### ")
    entries = [line for line in lines() if line.startswith("- ")]

    assert "\n- " not in told[0]
    assert [line for line, count in Counter(entries).items() if count > 1] == []
