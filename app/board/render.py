"""Pictures of a table without a window."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.theme import PERIOD, Theme, load_theme
from grognard.app.written import into
from grognard.engines.core.show.views import BoardView, TableView


def application() -> QApplication:
    """Return the running application, or start one that needs no screen."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    if (
        not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
        and sys.platform == "linux"
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication(sys.argv[:1])


def render_board(  # noqa: PLR0913
    board: BoardView,
    view: TableView | None,
    theme: Theme,
    width: int,
    height: int,
    canvas: BoardCanvas | None = None,
) -> QImage:
    """Draw the whole board with the pieces of a view and what stands about them, fitted to a picture."""
    application()
    shown = canvas or BoardCanvas()
    shown.set_animation("off")
    if shown.board is not board:
        shown.set_board(board, theme)
    if view is not None:
        shown.set_view(view)
        shown.set_overlays(view.standing)
    shown.resize(width, height)
    shown.camera.set_viewport(width, height)
    if canvas is None:
        shown.camera.fit()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    shown.render_onto(painter, patient=True)
    painter.end()
    return image


def render_png(  # noqa: PLR0913
    game: Any,
    session: Any,
    seat: str | None,
    width: int,
    height: int,
    path: Any,
    palette: str = PERIOD,
) -> None:
    """Draw the table as a seat sees it into a PNG file, its sides in the colours of a palette.

    Raises:
        OSError: when the file cannot be written.
    """
    application()
    board = game.board(session.setup)
    theme = load_theme(game.id)
    before = theme.palette
    theme.wear(palette)
    try:
        image = render_board(board, session.view(seat), theme, width, height)
    finally:
        theme.wear(before)
    write_png(image, Path(path))


def write_png(image: QImage, path: Path) -> None:
    """Write a picture into a PNG file.

    Raises:
        OSError: when the file cannot be written.
    """
    with into(path) as buffer:
        if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
            raise OSError(f"cannot write {path}")
