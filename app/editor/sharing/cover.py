"""The picture that a bundle shows a scenario with: its map with the pieces as they stand at first."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from grognard.app.board.sketch import Sketched, with_pieces
from grognard.app.editor.bundle import COVER

SIZE = QSize(640, 400)


def picture_of(found: Sketched) -> QImage:
    """Return the picture."""
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return with_pieces(found).scaled(SIZE, keep, smooth)


def put_beside(scenario: Path, found: Sketched | None) -> None:
    """Write the picture beside a scenario; one that can no longer be drawn has none."""
    target = scenario.parent / COVER
    with suppress(OSError):
        if found is None:
            target.unlink(missing_ok=True)
            return
        target.parent.mkdir(exist_ok=True)
        picture_of(found).save(str(target))
