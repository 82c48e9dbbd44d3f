"""The set-up page: pieces that stand nowhere yet, and how the one in the hand stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.board.pieces.counters import CounterPainter
from grognard.app.board.theme import Theme
from grognard.app.editor import setting
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.pickers import Naming
from grognard.app.editor.placing import laid, several
from grognard.app.editor.placing.tray import ROLE, Tray
from grognard.app.editor.placing.whereform import WhereForm, written
from grognard.app.editor.stages import stage_titles
from grognard.app.editor.whereabouts import pieces_at_fault
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.drawing import DrawingCanvas
from grognard.app.editor.window.preview import Preview, reader_of
from grognard.app.look import named
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Int, Str
from grognard.engines.core.data.text import capital, spell, tr, trn, verbatim
from grognard.engines.core.data.text import named as said_name
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.show.views import PieceView, TableView

QUARTER = 15
"""By so many degrees a key turns a piece on a table."""


class SetupPage(QWidget):
    """Where pieces begin.

    Attributes:
        stage: which of the stages is set up.
        picked: the piece that is looked at, turned and formed; "" for none.
        chosen: all those that are, one gesture for all of them; `picked` is the last.
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
        self.chosen: tuple[str, ...] = ()
        self.at_fault: dict[str, str] = {}
        self.off_map: set[str] = set()
        self.latest: dict[str, str] = {}
        self.preview = Preview(None, None, ())
        self.looks: dict[str, PieceView] = {}
        self._icons: dict[PieceView, QIcon] = {}
        self._listed: list[tuple[str, str, str, QIcon | None, bool]] = []
        self._build()
        canvas.piece_clicked.connect(self._piece_clicked)
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
        self.tray.setWordWrap(True)
        self.tray.setDragEnabled(True)
        self.tray.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tray.setAccessibleName(tr("Pieces to place"))
        self.tray.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.tray.itemSelectionChanged.connect(self._picked_in_tray)
        self.tray.itemClicked.connect(lambda _item: self._picked_in_tray())
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

    def _picked_in_tray(self) -> None:
        """Take up what is marked in the list; the one at which the mouse or the keys are comes last."""
        there = (self.tray.item(row) for row in range(self.tray.count()))
        marked = [item.data(ROLE) for item in there if item.isSelected() and item.data(ROLE)]
        now = self.tray.currentItem()
        if now is not None and (last := now.data(ROLE)) in marked:
            marked = [*(uid for uid in marked if uid != last), last]
        if marked:
            self.pick(marked[-1], marked)

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
        names = stage_titles(self.desk.game, self.scenario)
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
            (head, uid, self.called(uid), self._icon(uid), uid in self.chosen)
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
        """Look at a piece of the map; one carried from the list is set down beside it, if that is no enemy."""
        view, sides = self.canvas.view, self.preview.sides
        there = next((p.at for p in view.pieces if p.id == uid), None) if view is not None else None
        counter = uid not in self.preview.pieces  # a Depot is of nobody's order of battle
        friend = counter or sides.get(uid, "") == sides.get(self.carried, "")
        if self.carried and friend and there is not None:
            self.put_at(there)
        else:
            self.look_at(uid)

    def _piece_clicked(self, uid: str, _keys: Qt.KeyboardModifier) -> None:
        self._if_here(self._clicked, uid)

    def look_at_all(self, pieces: Sequence[str]) -> None:
        """Show how pieces stand, in one form for all of them."""
        if not pieces:
            self.let_go()
            return
        self.chosen, self.picked, self.carried = tuple(pieces), pieces[-1], ""
        self.who.setText(self._who())
        self.how.setVisible(all(uid in self.preview.pieces for uid in pieces))
        row = several.row_of_all(self.scenario, self.stage, pieces)
        self.how.show_row(row, self.preview.sides.get(self.picked, ""))
        self._mark()
        self.canvas.setFocus()

    def _who(self) -> str:
        """Return the name of the one that is looked at, or how many there are."""
        many = len(self.chosen)
        if many == 1:
            return self.called(self.picked)
        return trn("{n} piece", "{n} pieces", n=many)

    def pick(self, uid: str, all_of: Sequence[str] = ()) -> None:
        """Take pieces up: those that stand nowhere yet go where the next click is."""
        self.look_at_all(all_of or (uid,))
        nowhere = setting.standing(self.scenario, self.stage, uid) is None
        off = nowhere or uid in self.off_map
        self.carried = uid if off and uid in self.preview.pieces else ""

    def let_go(self) -> None:
        """Put down whatever is in the hand; nothing is changed by it."""
        self.picked = self.carried = ""
        self.chosen = ()
        self.who.setText("")
        self.how.setVisible(False)
        self.tray.blockSignals(True)
        self.tray.setCurrentRow(-1)
        self.tray.clearSelection()
        self.tray.blockSignals(False)
        self._mark()

    def look_at(self, uid: str) -> None:
        """Show how a piece stands; a click sets nothing down."""
        self.look_at_all((uid,))

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
        self.canvas.set_highlights(selected=self.chosen, illegal=self.at_fault)

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
        if piece not in self.preview.pieces:
            self._lay(piece, space)
            return
        if (places := self._all_at(piece, space, pose)) is None:
            self.told.emit(tr("Not all of them would be on the map."))
            return

        def put(now: Plain, uid: str) -> list[Step]:
            like = self._like(self.preview.sides.get(uid, ""))
            return setting.put(now, self.stage, uid, places[uid], like)

        steps = several.each(self.scenario, places, put)
        self.off_map -= {*places}
        words = tr("{piece} placed", piece=self._words(piece, places))
        if self.desk.change(words, self.desk.scenario, steps):
            for uid, there in places.items():
                self.latest[self.preview.sides.get(uid, "")] = uid
                self._shift(uid, there, scale)
        self.look_at_all([*places])

    def _all_at(
        self, piece: str, space: str, pose: list[Plain]
    ) -> dict[str, dict[str, Plain]] | None:
        """Return where pieces go that are brought along with one: as far off as they stood; None if one cannot."""
        way = "pose" if "pose" in self.placing.ways else "at"
        found: dict[str, dict[str, Plain]] = {piece: {way: pose if way == "pose" else space}}
        others = [uid for uid in self.chosen if uid != piece] if piece in self.chosen else []
        begun = several.poses(self.scenario, self.stage, [piece, *others])
        for uid in others:
            if way == "pose":
                x, y = float(str(pose[0])), float(str(pose[1]))
                (u, v), (a, b) = begun.get(uid, (x, y)), begun.get(piece, (x, y))
                found[uid] = {way: several.pose((x + u - a, y + v - b))}
            elif at := self._beside(piece, uid, space):
                found[uid] = {way: at}
            else:
                return None
        return {**found, piece: found.pop(piece)}

    def _beside(self, piece: str, other: str, space: str) -> str:
        """Return the space as far from one as another piece stands from the one that is brought there; "" for none."""
        view = self.canvas.view
        spots = {p.id: p.at for p in view.pieces if p.at} if view is not None else {}
        return self._as_far(spots.get(piece) or "", spots.get(other) or "", space)

    def _as_far(self, start: str, there: str, space: str) -> str:
        """Return the space as far from one as `there` lies from `start`; areas have no such distance: the one itself."""
        index = self.canvas.spaces
        grid = self.preview.board is not None and self.preview.board.kind == "hex"
        if index is None or not grid or not start or not there or start == there:
            return space
        (a, b), (x, y), (u, v) = (index.spaces[at].centre for at in (start, there, space))
        return index.at(QPointF(u + x - a, v + y - b)) or ""

    def _like(self, side: str) -> str:
        """Return the piece of a side that was placed last."""
        there = setting.placed(self.scenario, self.stage)
        mine = [uid for uid in there if self.preview.sides.get(uid, "") == side]
        return self.latest.get(side) or (mine[-1] if mine else "")

    def _words(self, piece: str, all_of: Collection[str] = ()) -> str:
        if len(all_of) > 1:
            return trn("{n} piece", "{n} pieces", n=len(all_of))
        return self.preview.names.get(piece, "") or piece

    def _shift(self, piece: str, where: Mapping[str, Plain], scale: float) -> None:
        """Show a piece at its new place at once; the view that is read anew follows."""
        view, look = self.canvas.view, self.looks.get(piece)
        if view is None or look is None:
            return
        turned = look.pose[2] if look.pose else 0.0
        pose, space = where.get("pose"), where.get("at")
        if isinstance(pose, list):
            x, y = (float(str(part)) * scale for part in pose)
            moved = replace(look, at=None, pose=(x, -y, turned))
        else:
            moved = replace(look, at=str(space), pose=None)
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
        gone = self.chosen if piece in self.chosen else (piece,)

        def off(now: Plain, uid: str) -> list[Step]:
            return setting.take_off(now, self.stage, uid)

        words = tr("{piece} taken off", piece=self._words(piece, gone))
        self.desk.change(words, self.desk.scenario, several.each(self.scenario, gone, off))
        self.let_go()

    def leave_out(self) -> None:
        """The pieces that are listed take no part in the battle."""
        listed = [*self._waiting()]
        steps = setting.leave_out(self.scenario, self.stage, listed, self.placing.absent)
        self.desk.change(tr("left out"), self.desk.scenario, steps)

    # -- how it stands ---------------------------------------------------------------------------------

    def _say(self, key: str, value: Plain) -> None:
        self._say_each(key, dict.fromkeys(self.chosen, value))

    def _say_each(self, key: str, values: Mapping[str, Plain]) -> None:
        """Say something of each piece, as one change."""

        def say(now: Plain, uid: str) -> list[Step]:
            return setting.say(now, self.stage, uid, key, values[uid])

        said = next(iter(values.values()), "")
        words = tr(
            "{piece}: {what}",
            piece=self._words(self.picked, values),
            what=verbatim(written(said)),
        )
        self.desk.change(words, self.desk.scenario, several.each(self.scenario, values, say))

    def _said(self, key: str, value: Plain) -> None:
        if self.picked:
            self._say(key, value)

    def _say_where(self, way: str, value: Plain) -> None:
        """Have the piece that is looked at begin so; where the seat chooses, it stands somewhere first."""
        if not self.picked or not value:
            return

        def put(now: Plain, uid: str) -> list[Step]:
            there = setting.standing(now, self.stage, uid)
            row = there.row if there is not None else {}
            if row.get(way) == value:
                return []
            where = self._chosen_by_seat(row, way, value)
            return setting.put(now, self.stage, uid, where, uid)

        words = tr("{piece} placed", piece=self._words(self.picked, self.chosen))
        self.desk.change(words, self.desk.scenario, several.each(self.scenario, self.chosen, put))

    def _chosen_by_seat(self, row: Mapping[str, Plain], way: str, value: Plain) -> dict[str, Plain]:
        where: dict[str, Plain] = {way: value}
        if self.placing.firsts and way in ("among", "anywhere"):
            first = next(iter(_words(row.get("first", "") or row.get("at", ""))), "")
            among = _words(value) if way == "among" else [first]
            first = first if first in among else among[0]
            where |= {"first": first} if first else {}
        return where

    def key(self, letter: str, event: QKeyEvent) -> bool:
        """Turn, form, or take off the piece in the hand; return whether the key meant that."""
        if not self.picked:
            return False
        if letter in ("Q", "E"):
            self.turn(1 if letter == "E" else -1)
        elif letter == "F" and self.placing.formations:
            self._next("formation", ["", *self.placing.formations])
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.take_off(self.picked)
        elif event.key() == Qt.Key.Key_Escape:
            self.let_go()
        else:
            return False
        return True

    def turn(self, by: int) -> None:
        """Turn the pieces in the hand, by a vertex of a hex or some degrees."""
        if "pose" in self.placing.ways:
            turned: dict[str, Plain] = {}
            for uid, row in self._standing().items():
                now = float(written(row.get("heading", "0")) or 0)
                turned[uid] = f"{(now + by * QUARTER) % 360:g}"
            self._say_each("heading", turned)
        elif self.placing.facing is not None:
            self._next("facing", facings(self.placing.facing), by)
        if self.chosen:
            self.pick(self.picked, self.chosen)

    def _standing(self) -> dict[str, dict[str, Plain]]:
        """Return the lines of those of the pieces in the hand that have one."""
        there = {uid: setting.standing(self.scenario, self.stage, uid) for uid in self.chosen}
        return {uid: one.row for uid, one in there.items() if one is not None}

    def _next(self, key: str, values: Sequence[str], by: int = 1) -> None:
        """Say the next of some values of each piece in the hand."""
        said: dict[str, Plain] = {}
        for uid, row in self._standing().items():
            now = written(row.get(key, ""))
            said[uid] = values[((values.index(now) if now in values else 0) + by) % len(values)]
        if said:
            self._say_each(key, said)


def facings(schema: object) -> list[str]:
    """Return what a facing may be."""
    if isinstance(schema, Int):
        return [str(n) for n in range(schema.min, schema.max + 1)]
    return [*(schema.choices or ())] if isinstance(schema, Str) else []


def _words(value: Plain) -> list[str]:
    return (
        [one for one in value if isinstance(one, str)] if isinstance(value, list) else [str(value)]
    )
