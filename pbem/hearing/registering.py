"""Becoming a player from outside, where that is allowed, after one mail to confirm the address.

Anybody can write any address into From, so until that mail is answered nothing else is sent there.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.hearing.said import lines_of, yes_or_no
from pbem.house import House
from pbem.letters.pages import ConfirmRegistration, Welcome
from pbem.letters.speech import speech
from pbem.letters.taps import Taps
from pbem.orders.model import Request, Wish
from pbem.orders.requests import read_request
from pbem.orders.text import tokens
from pbem.orders.words import LANGUAGES, words
from pbem.reading.mail import Mail
from pbem.reading.results import Dmarc, dmarc
from pbem.reading.tokens import Purpose
from pbem.store import people, signups
from pbem.store.database import Session
from pbem.store.games import player_at
from pbem.store.inbound import Inbound
from pbem.table.model import Outsider
from pbem.table.names import name_of
from pbem.telling.notices import notify
from pbem.telling.quiet import why_silent

VALID = timedelta(days=7)
"""How long the mail can be answered, and how long nobody is asked again."""

_REGISTER = Request(Wish.REGISTER)


def wants_to_register(mail: Mail) -> str | None:
    """The language in which a mail asks to be registered, and nothing else first; None if none."""
    lines, _ = lines_of(mail, [], "en")
    first = (lines or (mail.subject,))[0]
    asked = (each for each in LANGUAGES if read_request(tokens(first), words(each)) == _REGISTER)
    return next(asked, None)


def ask_to_confirm(
    house: House, session: Session, inbound: Inbound, mail: Mail, now: datetime
) -> str | None:
    """Send the one mail somebody gets who asks to be registered; its fate, None if it asks not."""
    language = wants_to_register(mail) if house.open_registration else None
    address = mail.sender
    if language is None or address is None or house.addresses.is_ours(address):
        return None
    if people.owner(session, address) is not None:
        return "not acted on: registered already"
    if dmarc(mail.results, house.authserv_id, address.rpartition("@")[2]) is Dmarc.FAIL:
        return "not acted on: our mail server says its sender is forged"
    if signups.asked_since(session, address, now - VALID):
        return "not acted on: that address was asked whether to register it"
    if why := why_silent(house, session, None, "confirm_registration", now):
        return f"not acted on: {why}"
    asked = signups.add(session, address, name_of(mail.name, address), language, now)
    said = speech(language)
    about = (Purpose.REGISTER, asked.id)
    tag = f"register {house.addresses.tag(*about)}"
    taps = Taps(house.addresses.mint(*about), tag, said.press_send)
    yes, no = (taps.to(one, said.say("answers", one)) for one in ("yes", "no"))
    page = ConfirmRegistration(said.code, asked.name, yes, no, tag)
    to = Outsider(asked.name, address)
    unique = f"signup{asked.id}"
    notify(house, session, page, to, unique, now, reply_to=taps.address, inbound=inbound.id)
    return "asked to confirm a registration"


def registered(
    house: House, session: Session, inbound: Inbound, mail: Mail, number: int, now: datetime
) -> str:
    """Make a player of who answers yes from the address that was asked; what became of it."""
    asked = signups.signup(session, number)
    if asked is None or mail.sender != asked.address:
        return "not acted on: not from the address that was asked"
    if asked.closed is not None or people.owner(session, asked.address) is not None:
        return "answered already"
    if now > asked.asked_at + VALID:
        return "not acted on: that registration is too old"
    said = yes_or_no(mail, asked.language)
    if said is None:
        return "not acted on: neither yes nor no"
    signups.close(session, asked.id, "yes" if said else "no")
    if not said:
        return "does not want to be registered"
    player = player_at(
        session, asked.address, asked.name, zone=house.zone, language=asked.language, now=now
    )
    page = Welcome(speech(asked.language).code, player.name, player.address)
    unique = f"player{player.id}"
    back = house.addresses.mailbox
    notify(house, session, page, player, unique, now, reply_to=back, inbound=inbound.id)
    return f"registered: {player.name}"
