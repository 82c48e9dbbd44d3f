"""The rulebook on paper: the whole book with pictures of its examples, and the players' aid on two pages.

Both as PDF or HTML; pictures and letters are vectors, and all of it reads in black and white.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from html import escape
from pathlib import Path

from PySide6.QtCore import QByteArray, QIODevice, QMarginsF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPyTextObject,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

from grognard.app.board.render import application
from grognard.app.rulebook.diagram import svgs
from grognard.app.rulebook.pages import KINDS, cell, notes_html, spoken
from grognard.app.rulebook.shelf import Shelf
from grognard.app.written import into, write_whole
from grognard.engines.core.data.text import capital, spell, tr
from grognard.engines.core.data.text import spoken as language_spoken
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.examples import Example
from grognard.engines.core.proof.rulebook import Rule, RuleTable
from grognard.engines.core.proof.story import Story, tell
from grognard.engines.core.show.views import SequenceLine

Told = Callable[[int, int], object]
"""Told how many of how many parts are done; raises what ends the work."""
STYLE = (
    "body{font-family:serif;font-size:10pt;color:#000;max-width:48em;margin:auto}"
    "table{border-collapse:collapse}td,th{border:1px solid #888;padding:1px 4px;text-align:left;"
    "vertical-align:top}h1,h2,h3{page-break-after:avoid}.muted{color:#444}svg{max-width:100%}"
)
CHAPTER = 2
"""The level of the headings that the contents name."""
DRAWN_HERE = "\N{OBJECT REPLACEMENT CHARACTER}"
PICTURE = int(QTextFormat.ObjectTypes.UserObject) + 1
DRAWN = int(QTextFormat.Property.UserProperty) + 1
_PAGES = re.compile(" ?\N{OBJECT REPLACEMENT CHARACTER}page\\d+\N{OBJECT REPLACEMENT CHARACTER}")
HOLE = "\N{OBJECT REPLACEMENT CHARACTER}picture{number}\N{OBJECT REPLACEMENT CHARACTER}"
PAGE = "\N{OBJECT REPLACEMENT CHARACTER}page{number}\N{OBJECT REPLACEMENT CHARACTER}"
"""Where in the contents the number of a page comes."""
TABLES, WORDS = "tables", "glossary"
SUFFIXES = (".pdf", ".html")
SIZES = (8.0, 7.0, 6.2, 5.5, 4.8, 4.2, 3.6, 3.1, 2.6, 2.2)
"""Sizes of letters tried for the players' aid until it fits on two pages."""
PAGES, COLUMNS = 2, 3
KINDS_LONG = 16
"""A line of fewer letters below a heading is the kind of a rule, and no text yet."""
TOLD, SENTENCES = ("chosen", "refused", "told", "outcome"), 14
"""Of an example's lines those that a caption tells, and how many: what is looked up stands in the rule itself."""
NO_WORDS: Told = lambda _done, _of: None  # noqa: E731 - what is told to nobody


def export(here: Shelf, path: Path, told: Told = NO_WORDS) -> None:
    """Write the whole rulebook with pictures of its examples.

    Raises:
        OSError: the file cannot be written.
    """
    parts: list[str] = []
    pictures: list[str] = []
    book = here.book
    if book is None:
        return
    rules = list(book.rules.values())
    for number, rule in enumerate(rules):
        told(number, len(rules) + 1)
        parts.append(_rule(here, rule, pictures))
    title = spell("term", here.game.title)
    head = f"<h1>{escape(title)}</h1><p>{escape(book.edition)}</p>{_contents(here)}"
    html = "".join([head, *_chaptered(here, parts), _tables(here), _glossary(here)])
    _write(html, pictures, path, title)
    told(len(rules) + 1, len(rules) + 1)


def export_aid(here: Shelf, path: Path) -> None:
    """Write the players' aid: the sequence of play and all tables, on two pages.

    Raises:
        OSError: the file cannot be written.
    """
    application()
    html = _aid(here)
    if path.suffix.lower() == ".html":
        _save(
            _page(
                html,
                spell("term", here.game.title),
                "@page{size:A4 landscape;margin:8mm}body{max-width:none;font-size:6pt}",
            ),
            path,
        )
        return
    with into(path) as device:
        writer = page_writer(device, QPageLayout.Orientation.Landscape, 7)
        document = QTextDocument()
        for size in SIZES:
            document.setDefaultStyleSheet("td,th{padding:0px} p{margin:1px} h2,h3{margin:1px}")
            document.setDefaultFont(QFont("sans-serif", 1))
            document.documentLayout().setPaintDevice(writer)
            font = QFont("sans-serif")
            font.setPointSizeF(size)
            document.setDefaultFont(font)
            document.setDocumentMargin(0)
            document.setPageSize(paper_of(writer))
            document.setHtml(html)
            if document.pageCount() <= PAGES:
                break
        print_pages(document, writer)


# -- what stands in it ------------------------------------------------------------------------


def _head(name: str, words: str) -> str:
    """Return the heading of a part of the book, which its contents lead to."""
    return f'<h2 id="{escape(name)}"><a name="{escape(name)}">{escape(words)}</a></h2>'


def _parts(here: Shelf) -> list[tuple[str, str]]:
    """Return the parts of the book in their order: the name of the place, the heading."""
    chapters = here.book.chapters if here.book is not None else ()
    told = [(chapter.id, chapter.called) for chapter in chapters]
    return [*told, (TABLES, tr("Tables")), *([(WORDS, tr("Glossary"))] if here.terms else [])]


def _contents(here: Shelf) -> str:
    """Return the contents, each part a link; on paper its page stands behind it."""
    rows = "".join(
        f'<p class="contents"><a href="#{escape(name)}">{escape(words)}</a> {PAGE.format(number=n)}</p>'
        for n, (name, words) in enumerate(_parts(here))
    )
    return f"<h2>{tr('Contents')}</h2>{rows}"


def _chaptered(here: Shelf, parts: list[str]) -> Iterator[str]:
    """Give the rules under the heads of their chapters."""
    book = here.book
    if book is None:
        return
    written = dict(zip(book.rules, parts, strict=True))
    for chapter in book.chapters:
        yield _head(chapter.id, chapter.called)
        yield from (written[rule.id] for rule in book.in_chapter(chapter.id))


def _rule(here: Shelf, rule: Rule, pictures: list[str]) -> str:
    kind = str(KINDS.get(rule.kind, rule.kind))
    words = "".join(
        f"<p>{escape(part)}</p>"
        for part in spoken(here.book, rule.text).split("\n\n")
        if part.strip()
    )
    ruling = (
        f"<p><b>{tr('Ruling.')}</b> {escape(spoken(here.book, rule.ruling))}</p>"
        if rule.ruling
        else ""
    )
    see = f"<p>{tr('See also')}: {escape(_named(here, rule.see))}</p>" if rule.see else ""
    shown = "".join(_example(one, pictures) for one in here.examples.by_rule.get(rule.id, ()))
    return f"<h3>{escape(rule.called)}</h3><p><i>{escape(kind)}</i></p>{words}{ruling}{shown}{see}"


def _named(here: Shelf, names: Iterable[str]) -> str:
    """Name rules in short, one after the other."""
    rules = here.book.rules if here.book is not None else {}
    return " \N{MIDDLE DOT} ".join(rules[name].short for name in names if name in rules)


def _example(one: Example, pictures: list[str]) -> str:
    """Return an example in words, with a hole where its picture comes."""
    head = f"<p><b>{tr('An example')}: {escape(one.title)}</b> {escape(one.note)}</p>"
    try:
        story = tell(one)
    except ScenarioError:
        return head
    shown = _pictures(story)
    first = len(pictures)
    pictures += shown
    hole = " ".join(HOLE.format(number=first + number) for number in range(len(shown)))
    return f"{head}<p>{hole}</p><p class='muted'><small>{escape(_caption(story))}</small></p>"


def _caption(story: Story) -> str:
    """Return what happens in an example, sentence by sentence: who answers what, what is refused, what comes of it."""
    lines = [line for scene in story.scenes for line in scene.lines if line.tone in TOLD]
    words = list(dict.fromkeys(str(line.words).strip() for line in lines))[:SENTENCES]
    return " ".join(f"{capital(one)}{'' if one[-1:] in '.!?' else '.'}" for one in words if one)


def _pictures(story: Story) -> list[str]:
    """Return the position that the example begins with, and mark what it is about."""
    view = story.view_of(story.scenes[0])
    known = {piece.id for piece in view.pieces} | {space.id for space in story.board.spaces}
    about = known.intersection(story.about)
    lit = {name for scene in story.scenes for name in scene.lit}
    return svgs(story.board, view, about or lit, story.game.term)


def _tables(here: Shelf) -> str:
    return _head(TABLES, tr("Tables")) + "".join(map(_table, _of_play(here)))


def _of_play(here: Shelf) -> list[RuleTable]:
    """Return the tables that are read: the numbers that stand in the rules themselves are not told again."""
    tables = here.book.tables.values() if here.book is not None else ()
    return [table for table in tables if table.id not in NOT_READ]


MANY, SMALL, FIRST = 9, "4pt", "13%"
"""A table of the aid with more columns has letters and a first column at which its words are not broken."""
APART = '<p style="font-size:3pt">&nbsp;</p>'
"""What stands after a table without notes: Qt paints no heading that follows one at once."""
NARROW = "7pt"
NOT_READ = ("constants", "terms")
"""The numbers that stand in the rules themselves, and words that the glossary explains: no tables of play."""
CITED = ("rule", "source")
"""The columns that say where a row comes from, as cases and command lines call it."""
ROLLED = ("roll", "ratio")
"""The columns that say in words between which numbers a row is hit."""


def _columns(table: RuleTable, *, aid: bool = False) -> list[tuple[str, str]]:
    """Return columns and headings, without short names and bounds that are told in words besides."""
    shown = list(zip(table.columns, table.headings, strict=True))
    worded = any(name in ROLLED for name in table.columns)
    shown = shown[1:] if table.columns[1:2] == ("name",) else shown
    shown = [one for one in shown if not (worded and one[0] in ("min", "max"))]
    if not aid:
        shown = [one for one in shown if one[0] not in CITED]
    return [(column, "" if aid and column == "id" else head) for column, head in shown]


def _table(table: RuleTable, *, aid: bool = False) -> str:
    """Return a table with its notes."""
    shown = _columns(table, aid=aid)
    columns = [column for column, _ in shown]
    small = (
        f' style="font-size:{SMALL if aid else NARROW}"'
        if len(columns) > MANY - 3 * (not aid)
        else ""
    )
    wide = f'{small} width="{FIRST}"' if small else ""
    head = "".join(
        f"<th{small if number else wide}>{escape(words)}</th>"
        for number, (_, words) in enumerate(shown)
    )
    rows = "".join(
        "<tr>" + "".join(f"<td{small}>{cell(row.get(column))}</td>" for column in columns) + "</tr>"
        for row in table.rows
    )
    notes = notes_html(table)
    title = f"<h3>{escape(table.title)}</h3>"
    return (
        f'{title}<table border="1" style="border-collapse:collapse" cellspacing="0" cellpadding="1">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{notes or APART}"
    )


def _glossary(here: Shelf) -> str:
    rows = "".join(
        f"<p><b>{escape(term.term)}</b> <i>{escape(', '.join(map(_bare, term.source)))}</i>: {escape(term.note)}</p>"
        for term in here.terms
    )
    return _head(WORDS, tr("Glossary")) + rows if rows else ""


def _bare(words: str) -> str:
    """Return a term of the source without what it adds in brackets."""
    return re.sub(r" *\[[^]]*\]", "", words)


def sequence_of(here: Shelf) -> tuple[SequenceLine, ...]:
    """Return the sequence of play of the game's first scenario."""
    game = here.game
    info = next(iter(game.scenarios()), None)
    if info is None:
        return ()
    return Session(game, game.load(Path(info.path), {}), "0").sequence()


def _aid(here: Shelf) -> str:
    """Return the aid: columns side by side, each about as long as the others."""
    steps = "".join(
        f"<p>{'&nbsp;' * 3 * line.depth}{escape(str(line.title))} "
        f"<small>{escape(_named(here, line.rules[:2]))}</small></p>"
        for line in sequence_of(here)
    )
    shown = _of_play(here)
    parts = [(f"<h3>{tr('Sequence of play')}</h3>{steps}", steps.count("<p>"))]
    parts += [(_table(table, aid=True), _length(table)) for table in shown]
    columns: list[list[str]] = [[parts[0][0]], *([] for _ in range(COLUMNS - 1))]
    lengths = [parts[0][1], *(0 for _ in range(COLUMNS - 1))]
    for words, length in sorted(parts[1:], key=lambda one: -one[1]):
        at = lengths.index(min(lengths))
        columns[at].append(words)
        lengths[at] += length
    title = spell("term", here.game.title)
    cells = "".join(
        f'<td width="{100 // COLUMNS}%" valign="top">{"".join(c)}</td>' for c in columns
    )
    return f"<h2>{escape(title)}</h2><table width='100%' cellspacing='6'><tr>{cells}</tr></table>"


def _length(table: RuleTable) -> int:
    """Return about how many lines a table takes in a narrow column."""
    wide = sum(max((len(str(r.get(c, ""))) for r in table.rows), default=1) for c in table.columns)
    return (
        3 + len(table.rows) * (1 + wide // 70) + sum(len(w) // 60 + 1 for w in table.notes.values())
    )


# -- how it is written ------------------------------------------------------------------------


def _page(html: str, title: str, style: str = "") -> str:
    language = language_spoken().info().get("language", "en")
    return (
        f"<!doctype html><html lang='{escape(language)}'><head><meta charset='utf-8'>"
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head>"
        f"<body>{html}</body></html>"
    )


def _save(html: str, path: Path) -> None:
    write_whole(path, html.encode())


def _write(html: str, pictures: list[str], path: Path, title: str) -> None:
    if path.suffix.lower() == ".html":
        html = _PAGES.sub("", html)
        for number, picture in enumerate(pictures):
            html = html.replace(HOLE.format(number=number), picture)
        _save(_page(html, title), path)
        return
    application()
    with into(path) as device:
        writer = page_writer(device, QPageLayout.Orientation.Portrait, 15)
        document = typeset(html, pictures, writer)
        writer.setTitle(title)
        print_pages(document, writer)


def typeset(html: str, pictures: list[str], writer: QPdfWriter) -> QTextDocument:
    """Return the book as it stands on the pages of a writer."""
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.documentLayout().registerHandler(PICTURE, _Pictures(document))
    document.setDefaultStyleSheet(STYLE.replace("border:1px solid #888;", ""))
    document.setDefaultFont(QFont("serif", 9))
    document.setPageSize(paper_of(writer))
    document.setHtml(html)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for number, picture in enumerate(pictures):
        cursor = _put(document, HOLE.format(number=number), picture, cursor)
    cursor.endEditBlock()
    keep_heads(document)
    _number(document)
    return document


def keep_heads(document: QTextDocument) -> None:
    """Begin a new page before a heading, or the words over a picture, that would stand alone at the foot of one.

    From the first page to the last: each break moves all that comes after it.
    """
    block = document.begin()
    while block.isValid():
        if _leads(block) and _page_of(document, block) < _page_of(document, _followed(block)):
            form = block.blockFormat()
            form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(block).setBlockFormat(form)
        block = block.next()


def _leads(block: QTextBlock) -> bool:
    """Whether a block means nothing without the next one: a heading, or the words over a picture."""
    return block.blockFormat().headingLevel() > 0 or DRAWN_HERE in block.next().text()


def _followed(block: QTextBlock) -> QTextBlock:
    """Return what a heading stands over: the first block after it that is none, of a table its first row."""
    after = block.next()
    while after.isValid() and _is_short(after):
        after = after.next()
    table = QTextCursor(after).currentTable() if after.isValid() else None
    if table is not None and table.rows() > 1:
        after = table.cellAt(1, 0).firstCursorPosition().block()
    return after if after.isValid() else block


def _is_short(block: QTextBlock) -> bool:
    """Whether a block is another heading, or the kind of a rule below it: no text yet, nor a picture or a table."""
    if QTextCursor(block).currentTable() is not None or DRAWN_HERE in block.text():
        return False
    return block.blockFormat().headingLevel() > 0 or len(block.text()) < KINDS_LONG


def _page_of(document: QTextDocument, block: QTextBlock) -> int:
    """Return the page on which the first line of a block stands."""
    top = document.documentLayout().blockBoundingRect(block).top()
    return int((top + 1) // document.pageSize().height())


def _number(document: QTextDocument) -> None:
    """Put the numbers of the pages into the contents: what stands there is too short to move anything."""
    tall = document.pageSize().height()
    heads = []
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() == CHAPTER:
            top = document.documentLayout().blockBoundingRect(block).top()
            heads.append(1 + int(top // tall))
        block = block.next()
    for number, page in enumerate(heads[1:]):  # the first is the head of the contents
        cursor = document.find(PAGE.format(number=number))
        if not cursor.isNull():
            cursor.insertText(str(page))


class _Pictures(QPyTextObject):
    """Draws the pictures of a document as what they are: lines and letters."""

    def intrinsicSize(self, document: QTextDocument, at: int, form: QTextFormat) -> QSizeF:  # noqa: N802
        """Return how large a picture is on the page."""
        device = document.documentLayout().paintDevice()
        more = device.logicalDpiX() / 130 if device is not None else 1.0
        size = QSizeF(_renderer(form).defaultSize())
        return QSizeF(size.width() * more, size.height() * more)

    def drawObject(  # noqa: N802 - Qt's name
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        document: QTextDocument,
        at: int,
        form: QTextFormat,
    ) -> None:
        """Draw it, and nothing beyond its frame: the drawing of letters knows none."""
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        _renderer(form).render(painter, rect)
        painter.restore()


def _renderer(form: QTextFormat) -> QSvgRenderer:
    return _drawn(str(form.property(DRAWN)))


@lru_cache(maxsize=512)
def _drawn(picture: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(picture.encode()))


def _put(document: QTextDocument, hole: str, picture: str, after: QTextCursor) -> QTextCursor:
    """Put a picture where its hole is; return where that was: the next one comes after it."""
    cursor = document.find(hole, after)
    if cursor.isNull():
        return after
    form = QTextCharFormat()
    form.setObjectType(PICTURE)
    form.setProperty(DRAWN, picture)
    cursor.insertText("\N{OBJECT REPLACEMENT CHARACTER}", form)
    return cursor


def page_writer(device: QIODevice, way: QPageLayout.Orientation, margin: float) -> QPdfWriter:
    """Return what writes sheets of A4 with a margin in millimetres."""
    writer = QPdfWriter(device)
    margins = QMarginsF(margin, margin, margin, margin)
    size = QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(size, way, margins, QPageLayout.Unit.Millimeter))
    writer.setResolution(300)
    return writer


def paper_of(writer: QPdfWriter) -> QSizeF:
    """Return how large a sheet is within its margins, in the dots of the writer."""
    return QSizeF(writer.pageLayout().paintRectPixels(writer.resolution()).size())


def print_pages(document: QTextDocument, writer: QPdfWriter) -> None:
    """Paint page after page: QTextDocument.print_ would lay the text out anew, without the pictures."""
    painter = QPainter(writer)
    paper = document.pageSize()
    for number in range(document.pageCount()):
        if number:
            writer.newPage()
        painter.save()
        painter.translate(0, -number * paper.height())
        document.drawContents(
            painter, QRectF(0, number * paper.height(), paper.width(), paper.height())
        )
        painter.restore()
        if document.pageCount() > PAGES:
            painter.drawText(
                QRectF(0, paper.height() - 40, paper.width(), 40),
                Qt.AlignmentFlag.AlignRight,
                str(number + 1),
            )
    painter.end()
