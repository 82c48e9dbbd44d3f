"""The map page: the layers of the game's maps, what each may hold, and the tools for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDoubleSpinBox,
    QGridLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.board.map.swatches import SIGNS, Sign, draw_swatch
from grognard.app.board.theme import Theme
from grognard.app.editor.boards.dialog import BoardsDialog
from grognard.app.editor.boards.tiles import tiles_of
from grognard.app.editor.helping.gestures import AREA_HELP, GESTURES, HEX_HELP, TABLE_HELP
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.window.areatools import AreaPen, TablePen
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.drawing import DrawingCanvas
from grognard.app.editor.window.ink import Tool
from grognard.app.editor.window.parttool import MapParts
from grognard.app.editor.window.placeform import PlaceForm
from grognard.app.editor.window.tools import (
    BuildingPen,
    HexBrush,
    Hexes,
    NamePen,
    RoadPen,
    SidePen,
    TilePen,
)
from grognard.app.editor.window.tracingbar import TracingBar
from grognard.app.look import named
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.board.hexnumbers import HexError
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.text import capital, spell, text, tr, trn, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.scenario.boards import part_in_play
from grognard.engines.core.show.views import BoardView

ROLE = Qt.ItemDataRole.UserRole
MODES = {
    "brush": text("Brush"),
    "line": text("Line"),
    "rectangle": text("Box"),
    "fill": text("Fill"),
}
SHAPES = {
    "polygon": text("Outline"),
    "circle": text("Circle"),
    "strip": text("Strip"),
    "block": text("Block"),
    "move": text("Move"),
}
BROAD = 230
ROOM, PADDING = BROAD - 20, 12
"""The room for the buttons of the tools, and what each needs besides its words."""
CORNERS = 2
"""A field is told by the first and the last of its hexes."""
NARROWEST, WIDE = 0.5, 2.0
"""A strip is at least so many cm wide, and so wide as long as nobody says otherwise."""
KEYS = {"brush": "B", "line": "L", "rectangle": "R", "fill": "F"}
NAMED = {
    "terrain": text("Ground"),
    "levels": text("Heights"),
    "hexsides": text("Hexsides"),
    "lines": text("Roads and streams"),
    "buildings": text("Buildings"),
    "places": text("Names"),
    "territory": text("Territory"),
    "edges": text("Edges that supply a side"),
    "cities": text("Cities"),
    "areas": text("Areas"),
    "borders": text("Borders"),
    "marks": text("Supply, start line"),
    "roads": text("Roads"),
    "patches": text("Ground"),
    "villages": text("Villages"),
    "bridges": text("Bridges"),
    "labels": text("Names"),
    "tiles": text("Tiles"),
}
PLANS = {
    "hougoumont": text("Hougoumont"),
    "haye-sainte": text("La Haye Sainte"),
    "walled-farm": text("Walled farm"),
    "farm": text("Farm"),
    "church": text("Church"),
    "house": text("House"),
    "mill": text("Windmill"),
    "pond": text("Pond"),
    "pit": text("Sand pit"),
}
MARKS = {
    "source": text("supply source"),
    "line": text("start line"),
}
WRITTEN = ("places", "buildings")
"""What is drawn of layers whose kinds have no swatch of their own."""
PLACES = ("village", "town", "height", "wood", "redoubt", "river", "entry")
"""What names are written like, where the layer has no kinds of its own."""


class MapPage(QWidget):
    """Layers and tools beside the canvas.

    Signals:
        layers_hidden(): another set of layers is to be shown.
    """

    layers_hidden = Signal()

    def __init__(self, desk: Desk, canvas: DrawingCanvas, theme: Theme) -> None:
        super().__init__()
        self.desk, self.canvas, self.theme = desk, canvas, theme
        self.game: AnyGame = desk.game
        self.grid = grid_of(desk)
        self.tiles = tiles_of(self.game)
        self.boards: BoardsDialog | None = None
        self.sheet: Hexes | None = None
        self.layer: Layer | None = None
        self._locked: set[str] = set()
        canvas.refuses = self.why_not
        self._build()
        self.layers.setCurrentRow(0)

    # -- building ----------------------------------------------------------------------------------

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        self._build_layers(column)
        self.modes = QGridLayout()
        column.addLayout(self.modes)
        self.radius = QSpinBox()
        self.radius.setRange(0, 6)
        self.radius.setPrefix(tr("Radius") + " ")
        self.radius.valueChanged.connect(self._set_radius)
        column.addWidget(self.radius)
        self.breadth = QDoubleSpinBox()
        self.breadth.setRange(0.0, 50.0)
        self.breadth.setSingleStep(0.5)
        self.breadth.setDecimals(1)
        self.breadth.setSuffix(" " + tr("cm wide"))
        self.breadth.setSpecialValueText(tr("as wide as usual"))
        self.breadth.valueChanged.connect(self._set_width)
        column.addWidget(self.breadth)
        self.kinds = QListWidget()
        self.kinds.setIconSize(QSize(44, 20))
        self.kinds.setWordWrap(True)
        self.kinds.setAccessibleName(tr("What is drawn"))
        self.kinds.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.kinds.currentItemChanged.connect(self._take_kind)
        column.addWidget(self.kinds, 1)
        self.name = QLineEdit()
        self.name.setPlaceholderText(tr("Name"))
        self.name.textChanged.connect(self._set_name)
        column.addWidget(self.name)
        self.place = PlaceForm(self.desk.map_doc, self.desk.change_map, self.game.term)
        column.addWidget(self.place)
        self.help = QLabel()
        self.help.setWordWrap(True)
        self.help.setProperty("role", "muted")
        column.addWidget(self.help)
        self.joins = QPushButton(tr("Boards..."))
        self.joins.setToolTip(tr("Boards joined to one map: added, moved, turned, repeated."))
        self.joins.clicked.connect(lambda _on: self.show_boards())
        column.addWidget(self.joins)
        if not self.desk.boards.possible:
            self.joins.hide()
        self.tracing = TracingBar(self.desk, self.canvas)
        column.addWidget(self.tracing)
        self.setFixedWidth(BROAD)

    def show_boards(self, index: int = 0) -> None:
        """Show the boards that the map is joined of, one of them chosen."""
        if self.boards is None:
            self.boards = BoardsDialog(self.desk, self.theme, self.window())
        self.boards.choose(index)
        self.boards.show()
        self.boards.raise_()

    def _build_layers(self, column: QVBoxLayout) -> None:
        column.addWidget(named(QLabel(tr("Layers")), "heading"))
        self.layers = QListWidget()
        self.layers.setAccessibleName(tr("Layers of the map"))
        if self.tiles.kinds:
            item = QListWidgetItem(_called(self.tiles.layer), self.layers)
            item.setData(ROLE, self.tiles.layer)
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)  # they are not hidden
        for place, layer in enumerate(self.game.map_layers):
            item = QListWidgetItem(_called(layer))
            self.layers.insertItem(place, item)
            item.setData(ROLE, layer)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            item.setToolTip(tr("Untick a layer to hide it; what is hidden cannot be changed."))
        self.layers.setMaximumHeight(
            self.layers.sizeHintForRow(0) * self.layers.count() + 2 * self.layers.frameWidth() + 4
        )
        self.layers.currentItemChanged.connect(self._take_layer)
        self.layers.itemChanged.connect(lambda _item: self._hide())
        column.addWidget(self.layers)
        self.lock = QCheckBox(tr("Locked"))
        self.lock.setToolTip(
            tr("A locked layer is shown but cannot be changed. Key {key}", key="K")
        )
        self.lock.toggled.connect(self._lock)
        column.addWidget(self.lock)
        self.parts = MapParts(self.desk, self.canvas, lambda: self.grid, self.open_layers)
        self.parts.ended.connect(self.take_tool)
        column.addWidget(self.parts)

    def _mode_buttons(self, modes: Iterable[str], words: Callable[[str], str], first: str) -> None:
        while self.modes.count():
            item = self.modes.takeAt(0)
            if item is not None and (old := item.widget()) is not None:
                old.deleteLater()
        self.group = QButtonGroup(self)
        modes = tuple(modes)
        letters = QToolButton().fontMetrics()
        long = max((letters.horizontalAdvance(words(mode)) + PADDING for mode in modes), default=0)
        wide = min(len(modes), max(1, ROOM // max(1, long)))
        for place, mode in enumerate(modes):
            button = QToolButton()
            button.setText(words(mode))
            button.setCheckable(True)
            button.setChecked(mode == first)
            if mode in KEYS:
                button.setToolTip(
                    tr("{gesture} Key {key}", gesture=GESTURES[mode].render(), key=KEYS[mode])
                )
            elif mode in GESTURES:
                button.setToolTip(str(GESTURES[mode]))
            button.clicked.connect(lambda _on=False, mode=mode: self.set_mode(mode))
            button.setProperty("mode", mode)
            self.group.addButton(button)
            self.modes.addWidget(button, *divmod(place, wide))

    # -- what is in the hand -------------------------------------------------------------------------

    def hidden_layers(self) -> list[Layer]:
        """Return the layers that are not to be shown."""
        rows = (self.layers.item(i) for i in range(self.layers.count()))
        off, box = Qt.CheckState.Unchecked, Qt.ItemFlag.ItemIsUserCheckable
        return [r.data(ROLE) for r in rows if r.flags() & box and r.checkState() is off]

    def locked_layers(self) -> list[Layer]:
        """Return the layers that are not to be changed."""
        return [layer for layer in self.game.map_layers if layer.key in self._locked]

    def open_layers(self) -> list[Layer]:
        """Return the layers that can be changed, of which parts are copied and pasted."""
        kept = (*self.hidden_layers(), *self.locked_layers())
        return [layer for layer in self.game.map_layers if layer not in kept]

    def why_not(self) -> str:
        """Return why nothing can be drawn in the chosen layer, "" if it can, or if another page is shown."""
        layer = self.layer
        if layer is None or not self.isVisible():
            return ""
        if layer in self.locked_layers():
            return tr(
                "{layer} is locked. Key {key} unlocks it.", layer=verbatim(_called(layer)), key="K"
            )
        if layer in self.hidden_layers():
            return tr("{layer} is hidden. Tick it to draw in it.", layer=verbatim(_called(layer)))
        return ""

    def _lock(self, on: bool) -> None:
        if self.layer is None:
            return
        (self._locked.add if on else self._locked.discard)(self.layer.key)
        self.layers.blockSignals(True)
        item = self.layers.currentItem()
        called = _called(self.layer)
        item.setText(tr("{layer} (locked)", layer=verbatim(called)) if on else called)
        self.layers.blockSignals(False)
        self.take_tool()

    def _hide(self) -> None:
        self.take_tool()
        self.layers_hidden.emit()

    def _take_layer(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        self.layer = layer = item.data(ROLE)
        self.lock.blockSignals(True)
        self.lock.setChecked(layer.key in self._locked)
        self.lock.blockSignals(False)
        self._fill_kinds(self.layer)
        self.take_tool()

    def _fill_kinds(self, layer: Layer) -> None:
        self.kinds.blockSignals(True)
        self.kinds.clear()
        kinds = layer.kinds
        self.kinds.setVisible(not layer.says)
        if layer.drawn == "levels":
            rows = [("up", tr("Up")), ("down", tr("Down"))]
        elif layer.says:
            rows = []  # what such a place is, its form says
        elif layer.drawn == "places" and not kinds:
            named_so = ("village",) if layer.key == "villages" else PLACES
            rows = [(kind, capital(str(self.game.term(kind)))) for kind in named_so]
        elif layer.drawn == "lines" and not kinds:
            rows = [("road", tr("Road"))]
        elif layer.owners:
            rows = [
                (f"{kind}:{side}", f"{capital(str(self.game.term(side)))}: {MARKS[kind]}")
                for kind in kinds
                for side in layer.owners
            ]
        elif layer.drawn == "buildings":
            rows = [(kind, str(PLANS.get(kind, kind))) for kind in kinds]
        elif layer.drawn == "tiles":
            rows = [(kind, self._tile(kind)) for kind in kinds]
        else:
            rows = [(kind, capital(str(self.game.term(kind)))) for kind in kinds]
        for kind, words in rows:
            row = QListWidgetItem(words, self.kinds)
            row.setData(ROLE, kind)
            row.setToolTip(words)
            if kinds and not layer.owners and (layer.drawn not in WRITTEN or kind in SIGNS):
                row.setIcon(self._swatch(layer, kind))
        self.kinds.setCurrentRow(1 if layer.base and len(rows) > 1 else 0)
        self.kinds.blockSignals(False)

    def _tile(self, kind: str) -> str:
        """Return what a tile is called, and how many hexes it covers."""
        name, long = spell("place", self.tiles.names[kind]), len(self.tiles.kinds[kind])
        return trn("{tile} ({n} hex)", "{tile} ({n} hexes)", n=long, tile=verbatim(name))

    def _swatch(self, layer: Layer, kind: str) -> QIcon:
        picture = QPixmap(44, 20)
        picture.fill(self.theme.colour("map.paper", "#EFE6D0"))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = layer.drawn in ("hexes", "areas", "shapes") and kind not in SIGNS
        shown = self.tiles.kinds[kind][0] if layer.drawn == "tiles" else kind
        ground = ground or layer.drawn in ("hexes", "tiles")
        sign = Sign(shown, self.game.term(shown), ground=ground)
        draw_swatch(painter, self.theme, sign, QRectF(3, 2, 38, 16))
        painter.end()
        icon = QIcon(picture)
        icon.addPixmap(picture, QIcon.Mode.Selected)  # not tinted: it shows what will be drawn
        return icon

    @property
    def kind(self) -> str:
        """What is drawn next."""
        item = self.kinds.currentItem()
        return str(item.data(ROLE)) if item is not None else ""

    def _take_kind(self, item: QListWidgetItem | None) -> None:
        if item is not None and self.sheet is not None:
            self.sheet.kind = self.kind
        if isinstance(self.canvas.tool, AreaPen | TablePen):
            self.canvas.tool.kind = self.kind
        self._ask_width()

    def _ask_width(self) -> None:
        """Ask how wide a strip is, where the rules do not say so."""
        tool, layer = self.canvas.tool, self.layer
        strip = isinstance(tool, TablePen) and tool.mode == "strip"
        self.breadth.setVisible(strip)
        if strip and layer is not None:
            usual = self.kind in layer.widths
            self.breadth.setMinimum(0.0 if usual else NARROWEST)
            self.breadth.setValue(0.0 if usual else WIDE)

    def _set_width(self, width: float) -> None:
        if isinstance(self.canvas.tool, TablePen):
            self.canvas.tool.width = width

    def _set_radius(self, radius: int) -> None:
        if self.sheet is not None:
            self.sheet.radius = radius

    def _set_name(self, name: str) -> None:
        if self.sheet is not None:
            self.sheet.name = name
        if isinstance(self.canvas.tool, AreaPen | TablePen):
            self.canvas.tool.name = name

    def set_mode(self, mode: str) -> None:
        """Take the brush, the line, the rectangle or the fill."""
        for button in self.group.buttons():
            button.setChecked(button.property("mode") == mode)
        if self.sheet is not None:
            self.sheet.mode = mode
        if isinstance(self.canvas.tool, TablePen):
            self.canvas.tool.take(mode)
        self._ask_width()

    def take_tool(self) -> None:
        """Put the tool of the chosen layer into the hand; of a hidden layer, none."""
        layer = self.layer
        self.parts.leave()
        kept = (*self.hidden_layers(), *self.locked_layers())
        self.canvas.tool = None if layer is None or layer in kept else self._tool(layer)
        painted = layer is not None and layer.drawn in ("hexes", "levels")
        self.radius.setVisible(painted)
        self.place.show_layer(layer if layer is not None and layer.says else None)
        self._ask_width()
        self.name.setVisible(
            layer is not None and layer.drawn in ("places", "lines", "shapes", "areas")
        )
        self.canvas.update()

    def _tool(self, layer: Layer) -> Tool | None:
        change = self.desk.change_map
        if layer.drawn in ("areas", "borders") or (
            not self.grid and self.game.map_layers[0].drawn == "areas"
        ):
            self._mode_buttons((), str, "")
            self.help.setText(AREA_HELP[layer.drawn].render())
            return AreaPen(self.desk.map_doc, change, layer, self.kind, self.ask)
        if layer.drawn == "shapes" or not self.grid:
            modes = SHAPES if layer.drawn == "shapes" else {}
            self._mode_buttons(modes, lambda mode: str(SHAPES[mode]), "polygon")
            self.help.setText(
                str(TABLE_HELP[layer.drawn if layer.key != "villages" else "villages"])
            )
            return TablePen(self.desk.map_doc, change, layer, self.kind, self.ask)
        self.sheet = Hexes(
            self.grid,
            self.theme,
            layer,
            self.desk.map_doc,
            change,
            self.game.term,
            self.kind,
            radius=self.radius.value(),
        )
        return self._hex_tool(layer, self.sheet)

    def _hex_tool(self, layer: Layer, sheet: Hexes) -> Tool:
        """Return the tool for a layer of a map of hexes."""
        if layer.drawn == "tiles":
            sheet.doc, sheet.change = self._scenario, self._lay
            self._mode_buttons((), str, "")
            self.help.setText(
                tr(
                    "Click a hex to lay a tile, or drag over its hexes in order; right-click to remove a tile."
                )
            )
            return TilePen(sheet, self.tiles)
        if layer.drawn in ("hexes", "levels"):
            self._mode_buttons(MODES, lambda mode: str(MODES[mode]), "brush")
            self.help.setText(
                tr(
                    "Drag to paint; the right button, or Shift, erases. B, L, R, F choose the tool, + and - the radius."
                )
            )
            return HexBrush(sheet)
        self._mode_buttons((), str, "")
        self.help.setText(str(HEX_HELP["says" if layer.says else layer.drawn]))
        pens: dict[str, Callable[[], Tool]] = {
            "sides": lambda: SidePen(sheet),
            "lines": lambda: RoadPen(sheet),
            "buildings": lambda: BuildingPen(sheet),
        }
        if layer.says:
            return NamePen(sheet, self.ask, self.place.look_at)
        return pens.get(layer.drawn, lambda: NamePen(sheet, self.ask))()

    def _scenario(self) -> Plain:
        return self.desk.plain(self.desk.scenario)

    def _lay(self, words: str, steps: Sequence[Step]) -> bool:
        return self.desk.change(words, self.desk.scenario, steps)

    def ask(self, there: str) -> str:
        """Ask for a name."""
        name, given = QInputDialog.getText(self, tr("Name"), tr("What is it called?"), text=there)
        return name.strip() if given else ""

    def key(self, letter: str) -> bool:
        """Use a key; return whether it meant anything."""
        modes = {key: mode for mode, key in KEYS.items()}
        if letter == "K":
            self.lock.toggle()
        elif letter == "P" and self.parts.isVisible():
            self.parts.click()
        elif letter in modes and isinstance(self.canvas.tool, HexBrush):
            self.set_mode(modes[letter])
        elif letter in ("+", "-") and isinstance(self.canvas.tool, HexBrush):
            self.radius.setValue(self.radius.value() + (1 if letter == "+" else -1))
        elif letter.isdigit() and letter != "0" and int(letter) <= self.kinds.count():
            self.kinds.setCurrentRow(int(letter) - 1)
        else:
            return False
        return True


def _called(layer: Layer) -> str:
    words = NAMED.get(layer.key)
    return str(words) if words else capital(layer.key)


def grid_of(desk: Desk) -> HexGrid | None:
    """Return the grid of a map of hexes, None for another map or one that cannot be read."""
    doc = desk.map_doc()
    grid = doc.get("grid") if isinstance(doc, dict) else None
    if not isinstance(grid, dict):
        return None
    try:
        whole = HexGrid.from_mapping(grid)
    except HexError:
        return None
    return _in_play(desk, whole)


def _in_play(desk: Desk, grid: HexGrid) -> HexGrid:
    """Return what the board shows of a grid: all of it, or the field that the scenario names.

    Boards that are joined make a map of the field alone already.
    """
    field = desk.plain(desk.scenario, ("field",))
    corners = [at for at in field if at in grid] if isinstance(field, list) else []
    if desk.boards.joined is not None or len(corners) != CORNERS:
        return grid
    try:
        return part_in_play(grid, [str(at) for at in corners])
    except HexError:  # the corners are the wrong way round, and all of the map is shown
        return grid


def without(board: BoardView, layers: Iterable[Layer]) -> BoardView:
    """Return a map without what is drawn on some layers."""
    for layer in layers:
        if layer.drawn == "hexes" and layer.base:
            bare = tuple(replace(space, terrain=layer.base, tags=()) for space in board.spaces)
            board = replace(board, spaces=bare, shapes=())
        elif layer.drawn == "levels":
            board = replace(board, spaces=tuple(replace(space, level=0) for space in board.spaces))
        elif layer.drawn in ("sides", "borders"):
            kept = tuple(e for e in board.edges if e.kind not in layer.kinds or e.kind == "border")
            board = replace(board, edges=kept)
        elif layer.drawn == "lines":
            board = replace(board, lines=())
        elif layer.drawn == "places":
            board = replace(board, labels=())
        elif layer.drawn == "buildings":
            board = replace(board, buildings=())
    return board
