"""A drill: of somebody who says `forget me` neither name nor address is found anywhere again.

Zdenka has played a game that is in the archive and a round of a league, is at a table, has talked,
was away, is named on the public pages, and a mail to her came back. All bytes are searched: the
database, the archive, copies' packs, the site, exports, letters to the others, the log. It is done
again once yesterday's copy, which knew her, was put back.
"""

import asyncio
import email
import email.policy
import gzip
import io
import re
import subprocess
import sys
import tarfile
import zipfile
from datetime import timedelta
from functools import partial

import pypdfium2
from sqlalchemy import inspect, text

from pbem.copies.shelf import copies_in
from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import AskedBack, Automatic, Changed, Told
from pbem.domain.vocabulary import Change
from pbem.games.late import renew
from pbem.inbound.identify import lane_of
from pbem.inbound.worker import process_next
from pbem.logs import log_to
from pbem.outbox.deliver import Post, deliver_due, write_down
from pbem.server.chores import Chores
from pbem.server.clock import now
from pbem.store.holding import FILE
from pbem.store.inbound import Arrived, accept
from pbem.store.tidy import give_back
from tests.club import MORNING, configured, seated
from tests.conversations.test_archived import DAYS, about_lindy, started_anew, with_archive
from tests.conversations.test_bounces import comes_back
from tests.conversations.test_duplicate import play
from tests.conversations.test_fair_deals import attached
from tests.conversations.test_first_game import MARTA, mailed
from tests.conversations.test_leagues import told
from tests.conversations.test_organising import order
from tests.databases import FROM_A_FILE, database_url
from tests.effort import LONG
from tests.pbem.test_archive import copier, files, packs, typed
from tests.pbem.test_cli import out
from tests.pbem.test_post import scripted

ADDRESS, NAME = b"zdenka.q7@odd.example", b"zdenka"
HER = {ADDRESS, b"@odd.example", NAME}
OTHERS = ("Anna", "Bruno", "Ruth", "Eva", "Jan")
MAILS = {"inbound.raw", "outbox.raw"}
"""Where others' mails name her."""

KNOWN = MAILS | {"player.name", "player.address", "bounce.address", "inbound.mail_from"}
KNOWN |= {"outbox.rcpt", "act.line", "announcement.words"}
"""Some of the columns in which she stands until she is forgotten."""

BEGUN = MORNING - timedelta(weeks=120)
"""Long enough ago that all of it is over when a command looks at the machine's own clock."""

KEPT = timedelta(days=91)
"""So long the others' mails are kept."""


# --- searching ----------------------------------------------------------------------------------


def words_in(*written):
    """Which of her words stand in some bytes, in whatever case."""
    return {word for word in HER for one in written if word in one.lower()}


def opened(file):
    """The bytes of a file, and all that is packed in it."""
    raw = file.read_bytes()
    yield raw
    if file.suffix == ".gz":
        yield gzip.decompress(raw)
    elif file.suffix == ".tar":
        with tarfile.open(file) as tar:
            for one in tar:
                packed = tar.extractfile(one).read()
                yield from (one.name.encode(), packed, gzip.decompress(packed))
    elif file.suffix == ".xlsx":
        with zipfile.ZipFile(file) as packed:
            yield from map(packed.read, packed.namelist())
    elif file.suffix == ".pdf":
        with pypdfium2.PdfDocument(file) as paper:
            for page in paper:
                yield page.get_textpage().get_text_bounded().encode()


def decoded(raw):
    """A mail as it is, its headers as they are read, and each of its parts without its encoding."""
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    yield raw
    yield from (f"{name}: {value}".encode("utf-8", "replace") for name, value in mail.items())
    yield from (part.get_payload(decode=True) or b"" for part in mail.walk())


def in_mails(club):
    """What of her stands in the mails that the database keeps."""
    kept = "select raw from inbound union all select raw from outbox"
    with club.services.db.begin() as session:
        mails = session.scalars(text(kept)).all()
    return words_in(*(one for raw in mails for one in decoded(raw)))


def in_columns(club):
    """Which columns of the database hold something of her."""
    found = set()
    with club.services.db.begin() as session:
        for table in inspect(session.connection()).get_table_names():
            for row in session.execute(text(f'select * from "{table}"')).mappings():
                found |= {
                    f"{table}.{column}"
                    for column, held in row.items()
                    if words_in(held if isinstance(held, bytes) else str(held).encode())
                }
    return found


def in_files(*found):
    """What of her stands in the names and the bytes of files."""
    inside = (written for one in found for written in opened(one))
    return words_in(*(one.name.encode() for one in found), *inside)


def in_database(folder):
    """What of her stands in the database's files, all of them."""
    return in_files(*folder.glob("club.db*"))


def in_letters(club, since):
    """What of her stands in letters to anybody but her since there were so many of each."""
    letters = [one for name, all_ in club.boxes.items() for one in all_[since.get(name, 0) :]]
    assert letters
    return words_in(*(one for letter in letters for one in decoded(letter.raw)))


def published(folder, where):
    """What of her stands on the pages of results, and in each kind of export of her games."""
    there = folder / where
    there.mkdir()
    out(typed(folder, "site", str(there / "site")))
    games = ("Lindy", "Winter 1-1", "Winter 2-1")
    for n, game in enumerate(games):
        for kind in ("txt", "csv", "xlsx", "pdf", "json"):
            out(typed(folder, "export", game, str(there / f"{n}.{kind}")))
    asked = [[word] for word in ("users", "games", "standings", "inbox", "queue", "bounces")]
    asked += [[word, game] for word in ("log", "show") for game in games]
    said = [out(typed(folder, *words)).encode() for words in asked]
    site = [one for one in (there / "site").rglob("*") if one.is_file()]
    return {
        "site": in_files(*site),
        "exports": in_files(*there.glob("*.*")),
        "commands": words_in(*said),
    }


def counted(club):
    """How many letters everybody has."""
    return {name: len(letters) for name, letters in club.boxes.items()}


# --- what happens -------------------------------------------------------------------------------


def everybody_says_yes(club):
    for name in (*OTHERS[:2], "Zdenka"):
        club.say(name, "yes")


def zdenka_says(club, words):
    """Her own mail server has her address in the envelope."""
    return club.say("Zdenka", words, mail_from=ADDRESS.decode())


def asks_as_a_stranger(club):
    """Long before anybody here knows her she asks how it works, twice."""
    her, here = ADDRESS.decode(), club.services.settings.mailbox
    for written in (her, her.replace("zdenka.q7@odd", "Zdenka.Q7@Odd")):
        raw = f"From: Zdenka <{written}>\nTo: {here}\nSubject: Hello\n\nhelp\n"
        club.receive(raw.encode(), here, written)


def put_off(club, name):
    """Somebody asks something, and the smarthost does not take the answer yet."""
    letter, address = club.letter(name), club.addresses[name]
    raw = f"From: {address}\nTo: {letter.reply_to}\nSubject: x\n\nstatus\n".encode()
    with club.services.db.begin() as session:
        mail = Arrived("smtp", letter.reply_to, address, raw, club.now)
        accept(session, mail, lane_of(club.services, session, mail))
    while process_next(club.services, club.now):
        pass

    async def deliver():
        async with scripted(RCPT=f"450 4.2.2 <{address}>: mailbox full") as carrier:
            services = club.services
            post = Post(
                services.db, services.addresses, carrier, lambda: club.now, partial(renew, services)
            )
            await deliver_due(post)
            write_down(post)

    asyncio.run(deliver())
    club.later(hours=1)


def her_years(folder):
    """All that Zdenka has done here, up to yesterday."""
    club = seated(folder)
    club.now = BEGUN
    club = with_archive(club, folder)
    club.services = configured(club.services, organisers=(MARTA,))
    club.addresses |= {name: f"{name.lower()}@club.example" for name in (*OTHERS, "Marta")}
    club.addresses["Zdenka"] = ADDRESS.decode()
    called = {name: f"{name} {club.addresses[name]}" for name in (*OTHERS, "Zdenka")}
    asks_as_a_stranger(club)

    three = ", ".join(called[name] for name in ("Anna", "Bruno", "Zdenka"))
    mailed(club, f"new game Lindy, ohhell_pagat, 2 deals up with {three}, hold 0")
    club.say("Marta", "start")
    everybody_says_yes(club)
    zdenka_says(club, "say it is me, Zdenka of zdenka.q7@odd.example")
    club.say("Anna", "say welcome Zdenka")
    zdenka_says(club, "mix in banana")
    play(club, 1)
    club.now += DAYS
    Chores(club.services, lambda: club.now).tidy()

    six = ", ".join(called[name] for name in ("Anna", "Zdenka", *OTHERS[1:]))
    mailed(club, f"new league Winter with {six}, 3 at a table, 2 rounds, 1 up, 2 deals up, hold 0")
    club.tap("Marta", "next round Winter")
    for name in (*OTHERS, "Zdenka"):
        club.say(name, "yes")
    play(club, 2)
    play(club, 3)
    told(club)
    order(club, "next round Winter")
    order(club, "away Zdenka 1-3 December")
    zdenka_says(club, "say see you, zdenka.q7@odd.example")
    zdenka_says(club, "public name")
    put_off(club, "Zdenka")
    said = f"550 <{ADDRESS.decode()}> User unknown"
    assert comes_back(club, club.letter("Zdenka"), said=said) == Automatic("bounce for good")
    return club


def forgotten(club):
    assert zdenka_says(club, "forget me") == AskedBack(Grave.FORGET_ME)
    assert club.tap("Zdenka", "yes") == Changed(Change.FORGOTTEN)
    assert "You are forgotten here" in club.letter("Zdenka").subject


def nothing_of_her_is_found(club, folder, since, where):
    """All is searched once what others wrote and got is no longer kept."""
    for name in ("Anna", "Marta"):
        club.say(name, "status", quoting=False)
    order(club, "standings Winter", quoting=False)
    assert in_letters(club, since) == set()
    club.now += KEPT
    club.later(minutes=1)
    Chores(club.services, lambda: club.now).tidy()
    club.services.db.close()
    list(give_back(database_url(folder / "club.db"), 0))

    assert in_database(folder) == set()
    assert in_mails(club) == set()
    assert in_files(*files(folder), *packs(folder), folder / "copies" / FILE) == set()
    assert published(folder, where) == {"site": set(), "exports": set(), "commands": set()}
    assert in_letters(club, since) == set()


def her_games_still_prove_themselves(club, folder):
    """By the command, and by the script that a player is sent, which needs nothing of ours."""
    assert club.say("Anna", "proof", to=about_lindy(club)[-1]) == Told("proof")
    letter = club.letter("Anna")
    script = folder / "check_deals.txt"
    script.write_bytes(attached(letter)["check_deals.txt"])
    records = {"Lindy": 2, "Winter 1-1": 2, "Winter 2-1": 0}
    for game, deals in records.items():
        record = folder / "her.proof"
        out(typed(folder, "proof", game, "-o", str(record)))
        assert in_files(record) == set()
        if game == "Lindy":
            assert record.read_bytes() == attached(letter)["Lindy.txt"]
        held = out(typed(folder, "verify", str(record)))
        assert re.match(rf"{game}: (\d+) deals?, the (whole )?game", held), held
        assert int(re.match(rf"{game}: (\d+)", held)[1]) >= deals
        command = [sys.executable, "-I", "-S", script, record]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        assert done.stdout.count(": fits;") > deals
        assert words_in(done.stdout.encode()) == set()
    assert "5 games checked" in out(typed(folder, "check"))


@LONG
@FROM_A_FILE
def test_who_is_forgotten_is_found_nowhere_again_even_after_a_restore(tmp_path):
    logged = io.StringIO()
    log_to(logged, verbose=True)
    club = her_years(tmp_path)
    copies = copier(club, tmp_path)
    copies()
    [copy] = copies_in(tmp_path / "copies").values()

    # The same search finds her wherever she may stand, so it would find her afterwards.
    assert in_database(tmp_path) == in_mails(club) == in_files(copy) == HER
    assert in_columns(club) >= KNOWN
    assert in_letters(club, {"Zdenka": len(club.letters("Zdenka"))}) == HER
    assert published(tmp_path, "before") == {
        "site": {NAME},
        "exports": HER,
        "commands": HER,
    }
    # In the archive a person is a number from the first day on.
    [file] = files(tmp_path)
    assert b'"banana"' in gzip.decompress(file.read_bytes())
    assert len(packs(tmp_path)) == 1

    club.now += timedelta(days=1)
    since = counted(club)
    forgotten(club)
    since["Zdenka"] = len(club.letters("Zdenka"))
    assert in_columns(club) == MAILS, "what others sent and got, until its days are over"
    copies.keep_held()
    nothing_of_her_is_found(club, tmp_path, since, "after")

    club.services.db.close()
    said = out(typed(tmp_path, "restore", str(copy), OHHELL_MAILBOX="table@ohhell.example"))
    assert "1 person is forgotten again." in said
    # As docs/OPERATING.md says, what still holds her is deleted.
    copy.unlink()
    for aside in tmp_path.glob("club.db.before-*"):
        aside.unlink()
    club = started_anew(club, tmp_path)
    club.now = now() + timedelta(minutes=1)
    since = counted(club)
    club.deliver()
    nothing_of_her_is_found(club, tmp_path, since, "restored")
    assert len(club.letters("Zdenka")) == since["Zdenka"]

    her_games_still_prove_themselves(club, tmp_path)
    for event in ("mail processed", "mail put off"):
        assert event in logged.getvalue()
    assert words_in(logged.getvalue().encode()) == set()
