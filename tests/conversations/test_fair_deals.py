"""Deals that can be proved: what is announced, what players mix in, and what stays secret."""

import base64
import email
import hashlib
import io
import json
import re
import struct
import subprocess
import sys

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from engine import Rules, shuffle
from engine.verify import verify
from pbem.domain.outcomes import Changed, Played, TakenBack, Told
from pbem.domain.vocabulary import Change
from pbem.logs import log_to
from pbem.store import shuffles
from pbem.store.tables.log import SecretRow
from tests.conversations.dealing import bids, club_dealt, plays

ANNOUNCED = re.compile(r"Fingerprint of (?:deal (\d+)|the draw)[^\n]*:\n((?:[0-9a-f]{8} ?){8})\n")


def announced(letter):
    """The fingerprints a letter carries, by the number of the deal; 0 is the draw."""
    found = ANNOUNCED.findall(letter.text)
    return {int(deal or 0): digits.replace(" ", "") for deal, digits in found}


def in_header(letter):
    """The fingerprints in its header, in the same way."""
    header = letter.message["X-OhHell-Fingerprint"] or ""
    found = re.findall(r"([0-9a-f]{64}) \(deal (\d+)\)", header)
    return {int(deal): digits for digits, deal in found}


def rows(club, sql):
    with club.services.db.begin() as session:
        return session.connection().execute(text(sql)).all()


def plain(value):
    """What a column of JSON holds: SQLite gives its text, PostgreSQL what it says."""
    return json.loads(value) if isinstance(value, str) else value


def secrets(club):
    return dict(map(tuple, rows(club, "select deal, secret from secret order by deal")))


def words(club):
    return [tuple(row) for row in rows(club, "select deal, seat, word from word order by 1, 2")]


def hands_dealt(club, deal):
    """All hands of a deal, as one deals them from the top of the pack."""
    told = rows(club, "select data from event where kind = 'CardsDealt' order by seq")
    dealt = plain(told[deal - 1][0])
    players = len(dealt["hands"])
    row = [hand.split() for hand in dealt["hands"]]
    eldest = (dealt["dealer"] + 1) % players
    return [row[(eldest + at) % players][n] for n in range(len(row[0])) for at in range(players)]


def pack_of(game, deal, secret, *said):
    """The pack as docs/FAIRNESS.md has it, worked apart from the code."""
    parts = [b"oh hell shuffle", game.encode(), str(deal).encode(), secret]
    for seat, word in said:
        parts += [str(seat).encode(), word.encode()]
    seed = hashlib.sha256(b"".join(struct.pack(">I", len(one)) + one for one in parts)).digest()
    return [str(card) for card in shuffle(Rules().pack.cards(), seed)]


def play_deal(club):
    """Everybody bids and plays the first thing offered until the deal is over."""
    deals = len(club.game.deals)
    while len(club.game.deals) == deals and not club.game.over:
        asked = next(one for one in reversed(club.letters(club.waiting)) if one.choices)
        assert isinstance(club.say(club.waiting, asked.choices[0], to=asked), Played)


def test_the_invitation_announces_the_draw_and_the_first_deal(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    kept = secrets(club)

    for name in club.addresses:
        assert announced(club.letter(name)) == {
            deal: hashlib.sha256(kept[deal]).hexdigest() for deal in (0, 1)
        }
    assert list(kept) == [0, 1]


def test_every_mail_of_a_deal_announces_the_next(club):
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    for deal in (1, 2, 3):
        before = {name: len(club.letters(name)) - 1 for name in club.addresses}
        for question in ("status", "help", "nonsense", "undo"):
            club.say("Ruth", question)
        letters = [one for name, at in before.items() for one in club.letters(name)[max(at, 0) :]]
        assert len(letters) >= 4
        print_of_next = hashlib.sha256(secrets(club)[deal + 1]).hexdigest()
        told = [in_header(one) for one in letters if f"[Lindy-{deal}." in one.text]
        assert told
        assert all(one == {deal + 1: print_of_next} for one in told)
        play_deal(club)


def test_the_first_question_of_a_deal_has_the_next_fingerprint_in_its_text(club):
    """Once a deal for each player, in whichever letter begins it."""
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    for _ in range(3):
        for name in club.addresses:
            club.say(name, "status")
        play_deal(club)

    for name in club.addresses:
        letters = [one for one in club.letters(name) if one.kind != "status"]
        deals = [re.search(r"\[Lindy-(\d)\.", one.text)[1] for one in letters]
        first = [deal not in deals[:at] for at, deal in enumerate(deals)]
        assert [bool(announced(one)) for one in letters] == first
        assert all(announced(one) in ({}, in_header(one)) for one in letters)
        assert not any(announced(one) for one in club.letters(name) if one.kind == "status")


def test_a_fingerprint_whose_letter_never_left_stands_in_the_next(tmp_path):
    """What does not leave has told nothing, not even that a deal has begun."""
    club = club_dealt(tmp_path, "AS KS | 2H 3H | 4D 5D", turn_up="2C", play_out=True)
    bids(club, 0, 0)
    with club.services.db.begin() as session:
        told = "update outbox set state = 'superseded' where rcpt like 'ruth@%'"
        session.connection().execute(text(told))
    bids(club, 0)
    assert not announced(club.letter("Ruth"))
    plays(club, "AS 2H")

    assert club.letter("Ruth").kind == "your_play"
    assert announced(club.letter("Ruth")) == in_header(club.letter("Ruth")) != {}


def test_the_cards_come_from_the_announced_secret_and_the_words_in_the_order_of_the_seats(club):
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    assert club.say("Ruth", "salt zebra") == Changed(Change.SALT)
    assert club.say("Anna", "salt  Banana\tsplit") == Changed(Change.SALT)
    assert 'Your word "Banana split" is mixed into the next pack' in club.letter("Anna").text
    play_deal(club)

    kept = secrets(club)
    first, second = hands_dealt(club, 1), hands_dealt(club, 2)
    assert first == pack_of("Lindy", 1, kept[1])[: len(first)]
    assert second == pack_of("Lindy", 2, kept[2], (0, "Banana split"), (2, "zebra"))[: len(second)]
    assert second != pack_of("Lindy", 2, kept[2])[: len(second)]


def test_words_before_the_game_go_into_the_draw_and_the_first_deal(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    assert club.say("Bruno", "salt banana") == Changed(Change.SALT)
    for name in club.addresses:
        club.say(name, "yes", to=club.letters(name)[0])

    kept = secrets(club)
    assert words(club) == [(0, 1, "banana"), (1, 1, "banana")]
    first = hands_dealt(club, 1)
    assert first == pack_of("Lindy", 1, kept[1], (1, "banana"))[: len(first)]


def test_a_later_word_takes_the_place_of_an_earlier_one(club):
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    club.say("Anna", "salt banana")
    club.say("Anna", "salt apple")

    assert words(club) == [(2, 0, "apple")]


def test_a_word_may_stand_below_an_answer_and_counts_for_the_shuffle_it_brings_on(tmp_path):
    club = club_dealt(tmp_path, "AS KS | 2H 3H | 4D 5D", turn_up="2C", play_out=True)
    bids(club, 0, 0, 0)
    plays(club, "AS 2H 4D KS 3H")
    assert club.say("Ruth", "5D\nsalt banana") == Played("5D")

    assert len(club.game.deals) == 1
    assert words(club) == [(2, 2, "banana")]
    dealt = hands_dealt(club, 2)
    assert dealt == pack_of("Lindy", 2, secrets(club)[2], (2, "banana"))[: len(dealt)]


def test_nobody_is_shown_the_words_of_others_before_the_deal_is_over(club):
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    club.say("Anna", "salt wombat")
    play_deal(club)
    for name in ("Bruno", "Ruth"):
        club.say(name, "status")

    assert all("wombat" not in one.text for name in ("Bruno", "Ruth") for one in club.letters(name))


def test_a_shuffle_once_made_stays_when_the_last_trick_is_taken_back(tmp_path):
    """Whoever has seen the next hand cannot undo, send another word and get a better one."""
    club = club_dealt(tmp_path, "AS KS | 2H 3H | 4D 5D", turn_up="2C", hold=10, play_out=True)
    bids(club, 0, 0, 0)
    plays(club, "AS 2H 4D KS 3H")
    club.say("Ruth", "5D")
    assert len(club.game.deals) == 1
    dealt = hands_dealt(club, 2)
    assert club.say("Ruth", "undo") == TakenBack()
    assert len(club.game.deals) == 0

    assert club.say("Ruth", "salt banana") == Changed(Change.SALT)
    asked = next(one for one in reversed(club.letters("Ruth")) if one.choices)
    assert club.say("Ruth", "5D", to=asked) == Played("5D")

    assert words(club) == [(3, 2, "banana")]
    assert [hands_dealt(club, nth) for nth in (2, 3)] == [dealt, dealt]


def test_the_mail_with_the_result_opens_the_secret_and_the_words(club):
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    club.say("Ruth", "salt banana split")
    club.say("Anna", "salt x")
    for _ in range(4):
        play_deal(club)

    kept = secrets(club)
    for name in club.addresses:
        told = "".join(letter.text for letter in club.letters(name))
        for deal in (1, 2):
            secret = " ".join(kept[deal].hex()[at : at + 8] for at in range(0, 64, 8))
            line = f'  Secret of deal {deal} ("proof" checks it):\n'
            assert told.count(f"{line}  {secret}\n") == 1
        assert 'Words mixed in: "x" (Anna), "banana split" (Ruth).' in told


def test_whoever_gets_mails_can_check_the_deals_from_them_alone(club):
    """Each secret has the fingerprint that who was asked in the deal before was told then."""
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    while not club.game.over:
        play_deal(club)
    club.later(hours=30)

    checked = 0
    for name in club.addresses:
        known, asked = set(), set()
        for letter in club.letters(name):
            for deal, digits in re.findall(r"  Secret of deal (\d+).*:\n  (.+)\n", letter.text):
                secret = bytes.fromhex(digits.replace(" ", ""))
                if int(deal) - 1 in asked:
                    assert hashlib.sha256(secret).hexdigest() in known
                    checked += 1
            known |= {*announced(letter).values()}
            asked |= {int(of) for of in re.findall(r"\[Lindy-(\d)\.", letter.text)}
    assert checked >= 10


def test_a_secret_stands_nowhere_before_its_deal_is_over(club):
    """The whole database, all mails and the whole log are searched again and again."""
    logged = io.StringIO()
    log_to(logged, verbose=True)
    club.open("Anna", "Bruno", "Ruth", hold=10, preset="4-1")
    club.say("Anna", "salt banana")
    searched = 0
    for step in range(400):
        if len(club.game.deals) == 2:
            break
        name = club.waiting
        asked = next(one for one in reversed(club.letters(name)) if one.choices)
        assert isinstance(club.say(name, asked.choices[0], to=asked), Played)
        if step % 8 == 0:
            club.say("Ruth", "status")
            searched += _search(club, logged.getvalue())
        club.later(hours=3)
        if step % 8 == 1:
            club.say("Anna", "nonsense")
            searched += _search(club, logged.getvalue())

    assert len(club.game.deals) == 2
    assert "mail processed" in logged.getvalue()
    assert searched > 2000


def _search(club, logged):
    """Search every value of every table but the one of secrets, and what was logged."""
    over = len(club.game.deals)
    forms = [form for deal, s in secrets(club).items() if deal > over for form in _forms(s)]
    with club.services.db.begin() as session:
        tables = inspect(session.connection()).get_table_names()
    tables.remove("secret")
    held = [rows(club, f"select * from {name}") for name in tables]
    values = [value for table in held for row in table for value in row]
    mails = [email.message_from_bytes(v) for v in values if isinstance(v, bytes) and len(v) > 99]
    parts = [part.get_payload(decode=True) or b"" for mail in mails for part in mail.walk()]
    for value in (*values, *parts, logged):
        raw = value if isinstance(value, bytes) else str(value).encode()
        for written in (raw, raw.replace(b" ", b"")):
            assert not any(form in written for form in forms)
    assert forms
    return len(values)


def _forms(secret):
    """How a secret may be written."""
    number = str(int.from_bytes(secret, "big"))
    return [
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        base64.b64encode(secret)[:42],
        base64.urlsafe_b64encode(secret)[:42],
        base64.b32encode(secret)[:50],
        repr(secret)[2:-1].encode(),
        number.encode(),
    ]


def test_errors_and_descriptions_do_not_show_a_secret(club):
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    with club.services.db.begin() as session:
        kept = shuffles.fixed(session, 1, 2)
        row = session.get(SecretRow, (1, 2))
        shown = [repr(kept), str(kept), repr(row), str(row), repr(club.services)]
    with pytest.raises(IntegrityError) as problem, club.services.db.begin() as session:
        session.add(SecretRow(game_id=1, deal=2, secret=kept.secret))
    shown += [str(problem.value), repr(problem.value)]

    for form in _forms(kept.secret):
        assert not any(form in one.encode() for one in shown)


def attached(letter):
    """The files that come with a letter, by name, byte for byte."""
    return {
        part.get_filename(): part.get_payload(decode=True)
        for part in letter.message.walk()
        if part.get_content_disposition() == "attachment"
    }


def test_the_proof_comes_with_a_record_and_a_script_that_checks_it(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth", preset="3-1-3")
    club.say("Ruth", "salt <b>& élan")
    play_deal(club)
    play_deal(club)
    assert club.say("Anna", "proof") == Told("proof")

    letter = club.letter("Anna")
    assert letter.subject == "[Lindy] Proof of the shuffles"
    files = attached(letter)
    assert list(files) == ["Lindy.txt", "check_deals.txt"]
    held = verify(files["Lindy.txt"].decode())
    assert (held.name, held.deals, held.over) == ("Lindy", 2, False)
    for name, raw in files.items():
        (tmp_path / name).write_bytes(raw)
    command = [sys.executable, "-I", "-S", tmp_path / "check_deals.txt", tmp_path / "Lindy.txt"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.count(": fits;")) == (0, 3)
    for deal, secret in secrets(club).items():
        print_ = hashlib.sha256(secret).hexdigest()
        assert f"fingerprint {print_}" in done.stdout
        assert (secret.hex() in files["Lindy.txt"].decode()) == (deal <= 2)
    assert 'Words mixed in: "<b>& élan" (Ruth).' in letter.text
    for hand in plain(rows(club, "select data from event where kind = 'CardsDealt'")[0][0])[
        "hands"
    ]:
        assert all(card in files["Lindy.txt"].decode() for card in hand.split())


def test_the_digests_of_all_mails_stand_in_the_record_of_the_game(club):
    club.open("Anna", "Bruno", "Ruth", preset="2-1-2", hold=10)
    while not club.game.over:
        name = club.waiting
        asked = next(one for one in reversed(club.letters(name)) if one.choices)
        assert isinstance(club.say(name, asked.choices[0], to=asked), Played)
        club.say("Bruno", "status")
        club.later(hours=3)
    club.say("Bruno", "proof")
    held = verify(attached(club.letter("Bruno"))["Lindy.txt"].decode())

    assert (held.deals, held.over) == (3, True)
    told = [one.message["X-OhHell-Digest"] for one in club.letters("Bruno")]
    assert len(told) > 10
    assert all(held.moment(digest) for digest in told)
    assert f"The digest of the game so far is {told[-1]}." in club.letter("Bruno").text


def test_before_the_game_the_proof_only_announces(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    assert club.say("Anna", "proof") == Told("proof")

    record = attached(club.letter("Anna"))["Lindy.txt"].decode()
    assert verify(record).deals == 0
    assert record.count("fingerprint") == 2
    assert "secret" not in record


def test_who_has_made_the_last_move_of_a_deal_is_not_shown_all_hands_while_undo_works(tmp_path):
    club = club_dealt(tmp_path, "AS KS | 2H 3H | 4D 5D", turn_up="2C", hold=10, play_out=True)
    bids(club, 0, 0, 0)
    plays(club, "AS 2H 4D KS 3H")
    club.say("Ruth", "5D")
    assert len(club.game.deals) == 1

    for name in ("Ruth", "Anna"):
        club.say(name, "proof")
        assert b"secret" not in attached(club.letter(name))["Lindy.txt"].partition(b"shuffle 1")[2]
        assert secrets(club)[1].hex() not in club.letter(name).text.replace(" ", "")
    club.later(hours=3)
    club.say("Anna", "proof")
    assert secrets(club)[1].hex() in club.letter("Anna").text.replace(" ", "")
