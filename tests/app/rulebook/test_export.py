"""The rulebook on paper: PDF and HTML, pictures of examples in lines, the aid on two pages."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from app.cli import main
from app.rulebook import export as paper
from app.rulebook.diagram import svgs
from app.rulebook.export import (
    _chaptered,
    _contents,
    _number,
    _page,
    _parts,
    export,
    export_aid,
)
from app.rulebook.shelf import Shelf, shelf
from engines.core.proof.rulebook import Rulebook
from engines.core.proof.story import tell

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
        paper, "_print", lambda document, _writer: counted.append(document.pageCount())
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
        paper, "_print", lambda document, _writer: counted.append(document.pageCount())
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
