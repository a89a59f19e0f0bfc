"""Whose words are these? Samples of how people answer, and how their programs quote and sign."""

import pytest

from pbem.mail.phrases import phrases
from pbem.mail.text import paragraphs_that_count
from tests.effort import of_each
from tests.lines import text_that_counts
from tests.pbem.clients import ATTRIBUTIONS, BLOCKS, ME

QUOTED = ["YOUR TURN, ANNA", "", "Allowed: 0 1 3 4.", "  A♥   ace of hearts", "", "QH"]
MARKED = "\n".join(f"> {line}" for line in QUOTED)
BARE = "\n".join(QUOTED)
ANY_HEAD = sorted((ATTRIBUTIONS | BLOCKS).items())
heads = of_each("head", [head for _, head in ANY_HEAD])


@heads
@of_each("quote", [MARKED, BARE])
def test_an_answer_above_a_quotation_is_all_that_counts(head, quote):
    assert text_that_counts(f"D♥\nÀ lundi !\n\n{head}\n\n{quote}\n") == ("D♥", "À lundi !")
    assert text_that_counts(f"D♥\n{head}\n{quote}") == ("D♥",)


@heads
@of_each("quote", [MARKED, BARE])
def test_a_quotation_alone_says_nothing(head, quote):
    assert text_that_counts(f"{head}\n{quote}\n") == ()
    assert text_that_counts(f"\n\n{head}\n\n{quote}\n-- \nAnna\n") == ()


@of_each("head", ATTRIBUTIONS.values())
def test_an_answer_below_a_marked_quotation_counts(head):
    assert text_that_counts(f"{head}\n{MARKED}\n\nD♥\n-- \nAnna") == ("D♥",)


@pytest.mark.parametrize(
    "head", ["Lindy wrote:", "On Monday, Lindy wrote:", "Am Montag schrieb Lindy:"]
)
@pytest.mark.parametrize("said", ["1 else 2 else 3", "2, 3 or 4", "7H 8H 9H"])
def test_three_numbers_right_above_an_attribution_are_no_part_of_it(said, head):
    """An attribution with its day on the line above writes a day: `5.10.26`, `2026-10-05`."""
    assert text_that_counts(f"{said}\n{head}\n{MARKED}") == (said,)


@pytest.mark.parametrize("mark", [">", ">>", "> > ", "|", "| ", "»", "» ", "  > ", "LO> ", "＞"])
def test_every_quote_mark_is_known(mark):
    quote = "\n".join(f"{mark}{line}" for line in QUOTED)

    assert text_that_counts(f"D♥\n\n{ATTRIBUTIONS['pine']}\n{quote}") == ("D♥",)
    assert paragraphs_that_count(f"{quote}\nD♥\n\n{quote}\nyes") == ("D♥", "", "yes")


def test_answers_between_quoted_lines_keep_their_gaps():
    head = ATTRIBUTIONS["gmail de"]
    body = f"Hi,\n\n{head}\n> Bid?\n\n3\n\n> Card?\nQH\nor KD\n\n> Bye\n\nsee you"

    assert paragraphs_that_count(body) == ("Hi,", "", "3", "", "QH", "or KD", "", "see you")


WRITTEN = [
    "On Monday I wrote: 3",
    "On 5 October 2026 at 10:00 I wrote:\nQH",
    "On my way, will play QH",
    "On Thursday:\nQH",
    "Am 5.10. um 10:30 schrieb ich dir:\nQH",
    "Le 5 octobre, c'est lundi :\nQH",
    "El lunes 5:\nQH",
    "Il 5 ottobre 2026 gioco:\nQH",
    "From: me to you",
    "From: me\nto: you",
    "From: anna@x.example, my new address",
    "To: lindy@x.example",
    "De: moi, avec amour\nQH",
    "Von: heute an\nQH",
    "Date: any time\nTo: play",
    "A: 3\nB: 4",
    "-----\nQH",
    "=====\nQH",
    "- QH\n- or KD",
    "-- QH, I think",
    "---QH---",
    "3 --- no, 4",
    "| Anna | 3 |\n| Bruno | 2 |",
    "|Q♥|3♣|",
    "»Herz Dame«",
    ">:( QH",
    "Q>J, so QH",
    "x > 3",
    "<3",
    "Sent from my desk, is much easier than playing from my mobile phone.",
    "I sent from my hand the QH",
    "The original message said QH",
    "Original Message",
    "Contact Lindy <lindy@x.example>:\nshe knows",
    "Regards to Bruno, I play QH",
    "Cheers!\nQH",
    "Merci d'avance\nQH",
    "28.09 I wrote to Marta, and 5 of us wait\n\nQH",
    "2026-10-05 10:04\nQH",
    "Prices 10:30, 11:30 and 12:30:\nQH",
    "The dealer said: 3\nQH",
    "Bruno wrote:\nhe plays QH",
    "Anna schreibt: 3",
    "QH = queen of hearts",
    "10=4+6\nA=1",
    "__QH__",
    "*QH*",
    "Oh Hell! I play QH",
    "Oh Hell! by mail is fun\nQH",
    "To\nKD or QH",
    "A\nK",
    "在家\nQH",
    "w dniu jutrzejszym: 3",
    "в 10:30 буду дома:\n3",
]


@of_each("written", WRITTEN)
def test_a_persons_own_lines_may_look_like_anything(written):
    lines = tuple(filter(None, written.split("\n")))

    assert text_that_counts(written) == lines
    assert text_that_counts(f"{written}\n\n{ATTRIBUTIONS['gmail en-gb']}\n\n{MARKED}") == lines
    assert text_that_counts(f"{written}\n\n{BLOCKS['outlook de']}\n\n{BARE}") == lines


def test_a_lone_marked_line_stays_quoted():
    assert text_that_counts("> 3 wins") == ()


@of_each(
    "signature",
    [
        "-- \nAnna\n3 Card Street",
        "--\nAnna",
        "—\nAnna\nplayer",
        "__________________\nAnna",
        "Sent from my iPhone",
        "Sent from my Samsung Galaxy smartphone.",
        "Sent from my Verizon, Samsung Galaxy smartphone",
        "Sent from my iPhone. Please excuse brevity.",
        "Sent from Mail for Windows 10",
        "Sent from Yahoo Mail on Android",
        "Sent from [Proton Mail](https://proton.me/mail/home), Swiss-based",
        "Sent via BlackBerry from T-Mobile",
        "*Sent from my iPad*",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Get [Outlook for Android](https://aka.ms/AAb9ysg)",
        "Virus-free.www.avast.com",
        "Envoyé de mon iPhone",
        "Envoyé depuis mon appareil Galaxy",
        "Envoyé à partir de Outlook pour Android<https://aka.ms/AAb9ysg>",
        "Télécharger Outlook pour iOS",
        "Von meinem iPhone gesendet",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Gesendet von Mail für Windows",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Gesendet mit der GMX Mail App",
        "Inviato da iPhone",
        "Inviato dal mio telefono Huawei",
        "Enviado desde mi iPhone",
        "Enviado do meu iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Verzonden vanuit Outlook voor iOS",
        "Trimis de pe iPhone",
        "Skickat från min iPhone",
        "Sendt fra min iPhone",
        "Lähetetty iPhonesta",
        "Wysłane z iPhone'a",
        "Wysłano z telefonu Samsung",
        "Odesláno z iPhonu",
        "Odoslané z iPhonu",
        "Elküldve az iPhone-omról",
        "Отправлено с iPhone",
        "Отправлено из мобильной Почты Mail.ru",
        "Надіслано з iPhone",
        "iPhone'umdan gönderildi",
        "Στάλθηκε από το iPhone μου",
        "נשלח מה-iPhone שלי",
        "أرسلت من الـ iPhone",
        "iPhoneから送信",
        "发自我的 iPhone",
        "從我的 iPhone 傳送",
        "나의 iPhone에서 보냄",
        "Dikirim dari iPhone saya",
        "Disclaimer\n\nThis message is confidential.",
    ],
)
def test_a_signature_is_not_part_of_the_answer(signature):
    assert text_that_counts(f"QH\n\n{signature}") == ("QH",)
    assert text_that_counts(f"QH\n{signature}\n\n{ATTRIBUTIONS['apple en']}\n\n{MARKED}") == ("QH",)
    assert text_that_counts(f"{signature.splitlines()[0]}\n\n{MARKED}") == ()


def test_an_answer_below_a_tagline_or_a_warning_is_found():
    assert text_that_counts(f"Von meinem iPhone gesendet\n\nQH\n\n{MARKED}") == ("QH",)
    assert text_that_counts("CAUTION: This mail came from outside the company.\n\nQH") == ("QH",)


def test_yahoo_puts_attribution_and_quotation_on_one_line():
    body = f"QH\n\nSent from Yahoo Mail on Android\n\n  {ATTRIBUTIONS['gmail en-us']}   {BARE}"

    assert text_that_counts(body) == ("QH",)


def test_lotus_notes_writes_the_names_of_headers_on_lines_of_their_own():
    names = "To\nAnna/Cards@Cards\ncc\n\nSubject\nDeal 4\n"
    body = f"QH\n\n{ME} <table@ohhell.example>\n05/10/2026 10:04 AM\n\n{names}\n{BARE}"

    assert text_that_counts(body) == ("QH",)


def test_a_signed_mail_is_read_without_its_armour():
    body = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nQH\n- -- \nAnna\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n-----END PGP SIGNATURE-----\n"
    )

    assert text_that_counts(body) == ("QH",)


def test_quoted_printable_that_nobody_undid_is_undone():
    line = "On Mon, Oct 5, 2026 at 10:04=E2=80=AFAM Lindy (Oh Hell!) <table@ohhell.exam="
    body = f"Merci\n\n{line}\nple> wrote:\n\nYOUR TURN\n3\n"

    assert len(line) == 76
    assert text_that_counts(body) == ("Merci",)


@pytest.mark.parametrize(
    ("above", "line", "counts"),
    [
        ("> Stays in hand: queen of clubs, nine of clubs, four of clubs and the", "two of H", ()),
        ("> Bid?", "3", ("3",)),
        ("> Would you like to play one more game with the four of us on Monday?", "yes", ("yes",)),
        ("> The bids add up to seven; you may bid anything but three, so which?", "QH", ("QH",)),
        ("> see the whole table as it stands now, with everybody's bids, at", "<https://x.y>", ()),
    ],
)
def test_a_line_torn_off_a_quoted_one_is_quoted_too(above, line, counts):
    assert text_that_counts(f"{above}\n{line}\n> and so on") == counts


def test_every_language_says_how_it_quotes():
    said = phrases()

    assert len(said.headers) > 250
    assert len(said.wrote) > 80
    assert {"wrote", "schrieb", "a écrit", "写道", "님이 작성", "έγραψε"} <= set(said.wrote)
    assert said.headers["von"] == "from"
    assert said.headers["objet"] == "subject"
    assert ("von meinem ", " gesendet") in said.taglines
    assert "" not in said.opens | said.original | {*said.wrote}


def test_a_name_may_end_like_a_word_for_i():
    assert text_that_counts("QH\n\nOn 5 Oct 2026, Giovanni wrote:\n\n3") == ("QH",)


def test_the_name_alone_needs_a_quotation_below():
    assert text_that_counts(f"QH\n\n{ME} wrote:\n> 3") == ("QH",)
    assert text_that_counts(f"QH\n\n{ME} wrote:\n3") == ("QH", f"{ME} wrote:", "3")
