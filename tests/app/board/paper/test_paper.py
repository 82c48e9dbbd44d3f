"""Maps and pieces on paper: as large as is said, every piece there, its back where its front is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from grognard.app.board.paper.countersheet import MARGIN, CounterSheet
from grognard.app.board.paper.device import PAPERS, Paper, write_png
from grognard.app.board.paper.mapsheet import MapSheet
from grognard.app.board.theme import load_theme
from grognard.app.cli import main
from grognard.app.editor.onpaper import counter_sheet, map_sheet
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.show.views import PieceView

GAME = registry["gmt"]


def pages(path: Path) -> list[tuple[float, float]]:
    """Return the pages of a PDF in millimetres."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)", path.read_bytes())
    return [(float(a) / 72 * 25.4, float(b) / 72 * 25.4) for a, b in boxes]


def first(game: AnyGame) -> Path:
    return Path(game.scenarios()[0].path)


@pytest.fixture(scope="module")
def sheet(qapp: QApplication) -> MapSheet:
    return map_sheet(GAME, GAME.load(first(GAME), {}), 200.0)


@pytest.fixture(scope="module")
def counters(qapp: QApplication) -> CounterSheet:
    return counter_sheet(GAME, first(GAME), 20.0)


def test_a_map_is_one_page_of_its_size(sheet: MapSheet, tmp_path: Path) -> None:
    sheet.write(tmp_path / "map.pdf")
    ((wide, high),) = pages(tmp_path / "map.pdf")
    assert wide == pytest.approx(200, abs=0.5)
    assert high == pytest.approx(sheet.paper.high, abs=0.5)


def test_a_map_is_cut_into_pages_that_hold_all_of_it(sheet: MapSheet, tmp_path: Path) -> None:
    sheet.write(tmp_path / "map.pdf", paper=Paper(150, 190))
    found = pages(tmp_path / "map.pdf")
    assert {tuple(map(round, page)) for page in found} in ({(150, 190)}, {(190, 150)})
    assert sum(a * b for a, b in found) > sheet.paper.wide * sheet.paper.high


def test_a_map_as_a_drawing_has_dashes_as_long_as_meant(sheet: MapSheet, tmp_path: Path) -> None:
    sheet.write(tmp_path / "map.svg")
    assert QSvgRenderer(str(tmp_path / "map.svg")).isValid()
    said = (tmp_path / "map.svg").read_text("utf-8")
    assert 'width="200mm"' in said
    found = re.search(r'stroke-dasharray="([0-9.]+),[^>]*stroke-width="(0\.[0-9]+)"', said)
    assert found is not None
    assert float(found[1]) < 10 * float(found[2])


def test_a_picture_is_never_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.app.board.paper.device.MOST_PIXELS", 10_000)
    fine = write_png(tmp_path / "a.png", Paper(100, 100), lambda _painter: None, 300)
    assert fine == 25
    assert QImage(str(tmp_path / "a.png")).size() == QSize(98, 98)


def test_every_piece_is_printed_once_at_the_size(counters: CounterSheet) -> None:
    setup = GAME.load(first(GAME), {})
    cuts = [cut for page in counters.pages for cut in page]
    named = [cut.piece.id for cut in cuts]
    shown = {piece.id for piece in GAME.view(setup, GAME.initial(setup, "1"), None).pieces}
    assert len(set(named)) == len(named)
    assert set(named) >= shown
    assert max(cut.box.width() for cut in cuts) == pytest.approx(20)


def test_nothing_lies_over_the_edge_or_over_another(counters: CounterSheet) -> None:
    for page in counters.pages:
        assert len({cut.piece.side for cut in page}) == 1
        for n, cut in enumerate(page):
            assert cut.box.right() <= counters.paper.wide - MARGIN
            assert cut.box.bottom() <= counters.paper.high - MARGIN
            assert not any(cut.box.intersects(other.box) for other in page[:n])


def test_bases_are_as_large_as_on_the_table(qapp: QApplication, tmp_path: Path) -> None:
    base = PieceView("a", "base", "allied", "", "I/91e", footprint=(4.5, 3.0))
    sheets = CounterSheet([base], load_theme("risorgimento"), "Title", measured=True)
    box = sheets.pages[0][0].box
    assert (box.width(), box.height()) == (45, 30)
    sheets.write(tmp_path / "pieces.pdf")
    assert len(pages(tmp_path / "pieces.pdf")) == 2  # its front and its back


@pytest.mark.soak
@pytest.mark.parametrize("name", registry.games())
def test_every_game_is_printed_by_the_command(name: str, tmp_path: Path) -> None:
    game = registry[name]
    for info in game.scenarios():
        word, files = (
            f"{name}/{info.id}",
            [tmp_path / f"a.{kind}" for kind in ("pdf", "svg", "png")],
        )
        for file in files:
            assert main(["print", word, "--map", str(file), "--dpi", "60"]) == 0
        assert main(["print", word, "--counters", str(tmp_path / "c.pdf"), "--side", "14"]) == 0
        assert len(pages(tmp_path / "c.pdf")) >= 2


def test_what_cannot_be_printed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "gmt/charge"]) == 1
    assert main(["print", "gmt/charge", "--map", "map.doc"]) == 1
    assert "--map or --counters" in capsys.readouterr().err
    assert set(PAPERS) == {"a4", "a3", "a2", "letter"}


@pytest.mark.parametrize("fine", ["0", "49", "1201", "999999", "3e2", "\u0663\u0660\u0660"])
def test_a_resolution_that_no_paper_needs_is_refused(
    fine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["print", "gmt/charge", "--map", str(tmp_path / "map.png"), "--dpi", fine])
    assert "from 50 to 1200" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
