"""HTML to text: a line for each block, `>` before what a mail program marks as quoted.

Mail programs say where a quotation stands by elements of their own; they are listed here. What they
only say in words - "On Monday Lindy wrote:" - is left to the reading of the text.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail.plain import CUT

_LONGEST = 400_000
_DEEPEST = 400
_MOST_NODES = 6_000
_MOST_TAGS = 15_000
_MOST_STRAY = 200
_MOST_FOUND = 100

_QUOTED = (
    "blockquote, .yahoo_quoted, #OLK_SRC_BODY_SECTION, [name=quote], .gmail_attr, "
    ".moz-cite-prefix, [data-marker=__QUOTED_TEXT__], [data-marker=__HEADERS__], "
    ".front-blockquote, .missive_quote, .airmail_on, #reply-intro, "
    "#mail-editor-reference-message-container, .cm_quote, .tutanota_quote, #isReplyContent"
)
"""Elements that hold a quotation and nothing else."""

_MAYBE = ".gmail_quote, .gmail_extra, .protonmail_quote, [name=messageReplySection], .zmail_extra"
"""Elements around a quotation and around answers in between; quoted if no blockquote is inside."""

_CUTS = (
    "#divRplyFwdMsg, #appendonsend, #x_divRplyFwdMsg, #stopSpelling, #zwchr, "
    "[name=_____replyseparator], .moz-forward-container, [data-marker=__DIVIDER__], "
    ".OutlookMessageHeader, #ms-outlook-mobile-body-separator-line, .quote-header"
)
"""Elements after which everything is quoted."""

_BORDERS = 'div[style*="border-top"]'
"""What Outlook and Windows Mail draw above a block of headers."""

_SIGNED = (
    ".gmail_signature, [data-smartmail=gmail_signature], #Signature, #x_Signature, "
    ".moz-signature, #AppleMailSignature, #ms-outlook-mobile-signature, #composer_signature, "
    "[data-signatureblock], .protonmail_signature_block, .gmail_signature_prefix, "
    "[name=messageSignatureSection]"
)
_IGNORED = frozenset({"script", "style", "head", "title", "template", "object", "textarea"})
_BLOCKS = frozenset(
    {
        *("p", "div", "tr", "table", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "center", "section", "article", "header", "footer"),
        *("address", "form", "fieldset", "body", "html", "main", "aside", "caption", "hr"),
    }
)
_FORMATTING = re.compile(
    r"</?(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u|o:p|a(?!\s+name=))"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
"""Tags that mean nothing here; some hundred of them open at once make a parser's work explode."""

_TAGS = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]*)")
_SHALLOW = frozenset(
    {
        *("p", "li", "td", "th", "tr", "tbody", "thead", "tfoot", "dt", "dd", "option", "br"),
        *("hr", "img", "meta", "link", "input", "col", "base", "html", "body", "head", "wbr"),
    }
)
_ANGLES = re.compile(r"""=\s*(?:"[^"<>]{0,100}[<>][^"]{0,100}"|'[^'<>]{0,100}[<>][^']{0,100}')""")
_LONG_TAG = re.compile(r"<[a-zA-Z/][^<>]{4000,}>?")
"""A picture in a tag of its own, or thousands of attributes, which are compared each with each."""

_NO_FRAME = re.compile(r"border\s*:\s*(?:none|0|medium none)", re.IGNORECASE)


def html_text(*pages: str) -> str:
    """The text of some HTML, `> ` before quoted lines and a cut line where the rest is quoted.

    Several pages, which a mail shows one below the other, are read as far as one would be.
    """
    texts, left = [], _MOST_NODES
    for page in pages:
        if not left:
            break
        tree = LexborHTMLParser(_tamed(page[:_LONGEST]))
        if tree.body is not None:
            writer = _Writer(tree)
            left -= writer.walk(tree.body, left)
            texts.append("\n".join(writer.lines))
    return "\n".join(texts)


def own_words(html: str) -> str:
    """The words of a mail of ours in HTML, one after the other; nothing in it is quoted or cut."""
    body = LexborHTMLParser(html).body
    return "" if body is None else body.text(separator=" ")


def _tamed(html: str) -> str:
    """HTML without formatting, cut off where it takes too long to parse: where it nests too deep,
    has more tags than are looked at, or ends too much that it never began.
    """
    html = _FORMATTING.sub("", _LONG_TAG.sub("", _ANGLES.sub("", html)))
    depth = stray = 0
    began = set()
    for number, tag in enumerate(_TAGS.finditer(html)):
        name = tag[2].lower()
        if number == _MOST_TAGS:
            return html[: tag.start()]
        if name in _SHALLOW:
            continue
        if tag[1]:
            depth = max(0, depth - 1)
            stray += name not in began
        else:
            depth += 1
            began.add(name)
        if depth > _DEEPEST or stray > _MOST_STRAY:
            return html[: tag.start()]
    return html


def _is_quotation(node: LexborNode) -> bool:
    """Whether a blockquote quotes; webmail indents by one without a frame."""
    if node.tag != "blockquote":
        return True
    attributes = node.attributes
    named = attributes.get("type") or attributes.get("class") or attributes.get("cite")
    return bool(named) or not _NO_FRAME.search(attributes.get("style") or "")


def _is_head(node: LexborNode) -> bool:
    """Whether an element begins with a header, as in `From: Lindy`."""
    begin = node.text(deep=True).strip()[:40]
    return ":" in begin or "：" in begin


class _Writer:
    """Lines in the making: the quotations that are open, and the line being written."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        alone = [
            node
            for node in tree.css(_MAYBE)[:_MOST_FOUND]
            if node.tag != "blockquote" and node.css_first("blockquote") is None
        ]
        quoted = [node for node in tree.css(_QUOTED) if _is_quotation(node)]
        borders = [node for node in tree.css(_BORDERS)[:_MOST_FOUND] if _is_head(node)]
        self.quoted = {node.mem_id for node in (*quoted, *alone)}
        self.cuts = {node.mem_id for node in (*tree.css(_CUTS), *borders)}
        self.signed = {node.mem_id for node in tree.css(_SIGNED)}
        self.lines: list[str] = []
        self.open: list[int] = []
        self.pieces: list[str] = []

    def walk(self, root: LexborNode, most: int) -> int:
        """Write everything below an element, without recursion and within a number of nodes; how
        many they were.
        """
        node, top, steps = root, root.mem_id, 0
        while steps < most:
            steps += 1
            if self.enter(node) and (child := node.child) is not None:
                node = child
                continue
            self.leave(node)
            while node.mem_id != top and node.next is None and node.parent is not None:
                node = node.parent
                self.leave(node)
            if node.mem_id == top or node.next is None:
                break
            node = node.next
        self.end_line()
        return steps

    def enter(self, node: LexborNode) -> bool:
        """Write the beginning of a node; whether to go on inside it."""
        tag, number = node.tag or "-", node.mem_id
        if tag == "-text":
            self.write(node)
        if tag.startswith("-") or tag in _IGNORED or number in self.signed:
            return False
        if tag == "br" and not self.pieces:
            self.blank_line()
        if tag in ("td", "th"):
            self.pieces.append(" ")
        if tag in _BLOCKS or tag == "br" or number in self.quoted:
            self.end_line()
        if number in self.cuts:
            self.end_line()
            self.lines.append(CUT)
        if tag == "hr":
            self.lines.append("> " * len(self.open) + "---")
        if number in self.quoted:
            self.open.append(number)
        return True

    def leave(self, node: LexborNode) -> None:
        """Write the end of a node."""
        tag, number = node.tag, node.mem_id
        if tag in _BLOCKS or number in self.quoted:
            self.end_line()
        if tag in ("p", "blockquote", "table") and self.lines and self.lines[-1]:
            self.blank_line()
        if self.open and self.open[-1] == number:
            self.open.pop()

    def write(self, node: LexborNode) -> None:
        """Write a text node; inside `pre` with its line ends."""
        text = node.text_content or ""
        if "\n" in text and node.parent is not None and node.parent.tag == "pre":
            *lines, text = text.split("\n")
            for line in lines:
                self.pieces.append(line)
                self.end_line()
        self.pieces.append(text)

    def end_line(self) -> None:
        """Finish the line being written, if there is anything on it."""
        if self.pieces:
            text = " ".join("".join(self.pieces).split())
            self.pieces = []
            if text:
                self.lines.append("> " * len(self.open) + text)

    def blank_line(self) -> None:
        """A blank line, quoted like its surroundings."""
        self.lines.append(">" * len(self.open))
