"""[9.3] [9.85] [9.86] [8.6] What the enemy may answer to an attack, and how likely each comes off.

Every answer is given alone, all else standing, with the position it leads to; where a die decides
there is one for each outcome. The engine's own procedures make the position on a table of their
own that rolls no dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.explain import Modifier
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.attack import jaegers
from grognard.engines.gmt.charge.charge import move_chargers
from grognard.engines.gmt.charge.countercharge import (
    charges_on,
    counter_modifiers,
    counter_sources,
    why_not_counter,
    why_not_square,
)
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.field.position import (
    cohesion,
    facings_in,
    fighters,
    frontal,
    guns,
    on_map,
    top_unit,
)
from grognard.engines.gmt.fire.fire import fire_chances
from grognard.engines.gmt.fire.gunnery import entry_options, fire_modifiers
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shock import reaction_fire as reaction
from grognard.engines.gmt.shock import retreat_before as before
from grognard.engines.gmt.shock.shock import owed, snapshot
from grognard.engines.gmt.state import Attack, State
from grognard.engines.gmt.tables import number

FACES = np.arange(number("die_sides"))
STAGES = ("stand", "retreat", "counter_charge", "square", "reaction_fire")
"""What an enemy may answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """One outcome of one answer: its chance once the answer is given, and the position then.

    `stage` is stand, retreat, counter_charge, square or reaction_fire. Of the retreat of a unit `by`
    the hex `to` is where it ends and `facings` are those that come to the same there; cases that come
    to the same are told as one.
    """

    stage: str
    name: Text
    rule: str
    chance: Fraction
    state: State
    by: str = ""
    to: str = ""
    facings: tuple[int, ...] = ()


def at_most(goal: int, modifiers: tuple[Modifier, ...] = ()) -> Fraction:
    """[2.3] Return the chance that a modified die does not exceed a Cohesion."""
    total = FACES + sum(m.value for m in modifiers)
    return Fraction(int(np.count_nonzero(total <= goal)), len(FACES))


def scratch(setup: Setup, state: State) -> Board:
    """Return a table to try a position on; a die would be an error."""
    return Table(setup, state, ScriptedDice(()))


def declared(setup: Setup, state: State, attack: Attack) -> State:
    """Return the position with one more attack declared, and nothing else to be declared.

    What is left to a stack that has still to declare counts as attacked by it (9.22.all).
    """
    attacks = (*state.battle.attacks, attack)
    left = owed(replace(state, battle=replace(state.battle, attacks=attacks)))
    met = tuple(
        replace(one, spared=tuple(at for at in one.spared if at not in left)) for one in attacks
    )
    whole = replace(state, battle=replace(state.battle, attacks=met))
    battle = whole.battle
    return replace(whole, battle=replace(battle, **snapshot(setup, whole)))


def committed(setup: Setup, state: State) -> State:
    """[9.41] [9.81.steps] All that still attack somebody commit themselves; chargers move up."""
    table = scratch(setup, state)
    for attack in book.live(state):
        targets = book.occupied_targets(setup, state, attack)
        status = "committed" if targets else "vacated"
        book.put(table, attack.id, status=status, targets=targets or attack.targets)
    move_chargers(table)
    return table.state


def answers(
    setup: Setup, before_all: State, aid: str, stages: tuple[str, ...] = STAGES
) -> Iterator[Case]:
    """Give the enemy's answers to an attack, in the order of the phase.

    Args:
        setup: the scenario.
        before_all: the position after the last declaration.
        aid: the attack that is asked about.
        stages: the answers that are wanted: who does not want retreats, or fire, has them sooner.
    """
    attack = book.attack_of(before_all, aid)
    standing = committed(setup, before_all)
    yield Case("stand", text("stand"), "9.61", Fraction(1), standing)
    if "retreat" in stages:
        for target in attack.targets:
            for uid in before_all.stacks[target]:
                yield from _retreats(setup, before_all, uid)
    yield from _infantry_met(setup, before_all, attack)
    if book.attack_of(standing, aid).status == "committed":
        there = book.attack_of(standing, aid)
        yield from _after_commitment(setup, standing, there)
        if "reaction_fire" in stages:
            yield from _under_fire(setup, standing, there)


def _after_commitment(setup: Setup, state: State, attack: Attack) -> Iterator[Case]:
    """[9.85] [9.86] Give the squares and Counter-Charges against a Charge."""
    for target in attack.targets:
        if attack.charge and why_not_square(setup, state, target) is None:
            yield from _squares(setup, state, target)
        elif attack.charge:
            sources = dict.fromkeys(counter_sources(setup, state, target))
            for source in sources:
                for case in _counters(setup, state, target, source):
                    words = text(
                        "{answer} against {hex}", answer=case.name, hex=setup.map.place(source)
                    )
                    yield replace(case, name=words) if len(sources) > 1 else case


def _under_fire(setup: Setup, state: State, attack: Attack) -> Iterator[Case]:
    """[8.6] Give what each gun in the hexes attacked may do to the attackers."""
    for target in attack.targets:
        for uid in guns(setup, state, target):
            for at in reaction.reaction_targets(setup, state, uid):
                yield from _reaction_fires(setup, state, uid, at)


# -- before the Commitment (9.31, 9.32, 9.86.inf, 11.2.defence) ----------------------------------


def _retreats(setup: Setup, state: State, uid: str) -> Iterator[Case]:
    """[9.31] [9.32] [11.2.defence] A defender leaves, to each hex it can go to."""
    rule = _why_leave(setup, state, uid)
    if not rule:
        return
    told: set[tuple[object, ...]] = set()
    for way in before.Routes(setup, state, uid).ways():
        for facings in _facings(setup, state, uid, way[-1]):
            choice: Choice = {"route": list(way), "facing": facings[0]}
            for chance, roll, after in _gone(setup, state, uid, choice, rule):
                key = (way[-1], facings, chance, after.units[uid])
                if key not in told:
                    told.add(key)
                    why = rule if roll else "9.31.roll"
                    case = _left(setup, state, uid, why, chance, after)
                    yield replace(case, by=uid, to=way[-1], facings=facings)


def _left(  # noqa: PLR0913 - the facts of an answer
    setup: Setup, state: State, uid: str, rule: str, chance: Fraction, after: State
) -> Case:
    """Tell one outcome of a retreat, and go on to the position where all attackers are committed."""
    unit, fresh = setup.types[uid].name, not state.units[uid].disordered
    words = text("{unit} retreats", unit=unit)
    if not on_map(after.units[uid]):
        words = text("{unit} Withdraws", unit=unit)
    elif after.units[uid].disordered and fresh:
        words = text("{unit} is Disordered and retreats", unit=unit)
    return Case("retreat", words, rule, chance, committed(setup, after))


def _facings(setup: Setup, state: State, uid: str, end: str) -> list[tuple[int, ...]]:
    """[9.54.valid] The facings a unit may take where it ends, together those that watch the same.

    It matters in whose way it looks (9.54.valid), and anyhow where it is attacked itself.
    """
    attacks = book.live(state)
    spots = {attack.route[-1] if attack.charge else attack.at for attack in attacks}
    struck = {target for attack in attacks for target in (*attack.targets, *attack.spared)}
    alike: dict[object, list[int]] = {}
    for facing in facings_in(setup, state, uid, end):
        there = replace(state.units[uid], at=end, facing=facing, square=False)
        seen = spots.intersection(frontal(setup, there))
        alike.setdefault(facing if end in struck else frozenset(seen), []).append(facing)
    return [tuple(facings) for facings in alike.values()]


def _why_leave(setup: Setup, state: State, uid: str) -> str:
    """Return the rule by which a unit may leave its hex before the Shock, or ""."""
    if before.why_not_retreat(setup, state, uid) is None:
        return "9.32" if jaegers.is_jaeger(setup, uid) else "9.31"
    attacked = state.units[uid].at
    return "11.2.defence" if uid in jaegers.slips_away(setup, state, attacked) else ""


def _gone(
    setup: Setup, state: State, uid: str, choice: Choice, rule: str
) -> Iterator[tuple[Fraction, bool, State]]:
    """[9.31] [9.31.roll] Carry a retreat out as it is played: as its die passes, and as it fails.

    Gives the chance of each, whether it is not by a failed die, and the position after it.
    """
    fine = Table(setup, state, ScriptedDice((int(FACES[0]),)))
    before.go(fine, uid, choice, rule)
    rolls = [entry.roll for entry in fine.entries if entry.roll]
    steady = at_most(rolls[0].target or 0) if rolls else Fraction(1)
    if steady:
        yield steady, True, fine.state
    if steady < 1:
        failed = Table(setup, state, ScriptedDice((int(FACES[-1]),)))
        before.go(failed, uid, choice, rule)
        yield 1 - steady, False, failed.state


def _infantry_met(setup: Setup, state: State, attack: Attack) -> Iterator[Case]:
    """[9.86.inf] Cavalry attacked by infantry Counter-Charges without a roll: one, or all of it."""
    for target in attack.targets:
        able = tuple(
            uid
            for uid in fighters(setup, state, target)
            if before.may_counter_infantry(setup, state, uid)
        )
        for units in dict.fromkeys([*((uid,) for uid in able), able]):
            if units:
                pairs = tuple((u, a.id) for u in units for a in before.attackers_of(state, u))
                met = committed(setup, _countered(state, pairs))
                yield _met(setup, units, target, "9.86.inf", Fraction(1), met)


def _met(  # noqa: PLR0913 - the facts of an answer
    setup: Setup, units: tuple[str, ...], target: str, rule: str, chance: Fraction, state: State
) -> Case:
    words = counted(
        "{units} counter-charges from {hex}",
        "{units} counter-charge from {hex}",
        n=len(units),
        units=book.names(setup, units),
        hex=setup.map.place(target),
    )
    return Case("counter_charge", words, rule, chance, state)


def _countered(state: State, pairs: tuple[tuple[str, str], ...]) -> State:
    met = (*state.battle.counter_charges, *pairs)
    return replace(state, battle=replace(state.battle, counter_charges=met))


# -- Squares and Counter-Charges (9.85, 9.86) ----------------------------------------------------


def _squares(setup: Setup, state: State, target: str) -> Iterator[Case]:
    """[9.85] Square formed, or all of the stack Disordered."""
    top = top_unit(setup, state, target)
    chance = at_most(cohesion(setup, top)) if top else Fraction(0)
    formed, broken = scratch(setup, state), scratch(setup, state)
    for uid in state.stacks[target]:
        effects.change(formed, uid, square=True)
        effects.disorder(broken, uid, "9.85", twice=False)
    if chance:
        words = text("square formed in {hex}", hex=setup.map.place(target))
        yield Case("square", words, "9.85", chance, formed.state)
    if chance < 1:
        words = text("square failed in {hex}", hex=setup.map.place(target))
        yield Case("square", words, "9.85", 1 - chance, broken.state)


def _counters(setup: Setup, state: State, target: str, source: str) -> Iterator[Case]:
    """[9.86] [9.86.multi] A Counter-Charge against the chargers of one hex: made, or failed."""
    met = [attack for attack in charges_on(state, target) if attack.at == source]
    units = tuple(
        uid
        for uid in fighters(setup, state, target)
        if why_not_counter(setup, state, uid, met[0]) is None and setup.types[uid].arm == "cavalry"
    )
    modifiers = counter_modifiers(setup, units, met)
    chance = at_most(cohesion(setup, state.units[units[0]]), modifiers)
    pairs = tuple((uid, attack.id) for attack in met for uid in units)
    if chance:
        yield _met(setup, units, target, "9.86", chance, _countered(state, pairs))
    if chance < 1:
        words = text("counter-charge from {hex} fails", hex=setup.map.place(target))
        yield Case("counter_charge", words, "9.86", 1 - chance, state)


# -- Reaction Fire (8.6) -------------------------------------------------------------------------


def _reaction_fires(setup: Setup, state: State, uid: str, at: str) -> Iterator[Case]:
    """[8.6] [8.6.cancel] One gun fires at one attacker: for each outcome who is Disordered by it."""
    unit = setup.types[uid].name
    for shaken, chance in _shaken_by(setup, state, uid, at).items():
        table = scratch(setup, state)
        for struck, goes in shaken:
            effects.disorder(table, struck, "8.5.results")
            if goes and on_map(table.state.units[struck]):
                effects.withdraw(table, struck, "8.5.results")  # away from here: no matter where
        for attack in book.live(state, ("committed",)):
            if attack.at == at:
                _carry_on(table, attack.id, tuple(struck for struck, _ in shaken))
        words = text("{unit} fires at {hex}: no effect", unit=unit, hex=setup.map.place(at))
        if shaken:
            who = book.names(setup, (struck for struck, _ in shaken))
            words = text(
                "{unit} fires at {hex}: {who} Disordered",
                unit=unit,
                hex=setup.map.place(at),
                who=who,
            )
            if any(goes for _, goes in shaken):
                words = text("{fire} and driven back", fire=words)
        yield Case("reaction_fire", words, "8.6", chance, table.state)


def _carry_on(table: Board, aid: str, hit: tuple[str, ...]) -> None:
    """[8.6.cancel] See what the fire has stopped; chargers that could Recall charge on."""
    after = reaction.after_fire(table, aid, hit)
    try:
        next(after)
        after.send(PASS)
    except StopIteration:
        return


def _shaken_by(
    setup: Setup, state: State, uid: str, at: str
) -> dict[tuple[tuple[str, bool], ...], Fraction]:
    """[8.5] [8.6.top] Return the chance of each outcome: who is Disordered, and driven back."""
    struck = reaction.struck_by(setup, state, at)
    entry = next(iter(entry_options(setup, state.units[uid].at, at)), None)
    modifiers = fire_modifiers(setup, state, (uid,), at, entry)
    total = sum(modifier.value for modifier in modifiers)
    village = setup.map.at(at) == "village"
    found: dict[tuple[tuple[str, bool], ...], Fraction] = {}
    for result, chance in fire_chances(setup, state, (uid,), at, total).items():
        back = result == "disorder_and_retreat" and not village
        for failed, share in _failures(setup, state, struck, result):
            key = tuple((other, back) for other in failed)
            if chance * share:
                found[key] = found.get(key, Fraction(0)) + chance * share
    return found


def _failures(
    setup: Setup, state: State, struck: tuple[str, ...], result: str
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """[8.5.results] Give who of those struck is Disordered by one result, with the chances."""
    if result != "disorder_check":
        yield (struck if result in {"disorder", "disorder_and_retreat"} else ()), Fraction(1)
        return
    holds = [at_most(cohesion(setup, state.units[uid])) for uid in struck]
    for fate in product((True, False), repeat=len(struck)):
        share = Fraction(1)
        for fine, chance in zip(fate, holds, strict=True):
            share *= chance if fine else 1 - chance
        yield tuple(uid for uid, fine in zip(struck, fate, strict=True) if not fine), share
