"""Letters: every one renders, says the same in text and HTML, and tells nobody's cards."""

import email
import email.policy
import re
from collections import defaultdict
from dataclasses import fields, is_dataclass, replace
from email.header import decode_header, make_header
from email.utils import parseaddr
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs, unquote

import pytest
from jinja2 import UndefinedError
from selectolax.lexbor import LexborHTMLParser

from engine import Card
from pbem.demo.specimens import all_pages
from pbem.demo.specimens.games import NOW
from pbem.demo.specimens.odd import odd_pages
from pbem.letters.kinds import all_kinds
from pbem.letters.mime import Envelope, mime
from pbem.letters.page import Trait
from pbem.letters.render import Templates, templates_folder
from pbem.letters.speech import speech
from pbem.orders.answers import Bid, Join, Keep, Lay, Plan, Play, Trump
from pbem.orders.model import AgreePause, Away, Request, Setting, Talk
from pbem.orders.organiser.parse import read_commands
from pbem.orders.server_orders import read_server_lines
from pbem.orders.subjects import after_tag
from tests.effort import in_groups
from tests.lines import text_that_counts
from tests.read_back import read_back, read_once
from tests.to_operators import is_to_operator

card_sign = speech("en").card_sign

TEMPLATES = Templates()
NAMED = {
    f"{name} ({players})": page for players in (3, 4, 7) for name, page in all_pages().items()
} | odd_pages()
"""Pages by what they are called; those of a table of four stand for the others, too."""


def kinds(wanted=lambda page: True):
    """The names of all pages, or of those that are wanted, by kind and size of the table."""
    found = defaultdict(list)
    for name, page in NAMED.items():
        if wanted(page):
            found[re.sub(r" .*?(?=$| \([347]\)$)", "", name, count=1)].append(name)
    return found


ANSWERS = (
    AgreePause | Away | Bid | Join | Keep | Lay | Plan | Play | Request | Setting | Talk | Trump
)
every_page = in_groups("name", kinds(), lambda kind: not kind.endswith(("(3)", "(7)")))


@cache
def page_of(name):
    """A page, for as many players as its name says."""
    if many := re.fullmatch(r"(.+) \((3|7)\)", name):
        return all_pages(int(many[2]))[many[1]]
    return NAMED[name]


@cache
def rendered(name):
    return TEMPLATES.render(page_of(name))


def own_cards(page):
    """The cards of the reader's hand anywhere in a page."""
    found = []
    waiting = [page]
    while waiting:
        value = waiting.pop()
        if type(value).__name__ == "HandCard":
            found.append(value.card)
        elif isinstance(value, tuple) and not isinstance(value, Card):
            waiting += value
        elif is_dataclass(value):
            waiting += [getattr(value, field.name) for field in fields(value)]
    return found


def test_there_is_a_page_of_every_kind():
    kinds = {page.kind for page in NAMED.values()}

    assert all_pages(3).keys() == all_pages().keys() == all_pages(7).keys()
    assert kinds == set(all_kinds())
    assert kinds == {file.stem for file in templates_folder().glob("[a-z]*.txt")}
    assert kinds > {file.stem for file in templates_folder().glob("[a-z]*.html")}


@every_page
def test_a_letter_has_a_subject_a_preview_and_both_parts(name):
    letter = rendered(name)

    assert letter.subject
    assert letter.preview
    assert "\n-- \nOh Hell! by mail   [" in letter.text
    assert letter.html.rstrip().endswith("</html>")
    assert "{" not in letter.text
    assert "None" not in letter.text


UNTIL = "Please answer by Tuesday 20 October, 11:12 (UTC)."
PREVIEWS = {
    "your_bid first": f"Trump is diamonds: the ten of diamonds was turned up. {UNTIL}",
    "your_bid last": f"Bids so far: Dieter 2, Anna 0, Bruno 2. {UNTIL}",
    "your_bid one sealed in": f"No trump in this deal. {UNTIL}",
    "your_play locked": f"You lead to this trick. No trump in this deal. {UNTIL}",
    "your_play follow": f"On the table: Dieter 7♥, Anna 2♥, Bruno 10♥. {UNTIL}",
    "deal_over": "Dieter dared to bid four and took just that. "
    "1. Dieter 14, 2. Anna 13, 2. Chloé 13, 4. Bruno 0.",
    "digest": "1. Dieter 141, 2. Bruno 136, 3. Anna 119, 4. Chloé 93.",
    "organiser_digest little": 'Lindy is a draft: "start" invites its players.',
    "organiser_digest quiet": "Nothing needs you.",
    "your_game draft": "Anna, Bruno, Chloé and Dieter. 19 deals: 10 cards down to 1 and up again.",
}


def test_the_line_below_a_subject_tells_what_the_subject_does_not():
    pages = all_pages() | odd_pages()

    assert {name: TEMPLATES.render(pages[name]).preview for name in PREVIEWS} == PREVIEWS


@every_page
def test_nothing_private_stands_where_a_lock_screen_shows_it(name):
    letter = rendered(name)
    visible = LexborHTMLParser(letter.html).body.text()
    shown = [letter.subject, letter.preview, letter.text[:140], " ".join(visible.split())[:140]]

    for card in own_cards(page_of(name)):
        for text in shown:
            assert card_sign(card) not in text
            assert f" {card} " not in text
    if wrote := getattr(page_of(name), "wrote", ""):
        assert not any(f"wrote: {wrote[:5]}" in text for text in shown)


@every_page
def test_text_and_html_show_the_same_cards_and_numbers(name):
    letter = rendered(name)
    html = LexborHTMLParser(letter.html)
    for node in html.css("style, title"):
        node.decompose()
    shown, written = (
        re.sub(r"(\d|[JQKA]) +([♠♥♦♣])", r"\1\2", text.replace("\ufe0e", ""))
        for text in (" ".join(html.body.text(separator=" ").split()), letter.text)
    )
    signs = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")

    assert set(signs.findall(written)) <= set(signs.findall(shown))
    for sign in set(signs.findall(shown)) - set(signs.findall(written)):
        # The text part shows a hand by suit: `spades   A 10   ace, ten`.
        suit = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}[sign[-1]]
        assert re.search(rf"^  {suit} +([\dJQKA]+ )*{sign[:-1]} ", written, re.MULTILINE), sign


@every_page
def test_the_html_loads_nothing(name):
    html = rendered(name).html

    assert not re.search(r"<(img|script|form|link|iframe)\b|url\(|https?://(?!www\.w3\.org)", html)


@in_groups("name", kinds(lambda page: Trait.ORDERS in page.traits and not is_to_operator(page)))
def test_every_tap_of_an_organiser_is_one_order(name):
    """Its subject alone, and its body alone, are the same line; a bare command can be filled in."""
    for link in LexborHTMLParser(rendered(name).html).css("a"):
        href = link.attributes["href"]
        assert href.startswith("mailto:table+qaaa@ohhell.example?")
        query = parse_qs(href.partition("?")[2])
        subject = [after_tag(unquote(query["subject"][0]))]
        body = text_that_counts(query["body"][0].replace("\r\n", "\n"))
        [by_subject], [by_body] = (read_commands(t, "en", NOW.date()) for t in (subject, body))

        assert by_subject == by_body
        assert by_subject.commands or by_subject.lacks


@in_groups("name", kinds(is_to_operator))
def test_every_tap_of_the_operator_is_one_order(name):
    """By its subject alone, and by its body alone."""
    for link in LexborHTMLParser(rendered(name).html).css("a"):
        query = parse_qs(link.attributes["href"].partition("?")[2])
        subject = [after_tag(unquote(query["subject"][0]))]
        body = text_that_counts(query["body"][0].replace("\r\n", "\n"))
        [by_subject], [by_body] = (read_server_lines(said, "en") for said in (subject, body))

        assert by_subject == by_body
        assert by_subject.order


def without_orders(page):
    return not (Trait.ORDERS | Trait.ANY_ANSWER) & page.traits and not is_to_operator(page)


@in_groups("name", kinds(without_orders))
def test_every_tap_does_what_it_says(name):
    """Its subject alone, and its body alone, parse to the same order."""
    page, html = page_of(name), LexborHTMLParser(rendered(name).html)
    for link in html.css("a"):
        href = link.attributes["href"]
        assert href.startswith("mailto:table+qaaa@ohhell.example?")
        assert "+" not in href.partition("?")[2]
        assert len(href) < 2000
        query = parse_qs(href.partition("?")[2])
        subject = (after_tag(unquote(query["subject"][0])),)
        body = text_that_counts(query["body"][0].replace("\r\n", "\n"))
        context = read_back(name, page, subject[0])
        by_subject = read_once(subject, context)[0].order
        by_body = read_once(body, context)[0].order
        label = " ".join(link.text(separator=" ").replace("\ufe0e", "").split()).lower()

        assert by_subject == by_body
        assert isinstance(by_subject, ANSWERS)
        if isinstance(by_subject, Play) and label != body[0]:
            said = speech("en", page.look)
            sign = said.card_sign(by_subject.card).replace(" ", "")
            assert sign.lower() in label.replace(" ", "")
            if by_subject.card.plain:
                assert said.suit_word(by_subject.card.suit) in label
        elif isinstance(by_subject, Plan):
            cards = [clause.action for [clause] in by_subject.steps]
            assert label == " then ".join(map(card_sign, cards)).lower()
        elif isinstance(by_subject, Lay):
            assert label.split(": ")[1].upper() == " ".join(map(card_sign, by_subject.cards))
        elif isinstance(by_subject, Trump):
            assert label == (by_subject.suit.name.lower() if by_subject.suit else "no trump")
        elif isinstance(by_subject, Bid):
            assert label == str(by_subject.tricks)


@every_page
def test_lines_of_text_are_not_too_long(name):
    assert max(map(len, rendered(name).text.splitlines())) <= 80


def test_a_misspelt_variable_fails(tmp_path):
    for file in filter(Path.is_file, templates_folder().iterdir()):
        (tmp_path / file.name).write_text(file.read_text("utf-8"), "utf-8")
    broken = tmp_path / "noted.txt"
    broken.write_text(broken.read_text("utf-8").replace("frame.to", "frame.too"), "utf-8")

    with pytest.raises(UndefinedError):
        Templates(tmp_path).render(page_of("noted yes (4)"))


def test_names_are_escaped_in_html():
    page = page_of("noted yes (4)")
    letter = TEMPLATES.render(replace(page, frame=replace(page.frame, to="<b>&")))

    assert "<b>&," not in letter.html
    assert "&lt;b&gt;&amp;" in letter.html


def envelope(**changes):
    values = {
        "game": "Lindy",
        "list_id": "game1.ohhell.example",
        "mailbox": "table@ohhell.example",
        "to_name": "Chloé",
        "to_address": "chloe@x.example",
        "reply_to": "table+qaaa@ohhell.example",
        "help_link": "mailto:table+qaaa@ohhell.example?subject=%5BLindy%5D%20help",
        "leave_link": "mailto:table+qaaa@ohhell.example?subject=%5BLindy%5D%20unsubscribe",
        "message_id": "<game1.seat0.your_bid.9@ohhell.example>",
        "thread": "<game1.seat0.deal1@ohhell.example>",
        "date": NOW,
        "language": "en",
        "replied": False,
    }
    return Envelope(**(values | changes))


@every_page
def test_a_letter_travels_unharmed(name):
    letter = rendered(name)
    raw = mime(letter, envelope())
    message = email.message_from_bytes(raw, policy=email.policy.default)

    assert message.defects == []
    assert message["Subject"] == letter.subject
    text, html = (message.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert text.replace("\r\n", "\n").rstrip() == letter.text.rstrip()
    assert html.replace("\r\n", "\n").rstrip() == letter.html.rstrip()
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 998


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("From", "Lindy (Oh Hell!) <table@ohhell.example>"),
        ("Reply-To", "table+qaaa@ohhell.example"),
        ("Message-ID", "<game1.seat0.your_bid.9@ohhell.example>"),
        ("References", "<game1.seat0.deal1@ohhell.example>"),
        ("Auto-Submitted", "auto-generated"),
        ("X-Auto-Response-Suppress", "DR, RN, NRN, OOF, AutoReply"),
        ("Content-Language", "en"),
        ("List-Id", "<game1.ohhell.example>"),
        ("List-Help", "<mailto:table+qaaa@ohhell.example?subject=%5BLindy%5D%20help>"),
    ],
)
def test_headers(header, value):
    raw = mime(rendered("noted yes (4)"), envelope())
    message = email.message_from_bytes(raw, policy=email.policy.default)

    assert str(message[header]).replace('"', "") == value


def test_what_programs_read_is_never_encoded_however_long_it_is():
    """RFC 2369 2 and RFC 5322 3.6.4: a link or a Message-ID as an encoded word is none."""
    long = "a-club-with-quite-a-long-name.in-the-middle-of-nowhere.example"
    code, thread = "q7kd3wwzt9x2mfh4prbn", f"<game1.seat0.your_bid.9.4cjqm4c68cqjvq56@{long}>"
    link = f"<mailto:table+{code}@{long}?subject=%5BLindy%20%23{code}%5D%20help>"
    raw = mime(
        rendered("noted yes (4)"),
        envelope(
            help_link=link.strip("<>"),
            leave_link=link.strip("<>"),
            reply_to=f"table+{code}@{long}",
            message_id=thread,
            thread=thread,
            to_name="Chloé",
        ),
    )
    head = email.message_from_bytes(raw)

    for name in ("List-Help", "List-Unsubscribe"):
        assert head[name] == link
    for name in ("Message-ID", "In-Reply-To", "References"):
        assert head[name] == thread
    assert head["Reply-To"] == f"table+{code}@{long}"
    assert str(head["To"]).startswith("=?utf-8?")


@pytest.mark.parametrize("name", ["Café Ωmega", "Ruth, of the hill", "Ré " * 20 + "!"])
def test_any_name_is_read_back(name):
    raw = mime(rendered("noted yes (4)"), envelope(game=name, to_name=name))
    message = email.message_from_bytes(raw, policy=email.policy.compat32)
    sender, to = (str(make_header(decode_header(message[one]))) for one in ("From", "To"))

    assert parseaddr(sender) == (f"{name} (Oh Hell!)", "table@ohhell.example")
    assert parseaddr(to) == (name, "chloe@x.example")
    assert max(map(len, raw.partition(b"\r\n\r\n")[0].split(b"\r\n"))) <= 110


@pytest.mark.parametrize("field", ["game", "to_name"])
def test_a_name_cannot_add_a_header(field):
    with pytest.raises(ValueError, match="cannot stand in a header"):
        mime(rendered("noted yes (4)"), envelope(**{field: "x\r\nBcc: eve@evil.example"}))


def test_the_templates_are_found_in_the_checkout():
    assert templates_folder() == Path(__file__).parent.parent.parent / "templates"
