"""Pictures of scenarios: the real map, drawn in the background and kept on disk.

The map drawn for a picture stays at hand, so that the table of the scenario looked at last opens
with its map at once.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPixmap
from shiboken6 import isValid

from app.settings import cache_folder
from engines.core.play.game import AnyGame
from engines.core.play.setups import ScenarioInfo

if TYPE_CHECKING:
    from app.library.sketch import Sketched

LINGER = 250
EDITION = 2
"""Goes up when pictures are drawn otherwise: those kept before are drawn anew."""


class Thumbnails(QObject):
    """Pictures by scenario.

    Signals:
        ready(str, QPixmap): the picture of a scenario (game/scenario) is there.
    """

    ready = Signal(str, QPixmap)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, QPixmap] = {}
        self._wanted: tuple[AnyGame, ScenarioInfo] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._start)

    def want(self, game: AnyGame, info: ScenarioInfo) -> None:
        """Ask for a picture; `ready` brings it, at once when it is known."""
        key = f"{info.game}/{info.id}"
        if key not in self._known:
            picture = QPixmap(str(self._file(info)))
            if not picture.isNull():
                self._known[key] = picture
        if key in self._known:
            self.ready.emit(key, self._known[key])
        self._wanted = (game, info)
        self._timer.start(LINGER)

    def _file(self, info: ScenarioInfo) -> Path:
        """Return where a picture is kept; another map or scenario text has another name."""
        digest = blake2b(f"{EDITION}{info}".encode(), digest_size=8)
        source = Path(info.path) if info.path else None
        if source is not None and source.is_file():
            digest.update(source.read_bytes())
        return cache_folder() / "pictures" / f"{info.game}-{info.id}-{digest.hexdigest()}.png"

    def _start(self) -> None:
        if self._wanted is None:
            return
        # Here, so that the start page is up before the drawing tools are loaded.
        from app.board.map.workshop import workshop
        from app.library.sketch import sketch

        (game, info), self._wanted = self._wanted, None
        workshop().worker.start(
            lambda: sketch(game, info), lambda drawn: self._compose(info, drawn)
        )

    def _compose(self, info: ScenarioInfo, drawn: Sketched | None) -> None:
        key = f"{info.game}/{info.id}"
        if drawn is None or key in self._known or not isValid(self):
            return
        from app.library.sketch import with_pieces

        picture = with_pieces(drawn)
        self._known[key] = QPixmap.fromImage(picture)
        path = self._file(info)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            picture.save(str(path))
        except OSError:
            path = Path()  # the picture is shown all the same, and drawn again the next time
        self.ready.emit(key, self._known[key])
