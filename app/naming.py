"""How files that are written get their names: one dialog, which asks itself before it overwrites.

The system's dialog asks about the name as it is typed. An ending that is added to it afterwards
makes another name of it, and another file would be replaced without a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from grognard.engines.core.data.text import Text, tr, verbatim

FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
"""What no system, or not every system, takes in the name of a file."""
LONGEST = 80


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file that can be written: what it is called, and the ending of its names."""

    title: Text
    ending: str

    def filter(self) -> str:
        """Return it as a file dialog wants it."""
        return f"{self.title} (*{self.ending})"


def proposed(title: str, ending: str) -> str:
    """Return a name for a file, made of a title, that every system takes."""
    plain = FORBIDDEN.sub(" ", title)
    return (" ".join(plain.split())[:LONGEST].strip(" .") or "Grognard") + ending


def named(path: Path, kinds: Sequence[FileKind], chosen: str = "") -> Path:
    """Return the name a file gets that was typed as `path`: with the ending of one of its kinds.

    An ending of another kind of these is taken at its word, in capitals too; of what follows any
    other dot of a name nothing is lost. `chosen`: the filter of the dialog.
    """
    if any(path.name.casefold().endswith(kind.ending) for kind in kinds):
        return path
    kind = next((kind for kind in kinds if kind.filter() == chosen), kinds[0])
    return path.with_name(path.name + kind.ending)


def ask_name(
    over: QWidget,
    title: str,
    start: Path,
    kinds: Sequence[FileKind],
    own: Path | None = None,
) -> Path | None:
    """Ask for the file to write, and before one that is there is overwritten; None: nothing is wanted.

    `own` is the file that what is written is kept in already.
    """
    filters = ";;".join(kind.filter() for kind in kinds)
    options = QFileDialog.Option.DontConfirmOverwrite
    while True:
        typed, chosen = QFileDialog.getSaveFileName(over, title, str(start), filters, "", options)
        if not typed:
            return None
        path = named(Path(typed), kinds, chosen)
        there = path.exists() or path.is_symlink()
        if not there or path == own or may_replace(over, path):
            return path
        start = path


def may_replace(over: QWidget, path: Path) -> bool:
    """Ask whether a file that is there may be overwritten; no, unless that is said."""
    box = QMessageBox(over)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(tr("Replace the file?"))
    box.setText(tr("There is a file {name} already.", name=verbatim(path.name)))
    box.setInformativeText(
        tr(
            "Its contents would be lost. It lies in {folder}.",
            folder=verbatim(str(path.parent)),
        )
    )
    replace = box.addButton(tr("Replace it"), QMessageBox.ButtonRole.DestructiveRole)
    other = box.addButton(tr("Choose another name"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(other)
    box.setEscapeButton(other)
    box.exec()
    return box.clickedButton() is replace


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give a path to write to; it takes the place of `target` once all is written, else nothing does."""
    fresh = target.with_name(f".new.{target.name}")
    fresh.unlink(missing_ok=True)  # a link there would lead to another file
    try:
        yield fresh
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
