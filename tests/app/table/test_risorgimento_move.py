"""Bases moved at the table: wheeled by a corner, carried, nudged, entered, refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.board.hand.grasp import HANDLE, _handles, words_box
from grognard.app.board.pieces.dice import spot_at
from grognard.app.main import Window
from grognard.engines.core.board.tabletop import Point
from tests.app.table.bases import ALT, LEFT, SHIFT, Player, begun, placed, window

FOE = placed("ir39-1", 52, 12, 180, formation="line")
MOVES = {"phase": "E.move:alternate", "active": "allied", "initiative": "austrian"}


@pytest.fixture
def made(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    with window(qapp, tmp_path, monkeypatch) as shown:
        yield shown


def at_the_move(made: Window, qtbot: QtBot, *more: dict[str, object], **options: str) -> Player:
    """A line battalion at (10, 35) that looks east and may move."""
    mover = placed("84e-1", 10, 35, 0, formation="line")
    session = begun(mover, FOE, *more, premeasure=options.get("premeasure", "yes"), **MOVES)
    player = Player(made, session, qtbot)
    player.sit()
    player.look_at((15, 34))
    return player


def beyond(player: Player, n: int) -> Point:
    """A handle of the ghost."""
    found: Point = player.gesture().handles()[n]
    return found


def test_enter_carries_an_order_out_and_does_nothing_without_one(
    made: Window, qtbot: QtBot
) -> None:
    player = at_the_move(made, qtbot)
    table = player.page
    table.hands.enter()
    assert player.kinds() == []
    player.drag((10, 35), (13, 35))
    table.hands.enter()
    assert player.base("84e-1").centre == pytest.approx((13, 35), abs=0.2)
    done = len(player.kinds())
    table.hands.enter()
    assert len(player.kinds()) == done


def test_a_wheel_and_an_advance_are_dragged(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.drag((10, 35), (13, 35))  # taking hold says who moves, and spends nothing
    assert player.kinds() == []
    assert player.gesture().actions == [{"leg": [3000, 0]}]
    player.gesture().back()
    x, y = beyond(player, 0)
    player.drag((x, y), (10 - (y - 35), 35 + (x - 10)), ALT)  # the left corner, a quarter round
    assert player.gesture().actions[0]["turn"] == pytest.approx(9000, abs=120)
    player.drag((10, 35), (10, 38), ALT)
    assert [next(iter(a)) for a in player.gesture().actions] == ["turn", "leg"]
    player.press("Carry it out")
    stand = player.base("84e-1")
    assert stand.centre == pytest.approx((10, 38), abs=0.2)
    assert stand.heading == pytest.approx(90, abs=1.5)
    assert player.kinds() == ["unit", "manoeuvre"]


def test_shift_wheels_towards_the_mouse_and_advances(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.drag((10, 35), (14, 37), SHIFT)
    turn, leg = player.gesture().actions
    assert turn["turn"] == pytest.approx(2657, abs=150)
    assert leg["leg"][1] == 0
    assert player.sketch().words.startswith("81\u202f%")  # a quarter for the wheel, 4.5 of 8 cm
    assert "Wheels and changes of formation: 25\u202f%" in player.sketch().words


def test_the_cost_is_told_by_the_ground(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.drag((10, 35), (14, 35), ALT)
    answer = player.gesture().answer()
    assert answer.value["ground"][0]["terrain"] == "open"
    assert answer.value["ground"][0]["cm"] == pytest.approx(4.0, abs=0.1)
    assert player.sketch().ghost.pose[0] == pytest.approx(14.0, abs=0.1)
    assert len(player.sketch().sweeps) == 1


def test_a_leg_too_long_is_cut_to_what_is_allowed(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.drag((10, 35), (23, 35), ALT)
    assert player.gesture().why_not().rule == "E.3.2.tactical"
    player.press("As far as it can go")
    assert player.gesture().why_not() is None
    assert player.gesture().answer().value["left_cm"] == pytest.approx(0.0, abs=0.02)
    player.press("Carry it out")
    assert 10.0 < player.base("84e-1").centre[0] < 23.0
    assert player.session.table.shortfalls == []


def test_a_formed_unit_is_not_carried_sideways(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.drag((10, 35), (10, 31), drop=False)
    assert player.gesture().why_not().rule == "E.3.2.oblique"
    assert player.sketch().bad
    assert "E.3.2 Oblique movement" in player.sketch().words
    player.qtbot.mouseRelease(player.canvas, LEFT)
    assert not player.page.prompt.done.isEnabled()
    player.page.finish()
    assert player.base("84e-1").centre == (10, 35)


def test_light_infantry_is_refused_the_zone_of_cavalry(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(
        made,
        qtbot,
        placed("17e-chasseurs", 10, 30, 0, formation="open_order"),
        placed("hussars", 19, 30, 180),
    )
    player.drag((10, 30), (15, 30), ALT)
    why = player.gesture().why_not()
    assert why.rule == "E.2.1.light_forbidden"
    assert "hussars" in why.where
    assert player.sketch().short.pose[0] < 15.0  # where it would have to stop is shown too
    assert "E.2.1 Light infantry and cavalry" in player.sketch().words
    player.page.finish()
    assert player.base("17e-chasseurs").centre == (10, 30)


def test_keys_move_by_a_millimetre_and_turn_by_a_degree(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.click("84e-1")
    player.canvas.setFocus()
    qtbot.keyClick(player.canvas, Qt.Key.Key_E)
    assert player.gesture().actions == [{"turn": -100}]
    qtbot.keyClick(player.canvas, Qt.Key.Key_Q)
    assert player.gesture().actions == []
    for _ in range(3):
        qtbot.keyClick(player.canvas, Qt.Key.Key_Up, ALT)
    qtbot.keyClick(player.canvas, Qt.Key.Key_Up, ALT | Qt.KeyboardModifier.ControlModifier)
    assert player.gesture().actions == [{"leg": [1300, 0]}]


def test_a_move_is_entered_exactly(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.click("84e-1")
    pad = player.page.prompt.body.itemAt(0).widget()
    pad.turn.setValue(-20.0)
    pad.run.setValue(4.5)
    player.press("Add to the order")
    assert player.gesture().actions == [{"turn": -2000}, {"leg": [4500, 0]}]
    player.press("Carry it out")
    assert player.base("84e-1").heading == pytest.approx(340)


def test_words_are_pressed(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.click("84e-1")
    player.press("March column")
    assert player.gesture().actions == [{"form": "march_column"}]
    assert player.sketch().ghost.footprint == (2.0, 3.5)
    player.press("Carry it out")
    assert player.session.table.state.units["84e-1"].formation == "march_column"


def test_a_base_falls_into_line_with_its_neighbour(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot, placed("84e-2", 16, 38.6, 0, formation="line"))
    player.drag((10, 35), (15.8, 35.05))
    x, y = player.gesture().ghost().centre
    assert (x, y) == pytest.approx((16, 35.1), abs=0.002)  # abreast, flank on flank


def test_without_measuring_nothing_is_told_before_the_order(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot, premeasure="no")
    player.drag((10, 35), (40, 35), ALT)
    gesture = player.gesture()
    assert gesture.answer() is None
    assert gesture.why_not() is None  # far beyond its allowance, and not refused
    assert gesture.steps() == ["move"]
    assert player.sketch().words == ""
    assert not player.page.table_hand.measure(on=True)
    player.press("Carry it out")
    assert player.base("84e-1").centre[0] < 25.0  # spent and stopped
    assert player.session.table.shortfalls[-1].rule == "E.3.2.tactical"


def test_the_ruler_measures_from_base_to_base(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot, placed("84e-2", 20, 35, 0, formation="line"))
    assert player.page.table_hand.measure(on=True)
    player.drag((10, 35), (20, 35))
    line = player.page.table_hand.ruler.sketch().lines[0]
    assert line[2] == "8.0 cm"
    assert player.kinds() == []


def test_a_base_carried_on_with_shift_keeps_one_turn(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.drag((10, 35), (14, 37), SHIFT)
    player.drag(player.gesture().ghost().centre, (14, 36), SHIFT)
    turn, leg = player.gesture().actions
    assert turn["turn"] == pytest.approx(1404, abs=150)
    assert leg["leg"][1] == 0
    assert player.gesture().ghost().centre == pytest.approx((14, 36), abs=0.2)


def test_a_nudge_aside_and_back_is_straight_ahead_again(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.click("84e-1")
    player.canvas.setFocus()
    qtbot.keyClick(player.canvas, Qt.Key.Key_E)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Right):
        qtbot.keyClick(player.canvas, key, ALT)
    assert player.gesture().actions[-1]["leg"][1] < 0
    assert player.gesture().steps()[-1].endswith("to the right")
    qtbot.keyClick(player.canvas, Qt.Key.Key_Left, ALT)
    assert player.gesture().actions[-1]["leg"] == [300, 0]


def test_the_buttons_stand_still_while_the_order_grows(made: Window, qtbot: QtBot) -> None:
    player = at_the_move(made, qtbot)
    player.click("84e-1")
    pad = player.page.prompt.body.itemAt(0).widget()
    pad.turn.setValue(-20.0)
    player.press("Add to the order")
    before = player.page.prompt.done.y()
    for run in (0.4, 0.3, 0.2):
        pad.run.setValue(run)
        player.press("Add to the order")
    assert len(player.gesture().steps()) == 4
    assert player.page.prompt.done.y() == before


def test_a_rallied_unit_is_turned_on_the_spot(made: Window, qtbot: QtBot) -> None:
    session = begun(
        placed("84e-1", 10, 35, 0, formation="line", state=["routed"]),
        placed("84e-2", 13, 31, 0, formation="line"),
        placed("ir39-1", 50, 30, 180, formation="line"),
        phase="H",
        seed="2",
    )
    # The test of this seed is passed.
    player = Player(made, session, qtbot)
    player.sit()
    assert session.ask.kind == "rally_facing"
    player.look_at((12, 33))
    assert player.gesture().chosen() == 0  # it may stay as it is
    x, y = player.base("84e-1").centre
    player.drag((x + 0.8, y), (x, y + 3.0), ALT)
    assert player.base("84e-1").centre == (x, y)
    assert player.gesture().chosen() == pytest.approx(9000, abs=150)
    player.press("Face this way")
    assert player.kinds()[0] == "rally_facing"
    assert player.session.choices[0].choice == pytest.approx(9000, abs=150)


def test_a_village_is_refused_while_the_base_is_dragged_into_it(made: Window, qtbot: QtBot) -> None:
    for measured in ("yes", "no"):
        mover = placed("84e-1", 36, 24.2, 0, formation="line")
        session = begun(mover, FOE, premeasure=measured, **MOVES)
        player = Player(made, session, qtbot)
        player.sit()
        player.look_at((40, 24))
        player.drag((36, 24.2), (43.4, 24.2), ALT)
        why = player.gesture().why_not()
        assert why is not None
        assert why.rule == "G.5.slots" or measured == "yes"
        assert player.gesture().chosen() is None
        assert not player.page.prompt.done.isEnabled()


def test_what_a_move_costs_stands_below_the_ghost_and_its_handles_leave_strength_to_be_read(
    made: Window, qtbot: QtBot
) -> None:
    player = at_the_move(made, qtbot)
    player.drag((10, 35), (13, 35))
    canvas = player.canvas
    sketch = next(found for hand in canvas.grasp.hands if (found := hand.sketch()))
    assert sketch.ghost is not None
    assert sketch.ghost.pose is not None
    assert sketch.words
    x, y, _ = sketch.ghost.pose
    half = canvas.camera.scale * min(sketch.ghost.footprint) / 2
    ghost = spot_at(canvas.camera.to_screen(QPointF(x, y)), half)
    assert not words_box(sketch, canvas.camera, 200, 40).intersects(ghost)
    image = QImage(canvas.size(), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    _handles(sketch, painter, canvas.camera, canvas.drawing)
    painter.end()
    at = canvas.camera.to_screen(sketch.handles[0])
    assert image.pixelColor(at.toPoint()).alpha() == 0
    assert image.pixelColor((at + QPointF(HANDLE, 0)).toPoint()).alpha() > 0


def test_short_words_of_an_order_stand_two_abreast(made: Window, qtbot: QtBot) -> None:
    """What the move costs stays in sight below them on a small screen."""
    player = at_the_move(made, qtbot)
    player.click("84e-1")
    pad = player.page.prompt.body.itemAt(0).widget()
    assert pad.words.columnCount() == 2
    assert pad.words.rowCount() < pad.words.count()
