from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.map import art as mapart
from grognard.app.board.map.workshop import KEPT_PICTURES, keep, kept, workshop
from grognard.app.board.minimap import Minimap
from grognard.app.board.theme import load_theme
from grognard.engines.core.show.views import BoardView
from tests.app.board import sample
from tests.conftest import HANG, environment


@pytest.fixture
def fresh(board: BoardView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardView]:
    """A board that was never drawn, and an empty folder of kept pictures."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    monkeypatch.setattr(mapart, "_DRAWN", [])
    yield replace(sample.part(board, 20.0, 14.0), seed=board.seed + 1)
    workshop().finish()


@pytest.fixture
def bare(qtbot: QtBot) -> BoardCanvas:
    made = BoardCanvas()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.set_animation("off")
    return made


def test_the_table_is_of_use_before_its_map_is_drawn(
    qtbot: QtBot, bare: BoardCanvas, fresh: BoardView
) -> None:
    bare.set_board(fresh, load_theme("gmt"), patient=False)
    bare.set_view(sample.view(20))
    assert bare.art is None
    space = fresh.spaces[100]
    assert bare.space_at(bare.camera.to_screen(QPointF(*space.centre))) == space.id
    bare.grab()
    with qtbot.waitSignal(bare.map_drawn):
        pass
    assert bare.art is not None
    assert bare.place_names is not None
    bare.grab()


class Latin(NullTranslations):
    """A language in which every name is another one."""

    def pgettext(self, context: str, message: str) -> str:
        return f"{message}us ({context})"


def test_what_is_painted_into_a_map_is_in_the_language_spoken(
    fresh: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = load_theme("gmt")
    course = replace(fresh.labels[0], text="Kolocha", points=((1.0, 1.0), (5.0, 1.0), (9.0, 2.0)))
    beside = replace(fresh.labels[0], text="Gorki", points=((2.0, 3.0),))
    board = replace(fresh, title="Field", labels=(course, beside))
    english = mapart.art_of(board, theme)
    assert mapart.in_words(board) is board
    monkeypatch.setattr("grognard.engines.core.data.text._spoken", [Latin()])
    said = mapart.in_words(board)
    assert (said.title, [each.text for each in said.labels]) == (
        "Fieldus (term)",
        ["Kolochaus (place)", "Gorki"],  # what stands beside its place is named when it is set
    )
    assert mapart.in_words(board) is said
    assert mapart.in_words(said) is said
    assert mapart.drawn_before(board, theme) is None
    assert mapart.art_of(board, theme) is not english
    assert mapart.art_of(board, theme) is mapart.art_of(board, theme)


def test_a_map_drawn_once_is_shown_before_it_is_drawn_again(
    qtbot: QtBot, bare: BoardCanvas, fresh: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = load_theme("gmt")
    bare.set_board(fresh, theme, patient=False)
    assert kept(fresh, theme) is None
    with qtbot.waitSignal(bare.map_drawn):
        pass
    monkeypatch.setattr(mapart, "_DRAWN", [])
    again = BoardCanvas()
    qtbot.addWidget(again)
    again.resize(600, 400)
    small = Minimap(again)
    again.set_board(replace(fresh), theme, patient=False)
    assert again.art is None
    assert again.tiles is not None
    assert again.tiles.overview is not None
    with qtbot.waitSignal(workshop().remembered):
        pass
    colours = again.grab().toImage()
    assert len({colours.pixel(x, 200) for x in range(0, 600, 3)}) > 20
    small.grab()


def test_another_map_or_dress_has_another_picture(fresh: BoardView) -> None:
    theme = load_theme("gmt")
    picture = sample_picture()
    keep(fresh, theme, picture)
    assert kept(fresh, theme) is not None
    assert kept(replace(fresh, seed=99), theme) is None
    assert kept(fresh, load_theme("base")) is None


def test_only_so_many_pictures_are_kept(fresh: BoardView, tmp_path: Path) -> None:
    for seed in range(KEPT_PICTURES + 3):
        keep(replace(fresh, seed=seed), load_theme("gmt"), sample_picture())
    assert len(list((tmp_path / "cache" / "maps").iterdir())) == KEPT_PICTURES


def test_a_folder_that_cannot_be_written_is_no_harm(fresh: BoardView, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    keep(fresh, load_theme("gmt"), sample_picture())
    assert kept(fresh, load_theme("gmt")) is None


def sample_picture() -> QImage:
    picture = QImage(8, 6, QImage.Format.Format_RGB32)
    picture.fill(QColor("#EFE6D0"))
    return picture


LEAVING = """
from PySide6.QtWidgets import QApplication
from grognard.app.board.map import workshop
from grognard.app.board.theme import load_theme
from tests.app.board import sample

begun = threading.Event()
draw = workshop.art_of
workshop.art_of = lambda board, theme: begun.set() or draw(board, theme)
application = QApplication([])
workshop.workshop().want(sample.part(sample.board()), load_theme("gmt"))
begun.wait()
"""


def test_the_program_ends_in_peace_while_a_map_is_being_drawn(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import threading\n{LEAVING}"],
        env=environment(GROGNARD_HOME=str(tmp_path), QT_QPA_PLATFORM="offscreen"),
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_map_that_cannot_be_drawn_is_a_fault_in_the_window(
    qtbot: QtBot, bare: BoardCanvas, fresh: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault comes out of the thread: it would else be a sheet that stays empty."""

    def spill(_board: BoardView, _theme: object) -> None:
        raise RuntimeError("the ink is spilt")

    monkeypatch.setattr("grognard.app.board.map.workshop.art_of", spill)
    with qtbot.captureExceptions() as faults:
        bare.set_board(fresh, load_theme("gmt"), patient=False)
        qtbot.waitUntil(lambda: bool(faults))
    assert [str(wrong) for _, wrong, _ in faults] == ["the ink is spilt"]


def test_a_table_opened_again_does_not_draw_its_map_again(
    qtbot: QtBot, bare: BoardCanvas, fresh: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = load_theme("gmt")
    bare.set_board(fresh, theme)
    bare.grab()
    painted: list[object] = []
    monkeypatch.setattr(mapart.MapArt, "paint", lambda *given: painted.append(given))
    other = BoardCanvas()
    qtbot.addWidget(other)
    other.set_board(fresh, theme)
    assert other.tiles is not None
    assert other.tiles.overview is not None
    assert not painted
