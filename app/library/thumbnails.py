"""Pictures of scenarios: the real map, drawn in the background and kept on disk.

The map drawn for a picture stays at hand, so that the table of the scenario looked at last opens
with its map at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap
from shiboken6 import isValid

from grognard.app.folders import cache_folder
from grognard.app.library.shipped import shipped
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import ScenarioInfo

if TYPE_CHECKING:
    from grognard.app.board.sketch import Sketched

LINGER = 250
IDLE = 1500
"""Milliseconds between two pictures that nobody waits for."""
AT_HAND = 2
SMALL = QSize(112, 72)
"""The picture in a list, for a screen of two device pixels a point."""
Battle: TypeAlias = tuple[AnyGame, ScenarioInfo]
PERIOD = "period"
EDITION = 3
"""Goes up when pictures are drawn otherwise: those kept before are drawn anew."""


class Thumbnails(QObject):
    """Pictures by scenario.

    Signals:
        ready(str, QPixmap): the picture of a scenario (game/scenario) is there.
        small(str, QPixmap): so is the small one of it.
    """

    ready = Signal(str, QPixmap)
    small = Signal(str, QPixmap)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[tuple[str, str], QPixmap] = {}
        self._wanted: tuple[AnyGame, ScenarioInfo, str] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._start)
        self._battles: list[Battle] = []
        self._missing: list[Battle] = []
        self._palette = PERIOD
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.timeout.connect(self._draw_next)

    # -- small pictures --------------------------------------------------------------------------

    def show_kept(self, battles: Iterable[Battle], palette: str = PERIOD) -> None:
        """Show the small pictures that are kept, or shipped until they have been drawn."""
        for _, info in battles:
            picture = QPixmap(str(self._small_file(self._file(info, palette))))
            if picture.isNull() and not (whole := shipped(info)).isNull():
                picture = QPixmap.fromImage(_small(whole.toImage()))
            if not picture.isNull():
                self.small.emit(f"{info.game}/{info.id}", picture)

    def draw_missing(self, battles: Iterable[Battle], palette: str = PERIOD) -> None:
        """Draw what is not kept yet, one after the other, as long as nobody asks for another."""
        self._palette, self._battles = palette, list(battles)
        files = ((one, self._small_file(self._file(one[1], palette))) for one in self._battles)
        self._missing = [battle for battle, file in files if not file.is_file()]
        self._idle.start(IDLE)

    def rest(self) -> None:
        """Draw nothing that nobody waits for: a table is open."""
        self._missing = []

    def go_on(self, palette: str = PERIOD) -> None:
        """Draw what is still missing, as was asked for before the rest; nothing if nobody asked."""
        if self._battles:
            self.draw_missing(self._battles, palette)

    def _draw_next(self) -> None:
        if not self._missing:
            return
        if self._wanted is None:
            (game, info) = self._missing.pop(0)
            self._wanted = (game, info, self._palette)
            self._start()
        self._idle.start(IDLE)

    def _small_file(self, file: Path) -> Path:
        return file.with_name(f"{file.stem}-small.png")

    def _keep_small(self, key: str, file: Path, picture: QImage) -> None:
        """Keep a picture in the size of a list, and show it there."""
        cut = _small(picture)
        _write(cut, self._small_file(file))
        self.small.emit(key, QPixmap.fromImage(cut))

    # -- whole pictures --------------------------------------------------------------------------

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
            if not self._small_file(self._file(info, palette)).is_file():
                whole = self._known[known].toImage()
                self._keep_small(key, self._file(info, palette), whole)
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
        from grognard.app.board.map.workshop import workshop
        from grognard.app.board.sketch import sketch

        (game, info, palette), self._wanted = self._wanted, None
        workshop().worker.start(
            lambda: sketch(game, info), lambda drawn: self._compose(info, palette, drawn)
        )

    def _compose(self, info: ScenarioInfo, palette: str, drawn: Sketched | None) -> None:
        key = f"{info.game}/{info.id}"
        known = (key, palette)
        if drawn is None or known in self._known or not isValid(self):
            return
        from grognard.app.board.sketch import with_pieces

        picture = with_pieces(drawn, palette)
        self._keep(known, QPixmap.fromImage(picture))
        path = self._file(info, palette)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(picture, path)
            self._keep_small(key, path, picture)
        except OSError:
            path = Path()  # the picture is shown all the same, and drawn again the next time
        self.ready.emit(key, self._known[known])


def _small(picture: QImage) -> QImage:
    """Return the middle of a picture in the size of a list."""
    keep, smooth = (
        Qt.AspectRatioMode.KeepAspectRatioByExpanding,
        Qt.TransformationMode.SmoothTransformation,
    )
    scaled = picture.scaled(SMALL, keep, smooth)
    x, y = (scaled.width() - SMALL.width()) // 2, (scaled.height() - SMALL.height()) // 2
    return scaled.copy(x, y, SMALL.width(), SMALL.height())


def _write(picture: QImage, file: Path) -> None:
    """Write a picture whole or not at all, whenever the program ends."""
    part = file.with_suffix(".part.png")
    if picture.save(str(part)):
        part.replace(file)
