"""`pbem gallery`: every letter in every language, for translators to leaf through."""

from __future__ import annotations

import json
import re

from pbem.demo.letters import PLAYERS, SEED, write_gallery
from pbem.demo.specimens import all_pages
from pbem.demo.specimens.odd import odd_pages
from pbem.letters.catalogues import translated
from pbem.letters.pages import Page
from pbem.letters.render import kind_of
from tests.effort import LONG
from tests.terminal import command


def shown(index):
    """The mails of an index page."""
    data = re.search(r'<script id="mails" type="application/json">(.*?)</script>', index, re.DOTALL)
    return json.loads(data[1])


def test_a_letter_of_every_kind_is_shown_in_text_and_html(tmp_path):
    folder = tmp_path / "letters"
    done = command(tmp_path, "gallery", "letters", "--language", "fr")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Leaf through letters/index.html\n"
    assert '<a href="fr/index.html">français</a>' in (folder / "index.html").read_text("utf-8")
    mails = shown((folder / "fr" / "index.html").read_text("utf-8"))
    pages = all_pages(PLAYERS, SEED) | odd_pages()
    assert len(mails) == len(pages) == len(list((folder / "fr" / "mails").glob("*.eml")))
    assert {kind_of(page) for page in pages.values()} == {
        re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower() for kind in Page.__args__
    }
    assert all(mail["text"].strip() and '<html lang="fr"' in mail["html"] for mail in mails)
    assert "[Lindy] Donne 1 sur 19\u00a0: à vous" in [mail["subject"] for mail in mails]


@LONG
def test_an_earlier_gallery_is_replaced_and_nothing_else(tmp_path):
    folder = tmp_path / "letters"
    write_gallery(folder, ["en"])
    write_gallery(folder, ["de"])
    assert sorted(one.name for one in folder.iterdir()) == ["de", "index.html"]

    (folder / "mine.txt").write_text("x")
    refused = command(tmp_path, "gallery", "letters")
    assert refused.returncode == 1
    assert "letters holds other things; name another folder" in refused.stderr
    assert (folder / "mine.txt").exists()


def test_a_language_must_be_one_we_write_in(tmp_path):
    refused = command(tmp_path, "gallery", "--language", "xx")

    assert refused.returncode == 1
    assert refused.stderr.startswith("pbem: xx is not a language we write in: en, fr, de, it")
    assert list(tmp_path.iterdir()) == []


@LONG
def test_all_languages_are_shown_if_none_is_named(tmp_path):
    assert command(tmp_path, "gallery").returncode == 0

    made = {one.name for one in (tmp_path / "gallery").iterdir()}
    assert made == {"index.html", "en", *translated()}
