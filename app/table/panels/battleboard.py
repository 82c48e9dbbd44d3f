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
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.board.theme import Theme
from grognard.app.look import look, named
from grognard.app.table.panels.cloth import Cloth
from grognard.app.table.panels.labels import label
from grognard.app.table.panels.words import LINK, rule_link
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.show.deeds import Called
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.show.views import EngagementView, PieceView

LAST_LINES = 5
"""So many lines of the log tell how a fight ended."""


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
        acknowledged(): the result of a fight that is over was seen.

    Attributes:
        held: whether a fight that is over stays until it was seen.
    """

    rule_wanted = Signal(str)
    place_wanted = Signal(str)
    acknowledged = Signal()

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
        self.held = False
        self.outcome = label()
        self.go_on = named(QPushButton(tr("Go on (Enter)")), "primary")
        self.go_on.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.go_on.clicked.connect(self.release)
        for part in (self.outcome, self.go_on):
            column.addWidget(part)
            part.hide()
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
        if self.held:
            self.release()
        if fight is None:
            self._id = ""
            self.hide()
            return
        rolls = [entry.roll for entry in fight.rolls(log) if entry.roll is not None]
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

    def hold(self, told: Sequence[LogEntry]) -> None:
        """The fight is over: it stays with its result until somebody has seen it."""
        lines = [escape(str(entry.text)) for entry in told if entry.kind != "phase"]
        self.outcome.setText("<br>".join(lines[-LAST_LINES:]))
        self.held = True
        self.outcome.show()
        self.go_on.show()
        self.show()
        self.adjustSize()
        self.raise_()

    def release(self) -> bool:
        """The result was seen; return whether there was one."""
        if not self.held:
            return False
        self.held = False
        self.outcome.hide()
        self.go_on.hide()
        self._id = ""
        self.hide()
        self.acknowledged.emit()
        return True

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
