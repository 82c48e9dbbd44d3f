"""The kept games in the library: grouped, searched, continued, renamed, put into the bin and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import (
    QDateTime,
    QLocale,
    QMargins,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QBrush, QColor, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.keeping import autosaves
from grognard.app.library.facts import searched
from grognard.app.library.statistics import Statistics, tallied
from grognard.app.library.summaries import Summaries, deciding, name_of, outcome, seated
from grognard.app.look import look, serif
from grognard.app.post.mailbox import Copy, Mailbox
from grognard.app.post.showing import show_file
from grognard.app.settings import TIDIES, Settings, autosave_folder, bin_folder, post_folder
from grognard.app.telling import REPLAY
from grognard.engines.core.data.text import Text, spell, text, tr, trn, verbatim
from grognard.engines.core.keep.saves import SaveError, Summary
from grognard.engines.core.keep.tidying import (
    binned,
    delete,
    empty,
    prune,
    put_back,
    rename,
    throw_away,
)
from grognard.engines.core.play.game import AnyGame

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole.UserRole
WORDS = Qt.ItemDataRole.UserRole + 1
"""What is searched of a row."""
ORIGIN = Qt.ItemDataRole.UserRole + 2
"""The name of the file that a game branched off."""
AT_ONCE = 40
"""So many games are listed before the page is shown; the others follow while it is."""
RUNNING, FINISHED, BROKEN = text("Going on"), text("Finished"), text("Cannot be opened")
BIN, POST = "bin", "post"
BY_POST = text("By post")
GROUPINGS = {"state": text("By progress"), "game": text("By game")}
READABLE = text(
    "Whoever has the save file can read the whole game in it; a PIN keeps the seats of one "
    "screen apart, no more."
)


def _rows(head: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Return the rows below one, those of branches below that of the game they came from."""
    below = [row for number in range(head.childCount()) if (row := head.child(number)) is not None]
    return [one for row in below for one in (row, *_rows(row))]


def _is_below(row: QTreeWidgetItem, other: QTreeWidgetItem) -> bool:
    """Whether a row hangs below another one, or is it."""
    here: QTreeWidgetItem | None = row
    while here is not None and here is not other:
        here = here.parent()
    return here is not None


class Apart(QStyledItemDelegate):
    """Rows of several lines need some room between them."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:  # noqa: N802 - Qt's name
        """Return what a row needs, and a little more."""
        return super().sizeHint(option, index).grownBy(QMargins(0, 2, 0, 4))


class KeptGames(QWidget):
    """The list of kept games, and what can be done with them.

    Signals:
        open_wanted(str): a save is to be opened; "": the player wants to choose a file.
        said(str): words to be shown in passing.
        moved(): games have other names, or lie elsewhere.
    """

    open_wanted = Signal(str)
    said = Signal(str)
    moved = Signal()

    def __init__(self, games: Mapping[str, AnyGame], settings: Settings) -> None:
        super().__init__()
        self.games, self.settings = games, settings
        self.summaries = Summaries()
        self.post = Mailbox(post_folder())
        self._groups: dict[str, QTreeWidgetItem] = {}
        self._folded = {BIN}
        self._todo: list[Path] = []
        self._build()
        self._rest = QTimer(self, interval=0)
        self._rest.timeout.connect(self._list_some)
        settings.changed.connect(self._set)
        self._tidy()

    # -- building ------------------------------------------------------------------------------

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.heading = QLabel(tr("Kept games"))
        self.heading.setProperty("role", "heading")
        self.heading.setFont(serif(1.35, bold=True))
        self.search = QLineEdit(placeholderText=tr("Find a kept game"), clearButtonEnabled=True)
        self.search.setAccessibleName(tr("Find a kept game"))
        self.search.textChanged.connect(self._filter)
        self.grouping = QComboBox()
        self.grouping.setAccessibleName(tr("How kept games are grouped"))
        for name, words in GROUPINGS.items():
            self.grouping.addItem(str(words), name)
        self.grouping.currentIndexChanged.connect(lambda _index: self.refresh())
        above = QHBoxLayout()
        above.addWidget(self.search, 1)
        above.addWidget(self.grouping)
        column.addWidget(self.heading)
        column.addLayout(above)
        column.addWidget(self._make_tree(), 1)
        foot = QLabel(str(READABLE))
        foot.setWordWrap(True)
        foot.setProperty("role", "muted")
        column.addWidget(foot)
        column.addLayout(self._buttons())

    def _make_tree(self) -> QTreeWidget:
        self.tree = tree = QTreeWidget()
        tree.setHeaderHidden(True)
        tree.setAccessibleName(tr("Kept games"))
        tree.setRootIsDecorated(True)
        tree.setIndentation(14)
        tree.setWordWrap(True)
        tree.setItemDelegate(Apart(tree))
        tree.setTextElideMode(Qt.TextElideMode.ElideNone)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.customContextMenuRequested.connect(self._menu_at)
        tree.itemActivated.connect(self._open)
        tree.itemSelectionChanged.connect(self._enable)
        tree.itemCollapsed.connect(lambda item: self._folded.add(item.data(0, ROLE)))
        tree.itemExpanded.connect(lambda item: self._folded.discard(item.data(0, ROLE)))
        self.bin_it = QAction(tr("Put into the bin"), tree)
        self.bin_it.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        self.bin_it.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.bin_it.triggered.connect(self.throw_away)
        tree.addAction(self.bin_it)
        return tree

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.resume = QPushButton(tr("Continue"))
        self.resume.clicked.connect(lambda: self._open(self.tree.currentItem()))
        other = QPushButton(tr("Open a file..."))
        other.clicked.connect(lambda: self.open_wanted.emit(""))
        self.more = QPushButton(tr("More"))
        self.more.setToolTip(tr("Rename, put into the bin, show the file, statistics"))
        self.more.clicked.connect(self._menu_below)
        for button in (self.resume, other, self.more):
            row.addWidget(button)
        return row

    # -- what is known of a game -----------------------------------------------------------------

    def last(self) -> Summary | None:
        """Return the game played last that is not over; None where there is none."""
        for path in dict.fromkeys([*autosaves(), *self.settings.recent]):
            try:
                found = self.summaries.of(path)
            except SaveError:
                continue
            if not found.finished:
                return found
        return None

    def told_of(self, found: Summary) -> str:
        """Return a game in some lines: its name, its battle, how it stands, who plays, and when."""
        game, name = self.games.get(found.header.game), name_of(found.path)
        battle = spell("term", found.header.title)
        edition = spell("term", game.edition) if game is not None else ""
        titled = f"{battle} \N{MIDDLE DOT} {edition}" if edition else battle
        when = QLocale().toString(
            QDateTime.fromSecsSinceEpoch(int(found.saved)), "dd MMM yyyy HH:mm"
        )
        stands = f"{when} \N{MIDDLE DOT} {outcome(found, self.games)}"
        origin = found.header.came_from
        if origin.get("game"):
            first = Path(origin["game"]).stem
            stands += "\n" + tr(
                "Played on from {game}, after {n} choices",
                game=verbatim(first),
                n=verbatim(origin.get("at", "")),
            )
        lines = [name, titled, seated(found, self.games), deciding(found, self.games), stands]
        return "\n".join(line for line in lines if line)

    # -- listing -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """List the kept games again, the one played last first, and the bin below them."""
        self.tree.clear()
        self._groups = {}
        paths = dict.fromkeys([*autosaves(), *self.settings.recent])
        self._todo = [path for path in paths if path.exists()]
        if not self._todo and not self.post.copies():
            item = QTreeWidgetItem(
                self.tree, [tr("No game yet.\nWhat you decide at a table\nis kept here.")]
            )
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self._list_post()
        self._list_bin()
        self._list_some()
        self._enable()

    def _list_some(self) -> None:
        """List some more games; the page does not wait for hundreds of files."""
        some, self._todo = self._todo[:AT_ONCE], self._todo[AT_ONCE:]
        for path in some:
            try:
                self.add(self.summaries.of(path))
            except SaveError as wrong:
                self._add_broken(path, str(wrong))
        self._grow()
        self._count()
        self._filter(self.search.text())
        if self._todo:
            self._rest.start()
        else:
            self._rest.stop()

    def add(self, found: Summary) -> None:
        """Add a game to its group."""
        game = self.games.get(found.header.game)
        if self.grouping.currentData() == "game":
            title = spell("term", game.title) if game is not None else found.header.game
            head = self._group(found.header.game, title)
        else:
            done = found.finished
            head = self._group("finished" if done else "running", FINISHED if done else RUNNING)
        self._row(head, found)

    def _grow(self) -> None:
        """Hang each branch below the game that it came from, where that is listed."""
        listed = {Path(row.data(0, ROLE)).name: row for row in self._all() if not self._binned(row)}
        for row in [*listed.values()]:
            origin, over = listed.get(row.data(0, ORIGIN)), row.parent()
            if origin is None or over is None or over is origin or _is_below(origin, row):
                continue
            over.removeChild(row)
            origin.addChild(row)
            origin.setExpanded(True)

    def _all(self) -> list[QTreeWidgetItem]:
        return [row for name, head in self._groups.items() if name != POST for row in _rows(head)]

    def _binned(self, row: QTreeWidgetItem) -> bool:
        return self._in_bin(Path(row.data(0, ROLE)))

    def _row(self, head: QTreeWidgetItem, found: Summary) -> QTreeWidgetItem:
        header, told = found.header, self.told_of(found)
        item = QTreeWidgetItem(head, [told])
        item.setData(0, ROLE, str(found.path))
        item.setData(0, ORIGIN, header.came_from.get("game", ""))
        item.setData(0, WORDS, searched(f"{told} {header.scenario_id} {header.game}"))
        item.setToolTip(0, str(found.path))
        return item

    def _add_broken(self, path: Path, words: str) -> None:
        item = QTreeWidgetItem(self._group("broken", BROKEN), [path.name])
        item.setData(0, ROLE, str(path))
        item.setData(0, WORDS, searched(path.name))
        item.setToolTip(0, words)

    def _list_post(self) -> None:
        """List the games by post that are not over above the others."""
        for copy in self.post.copies():
            if not copy.over:
                item = QTreeWidgetItem(self._group(POST, BY_POST), [self.told_by_post(copy)])
                item.setData(0, ROLE, str(copy.path))
                item.setData(0, WORDS, searched(self.told_by_post(copy)))
                item.setToolTip(0, str(copy.path))

    def told_by_post(self, copy: Copy) -> str:
        """Return a game by post in some lines: its battle, one's seat, and what it waits for."""
        head = copy.head
        names = {seat: verbatim(spell("seat", name)) for seat, name in head.seats.items()}
        if self.post.newer(copy) is not None:
            stands = tr("A newer file has come: go on with it")
        elif copy.mine:
            stands = tr("You are to decide")
        elif copy.invites:
            stands = tr("The invitation is not answered yet")
        else:
            stands = tr("The {seat} player is to answer", seat=names[head.other(copy.seat)])
        mine = tr(
            "You are the {seat} player; file {n}", seat=names[copy.seat], n=verbatim(head.number)
        )
        return "\n".join([spell("term", head.title), mine, stands])

    def _list_bin(self) -> None:
        for path in binned(bin_folder()):
            head = self._group(BIN, text("In the bin"))
            try:
                self._row(head, self.summaries.of(path))
            except SaveError:
                item = QTreeWidgetItem(head, [path.name])
                item.setData(0, ROLE, str(path))
                item.setData(0, WORDS, searched(path.name))

    def _group(self, name: str, title: Text | str) -> QTreeWidgetItem:
        """Return the head of a group; the bin stays below the others."""
        if name in self._groups:
            return self._groups[name]
        head = QTreeWidgetItem([str(title)])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        head.setData(0, ROLE, name)
        head.setData(0, WORDS, str(title))
        last = self._groups.get(BIN)
        at = self.tree.indexOfTopLevelItem(last) if last is not None else -1
        self.tree.insertTopLevelItem(at if at >= 0 else self.tree.topLevelItemCount(), head)
        self._groups[name] = head
        self._dress_head(head)
        head.setExpanded(name not in self._folded)
        return head

    def _count(self) -> None:
        """Say in each head how many games are below it."""
        for head in self._groups.values():
            title, count = head.data(0, WORDS), len(_rows(head))
            head.setText(0, tr("{group} ({n})", group=verbatim(title), n=count))

    def _filter(self, words: str) -> None:
        """Show the games in which all the words are found."""
        wanted = searched(words).split()
        for name, head in self._groups.items():
            shown = 0
            for item in reversed(_rows(head)):  # a branch comes before what it hangs below
                hit = all(word in item.data(0, WORDS) for word in wanted)
                below = any(not row.isHidden() for row in _rows(item))
                item.setHidden(not (hit or below))
                shown += hit
            head.setHidden(not shown)
            if wanted:
                folded = set(self._folded)
                head.setExpanded(True)
                self._folded = folded  # what a search unfolds is folded again after it
            else:
                head.setExpanded(name not in self._folded)

    def dress(self) -> None:
        """Take the look in force."""
        for head in self._groups.values():
            self._dress_head(head)

    def _dress_head(self, head: QTreeWidgetItem) -> None:
        head.setFont(0, serif(1.05, bold=True))
        head.setForeground(0, QBrush(QColor(look()["title"])))

    # -- what can be done ----------------------------------------------------------------------

    def picked(self) -> list[Path]:
        """Return the games that are selected."""
        return [Path(item.data(0, ROLE)) for item in self.tree.selectedItems() if item.parent()]

    def _in_bin(self, path: Path) -> bool:
        return path.parent == bin_folder()

    def _by_post(self, path: Path) -> bool:
        return path.parent == post_folder()

    def _enable(self) -> None:
        kept = [path for path in self.picked() if not self._in_bin(path)]
        self.bin_it.setEnabled(any(not self._by_post(path) for path in kept))
        self.resume.setEnabled(len(kept) == 1)
        self.more.setEnabled(True)

    def _open(self, item: QTreeWidgetItem | None) -> None:
        if item is None or item.parent() is None:
            return
        path = Path(item.data(0, ROLE))
        if self._in_bin(path):
            self.said.emit(tr("This game lies in the bin: put it back first."))
            return
        self.open_wanted.emit(str(path))

    def _menu_at(self, at: QPoint) -> None:
        item = self.tree.itemAt(at)
        head = item is not None and item is self._groups.get(BIN)
        self.menu(of_bin=head).popup(self.tree.viewport().mapToGlobal(at))

    def _menu_below(self) -> None:
        at = self.more.mapToGlobal(QPoint(0, 0))
        menu = self.menu()
        menu.popup(at - QPoint(0, menu.sizeHint().height()))

    def menu(self, *, of_bin: bool = False) -> QMenu:
        """Return what can be done with the games that are selected, or with the bin."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        paths = [] if of_bin else self.picked()
        kept = [path for path in paths if not self._in_bin(path)]
        if len(kept) == 1:
            menu.addAction(tr("Continue"), lambda: self.open_wanted.emit(str(kept[0])))
        kept = [path for path in kept if not self._by_post(path)]
        if len(kept) == 1:
            menu.addAction(
                tr("Watch the replay"), lambda: self.open_wanted.emit(f"{REPLAY}{kept[0]}")
            )
            menu.addAction(tr("Rename..."), self.rename)
        if kept:
            menu.addAction(self.bin_it)
        if paths and all(map(self._in_bin, paths)):
            menu.addAction(tr("Put back"), self.put_back)
            menu.addAction(tr("Delete for good..."), self.delete)
        if len(paths) == 1:
            menu.addAction(tr("Show the file"), self.show_file)
        menu.addSeparator()
        menu.addAction(tr("Statistics of my games..."), lambda: self.statistics().exec())
        if BIN in self._groups:
            menu.addSeparator()
            menu.addAction(tr("Empty the bin..."), self.empty_bin)
        return menu

    def statistics(self) -> Statistics:
        """Return the statistics of all games, the kept ones that are over among them."""
        known = []
        for path in dict.fromkeys([*autosaves(), *self.settings.recent, *binned(bin_folder())]):
            with suppress(SaveError):
                known.append(self.summaries.of(path))
        return Statistics(self.games, tallied(known), self)

    def rename(self) -> None:
        """Ask for a name of the selected game, and give it to its file."""
        path = next(iter(self.picked()), None)
        if path is None:
            return
        first = name_of(path)
        name, given = QInputDialog.getText(self, tr("Rename"), tr("Name"), text=first)
        if given and name.strip():
            self._do(lambda: self.settings.forget(path, rename(path, name.strip())))
            self._show_moved()

    def throw_away(self) -> None:
        """Put the selected games into the bin."""
        picked = [path for path in self.picked() if not self._by_post(path)]
        paths = [path for path in picked if not self._in_bin(path)]
        gone = sum(self._do(partial(self._bin, path)) for path in paths)
        self._show_moved()
        if gone:
            self.said.emit(trn("{n} game lies in the bin.", "{n} games lie in the bin.", n=gone))

    def _show_moved(self) -> None:
        self.refresh()
        self.moved.emit()

    def _bin(self, path: Path) -> None:
        throw_away(path, bin_folder())
        self.settings.forget(path)

    def put_back(self) -> None:
        """Take the selected games out of the bin."""
        for path in self.picked():
            if self._in_bin(path):
                self._do(partial(self._restore, path))
        self._show_moved()

    def _restore(self, path: Path) -> None:
        home = put_back(path, autosave_folder())
        if home.parent != autosave_folder():
            self.settings.remember(home)

    def delete(self) -> None:
        """Delete the selected games of the bin for good, once that is confirmed."""
        paths = [path for path in self.picked() if self._in_bin(path)]
        words = trn("Delete {n} game for good?", "Delete {n} games for good?", n=len(paths))
        if paths and self._sure(words):
            for path in paths:
                delete(path)
            self.refresh()

    def empty_bin(self) -> None:
        """Delete all games of the bin for good, once that is confirmed."""
        count = len(binned(bin_folder()))
        words = trn("Delete {n} game for good?", "Delete {n} games for good?", n=count)
        if count and self._sure(words):
            empty(bin_folder())
            self.refresh()

    def show_file(self) -> None:
        """Show the folder of the selected game, or where that is if nothing here can show it."""
        path = next(iter(self.picked()), None)
        if path is None:
            return
        show_file(path, self)

    def _sure(self, words: str) -> bool:
        kinds = QMessageBox.StandardButton
        title, told = tr("The bin"), tr("They cannot be brought back.")
        asked = QMessageBox.question(self, title, f"{words} {told}", kinds.Yes | kinds.No, kinds.No)
        return asked == kinds.Yes

    def _do(self, act: Callable[[], object]) -> bool:
        """Do something with a file, or tell why it cannot be done; return whether it was."""
        try:
            act()
        except SaveError as wrong:
            QMessageBox.warning(self, tr("The file stays as it is"), str(wrong))
            return False
        return True

    # -- what tidies itself ----------------------------------------------------------------------

    def _set(self, name: str) -> None:
        if name == "tidies":
            self._tidy()
            self.refresh()

    def _tidy(self) -> None:
        """Put the finished games that are older than the setting says into the bin."""
        days = TIDIES[self.settings.tidies]
        if days:
            older, now = timedelta(days=days), datetime.now(UTC)
            gone = prune(autosaves(), bin_folder(), older, now)
            if gone:
                words = trn("{n} game lies in the bin.", "{n} games lie in the bin.", n=len(gone))
                self.said.emit(words)
