"""Maps are drawn in the background, and a small picture of each is kept for the next time."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from PySide6.QtGui import QImage

from app.board.map.art import Art, art_of
from app.board.map.tiles import overview_of
from app.board.theme import Theme
from app.settings import cache_folder
from engines.core.show.views import BoardView

KEPT_PICTURES = 24


class Workshop(QObject):
    """Draws one map after the other in a thread of its own.

    Signals:
        ready(object, object, object): a BoardView, its Art and a QImage of the whole sheet.
        sketched(object, object, object, object): a ScenarioInfo, its first TableView, the Art and
            a QImage of its map.
        failed(object, object): a fault of the program, and the BoardView it did not draw, if any.
    """

    ready = Signal(object, object, object)
    sketched = Signal(object, object, object, object)
    failed = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.pool = QThreadPool(self)
        self.pool.setMaxThreadCount(1)
        self._under_way: list[BoardView] = []
        self.ready.connect(self._done)
        self.failed.connect(self._failed)

    def want(self, board: BoardView, theme: Theme) -> None:
        """Have a map drawn; `ready` brings it."""
        if not any(board is other for other in self._under_way):
            self._under_way.append(board)
            self.pool.start(Job(self, lambda: self._draw(board, theme), board))

    def _draw(self, board: BoardView, theme: Theme) -> None:
        """Draw the map and a small picture of it, and keep that."""
        art = art_of(board, theme)
        overview = overview_of(art)
        keep(board, theme, overview)
        self.ready.emit(board, art, overview)

    def _done(self, board: BoardView, _art: Art, _overview: QImage) -> None:
        self._forget(board)

    def _forget(self, board: BoardView | None) -> None:
        self._under_way = [other for other in self._under_way if other is not board]

    def _failed(self, fault: Exception, board: BoardView | None) -> None:
        """A fault in the thread is told where every fault of the program is."""
        self._forget(board)
        raise fault

    def finish(self) -> None:
        """Wait for what is being drawn; what was not begun is dropped."""
        self.pool.clear()
        self.pool.waitForDone()


class Job(QRunnable):
    """Something to be drawn in the thread of a workshop."""

    def __init__(
        self, shop: Workshop, draw: Callable[[], None], board: BoardView | None = None
    ) -> None:
        super().__init__()
        self.shop, self.draw, self.board = shop, draw, board

    def run(self) -> None:
        """Draw it."""
        try:
            self.draw()
        except Exception as fault:  # noqa: BLE001 - raised again in the window's thread
            self.shop.failed.emit(fault, self.board)


@lru_cache(maxsize=1)
def workshop() -> Workshop:
    """Return the one workshop of the program."""
    made = Workshop()
    # At exit Qt takes its objects away whether a thread still reports to them or not.
    atexit.register(made.finish)
    return made


@lru_cache(maxsize=1)
def _draughtsman() -> bytes:
    """A digest of everything here that decides what a map looks like."""
    digest = blake2b(digest_size=8)
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.digest()


def _file(board: BoardView, theme: Theme) -> Path:
    digest = blake2b(_draughtsman(), digest_size=12)
    digest.update(repr(board).encode())
    digest.update(theme.print.encode())
    return cache_folder() / "maps" / f"{digest.hexdigest()}.png"


def kept(board: BoardView, theme: Theme) -> QImage | None:
    """Return the small picture of a map drawn once before, if it is still there."""
    picture = QImage(str(_file(board, theme)))
    return None if picture.isNull() else picture


def keep(board: BoardView, theme: Theme, picture: QImage) -> None:
    """Keep the small picture of a map; the oldest go. A folder that cannot be written is no harm."""
    path = _file(board, theme)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(str(path))
        known = sorted(path.parent.glob("*.png"), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in known[KEPT_PICTURES:]:
            old.unlink(missing_ok=True)
    except OSError:
        return
