"""Who plays which seat of a battle, and by which optional rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TypeVar

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QScrollArea,
    QWidget,
)

from grognard.app.look import away, named
from grognard.app.rulebook.shelf import shelf
from grognard.app.rulenames import called as called_rule
from grognard.engines.core.data.text import capital, spell, text, tr
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import AWAY, PERSON, Option, ScenarioInfo

YES_NO = {"yes", "no"}
ABREAST = 3
"""So many options that hold or do not stand in a row at most."""
ABOUT_POST = text(
    "A person at another computer. One sealed file goes to and fro, by mail or in a shared folder; "
    "neither of you can read the other's hand in it."
)
B = TypeVar("B", bound="OptionBox | OptionCheck")
FIRST, LAST = ("captain", "marshal"), ("random",)
"""The computer players that are offered first, and those that are there for trying things out."""


def offered(game: AnyGame) -> list[str]:
    """Return the computer players of a game, a fair opponent first and chance last."""
    known = list(players_of(game))
    middle = [kind for kind in known if kind not in (*FIRST, *LAST)]
    return [kind for kind in (*FIRST, *middle, *LAST) if kind in known]


def _tell_rule(box: OptionBox | OptionCheck, event: QEvent) -> None:
    """Let the tool tip of an option name its rule; the book is opened no sooner than somebody asks."""
    if event.type() == QEvent.Type.ToolTip and box.rule:
        box.setToolTip(called_rule(box.rule, shelf(box.game).names))


class OptionBox(QComboBox):
    """The values of an option, one of which holds."""

    game, rule = "", ""

    def value(self) -> str:
        """Return the value that holds."""
        return str(self.currentData())

    def event(self, event: QEvent) -> bool:
        """Say which rule it is when somebody asks."""
        _tell_rule(self, event)
        return super().event(event)


class OptionCheck(QCheckBox):
    """An option that holds or does not."""

    game, rule = "", ""

    def value(self) -> str:
        """Return the value that holds."""
        return "yes" if self.isChecked() else "no"

    def event(self, event: QEvent) -> bool:
        """Say which rule it is when somebody asks."""
        _tell_rule(self, event)
        return super().event(event)


class SeatsAndRules(QScrollArea):
    """Seats and options: as tall as they need where there is room, else they scroll."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        super().__init__()
        self.games = games
        self.seats: dict[str, QComboBox] = {}
        self.options: dict[str, OptionBox | OptionCheck] = {}
        self.ticked: list[OptionCheck] = []
        self.ticks = QGridLayout()
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
        self._lay_told(len(info.seats) + len(info.options))
        self._add_options(game, info.options, -(-len(info.seats) // 2))
        self.grid.setColumnStretch(1, 1)
        self.grid.setColumnStretch(3, 1)
        # What was just laid in counts only when it is shown, which comes with the next event.
        QTimer.singleShot(0, self, self.show_all)

    def _seat(self, game: AnyGame, name: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(tr("Who plays {seat}", seat=name))
        self._bend(box)
        box.addItem(tr("Person"), PERSON)
        box.addItem(tr("Far away, by post"), AWAY)
        box.setItemData(1, str(ABOUT_POST), Qt.ItemDataRole.ToolTipRole)
        players = players_of(game)
        for kind in offered(game):
            player = players[kind]
            called = tr("{kind} (computer)", kind=capital(str(player.called)))
            box.addItem(called, kind)
            box.setItemData(box.count() - 1, str(player.what), Qt.ItemDataRole.ToolTipRole)
        return box

    @staticmethod
    def _bend(box: QComboBox) -> None:
        """Let a box be narrower than the longest of its lines, so that it is never cut at the edge."""
        box.setMinimumWidth(60)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def _lay_told(self, below: int) -> None:
        """Leave room for what may be expected of the computer players that are chosen."""
        self.told = QLabel(wordWrap=True)
        self.told.setProperty("role", "muted")
        self.told.hide()
        self.grid.addWidget(self.told, below, 0, 1, 4)
        for box in self.seats.values():
            box.currentIndexChanged.connect(lambda _index: self._tell_players())

    def _tell_players(self) -> None:
        """Say in small print what may be expected of each computer player that is chosen."""
        role = Qt.ItemDataRole.ToolTipRole
        chosen = {box.currentText(): box.currentData(role) for box in self.seats.values()}
        lines = [f"<b>{escape(name)}</b>: {escape(what)}" for name, what in chosen.items() if what]
        self.told.setText("<br>".join(lines))
        self.told.setVisible(bool(lines))
        self.show_all()

    @staticmethod
    def _bold(words: str) -> QLabel:
        return QLabel(f"<b>{escape(words)}</b>", wordWrap=True)

    def _add_options(self, game: AnyGame, options: Sequence[Option], below: int) -> None:
        """Lay what has several values two to a row, and below it what holds or does not, up to three to a row."""
        several = [option for option in options if {*option.values} != YES_NO]
        for row, option in enumerate(several, 2 * below):
            title = QLabel(spell("term", option.title), wordWrap=True)
            title.setTextFormat(Qt.TextFormat.PlainText)
            self._lay(title, self._make_box(game, option), row)
        holder = named(QWidget(), "panel")
        self.ticks = QGridLayout(holder)
        self.ticks.setContentsMargins(0, 0, 0, 0)
        self.ticked = [self._make_check(game, one) for one in options if one not in several]
        self._lay_ticks(ABREAST)
        self.grid.addWidget(holder, below + -(-len(several) // 2), 0, 1, 4)

    def _lay_ticks(self, abreast: int) -> None:
        """Lay what holds or does not, so many to a row."""
        for number, box in enumerate(self.ticked):
            self.ticks.removeWidget(box)
            self.ticks.addWidget(box, *divmod(number, abreast))
        for column in range(ABREAST):
            self.ticks.setColumnStretch(column, int(column < abreast))

    def _abreast(self, wide: int) -> int:
        """Return how many of them stand in a row without being cut at the edge."""
        needs, gap = [box.sizeHint().width() for box in self.ticked], self.ticks.horizontalSpacing()
        for abreast in range(min(ABREAST, len(needs)), 1, -1):
            columns = [max(needs[column::abreast]) for column in range(abreast)]
            if sum(columns) + gap * (abreast - 1) <= wide:
                return abreast
        return 1

    def _make_box(self, game: AnyGame, option: Option) -> OptionBox:
        box = OptionBox()
        box.setAccessibleName(spell("term", option.title))
        self._bend(box)
        for value in option.values:
            box.addItem(capital(str(game.term(value))), value)
        box.setCurrentIndex(max(0, box.findData(option.default)))
        return self._offer(game, option, box)

    def _make_check(self, game: AnyGame, option: Option) -> OptionCheck:
        box = OptionCheck(spell("term", option.title))
        box.setChecked(option.default == "yes")
        return self._offer(game, option, box)

    def _offer(self, game: AnyGame, option: Option, box: B) -> B:
        box.game, box.rule = game.id, option.rule
        self.options[option.id] = box
        return box

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
        self._lay_ticks(self._abreast(wide))
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

    def boxes(self) -> list[QWidget]:
        """Return what is chosen from, in the order of the eye."""
        return [*self.seats.values(), *self.options.values()]

    def players(self) -> dict[str, str]:
        """Return who plays each seat."""
        return {seat: box.currentData() for seat, box in self.seats.items()}

    def rules(self) -> dict[str, str]:
        """Return the value of each option."""
        return {name: box.value() for name, box in self.options.items()}
