"""One turn of 7 September clicked through in the window, and a computer player that is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QSettings, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.app.table.gestures.gesture import DECLINING
from grognard.app.table.panels.displays import BESIDE
from grognard.app.table.prompt.choicelist import ChoiceButton
from grognard.engines.core.play.bots import Bot, Eyes
from grognard.engines.core.play.game import registry

LEFT = Qt.MouseButton.LeftButton
SEED = "7"
MOST_ASKS = 400
"""A turn in which nobody does more than he must has 166 decisions."""


@pytest.fixture
def sit(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Any]]:
    """Sit down to gmt/borodino; returns the table page."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation = "off"
    apply(qapp, settings.surround, settings.scale)
    game = registry.games()["gmt"]
    made = Window(settings, {"gmt": game})
    made.show()

    def start(**players: str) -> Any:
        info = next(found for found in game.scenarios() if found.id == "borodino")
        seats = {"french": "person", "russian": "person"} | players
        made.start_game(game, info, seats, {}, SEED)
        page: Any = made.table
        page.settings.warns = False
        page.settings.rare = True
        qapp.processEvents()
        return page

    yield start
    made.close()
    made.deleteLater()


def ask_of(page: Any) -> Any:
    return page.model.session.ask


def state_of(page: Any) -> Any:
    return page.model.session.table.state


def click(page: Any, name: str, qtbot: QtBot) -> None:
    """Bring a space or a piece under the mouse and click it."""
    canvas = page.canvas
    canvas.centre_on(name)
    placed = canvas._by_id.get(name)
    at = QPointF(placed.x, placed.y) if placed else QPointF(*canvas.spaces.spaces[name].centre)
    pixel = canvas.camera.to_screen(at).toPoint()
    if page.under_minimap(pixel):
        page.minimap.hide()
    qtbot.mouseMove(canvas, pixel)
    qtbot.mouseClick(canvas, LEFT, pos=pixel)


def take(page: Any, name: str, qtbot: QtBot) -> None:
    """Mark a space or a piece with a click, and make that choice with a second one."""
    before = len(page.model.session.choices)
    click(page, name, qtbot)
    assert len(page.model.session.choices) == before
    click(page, name, qtbot)


def finish(page: Any) -> None:
    """The shortcut of Done: end the movement, decline the fire."""
    page.window().commands["done"].trigger()


def press(page: Any, words: str, qtbot: QtBot) -> None:
    """Click the button of the prompt that begins with some words."""
    QApplication.processEvents()
    buttons = [b for b in page.prompt.findChildren(QPushButton) if b.isVisibleTo(page.prompt)]
    texts = [b.text().replace("\n", " ") for b in buttons]
    found = next((b for b, t in zip(buttons, texts, strict=True) if t.startswith(words)), None)
    assert found is not None, f"no button {words!r} among {texts}"
    qtbot.mouseClick(found, LEFT)


def set_up(page: Any, qtbot: QtBot) -> None:
    press(page, "Stay at", qtbot)
    assert ask_of(page).kind == "deploy"
    finish(page)
    assert ask_of(page).seat == "french"
    finish(page)
    if page.curtain.isVisible():  # that was asked in the open, the orders are secret
        press_curtain(page, qtbot)


def give_orders(page: Any, qtbot: QtBot) -> None:
    """The French order Davout by a click on his infantry, the Russians their 1st Army's VI Corps."""
    take(page, davout(page), qtbot)
    assert [m.command for m in state_of(page).day.markers if m.under] == ["i-corps"]
    finish(page)
    assert page.curtain.isVisible()
    press_curtain(page, qtbot)
    press(page, "1st Western Army", qtbot)
    assert "face down" in told(page, "orders-french")
    assert "Orders" not in told(page, "orders-french").replace("face down", "")
    finish(page)
    assert state_of(page).phase == "first_am"
    # Both may sit at the screen now: Davout's orders lie face down for the one who gave them too.
    assert "I Corps (21) face down" in told(page, "orders-french")


def davout(page: Any) -> str:
    """An infantry unit of I Corps that stands on top of its hex."""
    setup, stacks = page.model.session.setup, state_of(page).stacks
    return next(
        stack[0]
        for stack in stacks.values()
        if setup.types[stack[0]].group == "i-corps" and setup.types[stack[0]].arm == "infantry"
    )


def press_curtain(page: Any, qtbot: QtBot) -> None:
    button = page.curtain.findChild(QPushButton)
    assert button is not None
    qtbot.mouseClick(button, LEFT)
    assert not page.curtain.isVisible()


def told(page: Any, display: str) -> str:
    """The words of a display of the side panel."""
    page.show_tab("turn")
    head = next(
        item
        for n in range(page.displays.topLevelItemCount())
        if (item := page.displays.topLevelItem(n)).data(0, Qt.ItemDataRole.UserRole + 1) == display
    )
    rows = [head.child(n) for n in range(head.childCount())]
    return "\n".join(f"{row.text(0)} {row.text(1)}" for row in rows)


def march(page: Any, qtbot: QtBot) -> None:
    """Move one unit a hex by two clicks, its facing as it comes."""
    unit = next(
        name
        for name in page.hand.able()
        if state_of(page).stacks.get(state_of(page).units[name].at, ("",))[0] == name
    )
    start = state_of(page).units[unit].at
    click(page, unit, qtbot)
    assert ask_of(page).kind == "move_piece"  # it is in the hand, and nothing is spent
    assert page.model.ask.form == "route"
    grid = page.model.session.setup.map.grid
    legal = set(page.model.gesture.marks().legal)
    near = next(at for at in grid.adjacent(start) if at in legal - set(state_of(page).stacks))
    click(page, near, qtbot)
    if page.model.gesture is not None and page.model.gesture.chosen() is not None:
        finish(page)
    assert state_of(page).units[unit].at == near


def go_on(page: Any, qtbot: QtBot) -> str:
    """Answer one question as shortly as can be; returns its kind."""
    if page.curtain.isVisible():
        press_curtain(page, qtbot)
        return "curtain"
    ask = ask_of(page)
    gesture = page.model.gesture
    if gesture.declines:
        finish(page)
    else:
        words = page.prompt.body.words_of(gesture, gesture.all[0])
        press(page, words[:30], qtbot)
    return str(ask.kind)


def shoot(page: Any, qtbot: QtBot) -> None:
    """Fire the first shot there is: click gun and target, read the odds, take it."""
    before = len(page.model.session.choices)
    gesture = page.model.gesture
    shot = next(c for c in gesture.all if c not in DECLINING)
    for name in (*shot["by"], shot["at"]):
        click(page, name, qtbot)
    left = gesture.candidates()
    assert shot in left
    assert len(left) < len(gesture.all)
    QApplication.processEvents()
    button = next(b for b in page.prompt.findChildren(ChoiceButton) if b.choice == shot)
    button.pointed.emit(shot)
    qtbot.waitUntil(lambda: "rule:" in page.prompt.details.text())
    qtbot.mouseClick(button, LEFT)
    rows = page.model.session.choices
    assert rows[before].choice == shot
    assert any(entry.roll is not None for at, entry in page.model.log() if at > before)


@pytest.mark.soak
def test_a_turn_is_clicked_through(sit: Callable[..., Any], qtbot: QtBot) -> None:
    page = sit()
    set_up(page, qtbot)
    give_orders(page, qtbot)
    take(page, davout(page), qtbot)
    assert state_of(page).day.am.startswith("i-corps")
    assert "Davout, I Corps now" in told(page, "pool")
    drawn = [overlay for overlay in page.canvas.overlays if overlay.kind == "links"]
    assert drawn
    assert all(len(overlay.spaces) % 2 == 0 for overlay in drawn)
    done = dict.fromkeys(("fire", "march", "reserve", "ride"), False)
    kinds = []
    while state_of(page).turn == 1 and len(kinds) < MOST_ASKS:
        kind = "" if page.curtain.isVisible() else ask_of(page).kind
        if kind == "fire" and not done["fire"]:
            shoot(page, qtbot)
            done["fire"] = True
        elif kind == "move_piece" and not done["march"]:
            march(page, qtbot)
            done["march"] = True
        elif kind == "reserve" and not done["reserve"]:
            command = next(c for c in page.model.gesture.all if c not in DECLINING)
            take(page, page.model.gesture.meant(command)[1], qtbot)
            assert state_of(page).reserve_activation
            done["reserve"] = True
        elif kind == "leader_move" and not done["ride"]:
            leader_rides(page, qtbot)
            done["ride"] = True
        else:
            kind = go_on(page, qtbot)
        kinds.append(kind)
    assert all(done.values()), done
    assert state_of(page).turn == 2
    assert {"individual_orders", "stack_order", "destruction", "leader_order"} <= set(kinds)


def leader_rides(page: Any, qtbot: QtBot) -> None:
    to = next(c for c in page.model.gesture.all if c not in DECLINING)
    take(page, to, qtbot)
    assert to in state_of(page).leaders.values()


class Ponderer(Bot):
    """Thinks until it is told what to do."""

    may = Event()
    thoughts = 0

    def decide(self, eyes: Eyes, options: list[Any] | None) -> Any:
        """Wait, then decline or take the first."""
        type(self).thoughts += 1
        self.may.wait()
        listed = options if options is not None else list(eyes.ask.choices)
        return next((c for c in listed if c in DECLINING), listed[0])


def test_no_name_in_the_displays_is_cut(sit: Callable[..., Any], qtbot: QtBot) -> None:
    page = sit()
    set_up(page, qtbot)
    give_orders(page, qtbot)
    page.show_tab("turn")
    QApplication.processEvents()
    shown, tall = page.displays, {}
    heads = [shown.topLevelItem(n) for n in range(shown.topLevelItemCount())]
    lines = [head.child(n) for head in heads for n in range(head.childCount())]
    for line in [line for line in lines if not line.icon(0).isNull()]:
        words = line.text(0)
        tall[words] = shown.visualItemRect(line).height()
        room = shown.columnWidth(0) if line.text(1) else shown.viewport().width()
        short = (
            shown.fontMetrics().horizontalAdvance(words) < room - 2 * shown.indentation() - BESIDE
        )
        assert short or tall[words] >= 2 * shown.fontMetrics().height(), words
    assert tall["Guard and 1st Cuirassiers (10)"] > tall["I Corps (21)"]
    page.show_tab("roster")
    QApplication.processEvents()
    army = page.roster.topLevelItem(1)
    rows = {
        army.child(n).text(0): page.roster.visualItemRect(army.child(n)).height()
        for n in range(army.childCount())
    }
    assert rows["1st Army Artillery Reserve"] >= 2 * page.roster.fontMetrics().height()
    assert rows["II Corps"] < rows["1st Army Artillery Reserve"]


@pytest.fixture
def ponderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Ponderer]]:
    Ponderer.may.clear()
    Ponderer.thoughts = 0
    game = registry.games()["gmt"]
    monkeypatch.setattr(type(game), "players", {**game.players, "ponderer": Ponderer})
    yield Ponderer
    Ponderer.may.set()


def test_the_computer_is_stopped_and_its_seat_taken(
    sit: Callable[..., Any], ponderer: type[Ponderer], qtbot: QtBot
) -> None:
    page = sit(russian="ponderer")
    control, waiting = page.model, page.prompt.waiting
    qtbot.waitUntil(lambda: ponderer.thoughts == 1)
    assert waiting.isVisibleTo(page)
    assert waiting.bar.isVisibleTo(page)
    assert "Kutuzov" in waiting.note.text()
    QApplication.processEvents()  # the window lives while the computer thinks
    page.canvas.zoom_in()
    place = waiting.stop.mapTo(page, waiting.stop.rect().center())
    waiting.show_thought("russian", "Russian", "a\nlong\nthought", paused=False)
    QApplication.processEvents()
    assert (
        waiting.stop.mapTo(page, waiting.stop.rect().center()) == place
    )  # a button to be caught stays
    (thought,) = page.computer.worker.threads
    press(page, "Stop the computer", qtbot)
    ponderer.may.set()
    thought.join()
    QApplication.processEvents()
    assert control.session.choices == []
    assert not waiting.bar.isVisibleTo(page)
    press(page, "Continue", qtbot)
    qtbot.waitUntil(lambda: ask_of(page).seat == "french")
    assert not waiting.isVisibleTo(page)


def test_a_person_takes_over_the_seat_of_the_computer(
    sit: Callable[..., Any], ponderer: type[Ponderer], qtbot: QtBot
) -> None:
    page = sit(russian="ponderer")
    qtbot.waitUntil(lambda: ponderer.thoughts == 1)
    press(page, "Stop the computer", qtbot)
    press(page, "Play Russian myself", qtbot)
    ponderer.may.set()
    assert page.model.humans == ["french", "russian"]
    press(page, "Stay at", qtbot)
    assert page.model.keeper.save is not None
    assert ask_of(page).kind == "deploy"
    assert ask_of(page).seat == "russian"
    path = page.model.keeper.path
    window = page.window()
    window.leave_table()
    window.open_save(path)
    assert window.table.model.humans == ["french", "russian"]
