"""Who plays which seat of a battle, and by which optional rules."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QScrollArea, QWidget

from app.look import away, named
from app.rulebook.shelf import shelf
from app.rulenames import called as called_rule
from engines.core.data.text import capital, spell, tr
from engines.core.play.bots import players_of
from engines.core.play.game import AnyGame
from engines.core.play.setups import Option, ScenarioInfo

PERSON = "person"
FIRST, LAST = ("captain", "marshal"), ("random",)
"""The computer players that are offered first, and those that are there for trying things out."""


def offered(game: AnyGame) -> list[str]:
    """Return the computer players of a game, a fair opponent first and chance last."""
    known = list(players_of(game))
    middle = [kind for kind in known if kind not in (*FIRST, *LAST)]
    return [kind for kind in (*FIRST, *middle, *LAST) if kind in known]


class OptionBox(QComboBox):
    """The values of an option; its tool tip names its rule, for which the book is opened no sooner."""

    def __init__(self, game: str, rule: str) -> None:
        super().__init__()
        self.game, self.rule = game, rule

    def event(self, event: QEvent) -> bool:
        """Say which rule it is when somebody asks."""
        if event.type() == QEvent.Type.ToolTip and self.rule:
            self.setToolTip(called_rule(self.rule, shelf(self.game).names))
        return super().event(event)


class SeatsAndRules(QScrollArea):
    """Seats and options: as tall as they need where there is room, else they scroll."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        super().__init__()
        self.games = games
        self.seats: dict[str, QComboBox] = {}
        self.options: dict[str, QComboBox] = {}
        self.tall = 0
        self.holder = named(QWidget(), "panel")
        self.grid = QGridLayout(self.holder)
        self.grid.setContentsMargins(0, 4, 0, 4)
        self.setWidgetResizable(True)
        self.setWidget(self.holder)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room that shows all of it."""
        return QSize(super().sizeHint().width(), self.tall)

    # -- filling ---------------------------------------------------------------------------------

    def fill(self, info: ScenarioInfo) -> None:
        """Offer what a battle lets one choose."""
        while self.grid.count():
            item = self.grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                away(widget)
        self.seats, self.options = {}, {}
        game = self.games[info.game]
        for row, seat in enumerate(info.seats):
            box = self.seats[seat.id] = self._seat(game, seat.name)
            self._lay(self._bold(spell("seat", seat.name)), box, row)
        self._tell_players(game, len(info.seats) + len(info.options))
        for row, option in enumerate(info.options, -(-len(info.seats) // 2) * 2):
            self._add_option(game, option, row)
        self.grid.setColumnStretch(1, 1)
        self.grid.setColumnStretch(3, 1)
        # What was just laid in counts only when it is shown, which comes with the next event.
        QTimer.singleShot(0, self, self.show_all)

    def _seat(self, game: AnyGame, name: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(tr("Who plays {seat}", seat=name))
        box.addItem(tr("Person"), PERSON)
        players = players_of(game)
        for kind in offered(game):
            player = players[kind]
            called = tr("{kind} (computer)", kind=capital(str(player.called)))
            box.addItem(called, kind)
            box.setItemData(box.count() - 1, str(player.what), Qt.ItemDataRole.ToolTipRole)
        return box

    def _tell_players(self, game: AnyGame, below: int) -> None:
        """Say in small print what may be expected of each computer player."""
        players = players_of(game)
        who = "<br>".join(
            f"<b>{escape(capital(str(players[kind].called)))}</b>: {escape(str(players[kind].what))}"
            for kind in offered(game)
        )
        told = QLabel(who, wordWrap=True)
        told.setProperty("role", "muted")
        self.grid.addWidget(told, below, 0, 1, 4)

    @staticmethod
    def _bold(words: str) -> QLabel:
        return QLabel(f"<b>{escape(words)}</b>", wordWrap=True)

    def _add_option(self, game: AnyGame, option: Option, row: int) -> None:
        box = OptionBox(game.id, option.rule)
        called = spell("term", option.title)
        box.setAccessibleName(called)
        box.setMinimumWidth(60)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for value in option.values:
            box.addItem(capital(str(game.term(value))), value)
        box.setCurrentIndex(max(0, box.findData(option.default)))
        self.options[option.id] = box
        title = QLabel(called, wordWrap=True)
        title.setTextFormat(Qt.TextFormat.PlainText)
        self._lay(title, box, row)

    def _lay(self, title: QLabel, box: QComboBox, number: int) -> None:
        """Two to a row, so that many options need no scroller."""
        row, beside = divmod(number, 2)
        self.grid.addWidget(title, row, 2 * beside)
        self.grid.addWidget(box, row, 2 * beside + 1)

    # -- room and order --------------------------------------------------------------------------

    def show_all(self) -> None:
        """All stands in sight as far as the page has room for it; what is above gives way."""
        margins = self.grid.contentsMargins()
        wide = max(1, self.viewport().width() - margins.left() - margins.right())
        self.tall = max(self.grid.sizeHint().height(), self.grid.totalHeightForWidth(wide)) + 4
        self.setMaximumHeight(self.tall)
        self.updateGeometry()
        over = self.parentWidget()
        laid = over.layout() if over is not None else None
        if laid is not None:
            laid.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Give the options their room anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            QTimer.singleShot(0, self, self.show_all)

    def boxes(self) -> list[QComboBox]:
        """Return what is chosen from, in the order of the eye."""
        return [*self.seats.values(), *self.options.values()]

    def players(self) -> dict[str, str]:
        """Return who plays each seat."""
        return {seat: box.currentData() for seat, box in self.seats.items()}

    def rules(self) -> dict[str, str]:
        """Return the value of each option."""
        return {name: box.currentData() for name, box in self.options.items()}
