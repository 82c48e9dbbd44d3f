"""The picture that a map is traced from: its menu, and the panel under the layers."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QInputDialog,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.traced import TRACING
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.drawing import DrawingCanvas
from grognard.app.editor.window.tracing import Tracing
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.play.game import ScenarioError

FILTER = text("Pictures (*.png *.jpg *.jpeg *.svg)")
POINTS = 3
SAID = {"opacity": text("Opacity of the picture"), "turn": text("Turn the picture")}
"""What undo calls a change."""


class TracingBar(QWidget):
    """Lays a picture under the pen and calibrates it."""

    def __init__(self, desk: Desk, canvas: DrawingCanvas) -> None:
        super().__init__()
        self.desk, self.canvas = desk, canvas
        self.tracing = canvas.tracing = Tracing(desk)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.choose = QPushButton(tr("Trace a picture..."))
        self.choose.clicked.connect(self.ask)
        column.addWidget(self.choose)
        self.panel = QWidget()
        form = QFormLayout(self.panel)
        form.setContentsMargins(0, 0, 0, 0)
        self.shown = QCheckBox(tr("Picture"))
        self.shown.setChecked(True)
        self.shown.toggled.connect(self._show)
        self.moves = QCheckBox(tr("Move it"))
        self.moves.toggled.connect(self._move)
        form.addRow(self.shown, self.moves)
        self.opacity = self._slider(0, 100, "opacity", 0.01)
        form.addRow(tr("Opacity"), self.opacity)
        self.turn = self._slider(-1800, 1800, "turn", 0.1)
        form.addRow(tr("Turned"), self.turn)
        smaller, larger = QPushButton(tr("Smaller")), QPushButton(tr("Larger"))
        smaller.clicked.connect(lambda: self._scale(0.98))
        larger.clicked.connect(lambda: self._scale(1.02))
        form.addRow(smaller, larger)
        self.fit = QPushButton(tr("Calibrate by three clicks"))
        self.fit.clicked.connect(self.calibrate)
        form.addRow(self.fit)
        away = QPushButton(tr("Take it away"))
        away.clicked.connect(self._away)
        form.addRow(away)
        self.words = QLabel()
        self.words.setWordWrap(True)
        form.addRow(self.words)
        column.addWidget(self.panel)
        self.destroyed.connect(desk.watch(self._follow))
        self._dress()

    def _slider(self, low: int, high: int, key: str, step: float) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(low, high)
        slider.setAccessibleName(str(SAID[key]))

        def changed(value: int) -> None:
            self.tracing.change(**{key: value * step})
            self.canvas.update()
            if not slider.isSliderDown():  # a key, or a click beside the handle
                self.tracing.keep(str(SAID[key]))

        slider.valueChanged.connect(changed)
        slider.sliderReleased.connect(lambda: self.tracing.keep(str(SAID[key])))
        return slider

    def _follow(self, file: str) -> None:
        if file == TRACING:
            self.tracing.follow()
            self._dress()

    def _dress(self) -> None:
        """Show what there is to be said of the picture as it lies."""
        there, lying = self.tracing.image is not None, self.tracing.lying
        for slider, value in ((self.opacity, 100 * lying.opacity), (self.turn, 10 * lying.turn)):
            slider.blockSignals(True)
            slider.setValue(round(value))
            slider.blockSignals(False)
        if not there:
            self.moves.setChecked(False)
        self.panel.setVisible(there)
        self.choose.setVisible(not there)
        self.canvas.update()

    def ask(self) -> None:
        """Ask for a picture."""
        name, _ = QFileDialog.getOpenFileName(self, tr("Trace a picture"), "", str(FILTER))
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> bool:
        """Lay a picture under the map; return whether it can be used."""
        board = self.canvas.board
        try:
            taken = board is not None and self.tracing.take(path, board.bounds)
        except (OSError, ScenarioError):  # the folder cannot be written
            taken = False
        if not taken:
            self.choose.setToolTip(tr("This picture cannot be used."))
        self._dress()
        return taken

    def _away(self) -> None:
        self.moves.setChecked(False)
        self.tracing.away()

    def _show(self, on: bool) -> None:
        self.tracing.shown = on
        self.canvas.update()

    def _move(self, on: bool) -> None:
        self.canvas.held = self.tracing if on else None

    def _scale(self, factor: float) -> None:
        self.tracing.change(scale=self.tracing.lying.scale * factor)
        self.tracing.keep(tr("Scale the picture"))

    def calibrate(self) -> None:
        """Have three points clicked in the picture, and ask where each belongs."""
        self.tracing.clicked = []
        self.moves.setChecked(True)
        self.words.setText(tr("Click three points in the picture whose places you know."))
        self.canvas.stroke_done.connect(self._clicked)

    def _clicked(self) -> None:
        if self.tracing.clicked is None or len(self.tracing.clicked) < POINTS:
            return
        self.canvas.stroke_done.disconnect(self._clicked)
        wanted = []
        for n in range(POINTS):
            words = tr("Where does point {n} belong? (a hex or area, or x, y)", n=n + 1)
            name, given = QInputDialog.getText(self, tr("Calibrate"), words)
            at = self.place(name) if given else None
            if at is None:
                break
            wanted.append(at)
        fits = self.tracing.calibrate(wanted)
        self.words.setText(
            "" if fits else tr("Nothing was changed: one of the places is not on the map.")
        )
        self.moves.setChecked(False)
        self.canvas.update()

    def place(self, name: str) -> tuple[float, float] | None:
        """Return the point of the board that a hex, an area, or two numbers name."""
        spaces = self.canvas.spaces
        if spaces is not None and name.strip() in spaces.spaces:
            return spaces.spaces[name.strip()].centre
        parts = name.split(",")
        try:
            x, y = (float(part) for part in parts)
        except ValueError:
            return None
        return (x, -y) if spaces is not None and spaces.table else (x, y)
