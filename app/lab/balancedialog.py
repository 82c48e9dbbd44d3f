"""The quick balance: games between computer players while one looks on, and a way to stop them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
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

from grognard.app.editor.sharing.played import (
    Played,
    digest_of,
    files_of,
    keep,
    last_of,
    told_lines,
)
from grognard.app.lab.balance import GAMES, Balance, balance, player_of
from grognard.app.lab.crew import Crew, crew_of
from grognard.app.lab.run import Progress
from grognard.app.worker import Worker
from grognard.engines.core.data.text import capital, decimal, named, tr, trn, verbatim
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
        self,
        game: AnyGame,
        setup: AnySetup,
        parent: QWidget,
        crew: Crew | None = None,
        folder: Path | None = None,
    ) -> None:
        """Show it; its last result is kept in `folder`, beside the scenario."""
        super().__init__(parent)
        self.game, self.setup, self._crew, self.folder = game, setup, crew, folder
        self._files = files_of(folder) if folder is not None else {}
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
        beside = QHBoxLayout()
        self.words, self.before = QLabel(), QLabel()
        for words in (self.words, self.before):
            words.setWordWrap(True)
            words.setAlignment(Qt.AlignmentFlag.AlignTop)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            beside.addWidget(words, 1)
        self.before.setProperty("role", "muted")
        self._last = last_of(folder) if folder is not None else None
        self._show_last()
        column.addLayout(beside)
        row = QHBoxLayout()
        self.go = QPushButton(tr("Play"))
        self.go.clicked.connect(self.begin)
        self.halt = QPushButton(tr("Stop"))
        self.halt.clicked.connect(self.stop)
        self.halt.setEnabled(False)
        self.leave = QPushButton(tr("Close"))
        self.leave.clicked.connect(self.reject)
        row.addStretch(1)
        for button in (self.go, self.halt, self.leave):
            row.addWidget(button)
        column.addLayout(row)
        self.told.connect(self._show)

    def begin(self) -> None:
        """Play the games."""
        games, player = self.games.value(), str(self.player.currentData())
        self._show_last()
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
        self._keep(found)
        self.over.emit()

    def _keep(self, found: Balance) -> None:
        """Keep what came of the games as the last result; games that failed tell nothing."""
        if not found.games or found.faults:
            return
        self._last = Played(
            of=digest_of(self._files),
            player=str(self.player.currentData()),
            games=found.games,
            draws=found.draws,
            turns=round(found.turns, 2),
            wins=found.wins,
            points={seat: round(points, 2) for seat, points in found.points.items()},
        )
        if self.folder is not None:
            keep(self.folder, self._last)

    def _show_last(self) -> None:
        """Show the result before this one beside it."""
        last = self._last
        self.before.setVisible(last is not None)
        if last is not None:
            player = players_of(self.game).get(last.player)
            who = capital(str(player.called)) if player is not None else ""
            head = tr("The last result") + (f" ({who})" if who else "")
            lines = told_lines(last, self.setup.info.seats)
            self.before.setText("\n".join([head, *lines]))

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
            if (points := found.points.get(seat.id)) is not None:
                lines.append(tr("{n} points on average", n=decimal(points)))
        if found.draws:
            lines.append(trn("{n} draw", "{n} draws", n=found.draws))
        lines.append(tr("{n} turns on average", n=decimal(found.turns)))
        lines += [str(verbatim(fault[:200])) for fault in found.faults[:3]]
        return "\n".join(lines)

    def done(self, result: int) -> None:
        """Stop, and wait for the processes to end, however it is closed: Esc, its button, the window's cross."""
        self.stop()
        self._worker.finish()
        super().done(result)
