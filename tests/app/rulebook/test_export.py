"""The rulebook on paper: PDF and HTML, pictures of examples in lines, the aid on two pages."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPageLayout, QTextDocument
from PySide6.QtWidgets import QApplication

from grognard.app.cli import main
from grognard.app.rulebook import export as paper
from grognard.app.rulebook.diagram import svgs
from grognard.app.rulebook.export import (
    DRAWN_HERE,
    _caption,
    _chaptered,
    _contents,
    _followed,
    _leads,
    _number,
    _page,
    _page_of,
    _parts,
    _rule,
    _tables,
    export,
    export_aid,
    keep_heads,
    page_writer,
    typeset,
)
from grognard.app.rulebook.shelf import Shelf, shelf
from grognard.app.written import into
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.proof.story import tell

GAMES = ("columbia", "eagle", "europa", "gmt", "risorgimento")


def short(game: str) -> Shelf:
    """Return a book of a few rules of a game."""
    whole = shelf(game)
    assert whole.book is not None
    book = whole.book
    few = [rule for rule in book.rules.values() if whole.examples.by_rule.get(rule.id)][:3]
    made = Shelf(whole.game)
    made.book = Rulebook(
        book.title, book.edition, book.chapters, few, list(book.tables.values())[:2]
    )
    return made


def test_a_book_is_written_with_its_pictures(qapp: QApplication, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    page, sheet = tmp_path / "book.html", tmp_path / "book.pdf"
    here = short("gmt")
    export(here, page, lambda done, of: told.append((done, of)))
    words = page.read_text("utf-8")
    assert words.count("<svg") == 3
    assert told[-1] == (4, 4)
    export(here, sheet)
    assert sheet.read_bytes().startswith(b"%PDF")
    assert b"/Subtype /Image" not in sheet.read_bytes()


def test_the_aid_has_two_pages(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    monkeypatch.setattr(
        paper, "print_pages", lambda document, _writer: counted.append(document.pageCount())
    )
    export_aid(shelf("columbia"), tmp_path / "aid.pdf")
    assert counted
    assert counted[0] <= 2


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_aid_has_two_pages_and_every_book_is_written(
    game: str, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(shelf(game), tmp_path / "book.pdf")
    assert (tmp_path / "book.pdf").stat().st_size > 100_000
    counted: list[int] = []
    monkeypatch.setattr(
        paper, "print_pages", lambda document, _writer: counted.append(document.pageCount())
    )
    export_aid(shelf(game), tmp_path / "aid.pdf")
    assert counted[0] <= 2


@pytest.mark.parametrize(("game", "rule"), [("gmt", "6.33"), ("risorgimento", "E.9.cap")])
def test_a_position_is_drawn_in_lines(game: str, rule: str) -> None:
    story = tell(shelf(game).examples.of(rule)[0])
    drawn = svgs(story.board, story.view_of(story.scenes[0]), story.scenes[0].lit)[0]
    assert drawn.startswith("<svg")
    assert "<text" in drawn


def test_a_book_is_pdf_or_html(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rules", "gmt", "--export", str(tmp_path / "book.doc")]) == 1
    assert "book.pdf or book.html" in capsys.readouterr().err


def test_the_book_has_title_language_contents_and_pages(tmp_path: Path, qapp: QApplication) -> None:
    here = shelf("gmt")
    assert here.book is not None
    parts = _parts(here)
    page = _page(f"{_contents(here)}{''.join(_chaptered(here, [''] * len(here.book.rules)))}", "B")
    assert page.startswith("<!doctype html><html lang='en'>")
    assert "<title>B</title>" in page
    for name, words in parts[:-2]:
        assert f'href="#{name}"' in page
        assert f'id="{name}"' in page
        assert page.count(escape(words)) >= 2
    document = QTextDocument()
    document.setPageSize(QSizeF(400, 300))
    document.setHtml(page)
    _number(document)
    text = document.toPlainText()
    numbers = [int(n) for n in re.findall(r"(?m) (\d+)$", text.split("Contents")[1])]
    assert numbers == sorted(numbers)
    assert len(numbers) >= len(parts) - 2


def test_every_word_of_the_glossary_is_explained_in_a_sentence_with_its_rule() -> None:
    for game in ("columbia", "eagle", "europa", "gmt", "risorgimento"):
        for term in shelf(game).terms:
            assert len(term.note.split()) >= 3, (game, term.term)
            assert term.note.endswith("."), (game, term.term)
            assert term.rules, (game, term.term)
            assert not re.search(r"\bUI\b|the source|Italian|obsolete|edition", term.note), term


@pytest.mark.parametrize("game", GAMES)
def test_tables_have_heads_that_are_words_and_stand_on_every_page(game: str) -> None:
    page = _tables(shelf(game))
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", page)
    assert len(heads) > 40
    assert not {"min", "max", "vm", "vd", "id", "rule", "drm", "vp", "cf", "ma"} & {*heads}
    assert "_" not in re.sub(r"<[^>]*>", "", page)
    assert page.count("<thead>") == page.count("<table")
    assert not re.search(r"<h3>[^<]*\([a-z0-9]+\.[a-z_0-9.]+\)</h3>", page)


@pytest.mark.parametrize("game", GAMES)
def test_a_caption_is_sentences(game: str) -> None:
    for rule in [*shelf(game).examples.by_rule][::40]:
        for one in shelf(game).examples.by_rule[rule][:1]:
            words = _caption(tell(one))
            assert "Looked up" not in words, rule
            assert words[-1:] in ".!?", (rule, words)
            assert words[:1] == words[:1].upper(), (rule, words)


@pytest.mark.parametrize("game", GAMES)
def test_no_heading_stands_alone_at_the_foot_of_a_page(game: str, qapp: QApplication) -> None:
    document = QTextDocument()
    document.setPageSize(QSizeF(500, 420))
    document.setHtml(_page(_tables(shelf(game)), "B"))

    def lonely() -> list[str]:
        found, block = [], document.begin()
        while block.isValid():
            if _leads(block) and _page_of(document, block) < _page_of(document, _followed(block)):
                found.append(block.text())
            block = block.next()
        return found

    assert lonely()
    keep_heads(document)
    assert lonely() == []


def test_the_words_over_a_picture_stand_on_its_page(qapp: QApplication, tmp_path: Path) -> None:
    here = shelf("eagle")
    assert here.book is not None
    pictures: list[str] = []
    shown = [rule for rule in here.book.rules.values() if here.examples.by_rule.get(rule.id)]
    parts = [_rule(here, rule, pictures) for rule in shown[:24]]
    with into(tmp_path / "b.pdf") as device:
        writer = page_writer(device, QPageLayout.Orientation.Portrait, 15)
        document = typeset("".join(parts), pictures, writer)
    seen, block = 0, document.begin()
    while block.isValid():
        if DRAWN_HERE in block.next().text():
            seen += 1
            assert _page_of(document, block) == _page_of(document, block.next()), block.text()
        block = block.next()
    assert seen > 20


def test_a_picture_names_the_ground() -> None:
    game = shelf("gmt").game
    info = next(one for one in game.scenarios() if one.id == "shevardino")
    setup = game.load(Path(info.path), {})
    board, view = game.board(setup), Session(game, setup, "1").view(None)
    woods = next(space for space in board.spaces if space.terrain == "woods")
    (drawn,) = svgs(board, view, {woods.id}, game.term)
    assert 'font-style="italic"' in drawn
    assert str(game.term("woods")) in drawn
    x, y = board.lines[0].points[0]
    beside = min(board.spaces, key=lambda s: (s.centre[0] - x) ** 2 + (s.centre[1] - y) ** 2)
    assert "<polyline" in "".join(svgs(board, view, {beside.id}))
