"""The card of a guided first game: what to look at, what to do now, what came of it."""

from __future__ import annotations

from html import escape
from itertools import pairwise, takewhile

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from grognard.app.board.canvas import BoardCanvas
from grognard.app.look import serif
from grognard.app.table.model.changes import Shown, Touched
from grognard.app.table.model.model import TableModel
from grognard.app.table.panels.words import LINK, deed_html, example_link, rule_link
from grognard.engines.core.data.text import tr
from grognard.engines.core.proof.guide import Guide, GuideStep, Tour
from grognard.engines.core.show.deeds import deeds

WIDTH, EDGE, TITLE = 340, 12, 76
LOOKED = 20
"""How much worse it is to hide a piece that is to be looked at."""
PLACES = 5
"""In how many places along and down the board the card may lie."""
QUOTED = 4
"""How many lines of what came of a choice are quoted."""
TELLING = ("roll", "result", "loss")


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
        self.told = self.quoted = ""
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
        self.leave.clicked.connect(self.shut)
        self.gestures = QPushButton(tr("Gestures"))
        self.gestures.setToolTip(tr("What mouse and keys do on the board"))
        self.gestures.clicked.connect(self.gestures_wanted)
        for button in (self.next, self.do, self.gestures, self.leave):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        column = QVBoxLayout(self)
        column.addWidget(self.title)
        column.addWidget(self.words)
        for buttons in ((self.do, self.next), (self.gestures, self.leave)):
            row = QHBoxLayout()
            for button in buttons:
                row.addWidget(button)
            column.addLayout(row)
        stops = (canvas, self.do, self.next, self.gestures, self.leave)
        for before, after in pairwise(stops):  # from the board Tab goes to the card first
            QWidget.setTabOrder(before, after)
        self.laid: GuideStep | None = None
        self.open = True
        canvas.camera_moved.connect(self._make_room)
        model.watch(Shown, lambda _change: self.follow())
        model.watch(Touched, lambda _change: self._look_in_hand())
        self.lay()
        self.show()

    def shut(self) -> None:
        """The guide is left: it says no more."""
        self.open = False
        self.hide()

    def follow(self) -> None:
        """The game has gone on, or back: perhaps a step has been done, or is to be done again."""
        if not self.open or self.model.past is not None:
            return
        tour, session = self.tour, self.model.session
        done = tour.follow(session)
        if done is not None:
            self.told, self.quoted = done.told, ""
        elif tour.astray is not None:
            self.told = tour.astray.instead or tr(
                "You have chosen something else. That is allowed, and the guide goes on from it; Ctrl+Z takes it back."
            )
        elif tour.back:
            self.told = tr("That is taken back.")
        if done is not None or tour.astray is not None or tour.back:
            self.quoted = "" if tour.back else self._quoted()
        self.lay()
        self.setVisible(self.step is not None)

    def _quoted(self) -> str:
        """Return what came of the reader's choice in the words of the log, with the dice that fell."""
        seat, game = self.tour.guide.seat, self.model.game
        whole = reversed(self.model.session.history())
        since = [*takewhile(lambda line: line[0] > self.tour.since, whole)]
        seen = ((n, line) for n, e in reversed(since) if (line := e.seen_by(seat)) is not None)
        told = [deed for deed in deeds(seen) if deed.entry.kind in TELLING]
        return "<br>".join(deed_html(deed, game.called, game.tallies) for deed in told[:QUOTED])

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
        self.told = self.quoted = ""
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
            self.told, self.quoted = tr("You have it in hand: choose where it goes."), ""
            self.lay()

    def lay(self) -> None:
        """Write the step and lie in the corner of the board."""
        step = self.laid = self.step
        if step is None:
            self.hide()
            return
        steps, session = self.tour.guide.steps, self.model.session
        count = tr("{n} of {most}", n=steps.index(step) + 1, most=len(steps))
        self.title.setText(f"{escape(step.title)} <small>({count})</small>")
        beside = self.tour.beside(session)
        self.words.setText(self._told(step, aside=beside is not None))
        self.do.setVisible(self.tour.waits)
        self.do.setEnabled((self.tour.wanted(session) or beside) is not None)
        last = tr("Finish") if step is steps[-1] else tr("Next")
        self.next.setText(tr("Skip this") if self.tour.waits else last)
        if step.look:
            self.model.light(step.look[0])
        self.setFixedWidth(min(WIDTH, self.canvas.width() - 2 * EDGE))
        if (laid := self.layout()) is not None:  # the words fold: their own hint is too low
            self.resize(self.width(), laid.totalHeightForWidth(self.width()))
        self._lie_aside(step.look)
        self.raise_()

    def _told(self, step: GuideStep, *, aside: bool) -> str:
        """Return what came of the last choice, what is asked first, and what the step says."""
        picked, parts = self.tour.step, []
        told = self.told if step is picked or picked is None else picked.told
        if told:
            parts.append(f"<i>{escape(told)}</i>")
        if self.quoted and step is picked:
            parts.append(f"<small>{self.quoted}</small>")
        if aside:
            first = tr(
                "The game asks something else first. Answer it as you like, or let the guide answer for you."
            )
            parts.append(f"<i>{escape(first)}</i>")
        verdict = self.model.session.verdict
        if verdict is not None and step is self.tour.guide.steps[-1]:
            parts.append(f"<b>{escape(str(verdict.reason))}</b>")
        parts.append(escape(step.say))
        if step.rule:
            parts.append(f"{rule_link(step.rule)} · {example_link(step.rule)}")
        return "".join(f"<p>{part}</p>" for part in parts)

    def _make_room(self) -> None:
        """The map has moved: what is to be looked at may lie under the card now."""
        step = self.step
        if self.isVisible() and step is not None and self._hides(self.pos(), step.look) >= LOOKED:
            self._lie_aside(step.look)

    def _lie_aside(self, look: tuple[str, ...]) -> None:
        """Lie where the fewest pieces are hidden, those that are to be looked at last of all; at a corner if one will do."""
        right = max(EDGE, self.canvas.width() - self.width() - EDGE)
        low = max(EDGE, self.canvas.height() - self.height() - EDGE)
        top = min(TITLE, low)
        corners = [QPoint(EDGE, low), QPoint(right, top), QPoint(EDGE, top), QPoint(right, low)]
        across = [EDGE + (right - EDGE) * n // (PLACES - 1) for n in range(PLACES)]
        down = [top + (low - top) * n // (PLACES - 1) for n in range(PLACES)]
        others = [QPoint(x, y) for x in across for y in down]
        self.move(min((*corners, *others), key=lambda place: self._hides(place, look)))

    def _hides(self, place: QPoint, look: tuple[str, ...]) -> int:
        """Return how bad it were to lie at a place."""
        body = self.canvas.piece_size() / 2
        frame = QRectF(place, self.size()).adjusted(-body, -body, body, body)
        spots = ((name, self.canvas.spot_of(name)) for name in self.model.lookup.pieces)
        return sum(
            LOOKED if name in look else 1 for name, spot in spots if spot and frame.contains(spot)
        )
