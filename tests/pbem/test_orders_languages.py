"""Bids, plans, requests, settings and days of absence in seven languages."""

from __future__ import annotations

from datetime import date

import pytest

from engine import Suit, cards
from pbem.orders.answers import Bid, Clause, Join, Pass, Plan, Trump
from pbem.orders.keywords import Ask, Key, Policy, When
from pbem.orders.model import (
    Away,
    HousePolicy,
    Order,
    Request,
    Salt,
    Setting,
    Talk,
    UnknownValue,
    Unread,
    Unsure,
    WhichOrder,
)
from pbem.orders.reading import Expected
from tests.effort import of_each
from tests.judging import Verdict, read_answer

TODAY = date(2026, 7, 20)
HAND = cards("QH 3H KC TD 9S")
CLUBS = Clause(cards("KC")[0], Suit.CLUBS)
CHAIN = Plan(((Clause(cards("QH")[0]),), (CLUBS, Clause(Policy.LOW))))
NUMBERS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
    "seize dix-sept dix-huit dix-neuf vingt",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici "
    "quattordici quindici sedici diciassette diciotto diciannove venti",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
    "quince dieciséis diecisiete dieciocho diecinueve veinte",
    "nl": "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien "
    "vijftien zestien zeventien achttien negentien twintig",
    "ro": "zero unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece "
    "treisprezece paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece "
    "douăzeci",
}
BIDDING = {
    "en": "I bid {} tricks, please",
    "fr": "J'annonce {} plis, merci",
    "de": "Ich sage {} Stiche an",
    "it": "dichiaro {} prese, grazie",
    "es": "pido {} bazas",
    "nl": "ik bied {} slagen",
    "ro": "licitez {} levate",
}

REQUESTS = """
HELP: fr Aide, de Hilfe, it aiuto!, es ayuda, nl hulp, ro ajutor, en Hilfe
UNDO: fr annuler, de zurücknehmen, it annulla, es deshacer, nl ongedaan maken, ro anulează, ro undo
STATUS: fr état, de Stand, it stato, nl stand, ro stare, fr status
UNSUBSCRIBE: fr désabonner
SETTINGS: fr réglages
BACK: de zurueck
STANDINGS: de Tabelle bitte
HAND: es mis cartas
"""
SETTINGS = """
MAILS normal: en mails normal
MAILS daily: en mails daily, ro mailuri zilnic
MAILS daily 07:30: en mails daily 7.30
MAILS all: en mails: all, es correos todos
RESULTS now: en results now
RESULTS next: en results later
ACK all: en ack all
ACK none: en ack none
REMINDERS 2: en reminders 2, fr rappels 2
REMINDERS 0: en reminders 0
QUIET 22-08: en quiet 22-08, de Ruhe 22 bis 8
QUIET 23-07: en quiet 23:00 - 7:00
QUIET off: en quiet off
LANGUAGE fr: en language fr, it lingua francese
LANGUAGE de: en language German, en language Deutsch
TIME_ZONE Europe/Paris: en time zone Europe/Paris, fr fuseau horaire Europe/Paris
TIME_ZONE America/New_York: en time zone new york
NAME Anne-Marie O'Neill: en name Anne-Marie O'Neill
ADDRESS anna@new.example: en address anna@new.example
CARDS letters: en cards letters, fr cartes lettres
CARDS words: en cards words, nl kaarten woorden
CARDS symbols: en cards symbols + words
COLOURS two: en colours two, de Farben zwei
COLOURS four: en colors 4
FORMAT text: en format text
FORMAT both: en format both
FORMAT text: en plain text, de nur Text, fr texte seulement, it solo testo, es sin HTML
FORMAT text: nl alleen tekst, ro doar text
PRINT large: en print large, en big letters, de Schrift groß, de große Schrift, de Großdruck
PRINT large: fr caractères grands, fr gros caractères, it caratteri grandi, es letra grande
PRINT large: es letras más grandes, nl lettergrootte groot, nl grote letters, ro scris mare
PRINT large: ro litere mari
PRINT usual: en print usual, de Schrift gewöhnlich, fr caractères habituels, it caratteri soliti
PRINT usual: es letra habitual, nl lettergrootte gewoon, ro scris obișnuit
CALENDAR on: en calendar on, de Kalender an
TALK off: en talk off
NOTATION english: en notation english
LANGUAGE en: fr langue anglais
EXPLAIN off: en explain off, fr explications non, de Erklärungen aus, it spiegazioni no
EXPLAIN off: es explicaciones no, nl uitleg uit, ro explicații nu
EXPLAIN on: en explanations on, de Erklärungen an, nl uitleg aan
MAILS daily 08:00: fr mails tous les jours 8h, de Mails täglich 8:00
NAME Chloé: fr mon nom Chloé
CALENDAR off: it calendario spento
LANGUAGE es: es idioma español
LANGUAGE nl: nl taal nl
LANGUAGE ro: ro limba română
"""
AWAY = """
en: away 3-17 Aug | away 3 to 17 August | away Aug 3-17
en: away from 3rd to 17th of August
en: away August 3 - August 17, 2026 | away 3 Aug – 17 Aug
en: away 2026-08-03 to 2026-08-17 | away 2026-08-03 - 2026-08-17 | away 3.8.-17.8. | away 3-17/8
en: holiday 3.8.2026 - 17.8.2026 | Away from 3 August until 17 August.
en: away Mon 3 Aug to Mon 17 Aug | away Monday, 3 August to Monday, 17 August
en: away 8/3-8/17 | away 3/8/26 - 17/8/26
fr: absent du 3 au 17 août | absente 3/8 - 17/8 | vacances 3-17 août
fr: absent du lundi 3 au lundi 17 août
fr: absent entre le 3 et le 17 août 2026
de: Urlaub 3.-17.8. | Urlaub vom 3. bis 17. August | weg Mo. 3.8. bis Mo. 17.8.
de: weg 3.8.-17.8.26 | away 3-17 Aug
it: assente dal 3 al 17 agosto | in vacanza 3/8-17/8 | ferie 3-17 ago
es: ausente del 3 al 17 de agosto | vacaciones 3/8-17/8
nl: afwezig van 3 tot 17 augustus | vakantie 3 t/m 17 aug
ro: absent 3-17 august | concediu de la 3 la 17 august | plecat între 3 și 17 august
en: I'll be away from 3 August to 17 August | I am on holiday 3-17 August
fr: je serai absente du 3 au 17 août | je pars en vacances du 3 au 17 août
de: ich verreise vom 3.8. bis 17.8. | bin im Urlaub 3.-17.8.
it: sarò assente dal 3 al 17 agosto | sono in vacanza dal 3 al 17 agosto
es: estaré fuera del 3 al 17 de agosto | estoy de vacaciones del 3 al 17 de agosto
nl: ik ben op vakantie van 3 tot 17 augustus | ik ben er niet van 3 tot 17 augustus
ro: lipsesc de la 3 la 17 august | voi fi plecată între 3 și 17 august
"""
"""The third to the seventeenth of August 2026."""


def rows(told: str, between: str) -> list[tuple[str, str]]:
    """The rows of a table `name: one, other`, each as a name and one of its texts."""
    pairs = [line.split(": ", 1) for line in told.split("\n") if line]
    return [(name, one.strip()) for name, some in pairs for one in some.split(between)]


def read(text: str, ask: Ask, language: str) -> Order:
    context = Expected(
        ask,
        language,
        hand=HAND,
        legal=HAND,
        size=20,
        bids=tuple(range(21)),
        today=TODAY,
    )
    [reading] = read_answer([text], context)
    return reading.order


class TestABid:
    @pytest.mark.parametrize("language", NUMBERS)
    def test_in_words_from_zero_to_twenty(self, language):
        numbers = NUMBERS[language].split()

        assert len(numbers) == 21
        for tricks, word in enumerate(numbers):
            for form in (word, word.upper(), f"{word}.", BIDDING[language].format(word)):
                assert read(form, Ask.BID, language) == Bid(tricks), form
            assert read(BIDDING[language].format(tricks), Ask.BID, language) == Bid(tricks)

    @of_each(
        ("language", "typed", "tricks"),
        [
            *(("fr", "un pli", 1), ("fr", "aucun", 0), ("fr", "je prends deux levées", 2)),
            *(("de", "einen Stich", 1), ("de", "keine", 0), ("de", "keinen Stich", 0)),
            *(("de", "zwoelf", 12), ("de", "fuenf", 5), ("de", "zwo", 2)),
            *(("it", "una presa", 1), ("it", "nessuna", 0), ("es", "una baza", 1)),
            *(("es", "ninguna", 0), ("nl", "één slag", 1), ("nl", "geen slagen", 0)),
            *(("ro", "o levată", 1), ("ro", "două", 2), ("ro", "niciuna", 0)),
            *(("fr", "three", 3), ("de", "bid two", 2)),
        ],
    )
    def test_in_other_words(self, language, typed, tricks):
        assert read(typed, Ask.BID, language) == Bid(tricks)

    @pytest.mark.parametrize(
        ("language", "typed"),
        [
            *(("en", "2 else 3"), ("fr", "deux sinon trois"), ("de", "2, sonst 3")),
            *(("it", "2 altrimenti 3"), ("es", "2, si no 3"), ("nl", "2 anders 3")),
            ("ro", "2 altfel 3"),
        ],
    )
    def test_with_something_to_fall_back_on(self, language, typed):
        assert read(typed, Ask.BID, language) == Bid(2, (3,))

    @pytest.mark.parametrize(
        ("language", "typed"),
        [
            *(("en", "pass"), ("fr", "je passe"), ("de", "passe"), ("it", "passo")),
            *(("es", "paso"), ("nl", "pas"), ("ro", "pas")),
        ],
    )
    def test_that_is_no_bid(self, language, typed):
        assert read(typed, Ask.BID, language) == Pass()

    def test_in_a_language_the_player_has_not_chosen_is_acknowledged(self):
        context = Expected(Ask.BID, "en", size=7, bids=tuple(range(8)))
        [reading] = read_answer(["Ich sage drei an"], context)

        assert (reading.order, reading.verdict) == (Bid(3), Verdict.ACK)
        assert read_answer(["o"], context)[0].order == Unread("o")

    @pytest.mark.parametrize(
        ("size", "allowed", "typed", "verdict"),
        [
            *((7, range(8), "7", "OK"), (7, range(8), "8", "RANGE"), (7, range(8), "21", "RANGE")),
            *((5, (0, 1, 3, 4, 5), "2", "HOOK"), (5, (0, 1, 3, 4, 5), "2 else 3", "OK")),
            *((5, (0, 1, 3, 4, 5), "2 else 6", "HOOK"), (5, (0, 1, 3, 4, 5), "6 else 2", "RANGE")),
            (1, (0,), "1 else 0", "OK"),
        ],
    )
    def test_is_measured_by_what_is_allowed(self, size, allowed, typed, verdict):
        [reading] = read_answer([typed], Expected(Ask.BID, size=size, bids=tuple(allowed)))

        assert reading.verdict == verdict


@pytest.mark.parametrize(
    ("language", "typed", "order"),
    [
        ("fr", "DC puis RT", None),
        ("fr", "dame de cœur ; si trèfle entamé, roi de trèfle ; sinon petite", CHAIN),
        ("fr", "dame de cœur; si on demande trèfle: roi de trèfle, sinon la plus petite", CHAIN),
        ("de", "Herz Dame; wenn Kreuz ausgespielt wird Kreuz König; sonst niedrig", CHAIN),
        ("de", "Herzdame, dann falls Kreuz kommt: Kreuzkönig, sonst klein", CHAIN),
        ("it", "donna di cuori; se aprono a fiori re di fiori; altrimenti la più bassa", CHAIN),
        ("es", "dama de corazones; si salen tréboles, rey de tréboles; si no baja", CHAIN),
        ("nl", "harten vrouw; als klaveren gevraagd wordt klaveren heer; anders laag", CHAIN),
        ("ro", "damă de inimă roșie; dacă se joacă treflă rege de treflă; altfel mică", CHAIN),
        ("fr", "if clubs led KC else low", None),
    ],
)
def test_a_plan(language, typed, order):
    found = read(typed, Ask.PLAY, language)

    assert found == order if order else isinstance(found, Plan | Unsure)


@pytest.mark.parametrize(
    ("language", "low", "high", "duck", "win"),
    [
        ("en", "low", "high", "duck", "win"),
        ("fr", "petite", "la plus haute", "laisser passer", "gagner"),
        ("de", "niedrigste", "hoch", "ducken", "gewinnen"),
        ("it", "bassa", "alta", "lisciare", "vincere"),
        ("es", "la más baja", "alta", "por debajo", "ganar"),
        ("nl", "laag", "hoog", "duiken", "winnen"),
        ("ro", "mică", "mare", "pe sub", "câștigă"),
    ],
)
def test_a_policy(language, low, high, duck, win):
    for typed, policy in zip((low, high, duck, win), Policy, strict=True):
        assert read(typed, Ask.PLAY, language) == Plan(((Clause(policy),),))


@pytest.mark.parametrize(
    ("language", "typed", "when", "policy"),
    [
        ("fr", "annonce faite: laisser passer", When.MADE, Policy.DUCK),
        ("de", "wenn verfehlt niedrig", When.MISSED, Policy.LOW),
        ("it", "servono tutte: vincere", When.NEED_ALL, Policy.WIN),
        ("es", "cuando cumplida preguntar", When.MADE, None),
        ("nl", "wanneer gemist laag", When.MISSED, Policy.LOW),
        ("ro", "când e făcută pe sub", When.MADE, Policy.DUCK),
        ("de", "when made duck", When.MADE, Policy.DUCK),
    ],
)
def test_a_house_policy(language, typed, when, policy):
    assert read(typed, Ask.PLAY, language) == HousePolicy(when, policy)


@pytest.mark.parametrize(
    ("language", "typed", "suit"),
    [
        *(("fr", "sans atout", None), ("fr", "SA", None), ("de", "ohne Trumpf", None)),
        *(("de", "Herz ist Trumpf", Suit.HEARTS), ("it", "senza briscola", None)),
        *(("it", "briscola cuori", Suit.HEARTS), ("es", "sin triunfo", None)),
        *(("nl", "geen troef", None), ("nl", "ruiten troef", Suit.DIAMONDS)),
        *(("ro", "fără atu", None), ("ro", "inimă neagră", Suit.SPADES)),
        ("de", "Ka", Suit.DIAMONDS),
    ],
)  # fmt: skip
def test_the_trump_suit(language, typed, suit):
    assert read(typed, Ask.TRUMP, language) == Trump(suit)


@of_each("ask", [Ask.BID, Ask.PLAY, None])
@of_each(
    ("language", "typed", "wish"),
    [(typed[:2], typed[3:], wish.lower()) for wish, typed in rows(REQUESTS, ",")],
)
def test_a_request(language, typed, wish, ask):
    assert read(typed, ask, language) == Request(wish)


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [
        ("en", "Yes, please!", "no thanks"),
        ("fr", "oui, volontiers", "Non merci"),
        ("de", "Ja gerne!", "Nein, danke."),
        ("it", "sì", "no grazie"),
        ("es", "Sí, gracias", "No"),
        ("nl", "ja graag", "nee, bedankt"),
        ("ro", "da", "nu, mulțumesc"),
    ],
)
def test_an_answer_to_an_invitation(language, yes, no):
    assert read(yes, Ask.INVITATION, language) == Join(yes=True)
    assert read(no, Ask.INVITATION, language) == Join(yes=False)
    assert read(yes, Ask.INVITATION, "en") == Join(yes=True)


@of_each(
    ("language", "typed", "key", "value"),
    [
        (typed[:2], typed[3:], Key[told.split()[0]], told.split(" ", 1)[1])
        for told, typed in rows(SETTINGS, ",")
    ],
)
def test_a_setting(language, typed, key, value):
    assert read(typed, Ask.PLAY, language) == Setting(key, value)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("language klingon", Key.LANGUAGE),
        ("zone Mars/Olympus", Key.TIME_ZONE),
        ("name <b>", Key.NAME),
        ("address anna", Key.ADDRESS),
    ],
)
def test_a_setting_has_only_values_that_exist(typed, key):
    assert read(typed, Ask.PLAY, "en") == UnknownValue(typed, (), key)


def test_a_sentence_that_begins_like_a_setting_is_none():
    typed = "name of the game is cards to me"
    assert read(typed, Ask.PLAY, "en") == Unread(typed)


@pytest.mark.parametrize(
    ("typed", "key", "values"),
    [
        ("mails daily 25:00", Key.MAILS, {"normal", "daily 08:00", "all"}),
        ("mails sometimes", Key.MAILS, {"normal", "daily 08:00", "all"}),
        ("reminders 3", Key.REMINDERS, {"0", "1", "2"}),
        ("reminders two", Key.REMINDERS, {"0", "1", "2"}),
        ("quiet 22-22", Key.QUIET, {"22-07", "off"}),
        ("quiet 22", Key.QUIET, {"22-07", "off"}),
        (
            *("time zone moon", Key.TIME_ZONE),
            {"America/Moncton", "America/Edmonton", "Europe/Moscow"},
        ),
        ("cards blue", Key.CARDS, {"symbols", "words", "letters"}),
        ("colours three", Key.COLOURS, {"four", "two"}),
        ("format pdf", Key.FORMAT, {"both", "text"}),
        ("calendar maybe", Key.CALENDAR, {"on", "off"}),
    ],
)
def test_a_setting_with_another_value_asks_which_of_those_that_exist(typed, key, values):
    order = read(typed, Ask.PLAY, "en")

    assert isinstance(order, UnknownValue)
    assert (order.line, order.key) == (typed, key)
    assert len(order.among) == len(values)
    assert set(order.among) == {Setting(key, value) for value in values}


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("en", "say Well played!", "Well played!"),
        ("en", "SAY: well  played", "well played"),
        ("fr", "dire Bien joué, Chloé", "Bien joué, Chloé"),
        ("de", "Nachricht: Gut gemacht", "Gut gemacht"),
        ("en", "say " + "x" * 500, "x" * 280),
    ],
)
def test_table_talk(language, typed, said):
    assert read(typed, Ask.PLAY, language) == Talk(said)


@of_each("ask", [Ask.INVITATION, Ask.BID, Ask.PLAY])
@of_each(
    ("language", "typed", "word"),
    [
        ("en", "salt banana", "banana"),
        ("en", "Salt: 3", "3"),
        ("fr", "sel  de\tGuérande", "de Guérande"),
        ("de", "Salz QH", "QH"),
        ("it", "sale e pepe", "e pepe"),
        ("es", "sal cre\u0301dito", "crédito"),
        ("nl", "zout \u202ecba", "cba"),
        ("ro", "sare Școală!", "Școală!"),
        ("fr", "salt " + "é" * 70, "é" * 60),
    ],
)
def test_a_word_for_the_shuffle(language, typed, word, ask):
    assert read(typed, ask, language) == Salt(word)


@pytest.mark.parametrize("typed", ["salt", "salt  ", "salt \u202e", "salted nuts", "no salt"])
def test_no_word_for_the_shuffle(typed):
    assert read(typed, Ask.PLAY, "en") == Unread(typed)


def day(told: str) -> date:
    """`3.8.` of the year asked from, or the date as given."""
    return date.fromisoformat(told)


class TestAbsence:
    AUGUST = Away(date(2026, 8, 3), date(2026, 8, 17))

    @of_each(("language", "typed"), rows(AWAY, " | "))
    def test_from_one_day_to_another(self, language, typed):
        assert read(typed, Ask.PLAY, language) == self.AUGUST

    @pytest.mark.parametrize(
        ("typed", "first", "last"),
        [
            ("away until 17 Aug", "2026-07-20", "2026-08-17"),
            ("away to 1/8", "2026-07-20", "2026-08-01"),
            ("away today", "2026-07-20", "2026-07-20"),
            ("away tomorrow", "2026-07-21", "2026-07-21"),
            ("away today to 25 July", "2026-07-20", "2026-07-25"),
            ("away 5 Aug", "2026-08-05", "2026-08-05"),
            ("away 15-21 July", "2026-07-15", "2026-07-21"),
            ("away 3-10 July", "2027-07-03", "2027-07-10"),
            ("away 24 Dec - 2 Jan", "2026-12-24", "2027-01-02"),
            ("away 24.12.-2.1.", "2026-12-24", "2027-01-02"),
            ("away 30 July - 2 Aug", "2026-07-30", "2026-08-02"),
            ("away 3-17 Feb", "2027-02-03", "2027-02-17"),
        ],
    )
    def test_in_the_year_in_which_it_is_not_yet_over(self, typed, first, last):
        language = "fr" if "/" in typed else "en"

        assert read(typed, Ask.PLAY, language) == Away(day(first), day(last))

    @pytest.mark.parametrize(
        ("language", "said", "first", "last"),
        [
            ("de", "vom 28.11. bis 3.12. im Skiurlaub", "2026-11-28", "2026-12-03"),
            ("de", "bin vom 28.12. bis 3.1. verreist", "2026-12-28", "2027-01-03"),
            ("en", "sorry, I'm on holiday from 28 Nov to 3 Dec", "2026-11-28", "2026-12-03"),
            ("nl", "afwezig 3-11 t/m 17-11", "2026-11-03", "2026-11-17"),
            ("nl", "ik ben er niet van 28-12 tot 3-1", "2026-12-28", "2027-01-03"),
            ("nl", "afwezig 28-12-2026 t/m 3-1-2027", "2026-12-28", "2027-01-03"),
        ],
    )
    def test_over_the_end_of_a_month_or_a_year(self, language, said, first, last):
        away = Away(day(first), day(last))

        assert read(said, Ask.PLAY, language) in (away, WhichOrder(said, (away,)))

    @pytest.mark.parametrize(
        "typed",
        [
            *("away soon", "away 3-17", "away 31-33 Aug", "away 30 Feb", "away 17-3 Aug"),
            *("away 3 Aug 2025 - 5 Aug 2025", "away from 3 Aug", "away 3-5-7 Aug", "away 13/13"),
            *("away 3 Aug 2026 - 3 Aug 2029", "away 29 Feb", "away 5 Mar - 3 Feb", "away QH"),
        ],
    )
    def test_that_is_no_absence(self, typed):
        assert read(typed, Ask.PLAY, "en") == Unread(typed)

    def test_a_day_that_may_be_two_in_english_is_asked_about(self):
        april = Away(date(2027, 4, 3), date(2027, 4, 5))
        assert read("away 3/4 - 5/4", Ask.PLAY, "fr") == april
        found = read("away 3/4 - 5/4", Ask.PLAY, "en")
        assert found == Unsure("away 3/4 - 5/4", (april, Away(date(2027, 3, 4), date(2027, 5, 4))))

    def test_needs_a_clock(self):
        context = Expected(Ask.PLAY, hand=HAND, legal=HAND)
        assert read_answer(["away 3-17 Aug"], context)[0].order == Unread("away 3-17 Aug")


@pytest.mark.parametrize(
    ("language", "months"),
    [
        ("en", "January February March April May June July August September October November "
               "December"),
        ("fr", "janvier février mars avril mai juin juillet août septembre octobre novembre "
               "décembre"),
        ("de", "Januar Februar März April Mai Juni Juli August September Oktober November "
               "Dezember"),
        ("it", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
               "novembre dicembre"),
        ("es", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
               "diciembre"),
        ("nl", "januari februari maart april mei juni juli augustus september oktober november "
               "december"),
        ("ro", "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie "
               "noiembrie decembrie"),
    ],
)  # fmt: skip
def test_every_month_is_known(language, months):
    for number, month in enumerate(months.split(), 1):
        year = 2026 if number > 7 else 2027
        expected = Away(date(year, number, 3), date(year, number, 5))
        assert read(f"away 3-5 {month} {year}", Ask.PLAY, language) == expected
