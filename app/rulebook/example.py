"""A worked example: a small live board, what happens on it step by step, and trying it oneself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.board.theme import load_theme
from grognard.app.look import look
from grognard.app.rulebook.framed import FramedBoard
from grognard.app.rulenames import RuleNames, called
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.proof.examples import Example, heading
from grognard.engines.core.proof.story import Line, Scene, Story, begun, finished

LINK = "rule:"
FEW = 24
"""So many pieces are all looked at where an example names none."""


class ExamplePane(QWidget):
    """Shows one example.

    Signals:
        rule_wanted(str): a rule named in a sentence was clicked.
        try_wanted(object, str): a Session at the step shown, to be played on, and its title.
    """

    rule_wanted = Signal(str)
    try_wanted = Signal(object, str)

    def __init__(self, dark: bool = False) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.dark = dark
        self.story: Story | None = None
        self.names = RuleNames()
        self.example: Example | None = None
        self.at = 0
        self.head = QLabel(wordWrap=True)
        self.head.setTextFormat(Qt.TextFormat.RichText)
        self.canvas, self.inset = FramedBoard(), FramedBoard()
        for canvas in (self.canvas, self.inset):
            canvas.setAccessibleName(tr("Board of the example"))
            canvas.setMinimumSize(140, 120)
        self.inset.hide()
        self.boards = QWidget()
        self.words = QTextBrowser()
        self.words.setAccessibleName(tr("What happens"))
        self.words.setOpenLinks(False)
        self.words.anchorClicked.connect(
            lambda url: self.rule_wanted.emit(url.toString()[len(LINK) :])
        )
        self.step_back = self._arrow("\N{LEFTWARDS ARROW}", tr("One step back"), -1)
        self.step_on = self._arrow("\N{RIGHTWARDS ARROW}", tr("One step on"), 1)
        self.where = QLabel()
        self.attempt = QPushButton(tr("Try it yourself"))
        self.attempt.setToolTip(
            tr("Play on from here at a separate table: your game is not touched.")
        )
        self.attempt.clicked.connect(self._try)
        self._lay_out()

    def _arrow(self, words: str, tip: str, by: int) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(lambda: self.show_step(self.at + by))
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.step_back)
        row.addWidget(self.where, 1, Qt.AlignmentFlag.AlignCenter)
        row.addWidget(self.step_on)
        row.addWidget(self.attempt)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.words, 1)
        split = QSplitter(Qt.Orientation.Vertical)
        side = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.boards)
        side.setContentsMargins(0, 0, 0, 0)
        side.addWidget(self.canvas)
        side.addWidget(self.inset)
        self.side = side
        split.addWidget(self.boards)
        split.addWidget(below)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setSizes([380, 250])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(6, 6, 6, 6)
        whole.addWidget(self.head)
        whole.addWidget(split, 1)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Wide enough for a board."""
        return QSize(480, 620)

    def show_example(self, example: Example) -> None:
        """Play an example and show its first step."""
        title, note = heading(example)
        now = look()
        style = f"font-family:'{now.serif}';color:{now['title']};font-size:large"
        self.head.setText(f'<p style="{style}"><b>{escape(title)}</b></p><p>{escape(note)}</p>')
        self.example, self.at = example, 0
        try:
            self.story = begun(example)
        except ScenarioError as wrong:
            self._say_faults(wrong)
            return
        self._lay_boards(self.story)
        self._show_scene(self.story.scenes[0])
        # The board is seen before all that happens on it has been worked out.
        QTimer.singleShot(0, self, lambda: self.show_step(self.at))

    def _lay_boards(self, story: Story) -> None:
        """Put the map of a story on the canvas, in a rough drawing until the true one is done."""
        theme = load_theme(story.game.id)
        theme.dark = self.dark
        if self.canvas.theme is not theme or self.canvas.board != story.board:
            self.canvas.set_board(story.board, theme, patient=False)
        self.inset.hide()

    def _aim(self, story: Story, scene: Scene) -> None:
        """Show the part of the board that the story is about, or where it is far-flung this scene.

        What lies far apart even so is shown side by side, or one above the other.
        """
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        room = self.boards.size().expandedTo(self.canvas.minimumSize())
        parts = self.canvas.frames(story.about, room)
        if len(parts) != 1 or not self.canvas.is_legible(parts[0], room):
            parts = self.canvas.frames(scene.lit, room) or parts
        if not parts and self.canvas.view is not None:
            pieces = [piece.id for piece in self.canvas.view.pieces]
            parts = self.canvas.frames(pieces if len(pieces) <= FEW else (), room)
        if not parts:
            self.inset.hide()
            self.canvas.fit_pieces()
            return
        self._show_inset(parts, room)
        for canvas, part in zip((self.canvas, self.inset), parts, strict=False):
            canvas.frame(part)

    def _show_inset(self, parts: Sequence[QRectF], room: QSize) -> None:
        """Show the second canvas if there are two parts to be seen, with the same pieces and marks."""
        here, there = self.canvas, self.inset
        two = len(parts) > 1
        there.setVisible(two)
        if not two:
            return
        there.mirror(here)
        wide = max(part.width() for part in parts) / room.width()
        tall = max(part.height() for part in parts) / room.height()
        across = QBoxLayout.Direction.LeftToRight
        self.side.setDirection(across if wide < tall else QBoxLayout.Direction.TopToBottom)
        self.side.activate()

    def _say_faults(self, wrong: ScenarioError) -> None:
        self.story = None
        self.words.setPlainText("\n".join(map(str, wrong.problems)))
        self.attempt.setEnabled(False)

    @property
    def scenes(self) -> list[Scene]:
        """The steps of the example shown."""
        if self.story is None or self.example is None:
            return []
        try:
            finished(self.story)
        except ScenarioError as wrong:
            self._say_faults(wrong)
            return []
        return self.story.scenes

    def _show_scene(self, scene: Scene) -> None:
        if self.story is not None:
            self.canvas.set_view(self.story.view_of(scene))
            self.canvas.set_overlays(scene.overlays)
            self.canvas.set_highlights(selected=scene.lit)
            self._aim(self.story, scene)

    def show_step(self, at: int) -> None:
        """Show the board after a step and what is said up to it."""
        if not self.scenes or self.story is None:
            return
        self.at = max(0, min(at, len(self.scenes) - 1))
        scene = self.scenes[self.at]
        self._show_scene(scene)
        shown = [self._scene(n, one) for n, one in enumerate(self.scenes[: self.at + 1])]
        self.words.setHtml("".join(shown))
        self.words.scrollToAnchor("now")
        self.where.setText(tr("Step {n} of {most}", n=self.at + 1, most=len(self.scenes)))
        self.step_back.setEnabled(self.at > 0)
        self.step_on.setEnabled(self.at + 1 < len(self.scenes))
        self.attempt.setEnabled(self.story.session_at(scene).ask is not None)

    def _scene(self, number: int, scene: Scene) -> str:
        mark = '<a name="now"></a>' if number == self.at else ""
        lines = "".join(line_html(line, self.names, faded=number < self.at) for line in scene.lines)
        return f"{mark}{lines}"

    def _try(self) -> None:
        if self.story is not None and self.example is not None:
            session = self.story.session_at(self.scenes[self.at])
            title = tr("Trying: {title}", title=verbatim(heading(self.example)[0]))
            self.try_wanted.emit(session, title)


def line_html(line: Line, names: RuleNames, *, faded: bool = False) -> str:
    """Return a sentence of an example with its rules."""
    now = look()
    tones = {"refused": now["danger"], "outcome": now["success"], "asked": now["title"]}
    tones["looked"] = tones["asked"]
    colour = now["text_muted"] if faded else tones.get(line.tone, now["text"])
    words = escape(str(line.words))
    words = f"<b>{words}</b>" if line.tone == "chosen" else words
    links = " ".join(
        f'<a href="{LINK}{rule}" style="color:{now["link"]};text-decoration:none">{escape(called(rule, names))}</a>'
        for rule in line.rules[:3]
    )
    indent = 14 if line.tone == "rolled" else 0
    style = f"margin:3px 0 3px {indent}px;color:{colour}"
    return f'<p style="{style}">{words} <small>{links}</small></p>'
