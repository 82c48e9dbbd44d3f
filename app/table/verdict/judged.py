"""The judgement of a whole game: worked out beside the window, with progress, and stopped at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from grognard.app.aftermath.judging import Blunder, judge
from grognard.app.worker import Unwanted, Worker, go_on
from grognard.engines.core.data.text import percent, text, tr, verbatim
from grognard.engines.core.play.session import Session

LOOKS = 200
"""Milliseconds between two looks at how far it has come."""
OPINION = text(
    "This is the computer's opinion: every decision is weighed in imagined games, by what its seat knew "
    "then, and the chance to win is an estimate."
)


class Judged(QDialog):
    """The ten decisions of a game that cost most; a click shows the board as it was.

    Signals:
        moment_wanted(int): the board is to be shown after so many choices.
    """

    moment_wanted = Signal(int)

    def __init__(
        self, session: Session, names: Callable[[str], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.session, self.names = session, names
        self.found: list[Blunder] = []
        self._done = self._of = 0
        self._stop = False
        self.setWindowTitle(tr("The game judged"))
        self.state = QLabel(wordWrap=True)
        self.bar = QProgressBar()
        self.words = QTextBrowser()
        self.words.setOpenLinks(False)
        self.words.anchorClicked.connect(self._show)
        self.words.setAccessibleName(tr("The decisions that cost most"))
        opinion = QLabel(str(OPINION), wordWrap=True)
        opinion.setProperty("role", "muted")
        self.stop_it = QPushButton(tr("Stop here"))
        self.stop_it.clicked.connect(self.stop)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.stop_it)
        row.addStretch(1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        for widget in (self.state, self.bar, self.words, opinion):
            column.addWidget(widget)
        column.addLayout(row)
        self.resize(620, 520)
        self.worker = Worker(courteous=True)
        self._looks = QTimer(self, interval=LOOKS)
        self._looks.timeout.connect(self.refresh)

    def begin(self) -> None:
        """Begin to judge."""
        past = self.session.fork()
        self.state.setText(tr("Each decision is weighed; what is found stands below already."))
        self._looks.start()
        self.worker.start(lambda: self._judge(past), lambda _none: self._finished())

    def _judge(self, past: Session) -> None:
        try:
            judge(past, self._told, self._found)
        except Unwanted:
            if not self._stop:
                raise

    def _told(self, done: int, of: int) -> None:
        go_on()
        self._done, self._of = done, of
        if self._stop:
            raise Unwanted

    def _found(self, found: Sequence[Blunder]) -> None:
        self.found = [*found]

    def stop(self) -> None:
        """Leave off: what was found stays."""
        self._stop = True
        self.stop_it.setEnabled(False)

    def _finished(self) -> None:
        self._looks.stop()
        self.refresh()
        self.bar.hide()
        self.stop_it.setEnabled(False)
        words = tr("Stopped: not all was weighed.") if self._stop else ""
        if not self._stop:
            words = tr("These decisions cost most. A click shows the board before one.")
        if not self.found:
            words = tr("Nothing was found that would surely have been better.")
        self.state.setText(words)

    def refresh(self) -> None:
        """Show how far it has come, and what was found."""
        self.bar.setMaximum(max(1, self._of))
        self.bar.setValue(self._done)
        html = "".join(self._told_of(n, one) for n, one in enumerate(self.found, 1))
        if html != self._shown:
            self._shown = html
            self.words.setHtml(html)

    _shown = ""

    def _told_of(self, number: int, one: Blunder) -> str:
        """Tell of one decision: who made it when, what was better, and by how much."""
        head = f"{number}. {escape(self.names(one.seat))}"
        head += f" \N{MIDDLE DOT} {escape(one.turn)}" if one.turn else ""
        better = tr(
            "Better: {choice}. The chance to win was {hope} instead of {better}.",
            choice=verbatim(str(one.better)),
            hope=verbatim(percent(one.hope)),
            better=verbatim(percent(one.better_hope)),
        )
        made = tr("Chosen: {choice}", choice=verbatim(str(one.made)))
        return (
            f'<p style="margin:6px 0 2px 0"><a href="{one.at}"><b>{head}</b></a><br>'
            f"{escape(made)}<br>{escape(better)}</p>"
        )

    def _show(self, url: QUrl) -> None:
        if url.toString().isdigit():
            self.moment_wanted.emit(int(url.toString()))

    def reject(self) -> None:
        """Close: what is still weighed is not wanted any more."""
        self._looks.stop()
        self.worker.cancel()
        self.worker.finish()
        super().reject()
