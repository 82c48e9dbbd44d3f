"""The battle board: a fight laid out over the map, to be moved about and folded."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.board.theme import Theme
from app.look import look
from app.table.panels.cloth import Cloth
from app.table.panels.words import LINK, Called, rule_link
from engines.core.data.text import tr, verbatim
from engines.core.show.explain import LogEntry
from engines.core.show.views import EngagementView, PieceView


class Handle(QLabel):
    """The title of the board: it is dragged by it."""

    def __init__(self, board: QWidget) -> None:
        super().__init__()
        self.board = board
        self._grip: QPoint | None = None
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.setMinimumWidth(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Take hold."""
        self._grip = event.globalPosition().toPoint() - self.board.pos()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Move the board; part of it stays in sight."""
        parent = self.board.parentWidget()
        if self._grip is not None and parent is not None:
            at = event.globalPosition().toPoint() - self._grip
            x = min(max(at.x(), 60 - self.board.width()), parent.width() - 60)
            self.board.move(x, min(max(at.y(), 0), parent.height() - 30))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Let go."""
        self._grip = None


class BattleBoard(QFrame):
    """The board with its title, its track of rounds and a button that folds it.

    Signals:
        rule_wanted(str): a rule link was clicked.
        place_wanted(str): the map should show where the fight is.
    """

    rule_wanted = Signal(str)
    place_wanted = Signal(str)

    def __init__(self, theme: Theme, called: Called, term: Called, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.cloth = Cloth(theme, called, term)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = Handle(self)
        self.rounds = QLabel()
        self.rounds.linkActivated.connect(lambda link: self.rule_wanted.emit(link[len(LINK) :]))
        self.fold = self._button("\N{MINUS SIGN}", tr("Fold the battle board"))
        self.fold.clicked.connect(self._folded)
        self._id = self._at = ""
        self.locate = self._button("\N{BULLSEYE}", tr("Show the place on the map"))
        self.locate.clicked.connect(lambda: self.place_wanted.emit(self._at))
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.locate)
        head.addWidget(self.fold)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 8)
        column.setSpacing(3)
        column.addLayout(head)
        column.addWidget(self.rounds)
        column.addWidget(self.cloth)
        self.hide()

    def _button(self, words: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _folded(self) -> None:
        self.cloth.setVisible(self.cloth.isHidden())
        self.fold.setText("+" if self.cloth.isHidden() else "\N{MINUS SIGN}")
        self.adjustSize()

    def show_fight(
        self,
        fight: EngagementView | None,
        pieces: Sequence[PieceView],
        log: Sequence[LogEntry],
        over: QWidget,
    ) -> None:
        """Lay the fight over a widget, or take the board away when nothing is fought."""
        if fight is None:
            self._id = ""
            self.hide()
            return
        rolls = [entry.roll for entry in fight.rolls(tuple(log)) if entry.roll is not None]
        self.cloth.show_fight(fight, {piece.id: piece for piece in pieces}, rolls)
        self.title.setText(f"<b>{escape(str(fight.title))}</b>")
        self.rounds.setText(self._track(fight))
        self._at = fight.at
        fresh = fight.id != self._id
        self._id = fight.id
        self.show()
        self.adjustSize()
        parent = self.parentWidget()
        if fresh and parent is not None:
            corner = over.mapTo(parent, QPoint(over.width() - self.width() - 8, 8))
            self.move(corner)
        self.raise_()

    def _track(self, fight: EngagementView) -> str:
        colours = look()
        steps = []
        for number, words in enumerate(fight.rounds):
            if number == fight.round:
                steps.append(
                    f'<span style="background-color:{colours["accent"]};'
                    f'color:{colours["accent_text"]}">&nbsp;{escape(words)}&nbsp;</span>'
                )
            else:
                steps.append(f'<span style="color:{colours["text_muted"]}">{escape(words)}</span>')
        rule = f" [{rule_link(fight.rule)}]" if fight.rule else ""
        rounds = tr("Round {rounds}", rounds=verbatim(" ".join(steps)))
        return f"{rounds} \N{MIDDLE DOT} {escape(str(fight.step))}{rule}"
