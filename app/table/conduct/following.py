"""What has changed in the model is shown by the panels and on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile

from PySide6.QtWidgets import QApplication

from grognard.app.settings import PACES
from grognard.app.table.conduct.ending import Ending
from grognard.app.table.furniture import TABS, Furniture
from grognard.app.table.gestures.gesture import Gesture, path_of
from grognard.app.table.gestures.moving import Arranging
from grognard.app.table.hands.hands import Hands
from grognard.app.table.model.changes import Drawn, Inspected, Shown, Touched
from grognard.app.table.model.trails import Trails
from grognard.app.table.panels.dice import cast_in
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.setups import AWAY, PERSON
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.choices import fields_of
from grognard.engines.core.show.deeds import Line
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.show.views import EngagementView


class Following:
    """Shows the position anew, or covers it, and what the last choices did.

    Attributes:
        told_at: after how many choices the board was shown last.
    """

    def __init__(self, laid: Furniture, hands: Hands) -> None:
        self.laid, self.hands, self.model = laid, hands, laid.model
        self.told_at = -1
        self.trails = Trails()
        self.ending = Ending(laid)
        self._fight: EngagementView | None = None
        self._begun_at = 0
        laid.battle.acknowledged.connect(self._show_battle)
        watch = self.model.watch
        watch(Shown, lambda _change: self.refresh())
        watch(Touched, lambda _change: self.show_tray())
        watch(Touched, lambda _change: self.show_cards())
        watch(Drawn, lambda _change: self._draw_overlays())
        watch(Inspected, lambda _change: self._inspected())

    # -- the position ----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the position anew."""
        model, laid = self.model, self.laid
        if model.covered is not None:
            self._cover()
            return
        laid.curtain.hide()
        laid.canvas.set_hidden(False)
        laid.split.show()
        laid.bottom.show()
        view = model.view
        laid.canvas.set_view(view, self._last_way())
        laid.board.set_toned(model.past is not None)
        laid.minimap.update()
        last = len(model.session.choices)
        goes_on = model.session.verdict is None
        bots = goes_on and any(kind not in (PERSON, AWAY) for kind in model.players.values())
        laid.bottom.show_view(view, model.position, last, bots=bots, paused=model.paused)
        laid.prompt.refresh()
        self.hands.mark()
        self.show_tray()
        self.show_cards()
        if model.past is not None:
            laid.board.set_dice(None)  # those on the board were not rolled yet
        elif model.position != self.told_at:
            self._tell_what_was_done()
        self.hands.renew()
        laid.overlays.refresh()
        self.refresh_tab()
        self._show_battle()

    def _last_way(self) -> tuple[str, ...]:
        """Return the spaces that the last choice led along, when the game went on by it."""
        model = self.model
        if model.past is not None or not 0 <= self.told_at < model.position:
            return ()
        since = model.session.choices[self.told_at : model.position]
        return next((way for row in reversed(since) if (way := path_of(row.choice))), ())

    def _cover(self) -> None:
        """The hot-seat curtain: the public position lies below it, and even that is hidden."""
        laid, seat = self.laid, self.model.covered or ""
        laid.canvas.set_hidden(True)
        laid.canvas.set_view(self.model.view)
        self.hands.quiet()
        laid.prompt.quiet()
        laid.inspector.clear_all()
        laid.log.clear()
        laid.roster.clear()
        laid.displays.clear()
        laid.overlays.quiet()
        laid.canvas.set_overlays([])
        laid.advising.forget()
        for covered in (*laid.sheets, laid.split, laid.tray, laid.cards, laid.battle, laid.bottom):
            covered.hide()
        laid.curtain.fall(seat, self.model.seat_name(seat))

    # -- what was done ---------------------------------------------------------------------------

    def _tell_what_was_done(self) -> None:
        """The game went on: show where, with what decided it, and the verdict if it is over."""
        self.laid.since.hide()
        self._trail()
        if self.told_at >= 0:
            self.follow()
            self.hands.sight.bring_into_view()
        focused = QApplication.focusWidget()
        if focused is not None and self.laid.prompt.isAncestorOf(focused):
            self.laid.canvas.setFocus()  # no Enter meets a question that has not been seen
        self.show_decided()
        self.told_at = self.model.position
        self.ending.show()

    def _trail(self) -> None:
        """Arrows tell what the computer has moved, until somebody here decides."""
        rows, none = self.model.session.choices, self.model.session.passed()
        at = next((n for n in range(len(rows) - 1, -1, -1) if n not in none), None)
        by_bot = at is not None and rows[at].seat not in self.model.humans
        if by_bot and 0 <= self.told_at < self.model.position:
            self.trails.follow(self.model.lookup)
        else:
            self.trails.begin(self.model.lookup)
        self._draw_overlays()

    def fresh(self) -> list[LogEntry]:
        """What the log tells of the choices made since the board was shown last."""
        news = 0 <= self.told_at < self.model.position
        return self.model.log_since(self.told_at + 1) if news else []

    def follow(self) -> None:
        """Go where a computer player has done something."""
        bots = {seat for seat, kind in self.model.players.items() if kind != PERSON}
        done = [entry for entry in self.fresh() if entry.seat in bots]
        if done and self.laid.settings.pace != PACES[0]:
            self.hands.sight.follow(done)

    def show_decided(self) -> None:
        """Keep on the board what decided the last action, and the dice of it beside the fight."""
        fresh = self.fresh()
        if fresh:
            self.laid.overlays.decide(fresh)
        self.laid.board.set_dice(
            cast_in(fresh, [seat.id for seat in self.model.seats], self.model.game.called)
        )

    def _show_battle(self) -> None:
        """Lay out the fight that is being fought."""
        view, now = self.model.view, self.model.position
        battle = self.laid.battle
        fight, before = view.engagement, self._fight
        told = self.model.log_until(now) if fight is not None or before is not None else ()
        if before is not None and (fight is None or fight.id != before.id) and self._stays(before):
            of_it = takewhile(lambda line: line[0] > self._begun_at, reversed(told))
            battle.hold([entry for _, entry in of_it][::-1])
        elif not battle.held or self._decided_here():
            battle.show_fight(fight, view.pieces, last_round(told), self.laid.canvas)
        if fight is not None and (before is None or before.id != fight.id):
            self._begun_at = now
        self._fight = fight if self.model.past is None else None
        self.hands.mark()

    def _stays(self, fight: EngagementView) -> bool:
        """Whether the result of a fight stays until it was seen: one's own, against a computer player."""
        model = self.model
        sides = {seat.side for seat in model.seats if seat.id in model.humans}
        mine = any(side.side in sides for side in fight.sides)
        alone = len(model.humans) < len(model.seats)
        return mine and alone and model.past is None and self.laid.settings.pace != PACES[0]

    def _decided_here(self) -> bool:
        """Whether the last choice was a person's."""
        return self.model.last_decision()[1] in self.model.humans

    # -- what is in the hand ---------------------------------------------------------------------

    def show_cards(self) -> None:
        """Lay out the hands, and the card that decided the last fight, while it is of this phase or the one before."""
        model, now = self.model, self.model.position
        cards, gesture = model.view.cards, model.gesture
        turned, phases = None, 0
        for _, entry in reversed(model.log_until(now) if cards else ()):
            turned = model.game.turned_up(model.session.setup, entry)
            phases += entry.kind == "phase"
            if turned is not None or phases > 1:
                break
        lit = gesture.marks().legal if gesture is not None else ()
        picked = gesture.picked if gesture is not None else ()
        self.laid.cards.show_hand(
            cards, turned, frozenset(lit), frozenset(picked), partial(why_idle, gesture)
        )

    def show_tray(self) -> None:
        """Lay out what is to be placed; once everything stands the tray still takes pieces back."""
        gesture = self.model.gesture
        if not isinstance(gesture, Arranging):
            self.laid.tray.hide()
            return
        held = gesture.in_hand()
        known = {piece.id: piece for piece in self.model.view.pieces}
        self.laid.tray.show_pieces([known[name] for name in held if name in known], gesture.piece)

    # -- the side panel --------------------------------------------------------------------------

    def refresh_tab(self) -> None:
        """Bring the tab that is open up to date, and the dice."""
        model, laid = self.model, self.laid
        if model.covered is not None:
            return
        lined = any(track.lines for track in model.view.tracks)
        laid.tabs.setTabVisible(TABS.index("turn"), lined)
        now, lines = laid.tabs.currentWidget(), model.log()
        if now is laid.log:
            laid.log.show_lines(lines, model.position)
        elif now is laid.displays:
            laid.displays.show_view(model.view, shared=model.shared)
        elif now is laid.roster:
            laid.roster.show_view(model.view)
        elif now is laid.inspector:
            self.inspect()
        animate = laid.settings.animation != "off"
        laid.dice.show_rolls(model.log_until(model.position), animate=animate)

    def _draw_overlays(self) -> None:
        if self.model.covered is None:
            past = self.model.past is not None
            trails = [] if past else self.trails.drawn()
            self.laid.board.set_overlays([*self.laid.overlays.drawn(), *trails])
            if self.laid.overlays.answers:
                self.inspect()

    def _inspected(self) -> None:
        """Something else is told of; what was gathered is brought to the front."""
        if self.model.gathered:
            self.laid.tabs.setCurrentWidget(self.laid.inspector)
        self.inspect()

    def inspect(self) -> None:
        """Show in the inspector what is told of in full."""
        model, laid = self.model, self.laid
        if model.covered is not None:
            return
        if model.gathered:
            known = model.lookup.pieces
            laid.inspector.show_group([known[name] for name in model.gathered if name in known])
            return
        answers = list(laid.overlays.answers.values())
        place = model.lookup.place_of(model.subject) or model.subject
        if place in model.lookup.spots():
            answers += laid.overlays.told(laid.theme.names("inspector.asks"), place)
        laid.inspector.show_at(model.board, model.view, model.subject, answers)


def last_round(told: Sequence[Line]) -> list[LogEntry]:
    """Return the last lines of a log, from the one on that opened the round of a fight."""
    found: list[LogEntry] = []
    for _, entry in reversed(told):
        found.append(entry)
        if entry.kind == "phase":
            break
    return found[::-1]


def why_idle(gesture: Gesture | None, card: str) -> str:
    """Return why a card of the hand cannot be played now, or would be wasted ("": it is of use)."""
    if gesture is None:
        return ""
    choices = gesture.ask.choices
    mine = [one for one in choices if card_in(one) == card] if choices.finite else []
    told = [why for one, why in choices.refused() if card_in(one) == card] if not mine else []
    told += [why for one in mine if (why := choices.why_vain(one)) is not None]
    if told:
        return str(told[0].message)
    if mine or card in gesture.marks().legal:
        return ""
    return tr("No answer to: {question}", question=verbatim(str(gesture.ask.prompt)))


def card_in(choice: Choice) -> object:
    """Return the card that a choice plays, None for any other choice."""
    return fields_of(choice).get("card") if isinstance(choice, dict) else None
