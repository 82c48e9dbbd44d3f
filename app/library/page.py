"""The start page: games and their scenarios, seats, optional rules, recent and autosaved games."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from grognard.app.keeping import crashed, forget_crash
from grognard.app.library.battles import ROLE, Battles
from grognard.app.library.facts import balance_of, facts_of, lesson_of, own_facts
from grognard.app.library.form import OptionBox, OptionCheck, SeatsAndRules
from grognard.app.library.keptgames import KeptGames
from grognard.app.library.offered import itself, offered
from grognard.app.library.shipped import shipped
from grognard.app.library.thumbnails import Thumbnails
from grognard.app.library.welcome import Welcome
from grognard.app.look import named, serif, symbol
from grognard.app.settings import Settings
from grognard.engines.core.data.text import spell, tr
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import ScenarioInfo


def called(game: AnyGame, title: str) -> str:
    """Return a title with the edition of its game: some battles, and games, have the same name."""
    return f"{spell('term', title)} \N{MIDDLE DOT} {spell('term', game.edition)}"


def words(text: str = "", role: str = "") -> QLabel:
    """Return a wrapping label."""
    made = QLabel(text)
    made.setWordWrap(True)
    if role:
        made.setProperty("role", role)
    return made


class Picture(QLabel):
    """The map of a scenario, filling its frame."""

    def __init__(self) -> None:
        super().__init__()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMinimumSize(200, 48)
        self.setObjectName("card")
        self._full = QPixmap()

    def show_picture(self, picture: QPixmap) -> None:
        """Show a picture (an empty one: the lamp's mark)."""
        self._full = picture
        self._fill()

    def _fill(self) -> None:
        if self._full.isNull():
            self.setPixmap(symbol("grognard", min(96, max(16, self.height() - 8)), "border"))
            return
        mode = Qt.AspectRatioMode.KeepAspectRatio
        smooth = Qt.TransformationMode.SmoothTransformation
        ratio = self.devicePixelRatioF()
        fitted = self._full.scaled(self.size() * ratio, mode, smooth)
        fitted.setDevicePixelRatio(ratio)
        self.setPixmap(fitted)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The picture takes what room is left and asks for none."""
        return self.minimumSize()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fit the picture anew."""
        super().resizeEvent(event)
        self._fill()


class LibraryPage(QWidget):
    """The start page.

    Signals:
        start_wanted(object, object, object, object, str): game, scenario, players, options, seed.
        open_wanted(str): a save is to be opened.
        guide_wanted(str): the guided first game of a game is to begin.
        looked_at(): another battle is looked at.
    """

    start_wanted = Signal(object, object, object, object, str)
    open_wanted = Signal(str)
    guide_wanted = Signal(str)
    looked_at = Signal()

    def __init__(self, games: Mapping[str, AnyGame], settings: Settings) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.games = offered(games)
        self.settings = settings
        self.game: AnyGame | None = None
        self.info: ScenarioInfo | None = None
        self._worn = self.settings.palette
        self._left_open: list[Path] = []
        self.thumbnails = Thumbnails(self)
        self.thumbnails.ready.connect(self._picture_ready)
        self._build()
        self.thumbnails.small.connect(self.battles.show_picture)
        self.thumbnails.show_kept(self._all(), self._worn)
        self._choose_none()
        self.refresh_saves()

    def _all(self) -> list[tuple[AnyGame, ScenarioInfo]]:
        return [item.data(0, ROLE) for item in self.battles.items()]

    def _choose_none(self) -> None:
        """Nothing is chosen before the player chooses: the page greets."""
        self.title.setText(tr("Choose a battle"))
        for part in self._of_a_battle:
            part.hide()
        self.welcome.show()
        self.start.setEnabled(False)

    # -- building ------------------------------------------------------------------------------

    def _build(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(22, 12, 22, 14)
        outer.addLayout(self._head())
        self.rescue = named(QFrame(), "card")
        self.rescue.hide()
        outer.addWidget(self.rescue)
        columns = QHBoxLayout()
        columns.setSpacing(18)
        self.battles = Battles(self.games)
        self.battles.picked.connect(self._picked)
        self.battles.wanted.connect(self.begin)
        self.tree = self.battles.tree
        self.left = QVBoxLayout()
        self.left.addWidget(self.battles, 1)
        self.saves = KeptGames(self.games, self.settings)
        self.saves.open_wanted.connect(self.open_wanted)
        self.saves.moved.connect(self._offer_rescue)
        columns.addLayout(self.left, 4)
        columns.addLayout(self._middle(), 7)
        columns.addWidget(self.saves, 4)
        outer.addLayout(columns, 1)
        self._order()

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        mark = QLabel()
        mark.setPixmap(symbol("grognard", 44, "accent"))
        title = words("Grognard", "title")
        title.setFont(serif(2.6, bold=True))
        motto = words(tr("Every rule enforced, every refusal and die explained."), "muted")
        motto.setFont(serif(1.15))
        head.addWidget(mark)
        head.addWidget(title)
        head.addSpacing(12)
        head.addWidget(motto, 1)
        return head

    def _middle(self) -> QVBoxLayout:
        column = QVBoxLayout()
        self.title = words("", "heading")
        self.title.setFont(serif(1.9, bold=True))
        self.facts = words("", "muted")
        self.picture = Picture()
        self.about = words("")
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.lesson = words("", "muted")
        self.lesson.setTextFormat(Qt.TextFormat.PlainText)
        self.form_area = SeatsAndRules(self.games)
        self.welcome = Welcome(self.games)
        self.welcome.guide_wanted.connect(self.guide_wanted)
        self.welcome.continue_wanted.connect(self._continue_last)
        column.addWidget(self.title)
        column.addWidget(self.facts)
        column.addWidget(self.welcome, 1)
        column.addWidget(self.picture, 1)
        column.addWidget(self.about)
        column.addWidget(self.lesson)
        column.addWidget(self.form_area)
        column.addLayout(self._foot())
        for label in (self.title, self.facts, self.about, self.lesson):
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._of_a_battle = (self.facts, self.picture, self.about, self.lesson, self.form_area)
        return column

    def _foot(self) -> QHBoxLayout:
        self.foot = row = QHBoxLayout()
        self.seed = QLineEdit(placeholderText=tr("Seed (empty: by chance)"))
        self.seed.setAccessibleName(tr("Seed of the dice"))
        self.start = named(QPushButton(tr("Take your place")), "primary")
        self.start.setMinimumHeight(36)
        self.start.setMinimumWidth(190)
        self.start.clicked.connect(self.begin)
        row.addWidget(self.seed, 1)
        row.addWidget(self.start)
        return row

    def _order(self) -> None:
        """The tabulator follows the eye: battle, seats, options, begin, kept games."""
        stops = [self.battles.search, self.battles.length, self.battles.alone, self.tree]
        stops += [*self.form_area.boxes(), self.seed, self.start]
        stops += [self.saves.search, self.saves.grouping, self.saves.tree]
        for one, other in pairwise(stops):
            self.setTabOrder(one, other)

    # -- games ---------------------------------------------------------------------------------

    @property
    def seat_boxes(self) -> dict[str, QComboBox]:
        """Who plays each seat."""
        return self.form_area.seats

    @property
    def option_boxes(self) -> dict[str, OptionBox | OptionCheck]:
        """The optional rules."""
        return self.form_area.options

    def dress(self) -> None:
        """Take the look in force."""
        self.battles.dress()
        self.saves.dress()
        if self._worn != self.settings.palette:
            self._want_picture()
            self.thumbnails.show_kept(self._all(), self._worn)
            self.thumbnails.go_on(self._worn)

    def select(self, scenario: str) -> bool:
        """Pick a scenario (game/scenario or its id); return whether it is there."""
        return self.battles.select(scenario)

    def _picked(self, game: AnyGame, info: ScenarioInfo) -> None:
        self.game, self.info = game, info
        self.welcome.hide()
        for part in self._of_a_battle:
            part.show()
        self.title.setText(spell("term", info.title))
        self.facts.setText(facts_of(game, info))
        self.about.setText(spell("term", info.summary))
        alone = str(game.alone) if game.alone is not None else ""
        own = own_facts(info)
        told = [part for part in (lesson_of(info), balance_of(info), alone, *own) if part]
        self.lesson.setText(" ".join(told))
        self.lesson.setVisible(bool(told))
        self.picture.show_picture(shipped(info))
        self.form_area.fill(info)
        self._order()
        self.start.setEnabled(True)
        self.looked_at.emit()
        self._want_picture()

    def _want_picture(self) -> None:
        """Ask for the picture of the scenario that is looked at, in the colours of the settings."""
        self._worn = self.settings.palette
        if self.game is not None and self.info is not None:
            self.thumbnails.want(self.game, self.info, self._worn)

    def _picture_ready(self, key: str, picture: QPixmap) -> None:
        if self.info is not None and key == f"{self.info.game}/{self.info.id}":
            self.picture.show_picture(picture)

    def draw_all(self) -> None:
        """Have the pictures that are not kept yet drawn, one after the other, while nothing else is done."""
        self.thumbnails.draw_missing(self._all(), self._worn)

    def begin(self) -> None:
        """Sit down at the chosen scenario."""
        if self.game is None or self.info is None:
            return
        chosen = self.form_area.players(), self.form_area.rules()
        self.start_wanted.emit(itself(self.game), self.info, *chosen, self.seed.text().strip())

    # -- saves ---------------------------------------------------------------------------------

    def refresh_saves(self) -> None:
        """List the kept games again, and offer what a crash left behind and what was played last."""
        self.saves.refresh()
        found = self.saves.last()
        self.welcome.greet(self.saves.told_of(found) if found is not None else "")
        self._offer_rescue()

    def _continue_last(self) -> None:
        found = self.saves.last()
        if found is not None:
            self.open_wanted.emit(str(found.path))

    def _offer_rescue(self) -> None:
        self._left_open = crashed(self.settings.recent)
        self.rescue.setVisible(bool(self._left_open))
        if not self._left_open or self.rescue.layout() is not None:
            return
        row = QHBoxLayout(self.rescue)
        row.addWidget(
            words(f"<b>{tr('A game was not closed properly.')}</b> {tr('Nothing of it is lost.')}"),
            1,
        )
        resume = named(QPushButton(tr("Continue this game")), "primary")
        resume.clicked.connect(self._rescue)
        leave = QPushButton(tr("Not now"))
        leave.clicked.connect(self._forget)
        row.addWidget(resume)
        row.addWidget(leave)

    def _rescue(self) -> None:
        self.rescue.hide()
        self.open_wanted.emit(str(self._left_open[0]))

    def _forget(self) -> None:
        for path in self._left_open:
            forget_crash(path)
        self.rescue.hide()
