"""Who could still act, said beside the button that ends the phase: it is ended all the same, or they are shown."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from grognard.app.look import named
from grognard.app.table.panels.labels import label
from grognard.engines.core.data.text import all_of, tr, trn, verbatim

NAMED = 5
"""So many pieces are named at most."""


class Caution(QFrame):
    """A line with two buttons, in sight while the question that it is about is open.

    Signals:
        gone_on(): the phase is ended all the same.
        shown(): those who could act are to be shown.

    Attributes:
        idle: the ids of those who could still act.
        held: what was marked and picked when the warning came; who marks something else acts, and needs none.
    """

    gone_on = Signal()
    shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        named(self, "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Who could still act"))
        self.idle: tuple[str, ...] = ()
        self.held: object = None
        self.words = label()
        self.end = QPushButton(tr("End all the same"))
        self.end.clicked.connect(self.gone_on)
        self.show_them = QPushButton()
        self.show_them.clicked.connect(self.shown)
        column = QVBoxLayout(self)
        column.setContentsMargins(7, 5, 7, 6)
        column.setSpacing(4)
        column.addWidget(self.words)
        for button in (self.show_them, self.end):
            button.setMinimumWidth(1)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            column.addWidget(button)
        self.hide()

    def warn(self, idle: dict[str, str], forgone: str = "") -> None:
        """Name those who could still act, by their ids, and what is given away."""
        self.idle = tuple(idle)
        parts = [forgone] if forgone else []
        if idle:
            names = [verbatim(name) for name in [*dict.fromkeys(idle.values())][:NAMED]]
            left = len(idle) - len(names)
            if left > 0:
                names.append(verbatim(trn("{n} more", "{n} more", n=left)))
            could = trn(
                "{n} could still act: {names}",
                "{n} could still act: {names}",
                n=len(idle),
                names=all_of(names),
            )
            parts.append(could)
        self.words.setText("<br>".join(escape(part) for part in parts))
        self.show_them.setText(trn("Show it", "Show them", n=len(idle)))
        self.show_them.setVisible(bool(idle))
        self.show()
