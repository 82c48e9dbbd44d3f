"""The card of gestures: each has its picture, and a game lists only what it has."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from grognard.app.table.panels.gesturecard import (
    DRAWN,
    FACING,
    GESTURES,
    HIGH,
    SPACES,
    WIDE,
    gestures_of,
    picture,
)


def test_every_gesture_has_a_picture_of_its_own(qtbot: QtBot) -> None:
    assert {one.picture for one in GESTURES} == set(DRAWN)
    images = [picture(one.picture, 1.0).toImage() for one in GESTURES]
    assert all((image.width(), image.height()) == (WIDE, HIGH) for image in images)
    assert all(image != other for n, image in enumerate(images) for other in images[:n])


def test_a_game_lists_what_it_has() -> None:
    areas = {one.picture for one in gestures_of({SPACES, "areas"})}
    hexes = {one.picture for one in gestures_of({SPACES, FACING, "hex"})}
    table = {one.picture for one in gestures_of({FACING, "table"})}
    assert not areas & {"turn", "pull", "wheel", "nudge"}
    assert hexes - areas == {"turn", "pull"}
    assert {"wheel", "nudge"} <= table
    assert not table & {"stack", "cursor", "fan"}
