"""What organisers type: every row of the table, slips, other languages, and what is no command."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Level
from pbem import languages
from pbem.cli.orders import DAYS
from pbem.languages import spoken
from pbem.orders.organiser.model import (
    Absent,
    AddOrganiser,
    Cancel,
    ChangeRules,
    Close,
    Digest,
    Extend,
    HandOver,
    Often,
    PauseGame,
    Remind,
    Resume,
    RollBack,
    SetPace,
    Show,
    Start,
    TellAll,
    Topic,
    Undo,
)
from pbem.orders.organiser.parse import PARSERS, read_commands
from pbem.orders.organiser.set_up import (
    ByLot,
    ComputerGuest,
    Drop,
    Duplicate,
    Guest,
    Invite,
    NewAddress,
    NewGame,
    NewLeague,
    NextRound,
    Open,
    Options,
    Replace,
    SameAgain,
    Standby,
    Uninvite,
)
from pbem.orders.organiser.typed import TYPED_ORDERS
from pbem.orders.organiser.words import INNER
from pbem.orders.organiser.words import begins as begins_with
from pbem.orders.text import tokens
from tests.effort import of_each

TODAY = date(2026, 10, 5)
FOUR = (
    Guest("Anna", "anna@example.org", "en"),
    Guest("Bruno", "b@example.it", "it"),
    Guest("", "chloe@example.fr", "fr"),
    Guest("", "dieter@example.de"),
)
JAN = Guest("Jan", "jan@example.nl", "nl")
HAPPY = "Happy new year! Next deal on the 3rd."

ROWS = [
    (
        "new game Lindy with Anna anna@example.org (en), Bruno b@example.it (it), "
        "chloe@example.fr (fr), dieter@example.de",
        NewGame("Lindy", FOUR),
    ),
    (
        "new game Tuesday club, 13 deals up, sealed bids, no hook, 36 hours",
        NewGame("Tuesday club", (), Options(("13 deals up", "sealed bids", "no hook"), 36)),
    ),
    ("invite papa@example.fr (fr)", Invite((Guest("", "papa@example.fr", "fr"),))),
    ("uninvite Papa", Uninvite("Papa")),
    ("set hook off", ChangeRules(Options(("hook off",)))),
    ("set answer in 2 days, hold 5", ChangeRules(Options((), 48, 5))),
    ("deadline 2 days", SetPace(48)),
    ("extend Ruth 3 days", Extend("Ruth", 72)),
    ("extend 3 days", Extend("", 72)),
    ("pause", PauseGame()),
    ("pause 24.12.-2.1.", PauseGame(date(2026, 12, 24), date(2027, 1, 2))),
    ("resume", Resume()),
    ("resume 24.12.-2.1.", Resume(date(2026, 12, 24), date(2027, 1, 2))),
    ("replace Ruth with Jan jan@example.nl (nl)", Replace("Ruth", JAN)),
    ("replace Ruth with policy", Replace("Ruth", ComputerGuest())),
    ("replace Ruth with a computer", Replace("Ruth", ComputerGuest())),
    ("drop Ruth", Drop("Ruth")),
    ("address Ruth ruth@example.org", NewAddress("Ruth", "ruth@example.org")),
    ("away Ruth 24.12.-2.1.", Absent("Ruth", date(2026, 12, 24), date(2027, 1, 2))),
    (
        "roll back to trick 2 because Anna's card was mistyped",
        RollBack(False, 2, "Anna's card was mistyped"),
    ),
    ("roll back to deal 5", RollBack(True, 5)),
    ("remind Bruno", Remind("Bruno")),
    ("status", Show("status")),
    ("log", Show("log")),
    ("digest only when needed", Digest(Often.NEEDED)),
    ("digest weekly Friday 18:00", Digest(Often.WEEKLY, 4, 18)),
    ("digest daily 7h", Digest(Often.DAILY, 0, 7)),
    ("digest off", Digest(Often.OFF)),
    ("close", Close()),
    ("invite a strong computer", Invite((ComputerGuest(Level.STRONG),))),
    ("invite 2 computers", Invite((ComputerGuest(), ComputerGuest()))),
    (
        "invite Jan jan@example.nl (nl) and an easy computer",
        Invite((JAN, ComputerGuest(Level.EASY))),
    ),
    ("replace Ruth with a steady computer", Replace("Ruth", ComputerGuest())),
    (
        "new game Solo, no hook with Jan jan@example.nl (nl), two weak computers",
        NewGame("Solo", (JAN, *[ComputerGuest(Level.EASY)] * 2), Options(("no hook",))),
    ),
    (
        "new league Winter with Jan jan@example.nl (nl), 3 at a table, 2 rounds, 1 up, no hook",
        NewLeague("Winter", (JAN,), 3, 2, 1, Options(("no hook",))),
    ),
    ("new league Winter with Jan jan@example.nl (nl)", NewLeague("Winter", (JAN,), 4, 3, 1)),
    (
        "club night Friday with Jan jan@example.nl (nl), exactly 4 at a table, 5 rounds,"
        " no hook, entries until 12 Oct",
        NewLeague(
            *("Friday", (JAN,), 4, 5, 1, Options(("no hook",))),
            drawn=ByLot(exact=True, until=date(2026, 10, 12)),
        ),
    ),
    (
        "new club night Friday with Jan jan@example.nl (nl), 5 per table",
        NewLeague("Friday", (JAN,), 5, 3, 1, drawn=ByLot()),
    ),
    ("next round Winter", NextRound("Winter")),
    ("next round", NextRound()),
    ("standings Winter", Show("standings", "Winter")),
    ("undo", Undo()),
    ("undo 17", Undo(17)),
    ("open", Open()),
    ("duplicate with Jan jan@example.nl (nl)", Duplicate((JAN,))),
    ("second table Jan jan@example.nl (nl)", Duplicate((JAN,))),
    ("open 2 seats", Open(2)),
    ("open 1 seat until 12 Oct", Open(1, date(2026, 10, 12))),
    ("open until 12.10.", Open(None, date(2026, 10, 12))),
    ("open off", Open(0)),
    ("set reliable 80 %", ChangeRules(Options(reliable=80))),
    ("set reliable off", ChangeRules(Options(reliable=0))),
    ("set hints on", ChangeRules(Options(hints=True))),
    ("set hints off, hold 5", ChangeRules(Options(hold=5, hints=False))),
    ("standby Jan jan@example.nl (nl)", Standby((JAN,))),
    ("replace Ruth with standby", Replace("Ruth", None)),
    ("same again", SameAgain()),
    ("rematch Friday", SameAgain("Friday")),
    ("organiser Jan jan@example.nl (nl)", AddOrganiser(JAN)),
    ("hand over to Jan jan@example.nl (nl)", HandOver(JAN)),
    ("hand over to Ruth", HandOver(Guest("Ruth", ""))),
    (f"announce {HAPPY}", TellAll(HAPPY)),
    ("standings", Show("standings")),
    ("standings 2026", Show("standings", "2026")),
    ("members", Show("members")),
    ("export", Show("export")),
    ("start", Start()),
    ("start with those who said yes", Start(sure=True)),
    ("cancel", Cancel()),
    ("cancel now", Cancel(sure=True)),
]

LENIENT = [
    ("adress Ruth ruth@example.org", NewAddress("Ruth", "ruth@example.org")),
    ("EXTEND ruth 3d", Extend("ruth", 72)),
    ("extand Ruth 36 h.", Extend("Ruth", 36)),
    ("deadline 48h", SetPace(48)),
    ("deadline two days", SetPace(48)),
    ("extend Ruth by one day please", Extend("Ruth", 24)),
    ("extend by two days", Extend("", 48)),
    ("please remind Bruno, please!", Remind("Bruno")),
    ("replace Ruth by Jan <JAN@example.nl>", Replace("Ruth", Guest("Jan", "jan@example.nl"))),
    ("replace Ruth with Ruth", Replace("Ruth", Guest("Ruth", ""))),
    ("announce Dinner: at eight", TellAll("Dinner: at eight")),
    ("Resume!", Resume()),
    ("pasue", PauseGame()),
]

_NIGHT = NewLeague("Friday", (JAN,), 4, 5, 1, drawn=ByLot(exact=True, until=date(2026, 12, 5)))

OTHER_LANGUAGES = [
    *(
        (language, line.replace("JAN", "Jan jan@example.nl (nl)"), _NIGHT)
        for language, line in (
            ("de", "Klubabend Friday mit JAN, genau 4 am Tisch, 5 Runden, Anmeldung bis zum 5.12."),
            (
                "fr",
                "soirée de club Friday avec JAN, exactement 4 par table, 5 tours,"
                " inscriptions jusqu'au 5 décembre",
            ),
            (
                "es",
                "noche de club Friday con JAN, exactamente 4 por mesa, 5 rondas,"
                " inscripciones hasta el 5 de diciembre",
            ),
            (
                "it",
                "serata di club Friday con JAN, esattamente 4 per tavolo, 5 turni,"
                " iscrizioni fino al 5 dicembre",
            ),
            (
                "nl",
                "clubavond Friday met JAN, precies 4 per tafel, 5 rondes,"
                " inschrijven tot 5 december",
            ),
            (
                "ro",
                "seară de club Friday cu JAN, exact 4 la o masă, 5 etape,"
                " înscrieri până la 5 decembrie",
            ),
        )
    ),
    ("de", "verlängere Ruth 3 Tage", Extend("Ruth", 72)),
    ("de", "verlängere Ruth um einen Tag", Extend("Ruth", 24)),
    ("de", "Pause 24.12.-2.1.", PauseGame(date(2026, 12, 24), date(2027, 1, 2))),
    ("de", "ersetze Ruth durch einen Computer", Replace("Ruth", ComputerGuest())),
    ("fr", "prolonger Ruth 2 jours", Extend("Ruth", 48)),
    ("fr", "remplacer Ruth par Jan jan@example.nl (nl)", Replace("Ruth", JAN)),
    ("it", "sollecita Bruno", Remind("Bruno")),
    ("es", "plazo 2 días", SetPace(48)),
    ("nl", "vervang Ruth door een computer", Replace("Ruth", ComputerGuest())),
    ("ro", "prelungește Ruth 3 zile", Extend("Ruth", 72)),
    ("ro", "înlocuiește Ruth cu un computer", Replace("Ruth", ComputerGuest())),
    ("ro", "extend Ruth 3 days", Extend("Ruth", 72)),
    ("fr", "commencer maintenant", Start(sure=True)),
    ("it", "togli Bruno", Drop("Bruno")),
    ("es", "volver a la baza 2 porque Ruth se equivocó", RollBack(False, 2, "Ruth se equivocó")),
    ("es", "resumen cada semana viernes 18", Digest(Often.WEEKLY, 4, 18)),
    ("nl", "vervang Ruth door een reserve", Replace("Ruth", None)),
    ("nl", "terug naar spel 5", RollBack(True, 5, "")),
    ("ro", "clasament Liga de iarnă", Show(Topic.STANDINGS, "Liga de iarnă")),
    (
        "ro",
        "ligă nouă Iarna cu Jan jan@example.nl (nl), 2 etape",
        NewLeague("Iarna", (JAN,), 4, 2, 1),
    ),
]


def read(line, language="en"):
    [found] = read_commands([line], language, TODAY)
    return found


@of_each(("line", "command"), [*ROWS, *LENIENT])
def test_a_line_is_one_command(line, command):
    assert read(line).commands == (command,)


@pytest.mark.parametrize(("language", "line", "command"), OTHER_LANGUAGES)
def test_organisers_may_write_in_their_own_language(language, line, command):
    assert read(line, language).commands == (command,)


@of_each(("line", "command"), ROWS)
@of_each("language", spoken())
def test_english_is_understood_from_everybody(language, line, command):
    assert read(line, language).commands == (command,)


def test_a_line_may_name_its_game():
    found = read("Lindy: start")

    assert (found.game, found.commands) == ("Lindy", (Start(),))


def test_a_date_with_two_readings_is_left_to_the_organiser():
    april, march = date(2027, 4, 3), date(2027, 3, 4)

    assert read("pause 3/4").commands == (PauseGame(april, april), PauseGame(march, march))
    assert read("pause 3/4", "de").commands == (PauseGame(april, april),)


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("rmnd Bruno", "remind Bruno"),
        ("stat", "start"),  # what cannot be undone is not guessed
    ],
)
def test_what_is_no_command_has_those_that_look_like_it(line, nearest):
    found = read(line)
    assert (found.commands, found.lacks, found.nearest[0]) == ((), False, nearest)


@pytest.mark.parametrize(
    ("line", "language", "plain"),
    [
        ("start please, thank you!", "en", "start"),
        ("Please extend Anna 1d, thanks", "en", "extend Anna 1d"),
        ("Lindy: close, please.", "en", "Lindy: close"),
        ("starten bitte, danke!", "de", "starten"),
    ],
)
def test_a_please_and_thanks_around_an_order_are_no_part_of_it(line, language, plain):
    assert read(line, language).commands == read(plain, language).commands != ()
    assert read(line, language).game == read(plain, language).game


def test_of_an_order_of_several_words_the_first_alone_brings_no_sentence_of_others():
    """`hand over to` begins as `hend` looks."""
    assert "hand over to" in read("hend 10 minutes please").nearest


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *(("en", "hold 10"), ("en", "hold 10 minutes please"), ("de", "Wartezeit 10 Minuten")),
        *(("fr", "repentir 10 minutes"), ("it", "attesa 10 minuti"), ("es", "espera 10 minutos")),
        *(("nl", "bedenktijd 10 minuten"), ("ro", "așteptare 10 minute"), ("de", "set hold 10")),
    ],
)
def test_how_long_a_move_is_held_is_set_by_the_word_that_the_draft_has(language, line):
    assert read(line, language).commands == (ChangeRules(Options(hold=10)),)


@pytest.mark.parametrize(
    "line",
    [
        "frobnicate Lindy",
        "Thank you! That was fun. Could you please send me the score sheet?",
        "Who are we waiting for?",
        "Can you let them answer within 24 hours instead, and no hook please",
        "give Ruth 2 more days",
        "Ruth is ill, poor thing",
        "How did it end?",
    ],
)
def test_of_a_sentence_no_command_is_made(line):
    found = read(line)
    assert (found.commands, found.nearest) == ((), ("status", "help"))


@of_each(
    "line",
    [
        *(
            "hold",
            "hold on",
            "extend Ruth",
            "extend Ruth soon",
            "deadline",
            "deadline 9999 days",
            "away Ruth",
        ),
        *("pause for a while", "replace Ruth", "address ruth@example.org", "announce", "remind"),
        *("invite Papa", "new game", "start the engine", "cancel Ruth", "resume it all"),
        *("roll back", "roll back to trick two", "roll back to trick", "digest sometimes"),
        *("standby", "standby Jan", "organiser", "hand over to", "digest weekly at 25"),
        "digest off Monday",
        "close the door",
    ],
)
def test_a_clear_command_may_lack_what_it_needs(line):
    found = read(line)

    assert (found.commands, found.lacks) == ((), True)


def test_a_wrong_line_stops_nothing_and_courtesies_are_no_lines():
    mail = ["Hello,", "status", "deadline 2 days", "frobnicate", "remind Bruno", "pause", "Thanks!"]
    mail.append("(Nothing else to write: just press Send.)")
    found = read_commands(mail, "en", TODAY)

    assert [line.commands for line in found] == [
        (Show("status"),),
        (SetPace(48),),
        (),
        (Remind("Bruno"),),
        (PauseGame(),),
    ]


@given(st.lists(st.text(max_size=60), max_size=4), st.sampled_from(spoken()))
def test_whatever_is_written_is_read_without_a_fault(lines, language):
    for line in read_commands(lines, language, TODAY):
        assert line.written in lines


@given(
    st.sampled_from([line for line, _ in ROWS]).flatmap(
        lambda line: st.integers(0, len(line)).map(lambda at: line[:at])
    )
)
def test_a_line_cut_short_orders_nothing_that_needs_more(line):
    for found in read_commands([line], "en", TODAY):
        for command in found.commands:
            if isinstance(command, Extend | SetPace):
                assert command.hours > 0
            if isinstance(command, Absent | Replace | Remind | Drop):
                assert command.player


PACES = [
    # rules, hours to answer, hold, reliable
    ("no hook", ("no hook",), None, None, None),
    ("13 deals up", ("13 deals up",), None, None, None),
    ("deals 10-1-10", ("deals 10-1-10",), None, None, None),
    ("at most 7 cards", ("at most 7 cards",), None, None, None),
    ("3-4 players", ("3-4 players",), None, None, None),
    ("trump cycle S H D C NT", ("trump cycle S H D C NT",), None, None, None),
    ("to 100 points", ("to 100 points",), None, None, None),
    ("blackout", ("blackout",), None, None, None),
    ("36 hours", (), 36, None, None),
    ("answer in 2 days", (), 48, None, None),
    ("hold 5", (), None, 5, None),
    ("reliable 80 %", (), None, None, 80),
]


@of_each(("option", "rules", "hours", "hold", "reliable"), PACES)
@of_each("before", ["", ", sealed bids"])
@of_each(
    ("new", "word"), [("new game", "with"), ("neues Spiel", "mit"), ("nouvelle partie", "avec")]
)
def test_an_option_right_before_the_guests_is_no_part_of_a_name(
    option, rules, hours, hold, reliable, before, new, word
):
    language = {"with": "en", "mit": "de", "avec": "fr"}[word]
    line = f"{new} Tuesday club{before}, {option} {word} Eva eva@x.example, jan@x.example"
    [read] = read_commands([line], language, TODAY)

    sealed = ("sealed bids",) if before else ()
    assert read.commands == (
        NewGame(
            "Tuesday club",
            (Guest("Eva", "eva@x.example"), Guest("", "jan@x.example")),
            Options((*sealed, *rules), hours, hold, reliable),
        ),
    )


@pytest.mark.parametrize(
    "line",
    [
        "new game Club with no hook, 36 hours, with Eva eva@x.example, Jan jan@x.example",
        "new game Club, no hook, 36 hours, with Eva eva@x.example, Jan jan@x.example",
        "new game Club, no hook with Eva eva@x.example, Jan jan@x.example, 36 hours",
        "new game Club with no hook, Eva eva@x.example, Jan jan@x.example, 36 hours",
        "new game Club with Eva eva@x.example, 36 hours, Jan jan@x.example, no hook",
    ],
)
def test_options_and_guests_may_stand_in_any_order(line):
    [read] = read_commands([line], "en", TODAY)

    guests = (Guest("Eva", "eva@x.example"), Guest("Jan", "jan@x.example"))
    assert read.commands == (NewGame("Club", guests, Options(("no hook",), 36)),)


def test_the_size_of_a_league_may_stand_right_before_its_players():
    line = "new league Winter, no hook, 2 rounds, 3 at a table with Eva eva@x.example, a@x.example"
    [read] = read_commands([line], "en", TODAY)

    [league] = read.commands
    assert (league.size, league.rounds, league.options.rules) == (3, 2, ("no hook",))
    assert [guest.name for guest in league.guests] == ["Eva", ""]


def test_each_list_of_words_that_begins_a_line_is_read_and_each_order_of_help_is_one():
    begins = set(languages.read("en", "organisers.toml")) - set(INNER)

    assert begins == PARSERS.keys()
    assert begins - {one.name for one in TYPED_ORDERS} == {"start_now", "cancel_now", "help"}
    for one in TYPED_ORDERS:
        line = one.example.format(**DAYS)
        assert begins_with(tokens(line), "en")[0] == one.name
