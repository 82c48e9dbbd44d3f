"""Pictures of scenarios: the real map, drawn once in the background and kept on disk."""

from __future__ import annotations

from hashlib import blake2b
from importlib import import_module
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from app.settings import data_folder
from engines.core.game import Game, ScenarioInfo

SIZE = QSize(640, 400)


class Thumbnails(QObject):
    """Pictures by scenario.

    Signals:
        ready(str, QPixmap): the picture of a scenario (game/scenario) is there.
    """

    ready = Signal(str, QPixmap)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, QPixmap] = {}
        self._wanted: list[tuple[Game[object], ScenarioInfo]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._draw_next)

    def want(self, game: Game[object], info: ScenarioInfo) -> None:
        """Ask for a picture; `ready` brings it, at once when it is known."""
        key = f"{info.game}/{info.id}"
        if key in self._known:
            self.ready.emit(key, self._known[key])
            return
        kept = QPixmap(str(self._file(info)))
        if not kept.isNull():
            self._known[key] = kept
            self.ready.emit(key, kept)
            return
        self._wanted.insert(0, (game, info))
        self._timer.start(150)

    def _file(self, info: ScenarioInfo) -> Path:
        """Return where a picture is kept; another map or scenario text has another name."""
        digest = blake2b(f"{info}".encode(), digest_size=8)
        source = Path(info.path) if info.path else None
        if source is not None and source.is_file():
            digest.update(source.read_bytes())
        return data_folder() / "pictures" / f"{info.game}-{info.id}-{digest.hexdigest()}.png"

    def _draw_next(self) -> None:
        if not self._wanted:
            return
        game, info = self._wanted.pop(0)
        picture = draw(game, info)
        if picture is not None:
            key = f"{info.game}/{info.id}"
            self._known[key] = QPixmap.fromImage(picture)
            self._keep(info, picture)
            self.ready.emit(key, self._known[key])
        if self._wanted:
            self._timer.start(50)

    def _keep(self, info: ScenarioInfo, picture: QImage) -> None:
        path = self._file(info)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            picture.save(str(path))
        except OSError:
            return


def draw(game: Game[object], info: ScenarioInfo) -> QImage | None:
    """Draw a scenario's first position; None when it cannot be drawn (the page does without)."""
    try:
        render = import_module("app.board.render")
        theme = import_module("app.board.theme").load_theme(game.id)
        setup = game.load(Path(info.path) if info.path else info.id, {})
        board = game.board(setup)
        view = game.view(setup, game.initial(setup, "picture"), None)
        image = render.render_board(board, view, theme, SIZE.width(), SIZE.height())
    except Exception:  # noqa: BLE001 - a picture is an ornament; playing will tell what is wrong
        return None
    return image if isinstance(image, QImage) else None
