"""The dice panel: the last dice beside the sum they made, and actual against expected per seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from grognard.app.board.pieces.dice import Cast
from grognard.app.look import look, named, serif
from grognard.app.table.panels.labels import label
from grognard.app.table.panels.words import LINK, REASON, example_link, roll_html
from grognard.engines.core.data.text import spell, tr, trn, verbatim
from grognard.engines.core.play.setups import Seat
from grognard.engines.core.show.deeds import Called, Line
from grognard.engines.core.show.explain import LogEntry, Roll

LAST = 3
ROLLING_MS = 250


@dataclass(frozen=True, order=True)
class Kind:
    """A kind of die that a seat rolls: how many faces it has, and the lowest of them."""

    seat: str
    sides: int
    first: int

    def expected(self) -> float:
        """Return the mean of all faces."""
        return self.first + (self.sides - 1) / 2


def statistics(rolls: Iterable[Roll]) -> dict[Kind, list[int]]:
    """Return how often each face of each kind of die fell, lowest face first."""
    faces: dict[Kind, list[int]] = {}
    for roll in rolls:
        if roll.first is not None and roll.sides > 1:
            kind = Kind(roll.seat, roll.sides, roll.first)
            counts = faces.setdefault(kind, [0] * roll.sides)
            counts[roll.natural - roll.first] += 1
    return faces


TONES = ("light", "dark")
"""Of the two kinds of dice, each seat casts one."""


def cast_in(
    entries: Iterable[LogEntry], seats: Sequence[str], called: Called = verbatim
) -> list[Cast]:
    """Return the dice that some lines of the log tell of, each with the thing it was cast for."""
    found = []
    for entry in entries:
        roll = entry.roll
        if roll is not None and roll.first is not None and roll.sides > 1:
            tone = TONES[seats.index(roll.seat) % 2 if roll.seat in seats else 0]
            about = next(iter((*entry.where, *entry.pieces)), roll.subject)
            result = str(called(roll.result)) if roll.result else ""
            found.append(Cast(about, roll.natural, roll.sides, tone, result))
    return found


class Bars(QWidget):
    """How often each face fell, with a line where it is expected."""

    def __init__(self, counts: Sequence[int], first: int) -> None:
        super().__init__()
        self.counts, self.first = list(counts), first
        self.setFixedHeight(74)
        total = sum(self.counts)
        words = ", ".join(f"{first + i}: {n}" for i, n in enumerate(self.counts))
        self.setAccessibleName(trn("{n} die", "{n} dice", n=total) + f"; {words}")
        self.setToolTip(
            trn(
                "{n} die, {mean} expected for each face",
                "{n} dice, {mean} expected for each face",
                n=total,
                mean=f"{total / len(self.counts):.1f}",
            )
        )

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = look()
        expected = sum(self.counts) / len(self.counts)
        top = max(*self.counts, expected * 1.5, 1)
        width, height = self.width() / len(self.counts), self.height() - 18
        for index, count in enumerate(self.counts):
            tall = height * count / top
            bar = QRectF(index * width + 2, height - tall, width - 4, tall)
            painter.fillRect(bar, QColor(colours["accent"]))
            foot = QRectF(index * width, height, width, 18)
            painter.setPen(QColor(colours["text_muted"]))
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, str(self.first + index))
        painter.setPen(QColor(colours["danger"]))
        line = height - height * expected / top
        painter.drawLine(0, round(line), self.width(), round(line))


class Die(QLabel):
    """One die; it rolls for a quarter of a second when it is new."""

    def __init__(self, roll: Roll, *, rolling: bool) -> None:
        super().__init__(str(roll.natural))
        self.roll = roll
        self.setFont(serif(1.5, bold=True))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFixedSize(40, 40)
        colours = look()
        self.setStyleSheet(
            f"background:{colours['input']}; color:{colours['input_text']};"
            f"border:1px solid {colours['border']}; border-radius:7px;"
        )
        self.setAccessibleName(tr("Die {n}", n=roll.natural))
        self._left = 5 if rolling else 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tumble)
        if rolling:
            self._timer.start(ROLLING_MS // 5)
            self._tumble()

    def _tumble(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._timer.stop()
            self.setText(str(self.roll.natural))
        else:
            self.setText(str((self.roll.natural + self._left * 3) % max(self.roll.sides, 1)))


class DicePanel(QScrollArea):
    """The last dice and the statistics.

    Signals:
        rule_wanted(str): a rule link was clicked.
    """

    rule_wanted = Signal(str)

    def __init__(self, seats: Sequence[Seat], called: Called) -> None:
        super().__init__()
        self.called = called
        self.seats = {seat.id: spell("seat", seat.name) for seat in seats}
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("Dice"))
        self.setMinimumWidth(1)
        self._seen = -1  # how many lines of the log were looked through

    def show_rolls(self, lines: Sequence[Line], *, animate: bool) -> None:
        """Show the dice of a log."""
        since = lines[self._seen :] if 0 <= self._seen < len(lines) else ()
        fresh = sum(entry.roll is not None for _, entry in since)
        self._seen = len(lines)
        if not self.isVisible():
            return
        entries = [entry for _, entry in lines if entry.roll is not None]
        rolls = [entry.roll for entry in entries if entry.roll is not None]
        inside = named(QWidget(), "panel")
        column = QVBoxLayout(inside)
        column.setContentsMargins(8, 6, 8, 6)
        if not rolls:
            column.addWidget(label(tr("No dice have been rolled yet."), "muted"))
        for number, entry in enumerate(entries[: -LAST - 1 : -1]):
            self._add_roll(column, entry, rolling=animate and number < fresh)
        self._add_statistics(column, rolls)
        column.addStretch(1)
        self.setWidget(inside)

    def _add_roll(self, column: QVBoxLayout, entry: LogEntry, *, rolling: bool) -> None:
        if entry.roll is None:
            return
        told = f"{escape(str(entry.text))}<br>{roll_html(entry.roll, self.called)}"
        die = Die(entry.roll, rolling=rolling)
        die.setProperty(REASON, f"{told}<br>{example_link(entry.roll.rule)}")
        column.addWidget(die)
        words = label(told)
        words.setProperty(REASON, told)
        words.linkActivated.connect(lambda link: self.rule_wanted.emit(link[len(LINK) :]))
        column.addWidget(words)

    def _add_statistics(self, column: QVBoxLayout, rolls: Sequence[Roll]) -> None:
        for kind, counts in sorted(statistics(rolls).items()):
            total = sum(counts)
            mean = sum((kind.first + i) * n for i, n in enumerate(counts)) / total
            title = label(
                f"<b>{escape(self.seats.get(kind.seat, kind.seat))}</b>: "
                + trn(
                    "{n} die of {sides}; mean {mean}, expected {expected}",
                    "{n} dice of {sides}; mean {mean}, expected {expected}",
                    n=total,
                    sides=kind.sides,
                    mean=f"{mean:.2f}",
                    expected=f"{kind.expected():.1f}",
                )
            )
            column.addWidget(title)
            column.addWidget(Bars(counts, kind.first))
