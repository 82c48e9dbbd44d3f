"""[E.1.allowance] The path of a charge as its player orders it, and rides that go anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from grognard.engines.core.board.tabletop import Base, bearing, turn_between
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Action, Ask, Choice, Drill, Procedure
from grognard.engines.core.show.choices import actions_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import LINE, MARCH
from grognard.engines.risorgimento.field.effects import name_of
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.manoeuvre.drill import why_not_actions, word
from grognard.engines.risorgimento.ride.charge_account import alter, charge_of
from grognard.engines.risorgimento.ride.quarters import FORM, LEG, TURN, in_sight, target_base
from grognard.engines.risorgimento.ride.ways import Order, find_way_to, makes_contact, ridden
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Progress, State
from grognard.engines.risorgimento.tables import number

VERBS = (FORM, TURN, LEG)
RIGHT = 90.0


class ChargePath(Drill):
    """{"do": [action, ...]} with wheels, legs and a change of formation, as for any move.

    Every leg brings the unit nearer to its target; the last one goes on until something stops it.
    The ways listed begin with those that make contact: there is one among them if one is found.
    """

    @property
    def measures(self) -> bool:
        """[scale.premeasure] Whether distances may be shown before they are committed to."""
        return self.setup.measuring

    def words(self, done: Sequence[Action]) -> Iterator[tuple[Action, Text, Refusal | None]]:
        """[E.4.cost] A column forms line on its way."""
        unit = self.state.units[self.uid]
        if unit.formation == MARCH and not any(FORM in action for action in done):
            yield {FORM: LINE}, word(self.setup, {FORM: LINE}), None

    def __init__(self, setup: Setup, state: State, uid: str, goal: Base) -> None:
        self.setup, self.uid, self.goal = setup, uid, goal
        charge = charge_of(state, uid)
        # A target that has left or routs is not ridden at: the charge goes on along its line.
        there = charge is not None and in_sight(state.units[charge.target])
        self.charge = charge if there else None
        self.state = evolve(state, mover=uid, account=0, turned=0, progress=Progress())

    def __iter__(self) -> Iterator[Choice]:
        stand = base(self.setup, self.state.units[self.uid])
        found = [self.direct(stand), self.wheeled(stand)]
        if self.state.units[self.uid].formation == MARCH:
            found.append({"do": [{FORM: LINE}, *self.wheeled(stand)["do"]]})
        found = [*self._to_contact(found), *found]
        yield from (choice for n, choice in enumerate(found) if choice and choice not in found[:n])

    def _to_contact(self, plain: Sequence[Choice | None]) -> list[Choice]:
        """[E.1.allowance] The ways that come into contact: of the plain ones, or else one that is looked for."""
        if self.charge is None:
            return []
        ways = [way for way in plain if way and self.meets(way)]
        if ways:
            return ways
        found = find_way_to(self.setup, self.state, self.charge)
        looked: Any = {"do": found}
        return [looked] if found and self.why_not(looked) is None else []

    def meets(self, choice: Choice, *, far: bool = False) -> bool:
        """[E.1.allowance] Whether a way meets the target, if nobody does anything else; `far` as in `Order`."""
        if self.charge is None or choice is None:
            return False
        return makes_contact(self.setup, self.state, self.charge, actions_of(choice), far=far)

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        """[E.1.allowance] Say of a way that it does not come to its target, as far as that is known.

        Unmeasured, that it does not however far it may ride: what is in its way is open to every eye.
        """
        if self.charge is None or self.meets(choice, far=not self.setup.measuring):
            return ()
        target = self.setup.types[self.charge.target].name
        if not self.setup.measuring:
            return (text("Units or ground bar this way to {target}.", target=target),)
        return (text("This way makes no contact with {target}.", target=target),)

    def why_vain(self, choice: Choice) -> Refusal | None:
        """[E.1.allowance] Return what is known to keep a way from its target."""
        said = self.describe(choice)
        return Refusal("E.1.allowance", said[0], (self.uid,)) if said else None

    def ends(self, done: Sequence[Action]) -> tuple[float, float, float] | None:
        """[E.1.allowance] The last leg goes on until something stops it; unmeasured, what bars it is seen alone."""
        if self.charge is None or not done or LEG not in done[-1]:
            return None
        far = not self.setup.measuring
        found = ridden(self.state, Order(self.setup, self.charge, done, far))
        if far and not (found.meets or found.short):
            return None
        return (*found.stand.centre, found.stand.heading)

    def direct(self, stand: Base) -> Choice | None:
        """Return the path straight at the target without a wheel, None if it is too far aside."""
        off = self._off(stand)
        run = max(1, round(self._gap(stand) * 1000))
        return {"do": [{LEG: [run, off]}]} if abs(off) <= number("oblique") * 100 else None

    def wheeled(self, stand: Base) -> Any:
        """Return the path that faces the target first and then goes straight ahead."""
        off = self._off(stand)
        run = {LEG: [max(1, round(self._gap(stand) * 1000)), 0]}
        return {"do": [{TURN: off}, run] if off else [run]}

    def _off(self, stand: Base) -> int:
        return round(turn_between(stand.heading, bearing(stand.centre, self.goal.centre)) * 100)

    def _gap(self, stand: Base) -> float:
        ahead, aside = stand.ahead(self.goal.centre)
        return float((ahead**2 + aside**2) ** 0.5)

    def sample(self, rng: Random) -> Choice:
        return rng.choice(list(self))

    def why_not(self, choice: Choice) -> Refusal | None:
        where = (self.uid,)
        actions = choice.get("do") if isinstance(choice, dict) and set(choice) == {"do"} else None
        if not isinstance(actions, list) or not actions:
            return Refusal("E.1.allowance", text("A charge must have a path."), where)
        if not all(isinstance(a, dict) and len(a) == 1 and set(a) <= set(VERBS) for a in actions):
            words = text("A charging unit wheels, changes formation and rides.")
            return Refusal("E.1.allowance", words, where)
        why = why_not_actions(self.setup, self.state, self.uid, actions)
        return why or self._why_not_at_it(actions)

    def _why_not_at_it(self, actions: list[Any]) -> Refusal | None:
        """[E.1.allowance] Whether the legs lead to the target."""
        stand = base(self.setup, self.state.units[self.uid])
        if LEG not in actions[-1]:
            return Refusal(
                "E.1.allowance", text("A charge ends with a leg at its target."), (self.uid,)
            )
        for action in actions:
            (verb, value), *_ = action.items()
            if verb == TURN:
                stand = stand.at(stand.pose.turned(value / 100))
            if verb != LEG:
                continue
            direction = stand.heading + value[1] / 100
            away = turn_between(direction, bearing(stand.centre, self.goal.centre))
            if abs(away) > RIGHT:
                words = text("A charge approaches its target by the shortest way.")
                return Refusal("E.1.allowance", words, (self.uid,))
            stand = stand.at(stand.pose.moved(value[0] / 1000, direction))
        return None

    def label(self, choice: Choice) -> Text:
        words = [word(self.setup, action) for action in actions_of(choice)]
        said = words[0]
        for then in words[1:]:
            said = text("{first}, {then}", first=said, then=then)
        return said


def ask_path(table: Board, uid: str) -> Procedure[None]:
    """[E.1.allowance] The charging player orders the path of his charge."""
    setup = table.setup
    charge = charge_of(table.state, uid)
    goal = target_base(setup, table.state, charge) if charge is not None else None
    if charge is None or goal is None:
        return
    choice = yield Ask(
        setup.seat_of(setup.types[uid].side),
        "charge_path",
        text(
            "{unit} charges {target}: by which way?",
            unit=name_of(table, uid),
            target=name_of(table, charge.target),
        ),
        ("E.1.allowance", "geo.charge_straight"),
        ChargePath(setup, table.state, uid, goal),
        form="manoeuvre",
        resting=True,
        subject=(uid,),
        where=(charge.target,),
        odds="order_odds",
        weighs={"unit": uid},
    )
    alter(table, uid, path=steps_of(base(setup, table.state.units[uid]), actions_of(choice)))


def steps_of(stand: Base, actions: list[Any]) -> tuple[str, ...]:
    """Return the steps of a path: the directions of its legs are those of the table."""
    found: list[str] = []
    heading = stand.pose.h
    for action in actions:
        (verb, value), *_ = action.items()
        if verb == TURN:
            heading = (heading + value) % 36000
            found.append(f"{TURN}:{value}")
        elif verb == FORM:
            found.append(f"{FORM}:{value}")
        else:
            found.append(f"{LEG}:{value[0]}:{(heading + value[1]) % 36000}")
    return tuple(found)


# -- rides that go anywhere (E.2.2.recall, G.4.1.controlled) ------------------------------------

FAN = 16
FULL = 36000


class Ride(Drill):
    """{"do": [{"turn": hundredths of a degree}, {"leg": [thousandths of cm, 0]}]} or "pass".

    The turn costs nothing and may be left out. `most` is how far the unit may ride, in cm.
    """

    def __init__(self, setup: Setup, state: State, uid: str, most: float, rule: str) -> None:
        self.setup, self.state, self.uid, self.most, self.rule = setup, state, uid, most, rule

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        run = int(self.most * 1000)
        for turn in range(0, FULL, FULL // FAN):
            leg: dict[str, Any] = {LEG: [run, 0]}
            if run > 0:
                yield {
                    "do": [{TURN: turn if turn <= FULL // 2 else turn - FULL}, leg]
                    if turn
                    else [leg]
                }

    def sample(self, rng: Random) -> Choice:
        return rng.choice(list(self))

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        found = read_ride(choice)
        if found is None:
            return Refusal(
                self.rule, text("A ride is a turn and then a leg straight ahead."), (self.uid,)
            )
        if found[1] > 1000 * (self.most + self.setup.cm["short_stop_cm"] / 10):
            return Refusal(
                self.rule, text("It does not have that much movement left."), (self.uid,)
            )
        return None

    def label(self, choice: Choice) -> Text:
        found = read_ride(choice)
        if found is None:
            return text("Stay")
        return text(
            "Turn {degrees} degrees, ride {cm} cm",
            degrees=f"{found[0] / 100:g}",
            cm=f"{found[1] / 1000:g}",
        )


def read_ride(choice: Choice) -> tuple[int, int] | None:
    """Return turn (hundredths of a degree) and length (thousandths of cm) of a ride, None if it is none."""
    actions = choice.get("do") if isinstance(choice, dict) and set(choice) == {"do"} else None
    if not isinstance(actions, list) or not 1 <= len(actions) <= 2:
        return None
    turns = [_value(action, TURN) for action in actions[:-1]]
    leg = _value(actions[-1], LEG)
    sound = isinstance(leg, list) and len(leg) == 2 and all(type(n) is int for n in leg)
    if not sound or leg[0] <= 0 or leg[1] != 0:
        return None
    if any(type(turn) is not int or abs(turn) > FULL for turn in turns):
        return None
    return sum(turns), leg[0]


def _value(action: Any, verb: str) -> Any:
    return action[verb] if isinstance(action, dict) and set(action) == {verb} else None
