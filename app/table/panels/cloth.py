"""The cloth of the battle board: the blocks of a fight in the order in which they act, and their dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QSizePolicy,
    QToolTip,
    QWidget,
)

from grognard.app.board.pieces.counters import PAD, CounterPainter
from grognard.app.board.theme import Theme
from grognard.app.look import say_beside
from grognard.app.rulenames import called
from grognard.app.table.panels.inspector import stack_html
from grognard.app.table.panels.words import signed
from grognard.engines.core.data.text import all_of, named, tr, trn
from grognard.engines.core.show.deeds import Called
from grognard.engines.core.show.explain import Roll
from grognard.engines.core.show.views import EngagementSide, EngagementView, PieceView

SIZE, SMALL, DIE = 50, 34, 22
"""Width of a block that fights, of one that waits, and of a die, in pixels."""
GAP, MIDDLE, EDGE = 6, 34, 10
MOST_ABREAST = 4
MOST_DICE = 14


@dataclass(slots=True)
class Cell:
    """One block on the board and how it is drawn."""

    box: QRect
    piece: PieceView
    acted: bool = False
    turn: bool = False


@dataclass(slots=True)
class Plan:
    """Where everything lies: worked out once for a position and a width."""

    cells: list[Cell] = field(default_factory=list)
    letters: list[tuple[QRect, str, bool]] = field(default_factory=list)
    words: list[tuple[QRect, str, str]] = field(default_factory=list)
    bands: list[tuple[QRect, str]] = field(default_factory=list)
    dice: list[tuple[QRect, Roll]] = field(default_factory=list)
    size: QSize = field(default_factory=lambda: QSize(0, 0))


class Cloth(QWidget):
    """What is fought with: rounds, rows, reserves, dice.

    Signals:
        clicked(str): a block was clicked.
        pointed(str): the mouse is over a block ("" none).
    """

    clicked = Signal(str)
    pointed = Signal(str)

    def __init__(self, theme: Theme, called: Called, term: Called) -> None:
        super().__init__()
        self.theme, self.called, self.term = theme, called, term
        self.counters = CounterPainter(theme)
        self.fight: EngagementView | None = None
        self.pieces: Mapping[str, PieceView] = {}
        self.rolls: tuple[Roll, ...] = ()
        self.legal: tuple[str, ...] = ()
        self.picked: tuple[str, ...] = ()
        self.turns: Mapping[str, float] = {}
        self.changes: Mapping[str, tuple[int, int]] = {}
        self.plan = Plan()
        self._over = ""
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Battle board"))

    # -- laying out ----------------------------------------------------------------------------

    def show_fight(
        self, fight: EngagementView, pieces: Mapping[str, PieceView], rolls: Sequence[Roll]
    ) -> None:
        """Lay out a fight."""
        self.fight, self.pieces, self.rolls = fight, pieces, tuple(rolls)[-MOST_DICE:]
        self.plan = self._laid_out(fight)
        self.setFixedSize(self.plan.size)
        self.setAccessibleDescription(self._spoken(fight))
        self.update()

    def mark(self, legal: Sequence[str], picked: Sequence[str]) -> None:
        """Ring what can be chosen and what is picked."""
        self.legal, self.picked = tuple(legal), tuple(picked)
        self.update()

    def turn(self, turns: Mapping[str, float], changes: Mapping[str, tuple[int, int]]) -> None:
        """Show blocks on their way to another step: degrees short of upright, steps, by id."""
        self.turns, self.changes = turns, changes
        self.update()

    def _laid_out(self, fight: EngagementView) -> Plan:
        plan = Plan()
        rows = self._rows(fight)
        half = self._half(fight, rows)
        wide = 2 * (EDGE + half) + MIDDLE
        y = EDGE
        for n, side in enumerate(fight.sides[:2]):
            x = EDGE if n == 0 else wide - EDGE - half
            plan.words.append(
                (QRect(x, y, half, 18), f"{self.term(side.side)}: {side.role}", side.side)
            )
        y += 24
        for letter, ranks in rows:
            deep = max(-(-len(rank) // MOST_ABREAST) for rank in ranks)
            tall = deep * (SIZE + GAP)
            current = any(name in fight.turn for rank in ranks for name in rank)
            plan.letters.append((QRect(EDGE + half, y, MIDDLE, tall - GAP), letter, current))
            for n, rank in enumerate(ranks):
                self._place(plan, fight, rank, n, y, half, wide)
            y += tall
        y = self._waiting(plan, fight, y, half, wide)
        y = self._dice(plan, y, wide)
        for note in fight.notes:
            lines = _folded(str(note), self.fontMetrics(), wide - 2 * EDGE)
            plan.words.append(
                (QRect(EDGE, y, wide - 2 * EDGE, 16 * len(lines)), "\n".join(lines), "")
            )
            y += 16 * len(lines) + 2
        plan.size = QSize(wide, y + EDGE // 2)
        return plan

    def _rows(self, fight: EngagementView) -> list[tuple[str, list[tuple[str, ...]]]]:
        """The rows of both sides by their letters, first those that act first."""
        known = [{row.label: row.pieces for row in side.rows} for side in fight.sides[:2]]
        letters = sorted({label for rows in known for label in rows}, key=lambda w: (w == "?", w))
        return [(letter, [rows.get(letter, ()) for rows in known]) for letter in letters]

    def _half(self, fight: EngagementView, rows: list[tuple[str, list[tuple[str, ...]]]]) -> int:
        most = max((len(rank) for _, ranks in rows for rank in ranks), default=1)
        abreast = max(2, min(MOST_ABREAST, most))
        heads = [f"{self.term(side.side)}: {side.role}" for side in fight.sides]
        metrics = QFontMetrics(self._font(13, bold=True))
        widest = max((metrics.horizontalAdvance(words) for words in heads), default=0)
        return max(abreast * (SIZE + GAP), widest + 8)

    def _place(  # noqa: PLR0913
        self,
        plan: Plan,
        fight: EngagementView,
        rank: Sequence[str],
        n: int,
        y: int,
        half: int,
        wide: int,
    ) -> None:
        """The first side stands left of the letters, the second right of them."""
        for k, name in enumerate(rank):
            piece = self.pieces.get(name)
            if piece is None:
                continue
            down, along = divmod(k, MOST_ABREAST)
            step = along * (SIZE + GAP)
            x = EDGE + half - GAP - SIZE - step if n == 0 else wide - EDGE - half + GAP + step
            box = QRect(x, y + down * (SIZE + GAP), SIZE, SIZE)
            plan.cells.append(Cell(box, piece, name in fight.acted, name in fight.turn))

    def _waiting(self, plan: Plan, fight: EngagementView, y: int, half: int, wide: int) -> int:
        """Those that join later, below their side."""
        if not any(side.waiting for side in fight.sides):
            return y
        deep = 0
        fits = max(1, half // (SMALL + GAP))
        for n, side in enumerate(fight.sides[:2]):
            x0 = EDGE if n == 0 else wide - EDGE - half
            rows = -(-len(side.waiting) // fits)
            deep = max(deep, rows)
            if side.waiting:
                tall = 18 + rows * (SMALL + GAP)
                plan.bands.append((QRect(x0, y, half, tall), _joining(side)))
            for k, name in enumerate(side.waiting):
                piece = self.pieces.get(name)
                if piece is not None:
                    down, along = divmod(k, fits)
                    at = QPoint(x0 + 3 + along * (SMALL + GAP), y + 17 + down * (SMALL + GAP))
                    plan.cells.append(Cell(QRect(at, QSize(SMALL, SMALL)), piece))
        return y + 24 + deep * (SMALL + GAP)

    def _dice(self, plan: Plan, y: int, wide: int) -> int:
        """The dice of this round, in the order in which they fell, who threw them in front."""
        if not self.rolls:
            return y
        x, thrown = EDGE, ""
        for roll in self.rolls:
            name = self._thrower(roll)
            if name != thrown:
                need = f" \N{LESS-THAN OR EQUAL TO}{roll.target}" if roll.target is not None else ""
                words = f"{name}{need}"
                long = self.fontMetrics().horizontalAdvance(words) + 6
                if x > EDGE and x + long + DIE > wide - EDGE:
                    x, y = EDGE, y + DIE + 4
                plan.words.append((QRect(x, y, long, DIE), words, "die"))
                x, thrown = x + long, name
            if x + DIE > wide - EDGE:
                x, y = EDGE, y + DIE + 4
            plan.dice.append((QRect(x, y, DIE, DIE), roll))
            x += DIE + 3
        return y + DIE + 6

    def _thrower(self, roll: Roll) -> str:
        piece = self.pieces.get(roll.subject)
        if piece is None or not piece.name:
            return tr("A hidden piece")
        return str(named("unit", piece.name))

    def _spoken(self, fight: EngagementView) -> str:
        words = [
            tr("Round {n}", n=fight.rounds[fight.round]) if fight.rounds else "",
            str(fight.step),
        ]
        for side in fight.sides:
            names = [
                self.pieces[n].name or tr("hidden")
                for row in side.rows
                for n in row.pieces
                if n in self.pieces
            ]
            waiting = trn("{n} waits", "{n} wait", n=len(side.waiting))
            words.append(f"{self.term(side.side)} {side.role}: {all_of(names)}; {waiting}")
        return ". ".join(words)

    # -- painting ------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the cloth with what lies on it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self.theme
        painter.fillRect(self.rect(), theme.colour("engagement.cloth", "#5B4A36"))
        ink = theme.colour("engagement.row.ink", "#F2E7CF")
        for box, words in self.plan.bands:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("engagement.reserve.fill", "#4A3C2B"))
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(theme.colour("engagement.reserve.ink", "#D9CBAA"))
            painter.setFont(self._font(11))
            painter.drawText(box.adjusted(4, 2, 0, 0), Qt.AlignmentFlag.AlignLeft, words)
        self._paint_letters(painter)
        for box, words, role in self.plan.words:
            painter.setFont(self._font(12 if role in ("", "die") else 13, role not in ("", "die")))
            painter.setPen(ink)
            side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(
                box, side if role in ("", "die") else Qt.AlignmentFlag.AlignCenter, words
            )
        for cell in self.plan.cells:
            self._paint_cell(painter, cell)
        self._paint_pairs(painter)
        self._paint_changes(painter)
        for box, roll in self.plan.dice:
            self._paint_die(painter, box, roll)

    def _font(self, pixels: int, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(pixels)
        font.setBold(bold)
        return font

    def _paint_letters(self, painter: QPainter) -> None:
        theme = self.theme
        for box, letter, current in self.plan.letters:
            across = QRect(EDGE // 2, box.top() - 2, self.width() - EDGE, box.height() + 4)
            painter.setPen(Qt.PenStyle.NoPen)
            row = theme.colour("engagement.row.fill", "#6B5843")
            painter.setBrush(row.lighter(118) if current else row)
            painter.drawRoundedRect(across, 4, 4)
            painter.setFont(theme.font("serif", 24, bold=True))
            painter.setPen(theme.colour("engagement.letter.color", "#E9D9B4"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)

    def _paint_cell(self, painter: QPainter, cell: Cell) -> None:
        box, piece = cell.box, cell.piece
        ratio = self.devicePixelRatioF()
        picture = self.counters.picture(piece, box.width(), ratio)
        pad = QPointF(1, 1) * -(-box.width() * PAD // 1)
        lean = self.turns.get(piece.id, 0.0)
        painter.save()
        painter.translate(QRectF(box).center())
        painter.rotate(lean)
        painter.setOpacity(
            self.theme.number("engagement.acted.opacity", 0.55) if cell.acted else 1.0
        )
        half = QPointF(box.width() / 2, box.height() / 2)
        painter.drawPixmap(-half - pad, picture)
        painter.restore()
        rings = []
        if piece.id in self.legal:
            rings.append((self.theme.colour("marks.legal.color", "#3E7D6A"), 2.0, 3))
        if cell.turn:
            rings.append((self.theme.colour("engagement.turn.color", "#E0A63A"), 2.5, 2))
        if piece.id in self.picked:
            rings.append((QColor("#FFF3D0"), 3.0, 4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, wide, out in rings:
            painter.setPen(QPen(colour, wide))
            painter.drawRoundedRect(QRectF(box).adjusted(-out, -out, out, out), 5, 5)

    def _paint_changes(self, painter: QPainter) -> None:
        """What a turning block had and what it has, on a slip of paper over its middle."""
        painter.setFont(self._font(13, bold=True))
        for cell in self.plan.cells:
            if cell.piece.id in self.changes:
                was, now = self.changes[cell.piece.id]
                slip = QRect(0, 0, 44, 18)
                slip.moveCenter(cell.box.center())
                painter.setPen(QPen(QColor("#2E2720"), 1))
                painter.setBrush(QColor("#FFFBF1"))
                painter.drawRoundedRect(slip, 3, 3)
                words = f"{was} \N{RIGHTWARDS ARROW} {now}"
                painter.drawText(slip, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_pairs(self, painter: QPainter) -> None:
        """A square and the block it covers are joined."""
        where = {cell.piece.id: cell.box for cell in self.plan.cells}
        pen = QPen(self.theme.colour("engagement.pair.color", "#E9D9B4"), 3)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for one, other in self.fight.pairs if self.fight is not None else ():
            if one in where and other in where:
                a, b = where[one], where[other]
                y = max(a.bottom(), b.bottom()) + 4
                painter.drawLine(QPointF(a.center().x(), y), QPointF(b.center().x(), y))
                for box in (a, b):
                    x = box.center().x()
                    painter.drawLine(QPointF(x, box.bottom() + 1), QPointF(x, y))

    def _paint_die(self, painter: QPainter, box: QRect, roll: Roll) -> None:
        hit = bool(roll.result) and "miss" not in roll.result
        fill = QColor("#B5442E") if hit else QColor("#F5EFE1")
        painter.setPen(QPen(QColor("#2E2720"), 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor("#FFFFFF") if hit else QColor("#2E2720"))
        painter.setFont(self._font(13, bold=True))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(roll.natural))
        if hit:  # not by colour alone
            painter.drawLine(box.left() + 6, box.bottom() - 2, box.right() - 6, box.bottom() - 2)

    # -- mouse ---------------------------------------------------------------------------------

    def cell_of(self, name: str) -> QRect:
        """Return where a block lies (empty: it is not here)."""
        return next((cell.box for cell in self.plan.cells if cell.piece.id == name), QRect())

    def at(self, point: QPoint) -> PieceView | None:
        """Return the block under a point."""
        return next((c.piece for c in self.plan.cells if c.box.contains(point)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell what is under the mouse."""
        piece = self.at(event.position().toPoint())
        name = piece.id if piece is not None else ""
        if name != self._over:
            self._over = name
            self.pointed.emit(name)

    def leaveEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Nothing is under the mouse."""
        self._over = ""
        self.pointed.emit("")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Click a block."""
        piece = self.at(event.position().toPoint())
        if piece is not None and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(piece.id)

    def event(self, event: object) -> bool:
        """Explain what is under the mouse."""
        if isinstance(event, QHelpEvent):
            words = self.words_at(event.pos())
            if words:
                say_beside(event.globalPos(), words, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)  # type: ignore[arg-type]

    def words_at(self, point: QPoint) -> str:
        """Return the tool tip of a point: a block's values, or what a die needed."""
        piece = self.at(point)
        if piece is not None:
            return stack_html([piece], self.term)
        roll = next((roll for box, roll in self.plan.dice if box.contains(point)), None)
        if roll is None:
            return ""
        need = tr("hits at {n} or less", n=roll.target) if roll.target is not None else ""
        changes = "".join(
            f"<br>{signed(m.value)} {escape(str(m.reason))} ({escape(called(m.rule))})"
            for m in roll.modifiers
        )
        return f"{escape(self._thrower(roll))}: {roll.natural}, {escape(str(self.called(roll.result)))}<br>{need}{changes}"


def _joining(side: EngagementSide) -> str:
    return tr("Reserve: {n} still to join", n=len(side.waiting))


def _folded(words: str, metrics: QFontMetrics, width: int) -> list[str]:
    lines: list[str] = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if metrics.horizontalAdvance(longer) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
