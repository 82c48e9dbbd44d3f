"""The foot of the table: turn and victory tracks, and the replay bar."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QToolButton, QWidget

from grognard.app.look import BASE_POINTS, icon, look
from grognard.app.rulenames import called
from grognard.app.table.panels.words import LINK
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.show.views import TableView, TrackView

BRIEF, FEW, LETTERS = 24, 6, 42
"""At most so many steps are written; more than FEW only when they have no more than LETTERS letters."""
FOLDED = 3
"""A track of more steps shows fewer where there is little room."""
SCROLL = "scroll:"
"""The links at the ends of a track of which not all is shown."""
BEFORE, AFTER = (
    "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
)
NOTCH = 120
"""What a wheel turns by one notch."""
LARGE = 1.15


def _brief(steps: Sequence[str]) -> int:
    """Return how many steps of a track are written side by side."""
    many = min(BRIEF, max(1, len(steps)))
    while many > FEW and sum(map(len, steps[:many])) > LETTERS:
        many -= 1
    return many


class Track(QLabel):
    """One track as a line of steps, the present one marked; the notes are in the tool tip.

    Of what there is no room for the wheel or the marks at its ends bring the rest.

    Attributes:
        track: what is shown.
        most: at most so many of its steps are.
        first: the first step that is shown.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setMinimumWidth(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.track = TrackView("", verbatim(""), (), -1)
        self.most, self.first = BRIEF, 0
        self.linkActivated.connect(self._follow)

    @property
    def brief(self) -> int:
        """How many steps are shown."""
        # Large letters leave room for the present step alone; the tool tip tells the rest.
        large = look().points > LARGE * BASE_POINTS
        return 1 if large else min(self.most, _brief([str(step) for step in self.track.steps]))

    def show_track(self, track: TrackView, most: int = BRIEF) -> None:
        """Show a track with at most so many of its steps, the present one in their middle."""
        self.track, self.most = track, most
        self.scroll_to(track.current - self.brief // 2)

    def scroll_to(self, first: int) -> None:
        """Show the track from a step on, as far as it goes."""
        self.first = max(0, min(first, len(self.track.steps) - self.brief))
        self._write()

    def _follow(self, link: str) -> None:
        if link.startswith(SCROLL):
            self.scroll_to(self.first + int(link[len(SCROLL) :]) * max(1, self.brief - 1))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Bring the steps before or after those that are shown."""
        self.scroll_to(self.first - round(event.angleDelta().y() / NOTCH))
        event.accept()

    def _write(self) -> None:
        track, colours = self.track, look()
        names = [str(step) for step in track.steps]
        last = self.first + self.brief
        steps = [self._step(names, index) for index in range(self.first, min(last, len(names)))]
        if self.first > 0:
            steps.insert(0, _mark(BEFORE, -1))
        if last < len(names):
            steps.append(_mark(AFTER, 1))
        title = f'<b style="color:{colours["title"]}">{escape(str(track.title))}</b>'
        notes = [
            escape(str(note)) for note in (*track.notes, *(line.label for line in track.lines))
        ]
        note = f" {notes[0]}" if track.notes and len(track.steps) <= 1 else ""
        between = " · " if any(" " in name for name in names) else " "
        self.setText(f"{title} {between.join(steps)}{note}")
        tip = "<br>".join([escape(" · ".join(names)), *notes])
        if track.rule:
            tip += "<br>" + escape(called(track.rule))
        # In the colours of a tool tip, where no link can be clicked.
        self.setToolTip(f"<p><b>{escape(str(track.title))}</b></p>{tip}")
        present = names[track.current] if 0 <= track.current < len(names) else ""
        self.setAccessibleName(f"{track.title}: {present}. " + " ".join(map(str, track.notes)))

    def _step(self, names: Sequence[str], index: int) -> str:
        """A step, the present one marked."""
        colours, words = look(), escape(names[index])
        if index == self.track.current:
            return (
                f'<span style="background-color:{colours["accent"]};'
                f'color:{colours["accent_text"]};font-weight:600">&nbsp;{words}&nbsp;</span>'
            )
        return f'<span style="color:{colours["text_muted"]}">{words}</span>'


def _mark(sign: str, way: int) -> str:
    """The mark at an end of a track that goes on there."""
    colour = look()["link"]
    return f'<a href="{SCROLL}{way}" style="color:{colour};text-decoration:none">{sign}</a>'


class Bottom(QWidget):
    """The bar at the foot.

    Signals:
        moment_wanted(int): show the board after so many choices.
        pause_wanted(bool): let the computer players wait.
        rule_wanted(str): the rule of a track was asked for.
    """

    moment_wanted = Signal(int)
    pause_wanted = Signal(bool)
    rule_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.tracks: list[Track] = []
        self._shown: list[TrackView] = []
        self._fitted: object = None
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(8, 1, 8, 1)
        self.row.setSpacing(12)
        self.track_row = QHBoxLayout()
        self.track_row.setSpacing(18)
        self.row.addLayout(self.track_row)
        self.row.addStretch(1)
        self.back = self._button("step_back", tr("One step back (PgUp)"), -1)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Replay"))
        self.slider.setToolTip(tr("Replay: the board as it was. It cannot change the game."))
        self.slider.setMinimumWidth(90)
        self.slider.setMaximumWidth(260)
        self.slider.valueChanged.connect(self.moment_wanted)
        self.forward = self._button("step_forward", tr("One step forward (PgDown)"), 1)
        self.live = QToolButton()
        self.live.setText(tr("Now"))
        self.live.setToolTip(tr("Back to the present (End)"))
        self.live.clicked.connect(lambda: self.moment_wanted.emit(self.slider.maximum()))
        self.pause = QToolButton()
        self.pause.setCheckable(True)
        self.pause.setToolTip(tr("Let the computer players wait"))
        self.pause.setAccessibleName(tr("Pause the computer players"))
        self.pause.toggled.connect(self.pause_wanted)
        for widget in (self.pause, self.back, self.slider, self.forward, self.live):
            self.row.addWidget(widget)
        self.dress()

    def dress(self) -> None:
        """Take the icons and colours of the look in force."""
        self._fitted = None
        self.back.setIcon(icon("step_back"))
        self.forward.setIcon(icon("step_forward"))
        self.pause.setIcon(icon("pause"))

    def _button(self, name: str, tip: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(name))
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(lambda: self.moment_wanted.emit(self.slider.value() + step))
        return button

    def show_view(
        self, view: TableView, position: int, last: int, *, bots: bool, paused: bool = False
    ) -> None:
        """Show tracks and the place in the game; a track of lines alone has its place elsewhere."""
        shown = [track for track in view.tracks if track.steps or not track.lines]
        while len(self.tracks) < len(shown):
            made = Track()
            made.linkActivated.connect(self._link)
            self.tracks.append(made)
            self.track_row.addWidget(made)
        self._shown = shown
        for number, made in enumerate(self.tracks):
            made.setVisible(number < len(shown))
        self.pause.setVisible(bots)
        self._fit()
        self.slider.blockSignals(True)
        self.slider.setRange(0, last)
        self.slider.setValue(position)
        self.slider.blockSignals(False)
        self.back.setEnabled(position > 0)
        self.forward.setEnabled(position < last)
        self.live.setEnabled(position < last)
        self.pause.blockSignals(True)
        self.pause.setChecked(paused)
        self.pause.blockSignals(False)

    def _fit(self) -> None:
        """Show as many steps of the tracks as there is room for: none is cut in the middle."""
        key = (tuple(self._shown), self.width(), look().points, self.pause.isHidden())
        if key == self._fitted:
            return
        self._fitted = key
        gaps = self.track_row.spacing() * max(0, len(self._shown) - 1) + 2 * self.row.spacing()
        room = self.width() - self._fixed() - gaps
        shown = list(zip(self.tracks, self._shown, strict=False))
        for made, track in shown:
            made.show_track(track)
        while sum(made.sizeHint().width() for made, _ in shown) > room:
            long = [made for made, track in shown if len(track.steps) > FOLDED and made.brief > 1]
            if not long:
                return
            widest = max(long, key=lambda made: made.sizeHint().width())
            widest.show_track(widest.track, widest.brief - 1)

    def _link(self, link: str) -> None:
        if link.startswith(LINK):
            self.rule_wanted.emit(link[len(LINK) :])

    def _fixed(self) -> int:
        """What the replay bar takes up."""
        widgets = (self.pause, self.back, self.slider, self.forward, self.live)
        seen = [widget for widget in widgets if not widget.isHidden()]
        wide = sum(max(widget.minimumWidth(), widget.sizeHint().width()) for widget in seen)
        return wide + self.row.spacing() * len(seen) + 16

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fit anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def clear_all(self) -> None:
        """Show nothing (the curtain has fallen)."""
        for track in self.tracks:
            track.hide()
