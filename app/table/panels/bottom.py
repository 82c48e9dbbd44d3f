"""The foot of the table: turn and victory tracks, and the replay bar."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QToolButton, QWidget

from app.look import BASE_POINTS, icon, look
from app.table.panels.words import LINK, rule_links
from engines.core.data.text import tr, verbatim
from engines.core.show.views import TableView, TrackView

BRIEF, FEW, LETTERS = 9, 6, 42
"""At most so many steps are written; more than FEW only when they have no more than LETTERS letters."""
FOLDED = 3
"""A track of more steps shows fewer where there is little room."""
LARGE = 1.15


def _brief(steps: Sequence[str]) -> int:
    """Return how many steps of a track are written side by side."""
    many = BRIEF
    while many > FEW and sum(map(len, steps[:many])) > LETTERS:
        many -= 1
    return many


class Track(QLabel):
    """One track as a line of steps, the present one marked; the notes are in the tool tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setMinimumWidth(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_track(self, track: TrackView, most: int = BRIEF) -> None:
        """Show a track with at most so many of its steps."""
        colours = look()
        steps: list[str] = []
        names = [str(step) for step in track.steps]
        # Large letters leave room for the present step alone; the tool tip tells the rest.
        brief = 1 if colours.points > LARGE * BASE_POINTS else min(most, _brief(names))
        first = max(0, min(track.current - brief // 2, len(track.steps) - brief))
        for index, step in enumerate(names[first : first + brief], first):
            words = escape(step)
            if index == track.current:
                words = (
                    f'<span style="background-color:{colours["accent"]};'
                    f'color:{colours["accent_text"]};font-weight:600">&nbsp;{words}&nbsp;</span>'
                )
            else:
                words = f'<span style="color:{colours["text_muted"]}">{words}</span>'
            steps.append(words)
        title = f'<b style="color:{colours["title"]}">{escape(str(track.title))}</b>'
        notes = [
            escape(str(note)) for note in (*track.notes, *(line.label for line in track.lines))
        ]
        note = f" {notes[0]}" if track.notes and len(track.steps) <= 1 else ""
        self.setText(f"{title} {' '.join(steps)}{note}")
        tip = "<br>".join([escape(" · ".join(names)), *notes])
        if track.rule:
            tip += "<br>" + tr("Rule {rule}", rule=verbatim(rule_links([track.rule])))
        self.setToolTip(f"<p>{title}</p>{tip}")
        present = names[track.current] if 0 <= track.current < len(names) else ""
        self.setAccessibleName(f"{track.title}: {present}. " + " ".join(map(str, track.notes)))


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
            made.linkActivated.connect(lambda link: self.rule_wanted.emit(link[len(LINK) :]))
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
        for most in range(BRIEF, 0, -1):
            for made, track in zip(self.tracks, self._shown, strict=False):
                made.show_track(track, most if len(track.steps) > FOLDED else BRIEF)
            wide = sum(made.sizeHint().width() for made in self.tracks[: len(self._shown)])
            if wide + gaps <= self.width() - self._fixed():
                return

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
