"""[E.5.test] [E.1.melee] The chances of what an order leads to: the tests on its way, the melee of a charge.

An order is looked at as it is given: how far it may go is not told where nobody may measure.
"""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from grognard.engines.core.board.tabletop import turn_between
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.choices import actions_of
from grognard.engines.core.show.explain import Roll
from grognard.engines.core.show.views import Answer
from grognard.engines.risorgimento.army.units import Unit
from grognard.engines.risorgimento.field.arguments import UnitId
from grognard.engines.risorgimento.field.effects import discipline_test
from grognard.engines.risorgimento.field.support import melees
from grognard.engines.risorgimento.ground.ground import course
from grognard.engines.risorgimento.manoeuvre.path import ground_modifier
from grognard.engines.risorgimento.manoeuvre.withdrawal import ADVANCE, ALIGN, aligned
from grognard.engines.risorgimento.map.tabletop import Patch
from grognard.engines.risorgimento.melee.melee_roll import fixed, part_in
from grognard.engines.risorgimento.movement.movement import ground_name
from grognard.engines.risorgimento.odds.fight_odds import gist_of, sides_told, ways_out
from grognard.engines.risorgimento.odds.outcomes import first_roll, passing, percent, reasons
from grognard.engines.risorgimento.ride.charge_account import CONTACT_MADE, charge_of, moves
from grognard.engines.risorgimento.ride.quarters import FORM, LEG, TURN, rode_straight
from grognard.engines.risorgimento.ride.ways import Order, ridden
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import Progress, State
from grognard.engines.risorgimento.tables import number, rows

Gist = tuple[tuple[Text, float], ...]
Test = tuple[str, str, Text, Roll]
"""Its rule, its row among the cases, what calls for it, and its die."""


def order_odds(
    setup: Setup, state: State, seat: str | None, *, unit: UnitId, choice: Choice
) -> Answer:
    """[E.5.test] [B.1.test] [E.1.melee] The tests an order of a unit leads to, and the melee of its charge.

    The value has `exact` true, `unit`, `tests` [{rule, case, passes}] in their order, `keeps`, the chance
    that it keeps its order through all of them, and of a charge that comes to its target `melee`, as
    `melee_odds` has it. Tests that hang on what the enemy does (a change of formation under fire) are
    not among them.
    """
    found = [*_tests(setup, state, unit, choice)]
    fight = _melee(setup, state, unit, choice) if isinstance(choice, Mapping) else None
    if not found and fight is None:
        return Answer({}, ())
    keeps = prod((passing(roll) for *_, roll in found), start=Fraction(1))
    value: dict[str, object] = {"exact": True, "unit": unit, "keeps": str(keeps)}
    value["tests"] = [
        {"rule": rule, "case": case, "passes": str(passing(roll))} for rule, case, _, roll in found
    ]
    lines: list[Text] = []
    rules = [rule for rule, *_ in found]
    for _, _, why, roll in found:
        lines += [text("{why}: {p}\u202f% in order", why=why, p=percent(passing(roll)))]
        lines += reasons(roll.modifiers)
        rules += [modifier.rule for modifier in roll.modifiers]
    ends = text("keeps its order"), text("is Disordered")
    shares = tuple(zip(ends, (float(keeps), float(1 - keeps)), strict=True)) if found else ()
    if fight is None:
        return Answer(value, tuple(dict.fromkeys(rules)), tuple(lines), shares=shares)
    value["melee"], told, gist = fight
    given = text("If it comes to its target and nobody reacts.")
    short = () if gist else tuple(told[:1])
    cited = tuple(dict.fromkeys((*rules, "E.1.melee", "G.3.roll", "G.3.result", "G.3.column")))
    return Answer(value, cited, (*lines, *told), shares=gist, gist=short, given=given)


# -- tests on the way --------------------------------------------------------------------------


def _tests(setup: Setup, state: State, uid: str, choice: Choice) -> Iterator[Test]:
    """Give the tests an order calls for, in their order, as long as all before are passed."""
    if isinstance(choice, Mapping):
        yield from _of_actions(setup, state, uid, _actions(choice))
    elif isinstance(choice, str) and choice.startswith(ALIGN):
        pose, unit = aligned(setup, state, uid, choice.removeprefix(ALIGN)), state.units[uid]
        turned = turn_between(unit.pose.heading, pose.heading) if pose and unit.pose else 0.0
        if abs(turned) >= number("front_change"):
            yield from _case(setup, state, uid, "change_front")


def _actions(choice: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the actions of an order; an advance out of a ZOC is a leg straight ahead (E.6.options)."""
    return [{LEG: [choice[ADVANCE], 0]}] if ADVANCE in choice else actions_of(choice)


def _of_actions(
    setup: Setup, state: State, uid: str, actions: Sequence[Mapping[str, Any]]
) -> Iterator[Test]:
    unit, kind, pose = state.units[uid], setup.types[uid], state.units[uid].pose
    charge = charge_of(state, uid)
    tested = {*state.progress.tested, *(charge.tested if charge is not None else ())}
    changes = state.progress.changes if state.mover == uid else 0
    low = state.progress.low if state.mover == uid else -1
    if pose is None:
        return
    for action in actions:
        (verb, value), *_ = action.items()
        if verb == FORM:
            unit, changes = evolve(unit, formation=value), changes + 1
            if changes > 1 and charge is None:
                yield from _case(setup, _with(state, unit), uid, "second_change")
        elif verb == TURN:
            pose = pose.turned(value / 100)
        elif verb == LEG:
            end = pose.moved(value[0] / 1000, pose.heading + value[1] / 100)
            found = course(setup, state, kind, unit.formation, pose.centre, end.centre, low)
            for _, patch in found.tests:
                if patch.id not in tested:
                    tested.add(patch.id)
                    yield from _obstacle(setup, _with(state, unit), uid, patch)
            pose = end


def _with(state: State, unit: Unit) -> State:
    return evolve(state, units={**state.units, unit.id: unit})


def _case(setup: Setup, state: State, uid: str, case: str) -> Iterator[Test]:
    """[B.1.test] A test of a row of table 4."""
    roll = first_roll(setup, state, lambda table: discipline_test(table, uid, case, "B.1.test"))
    why = named("term", rows("discipline_cases")[case]["name"])
    if roll is not None:
        yield "B.1.test", case, why, roll


def _obstacle(setup: Setup, state: State, uid: str, patch: Patch) -> Iterator[Test]:
    """[E.5.test] The test of ground that a unit comes upon."""
    more = ground_modifier(setup, patch.id)
    roll = first_roll(
        setup, state, lambda table: discipline_test(table, uid, "obstacle", "E.5.test", more=more)
    )
    if roll is not None:
        yield "E.5.test", patch.terrain, ground_name(patch.name, patch.terrain), roll


# -- the melee of a charge ---------------------------------------------------------------------


def _melee(
    setup: Setup, state: State, uid: str, choice: Mapping[str, Any]
) -> tuple[dict[str, object], list[Text], Gist] | None:
    """[E.1.melee] The melee a charge comes to by a way if nobody reacts; None where it comes to none."""
    charge = charge_of(state, uid)
    if charge is None or not moves(state, uid):
        return None
    actions = _actions(choice)
    order = Order(setup, charge, actions, far=not setup.measuring)
    end = ridden(evolve(state, mover=uid, progress=Progress()), order)
    if not end.meets:
        return None
    formation = next((a[FORM] for a in reversed(actions) if FORM in a), state.units[uid].formation)
    unit = evolve(state.units[uid], pose=end.stand.pose, formation=formation)
    rode = evolve(charge, run=round(end.run * 1000), line=round(end.line * 1000))
    straight = rode_straight(setup, state, rode)
    made = evolve(rode, status=CONTACT_MADE, met=charge.target, straight=straight)
    others = tuple(made if one.unit == uid else one for one in state.charges)
    there = evolve(_with(state, unit), charges=others)
    found = (fixed(setup, there, one) for one in melees(setup, there, "charge"))
    melee = next((one for one in found if uid in part_in(one)), None)
    if melee is None:
        return None
    value, lines = sides_told(setup, there, melee)
    return value, lines, gist_of(setup, melee, ways_out(setup, there, melee))
