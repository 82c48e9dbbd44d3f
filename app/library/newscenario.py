"""The dialog that begins a scenario: of which game, on which map, with whose forces."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from grognard.app.editor import shelf
from grognard.app.editor.boards.faces import flat_of
from grognard.app.editor.maps.blank import Numbering
from grognard.app.library.page import called
from grognard.engines.core.data.text import spell, tr
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import ScenarioInfo

TOP, SIDE = "top", "side"
EAST, WEST, NORTH, SOUTH = "east", "west", "north", "south"


class NewScenario(QDialog):
    """What is to be made."""

    def __init__(
        self, games: Mapping[str, AnyGame], like: ScenarioInfo | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.games = games
        self.setWindowTitle(tr("New scenario"))
        form = self.form = QFormLayout(self)
        self.title = QLineEdit(tr("My battle"))
        self.title.selectAll()  # whoever writes a title writes over this one
        self.title.setFocus()
        form.addRow(tr("Title"), self.title)
        self.game = QComboBox()
        for game in games.values():
            if game.map_layers:  # a game that does not say what its maps hold cannot be drawn for
                self.game.addItem(called(game, game.title), game.id)
        form.addRow(tr("Game"), self.game)
        self.like = QComboBox()
        form.addRow(tr("Forces and seats as in"), self.like)
        self.columns, self.rows = QSpinBox(), QSpinBox()
        self.wide, self.high = QLabel(), QLabel()
        form.addRow(self.wide, self.columns)
        form.addRow(self.high, self.rows)
        self.flat, self.grows = QComboBox(), QComboBox()
        self.flat.addItem(tr("flat at the top: columns"), TOP)
        self.flat.addItem(tr("flat at the side: rows"), SIDE)
        self.grows.addItem(tr("from the north-west"), (EAST, SOUTH))
        self.grows.addItem(tr("from the south-west"), (EAST, NORTH))
        self.grows.addItem(tr("from the south-east"), (WEST, NORTH))
        self.grows.addItem(tr("from the north-east"), (WEST, SOUTH))
        form.addRow(tr("Hexes"), self.flat)
        form.addRow(tr("Numbers"), self.grows)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)
        self.game.currentIndexChanged.connect(self._fill)
        if like is not None:
            self.game.setCurrentIndex(self.game.findData(like.game))
        self._fill()

    def _fill(self) -> None:
        game = self.games[self.game.currentData()]
        self.like.clear()
        for info in game.scenarios():
            if not info.problems:
                self.like.addItem(spell("term", info.title), info)
        drawn = game.map_layers[0].drawn
        hexes, table = drawn == "hexes", drawn == "shapes"
        self.form.setRowVisible(self.flat, hexes)
        if hexes:  # as the maps lie that the game has, so that they go together
            self.flat.setCurrentIndex(max(0, self.flat.findData(flat_of(game))))
        self.form.setRowVisible(self.grows, hexes)
        self.wide.setText(
            tr("Hexes wide") if hexes else tr("Centimetres wide") if table else tr("Areas wide")
        )
        self.high.setText(
            tr("Hexes high") if hexes else tr("Centimetres high") if table else tr("Areas high")
        )
        low, first, most = (2, 16, 60) if hexes else (30, 90, 240) if table else (2, 5, 12)
        for box, part in ((self.columns, 1.0), (self.rows, 0.75)):
            box.setRange(low, most)
            box.setValue(round(first * part))

    def make(self) -> Path:
        """Begin the scenario; return its file."""
        game = self.games[self.game.currentData()]
        columns, rows = self.grows.currentData()
        numbering = Numbering(flat=self.flat.currentData(), columns_grow=columns, rows_grow=rows)
        size = shelf.Size(self.columns.value(), self.rows.value())
        title = self.title.text().strip() or tr("My battle")
        return shelf.blank(game, self.like.currentData(), title, size, numbering)
