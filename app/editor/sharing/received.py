"""A bundle that somebody gave one: its page before it is taken, and the version of it that one has already."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor import shelf
from grognard.app.editor.bundle import COVER, Contents, looked_into
from grognard.app.editor.maps.steps import text_of
from grognard.app.editor.pictures import decoded
from grognard.app.look import named, serif
from grognard.engines.core.data.text import spell, tr, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.scenario.document import Document

WIDE = QSize(520, 260)
"""How large the picture of a scenario is shown at most."""
_SAME = ("scenario", "game", "title", "author")
"""What is alike in two versions of one scenario."""


def version_of(words: str) -> tuple[int, ...]:
    """Return a version by which the newer one is told: 1.10 is newer than 1.9; () where none is said."""
    return tuple(int(part) for part in re.findall(r"\d{1,9}", words))


def older_of(held: Contents, games: Mapping[str, AnyGame]) -> tuple[Path, str] | None:
    """Return one's own copy of the scenario in a bundle, and which version that is; None if one has none."""
    for info in shelf.own(dict(games)):
        try:
            mine: Plain = Document.open(Path(info.path)).plain()
        except (ScenarioError, OSError):
            continue
        if all(text_of(mine, key) == text_of(dict(held.said), key) for key in _SAME):
            return Path(info.path), text_of(mine, "version")
    return None


class ReceivedPage(QDialog):
    """Shows what is in a bundle, and asks whether it is taken.

    Signals:
        taken(object): it is to be one's own; over this older version, or beside all others where that is None.
    """

    taken = Signal(object)

    def __init__(self, bundle: Path, games: Mapping[str, AnyGame], over: QWidget | None) -> None:
        """Look into a bundle.

        Raises:
            ScenarioError: it is no bundle, or holds what a bundle does not.
        """
        held = looked_into(bundle, games)
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("A scenario for you"))
        self.setMinimumWidth(WIDE.width())
        column = QVBoxLayout(self)
        title = QLabel(held.word("title"))
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setFont(serif(1.6, bold=True))
        title.setWordWrap(True)
        column.addWidget(title)
        game = QLabel(spell("term", held.game.title))
        game.setProperty("role", "muted")
        column.addWidget(game)
        self.picture = QLabel()
        column.addWidget(self.picture)
        self._show_cover(held)
        form = QFormLayout()
        for head, words in held.told():
            said = QLabel(words)
            said.setTextFormat(Qt.TextFormat.PlainText)
            said.setWordWrap(True)
            form.addRow(head, said)
        column.addLayout(form)
        self.state = QLabel()
        self.state.setWordWrap(True)
        column.addWidget(self.state)
        self.buttons = QDialogButtonBox()
        column.addWidget(self.buttons)
        self.buttons.rejected.connect(self.reject)
        self._offer(held, older_of(held, games))

    def _show_cover(self, held: Contents) -> None:
        data = held.files.get(COVER)
        image = decoded(data, ".png") if data else None
        self.picture.setVisible(image is not None)
        if image is not None:
            keep, smooth = (
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            self.picture.setPixmap(QPixmap.fromImage(image).scaled(WIDE, keep, smooth))
            self.picture.setAccessibleName(tr("The map of the scenario"))

    def _offer(self, held: Contents, mine: tuple[Path, str] | None) -> None:
        """Offer to take it: over an older version, or beside the others."""
        self.newer: QPushButton | None = None
        if mine is not None:
            path, version = mine
            newer = version_of(held.word("version")) > version_of(version)
            has = verbatim(version or tr("without a number"))
            self.state.setText(
                tr("It is newer than the version that you have ({version}).", version=has)
                if newer
                else tr("You have this scenario already (version {version}).", version=has)
            )
            if newer:
                self.newer = self._button(tr("Update mine"), path)
                self.newer.setToolTip(tr("The version that you have goes into the bin."))
        self.state.setVisible(mine is not None)
        add = tr("Add to My scenarios") if mine is None else tr("Add it beside mine")
        self.add = self._button(add, None)
        named(self.newer or self.add, "primary").setDefault(True)
        self.buttons.addButton(tr("Leave it"), QDialogButtonBox.ButtonRole.RejectRole)

    def _button(self, words: str, over: Path | None) -> QPushButton:
        button = self.buttons.addButton(words, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(lambda: self._take(over))
        return button

    def _take(self, over: Path | None) -> None:
        self.accept()
        self.taken.emit(over)
