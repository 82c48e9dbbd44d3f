"""The start page: games and their scenarios, seats, optional rules, recent and autosaved games."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.keeping import crashed, forget_crash
from app.library.keptgames import KeptGames
from app.library.thumbnails import Thumbnails
from app.look import away, look, named, serif, symbol
from app.rulebook.shelf import shelf
from app.rulenames import called as called_rule
from app.settings import Settings
from engines.core.data.text import capital, spell, tr, trn, verbatim
from engines.core.play.bots import players_of
from engines.core.play.game import AnyGame
from engines.core.play.setups import Option, ScenarioInfo

ROLE = Qt.ItemDataRole.UserRole
PERSON = "person"


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


class FormArea(QScrollArea):
    """Who plays and by which options: as tall as that needs where there is room, else it scrolls."""

    tall = 0

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room that shows all of it."""
        return QSize(super().sizeHint().width(), self.tall)


class LibraryPage(QWidget):
    """The start page.

    Signals:
        start_wanted(object, object, object, object, str): game, scenario, players, options, seed.
        open_wanted(str): a save is to be opened.
    """

    start_wanted = Signal(object, object, object, object, str)
    open_wanted = Signal(str)

    def __init__(self, games: Mapping[str, AnyGame], settings: Settings) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.games = dict(games)
        self.settings = settings
        self.game: AnyGame | None = None
        self.info: ScenarioInfo | None = None
        self.seat_boxes: dict[str, QComboBox] = {}
        self.option_boxes: dict[str, QComboBox] = {}
        self._worn = self.settings.palette
        self._left_open: list[Path] = []
        self.thumbnails = Thumbnails(self)
        self.thumbnails.ready.connect(self._picture_ready)
        self._build()
        self._fill_games()
        self._choose_none()
        self.refresh_saves()

    def _choose_none(self) -> None:
        """Nothing is chosen before the player chooses."""
        self.title.setText(tr("Choose a battle"))
        self.form_area.hide()
        self.start.setEnabled(False)
        self.picture.show_picture(QPixmap())

    # -- building ------------------------------------------------------------------------------

    def _build(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(22, 12, 22, 14)
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
        outer.addLayout(head)
        self.rescue = named(QFrame(), "card")
        self.rescue.hide()
        outer.addWidget(self.rescue)
        columns = QHBoxLayout()
        columns.setSpacing(18)
        self.left = self._left()
        columns.addLayout(self.left, 3)
        columns.addLayout(self._middle(), 6)
        self.saves = KeptGames(self.games, self.settings)
        self.saves.open_wanted.connect(self.open_wanted)
        self.saves.moved.connect(self._offer_rescue)
        columns.addWidget(self.saves, 3)
        outer.addLayout(columns, 1)

    def _heading(self, text: str) -> QLabel:
        made = words(text, "heading")
        made.setFont(serif(1.35, bold=True))
        return made

    def _left(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.addWidget(self._heading(tr("Games")))
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(tr("Games and scenarios"))
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(14)
        self.tree.setWordWrap(True)
        self.tree.currentItemChanged.connect(self._picked)
        self.tree.itemDoubleClicked.connect(lambda _item: self.begin())
        column.addWidget(self.tree, 1)
        return column

    def _middle(self) -> QVBoxLayout:
        column = QVBoxLayout()
        self.title = self._heading("")
        self.title.setFont(serif(1.9, bold=True))
        self.facts = words("", "muted")
        self.picture = Picture()
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.about = words("")
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(self.title)
        column.addWidget(self.facts)
        column.addWidget(self.picture, 1)
        column.addWidget(self.about)
        self.form_holder = named(QWidget(), "panel")
        self.form = QGridLayout(self.form_holder)
        self.form.setContentsMargins(0, 4, 0, 4)
        self.form_area = area = FormArea()
        area.setWidgetResizable(True)
        area.setWidget(self.form_holder)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(area)
        self.foot = row = QHBoxLayout()
        self.seed = QLineEdit(placeholderText=tr("Seed of the dice (empty: by chance)"))
        self.seed.setAccessibleName(tr("Seed of the dice"))
        self.start = named(QPushButton(tr("Take your place")), "primary")
        self.start.setMinimumHeight(36)
        self.start.setMinimumWidth(190)
        self.start.clicked.connect(self.begin)
        row.addWidget(self.seed, 1)
        row.addWidget(self.start)
        column.addLayout(row)
        return column

    # -- games ---------------------------------------------------------------------------------

    def _fill_games(self) -> None:
        for game in self.games.values():
            head = QTreeWidgetItem(
                self.tree, [f"{spell('term', game.title)}\n{spell('term', game.edition)}"]
            )
            self._dress_head(head)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            try:
                scenarios = game.scenarios()
            except Exception as wrong:  # noqa: BLE001 - one bad game must not hide the others
                item = QTreeWidgetItem(head, [tr("Cannot be listed; the tooltip says why")])
                item.setToolTip(0, str(wrong)[:1500])
                continue
            for info in scenarios:
                item = QTreeWidgetItem(head, [spell("term", info.title)])
                if info.problems:
                    item.setFlags(Qt.ItemFlag.NoItemFlags)
                    item.setText(
                        0,
                        tr("{title}: has faults, see the tooltip", title=spell("term", info.title)),
                    )
                    item.setToolTip(0, "\n".join(map(str, info.problems))[:1500])
                    continue
                item.setToolTip(0, spell("term", info.summary))
                item.setData(0, ROLE, (game, info))
        self.tree.expandAll()

    def dress(self) -> None:
        """Take the look in force."""
        for index in range(self.tree.topLevelItemCount()):
            self._dress_head(self.tree.topLevelItem(index))
        self.saves.dress()
        if self._worn != self.settings.palette:
            self._want_picture()

    def _dress_head(self, head: QTreeWidgetItem | None) -> None:
        if head is not None:
            head.setFont(0, serif(1.15, bold=True))
            head.setForeground(0, QBrush(QColor(look()["title"])))

    def select(self, scenario: str) -> bool:
        """Pick a scenario (game/scenario or its id); return whether it is there."""
        for index in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(index)
            for row in range(head.childCount() if head is not None else 0):
                item = head.child(row) if head is not None else None
                data = item.data(0, ROLE) if item is not None else None
                if (
                    item is not None
                    and data
                    and scenario in (data[1].id, f"{data[1].game}/{data[1].id}")
                ):
                    self.tree.setCurrentItem(item)
                    return True
        return False

    def _picked(self, item: QTreeWidgetItem | None) -> None:
        data = item.data(0, ROLE) if item is not None else None
        if not data:
            return
        self.game, self.info = data
        game, info = data
        self.title.setText(spell("term", info.title))
        hours, minutes = divmod(info.minutes, 60)
        length = (tr("{n} h", n=hours) + " " if hours else "") + (
            tr("{n} min", n=minutes) if minutes or not hours else ""
        )
        turns = trn("{n} turn", "{n} turns", n=info.turns)
        about = tr("about {length}", length=verbatim(length.strip()))
        self.facts.setText(
            f"{spell('term', info.date)} · {turns} · {about} · {spell('term', game.edition)}"
        )
        self.about.setText(spell("term", info.summary))
        self.picture.show_picture(QPixmap())
        self._fill_form(info)
        self.form_area.show()
        self.start.setEnabled(True)
        QTimer.singleShot(0, self, self._want_picture)

    def _want_picture(self) -> None:
        """Ask for the picture of the scenario that is looked at, in the colours of the settings."""
        if self.game is not None and self.info is not None:
            self._worn = self.settings.palette
            self.thumbnails.want(self.game, self.info, self._worn)

    def _fill_form(self, info: ScenarioInfo) -> None:
        while self.form.count():
            item = self.form.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                away(widget)
        self.seat_boxes, self.option_boxes = {}, {}
        players = players_of(self.games[info.game])
        for row, seat in enumerate(info.seats):
            box = QComboBox()
            box.setAccessibleName(tr("Who plays {seat}", seat=seat.name))
            box.addItem(tr("Person"), PERSON)
            for kind, player in players.items():
                box.addItem(tr("Computer, {kind}", kind=player.called), kind)
                box.setItemData(box.count() - 1, str(player.what), Qt.ItemDataRole.ToolTipRole)
            self.seat_boxes[seat.id] = box
            self._lay(words(f"<b>{escape(spell('seat', seat.name))}</b>"), box, row)
        below = len(info.seats) + len(info.options)
        who = "<br>".join(
            f"<b>{escape(capital(str(player.called)))}</b>: {escape(str(player.what))}"
            for player in players.values()
        )
        self.form.addWidget(words(who, "muted"), below, 0, 1, 4)
        for row, option in enumerate(info.options, -(-len(info.seats) // 2) * 2):
            self._add_option(self.games[info.game], option, row)
        self.form.setColumnStretch(1, 1)
        self.form.setColumnStretch(3, 1)
        # What was just laid in counts only when it is shown, which comes with the next event.
        QTimer.singleShot(0, self, self._show_all_options)

    def _show_all_options(self) -> None:
        """All options stand in sight as far as the page has room for them; the picture gives way."""
        margins = self.form.contentsMargins()
        wide = max(1, self.form_area.viewport().width() - margins.left() - margins.right())
        tall = max(self.form.sizeHint().height(), self.form.totalHeightForWidth(wide)) + 4
        self.form_area.setMaximumHeight(tall)
        self.form_area.tall = tall
        self.form_area.updateGeometry()
        if (laid := self.layout()) is not None:
            laid.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Give the options their room anew."""
        super().resizeEvent(event)
        self._show_all_options()

    def _add_option(self, game: AnyGame, option: Option, row: int) -> None:
        box = OptionBox(game.id, option.rule)
        called = spell("term", option.title)
        box.setAccessibleName(called)
        box.setMinimumWidth(60)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for value in option.values:
            box.addItem(capital(str(game.term(value))), value)
        box.setCurrentIndex(max(0, box.findData(option.default)))
        self.option_boxes[option.id] = box
        title = words(called)
        title.setTextFormat(Qt.TextFormat.PlainText)
        self._lay(title, box, row)

    def _lay(self, title: QLabel, box: QComboBox, number: int) -> None:
        """Two to a row, so that many options need no scroller."""
        row, beside = divmod(number, 2)
        self.form.addWidget(title, row, 2 * beside)
        self.form.addWidget(box, row, 2 * beside + 1)

    def _picture_ready(self, key: str, picture: QPixmap) -> None:
        if self.info is not None and key == f"{self.info.game}/{self.info.id}":
            self.picture.show_picture(picture)

    def begin(self) -> None:
        """Sit down at the chosen scenario."""
        if self.game is None or self.info is None:
            return
        players = {seat: box.currentData() for seat, box in self.seat_boxes.items()}
        options = {name: box.currentData() for name, box in self.option_boxes.items()}
        self.start_wanted.emit(self.game, self.info, players, options, self.seed.text().strip())

    # -- saves ---------------------------------------------------------------------------------

    def refresh_saves(self) -> None:
        """List the kept games again, and offer what a crash left behind."""
        self.saves.refresh()
        self._offer_rescue()

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
