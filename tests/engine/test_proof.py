"""The proof of a game: what it holds for every rule set, and that no byte of it can be changed."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import pbem.letters
from engine import PRESETS, DealCards, Seat, combine, decide, evolve, open_game, replay, view
from engine.chain import chain_of, so_far
from engine.players import choose
from engine.proof import Shown, sections, write_proof
from engine.shuffle import fingerprint, seed, shuffle
from engine.verify import Unfit, verify
from pbem.demo.playouts import play_out
from tests.table import SHORT

NAMES = ("Anna", "Brünö", "Ruth de Vries", "Jan", "Sofia", "Dieter", "Chloé", "Max")
SCRIPT = Path(pbem.letters.__file__).parent / "check_deals.txt"


def played(rules, players, name, dice, until=99):
    """A game of computer players with packs as docs/FAIRNESS.md has them: log and shuffles."""
    pack, shown = rules.pack_for(players).cards(), []

    def shuffled(deal):
        secret = dice.randbytes(32)
        words = tuple((Seat(at), f"wörd  {at}") for at in range(players) if dice.random() < 0.4)
        shown.append(Shown(deal, fingerprint(secret), secret.hex(), words))
        return shuffle(pack, seed(name, deal, secret, words))

    log = [open_game(rules, players, shuffled(0))]
    game = replay(log)
    while not game.over and (game.awaiting or len(game.deals) < until):
        asked = game.awaiting
        made = choose(view(game, asked[0])) if asked else DealCards(shuffled(len(game.deals) + 1))
        for event in decide(game, made):
            game = evolve(game, event)
            log.append(event)
    return log, shown


def proof_of(name, players, log, shown):
    return write_proof(name, NAMES[:players], sections(name, log, shown))


def by_script(folder, text):
    """What the mailed script says to a record, alone with the standard library."""
    file = folder / "record.txt"
    file.write_text(text, "utf-8")
    return subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, file], capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_the_proof_of_any_rule_set_holds_and_the_script_agrees(row, tmp_path):
    players = min(max(4, row.rules.players[0]), row.rules.players[1])
    log, shown = played(row.rules, players, "Lindy Ü", random.Random(row.name), until=3)
    text = proof_of("Lindy Ü", players, log, shown)

    assert verify(text).deals == 3
    done = by_script(tmp_path, text)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(": fits;") == 4


def test_the_script_is_short_and_finds_a_changed_card_word_and_secret(tmp_path):
    assert len(SCRIPT.read_text("utf-8").splitlines()) <= 60
    for change in (
        (r"(?m)^(deal by .*) (\w\w)$", r"\1 **"),
        (r"(?m)^word (\d) w", r"word \1 v"),
        (r"(?m)^fingerprint .", "fingerprint -"),
    ):
        assert by_script(tmp_path, re.sub(*change, TEXT, count=1)).returncode == 1
    assert "wrong" not in by_script(tmp_path, TEXT).stdout


SMALL = combine("2-1-2, 3 players").rules
LOG, SHOWN = played(SMALL, 3, "Lindy", random.Random(3))
TEXT = proof_of("Lindy", 3, LOG, [*SHOWN, Shown(4, fingerprint(b"next"))])
RAW = TEXT.encode()
DEALS = [found.start() for found in re.finditer(rb"(?m)^shuffle \d", RAW)]


def test_a_whole_game_holds_with_every_digest_its_mails_have_carried():
    held = verify(TEXT)

    assert (held.name, held.deals, held.over) == ("Lindy", 3, True)
    for deal, digest in re.findall(r"so far (\w{8})\n\nshuffle (\d)", TEXT)[1:]:
        assert held.moment(deal) == f"deal {int(digest) - 1} was over"
    assert held.moment("aaaaaaaa") is None
    assert verify(TEXT.replace("\n", "\r\n")) == held


@settings(max_examples=400)
@given(at=st.integers(0, len(RAW) - 1), byte=st.integers(0, 255))
@example(at=RAW.index(b"secret") + 7, byte=ord("0"))
@example(at=RAW.index(b"word") + 7, byte=ord("x"))
@example(at=RAW.index(b"fingerprint") + 12, byte=ord("g"))
@example(at=RAW.index(b"points") + 7, byte=ord("9"))
@example(at=RAW.rindex(b"fingerprint") + 20, byte=ord("0"))
@example(at=RAW.index(b"Anna"), byte=ord("H"))
@example(at=RAW.index(b"\n\nwhole"), byte=0)
@example(at=RAW.index(b" takes the trick") - 1, byte=ord("\n"))
@example(at=RAW.index(b"\n\nwhole") - 1, byte=ord("g"))
def test_changing_one_byte_is_found_and_the_deal_is_named(at, byte):
    if RAW[at] == byte:
        return
    changed = RAW[:at] + bytes([byte]) + RAW[at + 1 :]

    with pytest.raises(Unfit) as unfit:
        verify(changed.decode("utf-8", "surrogateescape"))

    deal = sum(start <= at for start in DEALS) - 1
    if deal >= 0 and at < RAW.index(b"\n\nwhole"):
        # A blank line between two deals belongs to both, also one that was not there before.
        blank = any(raw[at - 1 : at + 2].count(b"\n") > 1 for raw in (RAW, changed))
        near = {deal, deal + 1} if blank else {deal}
        assert any(f"deal {one}" in str(unfit.value) for one in near), (at, str(unfit.value))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("seat 0 Anna", "seat 0 Hanna", "a name in the head, or the fingerprint of deal 4"),
        ("name Lindy", "name Cindy", "deal 0, the draw for dealer: its secret and words give an"),
        ("pack 2C 3C", "pack 3C 2C", "the head of the record is not as the server writes it"),
        ("shuffle 2", "shuffle 7", "deal 2: it begins with 'shuffle 7'"),
        ("secret ", "secret 0", "deal 0, the draw for dealer: its secret"),
        ("\npoints", "\n9 bids 1\npoints", "deal 1: "),
        ("\nfingerprint", "\nsecret", "deal 0, the draw for dealer: "),
    ],
)
def test_what_does_not_fit_is_said(old, new, says):
    with pytest.raises(Unfit, match=re.escape(says)):
        verify(TEXT.replace(old, new, 1))


def test_a_deal_left_out_or_without_its_secret_is_no_proof():
    """Even when the last line was made to fit."""
    events = [Shown(one.deal, one.fingerprint) if one.deal == 2 else one for one in SHOWN]
    with pytest.raises(Unfit, match="deal 2: it has no fingerprint and secret"):
        verify(proof_of("Lindy", 3, LOG, events))
    with pytest.raises(Unfit, match="deal 2: it begins with 'shuffle 3'"):
        verify("\n\n".join(part for part in TEXT.split("\n\n") if "shuffle 2" not in part))


@pytest.mark.parametrize("text", ["", "\n\n", "Dear all,\n\nhello\n\nbye\n", "{}", "\x00" * 99])
def test_anything_else_is_no_record(text):
    with pytest.raises(Unfit):
        verify(text)


def test_a_chain_that_goes_on_says_what_a_whole_game_says():
    """After each entry of a log, told deal by deal or all anew."""
    _, log = play_out(SHORT.rules, 3, random.Random(8))
    links = chain_of("Lindy", replay(log[:1]))
    for length in range(1, len(log) + 1):
        game = replay(log[:length])
        links = links.after(game)

        assert links.so_far(game) == so_far("Lindy", game)
    assert links.deals == len(game.deals) == 5
