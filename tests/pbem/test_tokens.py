"""Tokens: ours read back, everything else is nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.reading.addresses import Addresses, Way
from pbem.reading.tokens import Keys, Purpose, Token

KEYS = Keys(b"k" * 32)
OURS = Addresses("table@ohhell.example", KEYS)


@given(st.sampled_from(Purpose), st.integers(0, 2**50))
def test_a_token_reads_back_in_any_case(purpose, number):
    token = KEYS.mint(purpose, number)

    assert KEYS.read(token) == KEYS.read(token.upper()) == Token(purpose, number)
    assert not set(token) & set("lo01")
    assert len(f"table+{token}") <= 64


@given(st.integers(0, 10**6), st.data())
def test_a_token_with_one_sign_changed_is_none(number, data):
    token = KEYS.mint(Purpose.QUESTION, number)
    at = data.draw(st.integers(0, len(token) - 1))
    sign = data.draw(st.sampled_from("abcdefghijkmnpqrstuvwxyz23456789"))

    changed = token[:at] + sign + token[at + 1 :]
    assert KEYS.read(changed) == (Token(Purpose.QUESTION, number) if changed == token else None)


@given(st.text(max_size=80))
def test_noise_is_no_token(noise):
    assert KEYS.read(noise) is None


def test_one_purposes_token_is_not_anothers():
    token = KEYS.mint(Purpose.QUESTION, 5)

    assert KEYS.read("s" + token[1:]) is None


def test_another_servers_token_is_none():
    assert Keys(b"x" * 32).read(KEYS.mint(Purpose.SEAT, 5)) is None


@given(st.sampled_from(Purpose), st.integers(0, 2**50))
def test_a_new_key_writes_and_the_old_ones_still_read(purpose, number):
    newer = Keys(b"n" * 32, (b"x" * 32, KEYS.master))

    assert newer.read(KEYS.mint(purpose, number)) == Token(purpose, number)
    assert newer.mint(purpose, number) == Keys(b"n" * 32).mint(purpose, number)
    assert KEYS.read(newer.mint(purpose, number)) is None


@given(st.sampled_from(Purpose), st.integers(0, 2**50), st.sampled_from(Way))
def test_every_way_reads_its_own_addresses_and_tags_back(purpose, number, way):
    ours = Addresses("table@ohhell.example", KEYS, way, "play.ohhell.example")
    address, tag = ours.mint(purpose, number), ours.tag(purpose, number)
    found = None if way is Way.FIXED else Token(purpose, number)

    assert ours.is_ours(address)
    assert ours.is_ours("postmaster@play.ohhell.example")
    assert ours.token_in(address) == ours.token_in(address.upper()) == found
    assert ours.tags_in(f"[Lindy-6.3 {tag}] QH") == (Token(purpose, number),)
    assert ours.nearest_tag(f"> > 3\n> [Lindy-6.3 {tag.upper()}]") == Token(purpose, number)


def test_a_tag_with_more_behind_it_is_none():
    tag = OURS.tag(Purpose.QUESTION, 5)

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


def test_an_address_with_a_token_is_ours_and_carries_it():
    address = OURS.mint(Purpose.QUESTION, 12)

    assert OURS.is_ours(address.upper())
    assert OURS.token_in(f"<{address}>") == Token(Purpose.QUESTION, 12)
    assert OURS.token_in(address.replace("ohhell", "other")) is None
