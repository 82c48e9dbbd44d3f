"""What is made of the game on the table to be kept or shown to friends: its report, its film."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QProgressDialog

from grognard.app.aftermath.report import Progress, write_report
from grognard.app.naming import FileKind, ask_name, proposed, replacing
from grognard.app.table.furniture import Furniture
from grognard.app.table.verdict.judged import Judged
from grognard.app.worker import Unwanted
from grognard.engines.core.data.text import spell, text, tr

FILMS = (FileKind(text("GIF"), ".gif"), FileKind(text("WebP"), ".webp"))
PAPERS = (FileKind(text("HTML"), ".html"), FileKind(text("PDF"), ".pdf"))


class Keepsakes:
    """Writes files about the game; of one that goes on they tell what the one who looks may know."""

    def __init__(self, laid: Furniture, say: Callable[[str], object]) -> None:
        self.laid, self.model, self.say = laid, laid.model, say
        laid.ending.report_wanted.connect(self.report)
        laid.ending.film_wanted.connect(self.film)
        laid.ending.judge_wanted.connect(self.judge)

    def report(self) -> None:
        """Ask for a file, and write the report of the game into it."""
        if self._is_covered():
            return
        title = spell("term", self.model.session.setup.info.title)
        start = Path.home() / proposed(title, PAPERS[0].ending)
        path = ask_name(self.laid, tr("Report of the game"), start, PAPERS)
        if path is not None:
            self.write_report(path)

    def write_report(self, path: Path) -> None:
        """Write the report; how far it is can be seen, and it can be left."""
        model = self.model

        def write(fresh: Path, told: Progress) -> None:
            write_report(
                model.session,
                fresh,
                self.teller,
                model.players,
                model.keeper.remark,
                self.laid.settings.palette,
                told,
            )

        self._write(path, tr("Writing the report..."), write)

    def film(self) -> None:
        """Ask for a file, and write the game as moving pictures into it."""
        if self._is_covered():
            return
        title = spell("term", self.model.session.setup.info.title)
        start = Path.home() / proposed(title, FILMS[0].ending)
        path = ask_name(self.laid, tr("Film of the game"), start, FILMS)
        if path is not None:
            self.write_film(path)

    def write_film(self, path: Path) -> None:
        """Write the film; how far it is can be seen, and it can be left."""
        # Pillow is loaded when a film is wanted, and not with every table.
        from grognard.app.aftermath.film import write_film

        def write(fresh: Path, told: Progress) -> None:
            palette = self.laid.settings.palette
            write_film(self.model.session, fresh, self.teller, palette=palette, told=told)

        self._write(path, tr("Filming..."), write)

    def judge(self) -> Judged:
        """Have the whole game judged, beside the window; it is over, so nothing in it is hidden."""
        laid, model = self.laid, self.model
        dialog = Judged(model.session, model.seat_name, laid)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.moment_wanted.connect(laid.ending.moment_wanted)
        dialog.show()
        dialog.begin()
        return dialog

    @property
    def teller(self) -> str | None:
        """The seat that tells of the game: whoever looks; nobody once it is over, and all is told."""
        return None if self.model.session.verdict is not None else self.model.viewer

    def _is_covered(self) -> bool:
        """Whether the curtain is down: nobody is there to whom anything could be told."""
        if self.model.covered is None:
            return False
        self.say(tr("The curtain is down: lift it first."))
        return True

    def _write(self, path: Path, words: str, write: Callable[[Path, Progress], object]) -> None:
        """Have a file written beside its place, and put there once it is whole."""
        progress = QProgressDialog(words, tr("Leave it"), 0, 100, self.laid)
        progress.setWindowModality(Qt.WindowModality.WindowModal)
        progress.setMinimumDuration(0)

        def told(done: int, of: int) -> None:
            progress.setMaximum(of)
            progress.setValue(done)
            if progress.wasCanceled():
                raise Unwanted

        try:
            with replacing(path) as fresh:
                write(fresh, told)
            self.say(tr("Written: {path}", path=str(path)))
        except Unwanted:
            self.say(tr("Nothing was written."))
        except (OSError, ValueError) as wrong:
            QMessageBox.warning(self.laid, tr("Not written"), str(wrong))
        finally:
            progress.close()
