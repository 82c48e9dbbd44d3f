"""The card of a guided first game: what to look at, what to do now, what came of it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from app.board.canvas import BoardCanvas
from app.look import serif
from app.table.model.changes import Shown, Touched
from app.table.model.model import TableModel
from app.table.panels.words import LINK, example_link, rule_link
from engines.core.data.text import tr
from engines.core.proof.guide import Guide, GuideStep, Tour

WIDTH, EDGE, TITLE = 340, 12, 76
LOOKED = 20
"""How much worse it is to hide a piece that is to be looked at."""


class TourCard(QFrame):
    """Leads through a guide on the board of a table.

    Signals:
        rule_wanted(str): a rule link was clicked.
        gestures_wanted(): the card of gestures is to be shown.
    """

    rule_wanted = Signal(str)
    gestures_wanted = Signal()

    def __init__(self, guide: Guide, model: TableModel, canvas: BoardCanvas) -> None:
        super().__init__(canvas)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(guide.title)
        self.tour, self.model, self.canvas = Tour(guide), model, canvas
        self.told = ""
        self.title = QLabel(wordWrap=True)
        self.title.setFont(serif(1.3, bold=True))
        self.words = QLabel(wordWrap=True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.linkActivated.connect(lambda link: self.rule_wanted.emit(link[len(LINK) :]))
        self.next = QPushButton(tr("Next"))
        self.next.clicked.connect(self.go_on)
        self.do = QPushButton(tr("Do it for me"))
        self.do.clicked.connect(self.show_how)
        self.leave = QPushButton(tr("Leave the guide"))
        self.leave.clicked.connect(self.hide)
        self.gestures = QPushButton(tr("Gestures"))
        self.gestures.setToolTip(tr("What mouse and keys do on the board"))
        self.gestures.clicked.connect(self.gestures_wanted)
        for button in (self.next, self.do, self.gestures, self.leave):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout()
        for button in (self.do, self.next):
            row.addWidget(button)
        row.addStretch(1)
        for button in (self.gestures, self.leave):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.addWidget(self.title)
        column.addWidget(self.words)
        column.addLayout(row)
        self.laid: GuideStep | None = None
        model.watch(Shown, lambda _change: self.follow())
        model.watch(Touched, lambda _change: self._look_in_hand())
        self.lay()
        self.show()

    def follow(self) -> None:
        """The game has gone on: perhaps the step has been done."""
        if self.isHidden():
            return
        done = self.tour.follow(self.model.session)
        if done is not None:
            self.told = done.told
        self.lay()

    @property
    def step(self) -> GuideStep | None:
        """The step that is shown: where its piece is in the hand already, the one after it."""
        held = self.model.trial
        step = self.tour.step
        if held is None or held.ask is None or step is None or held.piece not in step.choose:
            return step
        return self.tour.ahead(held.ask.kind) or step

    def _look_in_hand(self) -> None:
        """A piece was picked up or put down: that may be what the step asks for."""
        if not self.isHidden() and self.step is not self.laid:
            self.lay()

    def go_on(self) -> None:
        """Go to the next step, whether this one was done or not."""
        self.told = ""
        self.tour.go_on()
        self.lay()

    def show_how(self) -> None:
        """Make the choice that the step asks for; what is in the hand is led on."""
        model, held = self.model, self.model.trial
        choice = self.tour.wanted(model.session) or self.tour.beside(model.session)
        if held is not None and model.ask is not None and held.piece == choice:
            further = self.tour.wanted_in_hand(model.session, model.ask)
            if further is not None:
                model.choose(further)
        elif choice is not None:
            # Anything else in the hand is put down: the choice is that of the game's own question.
            model.put_down()
            model.choose(choice)
        if model.trial is not None and model.trial is not held and self.step is self.tour.step:
            # Picked up and not yet played: where it goes comes with the next click.
            self.told = tr("You have it in hand: choose where it goes.")
            self.lay()

    def lay(self) -> None:
        """Write the step and lie in the corner of the board."""
        step = self.laid = self.step
        if step is None:
            self.hide()
            return
        steps = self.tour.guide.steps
        count = tr("{n} of {most}", n=steps.index(step) + 1, most=len(steps))
        self.title.setText(f"{escape(step.title)} <small>({count})</small>")
        picked = self.tour.step
        told = self.told if step is picked or picked is None else picked.told
        before = f"<p><i>{escape(told)}</i></p>" if told else ""
        rules = f"<p>{rule_link(step.rule)} · {example_link(step.rule)}</p>" if step.rule else ""
        session = self.model.session
        beside = self.tour.beside(session)
        first = tr(
            "The game asks something else first. Answer it as you like, or let the guide answer for you."
        )
        before += f"<p><i>{escape(first)}</i></p>" if beside is not None else ""
        self.words.setText(f"{before}<p>{escape(step.say)}</p>{rules}")
        self.do.setVisible(self.tour.waits)
        self.do.setEnabled((self.tour.wanted(session) or beside) is not None)
        self.next.setText(tr("Skip this") if self.tour.waits else tr("Next"))
        if step.look:
            self.model.light(step.look[0])
        self.setFixedWidth(min(WIDTH, self.canvas.width() - 2 * EDGE))
        self.adjustSize()
        self._lie_aside(step.look)
        self.raise_()

    def _lie_aside(self, look: tuple[str, ...]) -> None:
        """Lie where the fewest pieces are hidden, those that are to be looked at last of all."""
        right, low = (
            self.canvas.width() - self.width() - EDGE,
            self.canvas.height() - self.height() - EDGE,
        )
        corners = [QPoint(EDGE, low), QPoint(right, TITLE), QPoint(EDGE, TITLE), QPoint(right, low)]
        spots = [(name, self.canvas.spot_of(name)) for name in self.model.lookup.pieces]

        def hidden(corner: QPoint) -> int:
            frame = QRectF(corner, self.size())
            return sum(
                LOOKED if name in look else 1
                for name, spot in spots
                if spot and frame.contains(spot)
            )

        self.move(min(corners, key=hidden))
