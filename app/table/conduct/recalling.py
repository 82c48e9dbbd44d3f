"""Looking back and going back: what happened since, the board as it was, what is taken back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMessageBox

from grognard.app.table.furniture import Furniture
from grognard.app.table.model.changes import Awaited, Seated
from grognard.app.table.panels.card import since_html
from grognard.engines.core.data.text import text, tr

NOT_BACK = text(
    "That cannot be undone: a die was rolled, something hidden was revealed, or the decision passed to another seat."
)

MANY = 3
"""After so many decisions of the computer what it did is told by itself."""


class Recalling:
    """Steps through the game, tells of what was missed, undoes and redoes.

    Attributes:
        say: words for the status of the window.
    """

    def __init__(self, laid: Furniture, say: Callable[[str], object]) -> None:
        self.laid, self.model, self.say = laid, laid.model, say
        self.model.watch(Seated, lambda _change: self.show_since(asked=False))
        self.model.watch(Awaited, lambda _change: self._after_the_others())
        self._told_of = 0
        laid.since.wanted.connect(self._watch_since)
        laid.since.shut.clicked.connect(self._turn_again)
        laid.prompt.since_wanted.connect(self.show_since)
        laid.log.undo_wanted.connect(self._undo_to)
        for moments in (laid.rulebook, laid.log, laid.bottom):
            moments.moment_wanted.connect(self.model.show_past)

    # -- looking back ----------------------------------------------------------------------------

    def show_since(self, *, asked: bool = True) -> None:
        """Lay out what happened since the last decision of the one who looks."""
        if self.model.covered is not None:
            return
        last, lines = self.model.since()
        if lines and (asked or any(line.kind != "phase" for line in lines)):
            title = tr("Since your last decision") if last else tr("What has happened so far")
            html = since_html(lines, self.model.game.called, self.model.game.tallies)
            self.laid.since.lay(title, html, self.laid.canvas)
        elif asked:
            self.say(tr("Nothing has happened since your last decision."))

    def _after_the_others(self) -> None:
        """After a turn of the computer, what it did is told by itself, once."""
        last, _ = self.model.since()
        rows, none = self.model.session.choices, self.model.session.passed()
        others = [n for n in range(last, len(rows)) if n not in none]
        asked = self.model.ask is not None and self.model.past is None
        if asked and last and len(others) >= MANY and self._told_of != len(rows):
            self._told_of = len(rows)
            self.show_since(asked=False)

    def _watch_since(self) -> None:
        last, _ = self.model.since()
        self.laid.since.hide()
        self.model.show_past(last)
        self.say(tr("Page Down steps forward, End returns to the present."))

    def _turn_again(self) -> None:
        """The card is gone: now it can be seen which blocks have lost steps meanwhile."""
        self.laid.board.turning.again(self.laid.settings.animation)

    def step(self, by: int) -> None:
        """Step through the log."""
        self.model.show_past(self.model.position + by)

    # -- going back ------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last choice, or say why that cannot be; what is over is reopened on purpose only."""
        if self._stays_over(self.model.session.can_undo(self.model.minding)):
            return
        if not self.model.undo():
            self.say(self.model.only_look or str(NOT_BACK))

    def redo(self) -> None:
        """Make the last choice taken back again."""
        if not self.model.redo():
            self.say(self.model.only_look or tr("There is nothing to redo."))

    def _stays_over(self, can: bool) -> bool:
        """Whether the game is over, could be reopened, and is to stay over: that is asked."""
        model = self.model
        if model.session.verdict is None or model.past is not None or not can:
            return False
        kinds = QMessageBox.StandardButton
        words = tr("The game is over. Take the last choice back, and play on from there?")
        over, title = self.laid.canvas.window(), tr("Reopen the game?")
        return QMessageBox.question(over, title, words, kinds.Yes | kinds.No, kinds.No) != kinds.Yes

    def _undo_to(self, count: int) -> None:
        if self._stays_over(self.model.can_undo_to(count)):
            return
        if not self.model.undo_to(count):
            self.say(self.model.only_look or str(NOT_BACK))
