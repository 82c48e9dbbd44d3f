"""The card of a guided first game leads through it in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSettings
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings


@pytest.fixture
def window(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Window:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.pace = "at once"
    made = Window(settings)
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    return made


def test_the_guide_is_led_through(window: Window, qtbot: QtBot) -> None:
    assert window.begin_guide("gmt")
    assert window.table is not None
    card = window.table.reading.tour
    assert card is not None
    assert card.isVisible()
    steps = len(card.tour.guide.steps)
    for _ in range(3 * steps):
        if card.tour.step is None:
            break
        before = card.tour.at
        if card.tour.waits and card.do.isEnabled():
            card.do.click()
            if card.tour.at == before:
                card.next.click()
        else:
            card.next.click()
    assert card.tour.step is None
    assert not card.isVisible()
    assert window.table.model.session.choices
    window.close_table()


def test_every_step_shows_all_its_words(qapp: QApplication, window: Window) -> None:
    before = qapp.styleSheet()
    apply(qapp, window.settings.surround, window.settings.scale)  # as it is on a screen
    window.begin_guide("gmt")
    assert window.table is not None
    card = window.table.reading.tour
    assert card is not None
    for _ in range(3 * len(card.tour.guide.steps)):
        if card.tour.step is None:
            break
        QApplication.processEvents()
        assert card.words.height() >= card.words.heightForWidth(card.words.width())
        (card.do if card.tour.waits and card.do.isEnabled() else card.next).click()
    window.close_table()
    qapp.setStyleSheet(before)


def test_what_is_picked_up_by_hand_is_noticed(window: Window) -> None:
    window.begin_guide("gmt")
    assert window.table is not None
    card, model = window.table.reading.tour, window.table.model
    assert card is not None
    while card.tour.step is not None and card.tour.step.ask != "move_piece":
        (card.do if card.tour.waits else card.next).click()
    assert "Burthe rides up" in card.title.text()
    assert model.pick_up("burthe")
    assert "To 0604" in card.title.text()
    assert "Burthe in your hand" in card.words.text()
    model.put_down()
    assert "Burthe rides up" in card.title.text()
    window.close_table()


def test_what_is_asked_first_may_be_done_for_the_reader(window: Window) -> None:
    window.begin_guide("gmt")
    assert window.table is not None
    card, session = window.table.reading.tour, window.table.model.session
    assert card is not None
    while card.tour.step is not None and card.tour.step.ask != "move_piece":
        card.next.click()
    assert session.ask is not None
    assert session.ask.kind != "move_piece"
    assert "something else first" in card.words.text()
    card.do.click()
    assert session.ask.kind == "move_piece"
    assert "something else first" not in card.words.text()
    window.close_table()


def test_it_can_be_left_at_any_time(window: Window) -> None:
    window.begin_guide("gmt")
    assert window.table is not None
    assert window.table.reading.tour is not None
    window.table.reading.tour.leave.click()
    assert not window.table.reading.tour.isVisible()
    assert window.table.model.session.ask is not None
    window.close_table()


def test_the_guide_shows_the_gestures_of_its_game(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[frozenset[str]] = []
    monkeypatch.setattr(
        "grognard.app.table.panels.gesturecard.GestureCard.exec",
        lambda card: opened.append(frozenset(one.text() for one in card.findChildren(QLabel))),
    )
    window.begin_guide("gmt")
    assert window.table is not None
    card = window.table.reading.tour
    assert card is not None
    card.gestures.click()
    assert len(opened) == 1
    assert any("its whole stack goes" in words for words in opened[0])
    window.close_table()


def test_a_step_that_is_taken_back_is_asked_for_again(window: Window) -> None:
    window.begin_guide("gmt")
    assert window.table is not None
    card, model = window.table.reading.tour, window.table.model
    assert card is not None
    card.next.click()
    card.do.click()
    assert "Burthe rides up" in card.title.text()
    assert "die" in card.words.text()
    assert model.undo()
    assert "The guns fire" in card.title.text()
    assert "taken back" in card.words.text()
    assert model.choose("pass")
    assert "The guns kept silent" in card.words.text()
    assert "Burthe rides up" in card.title.text()
    window.close_table()


def test_the_enemy_answers_as_the_guide_says(window: Window, qtbot: QtBot) -> None:
    window.begin_guide("gmt")
    assert window.table is not None
    card, session = window.table.reading.tour, window.table.model.session
    assert card is not None
    while card.tour.step is not None and card.tour.step.title != "Finish movement":
        (card.do if card.tour.waits and card.do.isEnabled() else card.next).click()
    card.do.click()
    qtbot.waitUntil(lambda: any(row.seat == "russian" for row in session.choices))
    answer = next(row for row in session.choices if row.seat == "russian")
    assert answer.choice == {"by": ["ru-iii-cav-ha-1"], "at": "0703"}
    window.close_table()


def test_the_card_leaves_in_sight_what_it_speaks_of(window: Window) -> None:
    for game in ("gmt", "columbia", "eagle", "europa", "risorgimento"):
        window.begin_guide(game)
        assert window.table is not None
        card, canvas = window.table.reading.tour, window.table.canvas
        assert card is not None
        while card.tour.step is not None:
            frame = QRectF(card.pos(), card.size())
            for name in card.tour.step.look:
                spot = canvas.spot_of(name)
                assert spot is None or not frame.contains(spot), f"{game}: {card.tour.step.title}"
            card.go_on()
        window.close_table()
