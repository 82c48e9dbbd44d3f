"""The table page: the furniture, the hands, the computer, and what the table is conducted by."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMessageBox

from grognard.app.settings import Settings
from grognard.app.table.computer import Computer
from grognard.app.table.conduct.closing import Closing
from grognard.app.table.conduct.counselling import Counselling
from grognard.app.table.conduct.ending import swapped
from grognard.app.table.conduct.following import Following
from grognard.app.table.conduct.keepsakes import Keepsakes
from grognard.app.table.conduct.posting import Posting
from grognard.app.table.conduct.reading import Reading
from grognard.app.table.conduct.recalling import Recalling
from grognard.app.table.conduct.replaying import Replaying
from grognard.app.table.furniture import Furniture
from grognard.app.table.hands.hands import Hands
from grognard.app.table.hands.pull import Pull
from grognard.app.table.hands.tablehands import TableHand
from grognard.app.table.model.called import TABLE, ZONES
from grognard.app.table.model.changes import Awaited, Trouble
from grognard.app.table.model.model import TableModel
from grognard.app.table.panels.gesturecard import FACING, SPACES, GestureCard
from grognard.app.table.panels.tour import TourCard
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.setups import PERSON
from grognard.engines.core.proof.guide import Guide, reply


class TablePage(Furniture):
    """Everything at the table of one game.

    Signals:
        message(str): words for the status of the window.
        leave_wanted(): back to the library.
        try_wanted(object, str): a Session of an example is to be played on, under a title.
        branch_wanted(object): a Session that branched off is to be played on as a game of its own.
        again_wanted(object): the battle is to be played once more, by these players of the seats.
        save_wanted(): the game is to be kept under a name.
        open_wanted(str): a file that came by post is to be opened.

    Attributes:
        following: shows on the panels what has changed in the model.
        recalling: what happened since, the board as it was, what is taken back.
        counselling: a hint, a judgement, a thought.
        reading: rules, reasons, examples.
        closing: ending a phase.
        keepsakes: a report of the game, a film.
        replaying: the game shown again, decision by decision.
        posting: what a game by post sends and takes.
    """

    message = Signal(str)
    leave_wanted = Signal()
    try_wanted = Signal(object, str)
    again_wanted = Signal(object)
    branch_wanted = Signal(object)
    save_wanted = Signal()
    open_wanted = Signal(str)

    def __init__(self, model: TableModel, settings: Settings) -> None:
        super().__init__(model, settings)
        say = self.message.emit
        self.hands = Hands(self, self)
        self.following = Following(self, self.hands)
        self.counselling = Counselling(self)
        self.reading = Reading(self, say, self.try_wanted, self.go_to)
        self.recalling = Recalling(self, say)
        self.closing = Closing(self, self.show_pieces)
        self.keepsakes = Keepsakes(self, say)
        self.replaying = Replaying(self, say, self.branch_wanted)
        self.posting = Posting(self, self.replaying, say, self.open_wanted)
        self.table_hand = TableHand(self, self)
        self.pull = Pull(self)
        self.computer = Computer(model, settings, self.advising, self)
        self.computer.waits = lambda: self.battle.held
        self.battle.acknowledged.connect(lambda: model.changes.tell(Awaited()))
        self.prompt.waiting.now_wanted.connect(self.computer.hurry)
        self.prompt.waiting.played = lambda: self.computer.played
        self._connect()
        if any(map(model.searches, model.players.values())) and (crew := self.crew()) is not None:
            crew.warm()
        QTimer.singleShot(0, self, self.board.fit_pieces)

    def _connect(self) -> None:
        model = self.model
        model.watch(Trouble, lambda wrong: QMessageBox.warning(self, wrong.title, wrong.words))
        for card in self.sheets:
            for button in (card.button, card.shut):
                button.clicked.connect(lambda _on=False: self.canvas.setFocus())
        self.battle.place_wanted.connect(self.canvas.centre_on)
        self.prompt.leave_wanted.connect(self.leave_wanted)
        self.ending.save_wanted.connect(self.save_wanted)
        self.ending.again_wanted.connect(self._again)
        self.prompt.waiting.pause_wanted.connect(model.pause)
        self.prompt.waiting.seat_wanted.connect(model.take_over)
        self.bottom.pause_wanted.connect(model.pause)
        self.roster.piece_wanted.connect(self.go_to)
        self.displays.pieces_wanted.connect(self.show_pieces)
        self.curtain.lifted.connect(self.canvas.setFocus)
        self.curtain.lifted.connect(model.lift_curtain)
        self.curtain.pin_chosen.connect(model.keep_pin)
        self.tabs.currentChanged.connect(lambda _index: self.following.refresh_tab())

    # -- what the hands and the menus ask for ----------------------------------------------------

    @property
    def offers(self) -> set[str]:
        """What the gestures of this game have to do with: facings, spaces or a bare table."""
        kind = self.model.board.kind
        faces = {FACING} if self.model.game.faces else set()
        return {kind, *faces, *((SPACES,) if kind != TABLE else ())}

    def finish(self) -> None:
        """Make the choice that is marked, else decline."""
        self.closing.finish()

    def undo(self) -> None:
        """Take back the last choice, or say why that cannot be."""
        self.recalling.undo()

    def why(self, name: str = "") -> None:
        """Say which rules make a piece or place what it is now."""
        self.reading.why(name)

    def _again(self, swap: bool) -> None:
        players = {seat.id: self.model.players.get(seat.id, PERSON) for seat in self.model.seats}
        self.again_wanted.emit(swapped(players, [*players]) if swap else players)

    def show_tab(self, name: str) -> None:
        """Show one of the tabs."""
        self.reading.show_tab(name)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Open the menu of a greyed choice or of a die, which asks why it is so."""
        if not self.reading.offer_why(event):
            super().contextMenuEvent(event)

    def zones(self, on: bool) -> None:
        """Show the zones of control, where the table allows measuring them."""
        inquiry = self.model.game.inquiries.get(ZONES)
        if on and inquiry is not None and inquiry.measures and not self.model.measuring:
            self.message.emit(
                tr("Nothing is measured at this table before a move is ordered, zones included.")
            )
        self.overlays.switch(ZONES, on=on)

    def show_pieces(self, names: tuple[str, ...]) -> None:
        """Mark several pieces on the board and bring them into view."""
        self.model.gather(names)
        if names:
            self.hands.sight.centre(names[0])

    def go_to(self, name: str) -> None:
        """Centre the board on a piece or space and show it in the inspector."""
        self.hands.sight.centre(name)
        self.model.light(name)
        if self.tabs.currentWidget() is not self.roster:
            self.tabs.setCurrentWidget(self.inspector)
        self.model.inspect(name)

    def lead(self, guide: Guide) -> TourCard:
        """Lay the card of a guided first game on the board."""
        self.computer.reply = partial(reply, guide)
        card = self.reading.lead(guide)
        card.gestures_wanted.connect(self.show_gestures)
        return card

    def show_gestures(self) -> None:
        """Show what mouse and keys do on the board of this game."""
        GestureCard(self.offers, self).exec()

    def escape(self) -> None:
        """Put away a card, leave the tool, or look away; never plays."""
        if self.battle.release():
            return
        if any(card.isVisible() for card in self.sheets):
            for card in self.sheets:
                card.hide()
            self.advising.forget()
        else:
            self.hand.escape()

    # -- the page as a whole ---------------------------------------------------------------------

    def close_game(self) -> None:
        """Leave the table: nothing that runs in a thread reports to it any more, the save is closed."""
        self.ending.keep_notes()
        self.reading.close()
        self.computer.stop()
        self.odds.quiet()
        if self._crew is not None:
            self._crew.close()
        for worker in self.workers:
            worker.finish()
        self.model.close()

    def dress(self) -> None:
        """Take the look in force."""
        self.fit_letters()
        self.theme.dark = self.settings.surround == "dark"
        self.theme.wear(self.settings.palette)
        self.canvas.set_board(self.model.board, self.theme, patient=False)
        self.bottom.dress()
        self.reading.dress()
        self.log.clear()
        self.following.refresh()
        self.following.inspect()
