"""`pbem gallery`: every letter in every language, for translators to leaf through."""

from __future__ import annotations

import json
import re
from email.message import EmailMessage

from pbem.demo import specimens
from pbem.demo.against import ROOT, letters_of, told
from pbem.demo.letters import PLAYERS, SEED, write_gallery
from pbem.demo.specimens import _all_pages, all_pages
from pbem.demo.specimens.odd import odd_pages
from pbem.languages import translated
from pbem.letters.kinds import all_kinds
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
    pages = {**all_pages(PLAYERS, SEED), **odd_pages()}
    assert len(mails) == len(pages) == len(list((folder / "fr" / "mails").glob("*.eml")))
    assert {page.kind for page in pages.values()} == set(all_kinds())
    assert all(mail["text"].strip() and '<html lang="fr"' in mail["html"] for mail in mails)
    assert "[Lindy 1/19] votre annonce, avant mar. 11:12" in [mail["subject"] for mail in mails]


def test_a_letter_that_is_made_of_its_reader_alone_needs_no_specimen(monkeypatch):
    class Plain:
        @classmethod
        def of(cls, reader):
            return reader.names

    monkeypatch.setattr(specimens, "all_kinds", lambda: {**all_kinds(), "plain": Plain})

    assert _all_pages.__wrapped__(4, 7, "en")["plain"] == ("Anna", "Bruno", "Chloé", "Dieter")


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
    assert made == {"index.html", *translated()}


def letter(text, html="<p>Hello</p>"):
    """The bytes of a small letter."""
    made = EmailMessage()
    made["Subject"] = "Your turn"
    made.set_content(text)
    made.add_alternative(html, subtype="html")
    made.set_boundary("=_")
    return made.as_bytes()


def test_letters_that_are_the_same_are_told_in_one_sentence():
    letters = {"bid.en": letter("Your bid"), "card.en": letter("Your card")}

    assert told(letters, dict(letters), "v1.0") == "All 2 letters are byte for byte those of v1.0."


def test_a_letter_that_differs_is_shown_by_its_text():
    ours = {"bid.de": letter("Guten Tag\n\nDeine Ansäge"), "card.de": letter("Karte")}
    theirs = ours | {"bid.de": letter("Guten Tag\n\nDeine Ansage")}

    assert told(ours, theirs, "v1.0").splitlines() == [
        "2 letters were compared with v1.0; not the same: 1.",
        "",
        "bid.de differs:",
        "@@ -2,2 +2,2 @@",
        " ",
        "-Deine Ansage",
        "+Deine Ansäge",
    ]


def test_a_letter_that_differs_around_its_text_is_shown_by_that():
    ours, theirs = letter("Your bid", "<p>Red</p>"), letter("Your bid", "<p>Blue</p>")

    lines = told({"bid.en": ours}, {"bid.en": theirs}, "v1.0").splitlines()

    assert lines[-2:] == ["-<p>Blue</p>", "+<p>Red</p>"]


def test_a_letter_that_one_side_lacks_is_named():
    both = {"bid.en": letter("Your bid")}

    assert told(both | {"new.en": b""}, both, "v1.0").endswith("\n\nnew.en is not in v1.0.")
    assert told(both, both | {"old.en": b""}, "v1.0").endswith("\n\nold.en is in v1.0 alone.")


def test_of_many_differences_the_first_are_shown():
    ours = {f"letter {number}": letter("one\n" * 50) for number in range(9)}
    theirs = dict.fromkeys(ours, letter("two\n" * 50))

    lines = told(ours, theirs, "v1.0").splitlines()

    assert [line for line in lines if "differs" in line] == [
        f"letter {number} differs:" for number in range(5)
    ]
    assert len(lines) == 1 + 5 * 22 + 2
    assert lines[-1] == "... and 4 more"


def test_a_revision_must_be_one_that_git_knows(tmp_path):
    refused = command(tmp_path, "gallery", "--against", "no-such-thing")

    assert refused.returncode == 1
    assert refused.stderr.startswith("pbem: git knows no revision no-such-thing of")


@LONG
def test_a_tree_writes_the_same_letters_each_time(tmp_path):
    once, again = (letters_of(ROOT, tmp_path / name, ["de"]) for name in ("once", "again"))

    assert told(once, again, "before").startswith("All ")
    played = {name for name in once if name.startswith("played/")}
    assert len(played) > 150
    assert len(once) - len(played) > 150
