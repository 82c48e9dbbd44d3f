"""The quick balance: games between computer players while one looks on, and a way to stop them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from grognard.app.lab.balance import GAMES, Balance, balance, player_of
from grognard.app.lab.crew import Crew, crew_of
from grognard.app.lab.run import Progress
from grognard.app.worker import Worker
from grognard.engines.core.data.text import capital, named, tr, trn, verbatim
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import AnySetup


class BalanceDialog(QDialog):
    """Who plays how many games, and what has come of them.

    Signals:
        told(object, object): Progress and Balance after each game.
        over(): no game is played any more.
    """

    told = Signal(object, object)
    over = Signal()

    def __init__(
        self, game: AnyGame, setup: AnySetup, parent: QWidget, crew: Crew | None = None
    ) -> None:
        super().__init__(parent)
        self.game, self.setup, self._crew = game, setup, crew
        self._worker = Worker()
        self._wanted = False
        self.setWindowTitle(tr("Quick balance"))
        self.setMinimumWidth(420)
        column = QVBoxLayout(self)
        form = QFormLayout()
        self.player = QComboBox()
        for name, player in players_of(game).items():
            self.player.addItem(capital(str(player.called)), name)
        self.player.setCurrentIndex(self.player.findData(player_of(game)))
        form.addRow(tr("Played by"), self.player)
        self.games = QSpinBox()
        self.games.setRange(1, 200)
        self.games.setValue(GAMES)
        form.addRow(tr("Games"), self.games)
        column.addLayout(form)
        self.bar = QProgressBar()
        column.addWidget(self.bar)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.words)
        row = QHBoxLayout()
        self.go = QPushButton(tr("Play"))
        self.go.clicked.connect(self.begin)
        self.halt = QPushButton(tr("Stop"))
        self.halt.clicked.connect(self.stop)
        self.halt.setEnabled(False)
        row.addStretch(1)
        row.addWidget(self.go)
        row.addWidget(self.halt)
        column.addLayout(row)
        self.told.connect(self._show)

    def begin(self) -> None:
        """Play the games."""
        games, player = self.games.value(), str(self.player.currentData())
        self.bar.setRange(0, games)
        self.bar.setValue(0)
        self.words.setText(tr("The computer plays..."))
        self._wanted = True
        self._enable()

        def play() -> Balance:
            return balance(
                self.game,
                self.setup,
                self._crew or crew_of(None, None),
                player=player,
                games=games,
                wanted=lambda: self._wanted,
                told=self.told.emit,
            )

        self._worker.start(play, self._done, self._failed)

    def stop(self) -> None:
        """Play no further; what was played counts."""
        self._wanted = False

    def _done(self, found: Balance) -> None:
        self._wanted = False
        self._enable()
        self.words.setText(self.told_of(found))
        self.over.emit()

    def _failed(self, fault: Exception) -> None:
        self._wanted = False
        self._enable()
        self.words.setText(tr("It could not be played: {why}", why=verbatim(str(fault)[:300])))
        self.over.emit()

    def _enable(self) -> None:
        self.go.setEnabled(not self._wanted)
        self.halt.setEnabled(self._wanted)

    def _show(self, progress: Progress, found: Balance) -> None:
        self.bar.setValue(progress.done)
        self.words.setText(self.told_of(found))

    def told_of(self, found: Balance) -> str:
        """Return the score in words."""
        if not found.games:
            return tr("No game has been played.")
        lines = [trn("{n} game", "{n} games", n=found.games)]
        for seat in self.setup.info.seats:
            low, high = found.shares.get(seat.id, (0.0, 1.0))
            lines.append(
                tr(
                    "{seat}: {n} won; in the long run {low} to {high} of 100",
                    seat=named("seat", seat.name),
                    n=found.wins.get(seat.id, 0),
                    low=round(low * 100),
                    high=round(high * 100),
                )
            )
        if found.draws:
            lines.append(trn("{n} draw", "{n} draws", n=found.draws))
        lines.append(tr("{n} turns on average", n=f"{found.turns:.1f}"))
        lines += [str(verbatim(fault[:200])) for fault in found.faults[:3]]
        return "\n".join(lines)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Stop, and wait for the processes to end."""
        self.stop()
        self._worker.finish()
        super().closeEvent(event)

    def reject(self) -> None:
        """Esc closes it as the window's cross does."""
        self.close()
