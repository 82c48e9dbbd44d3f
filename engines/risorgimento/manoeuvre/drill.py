"""[E.phase.individual] The orders a unit may be given: judged by what is known without measuring.

With measuring allowed (scale.premeasure) an order is also tried out, and refused where it would be
cut short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from grognard.engines.core.board.tabletop import Base
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Action, Choice, Drill
from grognard.engines.core.show.choices import actions_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import GREEN, LIMBERED, MARCH, Unit
from grognard.engines.risorgimento.command.orders import why_not_obey
from grognard.engines.risorgimento.field.footprint import size
from grognard.engines.risorgimento.field.names import FORMATION_NAMES
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import formations_of
from grognard.engines.risorgimento.manoeuvre.forecast import plan
from grognard.engines.risorgimento.manoeuvre.random_orders import random_order
from grognard.engines.risorgimento.movement.mover import (
    Mover,
    commander_gap,
    goes_back,
    move_began,
    why_not_direction,
)
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import Progress, State
from grognard.engines.risorgimento.tables import rows

CIRCLE = 36000
VERBS = ("force", "form", "turn", "about", "leg", "slot")


class Manoeuvres(Drill):
    """{"do": [action, ...]} (see `manoeuvre`), or "pass": the unit's move is at its end."""

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup, self.state, self.uid = setup, state, uid

    @property
    def measures(self) -> bool:
        """[scale.premeasure] Whether distances may be shown before they are committed to."""
        return self.setup.measuring

    def words(self, done: Sequence[Action]) -> Iterator[tuple[Action, Text, Refusal | None]]:
        """[E.4.cost] [E.3.2.about] [E.3.1.double] [G.5.slots] Formations, about-turn, forced march, places."""
        forms = [
            {"form": name}
            for name in formations_of(self.setup, self.uid)
            if name != self._formed(done)
        ]
        found: list[Action] = [*forms, {"about": True}]
        if not done and not self.state.account:
            found.append({"force": True})
        if not done:
            found += (
                {"slot": [place, slot]}
                for place, slot in sectors.near(self.setup, self.state, self.uid)
            )
        for action in found:
            said = word(self.setup, action)
            if "form" in action and action["form"] not in _FORMS:
                said = FORMATION_NAMES[str(action["form"])]
            yield action, said, self.why_not({"do": [*done, action]})

    def _formed(self, done: Sequence[Action]) -> str:
        unit = self.state.units[self.uid]
        return next((str(a["form"]) for a in reversed(done) if "form" in a), unit.formation)

    def footprint(self, done: Sequence[Action]) -> tuple[float, float] | None:
        """[units.base] The base of the formation that the order comes to."""
        return size(self.setup.types[self.uid], self._formed(done))

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        about: Choice = {"do": [{"about": True}]}
        if self.why_not(about) is None:
            yield about

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not isinstance(choice, dict) or set(choice) != {"do"}:
            return Refusal(
                "E.phase.individual", text("List what the unit does, step by step."), (self.uid,)
            )
        why = why_not_actions(self.setup, self.state, self.uid, choice["do"])
        return why or self._why_not_plan(choice["do"])

    def _why_not_plan(self, actions: list[Any]) -> Refusal | None:
        """[scale.premeasure] [A.1.single] [A.2.umpire] Try the order out, as far as that is allowed."""
        setup, state, uid = self.setup, self.state, self.uid
        unit = state.units[uid]
        if not (setup.measuring or unit.marker == GREEN or setup.written_orders):
            return None
        found = plan(setup, state, uid, actions)
        if setup.measuring and found.refused is not None:
            return Refusal(found.refused.rule, found.refused.words, (uid, *found.refused.where))
        if unit.marker == GREEN and goes_back(setup, state, uid):
            return self._why_not_back(found.steps[-1].after)
        start, after = unit.pose, found.steps[-1].after.pose
        return why_not_obey(setup, state, uid, start, after) if start is not None else None

    def why_not_end(self, at: tuple[float, float]) -> Refusal | None:
        """[G.5.slots] In a sector of a village units have places; a column may follow its road through."""
        unit, place = self.state.units[self.uid], sectors.sector_at(self.setup, at)
        if place is None or unit.formation in (MARCH, LIMBERED):
            return None
        words = text(
            "{place} is entered at one of its places: choose one from the list.", place=place.place
        )
        if place.id == unit.sector:
            words = text("In {place} it takes another place or leaves.", place=place.place)
        return Refusal("G.5.slots", words, (place.id,))

    def _why_not_back(self, after: Base) -> Refusal | None:
        began = move_began(self.setup, self.state, self.uid)
        before = commander_gap(self.setup, self.state, self.uid, began)
        gap = commander_gap(self.setup, self.state, self.uid, after)
        if before is None or gap is None or gap < before - self.setup.eps:
            return None
        words = text("Out of command it only moves back towards its commander.")
        return Refusal("A.1.single", words, (self.uid,))

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("End its move") if self.state.account else text("Stay")
        words = [word(self.setup, action) for action in actions_of(choice)]
        said = words[0]
        for then in words[1:]:
            said = text("{first}, {then}", first=said, then=then)
        return said

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        if choice == PASS:
            return ()
        lost = self._lost()
        if not self.setup.measuring or self.why_not(choice) is not None:
            return lost
        found = plan(self.setup, self.state, self.uid, actions_of(choice))
        share = round(found.state.account / 10)
        return (text("{share}\u202f% of its movement", share=share), *lost)

    def _lost(self) -> tuple[Text, ...]:
        """[D.3.value] Say what who may fire gives up by moving."""
        fires = self.setup.types[self.uid].arm in ("infantry", "artillery")
        if not fires or self.state.units[self.uid].moved:
            return ()
        less = int(rows("fire_modifiers")["moved"]["value"])
        return (text("Having moved, it fires at {n} this turn.", n=f"{less:+d}"),)

    def sample(self, rng: Random) -> Choice:
        for _ in range(_TRIES):
            choice = random_order(self.setup, self.state, self.uid, rng)
            if choice == PASS or self.why_not(choice) is None:
                return choice
        return PASS


_TRIES = 4


def word(setup: Setup, action: Any) -> Text:
    """Return what an action is called."""
    (verb, value), *_ = action.items()
    if verb == "form":
        return _FORMS.get(value) or text("form {formation}", formation=FORMATION_NAMES[value])
    if verb == "leg":
        return text("move {cm} cm", cm=f"{value[0] / 1000:g}")
    if verb == "turn":
        return text("turn {degrees} degrees", degrees=f"{value / 100:g}")
    if verb == "slot":
        return text("take {place}", place=sectors.called(setup, *value))
    if verb == "attach":
        return text("join {unit}", unit=setup.types[value].name)
    return _WORDS[verb]


_FORMS = {"limbered": text("limber up"), "in_battery": text("unlimber")}
_WORDS = {
    "about": text("turn about"),
    "force": text("forced march"),
    "detach": text("leave the unit"),
}


def why_not_actions(setup: Setup, state: State, uid: str, actions: Any) -> Refusal | None:
    """[E.phase.individual] Judge the words of an order: what can be known without measuring."""
    if not isinstance(actions, list) or not actions:
        return Refusal("E.phase.individual", text("List what the unit does, step by step."), (uid,))
    unit, progress = state.units[uid], state.progress
    for index, action in enumerate(actions):
        if not isinstance(action, dict) or len(action) != 1 or not set(action) <= set(VERBS):
            words = text("A unit changes formation, turns, moves, or takes a place in a village.")
            return Refusal("E.phase.individual", words, (uid,))
        (verb, value), *_ = action.items()
        why = _why_not_words(setup, state, unit, progress, verb, value, index)
        if why is not None:
            return why
        if verb == "form":
            unit, progress = (
                evolve(unit, formation=value),
                evolve(progress, changes=progress.changes + 1),
            )
        elif verb == "leg":
            unit = evolve(unit, sector="", slot="")
    return None


def _why_not_words(  # noqa: PLR0913 - the facts of one action
    setup: Setup, state: State, unit: Unit, progress: Progress, verb: str, value: Any, index: int
) -> Refusal | None:
    where = (unit.id,)
    if verb == "leg":
        return _why_not_leg(setup, state, unit, progress, value)
    if verb == "slot" and _is_pair(value, str):
        return sectors.why_not_slot(setup, state, unit.id, *value)
    if verb == "force" and value is True:
        return why_not_force(state, unit, index)
    sound = {
        "form": value in formations_of(setup, unit.id) and value != unit.formation,
        "turn": is_turn(value),
        "about": value is True,
    }
    if not sound.get(verb):
        return Refusal(*_UNSOUND[verb], where)
    return why_not_in_sector(setup, unit, verb)


def why_not_in_sector(setup: Setup, unit: Unit, verb: str) -> Refusal | None:
    """[G.5.slots] [G.5.formation] In its place a unit looks outward, infantry in open order."""
    if not unit.sector:
        return None
    if verb != "form":
        words = text("In its place in the village it looks outward.")
        return Refusal("G.5.slots", words, (unit.id, unit.sector))
    if setup.types[unit.id].arm == "infantry":
        words = text("In a village sector infantry is in open order.")
        return Refusal("G.5.formation", words, (unit.id, unit.sector))
    return None


_UNSOUND = {
    "form": ("E.4.list", text("It cannot form that.")),
    "turn": ("E.3.2.wheel", text("A turn is given in hundredths of a degree.")),
    "about": ("E.3.2.about", text("An about-turn is either ordered or left out.")),
    "slot": ("G.5.slots", text("A place is named by a sector and one of its sides.")),
    "force": ("E.3.1.double", text("A forced march is either ordered or left out.")),
}


def is_turn(value: Any) -> bool:
    """[E.3.2.wheel] Whether a value is a turn: hundredths of a degree, at most a full circle."""
    return type(value) is int and 0 < abs(value) <= CIRCLE


def _is_pair(value: Any, kind: type) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) is kind for part in value)


def is_leg(setup: Setup, value: Any) -> bool:
    """[geo.frame] Whether a value is a leg: a length that a table can hold, and a direction.

    No leg is longer than two sides of the table together, no angle wider than a full circle.
    """
    longest = 1000 * sum(setup.table.size)
    return _is_pair(value, int) and 0 < value[0] <= longest and abs(value[1]) <= CIRCLE


def _why_not_leg(
    setup: Setup, state: State, unit: Unit, progress: Progress, value: Any
) -> Refusal | None:
    if not is_leg(setup, value):
        words = text("A leg has a length and a direction, measured from the heading.")
        return Refusal("E.3.2.oblique", words, (unit.id,))
    judged = evolve(state, units={**state.units, unit.id: unit}, progress=progress)
    rule = why_not_direction(Mover(setup, judged, unit.id), value[1] / 100)
    if rule is None:
        return None
    words = text("A formed unit moves ahead, at most 45 degrees to either side.")
    return Refusal(rule, words, (unit.id,))


def why_not_force(state: State, unit: Unit, index: int) -> Refusal | None:
    """[E.3.1.double] Return what keeps a unit from a forced march, distances apart."""
    if index or state.account or state.progress.forced:
        words = text("A forced march is ordered before anything else.")
        return Refusal("E.3.1.double", words, (unit.id,))
    if unit.disorder:
        words = text("A Disordered unit makes no forced march.")
        return Refusal("B.1.restrictions", words, (unit.id,))
    if unit.marker == GREEN:
        return Refusal(
            "E.3.1.double", text("Under a green marker there is no forced march."), (unit.id,)
        )
    return None
