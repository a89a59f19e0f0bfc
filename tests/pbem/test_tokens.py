"""Codes: ours read back, say nothing, and everything else is nothing."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.inbound.purposes import PURPOSES
from pbem.mail.addresses import Addresses, Way
from pbem.mail.codes import Keys, Purpose, Signs, Token, draw

KEYS = Keys(b"k" * 32)
OURS = Addresses("table@ohhell.example", KEYS)
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"

drawn = st.binary(min_size=10, max_size=10).map(lambda some: draw(lambda _: some))


def five_bits_each(some):
    """Bytes as signs of five bits each, the way the first servers wrote them."""
    number = int.from_bytes(some, "big")
    return "".join(ALPHABET[number >> 5 * at & 31] for at in reversed(range(len(some) * 8 // 5)))


def of_old(purpose, number, key=b"k" * 32):
    """A code as servers wrote it once: purpose, number in base 32, MAC."""
    digits, rest = "", number
    while rest or not digits:
        rest, last = divmod(rest, 32)
        digits = ALPHABET[last] + digits
    own = hmac.digest(key, f"key {purpose}".encode(), hashlib.sha256)
    mac = hmac.digest(own, f"v1|{purpose}|{number}".encode(), hashlib.sha256)[:10]
    return f"{purpose}{digits}{five_bits_each(mac)}"


@given(drawn)
def test_a_code_reads_back_in_any_case(signs):
    code = KEYS.code(signs)

    assert KEYS.read(code) == KEYS.read(code.upper()) == signs
    assert len(code) == 24
    assert not set(code) & set("lo01")


def test_a_code_is_eighty_random_bits_and_forty_of_a_mac():
    some = bytes(range(10))
    mac = hmac.digest(b"k" * 32, b"code|" + five_bits_each(some).encode(), hashlib.sha256)[:5]

    assert KEYS.code(draw(lambda count: some[:count])) == five_bits_each(some) + five_bits_each(mac)


@given(drawn, st.data())
def test_a_code_with_one_sign_changed_is_none(signs, data):
    code = KEYS.code(signs)
    at = data.draw(st.integers(0, len(code) - 1))
    sign = data.draw(st.sampled_from(ALPHABET))

    changed = code[:at] + sign + code[at + 1 :]
    assert KEYS.read(changed) == (signs if changed == code else None)


@given(st.text(max_size=80))
def test_noise_is_no_code(noise):
    assert KEYS.read(noise) is None


@given(drawn)
def test_another_servers_code_is_none(signs):
    assert Keys(b"x" * 32).read(KEYS.code(signs)) is None


@given(drawn)
def test_a_new_key_writes_and_the_old_ones_still_read(signs):
    newer = Keys(b"n" * 32, (b"x" * 32, KEYS.master))

    assert newer.read(KEYS.code(signs)) == signs
    assert newer.code(signs) == Keys(b"n" * 32).code(signs)
    assert KEYS.read(newer.code(signs)) is None


@given(st.sampled_from(Purpose), st.integers(0, 2**50))
def test_a_code_of_the_old_form_tells_what_it_is_about(purpose, number):
    newer = Keys(b"n" * 32, (b"k" * 32,))

    assert newer.read(of_old(purpose, number).upper()) == Token(purpose, number)
    assert KEYS.read(of_old(purpose, number, b"x" * 32)) is None
    assert KEYS.read("z" + of_old(purpose, number)[1:]) is None


def test_a_name_stays_the_same_with_a_new_key_and_says_nothing():
    newer = Keys(b"n" * 32, (b"k" * 32,))

    assert newer.name("list 7") == KEYS.name("list 7")
    assert len({KEYS.name(f"list {number}") for number in range(100)}) == 100
    assert Keys(b"n" * 32).name("list 7") != KEYS.name("list 7")


@given(drawn, st.sampled_from(Way))
def test_every_way_reads_its_own_addresses_and_tags_back(signs, way):
    ours = Addresses("table@ohhell.example", KEYS, way, "play.ohhell.example")
    address, tag = ours.answers_to(signs), ours.tag(signs)
    found = None if way is Way.FIXED else signs

    assert ours.is_ours(address)
    assert ours.is_ours("postmaster@play.ohhell.example")
    assert ours.code_in(address) == ours.code_in(address.upper()) == found
    assert ours.tags_in(f"[Lindy-6.3 {tag}] QH") == (signs,)
    assert ours.nearest_tag(f"> > 3\n> [Lindy-6.3 {tag.upper()}]") == signs


@given(drawn)
def test_a_mail_comes_back_to_an_address_that_names_its_message_id(signs):
    message_id = OURS.message_id(signs)

    assert OURS.code_in(OURS.returns_to(message_id)) == signs
    assert signs in message_id


@pytest.mark.parametrize(
    "message_id", ["<game1.seat0.your_bid.9.4cjqm4c68cqjvq56@ohhell.example>", "<a@b>", ""]
)
def test_a_mail_with_an_older_message_id_comes_back_to_the_mailbox(message_id):
    assert OURS.returns_to(message_id) == "table@ohhell.example"


def test_a_tag_with_more_behind_it_is_none():
    tag = OURS.tag(Signs("abcdefghijkmnpqr"))

    assert OURS.tags_in(f"{tag}2 {tag}o x{tag[1:]}") == ()


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        ("table@ohhell.example", True),
        ("TABLE@OhHell.example", True),
        ("postmaster@ohhell.example", True),
        ("postmaster", True),
        ("postmaster@play.ohhell.example", False),
        ("table+nonsense@ohhell.example", False),
        ("table@elsewhere.example", False),
        ("", False),
        ("+@", False),
    ],
)
def test_which_addresses_are_ours(address, ours):
    assert OURS.is_ours(address) is ours


def test_an_address_with_a_code_is_ours_and_carries_it():
    signs = Signs("abcdefghijkmnpqr")
    address = OURS.answers_to(signs)

    assert OURS.is_ours(address.upper())
    assert OURS.code_in(f"<{address}>") == signs
    assert OURS.code_in(address.replace("ohhell", "other")) is None


def test_each_purpose_has_a_row_and_is_heard_unless_it_may_say_anything():
    orders = {Purpose.QUESTION, Purpose.SEAT, Purpose.ORGANISER, Purpose.OPERATOR}
    anything = orders | {Purpose.BOUNCE}

    assert PURPOSES.keys() == {*Purpose}
    assert {one for one in Purpose if PURPOSES[one].hears is None} == anything
