"""The editor: one window on one scenario, its pages on the left, the board in the middle, faults on the right."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from grognard.app.board.theme import load_theme
from grognard.app.editor.helping.card import FirstCard, HelpWindow
from grognard.app.editor.maps.steps import Step, section
from grognard.app.editor.pickers import Naming
from grognard.app.editor.picks import Picks
from grognard.app.editor.traced import TRACING
from grognard.app.editor.trying import tried
from grognard.app.editor.whereabouts import page_of, place_of, said_in, whose
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.drawing import DrawingCanvas
from grognard.app.editor.window.faults import Faults
from grognard.app.editor.window.ink import changes
from grognard.app.editor.window.mappage import MapPage, grid_of, without
from grognard.app.editor.window.mappicking import MapPicking
from grognard.app.editor.window.outward import Outward
from grognard.app.editor.window.preview import Preview, all_looks, first_view, preview, reader_of
from grognard.app.editor.window.rulepane import RulePane
from grognard.app.look import fit, named
from grognard.app.rulebook.shelf import shelf
from grognard.app.settings import Settings
from grognard.app.worker import Worker, go_on
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Path as Place
from grognard.engines.core.data.text import capital, decimal, spell, text, tr, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.show.views import TableView

if TYPE_CHECKING:
    from grognard.app.editor.placing.severalpage import SeveralPage

PAUSE = 60
"""Milliseconds after the last change before the scenario is read anew."""
PAGES = {
    "map": text("Map"),
    "setup": text("Set-up"),
    "forces": text("Forces"),
    "rest": text("Scenario"),
    "arrivals": text("Arrivals"),
}
SIZE = (1366, 768)
POINT = re.compile(r"([\d.]+) cm east, ([\d.]+) cm north")
"""A point of the table as a fault tells it."""


@lru_cache(maxsize=1)
def _settle_in() -> None:
    """What the program holds for good is not looked through again and again while one draws."""
    gc.freeze()


class EditorWindow(QMainWindow):
    """A scenario under way.

    Signals:
        play_wanted(object, str, int): a Session to be played, its title, and for how many turns the
            computer plays it (0: by hand).
        balance_wanted(object): computer players are to play this setup some times.
        closed(object): the path of the scenario that is no longer open.
        previewed(): faults and board are those of the last change.
    """

    play_wanted = Signal(object, str, int)
    balance_wanted = Signal(object)
    closed = Signal(object)
    previewed = Signal()

    def __init__(self, desk: Desk, settings: Settings | None = None) -> None:
        super().__init__()
        _settle_in()
        self.first, self.help = FirstCard(settings), HelpWindow(self)
        self.desk, self.game = desk, desk.game
        self.theme = load_theme(self.game.id)
        self.canvas = DrawingCanvas()
        self.canvas.set_animation("off")
        self.canvas.key_pressed.connect(self._key)
        self.canvas.pointed.connect(self._tell_point)
        self.preview = Preview(None, None, ())
        self.view: TableView | None = None
        self._edits = self._reading = 0
        self._known = -1  # the edits that the preview knows of
        self._reader, self._viewer = Worker(courteous=True), Worker(courteous=True)
        self._map: Plain = desk.map_doc()
        self._field: Plain = desk.plain(desk.scenario, ("field",))
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.read)
        self._build()
        self._actions()
        self._end = desk.watch(self._changed)
        self._entitle()
        fit(self, *SIZE)
        self.read()

    # -- building ----------------------------------------------------------------------------------

    def _build(self) -> None:
        from grognard.app.editor.placing.severalpage import SeveralPage
        from grognard.app.editor.window.arrivalspage import ArrivalsPage
        from grognard.app.editor.window.forcespage import ForcesPage
        from grognard.app.editor.window.restpage import RestPage

        self.map_page = MapPage(self.desk, self.canvas, self.theme)
        self.map_page.layers_hidden.connect(self._show_board)
        self.middle = QStackedWidget()
        self.picks = Picks(self.game)
        self.on_map = MapPicking(
            self.canvas, self.middle, lambda: self.show_page(self.tabs.currentIndex())
        )
        naming = Naming(self.picks, self._make, self.on_map)
        self.setup_page: SeveralPage = SeveralPage(self.desk, self.canvas, self.theme, naming)
        self.foot = QLabel()
        self.setup_page.told.connect(self.foot.setText)
        self.canvas.refused.connect(self.foot.setText)
        self.map_page.parts.told.connect(self.foot.setText)
        self.forces_page = ForcesPage(self.desk, self.setup_page.symbol)
        self.forces_page.told.connect(self.foot.setText)
        self.rest_page = RestPage(self.desk, naming)
        self.arrivals_page = ArrivalsPage(self.desk, naming)
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        for words in PAGES.values():
            self.tabs.addTab(str(words))
        self.tabs.currentChanged.connect(self.show_page)
        self.panels = QStackedWidget()
        self.panels.setFixedWidth(240)
        self.panels.addWidget(self.map_page)
        self.panels.addWidget(self.setup_page)
        parts: list[QWidget] = [self.on_map, self.forces_page, self.rest_page, self.arrivals_page]
        for part in parts:
            self.middle.addWidget(part)
        self._build_right()
        self.split = QSplitter(Qt.Orientation.Horizontal)
        for whole in (self.panels, self.middle, self.right):
            self.split.addWidget(whole)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([240, 860, 260])
        self.foot.setProperty("role", "muted")
        self.foot.setContentsMargins(10, 2, 10, 4)
        self._build_frame()

    def _build_frame(self) -> None:
        """The tabs above, the page's card below them while it is new, what is told at the foot."""
        page = named(QWidget(), "page")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 8, 0)
        head.addWidget(self.tabs)
        head.addStretch(1)
        self.state = QLabel()
        head.addWidget(self.state)
        column.addLayout(head)
        column.addWidget(self.first)
        column.addWidget(self.split, 1)
        column.addWidget(self.foot)
        self.setCentralWidget(page)
        self.first.show_page(0)

    def _build_right(self) -> None:
        """Faults above, the rulebook below them once a rule is asked for."""
        self.faults = Faults()
        self.faults.rules = shelf(self.game.id).names
        self.faults.whose, self.faults.term = self._whose, self.game.term
        self.faults.wanted.connect(self.go_to)
        self.rules = RulePane(self.game)
        self.rest_page.rule_wanted.connect(self.rules.show_rule)
        self.right = right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(self.faults)
        right.addWidget(self.rules)
        self.rules.opened.connect(lambda: right.setSizes([300, 400]))

    def _actions(self) -> None:
        self.acts: dict[str, QAction] = {}
        bar = self.menuBar()
        scenario = bar.addMenu(tr("Scenario"))
        edit = bar.addMenu(tr("Edit"))
        view = bar.addMenu(tr("View"))
        add = self._add
        add(scenario, "play", tr("Test-play by hand"), self.play, "F5")
        add(
            scenario,
            "watch",
            tr("Test-play by the computer, three turns"),
            lambda: self.play(3),
            "Shift+F5",
        )
        scenario.addSeparator()
        out = self.outward = Outward(
            self,
            self.desk,
            self.sound_setup,
            self.foot.setText,
            lambda: self.preview.names,
            self.show_place,
        )
        add(scenario, "balance", tr("Quick balance..."), self.balance)
        add(scenario, "compare", tr("Changed against the shipped scenario..."), out.compare, "F6")
        scenario.addSeparator()
        add(scenario, "bundle", tr("Write a bundle for a friend..."), out.ask_bundle)
        add(scenario, "print-map", tr("Print the map..."), lambda: out.paper("map"), "Ctrl+P")
        add(scenario, "print-pieces", tr("Print the pieces..."), lambda: out.paper("pieces"))
        add(scenario, "schemas", tr("Schemas for a text editor..."), out.ask_schemas)
        scenario.addSeparator()
        add(scenario, "close", tr("Close"), self.close, "Ctrl+W")
        add(edit, "undo", tr("Undo"), self.undo, "Ctrl+Z")
        add(edit, "redo", tr("Redo"), self.redo, "Ctrl+Shift+Z", "Ctrl+Y")
        add(view, "fit", tr("Whole map"), self.canvas.fit, "Ctrl+0")
        add(view, "in", tr("Zoom in"), self.canvas.zoom_in, "Ctrl++", "Ctrl+=")
        add(view, "out", tr("Zoom out"), self.canvas.zoom_out, "Ctrl+-")
        for index, words in enumerate(PAGES.values()):
            go = lambda index=index: self.tabs.setCurrentIndex(index)  # noqa: E731
            add(view, f"page-{index}", str(words), go, f"Alt+{index + 1}")
        explained = bar.addMenu(tr("Help"))
        here = self.tabs.currentIndex
        add(
            explained,
            "explain",
            tr("What this page is for"),
            lambda: self.help.explain(here()),
            "F1",
        )
        add(explained, "keys", tr("Keys of this page"), lambda: self.help.list_keys(here()), "F2")
        self._name_undo()

    def _add(
        self, menu: QMenu, name: str, words: str, does: Callable[[], object], *keys: str
    ) -> None:
        action = QAction(words, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda _on=False: does())
        self.acts[name] = action
        menu.addAction(action)

    def _entitle(self) -> None:
        title = self.desk.plain(self.desk.scenario, ("title",))
        name = verbatim(str(title or self.desk.path.parent.name))
        self.setWindowTitle(
            tr(
                "{title} - {game} - Editor - Grognard",
                title=name,
                game=verbatim(spell("term", self.game.title)),
            )
        )

    # -- pages -------------------------------------------------------------------------------------

    def _make(self, steps: Sequence[Step]) -> bool:
        """Write a record that a field wants to name, and know of it at once."""
        made = self.desk.change(tr("new"), self.desk.scenario, steps)
        if made:
            self._read(self._previewed())
        return made

    def show_page(self, index: int) -> None:
        """Show the map, the set-up, the forces or the rest."""
        self.first.show_page(index)
        self.on_map.end(taken=False)
        on_board = index < 2
        self.panels.setVisible(on_board)
        self.middle.setCurrentIndex(0 if on_board else index - 1)
        if on_board:
            self.panels.setCurrentIndex(index)
        if index == 0:
            self.map_page.take_tool()
        elif index == 1:
            self.setup_page.take_tool()
        self.canvas.set_pieces_visible(index == 1)
        if index == 2:
            self.forces_page.fill()
        elif index == 3:
            self.rest_page.fill()
        elif index == 4:
            self.arrivals_page.fill()

    def _key(self, event: QKeyEvent) -> None:
        page = self.tabs.currentIndex()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if page == 0 and self.map_page.parts.key(event):
            event.accept()
        if control and page != 1:
            return
        letter = event.text().upper()
        on_map = page == 0 and bool(letter) and self.map_page.key(letter)
        if on_map or (page == 1 and self.setup_page.key(letter, event)):
            event.accept()

    def _tell_point(self, at: tuple[float, float]) -> None:
        grid = self.map_page.grid
        if grid is not None:
            self.foot.setText(grid.hex_at(*at) or "")
        elif self.preview.board is not None and self.preview.board.kind == "table":
            self.foot.setText(
                tr(
                    "{x} cm east, {y} cm north",
                    x=decimal(at[0]),
                    y=decimal(-at[1]),
                )
            )
        else:
            self.foot.setText(f"{decimal(at[0], 2)}, {decimal(at[1], 2)}")

    # -- what changes --------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last change back."""
        self._say(self.desk.undo(), tr("Nothing to undo."))

    def redo(self) -> None:
        """Do again what was taken back."""
        self._say(self.desk.redo(), tr("Nothing to redo."))

    def _say(self, done: str, else_: str) -> None:
        if not done:
            self.foot.setText(else_)

    def _changed(self, file: str) -> None:
        now = self.desk.map_doc()
        if now != self._map:
            before, self._map = self._map, now
            self.map_page.place.follow()
            if section(before, "grid") != section(now, "grid"):
                self.map_page.grid = grid_of(self.desk)
            grid = self.map_page.grid
            if grid is not None:
                self.canvas.ink += changes(before, now, self.game.map_layers, grid, self.theme)
        if (field := self.desk.plain(self.desk.scenario, ("field",))) != self._field:
            self._field, self.map_page.grid = field, grid_of(self.desk)
        self._edits += 1
        self.canvas.update()
        if self.forces_page.isVisible():
            self.forces_page.follow()
        if file == self.desk.scenario:
            self.setup_page.follow()
            if self.arrivals_page.isVisible():
                self.arrivals_page.fill()
            if self.rest_page.isVisible():
                QTimer.singleShot(0, self.rest_page, self.rest_page.fill)
        self._name_undo()
        self._entitle()
        if file != TRACING:  # the picture is no part of what is played
            self._pause.start()

    def _name_undo(self) -> None:
        for name, words, what in (
            ("undo", text("Undo: {what}"), self.desk.to_undo),
            ("redo", text("Redo: {what}"), self.desk.to_redo),
        ):
            plain = tr("Undo") if name == "undo" else tr("Redo")
            self.acts[name].setText(str(words.fill(what=verbatim(what))) if what else plain)
            self.acts[name].setEnabled(bool(what))

    # -- reading it anew -----------------------------------------------------------------------------

    def read(self) -> None:
        """Read the scenario in the background: faults, board and pieces follow."""
        self._reading = self._edits
        self._reader.start(self._previewed, self._read, newest=True)

    def _previewed(self) -> Preview:
        """Return the scenario as it stands in its files once they are written (in any thread)."""
        self.desk.settle()
        return preview(self.game, self.desk.path)

    def _read(self, found: Preview) -> None:
        if found.problems and not found.pieces:  # of a fault elsewhere nobody loses his pieces
            was = self.preview
            found = replace(
                found,
                pieces=was.pieces,
                groups=was.groups,
                names=was.names,
                sides=was.sides,
                orders=was.orders,
                said=was.said,
                coming=was.coming,
                edge=was.edge,
                zones=was.zones,
                records=was.records,
                titles=was.titles,
            )
        self.preview, self._known = found, self._reading
        self.picks.show(found, self.desk.plain(self.desk.scenario))
        self.faults.names = found.names
        self.faults.show_problems(found.problems)
        self.state.setText(tr("Every change is kept.") if not self.desk.said else self.desk.said)
        self._show_board()
        self.setup_page.show_preview(found)
        self.setup_page.show_problems(found.problems)
        self.arrivals_page.show_preview(found)
        self._want_view()
        self.previewed.emit()

    def _want_view(self) -> None:
        game, path, found, stage = self.game, self.desk.path, self.preview, self.setup_page.stage
        setup = found.setup
        self._viewer.cancel()
        if setup is not None and not found.problems:
            self._viewer.start(lambda: first_view(game, setup), self._viewed)
            self._viewer.start(lambda: tried(game, setup, path, go_on), self._tried)
        # A scenario with faults may not come to a picture; then the last one stays.
        looks = partial(all_looks, game, path, found, stage)
        self._viewer.start(looks, self._viewed, lambda _fault: None)

    def _tried(self, problems: list[Problem]) -> None:
        if problems:
            self.faults.show_problems(problems)
            self.setup_page.show_problems(problems)

    def _viewed(self, view: TableView | None) -> None:
        if view is not None:
            self.view = view
            self.setup_page.show_view(view)
            self.arrivals_page.show_view(view)

    def _show_board(self) -> None:
        board = self.preview.board
        if board is not None:
            self.canvas.renew(without(board, self.map_page.hidden_layers()), self.theme)
            self.canvas.set_pieces_visible(self.tabs.currentIndex() == 1)

    # -- faults --------------------------------------------------------------------------------------

    def go_to(self, problem: Problem) -> None:
        """Take the author to a fault: its page, its field or piece or place on the map, and its rule."""
        if problem.rule:
            self.rules.show_rule(problem.rule)
        file = next((f for f in self.desk.documents if Path(f).name == Path(problem.file).name), "")
        path: Place = ()
        if file and problem.line:
            path = place_of(self.desk.documents[file].root, problem.line, problem.column)
        if problem.rule in reader_of(self.game).envelope.won_by:  # nothing may be said of it yet
            path = (*path[:2], "victory")
        self.show_place(file, path, problem.message)

    def _whose(self, problem: Problem) -> str:
        """Say which unit of an order of battle a fault is of, and which of its fields; "" of another file."""
        names = [f for f in self.desk.force_files() if Path(f).name == Path(problem.file).name]
        if not names or not problem.line:
            return ""
        root = self.desk.documents[names[0]].root
        name, key = whose(root.plain(), place_of(root, problem.line, problem.column))
        field = capital(str(self.game.term(key))) if key else ""
        return ", ".join(part for part in (spell("unit", name), field) if part)

    def show_place(self, file: str, path: Place, words: str) -> None:
        """Show where a part of a file is edited, and the piece or place that it, or `words`, names."""
        if file in self.desk.force_files():
            self.tabs.setCurrentIndex(2)
            self.forces_page.show_row(file, path)
            return
        here = file == self.desk.scenario
        page = page_of(path) if here else 0
        self.tabs.setCurrentIndex(page)
        if page == 2:
            self.forces_page.show_row(file, path)
        elif page == 3:
            self.rest_page.show_part(path)
        elif page == 4:
            self.arrivals_page.show_part(path)
        elif page == 0 and path[:1] == ("boards",) and self.desk.boards.possible:
            self.map_page.show_boards(next((step for step in path if isinstance(step, int)), 0))
        else:
            named_here = words.replace(",", " ").replace(":", " ").split()
            line = (
                path[: path.index("setup") + 2] if "setup" in path else path
            )  # it names the piece
            said = said_in(self.desk.plain(file), line) if file else []
            self._point_out(path if here else (), named_here, said)

    def _point_out(self, path: Place, words: list[str], said: list[str]) -> None:
        """Mark on the board what is spoken of: a piece, or else places; of what a file says, the first."""
        if path[:1] == ("stages",) and len(path) > 1 and isinstance(path[1], int):
            self.setup_page.show_stage(path[1])
        if self.tabs.currentIndex() == 1 and self.setup_page.pick_named([*words, *said]):
            return
        spaces = self.canvas.spaces.spaces if self.canvas.spaces is not None else {}
        found = [word for word in words if word in spaces]
        if (at := POINT.search(" ".join(words))) is not None and self.preview.board is not None:
            x, y = (float(part) * self.preview.board.scale for part in at.groups())
            self.canvas.centre_on(QPointF(x, -y))
        found = found or [word for word in said if word in spaces][:1]
        if found:
            self.canvas.set_highlights(selected=found)
            self.canvas.centre_on(found[0])

    def sound_setup(self) -> AnySetup | None:
        """Return the scenario as it stands, None with a word about it if it has faults."""
        if self._known != self._edits:  # the last edit has not been read in the background yet
            self._reading = self._edits
            self._read(self._previewed())
        if self.preview.setup is None or self.preview.problems:
            self.foot.setText(tr("Mend the faults first: they are listed on the right."))
            return None
        return self.preview.setup

    # -- playing -------------------------------------------------------------------------------------

    def play(self, turns: int = 0) -> None:
        """Open the table on the scenario as it stands, or say why it cannot be played."""
        setup = self.sound_setup()
        if setup is None:
            return
        session = Session(self.game, setup, token_hex(8))
        self.play_wanted.emit(session, tr("Test: {title}", title=verbatim(setup.info.title)), turns)

    def balance(self) -> None:
        """Have computer players play it some times, or say why it cannot be played."""
        setup = self.sound_setup()
        if setup is not None:
            self.balance_wanted.emit(setup)

    # -- the end -------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the desk, and every dialog that stands beside it; everything is kept already."""
        for dialog in self.findChildren(QDialog):
            dialog.close()
        self._end()
        self._pause.stop()
        self._reader.finish()
        self._viewer.finish()
        self.outward.finish()
        self.canvas.finish()
        self.desk.close()
        self.closed.emit(self.desk.path)
        super().closeEvent(event)
