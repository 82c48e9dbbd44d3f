"""A march: a click takes the whole stack in the hand, another says where to, and nothing is made before that."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.gestures.gesture import path_of
from tests.app.table.test_in_hand import Mouse
from tests.app.table.test_together import asked, window

__all__ = ["window"]


@pytest.fixture
def mouse(window: Window, qtbot: QtBot) -> Mouse:
    made = Mouse(window, asked("europa", "smolensk", "march", "6"), qtbot)
    QApplication.processEvents()
    return made


def start_of(mouse: Mouse) -> str:
    """A hex from which more than one unit marches."""
    state, setup = mouse.session.table.state, mouse.session.setup
    ask = mouse.session.ask
    side = ask.seat
    starts = [choice for choice in ask.choices if choice != "pass"]
    count = {
        at: sum(u.at == at and setup.units[u.id].side == side for u in state.units.values())
        for at in starts
    }
    return max(starts, key=lambda at: count[at])


def top(mouse: Mouse, at: str) -> str:
    return str(mouse.page.model.lookup.pieces_at(at)[0])


def target(mouse: Mouse) -> str:
    """An empty hex where the stack in the hand may march."""
    model = mouse.page.model
    ends = [path_of(choice)[-1] for choice in model.ask.choices if path_of(choice)]
    return next(at for at in ends if not model.lookup.pieces_at(at))


def test_a_stack_is_taken_led_and_taken_back_as_one(mouse: Mouse) -> None:
    model, count = mouse.page.model, len(mouse.session.choices)
    start = start_of(mouse)
    mouse.click(top(mouse, start))
    assert model.ask.kind == "route"
    assert len(mouse.session.choices) == count  # looking commits to nothing
    assert set(model.taken) >= set(model.ask.subject)
    end = target(mouse)
    mouse.click(end)
    assert path_of(model.ready)[-1] == end
    assert len(mouse.session.choices) == count
    mouse.click(end)
    kinds = [row.kind for row in mouse.session.choices[count : count + 4]]
    assert kinds[0] == "march"
    assert kinds[-1] == "route"
    mouse.session.undo()
    assert len(mouse.session.choices) == count


def test_a_stack_dragged_to_a_hex_marches_there(mouse: Mouse) -> None:
    count = len(mouse.session.choices)
    start = start_of(mouse)
    mouse.click(top(mouse, start))
    end = target(mouse)
    mouse.page.model.put_down()
    mouse.drag(top(mouse, start), end)
    assert mouse.session.choices[count].choice == start
    assert "route" in [row.kind for row in mouse.session.choices[count:]]


def test_a_stack_is_put_down_and_another_taken_instead(mouse: Mouse) -> None:
    model, count = mouse.page.model, len(mouse.session.choices)
    start = start_of(mouse)
    mouse.click(top(mouse, start))
    mouse.qtbot.keyClick(mouse.window, Qt.Key.Key_Escape)
    assert model.ask.kind == "march"
    mouse.click(top(mouse, start))
    ends = {path_of(choice)[-1] for choice in model.ask.choices if path_of(choice)}
    other = next(
        at for at in mouse.session.ask.choices if at not in {"pass", start} and at not in ends
    )
    mouse.click(top(mouse, other))
    assert model.trial.piece == other
    model.choose("pass")  # they stay: nothing has happened
    assert model.trial is None
    assert len(mouse.session.choices) == count


def test_some_of_a_stack_are_left_out(mouse: Mouse) -> None:
    count = len(mouse.session.choices)
    start = start_of(mouse)
    mouse.click(top(mouse, start))
    part = next(
        b
        for b in mouse.page.prompt.body.widgets()
        if isinstance(b, QPushButton) and b.toolTip().startswith("Leave out")
    )
    part.click()
    assert mouse.session.ask.kind == "marchers"
    assert [row.choice for row in mouse.session.choices[count:]] == [start]


def test_the_next_stack_is_found_by_a_key_and_odds_are_of_those_who_go(mouse: Mouse) -> None:
    able = mouse.page.hand.able()
    places = [mouse.page.model.lookup.place_of(piece) for piece in able]
    assert places == [at for at in mouse.session.ask.choices if at != "pass"]
    mouse.click(top(mouse, start_of(mouse)))
    model = mouse.page.model
    answer = model.inquire("march_odds", choice={"route": [target(mouse)]})
    assert answer is not None
    assert answer.lines


def test_those_who_could_still_march_are_told_by_their_places(mouse: Mouse) -> None:
    idle = mouse.page.hand.idle()
    assert idle == [at for at in mouse.session.ask.choices if at != "pass"]
    assert not any(name.startswith("train-") for name in idle)
