"""The start page: scenarios, seats, options, what it starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app import look
from grognard.app.board.sketch import sketch, with_pieces
from grognard.app.library.battles import ROLE
from grognard.app.library.page import LibraryPage
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import text
from grognard.engines.core.keep.saveformat import Header, Summary
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.show.explain import Verdict
from tests.app.table.toy import Toy


@pytest.fixture
def page(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> LibraryPage:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    made = LibraryPage({"toy": Toy()}, settings)
    qtbot.addWidget(made)
    made.show()
    assert made.select("skirmish")
    return made


def test_nothing_is_chosen_before_the_player_chooses(
    qapp: QApplication, qtbot: QtBot, page: LibraryPage
) -> None:
    made = LibraryPage(page.games, page.settings)
    qtbot.addWidget(made)
    assert made.game is None
    assert made.title.text() == "Choose a battle"
    assert not made.start.isEnabled()
    assert made.select("skirmish")
    assert made.start.isEnabled()


def test_games_of_one_name_are_told_apart_and_all_options_are_in_sight(
    qapp: QApplication, qtbot: QtBot, page: LibraryPage
) -> None:
    made = LibraryPage(registry.games(), page.settings)
    qtbot.addWidget(made)
    made.resize(1280, 680)
    made.show()
    items = [made.tree.topLevelItem(row) for row in range(made.tree.topLevelItemCount())]
    heads = [item.text(0) for item in items if item is not None]
    assert len({*heads}) == len(heads)
    assert any("Triumph & Glory" in head for head in heads)
    for scenario in ("gmt/borodino", "columbia/borodino", "risorgimento/montebello"):
        assert made.select(scenario)
        QApplication.processEvents()
        assert not made.form_area.verticalScrollBar().isVisible(), scenario
        assert made.start.geometry().bottom() <= made.height()
    made.resize(1280, 640)
    for game in registry.games().values():
        for info in game.scenarios():  # many options pushed the window's foot off a small screen
            assert made.select(f"{game.id}/{info.id}")
            QApplication.processEvents()
            assert made.height() == 640 >= made.minimumSizeHint().height(), info.id
            assert made.start.mapTo(made, made.start.rect().bottomRight()).y() <= 640


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[None]:
    """The program may be dressed for a test; the next one finds it as it was."""
    sheet, font, palette, worn = qapp.styleSheet(), qapp.font(), qapp.palette(), [*look._current]
    yield
    look._current[:] = worn
    qapp.setStyleSheet(sheet)
    qapp.setFont(font)
    qapp.setPalette(palette)


@pytest.mark.usefixtures("dressed", "page")
def test_no_field_is_cut_at_the_edge(qapp: QApplication, qtbot: QtBot) -> None:
    window = Window()
    qtbot.addWidget(window)
    window.resize(1276, 690)
    window.frame.set("text_size", "large")
    window.show()
    made = window.library
    for game in registry.games().values():
        for info in game.scenarios():
            assert made.select(f"{game.id}/{info.id}")
            for _ in range(8):  # until the rows have settled
                QApplication.processEvents()
            form = made.form_area
            assert form.holder.width() <= form.viewport().width(), info.id
            assert all(box.width() >= box.minimumSizeHint().width() for box in form.boxes())


def test_the_first_scenario_is_shown(page: LibraryPage) -> None:
    assert page.title.text() == "Skirmish at the Swamp"
    assert page.facts.text().split(" \N{MIDDLE DOT} ") == [
        "1812",
        "5 turns",
        "about 20 min",
        "first",
    ]
    assert page.select("toy/skirmish")
    assert not page.select("toy/nothing")


def test_a_summary_is_shown_as_it_is_written(
    page: LibraryPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy, words = Toy(), "The other's <b>redoubt</b> & more"
    told = replace(Toy().scenarios()[0], id="told", summary=words)
    monkeypatch.setattr(toy, "scenarios", lambda: (told,))
    made = LibraryPage({"toy": toy}, page.settings)
    assert made.select("told")
    assert made.about.text() == words
    assert made.about.textFormat() == Qt.TextFormat.PlainText


def test_a_scenario_with_faults_is_named_with_them_and_cannot_be_picked(
    page: LibraryPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = Toy()
    fault = Problem("mire.yaml", 3, 1, "there is no hex 99", "hexes go to 40")
    broken = ScenarioInfo("mire", "toy", "mire", "", "", 0, 0, (), problems=(fault,))
    monkeypatch.setattr(toy, "scenarios", lambda: (*Toy().scenarios(), broken))
    made = LibraryPage({"toy": toy}, page.settings)
    head = made.tree.topLevelItem(0)
    assert head is not None
    row = head.child(head.childCount() - 1)
    assert row is not None
    assert "there is no hex 99" in row.toolTip(0)
    assert not row.flags() & Qt.ItemFlag.ItemIsEnabled
    assert not made.select("mire")
    assert made.select("skirmish")


@pytest.mark.parametrize(
    ("winner", "said"), [("red", "Red victory"), ("draw", "A draw"), ("", "3 decisions")]
)
def test_a_finished_game_says_who_has_won(
    page: LibraryPage, tmp_path: Path, winner: str, said: str
) -> None:
    toy = Toy()
    header = Header(
        2, "1", "toy", "1", 1, "Skirmish", "skirmish", "", {}, "7", {}, "2026-11-27T01:00:00"
    )
    verdict = Verdict(winner, "victory", text("It is over."), "1") if winner else None
    assert page.games["toy"].title == toy.title
    page.saves.add(Summary(tmp_path / "a.grognard", header, 3, 0.0, verdict))
    head = page.saves.tree.topLevelItem(page.saves.tree.topLevelItemCount() - 1)
    assert head is not None
    assert head.data(0, ROLE) == ("finished" if winner else "running")
    assert head.child(0).text(0).endswith(f"· {said}")


def test_it_starts_what_was_chosen(page: LibraryPage, qtbot: QtBot) -> None:
    red = page.seat_boxes["red"]
    red.setCurrentIndex(red.findData("random"))
    page.option_boxes["script"].setCurrentIndex(1)
    qtbot.keyClicks(page.seed, "42")
    with qtbot.waitSignal(page.start_wanted) as started:
        qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    game, info, players, options, seed = started.args
    assert (game.id, info.id, seed) == ("toy", "skirmish", "42")
    assert players == {"blue": "person", "red": "random"}
    assert options == {"script": "pick pick pick"}


def test_the_picture_of_a_scenario_is_drawn_behind_the_page_and_kept(
    page: LibraryPage, qtbot: QtBot, tmp_path: Path
) -> None:
    # All pages share one workshop: a picture that another page asked for may come first.
    ours = "toy/skirmish"
    with qtbot.waitSignal(
        page.thumbnails.ready, check_params_cb=lambda key, _: key == ours
    ) as told:
        pass
    _, picture = told.args
    image = picture.toImage()
    assert (
        len({image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, 300, 5)}) > 10
    )
    assert list((tmp_path / "cache" / "pictures").glob("toy-skirmish-*.png"))


def test_the_picture_follows_the_palette(
    page: LibraryPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[str] = []
    monkeypatch.setattr(page.thumbnails, "want", lambda _game, _info, worn: wanted.append(worn))
    page.dress()
    assert wanted == []
    page.settings.palette = "clear"
    page.dress()
    page.dress()
    assert wanted == ["clear"]


def test_a_picture_is_kept_for_each_palette(page: LibraryPage) -> None:
    info = page.games["toy"].scenarios()[0]
    names = {page.thumbnails._file(info, palette) for palette in ("period", "clear")}
    assert len(names) == 2


def test_the_pieces_of_a_picture_wear_the_palette() -> None:
    game = registry["gmt"]
    info = next(one for one in game.scenarios() if one.id == "charge")
    pictures = []
    for palette in ("period", "clear", "period"):
        drawn = sketch(game, info)
        assert drawn is not None
        pictures.append(with_pieces(drawn, palette))
    assert pictures[0] != pictures[1]
    assert pictures[0] == pictures[2]


def test_few_pictures_are_held(page: LibraryPage) -> None:
    thumbnails = page.thumbnails
    for number in range(9):
        thumbnails._keep((f"toy/{number}", "period"), QPixmap(4, 4))
    assert list(thumbnails._known) == [("toy/7", "period"), ("toy/8", "period")]
