"""The page of the arrivals: a time line, and below it what the chosen one says."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor import setting
from grognard.app.editor.arrivals import arriving
from grognard.app.editor.arrivals.arriving import Chip
from grognard.app.editor.arrivals.timeline import TimeLine
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.pickers import Naming
from grognard.app.editor.stages import stage_titles
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.forms import Form, stands
from grognard.app.editor.window.preview import Preview, reader_of
from grognard.app.look import away, named
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.text import spell, tr, trn, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.show.views import TableView


class ArrivalsPage(QWidget):
    """What comes later.

    Attributes:
        stage: whose arrivals are shown.
    """

    def __init__(self, desk: Desk, naming: Naming | None = None) -> None:
        super().__init__()
        self.desk, self.naming = desk, naming
        self.envelope = reader_of(desk.game).envelope
        self.stage = 0
        self.preview = Preview(None, None, ())
        self.called: dict[int, str] = {}
        self._said: Plain = ""
        self._writing = False
        self._build()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        head = QHBoxLayout()
        self.count = named(QLabel(), "heading")
        head.addWidget(self.count)
        head.addStretch(1)
        self.stages = QComboBox()
        self.stages.activated.connect(self.show_stage)
        head.addWidget(self.stages)
        self.who = QComboBox()
        self.who.setMinimumWidth(220)
        self.who.setAccessibleName(tr("Who comes"))
        head.addWidget(self.who)
        self.more = QPushButton(tr("Add"))
        self.more.setToolTip(tr("On the first turn; drag it to the right one."))
        self.more.clicked.connect(self.add)
        head.addWidget(self.more)
        self.less = QPushButton(tr("Take away"))
        self.line = line = TimeLine()
        self.less.clicked.connect(lambda: self.drop(line.chosen))
        head.addWidget(self.less)
        column.addLayout(head)
        self.line.picked.connect(self._picked)
        self.line.shifted.connect(self.shift)
        self.line.dropped.connect(self.drop)
        long = QScrollArea()
        long.setWidgetResizable(True)
        long.setFrameShape(QFrame.Shape.NoFrame)
        long.setWidget(self.line)
        column.addWidget(long, 3)
        self.below = QScrollArea()
        self.below.setWidgetResizable(True)
        self.below.setFrameShape(QFrame.Shape.NoFrame)
        column.addWidget(self.below, 2)

    # -- what there is ---------------------------------------------------------------------------

    @property
    def scenario(self) -> Plain:
        """What the scenario says."""
        return self.desk.plain(self.desk.scenario)

    def show_preview(self, found: Preview) -> None:
        """Follow what the scenario is now: who may come, and what they are called."""
        self.preview = found
        if self.isVisible():
            self.fill()

    def show_view(self, view: TableView) -> None:
        """Take over from the game what it calls its turns."""
        track = next((t for t in view.tracks if "turn" in t.id and t.steps), None)
        if track is not None:
            self.called = {n + 1: str(words) for n, words in enumerate(track.steps)}
        self.fill()

    def show_stage(self, stage: int) -> None:
        """Show another stage."""
        self.stage = stage
        self.line.choose(-1)
        self.fill()

    def fill(self) -> None:
        """Show the arrivals as they are written now."""
        scenario = self.scenario
        names = stage_titles(self.desk.game, scenario)
        if [self.stages.itemText(i) for i in range(self.stages.count())] != names:
            self.stages.clear()
            self.stages.addItems(names)
        self.stages.setVisible(len(names) > 1)
        chips = arriving.chips(scenario, self.stage)
        turns = arriving.turns_of(scenario, self.stage, self.envelope.turns)
        turns = max(turns, *(chip.turn for chip in chips), 1)
        labels = {chip.index: self._label(chip) for chip in chips}
        heads = [self._head(turn) for turn in range(turns + 1)]
        self.line.show_chips(chips, labels, heads)
        self.count.setText(trn("{n} arrival", "{n} arrivals", n=len(chips)))
        self._list_who(chips)
        self.less.setEnabled(self.line.chosen >= 0)
        if scenario != self._said and not self._writing:
            self._said = scenario
            self._picked(self.line.chosen)

    def _head(self, turn: int) -> str:
        if not turn:
            return tr("When the rules say")
        said = arriving.called(self.scenario, self.stage)[turn - 1 : turn]
        names = said[0] if said else self.called.get(turn, "")
        number = tr("Turn {n}", n=turn)
        return number if not names or names.strip(".") == str(turn) else f"{turn}\n{names}"

    def name(self, uid: str) -> str:
        """Return what a piece or a group is called."""
        if self.naming is not None:
            return self.naming.picks.name(uid)
        said = self.preview.names.get(uid, "")
        return spell("unit", said) if said else uid

    def _label(self, chip: Chip) -> str:
        words = ", ".join(map(self.name, chip.names))
        return (
            tr("{who}, if {word}", who=verbatim(words), word=chip.condition)
            if chip.condition
            else words
        )

    def _list_who(self, chips: list[Chip]) -> None:
        """List the groups and pieces that have no place and come on no turn yet."""
        listed = self._may_come({name for chip in chips for name in chip.names})
        if [self.who.itemData(i) for i in range(self.who.count())] == listed:
            return
        self.who.clear()
        for key, name in listed:
            words = (
                tr("all of {group}", group=verbatim(self.name(name)))
                if key == "group"
                else self.name(name)
            )
            self.who.addItem(words, (key, name))
        self.more.setEnabled(bool(listed))

    def _may_come(self, there: set[str]) -> list[tuple[str, str]]:
        """Return who may be added: what has no place and comes on no turn yet, or the groups that arrive alone."""
        if self.preview.coming is not None:
            return [("group", name) for name in self.preview.coming if name not in there]
        home = setting.at_home(self.scenario, self.stage, self.preview.groups)
        groups = [g for g, members in self.preview.groups.items() if not home.issuperset(members)]
        listed = [("group", g) for g in groups if g not in there]
        gone = {uid for g in there for uid in self.preview.groups.get(g, ())} | there | home
        listed += [("piece", uid) for uid in self.preview.pieces if uid not in gone]
        return listed

    # -- what is done ----------------------------------------------------------------------------

    def add(self) -> None:
        """Have who is chosen come on the first turn."""
        key, name = self.who.currentData() or ("", "")
        if not name:
            return
        way = next(iter(self.envelope.placing.ways), "at")
        steps = arriving.add(self.scenario, self.stage, key, name, 1, {way: self._entry()})
        if self._do(tr("{who} arrives later", who=verbatim(self.name(name))), steps):
            self.line.choose(len(self.line.chips) - 1)

    def _entry(self) -> str:
        """Return a place where somebody may come in, to begin with: the first of the edge."""
        board = self.preview.board
        spaces = [space.id for space in board.spaces] if board is not None else []
        return next(iter(self.preview.edge or spaces), arriving.NOWHERE)

    def shift(self, index: int, turn: int) -> None:
        """Have an arrival come on another turn."""
        steps = arriving.shift(self.scenario, self.stage, index, turn)
        self._do(tr("comes on turn {n}", n=turn) if turn else tr("comes when the rules say"), steps)

    def drop(self, index: int) -> None:
        """Take an arrival away."""
        if index >= 0:
            steps = arriving.drop(self.scenario, self.stage, index)
            self.line.choose(-1)
            self._do(tr("no longer comes"), steps)

    def _do(self, words: str, steps: list[Step]) -> bool:
        done = bool(steps) and self.desk.change(words, self.desk.scenario, steps)
        self.fill()
        return done

    def _picked(self, index: int) -> None:
        """Show what the arrival says, to be edited."""
        self.less.setEnabled(index >= 0)
        old = self.below.takeWidget()
        if old is not None:
            away(old)
        there = arriving.arrivals(self.scenario, self.stage)
        if 0 <= index < len(there):
            at = arriving.path_of(self.stage, index)
            schema = self.envelope.placing.arrival
            form = Form(self.desk, schema, there[index], at, self._write, naming=self.naming)
            self.below.setWidget(form)

    def _write(self, path: Path, value: Plain) -> None:
        gone = value in ("", [], {})
        if not gone or self.desk.plain(self.desk.scenario, path) != "":
            step = Step(path, "remove") if gone else Step(path, "set", value)
            self._writing = True  # what is written in the form is not shown there anew
            self.desk.change(tr("arrival"), self.desk.scenario, [step])
            self._writing = False
        if stands(self.below.widget(), self.desk, path, value):
            self._said = self.scenario  # the keys stay in the form
        QTimer.singleShot(0, self, self.fill)

    def show_part(self, path: Path) -> None:
        """Take up the arrival that a path leads to."""
        index = path[path.index("arrivals") + 1] if path.index("arrivals") + 1 < len(path) else -1
        if isinstance(path[1], int):
            self.stage = path[1]
        self.fill()
        self.line.choose(index if isinstance(index, int) else -1)
