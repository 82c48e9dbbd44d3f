"""The game's own map, as a picture on which plots are laid."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt

from grognard.app.board.map.art import art_of
from grognard.app.board.map.tiles import overview_of
from grognard.app.board.render import application
from grognard.app.board.theme import load_theme
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import AnySetup

WIDEST = 1100
QUALITY = 72


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A picture of a map: what it shows in units of the board, and where its places are in them."""

    jpeg: str
    left: float
    top: float
    width: float
    height: float
    places: Mapping[str, tuple[float, float]]

    def at(self, place: str) -> tuple[float, float] | None:
        """Return where a place is, in parts of the picture from its upper left corner."""
        spot = self.places.get(place)
        if spot is None:
            x, comma, y = place.partition(",")
            if not comma:
                return None
            spot = float(x), float(y)
        return (spot[0] - self.left) / self.width, (spot[1] - self.top) / self.height


def map_picture(game: AnyGame, setup: AnySetup) -> MapPicture:
    """Draw the map of a scenario without its pieces."""
    application()
    board = game.board(setup)
    art = art_of(board, load_theme(game.id))
    sheet, image = art.sheet(), overview_of(art)
    if image.width() > WIDEST:
        image = image.scaledToWidth(WIDEST, Qt.TransformationMode.SmoothTransformation)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG", QUALITY)  # type: ignore[call-overload]
    places = {space.id: space.centre for space in board.spaces}
    packed = b64encode(bytes(data.data())).decode()
    return MapPicture(packed, sheet.left(), sheet.top(), sheet.width(), sheet.height(), places)
