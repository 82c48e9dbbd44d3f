"""The board with the panels around it, and where each has its place."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QTabWidget, QVBoxLayout, QWidget

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.map.key import MapKey
from grognard.app.board.minimap import Minimap
from grognard.app.board.port import BoardPort
from grognard.app.board.theme import load_theme
from grognard.app.rulebook.panel import RulebookPanel
from grognard.app.rulebook.shelf import Shelf
from grognard.app.rulenames import NAMES, speak_of_rules
from grognard.app.settings import Settings
from grognard.app.table.model.advising import Advising
from grognard.app.table.model.hand import Hand
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.odds import Odds
from grognard.app.table.model.overlays import Overlays
from grognard.app.table.panels.battleboard import BattleBoard
from grognard.app.table.panels.bottom import Bottom
from grognard.app.table.panels.card import Card
from grognard.app.table.panels.cardhand import CardHand
from grognard.app.table.panels.curtain import Curtain
from grognard.app.table.panels.dice import DicePanel
from grognard.app.table.panels.displays import Displays
from grognard.app.table.panels.inspector import Inspector
from grognard.app.table.panels.log import LogPanel
from grognard.app.table.panels.replaybar import ReplayBar
from grognard.app.table.panels.roster import Roster
from grognard.app.table.panels.tray import Tray
from grognard.app.table.prompt.prompt import PromptPanel
from grognard.app.table.verdict.card import VerdictCard
from grognard.app.worker import Worker
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.game import registry
from grognard.engines.core.show.views import SequenceLine
from grognard.engines.core.think.crew import Crew

TABS = ("unit", "log", "turn", "roster", "dice", "rules")
LEFT, RIGHT, WIDE = 264, 228, 430
"""Widths in pixels of the prompt, of the side panel, and of that where more is to be read in it."""
MOST_RIGHT, EDGES = 330, 4
"""The side panel is at most so wide because of the words on its tabs, with so much for its edges."""
MOST_LEFT = 0.3
"""Large letters widen the prompt to no more than this part of the window."""


class Furniture(QWidget):
    """A table laid: the board in the middle, the prompt on its left, tabs on its right, tracks below."""

    def __init__(self, model: TableModel, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("page")
        self.model, self.settings = model, settings
        self.theme = load_theme(model.game.id)
        self.theme.dark = settings.surround == "dark"
        self.theme.wear(settings.palette)
        model.bearing = self.theme.bearing
        self._letters = settings.scale
        self.workers = tuple(Worker(courteous=True) for _ in range(4))
        self.overlays = Overlays(model, self.workers[0])
        self.overlays.start_with(self.theme.node("overlays.start"))
        self.odds = Odds(model, self.workers[1])
        self.advising = Advising(model, self.workers[2], self.crew)
        self.hand = Hand(model, self.overlays)
        self._make_board()
        self._make_panels()
        self._lay_out()

    def crew(self) -> Crew | None:
        """The processes that play imagined games, begun when they are first wanted."""
        if self._crew is None and self.model.game.id in registry.games():
            self._crew = Crew(self.model.game, self.model.session.setup)
        return self._crew

    _crew: Crew | None = None

    def _make_board(self) -> None:
        self.canvas = BoardCanvas()
        self.board: BoardPort = self.canvas
        self.canvas.setAccessibleName(tr("Board"))
        self.canvas.setMinimumSize(200, 150)
        self.board.set_board(self.model.board, self.theme, patient=False)
        self._add_key()

    def _add_key(self) -> None:
        """Put cartouche, legend, compass and scale bar on the board, folded as they were left."""
        ground = self.canvas.ground
        if ground is None:
            return
        key = MapKey(self.model.board, self.theme, ground.unit, self.model.game.term, self.canvas)
        key.turned.connect(lambda part, on: self.settings.fold(part, on=on))
        self.canvas.key = key
        self.settings.changed.connect(self._fold_key)
        self._fold_key("folded")

    def _fold_key(self, setting: str) -> None:
        if setting == "folded" and self.canvas.key is not None:
            self.canvas.key.folded = self.settings.folded
            self.canvas.update()

    def _make_panels(self) -> None:
        self.prompt = PromptPanel(self.model, self.odds, self.theme)
        self.inspector = Inspector(self.model.game.term, self.single, self._quiet)
        self.log = LogPanel(self.model.game.called, self.model.game.tallies)
        self.log.can_undo = self.model.can_undo_to
        self.displays = Displays(self.theme)
        self.roster = Roster(self.model.game.term)
        self.dice = DicePanel(self.model.seats, self.model.game.called)
        self.rulebook = self._rulebook()
        self.bottom = Bottom()
        self.replay = ReplayBar()
        self.tray = Tray(self.theme, self.model.game.term)
        self.cards = CardHand(self.theme, self, self.canvas)
        self.battle = BattleBoard(self.theme, self.model.game.called, self.model.game.term, self)
        self.since = Card(self, tr("Watch it step by step"), tr("Go on"))
        self.sending = Card(self, tr("Show the file"))
        self.whys = Card(self, tr("Open the rulebook"))
        self.counsel = Card(self, tr("Choose this"))
        self.ending = VerdictCard(self, self.theme)
        self.sheets = (self.since, self.ending, self.whys, self.counsel, self.sending)
        self.curtain = Curtain(self.settings, self)
        self.curtain.pins = self.model.keeper.pins

    @property
    def single(self) -> Collection[str]:
        """Names of values that are not added up for a stack."""
        return self.theme.names("values.single")

    @property
    def _quiet(self) -> Collection[str]:
        """The states that the theme calls quiet: told, but no cause for alarm."""
        badges = self.theme.node("badges") or {}
        return {name for name in badges if self.theme.get(f"badges.{name}.quiet")}

    def _rulebook(self) -> RulebookPanel:
        own = Shelf(self.model.game)
        self.shelf = own
        rules = own.book.rules.values() if own.book is not None else ()
        NAMES.speak_of({rule.id: rule.title for rule in rules})
        speak_of_rules()
        panel = RulebookPanel(own.book, "\n".join(map(str, own.problems)), self.sequence)
        panel.shelf = own
        return panel

    def sequence(self) -> tuple[SequenceLine, ...]:
        """The sequence of play with its mark; the session is another one after a fork."""
        return self.model.session.sequence()

    def _lay_out(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(tr("Side panel"))
        self.tabs.setMinimumWidth(1)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.tabBar().setElideMode(Qt.TextElideMode.ElideNone)
        panels = (self.inspector, self.log, self.displays, self.roster, self.dice, self.rulebook)
        for panel, title in zip(
            panels,
            (tr("Unit"), tr("Log"), tr("Turn"), tr("Army"), tr("Dice"), tr("Rules")),
            strict=True,
        ):
            self.tabs.addTab(panel, title)
        self.tabs.setCurrentWidget(self.log)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        for widget in (self.prompt, self.canvas, self.tabs):
            self.split.addWidget(widget)
        for index, stretch in enumerate((0, 1, 0)):
            self.split.setStretchFactor(index, stretch)
        self.split.setHandleWidth(3)
        self._share_out()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.split, 1)
        column.addWidget(self.replay)
        column.addWidget(self.cards)
        column.addWidget(self.tray)
        column.addWidget(self.bottom)
        self._add_minimap()

    def _add_minimap(self) -> None:
        self.minimap = Minimap(self.canvas)
        self.minimap.setParent(self.canvas)
        self.minimap.setAccessibleName(tr("Minimap"))
        self.minimap.show()
        self.canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Keep the minimap in its corner."""
        if event.type() == QEvent.Type.Resize and watched is self.canvas:
            self._place_minimap()
        return super().eventFilter(watched, event)

    def show_all(self) -> None:
        """Show every piece, none under what lies over the board."""
        away = self.minimap.isHidden()
        self.board.show_all([] if away else [QRectF(self.minimap.geometry())])
        if away and self.minimap.isVisible():  # closer to the pieces it is of use again
            self.board.show_all([QRectF(self.minimap.geometry())])

    def under_minimap(self, at: QPoint) -> bool:
        """Whether a point of the board lies under the minimap."""
        return self.minimap.isVisible() and self.minimap.geometry().contains(at)

    def _place_minimap(self) -> None:
        size = self.minimap.sizeHint()
        self.minimap.resize(size)
        x = self.canvas.width() - size.width() - 10
        self.minimap.move(x, self.canvas.height() - size.height() - 10)

    def widen(self, on: bool) -> None:
        """Widen the side panel, or make it narrow again."""
        left, _, _ = self.split.sizes()
        right = WIDE if on else self.right_wanted()
        self.split.setSizes([left, max(200, self.width() - left - right), right])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the curtain over everything."""
        super().resizeEvent(event)
        self._place_minimap()
        self.curtain.setGeometry(self.rect())

    @property
    def layout_name(self) -> str:
        """Under which the place of the splitter is remembered: another for letters that ask for another."""
        right = self.right_wanted()
        return f"table {self.left_wanted()}" + (f" {right}" if right > RIGHT else "")

    def layout_state(self) -> QByteArray:
        """Return where the splitter stands."""
        return self.split.saveState()

    def restore_layout(self, state: QByteArray | None) -> None:
        """Put the splitter where it was."""
        if state is None or not self.split.restoreState(state):
            self._share_out()

    def left_wanted(self) -> int:
        """Return how wide the prompt is, by the size of the letters."""
        return round(LEFT * max(1.0, self.settings.scale))

    def right_wanted(self) -> int:
        """Return how wide the side panel is: so that the words on its tabs are seen whole."""
        return max(RIGHT, min(MOST_RIGHT, self.tabs.tabBar().sizeHint().width() + EDGES))

    def _share_out(self) -> None:
        """Share the width out as the letters and the words ask for; the board has what is left."""
        wide = self.width() if self.isVisible() else 1366
        left = min(self.left_wanted(), max(LEFT, round(MOST_LEFT * wide)))
        right = self.right_wanted()
        self.split.setSizes([left, wide - left - right, right])

    def fit_letters(self) -> None:
        """Letters of another size: the prompt takes the width that they ask for."""
        if self._letters != self.settings.scale:
            self._letters = self.settings.scale
            self._share_out()
