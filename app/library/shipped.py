"""Small pictures that are shipped: what stands in a battle's frame until its map has been drawn here.

`python -m grognard.app.library.shipped` draws them anew, after a map, a set-up or a theme has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap

from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.setups import ScenarioInfo

FOLDER = Path(str(files("grognard.assets"))) / "battles"
SIZE, QUALITY = QSize(240, 150), 60
"""As large as a frame can be filled with for some seconds, and no more: some five kilobytes each."""


def shipped(info: ScenarioInfo) -> QPixmap:
    """Return the shipped picture of a battle, an empty one where there is none."""
    return QPixmap(str(_file(info)))


def battles() -> Iterator[tuple[AnyGame, ScenarioInfo]]:
    """Give the battles of the program itself."""
    for game in registry.games().values():
        if game.package.startswith("grognard.engines."):
            yield from ((game, info) for info in game.scenarios())


def _file(info: ScenarioInfo) -> Path:
    return FOLDER / f"{info.game}-{info.id}.jpg"


def main() -> None:
    """Draw the pictures of all battles."""
    from grognard.app.board.render import application
    from grognard.app.board.sketch import sketch, with_pieces

    application()
    FOLDER.mkdir(exist_ok=True)
    for game, info in battles():
        drawn = sketch(game, info)
        if drawn is not None:
            picture = with_pieces(drawn).scaled(
                SIZE,
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            picture.save(str(_file(info)), quality=QUALITY)


if __name__ == "__main__":
    main()
