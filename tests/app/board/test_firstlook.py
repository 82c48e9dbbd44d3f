"""The ground stands in flat colours while a map is drawn for the first time."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from grognard.app.board.firstlook import LONG, first_look
from grognard.app.board.map.ground import Ground
from grognard.app.board.theme import load_theme
from tests.app.board.sample import board


def test_the_ground_is_there_at_first_sight(qapp: QApplication) -> None:
    shown, theme = board(), load_theme("base")
    ground = Ground(shown)
    sheet = ground.sheet()
    picture = first_look(shown, theme, sheet, ground.unit)
    assert max(picture.width(), picture.height()) == LONG
    paper = theme.colour("map.paper").name()
    seen = {
        picture.pixelColor(
            int((space.centre[0] - sheet.left()) * picture.width() / sheet.width()),
            int((space.centre[1] - sheet.top()) * picture.height() / sheet.height()),
        ).name()
        for space in shown.spaces
    }
    assert seen - {paper}
