"""The replay: a game that is over, or as far as it has come, shown decision by decision like a film."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from secrets import token_hex

from PySide6.QtCore import QTimer, SignalInstance

from grognard.app.table.furniture import Furniture
from grognard.app.table.model.changes import Shown
from grognard.engines.core.data.text import tr
from grognard.engines.core.show.explain import LogEntry


class Replaying:
    """Plays the game that lies on the table again, on its own board, and leaves the game as it is."""

    def __init__(
        self, laid: Furniture, say: Callable[[str], object], branched: SignalInstance
    ) -> None:
        self.laid, self.model, self.say, self.bar = laid, laid.model, say, laid.replay
        self._timer = QTimer(laid)
        self._timer.timeout.connect(self._on)
        self._shown = -1
        self._news = False
        self.bar.play_wanted.connect(self.play)
        self.bar.step_wanted.connect(self.step)
        self.bar.moment_wanted.connect(self._show)
        self.bar.pace.currentIndexChanged.connect(lambda _index: self._retime())
        self.bar.shut.connect(self.leave)
        self.bar.branch_wanted.connect(self.play_on)
        self._branched = branched
        laid.ending.wanted.connect(self.watch)
        self.model.watch(Shown, lambda _change: self._follow())

    # -- beginning and leaving -------------------------------------------------------------------

    def begin(self) -> None:
        """Lay the bar below the board; the game stands where it stood."""
        if self.model.covered is not None:
            self.say(tr("The curtain is down: lift it first."))
            return
        self.bar.show()
        self._follow()

    def watch(self) -> None:
        """Play the game from its start."""
        self.laid.ending.hide()
        self.begin()
        if self.bar.isHidden():
            return
        self.model.show_past(0)
        self.bar.play.setChecked(True)

    def show_news(self, since: int) -> None:
        """Play what has happened since so many choices, and then leave the replay."""
        self.begin()
        self.model.show_past(since)
        self._news = True
        self.bar.play.setChecked(True)

    def leave(self) -> None:
        """Put the bar away, and come back to the present."""
        self._news = False
        self.bar.play.setChecked(False)
        self.bar.hide()
        self.model.show_present()

    def toggle(self) -> None:
        """Begin the replay, or leave it."""
        if self.bar.isHidden():
            self.begin()
        else:
            self.leave()

    def play_on(self, new_dice: bool) -> None:
        """Play on from the moment that is shown, as another game, or say why that may not be.

        While a game goes on between persons the branch has other dice: nobody is to look ahead in it.
        """
        why = self.why_not_on()
        if why:
            self.say(why)
            return
        self.bar.play.setChecked(False)
        model = self.model
        running = model.session.verdict is None and len(model.humans) > 1
        if running and not new_dice:
            self.say(tr("While the game goes on between persons the branch has new dice."))
        seed = token_hex(8) if new_dice or running else None
        self._branched.emit(model.shown.fork(seed))

    def why_not_on(self) -> str:
        """Return why nobody may play on from the moment that is shown; "" where somebody may.

        Of a game that is not over whose decision it was does so, and nobody else: the answers of the others
        would tell him what he may not know.
        """
        model = self.model
        ask = model.shown.ask
        if model.far and model.session.verdict is None:
            return tr("A game by post can be branched once it is over.")
        if model.covered is not None:
            return tr("The curtain is down: lift it first.")
        if ask is None:
            return tr("Here the game was over: go back to a decision.")
        if model.session.verdict is None and model.viewer != ask.seat:
            seat = next(one.name for one in model.seats if one.id == ask.seat)
            return tr("While the game goes on only {seat} may play on from here.", seat=seat)
        return ""

    # -- playing ---------------------------------------------------------------------------------

    def play(self, on: bool) -> None:
        """Play on by itself, or stand still."""
        if not on:
            self._timer.stop()
            return
        if self.model.position >= len(self.model.session.choices):
            self._show(0)
        self._shown = self.model.position
        self._timer.start(self.bar.pause)

    def _retime(self) -> None:
        if self._timer.isActive():
            self._timer.start(self.bar.pause)

    def _on(self) -> None:
        """Show the next decision, unless somebody has gone elsewhere."""
        model = self.model
        count = self._after(self.moments("decision"), model.position)
        if model.covered is not None or model.position != self._shown or count is None:
            self.bar.play.setChecked(False)
            return
        self._shown = count
        self._show(count)
        if count >= len(model.session.choices):
            self.bar.play.setChecked(False)
            if self._news:
                self.leave()

    # -- steps -----------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Show the next or the last of what is sought."""
        self.bar.play.setChecked(False)
        found, now = self.moments(self.bar.kind), self.model.position
        count = self._after(found, now) if by > 0 else self._before(found, now)
        if count is None:
            self.say(
                tr("There is none after this.") if by > 0 else tr("There is none before this.")
            )
            return
        self._show(count)

    @staticmethod
    def _after(found: Sequence[int], now: int) -> int | None:
        at = bisect_right(found, now)
        return found[at] if at < len(found) else None

    @staticmethod
    def _before(found: Sequence[int], now: int) -> int | None:
        at = bisect_left(found, now)
        return found[at - 1] if at else None

    def moments(self, kind: str) -> list[int]:
        """Return after how many choices there is something of a kind, as far as who looks may know it."""
        session = self.model.session
        if kind == "decision":
            none = session.passed()
            return [0, *(n + 1 for n in range(len(session.choices)) if n not in none)]
        if kind == "turn":
            session.reaches(0)
            turns: dict[str, int] = {}
            for point in session.checkpoints:
                turns.setdefault(session.game.turn_now(point.state), point.index)
            return sorted({*turns.values(), len(session.choices)})
        looked_at = self.model.subject
        return sorted({at for at, entry in self.model.log() if _is_of(entry, kind, looked_at)})

    def _show(self, count: int) -> None:
        self.model.show_past(count)

    def _follow(self) -> None:
        """Another moment is shown, or the game has gone on."""
        if self.bar.isHidden():
            return
        model = self.model
        if model.covered is not None:
            self.bar.play.setChecked(False)
            self.bar.hide()
            return
        turn = str(model.view.turn)
        self.bar.show_moment(model.position, len(model.session.choices), turn)


def _is_of(entry: LogEntry, kind: str, looked_at: str) -> bool:
    """Whether a line of the log tells of what is sought."""
    if kind == "roll":
        return entry.roll is not None
    if kind == "piece":
        return bool(looked_at) and looked_at in (*entry.pieces, *entry.where, *entry.path)
    return entry.kind == kind
