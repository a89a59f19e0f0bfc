"""A whole game by people of four languages and habits, by the SMTP receiver, against the engine."""

from engine import (
    MakeBid,
    TakenBack,
    choices,
    decide,
    evolve,
    replay,
    view,
)
from engine.players import choose
from pbem.domain.outcomes import Played
from pbem.games.check import check_game
from pbem.store.events import load_log
from tests.effort import LONG
from tests.pbem.clients import HTML
from tests.receiver import smtp_receiver

NAMES = ("Fanny", "Dieter", "Ida", "Emma")
LANGUAGE = {"Fanny": "fr", "Dieter": "de", "Ida": "it", "Emma": "en"}

WORDS = {
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix valet dame roi as",
    "it": "zero una due tre quattro cinque sei sette otto nove dieci fante donna re asso",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn",
}
NUMBERS = {language: line.split()[:11] for language, line in WORDS.items()}
RANKS = {
    "fr": WORDS["fr"].split()[2:],
    "it": WORDS["it"].split()[2:],
    "de": [*map(str, range(2, 11)), "Bube", "Dame", "König", "Ass"],
}
SUITS = {
    "fr": {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"},
    "it": {"S": "picche", "H": "cuori", "D": "quadri", "C": "fiori"},
    "de": {"S": "Pik", "H": "Herz", "D": "Karo", "C": "Kreuz"},
}


def written(choice, language):
    """A choice as somebody of that language writes it."""
    if isinstance(choice, MakeBid):
        number = NUMBERS[language][choice.tricks]
        return {
            "fr": f"J'annonce {number} plis",
            "it": f"dichiaro {number} prese",
            "de": f"Ich sage {number} an",
        }[language]
    rank = RANKS[language]["23456789TJQKA".index(str(choice.card)[0])]
    suit = SUITS[language][str(choice.card)[1]]
    return {
        "fr": f"Je joue {rank} de {suit} svp",
        "it": f"{rank} di {suit}",
        "de": f"{suit} {rank}",
    }[language]


def code(choice):
    """A choice as a code: `3`, `QH`."""
    return str(choice.tricks if isinstance(choice, MakeBid) else choice.card)


def fanny(club, letter, choice):
    """Writes French words in an HTML-only mail above what it quotes."""
    begin, end = letter.html.index("<body"), letter.html.index("</body>")
    page = f"<div{letter.html[begin + 5 : end]}</div>"
    client = sorted(HTML)[len(club.letters("Fanny")) % len(HTML)]
    body = HTML[client](written(choice, "fr"), page)
    raw = (
        f"From: Fanny <{club.addresses['Fanny']}>\r\nTo: {letter.reply_to}\r\n"
        f"Subject: Re: {letter.subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{body}"
    )
    return club.receive(raw.encode(), letter.reply_to)


def dieter(club, letter, choice):
    """Greets, answers in German below what he quotes, and signs at length."""
    quote = "\n".join(f"> {line}" for line in letter.text.splitlines())
    raw = (
        f"From: Dieter <{club.addresses['Dieter']}>\r\nTo: {letter.reply_to}\r\n"
        f"Subject: AW: {letter.subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
        f"Am 5. Oktober schrieb Lindy:\n{quote}\n\nHallo zusammen,\n\n"
        f"{written(choice, 'de')}\n\nViele Grüße\n-- \nDieter\n3 Katzen, 2 Hunde, Herz Ass\n"
    )
    return club.receive(raw.encode(), letter.reply_to)


def ida(club, letter, choice):
    """Writes Italian words, then chats about the weather and her cards."""
    chat = "Che bella giornata, 30 gradi! Ieri avevo il re di cuori.\n\nInviato da iPhone"
    return club.say("Ida", f"{written(choice, 'it')}\n\n{chat}", to=letter)


def emma(club, letter, choice):
    """Taps; now and then types a code instead, with a fallback to her bid."""
    if len(club.letters("Emma")) % 3:
        return club.tap("Emma", code(choice), to=letter)
    return club.say("Emma", code(choice).lower(), to=letter, quoting=False)


HABITS = {"Fanny": fanny, "Dieter": dieter, "Ida": ida, "Emma": emma}


@LONG
def test_a_whole_game_ends_with_the_score_of_the_same_decisions(club):
    club.open(*NAMES, languages=LANGUAGE)
    decisions, questions = [], 0
    with smtp_receiver(club) as club.receiver:
        while not club.game.over:
            name = club.waiting
            game = club.game
            choice = choose(view(game, game.awaiting[0]))
            asked = len(club.letters(name))
            became = HABITS[name](club, club.letters(name)[asked - 1], choice)
            assert isinstance(became, Played), (name, choice, became, club.letter(name).text)
            decisions.append(choice)
            questions += 1

    with club.services.db.begin() as session:
        log = load_log(session, 1)
        assert check_game(session, 1) is None
    assert not any(isinstance(one.entry, TakenBack) for one in log)
    assert len(club.game.deals) == 19
    assert questions < 360
    assert directly(log, decisions).totals == club.game.totals


def directly(log, decisions):
    """The game of the same packs and decisions on the engine alone.

    Moves that are the only ones, and those after the last decision of a deal, are any legal ones.
    """
    game = replay([log[0].entry])
    left = iter(decisions)
    deals = iter([one.entry for one in log if type(one.entry).__name__ == "CardsDealt"])
    wanted = next(left, None)
    while not game.over:
        if not game.awaiting:
            game = evolve(game, next(deals))
            continue
        seen = view(game, game.awaiting[0])
        open_ = choices(seen)
        if wanted in open_ and wanted.seat == seen.seat:
            move, wanted = wanted, next(left, None)
        else:
            move = open_[-1]
        for event in decide(game, move):
            game = evolve(game, event)
    assert wanted is None
    return game
