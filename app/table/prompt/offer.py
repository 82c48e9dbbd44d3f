"""At the first reaction that a player of a hot seat comes from behind the curtain for: to answer such ones beforehand."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from grognard.app.look import away, named
from grognard.app.table.model import standing
from grognard.app.table.model.model import TableModel
from grognard.app.table.panels.labels import label
from grognard.app.table.panels.standing import words_of
from grognard.app.table.prompt.choicelist import folded
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.play.standing import Standing

ABOUT = text(
    "You may be asked this often, with two curtains each time. Answer it once for all, or each time:"
)


class Offer(QFrame):
    """A sheet with the standing answers there are; it comes once for each kind of reaction of a seat."""

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        named(self, "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Answer beforehand"))
        self.model = model
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(7, 5, 7, 6)
        self.column.setSpacing(4)
        self.column.addWidget(label(escape(str(ABOUT))))
        self.buttons: list[QPushButton] = []
        self._made: dict[tuple[str, str], int] = {}
        self.hide()

    def refresh(self) -> None:
        """Come with the first question of its kind behind a curtain, and stay with it alone."""
        for button in self.buttons:
            away(button)
        self.buttons = []
        offered = standing.offered(self.model) if self._is_first() else ()
        for said in offered:
            self._add(words_of(self.model, said), said)
        if offered:
            self._add(tr("Ask me each time"), None)
        self.setVisible(bool(offered))

    def _is_first(self) -> bool:
        """Whether no earlier question of this kind was asked of the seat at this table."""
        ask, at = self.model.ask, len(self.model.session.choices)
        if ask is None or ask.reaction is None or not ask.secret or len(self.model.humans) < 2:
            return False
        return self._made.setdefault((ask.seat, ask.kind), at) == at

    def _add(self, words: str, said: Standing | None) -> None:
        button = QPushButton(folded(words))
        button.setToolTip(words)
        button.setMinimumWidth(1)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._say(said))
        self.column.addWidget(button)
        self.buttons.append(button)

    def _say(self, said: Standing | None) -> None:
        self.hide()
        if said is not None:
            standing.say(self.model, said)
