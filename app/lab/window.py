"""The lab in a window: what is to be played, how far it is, when it will be done, who wins so far."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.finding import Unusable
from grognard.app.lab.crew import crew_of
from grognard.app.lab.numbers import Numbers, numbers_of
from grognard.app.lab.outcome import told
from grognard.app.lab.plan import Wanted, arms_of
from grognard.app.lab.report import NAME, between
from grognard.app.lab.run import Progress, Run
from grognard.app.lab.store import Store
from grognard.app.lab.task import Refused, tasks_of
from grognard.app.look import serif
from grognard.app.settings import data_folder
from grognard.app.worker import Worker
from grognard.engines.core.data.text import capital, decimal, percent, spell, tr, trn, verbatim
from grognard.engines.core.play.bots import commander_of, players_of
from grognard.engines.core.play.game import AnyGame, ScenarioError

OFTEN = 1.0
"""Seconds between two looks at who wins so far."""
MOST = 100_000
USUAL = 40
ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be played, and by how many processes."""

    wanted: Wanted
    games: int
    hands: int
    folder: Path


class LabWindow(QWidget):
    """Has games played and shows what comes of them.

    Signals:
        went_on(Progress): a game was played.
        came(object): the numbers so far.
    """

    went_on = Signal(object)
    came = Signal(object)

    def __init__(self, games: Mapping[str, AnyGame], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(tr("The lab"))
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.games = games
        self.folder = Path()
        self._wanted = self._busy = False
        self._worker = Worker(patience=10.0)
        self._build()
        self.went_on.connect(self._show_progress)
        self.came.connect(self._show_numbers)
        self._fill_players()
        self.resize(760, 620)

    # -- what there is -----------------------------------------------------------------------

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 18, 14)
        about = QLabel(
            tr(
                "The computer plays a scenario many times over and reports who wins, how surely, where and why. Stop whenever you like: the games can be taken up again another time."
            )
        )
        about.setWordWrap(True)
        layout.addWidget(about)
        self.form = QFormLayout()
        self.scenario = QComboBox()
        for game in self.games.values():
            for info in game.scenarios():
                if not info.problems:
                    title, edition = spell("term", info.title), spell("term", game.edition)
                    self.scenario.addItem(f"{title} \N{MIDDLE DOT} {edition}", (game.id, info.id))
        self.scenario.currentIndexChanged.connect(self._fill_players)
        self.form.addRow(tr("Scenario"), self.scenario)
        self.seats = QHBoxLayout()
        self.form.addRow(tr("Players"), self.seats)
        self.swap = QCheckBox(tr("The players also change seats"))
        self.form.addRow("", self.swap)
        self.count, self.hands = QSpinBox(), QSpinBox()
        self.count.setRange(1, MOST)
        self.count.setValue(USUAL)
        self.hands.setRange(1, max(1, os.cpu_count() or 1))
        self.hands.setValue(max(1, (os.cpu_count() or 2) - 1))
        self.form.addRow(tr("Games"), self.count)
        self.form.addRow(tr("Processes"), self.hands)
        layout.addLayout(self.form)
        for name, box in ((tr("Scenario"), self.scenario), (tr("Games"), self.count)):
            box.setAccessibleName(name)
        self.hands.setAccessibleName(tr("Processes"))
        layout.addLayout(self._buttons())
        self.bar = QProgressBar()
        self.bar.setRange(0, 1)
        self.bar.setValue(0)
        self.bar.setAccessibleName(tr("Progress"))
        self.left = QLabel(tr("Nothing has been played yet."))
        self.left.setWordWrap(True)
        layout.addWidget(self.bar)
        layout.addWidget(self.left)
        heading = QLabel(tr("So far"))
        heading.setFont(serif(1.3, bold=True))
        layout.addWidget(heading)
        self.table = QTableWidget(0, 6)
        heads = [tr("Seat"), tr("Player"), tr("Games"), tr("Wins"), tr("95\u202f%"), tr("Points")]
        self.table.setHorizontalHeaderLabels(heads)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setAccessibleName(tr("Results so far"))
        layout.addWidget(self.table, 1)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.start = QPushButton(tr("Play"))
        self.stop = QPushButton(tr("Stop"))
        self.stop.setEnabled(False)
        self.report = QPushButton(tr("Open the report"))
        self.report.setEnabled(False)
        self.start.clicked.connect(self.play)
        self.stop.clicked.connect(self.halt)
        self.report.clicked.connect(self.open_report)
        for button in (self.start, self.stop, self.report):
            row.addWidget(button)
        row.addStretch(1)
        return row

    def choose(self, game: str, scenario: str) -> None:
        """Show a scenario, the one that is looked at in the library."""
        for index in range(self.scenario.count()):
            if tuple(self.scenario.itemData(index)) == (game, scenario):
                self.scenario.setCurrentIndex(index)

    def _chosen(self) -> tuple[AnyGame, str]:
        game, scenario = self.scenario.currentData()
        return self.games[game], scenario

    def _fill_players(self) -> None:
        """Offer the players of the game for each seat, the captain where there is one."""
        while (item := self.seats.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self.players: list[QComboBox] = []
        if self.scenario.count() == 0:
            self.start.setEnabled(False)
            return
        game, scenario = self._chosen()
        info = next(one for one in game.scenarios() if one.id == scenario)
        for seat in info.seats:
            name = spell("seat", seat.name)
            box = QComboBox()
            box.setAccessibleName(name)
            for player, bot in players_of(game).items():
                box.addItem(capital(str(bot.called)), player)
            box.setCurrentIndex(max(0, box.findData(commander_of(game))))
            self.players.append(box)
            self.seats.addWidget(QLabel(name))
            self.seats.addWidget(box)

    # -- playing -----------------------------------------------------------------------------

    def order(self) -> Order:
        """Return what is asked for; the same games go into the same folder."""
        game, scenario = self._chosen()
        bots = [box.currentData() for box in self.players]
        name = "-".join([game.id, scenario, *bots])
        wanted = Wanted((f"{game.id}/{scenario}",), ",".join(bots), swap=self.swap.isChecked())
        folder = data_folder() / "lab" / name
        return Order(wanted, self.count.value(), self.hands.value(), folder)

    def play(self) -> None:
        """Begin, or go on with what was stopped."""
        order = self.order()
        self.folder = order.folder
        self._wanted = True
        self._running(on=True)
        self.left.setText(tr("The first games are being played."))
        self._worker.start(lambda: self._played(order), self._done, self._failed, newest=True)

    def halt(self) -> None:
        """Stop: games that are not over are played another time."""
        self._wanted = False
        self.left.setText(tr("Stopping, and writing the report of what was played."))

    def _played(self, order: Order) -> Numbers:
        """Play in the worker's thread, and write the report."""
        arms = arms_of(order.wanted)
        tasks = tasks_of(arms, range(1, order.games + 1))
        store = Store(order.folder)
        looked = [0.0]

        def on(progress: Progress) -> None:
            self.went_on.emit(progress)
            if time.monotonic() - looked[0] > OFTEN:
                self.came.emit(numbers_of(arms, store.games(), {}))
                looked[0] = time.monotonic()

        try:
            store.plan(tasks, {"games": len(tasks)})
            crew = crew_of(order.hands, None)
            Run(tasks, crew, store, lambda: self._wanted, on).play()
            return told(order.folder, store, arms)
        finally:
            store.close()

    def _done(self, numbers: Numbers) -> None:
        self._running(on=False)
        self._show_numbers(numbers)
        played = sum(arm["games"] for arm in numbers["arms"])
        faults = sum(len(arm["faults"]) for arm in numbers["arms"])
        words = [trn("{n} game was played.", "{n} games were played.", n=played)]
        if faults:
            words.append(trn("{n} did not finish.", "{n} did not finish.", n=faults))
        words.append(tr("The report lies in {path}.", path=verbatim(str(self.folder))))
        self.left.setText(" ".join(words))
        self.report.setEnabled(True)

    def _failed(self, wrong: Exception) -> None:
        self._running(on=False)
        if not isinstance(wrong, Refused | Unusable | ScenarioError | OSError):
            raise wrong
        self.left.setText(str(wrong))

    def _running(self, *, on: bool) -> None:
        self._busy = on
        for box in (self.scenario, self.swap, self.count, self.hands, self.start, *self.players):
            box.setEnabled(not on)
        self.stop.setEnabled(on)

    # -- showing -----------------------------------------------------------------------------

    def _show_progress(self, progress: Progress) -> None:
        self.bar.setRange(0, progress.of)
        self.bar.setValue(progress.done)
        words = [tr("{n} of {all} games", n=progress.done, all=progress.of)]
        left = progress.left
        if left is not None and self._wanted:
            words.append(_about(left))
        if self._wanted:
            self.left.setText("; ".join(words))

    def _show_numbers(self, numbers: Numbers) -> None:
        rows = []
        for arm in numbers["arms"]:
            names = {seat: spell("seat", about["name"]) for seat, about in arm["seats"].items()}
            for seat, won in arm["wins"].items():
                player = capital(self._called(arm["players"][seat]))
                interval = between(won["low"], won["high"])
                points = decimal(arm["points"][seat]["mean"])
                games = str(arm["games"])
                rows.append([names[seat], player, games, percent(won["share"]), interval, points])
        self.table.setRowCount(len(rows))
        for number, row in enumerate(rows):
            for column, words in enumerate(row):
                self.table.setItem(number, column, QTableWidgetItem(words))

    def _called(self, player: str) -> str:
        game, _ = self._chosen()
        return str(players_of(game)[player].called)

    def open_report(self) -> None:
        """Show the report in whatever shows pages on this machine."""
        path = self.folder / NAME
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            words = tr(
                "No program on this machine opens it. The report is at {path}.",
                path=verbatim(str(path)),
            )
            self.left.setText(words)

    def may_close(self) -> bool:
        """Ask whether the games that are being played may be left; yes, where none is."""
        if not (self._busy and self._wanted):
            return True
        kinds = QMessageBox.StandardButton
        words = tr(
            "The lab is playing. Stop it? Finished games are kept; the others can be played another time."
        )
        over = self if self.isVisible() else self.parentWidget()
        if (
            QMessageBox.question(over, tr("The lab"), words, kinds.Yes | kinds.No, kinds.No)
            == kinds.Yes
        ):
            self.halt()
        return not self._wanted

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Stop, once that is confirmed; what was played is kept."""
        if not self.may_close():
            event.ignore()
            return
        self._worker.finish()
        super().closeEvent(event)


def _about(seconds: float) -> str:
    """Return how long the rest will take."""
    if seconds < 90:
        return trn("about {n} second left", "about {n} seconds left", n=max(1, round(seconds)))
    return trn("about {n} minute left", "about {n} minutes left", n=round(seconds / 60))
