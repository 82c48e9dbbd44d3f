"""The displays of a game: pools, orders given, points scored, line by line with their states."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QTreeWidgetItem

from grognard.app.board.theme import Theme
from grognard.app.look import look, serif
from grognard.app.rulenames import called
from grognard.app.table.panels.foldedtree import FoldedTree
from grognard.engines.core.data.text import tr
from grognard.engines.core.show.views import TableView, TrackLine, TrackView

ROLE = Qt.ItemDataRole.UserRole
CHIP = 11
"""Width of the piece of a side's colour before a line, in pixels."""
BESIDE = 28
"""What a line leaves free for that piece and its margins, in pixels."""


def covered(track: TrackView) -> TrackView:
    """Return a display as others may see it too."""
    lines = (replace(line, state=line.covert or line.state) for line in track.lines)
    return replace(track, lines=tuple(lines))


class Displays(FoldedTree):
    """Every track that has lines. A line that is about pieces shows them on the board.

    Signals:
        pieces_wanted(tuple): a line was clicked; the board should mark its pieces.
        rule_wanted(str): the title of a display was double-clicked.
    """

    beside = BESIDE
    pieces_wanted = Signal(tuple)
    rule_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setAccessibleName(tr("Displays of this turn"))
        self.setIndentation(10)
        self._closed: set[str] = set()
        self._shown: tuple[TrackView, ...] = ()
        self.itemClicked.connect(self._clicked)
        self.itemDoubleClicked.connect(self._double)
        self.itemCollapsed.connect(lambda i: self._closed.add(str(i.data(0, ROLE + 1))))
        self.itemExpanded.connect(lambda i: self._closed.discard(str(i.data(0, ROLE + 1))))

    def show_view(self, view: TableView, *, shared: bool = False) -> None:
        """Show the displays of a view; what has not changed stays as it is.

        On a screen that is `shared` with other players the seat's secrets stay face down.
        """
        tracks = tuple(track for track in view.tracks if track.lines)
        if shared:
            tracks = tuple(covered(track) for track in tracks)
        if tracks == self._shown and self.topLevelItemCount():
            return
        self._shown = tracks
        at = self.verticalScrollBar().value()
        self.blockSignals(True)
        self.clear()
        for track in tracks:
            self._track(track)
        self.blockSignals(False)
        self.fold()
        self.verticalScrollBar().setValue(at)

    def _track(self, track: TrackView) -> None:
        head = QTreeWidgetItem(self, [str(track.title)])
        head.setFirstColumnSpanned(True)
        head.setFont(0, serif(1.1, bold=True))
        head.setForeground(0, QBrush(QColor(look()["title"])))
        head.setData(0, ROLE + 1, track.id)
        head.setData(0, ROLE + 2, track.rule)
        head.setToolTip(0, called(track.rule) if track.rule else "")
        for words in (" · ".join(map(str, track.steps)), *map(str, track.notes)):
            if words:
                note = QTreeWidgetItem(head, [words])
                note.setFirstColumnSpanned(True)
                note.setForeground(0, QBrush(QColor(look()["text_muted"])))
        for line in track.lines:
            self._line(head, line)
        head.setExpanded(track.id not in self._closed)

    def _line(self, head: QTreeWidgetItem, line: TrackLine) -> None:
        dress = f"displays.{line.state}"
        words = str(self.theme.get(f"{dress}.words", "")) if line.state else ""
        item = self.line(head, str(line.label), words)
        item.setFirstColumnSpanned(not words)
        item.setToolTip(0, f"{line.label}: {words}" if words else str(line.label))
        item.setData(0, ROLE, line.pieces)
        if line.side:
            item.setIcon(0, self._chip(line.side))
        font = QFont(self.font())
        weight = self.theme.get(f"{dress}.weight", "")
        font.setBold(weight == "bold")
        font.setStrikeOut(weight == "struck")
        item.setFont(0, font)
        tone = self.theme.get(f"{dress}.tone", "text") if line.state else "text"
        item.setForeground(1, QBrush(QColor(look()[tone])))

    def _chip(self, side: str) -> QIcon:
        """A small piece of the colour of a side, with its edge."""
        picture = QPixmap(CHIP, CHIP)
        picture.fill(self.theme.colour(f"sides.{side}.edge", "#3B332A"))
        painter = QPainter(picture)
        painter.fillRect(
            1, 1, CHIP - 2, CHIP - 2, self.theme.colour(f"sides.{side}.fill", "#8A8377")
        )
        painter.end()
        return QIcon(picture)

    def _clicked(self, item: QTreeWidgetItem) -> None:
        pieces = item.data(0, ROLE)
        if pieces:
            self.pieces_wanted.emit(tuple(pieces))

    def _double(self, item: QTreeWidgetItem) -> None:
        rule = item.data(0, ROLE + 2)
        if rule:
            self.rule_wanted.emit(str(rule))
