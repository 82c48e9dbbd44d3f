"""Who plays which seat: a person, or a computer player of a level; changed while the game goes on."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from grognard.app.table.model.model import TableModel
from grognard.app.table.panels.labels import label
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.setups import PERSON

ABOUT = text(
    "The game goes on from here, and the save records who plays. A seat handed to the computer can be taken back at any time."
)
LOCKED = text("This seat has a PIN: only someone who has entered it can hand the seat over.")


class Seating(QDialog):
    """Hands seats to the computer and takes them back."""

    def __init__(self, model: TableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.model = model
        self.setWindowTitle(tr("Who plays which seat"))
        form = QFormLayout()
        self.boxes: dict[str, QComboBox] = {}
        for seat in model.seats:
            self.boxes[seat.id] = self._box(seat.id)
            form.addRow(label(f"<b>{escape(model.seat_name(seat.id))}</b>"), self.boxes[seat.id])
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(label(str(ABOUT)))
        column.addLayout(form)
        column.addWidget(buttons)
        self.resize(420, self.sizeHint().height())

    def _box(self, seat: str) -> QComboBox:
        """Return the players that there are for a seat, with the one it has chosen."""
        model, box = self.model, QComboBox()
        box.setAccessibleName(tr("Who plays {seat}", seat=model.seat_name(seat)))
        box.addItem(tr("Person"), PERSON)
        for kind, player in players_of(model.game).items():
            box.addItem(tr("Computer, {kind}", kind=player.called), kind)
            box.setItemData(box.count() - 1, str(player.what), Qt.ItemDataRole.ToolTipRole)
        now = model.players.get(seat, PERSON)
        if box.findData(now) < 0:  # a player that is chosen nowhere, as that of a guided game
            box.addItem(tr("Computer"), now)
        box.setCurrentIndex(box.findData(now))
        if not model.may_reseat(seat):
            box.setEnabled(False)
            box.setToolTip(str(LOCKED))
        return box

    def accept(self) -> None:
        """Seat the players that are chosen; what is as it was is left so."""
        players = {seat: str(box.currentData()) for seat, box in self.boxes.items()}
        super().accept()
        if players != {seat: self.model.players.get(seat, PERSON) for seat in players}:
            self.model.sit(players)
