"""The boards of a map beside the editor: chosen, dragged, turned, repeated, added and taken away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from grognard.app.board.theme import Theme
from grognard.app.editor.boards import laying
from grognard.app.editor.boards.faces import Face, empty, faces_of, read_plain
from grognard.app.editor.boards.joining import Joining
from grognard.app.editor.boards.plan import Plan, picture_of
from grognard.app.editor.maps.steps import Step, rows, texts
from grognard.app.look import named
from grognard.engines.core.board.hexnumbers import numbers_of
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.scenario.boards import Lying

SIZE, PICTURE = (620, 430), 96
ROLE = Qt.ItemDataRole.UserRole
MOST = 6
"""So often a board is repeated each way at most."""
LARGEST = 40
"""A new board has at most so many hexes each way."""


class Files(Protocol):
    """The files of a scenario in an editor, and every change of them."""

    game: AnyGame
    boards: Joining
    said: str

    @property
    def scenario(self) -> str:
        """The name of the scenario's own file."""

    @property
    def map_place(self) -> tuple[str, Path]:
        """The file that holds the map, and where in it."""

    def plain(self, file: str, path: Path = ()) -> Plain:
        """Return what a file says at a path."""

    def change(self, words: str, file: str, steps: Sequence[Step]) -> bool:
        """Do steps on a file; return whether anything has changed."""

    def bring(self, names: Sequence[str]) -> bool:
        """Have shipped files beside the scenario."""

    def watch(self, watcher: Callable[[str], None]) -> Callable[[], None]:
        """Have every change told; return what ends that."""


class BoardsDialog(QDialog):
    """The plan of the boards, and what may be done with the one that is chosen.

    It stays open beside the editor and follows every change, undo too.
    """

    def __init__(self, files: Files, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self.files, self.theme = files, theme
        self.setWindowTitle(tr("Boards"))
        self.resize(*SIZE)
        self.plan = Plan(theme)
        self.plan.picked.connect(self.choose)
        self.plan.dropped.connect(self._dropped)
        self.plan.asked.connect(self.do)
        whole = QHBoxLayout(self)
        left = QVBoxLayout()
        left.addWidget(self.plan, 1)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setProperty("role", "muted")
        left.addWidget(self.words)
        left.addLayout(self._buttons())
        left.addLayout(self._repeating())
        left.addLayout(self._in_play())
        whole.addLayout(left, 1)
        whole.addLayout(self._supply())
        self._end = files.watch(lambda _file: self.follow())
        self.follow()

    def _buttons(self) -> QGridLayout:
        grid = QGridLayout()
        self.acts: dict[str, QPushButton] = {}
        shown = (
            ("left", "←", tr("Move to the left")),
            ("up", "↑", tr("Move up")),
            ("down", "↓", tr("Move down")),
            ("right", "→", tr("Move to the right")),
            ("turn", tr("Turn"), tr("Turn it over. Key {key}", key="T")),
            ("away", tr("Take away"), tr("Remove the chosen board. Key {key}", key="Del")),
        )
        for column, (what, words, tip) in enumerate(shown):
            button = QPushButton(words)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, what=what: self.do(what))
            self.acts[what] = button
            grid.addWidget(button, 0, column)
        return grid

    def _repeating(self) -> QHBoxLayout:
        """How often the chosen board is laid, across and down."""
        line = QHBoxLayout()
        button = QPushButton(tr("Repeat"))
        button.setToolTip(
            tr("Repeat it from where it lies, so many times in all. Key {key}", key="R")
        )
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.do("repeat"))
        self.acts["repeat"] = button
        line.addWidget(button)
        self.times = QSpinBox(), QSpinBox()
        for box, words, usual in zip(self.times, (tr("across"), tr("down")), (2, 1), strict=True):
            box.setRange(1, MOST)
            box.setValue(usual)
            box.setSuffix(" " + words)
            line.addWidget(box)
        line.addStretch(1)
        return line

    def _in_play(self) -> QHBoxLayout:
        """From which hex to which the map is in play; empty for all of it."""
        line = QHBoxLayout()
        line.addWidget(QLabel(tr("In play from hex")))
        self.field = QLineEdit(), QLineEdit()
        for box, words in zip(self.field, (tr("First hex"), tr("Last hex")), strict=True):
            box.setPlaceholderText(tr("all"))
            box.setAccessibleName(words)
            box.setMaximumWidth(70)
            box.editingFinished.connect(self._play_on)
        line.addWidget(self.field[0])
        line.addWidget(QLabel(tr("to hex")))
        line.addWidget(self.field[1])
        line.addStretch(1)
        return line

    def _supply(self) -> QVBoxLayout:
        """The faces to add, and how large a new one is."""
        column = QVBoxLayout()
        column.addWidget(named(QLabel(tr("Add a board")), "heading"))
        self.supply = QListWidget()
        self.supply.setIconSize(QSize(PICTURE, PICTURE))
        self.supply.setFixedWidth(230)
        self.supply.setWordWrap(True)
        self.supply.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.supply.setAccessibleName(tr("Boards to add"))
        self.supply.itemDoubleClicked.connect(lambda _item: self.do("add"))
        self.supply.currentItemChanged.connect(lambda *_: self._ask_size())
        blank = QListWidgetItem(tr("With nothing on it"), self.supply)
        blank.setData(ROLE, None)
        for face in faces_of(self.files.game):
            words = tr("{face} (face {n})", face=verbatim(face.called), n=verbatim(face.number))
            item = QListWidgetItem(words if face.number else face.called, self.supply)
            picture = picture_of(face.map, self.theme, turned=False, width=PICTURE)
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # not tinted: it shows what will be laid
            item.setIcon(icon)
            item.setData(ROLE, face)
        column.addWidget(self.supply, 1)
        size = QHBoxLayout()
        self.across, self.down = QSpinBox(), QSpinBox()
        for box, words, usual in (
            (self.across, tr("Columns"), 8),
            (self.down, tr("Rows"), 6),
        ):
            box.setRange(2, LARGEST)
            box.setValue(usual)
            box.setPrefix(words + " ")
            size.addWidget(box)
        column.addLayout(size)
        add = QPushButton(tr("Add"))
        add.setAutoDefault(False)
        add.clicked.connect(lambda: self.do("add"))
        self.acts["add"] = add
        column.addWidget(add)
        self.supply.setCurrentRow(0)
        return column

    def _ask_size(self) -> None:
        item = self.supply.currentItem()
        own = item is not None and item.data(ROLE) is None
        self.across.setVisible(own)
        self.down.setVisible(own)

    # -- what there is -----------------------------------------------------------------------------

    @property
    def boards(self) -> tuple[Lying, ...]:
        """The boards that can be read."""
        joined = self.files.boards.joined
        return joined.boards if joined is not None else ()

    def choose(self, index: int) -> None:
        """Choose a board."""
        self.plan.show_boards(self.boards, index)
        self._tell()

    def follow(self) -> None:
        """Show the boards as they are now."""
        there = [board.index for board in self.boards]
        index = self.plan.index if self.plan.index in there else next(iter(there), -1)
        self.choose(index)
        field = [*texts(self._field), "", ""]
        for box, word in zip(self.field, field, strict=False):
            if not box.hasFocus() or not word:
                box.setText(word)
        self._offer()
        self.plan.show_field([numbers_of(word) for word in texts(self._field)])

    @property
    def _field(self) -> Plain:
        return self.files.plain(self.files.scenario, ("field",))

    def _play_on(self) -> None:
        """Have only these hexes in play, or all."""
        wanted = [box.text().strip() for box in self.field]
        now = texts(self._field)
        if all(word.isdecimal() and len(word) in (4, 6) for word in wanted):
            if wanted != now:
                self._change(tr("hexes in play"), [Step(("field",), "set", [*wanted])])
        elif not any(wanted) and now:
            self._change(tr("all in play"), [Step(("field",), "remove")])

    def _offer(self) -> None:
        """Offer the boards whose hexes lie as those of the map do."""
        file, inside = self.files.map_place
        own = self.files.plain(file, (*inside, "grid", "flat"))
        flat = self.boards[0].face.grid.flat if self.boards else own
        for row in range(1, self.supply.count()):
            item = self.supply.item(row)
            item.setHidden(item.data(ROLE).map.grid.flat != flat)

    def _tell(self) -> None:
        board = next((b for b in self.boards if b.index == self.plan.index), None)
        for what in self.acts.keys() - {"add"}:
            self.acts[what].setEnabled(board is not None)
        self.acts["away"].setEnabled(len(self.boards) > 1)
        if board is None:
            self.words.setText(tr("The map is one board. Add another, and both are joined."))
            return
        words = tr(
            "Board {n}: {face}, from hex {hex}",
            n=board.index + 1,
            face=verbatim(board.face.title),
            hex=laying.numbered(board.at),
        )
        turned = tr("{board}, turned", board=verbatim(words)) if board.turned else words
        self.words.setText(
            turned + ".\n" + tr("Drag a board; arrows, T, R and Delete do as the buttons do.")
        )

    # -- what is done ------------------------------------------------------------------------------

    def do(self, what: str) -> None:
        """Do what a button or a key asks for with the board that is chosen."""
        boards, index = self.boards, self.plan.index
        if what == "add":
            self._add()
        elif index < 0:
            return
        elif what in laying.WAYS:
            self._change(tr("board moved"), laying.shift(boards, index, what))
        elif what == "turn":
            self._change(tr("board turned"), laying.turn(boards, index))
        elif what == "away":
            self._change(tr("board taken away"), laying.take_away(boards, index))
        elif what == "repeat":
            row = rows(self.files.plain(self.files.scenario), "boards")[index]
            said = row if isinstance(row, dict) else {}
            same: dict[str, Plain] = {k: v for k, v in said.items() if k in ("face", "board")}
            count = self._count
            across, down = (box.value() for box in self.times)
            steps = laying.repeat(boards, count, index, same, (across, down))
            self._change(tr("board repeated"), steps)
            if not steps:
                self.words.setText(
                    tr("There is no room for it there: other boards are in the way.")
                )

    def _dropped(self, index: int, column: float, row: float) -> None:
        self._change(tr("board moved"), laying.put(self.boards, index, (column, row)))

    @property
    def _count(self) -> int:
        return len(rows(self.files.plain(self.files.scenario), "boards"))

    def _add(self) -> None:
        """Lay the board of the list beside the others; a map that was whole becomes the first of them."""
        boards, first = self.boards, list[Step]()
        if not boards:
            boards, first = self._begun()
        face = self._face(boards)
        if face is None:
            return
        names = [str(face.what["face"])] if "face" in face.what else []
        if not self.files.bring(names):
            self.words.setText(self.files.said)
            return
        count = max(self._count, len(boards))
        steps = laying.add(boards, count, Lying(-1, face.map, (1, 1)), face.what)
        if self._change(tr("board added"), [*first, *steps]):
            self.choose(count)
            self.plan.setFocus()

    def _face(self, boards: Sequence[Lying]) -> Face | None:
        """Return the board that the list offers."""
        item = self.supply.currentItem()
        if not boards or item is None:
            return None
        chosen: Face | None = item.data(ROLE)
        if chosen is None:
            size, like = (self.across.value(), self.down.value()), boards[0].face.grid
            chosen = empty(self.files.game, like, size, self._count + 1, tr("Board"))
        if chosen is None:
            self.words.setText(tr("That board is not possible."))
        return chosen

    def _begun(self) -> tuple[tuple[Lying, ...], list[Step]]:
        """Return the map as the first of boards, and the steps that make it so; nothing if it has faults."""
        file, inside = self.files.map_place
        own = file != self.files.scenario
        said = self.files.plain(file, inside)
        found = read_plain(self.files.game, said)
        if found is None:
            self.words.setText(tr("Mend the map's faults first."))
            return (), []
        what: dict[str, Plain] = {"face": file} if own else {"board": said}
        at = found.grid.first_column, found.grid.first_row
        steps = laying.begin(what, found.grid, "map" if own else "board")
        return (Lying(0, found, at),), steps

    def _change(self, words: str, steps: Sequence[Step]) -> bool:
        if not steps:
            return False
        return self.files.change(words, self.files.scenario, steps)
