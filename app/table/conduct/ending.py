"""The end of a game: the verdict is laid on the table, first what is known at once, then the whole account."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer

from grognard.app.aftermath.account import Account, account_of, luck_of_seats
from grognard.app.aftermath.counted import note_end
from grognard.app.table.furniture import Furniture
from grognard.app.table.verdict.words import verdict_html
from grognard.app.worker import go_on
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.setups import PERSON
from grognard.engines.core.post.envelope import is_sealed


class Ending:
    """Lays the verdict out, and has its account worked out beside the window."""

    def __init__(self, laid: Furniture) -> None:
        self.laid, self.model = laid, laid.model
        self._known: tuple[int, Account] | None = None
        laid.ending.noted.connect(self.model.keep_remark)
        laid.ending.moment_wanted.connect(self._show_moment)
        laid.prompt.account_wanted.connect(self.show)

    def show(self) -> None:
        """Lay the verdict on the table, if there is one."""
        model, card = self.model, self.laid.ending
        verdict = model.session.verdict
        card.hide()
        if verdict is None:
            return
        names = self._names()
        won = tr("{seat} victory", seat=names.get(verdict.winner, verdict.winner))
        title = tr("A draw") if verdict.winner == "draw" else won
        html = verdict_html(verdict, model.game.won(verdict), names)
        card.begin(
            model.keeper.remark, swaps=swapped(model.players, [*names]) != dict(model.players)
        )
        self._draw_course()
        QTimer.singleShot(0, self.laid, lambda: self._lay(title, html))

    def _lay(self, title: str, html: str) -> None:
        if self.model.session.verdict is None:
            return  # the game has been reopened meanwhile
        self.laid.ending.lay(title, html, self.laid.canvas)
        count = len(self.model.session.choices)
        if self._known is not None and self._known[0] == count:
            self._tell(self._known[1])
            return
        past = self.model.session.fork()
        self.laid.workers[3].start(
            lambda: account_of(past, go_on), lambda account: self._came(count, account)
        )

    def _came(self, count: int, account: Account) -> None:
        """The account is worked out; it is dropped where the game has been reopened."""
        if self.model.session.verdict is not None and len(self.model.session.choices) == count:
            self._known = count, account
            self._count()
            self._tell(account)

    def _count(self) -> None:
        """Count the game among all one's games, once it is kept as over."""
        path = self.model.keeper.path
        if path is None or self.model.only_look or is_sealed(path):
            return
        entries = self.model.session.table.entries
        rolls = [one.roll for one in entries if one.roll is not None]
        note_end(path, luck_of_seats(rolls))

    def _tell(self, account: Account) -> None:
        if self.laid.ending.isVisible():
            self.laid.ending.tell(
                account, self.model.seats, self._names(), self.model.game.term, self.laid.canvas
            )

    def _names(self) -> dict[str, str]:
        return {seat.id: self.model.seat_name(seat.id) for seat in self.model.seats}

    def _draw_course(self) -> None:
        """Draw on the board what a game shows at its end, as the marches of its armies."""
        names = self.laid.theme.names("overlays.end")
        for name in (name for name in names if name in self.laid.overlays.names()):
            self.laid.overlays.switch(name, on=True)

    def _show_moment(self, count: int) -> None:
        self.laid.ending.hide()
        self.model.show_past(count)


def swapped(players: Mapping[str, str], seats: list[str]) -> dict[str, str]:
    """Return who plays each seat when everybody plays the next one."""
    following = [*seats[1:], *seats[:1]]
    return {seat: players.get(other, PERSON) for seat, other in zip(seats, following, strict=True)}
