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
AT_HAND = 2
PERIOD = "period"
EDITION = 3
"""Goes up when pictures are drawn otherwise: those kept before are drawn anew."""


class Thumbnails(QObject):
    """Pictures by scenario.

    Signals:
        ready(str, QPixmap): the picture of a scenario (game/scenario) is there.
    """

    ready = Signal(str, QPixmap)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[tuple[str, str], QPixmap] = {}
        self._wanted: tuple[AnyGame, ScenarioInfo, str] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._start)

    def want(self, game: AnyGame, info: ScenarioInfo, palette: str = PERIOD) -> None:
        """Ask for a picture in a palette; `ready` brings it, at once when it is known."""
        key = f"{info.game}/{info.id}"
        known = (key, palette)
        if known not in self._known:
            picture = QPixmap(str(self._file(info, palette)))
            if not picture.isNull():
                self._keep(known, picture)
        if known in self._known:
            self._keep(known, self._known[known])
            self.ready.emit(key, self._known[known])
        self._wanted = (game, info, palette)
        self._timer.start(LINGER)

    def _keep(self, known: tuple[str, str], picture: QPixmap) -> None:
        """Keep a picture at hand, and few others: they are some megabytes each, and lie on the disk."""
        self._known.pop(known, None)
        self._known[known] = picture
        for old in list(self._known)[:-AT_HAND]:
            del self._known[old]

    def _file(self, info: ScenarioInfo, palette: str) -> Path:
        """Return where a picture is kept; another map, scenario text or palette has another name."""
        digest = blake2b(f"{EDITION}{info}{palette}".encode(), digest_size=8)
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

        (game, info, palette), self._wanted = self._wanted, None
        workshop().worker.start(
            lambda: sketch(game, info), lambda drawn: self._compose(info, palette, drawn)
        )

    def _compose(self, info: ScenarioInfo, palette: str, drawn: Sketched | None) -> None:
        key = f"{info.game}/{info.id}"
        known = (key, palette)
        if drawn is None or known in self._known or not isValid(self):
            return
        from app.library.sketch import with_pieces

        picture = with_pieces(drawn, palette)
        self._keep(known, QPixmap.fromImage(picture))
        path = self._file(info, palette)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            picture.save(str(path))
        except OSError:
            path = Path()  # the picture is shown all the same, and drawn again the next time
        self.ready.emit(key, self._known[known])
