"""What joins the library, the editors, and the tables on which something is tried."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from grognard.app.editor.window.editors import Editors
from grognard.app.library.mine import Mine
from grognard.app.settings import Settings
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.savelock import Held
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import PERSON, AnySetup
from grognard.engines.core.scenario.gathering import SUFFIX

if TYPE_CHECKING:
    from grognard.app.lab.window import LabWindow
    from grognard.app.library.page import LibraryPage
    from grognard.app.rulebook.window import ReadingWindow
    from grognard.app.table.page import TablePage


class Workroom:
    """The editors of a window, one's own scenarios in its library, and tables beside the game."""

    def __init__(
        self,
        window: QWidget,
        library: LibraryPage,
        settings: Settings,
        tell: Callable[[str, str], object],
    ) -> None:
        self.window, self.settings, self.tell = window, settings, tell
        self.library = library
        self.lab: LabWindow | None = None
        self.reading: dict[str, ReadingWindow] = {}
        self.editors = Editors(library.games, self.test_play, tell, library)
        self.mine = Mine(library)
        self.mine.edit_wanted.connect(self.editors.edit)
        self.editors.left.connect(self.mine.refresh)
        self.editors.balance_wanted.connect(self.balance)

    def test_play(self, session: Session, title: str) -> TablePage:
        """Play a draft: its author plays all seats and sees what each sees, with no curtain between them."""
        return self.try_out(session, title, one_person=True)

    def try_out(self, session: Session, title: str, *, one_person: bool = False) -> TablePage:
        """Play on at a table of its own: neither kept nor part of the game."""
        from grognard.app.keeping import Keeper
        from grognard.app.table.model.model import TableModel
        from grognard.app.table.page import TablePage

        players = dict.fromkeys((seat.id for seat in session.setup.info.seats), PERSON)
        model = TableModel(session, players, self.settings, Keeper())
        model.one_person = one_person
        page = TablePage(model, self.settings)
        page.setWindowTitle(title)
        page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        page.setParent(self.window, Qt.WindowType.Window)
        page.resize(1000, 640)
        page.bottom.hide()
        QShortcut(QKeySequence("Ctrl+W"), page).activated.connect(page.close)
        QShortcut(QKeySequence("Ctrl+Z"), page).activated.connect(page.undo)
        page.try_wanted.connect(self.try_out)
        page.leave_wanted.connect(page.close)
        page.show()
        model.start()
        return page

    def balance(self, game: AnyGame, setup: AnySetup, over: QWidget) -> None:
        """Let computer players play a scenario some times, and show who wins."""
        from grognard.app.lab.balancedialog import BalanceDialog

        folder = Path(setup.info.path).parent if setup.info.path else None
        dialog = BalanceDialog(game, setup, over, folder=folder)
        dialog.open()
        dialog.begin()

    def takes(self, path: Path) -> bool:
        """Whether a file is a scenario in one file, by its name."""
        return path.name.casefold().endswith(SUFFIX) and path.is_file()

    def open_bundle(self, path: Path) -> None:
        """Show the page of the scenario in a bundle, from which it becomes one's own; or say why not."""
        from grognard.app.editor.sharing.received import ReceivedPage

        try:
            page = ReceivedPage(path, self.editors.games, self.window)
        except (ScenarioError, OSError) as wrong:
            self.tell(tr("The bundle cannot be opened"), str(wrong))
            return
        page.taken.connect(lambda over: self.install(path, over))
        page.open()

    def install(self, path: Path, over: Path | None = None) -> None:
        """Make the scenario in a bundle one's own, in the place of an older version of it, and look at it."""
        from grognard.app.editor.bundle import unpack

        try:
            found = unpack(path, self.editors.games, over)
        except (ScenarioError, OSError, Held) as wrong:
            self.tell(tr("The bundle cannot be opened"), str(wrong))
            return
        self.mine.refresh()
        self.library.select(found.parent.name)

    def own_bundle(self, path: Path) -> Path | None:
        """Make the scenario in a bundle one's own without asking; return its file, or None and say why not."""
        from grognard.app.editor.bundle import unpack

        try:
            found = unpack(path, self.editors.games)
        except (ScenarioError, OSError) as wrong:
            self.tell(tr("The bundle cannot be opened"), str(wrong))
            return None
        self.mine.refresh()
        return found

    def read(self, name: str) -> ReadingWindow:
        """Open the rulebook of a game before there is a table."""
        from grognard.app.rulebook.shelf import shelf
        from grognard.app.rulebook.window import ReadingWindow

        reading = self.reading.get(name)
        if reading is None:
            reading = self.reading[name] = ReadingWindow(shelf(name), self.settings)
            reading.try_wanted.connect(self.try_out)
        reading.show()
        reading.raise_()
        reading.activateWindow()
        return reading

    def open_lab(self) -> None:
        """Open the lab, on the scenario that is looked at in the library."""
        from grognard.app.lab.window import LabWindow

        if self.lab is None:
            self.lab = LabWindow(self.library.games, self.window)
        if self.library.info is not None:
            self.lab.choose(self.library.info.game, self.library.info.id)
        self.lab.show()
        self.lab.raise_()
        self.lab.activateWindow()

    def may_close(self) -> bool:
        """Whether nothing is at work here that the person wants to go on."""
        return self.lab is None or self.lab.may_close()

    def close(self) -> None:
        """Close all editors, the lab and the rulebooks; everything in them is kept."""
        if self.lab is not None:
            self.lab.close()
        for reading in self.reading.values():
            reading.close()
        self.editors.close()
