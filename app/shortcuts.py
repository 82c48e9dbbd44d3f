"""Every command of the window in one place: its name, menu, keys; the palette."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.settings import Settings
from grognard.app.table.model.called import ALL_BORDERS, SIGHT, TABLE, ZONES
from grognard.engines.core.data.text import Text, text, tr
from grognard.engines.core.play.game import AnyGame

FACING = "facing"
"""What a game has whose pieces face somewhere."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing the window can do: `menu` where it stands, `keys` its default shortcuts.

    `needs`: the inquiry of a game, the kind of a board, or FACING, without which it comes to nothing.
    """

    id: str
    title: Text
    menu: str
    keys: tuple[str, ...] = ()
    table: bool = True
    checkable: bool = False
    needs: str = ""


MENUS = {
    "Game": text("&Game"),
    "Play": text("&Play"),
    "View": text("&View"),
    "Panels": text("P&anels"),
    "Help": text("&Help"),
}
"""The menus of the window, by the word that stands in a Command."""
COMMANDS: tuple[Command, ...] = (
    Command("open", text("Open a saved game..."), "Game", ("Ctrl+O",), table=False),
    Command("save", text("Save"), "Game", ("Ctrl+S",)),
    Command("save_as", text("Save as..."), "Game", ("Ctrl+Shift+S",)),
    Command("replay", text("Replay of the game"), "Game", ("Ctrl+R",)),
    Command("report", text("Report of the game..."), "Game"),
    Command("film", text("Film of the game..."), "Game"),
    Command("library", text("Leave the table"), "Game", ("Ctrl+W",)),
    Command("lab", text("The lab..."), "Game", table=False),
    Command("quit", text("Quit"), "Game", ("Ctrl+Q",), table=False),
    Command("undo", text("Undo"), "Play", ("Ctrl+Z", "U")),
    Command("redo", text("Redo"), "Play", ("Ctrl+Shift+Z", "Ctrl+Y")),
    Command("done", text("Done / pass"), "Play", ("Ctrl+Return", "Ctrl+Enter")),
    Command("standing", text("My standing answers..."), "Play"),
    Command("hint", text("A hint"), "Play", ("I",)),
    Command("judge", text("Judge my last move"), "Play", ("J",)),
    Command("thinking", text("What was it thinking?"), "Play", ("T",)),
    Command("move_now", text("Computer, move now"), "Play", (".",)),
    Command("seats", text("Who plays which seat..."), "Play"),
    Command("next_piece", text("Next piece that can act"), "Play", ("N",)),
    Command("previous_piece", text("Previous piece that can act"), "Play", ("Shift+N",)),
    Command("answers", text("Go to the answers in the prompt"), "Play", ("A",)),
    Command("to_board", text("To the board"), "Play", ("G",)),
    Command("turn_left", text("Turn left"), "Play", ("Q",), needs=FACING),
    Command("turn_right", text("Turn right"), "Play", ("E",), needs=FACING),
    Command("ahead_mm", text("Base ahead by 1 mm"), "Play", ("Alt+Up",), needs=TABLE),
    Command("back_mm", text("Base back by 1 mm"), "Play", ("Alt+Down",), needs=TABLE),
    Command("left_mm", text("Base to its left by 1 mm"), "Play", ("Alt+Left",), needs=TABLE),
    Command("right_mm", text("Base to its right by 1 mm"), "Play", ("Alt+Right",), needs=TABLE),
    Command("ahead_cm", text("Base ahead by 1 cm"), "Play", ("Ctrl+Alt+Up",), needs=TABLE),
    Command("back_cm", text("Base back by 1 cm"), "Play", ("Ctrl+Alt+Down",), needs=TABLE),
    Command("left_cm", text("Base to its left by 1 cm"), "Play", ("Ctrl+Alt+Left",), needs=TABLE),
    Command(
        "right_cm", text("Base to its right by 1 cm"), "Play", ("Ctrl+Alt+Right",), needs=TABLE
    ),
    Command("find", text("Find a piece or place"), "Play", ("/",)),
    Command("deselect", text("Deselect / leave the tool"), "Play", ("Esc",)),
    Command("zoom_in", text("Zoom in"), "View", ("+", "=")),
    Command("zoom_out", text("Zoom out"), "View", ("-",)),
    Command("fit", text("Fit the whole board"), "View", ("Ctrl+0",)),
    Command("fit_pieces", text("Show all the pieces"), "View", ("Home",)),
    Command("grid", text("Grid"), "View", ("Ctrl+G",), checkable=True),
    Command("minimap", text("Minimap"), "View", ("M",), checkable=True),
    Command("cartouche", text("Title on the map"), "View", checkable=True),
    Command("legend", text("Legend on the map"), "View", checkable=True),
    Command("compass", text("Compass on the map"), "View", checkable=True),
    Command("scale_bar", text("Scale bar on the map"), "View", checkable=True),
    Command("hide", text("Hide pieces while the key is held"), "View", ("H",)),
    Command(
        "borders",
        text("Limits of all borders while the key is held"),
        "View",
        ("B",),
        needs=ALL_BORDERS,
    ),
    Command("los", text("Line of sight tool"), "View", ("L",), checkable=True, needs=SIGHT),
    Command("ruler", text("Ruler"), "View", ("Shift+L",), checkable=True, needs=TABLE),
    Command("zoc", text("Zones of control"), "View", ("Z",), checkable=True, needs=ZONES),
    Command("fold_left", text("Show the prompt"), "View", ("F6",), checkable=True),
    Command("fold_right", text("Show the side panel"), "View", ("F7",), checkable=True),
    Command("fold_bottom", text("Show the turn track"), "View", ("F8",), checkable=True),
    Command("wide", text("Widen the side panel"), "View", ("Ctrl+\\",), checkable=True),
    Command("tab_unit", text("Inspector"), "Panels", ("Ctrl+1",)),
    Command("tab_log", text("Log"), "Panels", ("Ctrl+2",)),
    Command("tab_roster", text("Order of battle"), "Panels", ("Ctrl+3",)),
    Command("tab_dice", text("Dice"), "Panels", ("Ctrl+4",)),
    Command("tab_rules", text("Rulebook"), "Panels", ("Ctrl+5",)),
    Command("log_back", text("One step back in the log"), "Panels", ("PgUp",)),
    Command("log_forward", text("One step forward in the log"), "Panels", ("PgDown",)),
    Command("log_live", text("Back to the present"), "Panels", ("End",)),
    Command("since", text("What happened since my last decision"), "Panels", ("R",)),
    Command("rule", text("Rule of the current prompt"), "Help", ("F1",)),
    Command("first_game", text("A guided first game..."), "Help", table=False),
    Command("why", text("Why? The rules behind what the mouse rests on"), "Help", ("W",)),
    Command("read", text("Reading window of the rulebook"), "Help", ("Shift+F1",)),
    Command("example", text("An example of the current prompt's rule"), "Help", ("Ctrl+F1",)),
    Command("rule_search", text("Search the rulebook"), "Help", ("Ctrl+F",)),
    Command("palette", text("Command palette"), "Help", ("Ctrl+Shift+P",), table=False),
    Command("gestures", text("Gestures on the board..."), "Help", ("Shift+F2",)),
    Command("shortcuts", text("Keyboard shortcuts..."), "Help", ("F2",), table=False),
    Command("about", text("About Grognard..."), "Help", table=False),
)


def offered(game: AnyGame, board: str) -> set[str]:
    """Return what a game on a kind of board has of that which commands need."""
    return {*game.inquiries, board, *((FACING,) if game.faces else ())}


HELD = ("hide", "borders")
"""Commands that hold as long as their key is down."""


class Commands(QObject):
    """The actions of the window, made from COMMANDS and the user's changes."""

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self.settings = settings
        self.actions: dict[str, QAction] = {}
        self.extra: list[QAction] = []
        changed = settings.keys
        for command in COMMANDS:
            action = QAction(str(command.title), self)
            action.setObjectName(command.id)
            action.setCheckable(command.checkable)
            self.actions[command.id] = action
            self._dress(command, tuple(changed.get(command.id, command.keys)))
            window.addAction(action)

    def __getitem__(self, command: str) -> QAction:
        return self.actions[command]

    def bind(self, command: str, slot: Callable[..., object]) -> QAction:
        """Connect a command to what it does."""
        action = self.actions[command]
        action.triggered.connect(slot)
        return action

    def keys(self, command: str) -> tuple[str, ...]:
        """Return the keys of a command as text, of one that holds while they are down, too."""
        action = self.actions[command]
        if command in HELD:
            return tuple(action.property("held") or ())
        return tuple(sequence.toString() for sequence in action.shortcuts())

    def owners(self, keys: Collection[str], but: str = "") -> list[Command]:
        """Return the commands that have one of the keys."""
        return [
            one for one in COMMANDS if one.id != but and not {*keys}.isdisjoint(self.keys(one.id))
        ]

    def set_keys(self, command: str, keys: tuple[str, ...]) -> None:
        """Change the keys of a command and remember them; another command's equal key goes."""
        stored = self.settings.keys
        for other in COMMANDS:
            kept = tuple(key for key in self.keys(other.id) if key not in keys)
            if other.id != command and kept != self.keys(other.id):
                stored[other.id] = list(kept)
                self._dress(other, kept)
        found = next(item for item in COMMANDS if item.id == command)
        stored[command] = list(keys)
        self._dress(found, keys)
        self.settings.keys = stored

    def usual(self, command: str) -> tuple[str, ...]:
        """Return the keys a command has as long as nobody changes them."""
        keys = next(item.keys for item in COMMANDS if item.id == command)
        return tuple(QKeySequence(key).toString() for key in keys)

    def reset(self) -> None:
        """Give every command its default keys again."""
        self.settings.keys = {}
        for command in COMMANDS:
            self._dress(command, command.keys)

    def enable_table(self, on: bool, has: Collection[str] = ()) -> None:
        """Switch the commands that need a table; those that the game on it `has` nothing for are not shown."""
        for command in COMMANDS:
            if command.table:
                meant = not command.needs or command.needs in has
                self.actions[command.id].setEnabled(on and meant)
                self.actions[command.id].setVisible(meant or not on)

    def _dress(self, command: Command, keys: tuple[str, ...]) -> None:
        action = self.actions[command.id]
        if command.id in HELD:  # held, not pressed: the table page watches its key
            action.setProperty("held", list(keys))
            action.setShortcuts([])
        else:
            action.setShortcuts([QKeySequence(key) for key in keys])
        shown = ", ".join(keys)
        action.setToolTip(f"{command.title} ({shown})" if shown else str(command.title))
        action.setStatusTip(action.toolTip())


class Palette(QDialog):
    """The command palette: type a few letters or a question, press Enter.

    Args:
        finds: gives what the open game's rulebook has for the words typed: its title, how to open it.
    """

    def __init__(
        self,
        commands: Commands,
        parent: QWidget,
        finds: Callable[[str], Iterable[tuple[str, Callable[[], object]]]] = lambda _words: (),
    ) -> None:
        super().__init__(parent)
        self._finds = finds
        self.setWindowTitle(tr("Commands"))
        self.resize(460, 380)
        self.line = QLineEdit(placeholderText=tr("Type a command or a question"))
        self.line.setAccessibleName(tr("Command"))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Matching commands"))
        layout = QVBoxLayout(self)
        layout.addWidget(self.line)
        layout.addWidget(self.list)
        self._actions = [*commands.actions.values(), *commands.extra]
        self.line.textChanged.connect(self._filter)
        self.line.returnPressed.connect(self._run)
        self.list.itemActivated.connect(self._run)
        self._filter("")

    def _filter(self, words: str) -> None:
        self.list.clear()
        wanted = words.lower().split()
        for action in self._actions:
            title = action.text().replace("&", "")
            if action.isEnabled() and all(word in title.lower() for word in wanted):
                keys = ", ".join(sequence.toString() for sequence in action.shortcuts())
                item = QListWidgetItem(f"{title}    {keys}".rstrip())
                item.setData(Qt.ItemDataRole.UserRole, action.trigger)
                self.list.addItem(item)
        for title, opens in self._finds(words):
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, opens)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def keyPressEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Let the arrows walk the list while typing."""
        key = event.key()  # type: ignore[attr-defined]
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(key)
        if step and self.list.count():
            self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
            return
        super().keyPressEvent(event)  # type: ignore[arg-type]

    def _run(self) -> None:
        item = self.list.currentItem()
        self.accept()
        if item is not None:
            item.data(Qt.ItemDataRole.UserRole)()
