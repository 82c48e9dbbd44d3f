"""A hint, a judgement, what a computer player was thinking: a card that goes with its position."""

from __future__ import annotations

from grognard.app.table.furniture import Furniture
from grognard.app.table.model.changes import Advised, Shown
from grognard.app.table.panels.advice import advice_html, title_of


class Counselling:
    """Lays out what is advised, has it chosen, and puts it away when the position is another."""

    def __init__(self, laid: Furniture) -> None:
        self.laid, self.model = laid, laid.model
        self._said_at = -1
        self.model.watch(Advised, lambda _change: self._show())
        self.model.watch(Shown, lambda _change: self._renew())
        laid.counsel.wanted.connect(self._follow_hint)
        laid.counsel.shut.clicked.connect(laid.advising.forget)

    def _show(self) -> None:
        card, told = self.laid.counsel, self.laid.advising.told
        if told is None or self.model.covered is not None:
            card.hide()
            return
        card.button.setVisible(told.wanted == "hint" and told.advice is not None)
        title = title_of(told, self.model.seat_name(told.seat))
        card.lay(title, advice_html(told), self.laid.canvas)

    def _follow_hint(self) -> None:
        """Choose what was advised."""
        told = self.laid.advising.told
        self.laid.counsel.hide()
        if told is not None and told.advice is not None:
            self.model.choose(told.advice.thought.choice)

    def _renew(self) -> None:
        """What was said of another position goes; in the replay the next thought follows."""
        if self.model.covered is not None or self.model.position == self._said_at:
            return
        self._said_at = self.model.position
        card, told = self.laid.counsel, self.laid.advising.told
        if told is None or not card.isVisible():
            return
        if told.wanted == "thought" and self.model.past is not None:
            self.laid.advising.thinking()
        else:
            self.laid.advising.forget()
            card.hide()
