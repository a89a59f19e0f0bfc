"""Answers as their reader would type them, and as the code that every language reads."""

from __future__ import annotations

from engine import Card, Choice, LayBid, MakeBid, NameTrump, PlayCard
from pbem.letters.speech import Speech, speech
from pbem.orders.answers import Answer, Bid, Clause, Join, Keep, Lay, Plan, Play, Trump
from pbem.orders.keywords import Ask, Key
from pbem.orders.model import Away, Order, Request, Setting
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected

_FREE = (Key.NAME, Key.ADDRESS)
"""The settings whose values are free words."""


def order_of(choice: Choice) -> Bid | Play | Trump | Lay:
    """The answer that makes a choice."""
    match choice:
        case MakeBid(_, tricks):
            return Bid(tricks)
        case PlayCard(_, card, call):
            return Play(card, call)
        case NameTrump(_, trump):
            return Trump(trump)
        case LayBid(_, cards, premium):
            return Lay(cards, premium)


def typed(order: Bid | Play | Plan | Trump | Lay, speech: Speech) -> str:
    """An order in words: `queen of hearts then if clubs led low else duck`."""
    match order:
        case Bid(tricks, otherwise):
            return f" {speech.say('plan', 'else')} ".join(map(str, (tricks, *otherwise)))
        case Play(card, Card() as other) if other != card:
            as_ = speech.say("special", "as")
            return f"{speech.card_words(card)} {as_} {speech.card_words(other)}"
        case Play(card, call):
            said = call and not isinstance(call, Card)
            called = f" {speech.say('policies', str(call))}" if said else ""
            return speech.card_words(card) + called
        case Plan(steps):
            turns = (_clauses(step, speech) for step in steps)
            return f" {speech.say('plan', 'then')} ".join(turns)
        case Trump(suit):
            return speech.suit_word(suit) if suit else speech.say("special", "no_trump")
        case Lay(cards, premium):
            words = [speech.say("special", "lay"), speech.cards_typed(cards)]
            return " ".join([*words, *([speech.say("special", premium.value)] if premium else [])])


def in_words(order: Order, speech: Speech) -> str:
    """What an order says, as its reader would type it; empty where it holds free words.

    Of a request only its kind is told, and what help or which deal's log it wants.
    """
    match order:
        case Bid() | Play() | Plan() | Trump() | Lay():
            return typed(order, speech)
        case Keep(kept):
            return f"{speech.say('plan', 'keep')} {typed(kept, speech)}"
        case Join(yes):
            return speech.say("answers", "yes" if yes else "no")
        case Away(first, last):
            away, to = speech.say("dates", "away"), speech.say("dates", "to")
            return f"{away} {speech.short_date(first)} {to} {speech.long_date(last)}"
        case Request("help", topic) if topic:
            return f"{speech.say('requests', 'help')} {speech.say('topics', topic)}"
        case Request("log" | "why" as wish, topic) if topic:
            return f"{speech.say('requests', wish)} {topic}"
        case Request(wish):
            return speech.say("requests", wish)
        case Setting(key, value) if key not in _FREE:
            return line_of(key, value, speech)
        case _:
            return ""


def line_of(key: Key, value: str, speech: Speech) -> str:
    """The line that sets a value: `mails daily 08:00`, in the words of a language."""
    word, *rest = value.split()
    if word.isalpha() and key not in (Key.LANGUAGE, Key.TIME_ZONE, *_FREE):
        word = speech.say("values", word)
    return " ".join((speech.say("settings", key), word, *rest))


def _clauses(step: tuple[Clause, ...], speech: Speech) -> str:
    return f" {speech.say('plan', 'else')} ".join(_clause(one, speech) for one in step)


def _clause(clause: Clause, speech: Speech) -> str:
    what = clause.action
    action = speech.card_words(what) if isinstance(what, Card) else speech.say("policies", what)
    if clause.led is None:
        return action
    return f"{speech.if_led(clause.led)}, {action}"


def code(order: Answer | Request | Away | Setting) -> str:
    """The same in English code: `QH then if C led low else duck`."""
    if isinstance(order, Setting):
        return line_of(order.key, order.value, speech("en"))
    if isinstance(order, Keep):
        return f"keep {code(order.order)}"
    if not isinstance(order, Plan):
        return str(order)
    return " then ".join(" else ".join(map(str, step)) for step in order.steps)


def answered(code: str, ask: str, speech: Speech) -> str:
    """What a question was answered with, in words; `code` is how the answer is kept."""
    order = read_answer((code,), Expected(Ask(ask)))[0].order
    return typed(order, speech) if isinstance(order, Bid | Play | Plan | Trump | Lay) else code
