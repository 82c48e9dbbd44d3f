"""Places picked on the map for a field of another page: the map comes up, and goes again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.editor.window.drawing import DrawingCanvas
from app.editor.window.pickers import Done, PickBar
from app.editor.window.placepen import PlacePen
from engines.core.data.text import tr, verbatim


class MapPicking(QWidget):
    """The canvas with a strip above it, which shows itself only while places are picked.

    Args:
        canvas: the board of the editor, which is put into this.
        middle: the pages among which this is one.
        back: shows the page again that asked.
    """

    def __init__(
        self, canvas: DrawingCanvas, middle: QStackedWidget, back: Callable[[], None]
    ) -> None:
        super().__init__()
        self.canvas, self.middle, self.back = canvas, middle, back
        self.pen: PlacePen | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.bar = PickBar(lambda: self.end(taken=True), lambda: self.end(taken=False))
        column.addWidget(self.bar)
        column.addWidget(canvas, 1)

    def pick_places(self, chosen: Sequence[str], *, many: bool, done: Done) -> None:
        """Show the map until places are picked there, then hand them to `done`."""
        if self.canvas.spaces is None:
            return
        self.end(taken=False)
        self._done = done
        self.pen = self.canvas.held = PlacePen(
            self.canvas.spaces,
            chosen,
            many=many,
            end=lambda taken: self.end(taken=taken),
            changed=self._tell,
        )
        self.canvas.set_pieces_visible(True)
        self.middle.setCurrentWidget(self)
        self.bar.show()
        self._tell()
        self.canvas.setFocus()

    def _tell(self) -> None:
        pen = self.pen
        if pen is None:
            return
        there = verbatim(", ".join(pen.chosen))
        asks = (
            tr("Click the places; Enter takes them, Esc leaves the field as it was.")
            if pen.many
            else tr("Click the place; Esc leaves the field as it was.")
        )
        self.bar.words.setText(f"{asks}  {there}")
        self.canvas.update()

    def end(self, *, taken: bool) -> None:
        """Go back to the page that asked; it is told what was taken."""
        pen, self.pen = self.pen, None
        if pen is None:
            return
        self.canvas.held = None
        self.bar.hide()
        self.back()
        if taken:
            self._done(pen.chosen)
