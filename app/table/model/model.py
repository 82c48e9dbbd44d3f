"""The table without its window: who looks, what is shown and asked, picked, planned, pointed at.

Panels and hands watch it (`changes`), and act on the game through it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from grognard.app.table.gestures.answering import gesture_for
from grognard.app.table.gestures.gesture import DECLINING
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.model.changes import (
    Awaited,
    Kept,
    Seated,
    Shown,
    Touched,
    Trouble,
)
from grognard.app.table.model.filing import Filing
from grognard.app.table.model.holding import Holding
from grognard.app.table.model.outside import Keeping, Preferences
from grognard.app.table.model.remainder import Remainder, remainder
from grognard.app.table.model.trial import Trial, gone_on, picked_up, stack_taken
from grognard.app.table.model.troubles import WRONG, failed, words_of
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.play.journal import PASSED
from grognard.engines.core.play.plans import Outcome, Wish, carry_out
from grognard.engines.core.play.session import RuleFault, Session
from grognard.engines.core.play.setups import PERSON
from grognard.engines.core.play.standing import Standing
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.choices import fields_of
from grognard.engines.core.show.choices import words_of as listed_in
from grognard.engines.core.show.explain import ASIDE
from grognard.engines.core.show.views import Answer

COST = "move_cost"
"""The inquiry that tells what a manoeuvre costs."""
OUT_OF_REACH = text(
    "The rules have changed since that choice was made. It is still in the log, but the board as it was then can no longer be shown."
)


class TableModel(Filing):
    """One game at the table."""

    def __init__(
        self,
        session: Session,
        players: Mapping[str, str],
        preferences: Preferences,
        keeper: Keeping,
        only_look: str = "",
    ) -> None:
        super().__init__(session, players, preferences, keeper, only_look)
        self._decided = 0
        self.alone = ""
        """Who has come from behind the curtain, as long as nobody else has looked."""
        self.by_bots: set[int] = set()
        """What computer players decided at this table, each by the number of choices before it."""
        self.left = Remainder()
        """What of a plan nobody has come to: a die or a question stopped it."""

    # -- playing -----------------------------------------------------------------------------

    def start(self) -> None:
        """Show the first position and let the computer begin if it is its turn."""
        if self._several() and self.hides():
            self.viewer = None  # who has opened a saved game is not known
        self._go_on()

    def choose(self, choice: Choice) -> bool:
        """Answer the question; return whether the choice stood (or is held in the hand)."""
        ask = self.ask
        if ask is None:
            return False
        if self._holds(ask, choice):
            return True
        held = self.trial.choices if self.trial is not None else ()
        title, words = self._why_not_played(ask.seat, *held, choice)
        if words:
            self.changes.tell(Trouble(title, words))
            if held:
                self._settle()
            else:
                self.touch()
            return False
        self._go_on()
        return True

    def _why_not_played(self, seat: str, *choices: Choice) -> tuple[str, str]:
        """Make choices that belong together; where they do not stand return a title and the reason."""
        self.before = self.session.table.state
        try:
            outcome = carry_out(self.session, seat, (Wish(choices),), self._durably)
        except RuleFault as fault:
            return failed(fault)
        return (str(WRONG), words_of(outcome.refusal)) if outcome.refusal is not None else ("", "")

    # -- what is picked up ------------------------------------------------------------------------

    @property
    def ask(self) -> Ask | None:
        """The question to answer now: about the piece in the hand, else the one of the game."""
        ask = self.owed
        return self.trial.ask if ask is not None and self.trial is not None else ask

    @property
    def asked(self) -> Ask | None:
        """The question that stands on the screen, whoever answers it."""
        return self.trial.ask if self.trial is not None else self.session.ask

    def _holds(self, ask: Ask, choice: Choice) -> bool:
        """Whether a choice only picks something up, or goes on with what is in the hand."""
        if self.trial is None:
            return isinstance(choice, str) and self.pick_up(choice)
        if self.trial.usual and choice in DECLINING:
            return self.put_down()
        trial = gone_on(self.trial, ask.seat, choice)
        if trial is not None:
            self._take_in_hand(trial)
        return trial is not None

    def pick_up(self, piece: str) -> bool:
        """Take a piece in the hand, instead of the one that is; return whether it can be."""
        ask = self.owed
        if self.trial is not None and self.trial.piece == piece:
            return True
        taken = {"piece": picked_up, "place": stack_taken}.get(ask.form if ask is not None else "")
        if ask is None or taken is None or piece in DECLINING or ask.why_not(piece):
            return False
        trial = taken(self.session, ask.seat, piece)
        if trial is not None:
            self._take_in_hand(trial)
        return trial is not None

    @property
    def taken(self) -> tuple[str, ...]:
        """Those of a whole stack in the hand, as long as none of them is left out."""
        held = self.trial if self.trial is not None and self.trial.usual else None
        subsets = held.choices[1:] if held is not None else ()
        return tuple(name for choice in subsets for name in listed_in(choice, "subset"))

    def divide(self) -> None:
        """Choose the stack that is in the hand, to be asked which part of it goes."""
        held, ask = self.trial, self.owed
        if held is not None and held.usual and ask is not None:
            self._why_not_played(ask.seat, held.choices[0])
            self._go_on()

    def put_down(self) -> bool:
        """Put down what is in the hand: nothing has happened; return whether there was anything."""
        held = self.trial is not None
        if held:
            self._take_in_hand(None)
        return held

    def _take_in_hand(self, trial: Trial | None) -> None:
        self._make_gesture(trial)
        self._show()

    @property
    def weighed(self) -> Any:
        """The position that inquiries are about: a whole stack in the hand is on its way in it."""
        held = self.trial
        return held.world.table.state if held is not None and held.usual else super().weighed

    # -- what is passed --------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Pass what leaves nothing to decide, then look at the question that is left."""
        self._decided = len(self.session.choices)
        self._pass_on()
        while self.left.goes_on(self.session) and (ask := self.session.ask) is not None:
            self._resume(ask)
        while meant := self.meaning.next(self.session):
            self._why_not_played(*meant)
            self._pass_on()
        self._settle()

    def _resume(self, ask: Ask) -> None:
        """Go on with a plan that the question of another seat stopped, now that it was declined."""
        wishes, self.left = self.left.able(ask), Remainder()
        try:
            outcome = carry_out(self.session, ask.seat, wishes, self._durably)
        except RuleFault as fault:
            self.changes.tell(Trouble(*failed(fault)))
            return
        if outcome.fulfilled:
            self.left = remainder(self.session, ask, outcome.left)
        self._pass_on()

    @property
    def passed(self) -> list[str]:
        """What was passed since the last decision, as far as the one who looks may know it."""
        notes = self.session.notes if self.covered is None and self.past is None else ()
        since = (note for note in notes if note.kind == PASSED and note.at >= self._decided)
        told = (note.line.seen_by(self.viewer) for note in since)
        return [str(line.text) for line in told if line is not None and line.kind != ASIDE]

    def _pass_on(self) -> None:
        """Pass questions; a rule that fails over it leaves its question asked, and fails again there."""
        if not self.only_look:
            try:
                self._durably(self._pass_all)
            except RuleFault as fault:
                self.changes.tell(Trouble(*failed(fault)))

    def _pass_all(self) -> None:
        rare, alone = not self.preferences.rare, len(self.humans) == 1 and not self.far
        pass_on = partial(self.session.pass_on, self._may_pass, rare=rare, alone=alone)
        pass_on()
        # What the far side is spared may lead to a question that is passed here.
        while self.far and self.session.pass_on(self._may_spare):
            pass_on()

    def _may_pass(self, ask: Ask) -> bool:
        """Whether a question may be passed: the computer answers its own, a curtain always falls.

        A curtain that did not fall would tell the others that there was nothing to decide.
        """
        behind = ask.secret and self._several() and ask.seat != self.viewer
        return self.preferences.passes and ask.seat in self.humans and not behind

    def _may_spare(self, ask: Ask) -> bool:
        """Whether the far side of a game by post need not be sent a question: an open one with one answer."""
        return ask.seat in self.far and not ask.secret

    def say(self, seat: str, said: Iterable[Standing]) -> None:
        """Have a seat answer all this beforehand; see `grognard.app.table.model.standing`."""
        self._durably(lambda: self.session.say(seat, said))
        self._go_on()

    def _settle(self) -> None:
        """Look at the new question: curtain, gesture, computer."""
        self._view = None
        self.past = None
        self.by_bots = {at for at in self.by_bots if at < len(self.session.choices)}
        self._cover()
        self._make_gesture()
        if self.session.verdict is not None:
            self.keeper.finish(self.session)
        self._show()
        self.changes.tell(Awaited())

    def _show(self) -> None:
        """The position is another, or seen with other eyes."""
        self.changes.tell(Shown())

    # -- plans ---------------------------------------------------------------------------------

    def carry_out(self) -> Outcome | None:
        """Make the choices of the plan as far as it goes, but for who of a march is known to stay; tell a refusal."""
        ask, plan = self.owed, self.stands if self.march is not None else self.plan
        if ask is None or not plan:
            return None
        self.before = self.session.table.state
        title, words, outcome, self.left = "", "", None, Remainder()
        try:
            outcome = carry_out(self.session, ask.seat, plan, self._durably)
        except RuleFault as fault:
            title, words = failed(fault)
        if outcome is not None:
            self.left = remainder(self.session, ask, outcome.left)
        self._go_on()
        if outcome is not None and outcome.refusal is not None:
            title, words = str(WRONG), words_of(outcome.refusal)
        if words:
            self.changes.tell(Trouble(title, words))
        return outcome

    @property
    def still_to_go(self) -> tuple[Wish, ...]:
        """The wishes of a plan that something stopped, as far as they can be fulfilled now."""
        return self.left.able(self.owed) if not self.plan else ()

    def go_on_with_the_others(self) -> None:
        """Carry out what is left of a plan that something stopped."""
        self.intend(self.still_to_go)
        self.carry_out()

    # -- the curtain -----------------------------------------------------------------------------

    def _cover(self) -> None:
        ask = self.session.ask
        if ask is None or ask.seat not in self.humans or self._goes_on_looking(ask):
            self.covered = None
            return
        # Whose PIN has not been entered comes out from behind the curtain even where he sits alone.
        several = self._several() or ask.seat in self.keeper.pins
        self.covered = ask.seat if several and ask.secret else None
        if self.covered is None:
            # An open question brings both players to the screen: what one of them alone may see stays hidden.
            self.viewer = None if several and self._knows_more(ask.seat) else ask.seat

    def _goes_on_looking(self, ask: Ask) -> bool:
        """Whether who looks is asked, and came from behind the curtain if there is anything to hide.

        The answer to a secret question is such a thing, before there is another.
        """
        if self.viewer != self.alone:
            self.alone = ""
        hides = self._several() and (ask.secret or self._knows_more(ask.seat))
        return self.viewer == ask.seat and (self.alone == ask.seat or not hides)

    def other_eyes(self) -> str | None:
        """Return the seat as which one may look next: whoever likes, once the game is over."""
        if self.session.verdict is None or self.covered is not None or not self.hides():
            return None
        seats = [seat.id for seat in self.seats]
        at = seats.index(self.viewer) + 1 if self.viewer in seats else 0
        return seats[at % len(seats)]

    def look_as(self, seat: str) -> None:
        """Show the board, in the replay too, as a seat sees it."""
        self.viewer, self._view = seat, None
        self.holding = Holding()
        self._show()

    def lift_curtain(self) -> None:
        """The next player has sat down."""
        if self.covered is not None:
            self.viewer = self.alone = self.covered
            self.covered = None
            self._view = None
            self._make_gesture()
            self._show()
            self.changes.tell(Seated())

    def _make_gesture(self, trial: Trial | None = None) -> None:
        """Take up the question: all that was held of another one is dropped."""
        self.holding = Holding(trial=trial)
        ask = self.ask
        if ask is not None:
            self.gesture = gesture_for(ask, self.view)
            self.gesture.bearing, self.gesture.passing = self.bearing, self.game.passed_by
            if isinstance(self.gesture, Manoeuvre):
                mover = next(iter(ask.subject), "")
                self.gesture.cost = lambda choice: self._cost(mover, choice)

    def _cost(self, mover: str, choice: Choice) -> Answer | None:
        """What an order costs, where the game can tell and the table measures."""
        if self.trial is not None:
            return self._cost_tried(self.trial, mover, choice)
        try:
            return self.inquire(COST, unit=mover, choice=choice)
        except NoAnswer:
            return None

    def _cost_tried(self, trial: Trial, mover: str, choice: Choice) -> Answer | None:
        """The same of a piece that is only in the hand."""
        inquiry, ask = self.game.inquiries.get(COST), self.owed
        if inquiry is None or ask is None or (inquiry.measures and not self.measuring):
            return None
        world = trial.world
        try:
            return inquiry.ask(world.setup, world.table.state, ask.seat, unit=mover, choice=choice)
        except NoAnswer:
            return None

    # -- the gesture ---------------------------------------------------------------------------

    @property
    def ready(self) -> Choice | None:
        """The choice that Done would make now: what is picked, or the line selected in the list."""
        chosen = self.gesture.chosen() if self.gesture is not None else None
        return chosen if chosen is not None else self.listed

    def touch(self) -> None:
        """The gesture is no longer what it was."""
        self._unpoint()
        self.changes.tell(Touched())

    def click(self, names: list[str], *, extend: bool = False) -> None:
        """A click on things lying at one point of the board."""
        if self.gesture is None:
            return
        choice = self.gesture.click(names, extend=extend)
        if choice is not None:
            self.choose(choice)
        elif not self._lifts(self.gesture.chosen()):
            self.touch()

    def _lifts(self, marked: Choice | None) -> bool:
        """Take what is marked in the hand, where picking it commits to nothing."""
        return isinstance(marked, str) and self.trial is None and self.pick_up(marked)

    def drop(self, names: list[str]) -> None:
        """What was dragged is let go on things lying at one point: the drop makes the choice."""
        if self.gesture is None:
            return
        choice = self.gesture.drop(names)
        if choice is not None:
            self.choose(choice)
        else:
            self.touch()

    def turn(self, steps: int) -> bool:
        """Turn what is being placed, or what the line marked in the list would place."""
        gesture, marked = self.gesture, self.listed
        if gesture is None:
            return False
        if marked is not None and "facing" in fields_of(marked) and gesture.chosen() is None:
            self.listed = marked if gesture.settle(marked) is not None else None
        if not gesture.turn(steps):
            return False
        self.turned()
        return True

    def turned(self) -> None:
        """What is placed, or pointed at, looks another way: its ghost is shown anew."""
        gesture = self.gesture
        over = self.pointed is not None or (gesture is not None and gesture.facing is not None)
        self.touch()
        if over and gesture is not None and gesture.chosen() is None:
            self.point(gesture.hover(self.hovered))

    def back(self) -> bool:
        """Take the last click back; never plays."""
        if self.gesture is not None and self.gesture.back():
            self.touch()
            return True
        return self.put_down()

    def take(self, choice: Choice) -> None:
        """Take a line of the list: it is the choice, or narrows down what is meant."""
        settled = self.gesture.settle(choice) if self.gesture is not None else choice
        if settled is None:
            self.touch()
        else:
            self.choose(settled)

    # -- going back ----------------------------------------------------------------------------

    @property
    def _fixed(self) -> bool:
        """Whether nothing may be changed: the curtain is down, or the game is only looked at."""
        return self.covered is not None or bool(self.only_look)

    def undo(self) -> bool:
        """Go back to the last decision of a person here, if the rules of taking back allow it."""
        if self._fixed:
            return False
        if self.past is not None:
            self.show_present()
            return False
        if self.put_down():
            return True
        if not self._durably(lambda: self.session.undo(self.minding)):
            return False
        self.left = Remainder()
        self._settle()
        return True

    def redo(self) -> bool:
        """Make the last choice taken back again, with what a computer player chose after it."""
        if self._fixed or not self._durably(lambda: self.session.redo(self.minding)):
            return False
        self._go_on()
        return True

    def can_undo_to(self, count: int) -> bool:
        """Whether everything after `count` choices may be taken back."""
        least = self.session.undo_barrier(self.minding)
        if self._fixed or not least <= count < len(self.session.choices):
            return False
        return self.session.reaches(count)

    def undo_to(self, count: int) -> bool:
        """Take back everything after `count` choices, if that is allowed."""
        if not self.can_undo_to(count) or not self.session.reaches(count):
            return False
        self._durably(lambda: self.session.rewind(count))
        self._settle()
        return True

    # -- the past ------------------------------------------------------------------------------

    def show_past(self, count: int) -> None:
        """Show the board as it was after `count` choices; nothing there can be moved.

        Where the rules have changed since, it goes back no further than positions were kept.
        """
        last = len(self.session.choices)
        count = max(0, min(count, last))
        if not self.session.reaches(count):
            count = self.session.floor()
        if self.covered is not None or (count == self.position and self.past is not None):
            return
        if count == last:
            self.show_present()
            return
        if not self.session.reaches(count):
            self.changes.tell(Trouble(tr("That cannot be shown"), str(OUT_OF_REACH)))
            return
        self.past = self.session.fork()
        self.past.rewind(count)
        self._view = None
        self.holding = Holding()
        self._show()

    def show_present(self) -> None:
        """Come back from the replay."""
        if self.past is not None:
            self.past = None
            self._view = None
            self._make_gesture()
            self._show()
            self.changes.tell(Awaited())

    # -- the computer --------------------------------------------------------------------------

    def answered(self, seat: str, position: int, choice: Choice) -> None:
        """A computer player has decided; what it decided of an older question is dropped."""
        if not self._open(seat, position):
            return
        held = self.past
        title, words = self._why_not_played(seat, choice)
        if not words:
            self.by_bots.add(position)
        if words:
            self.given_up(seat, position, tr("Its choice was not accepted.") + f" {title}: {words}")
            return
        self._go_on()
        if held is not None:
            self.show_past(len(held.choices))

    def _open(self, seat: str, position: int) -> bool:
        ask = self.session.ask
        return ask is not None and ask.seat == seat and position == len(self.session.choices)

    def given_up(self, seat: str, position: int, what: str) -> None:
        """A computer player cannot go on: the person plays its seat, and is told why."""
        ask = self.session.ask
        if ask is None or not self._open(seat, position):
            return
        kind, name = self.players[seat], self.seat_name(seat)
        self.take_over(seat)
        words = tr(
            "The computer player {kind} could not make decision {n} for {seat}: {prompt}\n\n{what}\n\n"
            "You play {seat} from now on. The game stands as it was.",
            kind=kind,
            n=position + 1,
            seat=name,
            prompt=ask.prompt,
            what=what,
        )
        self.changes.tell(Trouble(tr("A computer player has failed"), words))

    def pause(self, on: bool) -> None:
        """Let the computer players wait, or go on; what was being thought is dropped."""
        self.paused = on
        self.changes.tell(Awaited())
        self._show()

    def take_over(self, seat: str) -> None:
        """The person at the screen plays a seat of the computer from now on."""
        self.sit({seat: PERSON})

    def sit(self, players: Mapping[str, str]) -> None:
        """Persons, or computer players, play these seats from now on; the save keeps it."""
        self.put_down()
        self.players.update(players)
        self.paused = False
        self.keeper.seat(self.players)
        self._settle()

    def may_reseat(self, seat: str) -> bool:
        """Whether the one who looks may say who plays a seat: not where its PIN is another's."""
        return not self.far and (seat == self.viewer or seat not in self.keeper.pins)

    # -- files ---------------------------------------------------------------------------------

    def save_as(self, path: Path) -> None:
        """Keep the game at `path` from now on.

        Raises:
            SaveError: it cannot be written there.
        """
        self.keeper.move(path, self.session, self.players)
        looked, self.only_look = self.only_look, ""
        self.changes.tell(Kept(str(path)))
        if looked:  # a copy of one's own is played on
            self._settle()

    def close(self) -> None:
        """Leave the table: the save is complete and closed properly, and nobody watches any more."""
        self.changes.clear()
        self.keeper.close(self.session)
