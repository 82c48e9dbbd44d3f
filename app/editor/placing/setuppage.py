"""The set-up page: pieces that stand nowhere yet, and how the one in the hand stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QMimeData, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.board.pieces.counters import CounterPainter
from grognard.app.board.theme import Theme
from grognard.app.editor import setting
from grognard.app.editor.maps.steps import text_of
from grognard.app.editor.pickers import Naming
from grognard.app.editor.placing import laid
from grognard.app.editor.placing.whereform import WhereForm, written
from grognard.app.editor.whereabouts import pieces_at_fault
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.drawing import HAND, DrawingCanvas
from grognard.app.editor.window.preview import Preview, reader_of
from grognard.app.look import named
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Int, Str
from grognard.engines.core.data.text import capital, spell, tr, verbatim
from grognard.engines.core.data.text import named as said_name
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.show.views import PieceView, TableView

ROLE = Qt.ItemDataRole.UserRole
QUARTER = 15
"""By so many degrees a key turns a piece on a table."""


class Tray(QListWidget):
    """Pieces to be dragged onto the map."""

    def startDrag(self, _actions: Qt.DropAction) -> None:  # noqa: N802 - Qt's name
        """Carry the piece under the mouse."""
        item = self.currentItem()
        if item is None or not item.data(ROLE):
            return
        carried = QMimeData()
        carried.setData(HAND, str(item.data(ROLE)).encode())
        drag = QDrag(self)
        drag.setMimeData(carried)
        drag.setPixmap(item.icon().pixmap(40, 40))
        drag.exec(Qt.DropAction.MoveAction)

    def head(self, words: str) -> None:
        """Write a heading, which cannot be taken into the hand."""
        item = QListWidgetItem(words, self)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setToolTip(words)
        font = item.font()
        font.setBold(True)
        item.setFont(font)

    def offer(self, uid: str, called: str, icon: QIcon | None, *, picked: bool) -> None:
        """List a piece."""
        item = QListWidgetItem(called, self)
        item.setData(ROLE, uid)
        item.setToolTip(uid)
        if icon is not None:
            item.setIcon(icon)
        if picked:
            self.setCurrentItem(item)


class SetupPage(QWidget):
    """Where pieces begin.

    Attributes:
        stage: which of the stages is set up.
        picked: the piece that is looked at, turned and formed; "" for none.
        carried: the piece of the list that the next click sets down; "" for none.

    Signals:
        told(str): why nothing came of a gesture.
    """

    told = Signal(str)

    def __init__(self, desk: Desk, canvas: DrawingCanvas, theme: Theme, naming: Naming) -> None:
        super().__init__()
        self.naming = naming
        self.desk, self.canvas, self.theme = desk, canvas, theme
        self.placing = reader_of(desk.game).envelope.placing
        self.counters = CounterPainter(theme)
        self.stage = 0
        self.picked = self.carried = ""
        self.at_fault: dict[str, str] = {}
        self.off_map: set[str] = set()
        self.latest: dict[str, str] = {}
        self.preview = Preview(None, None, ())
        self.looks: dict[str, PieceView] = {}
        self._icons: dict[PieceView, QIcon] = {}
        self._listed: list[tuple[str, str, str, QIcon | None, bool]] = []
        self._build()
        canvas.piece_clicked.connect(lambda piece, _keys: self._if_here(self._clicked, piece))
        canvas.space_clicked.connect(lambda space, _keys: self._if_here(self.put_at, space))
        canvas.ground_clicked.connect(lambda: self._if_here(self.put_at, ""))
        canvas.piece_dragged.connect(self._dragged)
        canvas.piece_set_down.connect(lambda piece: self._dragged(piece, ""))
        canvas.piece_carried_off.connect(lambda piece, _at: self._if_here(self.take_off, piece))
        canvas.let_go.connect(self._let_go)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        self.stages = QComboBox()
        self.stages.currentIndexChanged.connect(self._set_stage)
        column.addWidget(self.stages)
        self.head = named(QLabel(tr("Pieces to place")), "heading")
        column.addWidget(self.head)
        self.wanted = QLineEdit()
        self.wanted.setPlaceholderText(tr("Find"))
        self.wanted.setClearButtonEnabled(True)
        self.wanted.textChanged.connect(self._fill)
        column.addWidget(self.wanted)
        self.tray = Tray()
        self.tray.setIconSize(QSize(30, 30))
        self.tray.setDragEnabled(True)
        self.tray.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tray.setAccessibleName(tr("Pieces to place"))
        self.tray.currentItemChanged.connect(self._picked_in_tray)
        self.tray.itemClicked.connect(self._picked_in_tray)
        column.addWidget(self.tray, 1)
        self.others = QPushButton(tr("Leave these out"))
        self.others.setToolTip(tr("None of those listed above takes part in the battle."))
        self.others.clicked.connect(self.leave_out)
        column.addWidget(self.others)
        self.who = named(QLabel(), "heading")
        self.who.setWordWrap(True)
        column.addWidget(self.who)
        self.how = WhereForm(self.desk.game, self.placing, self.naming, self._say_where, self._said)
        self.how.told.connect(self.told)
        column.addWidget(self.how)
        self.how.hide()  # until somebody is in the hand
        self.help = QLabel(
            tr(
                "Drag a piece to its place, or click both. Q and E turn it, F changes its formation, Delete takes it off."
            )
        )
        self.help.setWordWrap(True)
        self.help.setProperty("role", "muted")
        column.addWidget(self.help)
        self.setFixedWidth(240)

    # -- what there is -------------------------------------------------------------------------------

    def _here(self) -> bool:
        return self.isVisible()

    def _if_here(self, do: Callable[[str], None], name: str) -> None:
        if self._here():
            do(name)

    def _picked_in_tray(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(ROLE):
            self.pick(item.data(ROLE))

    def take_tool(self) -> None:
        """The hand is empty: the mouse picks pieces."""
        self.canvas.tool = None

    @property
    def scenario(self) -> Plain:
        """What the scenario says."""
        return self.desk.plain(self.desk.scenario)

    def show_preview(self, found: Preview) -> None:
        """List what is to be placed."""
        self.preview = found
        stages = self.desk.plain(self.desk.scenario, ("stages",))
        names = [text_of(row, "id") for row in stages] if isinstance(stages, list) else []
        if [self.stages.itemText(i) for i in range(self.stages.count())] != names:
            self.stages.blockSignals(True)
            self.stages.clear()
            self.stages.addItems(names)
            self.stages.blockSignals(False)
        self.stages.setVisible(len(names) > 1)
        self._fill()

    def _set_stage(self, stage: int) -> None:
        self.stage = max(0, stage)
        self._fill()

    def _fill(self) -> None:
        """List the pieces that no line places, each under its corps."""
        off = tr("Off the map")
        waiting = [(self._order(uid), uid) for uid in self._waiting()]
        waiting += [(off, uid) for uid in self.preview.pieces if self._off_map(uid)]
        listed = [
            (head, uid, self.called(uid), self._icon(uid), uid == self.picked)
            for head, uid in waiting
        ]
        if listed == self._listed:
            return
        self._listed = listed
        self.tray.blockSignals(True)
        self.tray.clear()
        above = ""
        for order, uid, called, icon, picked in listed:
            if order != above:
                self.tray.head(order)
            above = order
            self.tray.offer(uid, called, icon, picked=picked)
        self.tray.blockSignals(False)
        found = sum(head != off for head, _ in waiting)
        self.head.setText(self._how_many(found))
        self.others.setVisible(bool(self.placing.absent and found))

    def _how_many(self, found: int) -> str:
        if not self.wanted.text().strip():
            return tr("Pieces to place: {n}", n=found)
        return tr("Pieces found: {n}", n=found) if found else tr("Nothing has that name.")

    def _waiting(self) -> Iterator[str]:
        """Give the pieces without a place that are looked for."""
        at_home = setting.at_home(self.scenario, self.stage, self.preview.groups)
        orders = list(dict.fromkeys(map(self._order, self.preview.pieces)))
        for uid in sorted(self.preview.pieces, key=lambda uid: orders.index(self._order(uid))):
            if uid not in at_home and self._wanted(uid):
                yield uid

    def _wanted(self, uid: str) -> bool:
        """Whether a piece has the words that are looked for."""
        words = f"{self.called(uid)} {self._order(uid)} {self.preview.said.get(uid, uid)}"
        return self.wanted.text().strip().lower() in words.lower()

    def _off_map(self, uid: str) -> bool:
        """Whether a piece has a line, and no place on the map by it."""
        return uid in self.off_map and self._wanted(uid)

    def _order(self, uid: str) -> str:
        """Return the side and the corps of a piece."""
        side, corps = self.preview.sides.get(uid, ""), self.preview.orders.get(uid, "")
        words = [f"{spell('seat', capital(side))}"] if side else []
        return " · ".join([*words, *([f"{spell('unit', corps)}"] if corps else [])])

    def _icon(self, uid: str) -> QIcon | None:
        """Return the picture of a piece, drawn once for each of its looks."""
        look = self.looks.get(uid)
        if look is None:
            return None
        alike = replace(look, at=None, pose=None)
        if alike not in self._icons:
            self._icons[alike] = QIcon(self.counters.picture(look, 28))
        return self._icons[alike]

    def called(self, uid: str) -> str:
        """Return the name of a piece."""
        look = self.looks.get(uid)
        name = self.preview.names.get(uid, "") or (look.name if look is not None else "") or uid
        return f"{spell('unit', name)}"

    def follow(self) -> None:
        """Show at once what has no place any more, or has one now; the rest follows."""
        self._fill()
        view, waiting = self.canvas.view, {uid for _, uid, *_ in self._listed}
        if view is not None and any(piece.id in waiting for piece in view.pieces):
            there = tuple(piece for piece in view.pieces if piece.id not in waiting)
            self.canvas.set_view(replace(view, pieces=there))

    def show_view(self, view: TableView) -> None:
        """Show what stands on the map."""
        self.looks.update({piece.id: piece for piece in view.pieces})
        at_home = setting.at_home(self.scenario, self.stage, self.preview.groups)
        known = set(self.preview.pieces)
        said = [self._as_said(p) for p in view.pieces if p.id in at_home or p.id not in known]
        there = {p.id for p in said if p.at is not None or p.pose is not None}
        self.off_map = {uid for uid in at_home & known if uid not in there}
        self.canvas.set_view(replace(view, pieces=tuple(said)))
        self._fill()
        self._mark()

    def _as_said(self, piece: PieceView) -> PieceView:
        """Return a piece that the game sets up only once play begins, or cannot, where its line puts it."""
        unread = piece.id in self.at_fault
        if not unread and (piece.at is not None or piece.pose is not None):
            return piece
        there = setting.standing(self.scenario, self.stage, piece.id)
        row = there.row if there is not None else {}
        spaces = self.canvas.spaces.spaces if self.canvas.spaces is not None else {}
        said = [at for way in ("first", "at", "among") for at in _words(row.get(way, ""))]
        at = next((at for at in said if at in spaces), None)
        return replace(piece, at=at) if at or (unread and "pose" not in row) else piece

    # -- the piece in the hand -------------------------------------------------------------------------

    def _clicked(self, uid: str) -> None:
        """Look at a piece of the map; one carried from the list is set down beside it, if that is a friend."""
        view, sides = self.canvas.view, self.preview.sides
        there = next((p.at for p in view.pieces if p.id == uid), None) if view is not None else None
        friend = sides.get(uid, "") == sides.get(self.carried, "")
        if self.carried and friend and there is not None:
            self.put_at(there)
        else:
            self.look_at(uid)

    def pick(self, uid: str) -> None:
        """Take a piece up: one that stands nowhere yet goes where the next click is."""
        self.look_at(uid)
        nowhere = setting.standing(self.scenario, self.stage, uid) is None
        off = nowhere or uid in self.off_map
        self.carried = uid if off and uid in self.preview.pieces else ""

    def let_go(self) -> None:
        """Put down whatever is in the hand; nothing is changed by it."""
        self.picked = self.carried = ""
        self.who.setText("")
        self.how.setVisible(False)
        self.tray.blockSignals(True)
        self.tray.setCurrentRow(-1)
        self.tray.blockSignals(False)
        self._mark()

    def look_at(self, uid: str) -> None:
        """Show how a piece stands; a click sets nothing down."""
        self.picked, self.carried = uid, ""
        self.who.setText(self.called(uid))
        self.how.setVisible(uid in self.preview.pieces)
        there = setting.standing(self.scenario, self.stage, uid)
        row = there.row if there is not None else {}
        self.how.show_row(row, self.preview.sides.get(uid, ""))
        self._mark()
        self.canvas.setFocus()

    def show_stage(self, stage: int) -> None:
        """Show the set-up of a stage."""
        if stage != self.stage and stage < self.stages.count():
            self.stages.setCurrentIndex(stage)
            self._set_stage(stage)

    def pick_named(self, words: Sequence[str]) -> bool:
        """Look at the first piece that one of some words names; return whether one does."""
        found = next((word for word in words if word in self.preview.pieces), "")
        if found:
            self.look_at(found)
            self.canvas.centre_on(found)
        return bool(found)

    def _mark(self) -> None:
        """Mark what is looked at, and what stands where it cannot."""
        picked = [self.picked] if self.picked else ()
        self.canvas.set_highlights(selected=picked, illegal=self.at_fault)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Mark the pieces whose lines have faults."""
        file = self.desk.scenario
        self.at_fault = pieces_at_fault(self.desk.documents[file].root, file, problems)
        if self._here():
            self._mark()

    def put_at(self, space: str) -> None:
        """Set down what is carried, in a space or on the table where the mouse is; else let go."""
        if self.carried:
            self._put(self.carried, space, self.canvas.camera.to_board(self.canvas.mouse.at))
        else:
            self.let_go()

    def _dragged(self, piece: str, space: str) -> None:
        if self._here():
            self._put(piece, space, self.canvas.camera.to_board(self.canvas.mouse.at))

    def _let_go(self, piece: str, at: QPointF) -> None:
        if self._here() and piece in self.preview.pieces:
            self._put(piece, self.canvas.space_at(at), self.canvas.camera.to_board(at))

    def _put(self, piece: str, space: str, at: QPointF) -> None:
        table = "pose" in self.placing.ways
        if not table and not space:
            return
        scale = self.preview.board.scale if self.preview.board is not None else 1.0
        pose: list[Plain] = [f"{at.x() / scale:.1f}", f"{-at.y() / scale:.1f}"]
        where: dict[str, Plain] = {"pose": pose} if table else {"at": space}
        if piece not in self.preview.pieces:
            self._lay(piece, space)
            return
        side = self.preview.sides.get(piece, "")
        steps = setting.put(self.scenario, self.stage, piece, where, self._like(side))
        self.off_map.discard(piece)
        if self.desk.change(
            tr("{piece} placed", piece=self._words(piece)), self.desk.scenario, steps
        ):
            self.latest[side] = piece
            self._shift(piece, None if table else space, (at.x(), at.y()))
        self.look_at(piece)

    def _like(self, side: str) -> str:
        """Return the piece of a side that was placed last."""
        there = setting.placed(self.scenario, self.stage)
        mine = [uid for uid in there if self.preview.sides.get(uid, "") == side]
        return self.latest.get(side) or (mine[-1] if mine else "")

    def _words(self, piece: str) -> str:
        return self.preview.names.get(piece, "") or piece

    def _shift(self, piece: str, space: str | None, at: tuple[float, float]) -> None:
        """Show a piece at its new place at once; the view that is read anew follows."""
        view, look = self.canvas.view, self.looks.get(piece)
        if view is None or look is None:
            return
        turned = look.pose[2] if look.pose else 0.0
        moved = replace(look, at=space, pose=None if space else (*at, turned))
        rest = tuple(p for p in view.pieces if p.id != piece)
        self.canvas.set_view(replace(view, pieces=(*rest, moved)))

    def _lay(self, counter: str, space: str) -> None:
        """Bring a counter that a special rule lays elsewhere; "" takes it away. What nothing lays stays."""
        look, where = self.looks[counter], self.desk.scenario
        called = said_name("unit", look.name or counter)
        scenario, rules = self.scenario, reader_of(self.desk.game).envelope.special
        there = laid.laid_by(rules, scenario, self.stage, look)
        if there is None:
            self.told.emit(tr("{piece} is not set up by hand: it comes with play.", piece=called))
        elif not space:
            steps = laid.lift(scenario, there, look.at or "")
            self.desk.change(tr("{piece} taken off", piece=called), where, steps)
        elif not (steps := laid.bring(there, look.at or "", space)):
            self.told.emit(tr("There is one here already: {piece}.", piece=called))
        else:
            self.desk.change(tr("{piece} placed", piece=called), where, steps)

    def take_off(self, piece: str) -> None:
        """Take a piece off the map."""
        if piece not in self.preview.pieces:
            self._lay(piece, "")
            self.let_go()
            return
        steps = setting.take_off(self.scenario, self.stage, piece)
        self.desk.change(
            tr("{piece} taken off", piece=self._words(piece)), self.desk.scenario, steps
        )
        self.let_go()

    def leave_out(self) -> None:
        """The pieces that are listed take no part in the battle."""
        listed = [*self._waiting()]
        steps = setting.leave_out(self.scenario, self.stage, listed, self.placing.absent)
        self.desk.change(tr("left out"), self.desk.scenario, steps)

    # -- how it stands ---------------------------------------------------------------------------------

    def _say(self, key: str, value: Plain) -> None:
        steps = setting.say(self.scenario, self.stage, self.picked, key, value)
        words = tr("{piece}: {what}", piece=self._words(self.picked), what=verbatim(written(value)))
        self.desk.change(words, self.desk.scenario, steps)

    def _said(self, key: str, value: Plain) -> None:
        if self.picked:
            self._say(key, value)

    def _say_where(self, way: str, value: Plain) -> None:
        """Have the piece that is looked at begin so; where the seat chooses, it stands somewhere first."""
        there = setting.standing(self.scenario, self.stage, self.picked)
        row = there.row if there is not None else {}
        if not self.picked or not value or row.get(way) == value:
            return
        where: dict[str, Plain] = {way: value}
        if self.placing.firsts and way in ("among", "anywhere"):
            first = next(iter(_words(row.get("first", "") or row.get("at", ""))), "")
            among = _words(value) if way == "among" else [first]
            first = first if first in among else among[0]
            where |= {"first": first} if first else {}
        steps = setting.put(self.scenario, self.stage, self.picked, where, self.picked)
        self.desk.change(
            tr("{piece} placed", piece=self._words(self.picked)), self.desk.scenario, steps
        )

    def key(self, letter: str, event: QKeyEvent) -> bool:
        """Turn, form, or take off the piece in the hand; return whether the key meant that."""
        if not self.picked:
            return False
        if letter in ("Q", "E"):
            self._turn(1 if letter == "E" else -1)
        elif letter == "F" and self.placing.formations:
            self._next("formation", ["", *self.placing.formations])
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.take_off(self.picked)
        elif event.key() == Qt.Key.Key_Escape:
            self.let_go()
        else:
            return False
        return True

    def _turn(self, by: int) -> None:
        there = setting.standing(self.scenario, self.stage, self.picked)
        if there is None:
            return
        if "pose" in there.row:
            now = float(written(there.row.get("heading", "0")) or 0)
            self._say("heading", f"{(now + by * QUARTER) % 360:g}")
        elif self.placing.facing is not None:
            self._next("facing", facings(self.placing.facing), by)
        self.pick(self.picked)

    def _next(self, key: str, values: Sequence[str], by: int = 1) -> None:
        there = setting.standing(self.scenario, self.stage, self.picked)
        if there is not None and values:
            now = written(there.row.get(key, ""))
            at = values.index(now) if now in values else 0
            self._say(key, values[(at + by) % len(values)])


def facings(schema: object) -> list[str]:
    """Return what a facing may be."""
    if isinstance(schema, Int):
        return [str(n) for n in range(schema.min, schema.max + 1)]
    return [*(schema.choices or ())] if isinstance(schema, Str) else []


def _words(value: Plain) -> list[str]:
    return (
        [one for one in value if isinstance(one, str)] if isinstance(value, list) else [str(value)]
    )
