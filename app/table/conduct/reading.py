"""Rules, reasons and examples: in the side panel, in the reading window, on a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QPoint, SignalInstance
from PySide6.QtGui import QContextMenuEvent, QCursor
from PySide6.QtWidgets import QApplication, QMenu

from grognard.app.look import clear_of
from grognard.app.rulebook.panel import FOUND
from grognard.app.rulebook.window import ReadingWindow
from grognard.app.table.citations import Citations
from grognard.app.table.furniture import TABS, WIDE, Furniture
from grognard.app.table.model.changes import Shown
from grognard.app.table.panels.tour import TourCard
from grognard.app.table.panels.why import told_under, why_html
from grognard.app.table.panels.words import EXAMPLE_OF
from grognard.engines.core.data.text import tr
from grognard.engines.core.proof.guide import Guide

PALETTE = 8
"""How many hits of the rulebook stand below the commands."""


class Reading:
    """Opens what is to be read.

    Attributes:
        window: the reading window, once it has been opened.
        tour: the card of a guided first game.
    """

    def __init__(
        self,
        laid: Furniture,
        say: Callable[[str], object],
        try_wanted: SignalInstance,
        show_unit: Callable[[str], object],
    ) -> None:
        self.laid, self.model, self.say = laid, laid.model, say
        self._try_wanted, self._show_unit = try_wanted, show_unit
        self.citations = Citations(laid.model)
        self.window: ReadingWindow | None = None
        self.tour: TourCard | None = None
        self._read_on = ""
        laid.rulebook.used = self.citations.of
        laid.rulebook.example_wanted.connect(self.show_example)
        laid.rulebook.unit_wanted.connect(self._unit_wanted)
        laid.rulebook.window_wanted.connect(self.read)
        laid.whys.wanted.connect(self.read)
        laid.inspector.why_wanted.connect(self.why)
        for card in laid.sheets:
            card.rule_wanted.connect(self.show_rule)
        for panel in (laid.prompt, laid.log, laid.dice, laid.inspector, laid.roster):
            panel.rule_wanted.connect(self.show_rule)
        for part in (laid.bottom, laid.battle, laid.displays):
            part.rule_wanted.connect(self.show_rule)
        self.model.watch(Shown, lambda _change: self._moved())

    def _moved(self) -> None:
        """The game went on: the sequence of play is somewhere else."""
        if self.model.covered is None:
            self.laid.rulebook.moved()
            if self.window is not None:
                self.window.moved()

    # -- rules -----------------------------------------------------------------------------------

    def show_rule(self, rule: str) -> None:
        """Open a rule in the rulebook, in the reading window where that is open."""
        if rule.endswith(EXAMPLE_OF):
            self.show_example(rule.removesuffix(EXAMPLE_OF))
            return
        if self.window is not None and self.window.isVisible():
            self.window.go_home()
            self.window.show_rule(rule)
            self.window.raise_()
            return
        self.laid.tabs.setCurrentWidget(self.laid.rulebook)
        if self.laid.split.sizes()[2] < WIDE // 2:
            self.laid.widen(True)
        self.laid.rulebook.show_rule(rule)

    def read(self) -> ReadingWindow:
        """Open the reading window, at what the narrow panel shows if that is new, else where it was left."""
        window = self.window or self._make_window()
        now = self.laid.rulebook.now
        if now and now != self._read_on:
            self._read_on = now
            window.go_home()
            window.follow(now)
        if not window.isVisible():  # where a person has put it while it is open, it stays
            clear_of(window, self.laid.prompt)
        window.show()
        window.raise_()
        window.activateWindow()
        return window

    def _make_window(self) -> ReadingWindow:
        laid = self.laid
        self.window = ReadingWindow(laid.shelf, laid.settings, laid.sequence)
        self.window.used = self.citations.of
        self.window.moment_wanted.connect(self.model.show_past)
        self.window.try_wanted.connect(self._try_wanted)
        self.window.unit_wanted.connect(self._unit_wanted)
        return self.window

    def _unit_wanted(self, name: str) -> None:
        """Show a unit that was found, if it is in this game."""
        if name in self.model.lookup.pieces:
            self._show_unit(name)
        else:
            self.say(tr("That unit is not on this board."))

    def rule_of_prompt(self) -> None:
        """Open the rule of the present prompt."""
        ask = self.model.asked
        if ask is not None and ask.rules:
            self.show_rule(ask.rules[0])
        else:
            self.laid.tabs.setCurrentWidget(self.laid.rulebook)

    def search(self) -> None:
        """Put the cursor in the search line of the rulebook."""
        self.laid.tabs.setCurrentWidget(self.laid.rulebook)
        self.laid.rulebook.line.setFocus()
        self.laid.rulebook.line.selectAll()

    def found(self, words: str) -> Iterator[tuple[str, Callable[[], object]]]:
        """Give what the rulebook has for some words, and how each is opened; the index is made meanwhile."""
        book = self.laid.rulebook
        book.look_ahead()
        for hit in book.finder.find(words, PALETTE, book.game) if book.finder is not None else ():
            entry = hit.entry
            yield f"{entry.title}  ({FOUND[entry.kind]})", partial(self._open_found, entry.target)

    def _open_found(self, target: str) -> None:
        """Show in the side panel what was found."""
        self.laid.tabs.setCurrentWidget(self.laid.rulebook)
        self.laid.rulebook.open_target(target)

    # -- examples, a guided game -----------------------------------------------------------------

    def show_example(self, rule: str) -> None:
        """Show the example of a rule in the reading window."""
        window = self.read()
        window.go_home()
        if not window.show_example(rule):
            self.say(tr("There is no example of {rule}.", rule=rule))

    def example_of_prompt(self) -> None:
        """Show an example of the rule of the present prompt."""
        ask = self.model.asked
        if ask is not None and ask.rules:
            self.show_example(ask.rules[0])

    def lead(self, guide: Guide) -> TourCard:
        """Lay the card of a guided first game on the board."""
        self.tour = TourCard(guide, self.model, self.laid.canvas)
        self.tour.rule_wanted.connect(self.show_rule)
        return self.tour

    # -- reasons ---------------------------------------------------------------------------------

    def why(self, name: str = "") -> None:
        """Say which rules make a piece or place what it is now: of what the mouse rests on, else is looked at.

        On a greyed choice, a die or a line of the log it tells of that.
        """
        model, told = self.model, "" if name else self._told_at(QCursor.pos())
        if told:
            self._say_why(told)
            return
        name = name or next(iter(model.hovered), "") or model.subject
        if model.covered is not None or not name:
            self.say(tr("Rest the mouse on a piece or place, then ask why."))
            return
        title = tr("Why? {name}", name=model.lookup.name_of(name))
        self.laid.whys.lay(title, why_html(model, self.laid.overlays, name), self.laid.canvas)

    def offer_why(self, event: QContextMenuEvent) -> bool:
        """Open the menu of a greyed choice or of a die, which asks why it is so; whether it was one."""
        told = self._told_at(event.globalPos())
        if told:
            menu = QMenu(self.laid)
            menu.addAction(tr("Why?")).triggered.connect(lambda: self._say_why(told))
            menu.popup(event.globalPos())
        return bool(told)

    def _told_at(self, spot: QPoint) -> str:
        """Return the reason that stands under a spot of the screen, "" for none."""
        covered = self.model.covered is not None
        return "" if covered else told_under(QApplication.widgetAt(spot), spot)

    def _say_why(self, told: str) -> None:
        self.laid.whys.lay(tr("Why?"), f"<p>{told}</p>", self.laid.canvas)

    # -- tabs ------------------------------------------------------------------------------------

    def show_tab(self, name: str) -> None:
        """Show one of the tabs."""
        self.laid.tabs.show()
        self.laid.tabs.setCurrentIndex(TABS.index(name))

    def dress(self) -> None:
        """Take the look in force."""
        self.laid.rulebook.refresh()
        if self.window is not None:
            self.window.refresh()

    def close(self) -> None:
        """Close the reading window."""
        if self.window is not None:
            self.window.worker.finish()
            self.window.close()
            self.window.deleteLater()
            self.window = None
