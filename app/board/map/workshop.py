"""Maps are drawn in the background, and a small picture of each is kept for the next time."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from grognard.app.board.map.art import Art, art_of, in_words
from grognard.app.board.map.tiles import overview_of
from grognard.app.board.theme import Theme
from grognard.app.folders import cache_folder
from grognard.app.worker import Worker
from grognard.engines.core.show.views import BoardView

KEPT_PICTURES = 24


class Workshop(QObject):
    """Draws one map after the other in a thread of its own.

    Signals:
        remembered(object, object, object): a BoardView, its Theme and the small picture kept of it.
        ready(object, object, object): a BoardView, its Art and a QImage of the whole sheet.
        failed(object, object): a fault of the program, and the BoardView it did not draw.
    """

    remembered = Signal(object, object, object)
    ready = Signal(object, object, object)
    failed = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.worker = Worker(courteous=True)
        self._under_way: list[BoardView] = []

    def want(self, board: BoardView, theme: Theme) -> None:
        """Have a map drawn; `ready` brings it, and a fault is told in the window.

        What was kept of it comes first (`remembered`), if it was drawn once before.
        """
        if not any(board is other for other in self._under_way):
            self._under_way.append(board)
            self.worker.start(
                lambda: kept(board, theme), lambda picture: self._recall(board, theme, picture)
            )
            self.worker.start(
                lambda: draw(board, theme),
                lambda drawn: self._done(board, *drawn),
                lambda fault: self._failed(board, fault),
            )

    def _recall(self, board: BoardView, theme: Theme, picture: QImage | None) -> None:
        if picture is not None:
            self.remembered.emit(board, theme, picture)

    def _done(self, board: BoardView, art: Art, overview: QImage) -> None:
        self._forget(board)
        self.ready.emit(board, art, overview)

    def _failed(self, board: BoardView, fault: Exception) -> None:
        self._forget(board)
        self.failed.emit(fault, board)
        raise fault

    def _forget(self, board: BoardView) -> None:
        self._under_way = [other for other in self._under_way if other is not board]

    def finish(self) -> None:
        """Wait for what is being drawn; what was not begun is dropped."""
        self._under_way.clear()
        self.worker.finish()


def draw(board: BoardView, theme: Theme) -> tuple[Art, QImage]:
    """Draw a map and a small picture of it, and keep that (in any thread)."""
    art = art_of(board, theme)
    overview = overview_of(art)
    keep(board, theme, overview)
    return art, overview


@lru_cache(maxsize=1)
def workshop() -> Workshop:
    """Return the one workshop of the program."""
    return Workshop()


@lru_cache(maxsize=1)
def _draughtsman() -> bytes:
    """A digest of everything here that decides what a map looks like."""
    digest = blake2b(digest_size=8)
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.digest()


def _file(board: BoardView, theme: Theme) -> Path:
    digest = blake2b(_draughtsman(), digest_size=12)
    digest.update(repr(in_words(board)).encode())
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
