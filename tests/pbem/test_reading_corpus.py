"""Replies and bounces of real people and servers, against what a reader says they are.

`replies.tsv` was made by reading every mail: how many lines its writer wrote herself, signature
apart, their first and last words, and a digest of them all. Where a file begins with the headers
of a quoted mail and nothing stands above, she wrote nothing.
"""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import pytest

from pbem.mail.mail import read_mail
from tests.corpus import CORPUS, NEEDS_CORPUS, as_mail
from tests.effort import of_each
from tests.lines import text_that_counts

REPLIES = Path(__file__).parent.parent / "data" / "replies.tsv"
FOLDERS = ("github", "mail_parser_reply", "crisp", "talon_replies", "talon_html")
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason=NEEDS_CORPUS)


def reviewed() -> list[dict[str, str]]:
    with REPLIES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_every_reply_was_reviewed():
    counts = [sum(row["file"].startswith(f"{folder}/") for row in reviewed()) for folder in FOLDERS]

    assert counts == [22, 47, 90, 12, 9]
    assert len({row["file"] for row in reviewed()}) == len(reviewed())


@needs_corpus
@of_each("row", reviewed())
def test_a_real_reply_is_read_as_its_reader_does(row):
    lines = text_that_counts(read_mail(as_mail(CORPUS / row["file"])).body)
    words = " ".join(lines).split()

    assert (len(lines), " ".join(words[:3])) == (int(row["lines"]), row["first words"])
    assert " ".join(words[-3:]) == row["last words"]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == row["digest"]


@needs_corpus
def test_no_reply_of_the_corpus_goes_without_a_review():
    files = {f"{d}/{f.name}" for d in FOLDERS for f in (CORPUS / d).iterdir() if f.suffix}
    other = {name for name in files if name.rpartition(".")[2] not in ("txt", "eml", "html")}

    assert {row["file"] for row in reviewed()} == files - other


@needs_corpus
def test_every_bounce_of_a_real_server_is_automatic():
    files = [file for file in (CORPUS / "flufl_bounces").iterdir() if file.name != "LICENSE"]
    missed = [file.name for file in files if read_mail(file.read_bytes()).robot is None]

    assert len(files) == 117
    # The one that is none: a hotel's clerk answers by Outlook, with her signature.
    assert missed == ["groupwise_03.txt"]
