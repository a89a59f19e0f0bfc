"""What becomes of one answer, by what it is about and how far its table has come."""

from __future__ import annotations

from dataclasses import replace

from engine import start
from pbem.hearing.answer import Answer
from pbem.hearing.asking_back import tell_words
from pbem.hearing.beginning import begin_if_ready, free
from pbem.hearing.joining import heard_at, wants_a_seat
from pbem.hearing.trials import begin_test
from pbem.hearing.under_way import in_the_game
from pbem.hearing.wishes import tell
from pbem.house import as_known, mix_in
from pbem.letters import compose
from pbem.orders.commands.words import similar
from pbem.orders.model import Join, Key, MoreTime, Request, Salt, Setting, Talk, Wish
from pbem.store import questions
from pbem.store.acts import Announced, announce, done_since
from pbem.store.firsts import agree
from pbem.store.games import load_table, rules_of, set_notation, set_said
from pbem.table import outcomes
from pbem.table.asking import waited
from pbem.table.model import Said, Stage
from pbem.table.outcomes import AskedBack, Changed, Outcome, Refused, Talked, Told
from pbem.table.turn import shuffles_to_come
from pbem.table.vocabulary import Back, Change, To, Unmet, Why
from pbem.telling.preferences import settle
from pbem.telling.presence import heard
from pbem.telling.reports import tell_answers
from pbem.telling.spare import take_spare

_NO = (Request(Wish.LEAVE), Request(Wish.UNSUBSCRIBE))
"""These say no to an invitation."""


def take(given: Answer) -> Outcome:
    """Do what an answer asks."""
    order, now = given.reading.order, given.now
    changed = settle(given.house, given.session, given.player.id, order, now)
    if changed is not None:
        given.reply(lambda reader, _: compose.settings(reader, changed))
        return Changed(Change.SETTING, changed) if changed else Told(Wish.SETTINGS)
    if isinstance(order, Setting) and order.key is Key.NAME:
        return _refuse(given, Why.NAME)
    again = given.table.trial and order == Request(Wish.REMATCH)
    if again or order == Request(Wish.TEST):
        return _test(given)
    if isinstance(order, MoreTime):
        return _more_time(given, order.hours)
    inviting = given.table.stage is Stage.INVITING
    if inviting and given.reading.order in _NO:
        given = replace(given, reading=replace(given.reading, order=Join(False)))
    if inviting and _joins_by_name(given):
        given = replace(given, reading=replace(given.reading, order=Join(True)))
    if why := _closed_door(given):
        return _refuse(given, why)
    if (done := _comes_or_goes(given)) is not None:
        return done
    order = given.reading.order
    if wants_a_seat(given.house, order) and isinstance(order, Request):
        at = (given.house, given.session, given.table, given.seat)
        return heard_at(*at, order, given.inbound, given.now)
    if given.table.stage in (Stage.DRAFT, Stage.CANCELLED):
        return _no_game(given)
    if isinstance(given.reading.order, Salt):
        return _mixed_in(given, given.reading.order.word)
    if isinstance(given.reading.order, Talk) and given.table.stage is not Stage.OVER:
        said = Announced("talk", given.reading.order.words, given.player.name)
        number = announce(given.session, given.table.id, said, given.now)
        if given.aged:
            tell_words(given, number, said.words)
        return Talked()
    if not given.table.begun:
        return _before_the_game(given)
    if given.reading.notation is not None:
        set_notation(given.session, given.player.id, given.reading.notation)
    return in_the_game(given)


def _joins_by_name(given: Answer) -> bool:
    """Whether somebody says yes by the name of the game, as whoever finds it in a list does."""
    match given.reading.order:
        case Request(Wish.JOIN, topic):
            return similar(topic, (given.table.name,)) is not None
        case _:
            return False


def _refuse(given: Answer, why: Why) -> Refused:
    given.reply(lambda reader, asked: compose.refused(reader, given.reading.line, why, asked))
    return Refused(why)


def _closed_door(given: Answer) -> Why | None:
    """Why a wish that is said at the door is refused to a player."""
    match given.reading.order:
        case Request(Wish.REGISTER):
            return Why.REGISTERED
        case Request(Wish.GAMES | Wish.JOIN) if not given.house.open_games:
            return Why.NO_OPEN_GAMES
        case _:
            return None


def _test(given: Answer) -> Outcome:
    """A wish for a test game."""
    agree(given.session, given.player.id, given.now)
    done = begin_test(given.house, given.session, given.player, given.inbound, given.now)
    return _refuse(given, Why.TESTS) if done == Refused(Why.TESTS) else done


def _comes_or_goes(given: Answer) -> Outcome | None:
    """An answer about being there at all; what became of it, None if it is about something else."""
    order = given.reading.order
    word = heard(given.house, given.session, given.table, given.seat, order, given.now)
    if word is None:
        return None
    if word.what is not None:
        given.reply(lambda reader, _: word.page(reader))
    return word.outcome


def _more_time(given: Answer, hours: int) -> Outcome:
    """Hours in reserve for what the player is asked."""
    open_ = questions.open_questions(given.session, given.table.id)
    asked = next((one for one in open_ if one.seat == given.seat), None)
    if why := take_spare(given.session, given.table, asked, hours, given.now):
        return _refuse(given, why)
    given.reply(
        lambda reader, one: compose.status(reader, one, waited([one] if one else [], given.now))
    )
    return Changed(Change.MORE_TIME)


def _mixed_in(given: Answer, word: str) -> Outcome:
    """A word for the next shuffle, whatever the player is asked."""
    table = given.table
    if table.stage is Stage.INVITING:
        game = start(rules_of(given.session, table.id), len(table.players))
    else:
        game = as_known(given.house, given.session, table, given.now, given.seat).game
    # The tables of a match take words only before the first card.
    kept = bool(shuffles_to_come(game)) and not (table.shuffled_as and table.begun)
    if kept:
        mix_in(given.house, given.session, table, given.seat, word, given.now)
    given.reply(lambda reader, _: compose.salted(reader, word if kept else None))
    return Changed(Change.SALT) if kept else Refused(Unmet.NO_SHUFFLE)


def _no_game(given: Answer) -> Refused:
    """An answer to a game that its organiser has cancelled."""
    wrote = given.reading.line
    given.reply(lambda reader, _: compose.refused(reader, wrote, Why.CANCELLED, None))
    return Refused(Why.CANCELLED)


def _to_other_rules(given: Answer) -> bool:
    """Whether a letter is answered that asked before the rules were changed."""
    asked, table = given.question, given.table.id
    if asked is None or asked.closed is None:
        return False
    return done_since(given.session, table, "rules_changed", asked.asked_at)


def _before_the_game(given: Answer) -> Outcome:
    """An answer before the cards are out."""
    table, seat, session = given.table, given.seat, given.session
    match given.reading.order:
        case Join(yes) as said:
            word = Said.YES if yes else Said.NO
            if table.said[seat] is word:
                return outcomes.Said(yes, To.AGAIN)
            if yes and _to_other_rules(given):
                rules = rules_of(session, table.id)
                given.reply(lambda reader, _: compose.invitation(reader, rules, ""))
                return outcomes.Said(yes, To.OTHER_RULES)
            set_said(session, table.id, [seat], word)
            if yes:
                agree(session, given.player.id, given.now)
            given.close(str(said))
            present = load_table(session, table.id)
            unique = f"after{given.inbound}"
            if yes and begin_if_ready(given.house, session, present, given.now):
                tell_answers(given.house, session, table.id, unique, given.now)
                return outcomes.Said(yes, To.BEGIN)
            noted = "joined" if yes and free(session, present) else str(said)
            given.reply(lambda reader, _: compose.noted(reader, noted))
            tell_answers(given.house, session, table.id, unique, given.now)
            return outcomes.Said(yes)
        case Request(Wish.HELP | Wish.STATUS | Wish.PROOF | Wish.FATES as wish, topic):
            return tell(given, wish, topic)
        case _ if table.said[seat] is Said.YES:
            return tell(given, Wish.STATUS, "")
        case _:
            given.reply(lambda reader, _: compose.in_or_out(reader, given.reading.line))
            return AskedBack(Back.YES_OR_NO)
