"""The rulebook beside the scenario: the rule that a fault cites, or that a special rule rests on."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from grognard.app.look import named
from grognard.app.rulebook.pages import LINK
from grognard.app.rulebook.panel import RulebookPanel
from grognard.app.rulebook.shelf import Shelf, take
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.proof.rulebook import printed


class RulePane(QWidget):
    """The game's rulebook, hidden until a rule is asked for; it is read then.

    Signals:
        opened(): it was hidden and is shown now.
    """

    opened = Signal()

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.game = game
        self.panel: RulebookPanel | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 0)
        head.addWidget(named(QLabel(tr("Rulebook")), "heading"))
        head.addStretch(1)
        close = QToolButton()
        close.setText("\N{MULTIPLICATION SIGN}")
        close.setToolTip(tr("Close the rulebook"))
        close.setAccessibleName(tr("Close the rulebook"))
        close.clicked.connect(self.hide)
        head.addWidget(close)
        self._column.addLayout(head)
        self.hide()

    def show_rule(self, rule: str) -> None:
        """Open the rulebook at a rule."""
        if self.panel is None:
            own = Shelf(self.game)
            self.panel = RulebookPanel(own.book, "\n".join(map(str, own.problems)))
            self.panel.shelf = own
            self.panel.wide.hide()
            self._column.addWidget(self.panel, 1)
        self.panel.show_rule(rule)
        if self.isHidden():
            self.show()
            self.opened.emit()


class RuleText(QLabel):
    """The rules that a record rests on, in their own words; a link opens the rulebook there."""

    def __init__(self, game: AnyGame, rules: Iterable[str]) -> None:
        super().__init__()
        book, _ = take(game.data())
        known = [book.rules[rule] for rule in rules if rule in book.rules] if book else []
        self.setText(
            "".join(
                f'<p><a href="{LINK}{rule.id}">{f"{printed(rule.id)} {rule.title}".lstrip()}</a>. {rule.text}</p>'
                for rule in known
            )
        )
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setWordWrap(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "muted")
