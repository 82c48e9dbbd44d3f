"""[9.41] [9.61] The exact chances of a declared Shock or Charge, a row for each enemy answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from engines.core.asks import PASS, Choice
from engines.core.explain import Modifier
from engines.core.text import Text, text
from engines.core.views import Answer
from engines.gmt import attacks as book
from engines.gmt import retreat_before as before
from engines.gmt.commitment import command_modifier, commitment_modifiers
from engines.gmt.countercharge import (
    counter_modifiers,
    counter_sources,
    why_not_counter,
    why_not_square,
)
from engines.gmt.modifiers import shock_modifiers, terrain_choices
from engines.gmt.position import cohesion, fighters, top_unit
from engines.gmt.resolution import joined, result_name
from engines.gmt.setup import Setup
from engines.gmt.shock import attack_from, snapshot
from engines.gmt.state import Attack, State
from engines.gmt.tables import number

CHARGE_RULES = ("9.83", "9.85.effects", "9.86.drm", "9.87.repeat")
"""[9.55] The modifiers that only Charges bring."""
FACES = np.arange(number("die_sides"))


@dataclass(frozen=True, slots=True)
class Case:
    """One way the enemy may answer: its name, its chance once chosen, the position then."""

    name: str
    rule: str
    chance: Fraction
    state: State


def at_most(goal: int, modifiers: tuple[Modifier, ...]) -> Fraction:
    """[2.3] Return the chance that a modified die does not exceed a Cohesion."""
    total = FACES + sum(m.value for m in modifiers)
    return Fraction(int(np.count_nonzero(total <= goal)), len(FACES))


def result_chances(modifiers: tuple[Modifier, ...]) -> dict[str, Fraction]:
    """[9.61] Return the chance of each row of the Shock Resolution Table."""
    names = [result_name(int(total)) for total in FACES + sum(m.value for m in modifiers)]
    return {name: Fraction(names.count(name), len(FACES)) for name in dict.fromkeys(names)}


def shock_odds(setup: Setup, state: State, seat: str | None, choice: Choice) -> Answer:
    """[9.1] Give the chances of each stage, all declared attackers taken as committed."""
    del seat
    if choice == PASS or not isinstance(choice, dict):
        return Answer({}, ())
    attack = Attack(id="asked", **attack_from(setup, state, choice))
    lines: list[Text] = []
    rules: dict[str, None] = {"9.41": None, "9.61": None}
    value: dict[str, object] = {
        "commitment": _commitment(setup, state, attack, lines, rules),
        "may_retreat": _who_may_retreat(setup, _declared(state, attack)),
    }
    rows = []
    for case in cases(setup, _advanced(setup, state, attack), attack.id):
        rows += list(_rows(setup, case, attack.id, lines, rules))
    value["rows"] = rows
    return Answer(value, tuple(rules), tuple(lines))


def percent(chance: Fraction) -> str:
    """Write a chance as a percentage."""
    return f"{float(chance * 100):.0f}%"


def _explain(
    modifiers: tuple[Modifier, ...], lines: list[Text], rules: dict[str, None]
) -> list[dict[str, object]]:
    for m in modifiers:
        rules[m.rule] = None
        if m.rule in CHARGE_RULES:
            rules["9.55"] = None
        words = text("{n} {why} ({rule})", n=f"{m.value:+d}", why=m.reason, rule=m.rule)
        lines.append(words)
    return [{"value": m.value, "rule": m.rule, "reason": str(m.reason)} for m in modifiers]


def _commitment(
    setup: Setup, state: State, attack: Attack, lines: list[Text], rules: dict[str, None]
) -> dict[str, object]:
    """[9.41] [9.42.command] The Commitment roll, with the Command Rating if it may be used."""
    modifiers = commitment_modifiers(setup, state, attack)
    command = command_modifier(setup, state, attack)
    if command:
        modifiers = (command, *modifiers)
    chance = at_most(cohesion(setup, state.units[attack.units[0]]), modifiers)
    lines.append(text("Commitment: {chance}", chance=percent(chance)))
    return {"chance": str(chance), "modifiers": _explain(modifiers, lines, rules)}


def _who_may_retreat(setup: Setup, state: State) -> list[str]:
    """[9.31] Name the defenders that may Retreat Before Shock."""
    return [
        uid
        for target in book.attack_of(state, "asked").targets
        for uid in state.stacks[target]
        if before.why_not_retreat(setup, state, uid) is None
    ]


def _declared(state: State, attack: Attack) -> State:
    battle = replace(state.battle, attacks=(*state.battle.attacks, attack))
    return replace(state, battle=battle)


def _advanced(setup: Setup, state: State, attack: Attack) -> State:
    """Return the position with every declared attack committed and chargers next to their targets."""
    declared = _declared(state, attack)
    battle = replace(declared.battle, **snapshot(setup, declared))
    units, stacks = dict(state.units), dict(state.stacks)
    attacks = []
    for each in battle.attacks:
        at = each.route[-1] if each.charge and each.route else each.at
        if at != each.at:
            for uid in each.units:
                _shift(units, stacks, uid, at, each.facing)
        attacks.append(replace(each, status="committed", at=at))
    battle = replace(battle, attacks=tuple(attacks))
    return replace(declared, units=units, stacks=stacks, battle=battle)


def _shift(
    units: dict[str, Any], stacks: dict[str, tuple[str, ...]], uid: str, at: str, facing: int
) -> None:
    left = tuple(other for other in stacks[units[uid].at] if other != uid)
    if left:
        stacks[units[uid].at] = left
    else:
        del stacks[units[uid].at]
    stacks[at] = (*stacks.get(at, ()), uid)
    units[uid] = replace(units[uid], at=at, facing=facing)


def cases(setup: Setup, state: State, aid: str) -> Iterator[Case]:
    """Give the enemy's answers: stand, Square, Counter-Charge, each made or failed."""
    attack = book.attack_of(state, aid)
    yield Case("stand", "9.61", Fraction(1), state)
    for target in attack.targets:
        if attack.charge and why_not_square(setup, state, target) is None:
            yield from _square_cases(setup, state, target)
        elif attack.charge and attack.at in counter_sources(setup, state, target):
            yield from _counter_cases(setup, state, attack, target)
        elif not attack.charge:
            yield from _infantry_met(setup, state, attack, target)


def _square_cases(setup: Setup, state: State, target: str) -> Iterator[Case]:
    """[9.85] Square formed, or all of the stack Disordered."""
    top = top_unit(setup, state, target)
    chance = at_most(cohesion(setup, top), ()) if top else Fraction(0)
    stack = state.stacks[target]
    formed = {uid: replace(state.units[uid], square=True) for uid in stack}
    broken = {uid: replace(state.units[uid], disordered=True) for uid in stack}
    yield Case(f"square formed in {target}", "9.85", chance, _with(state, formed))
    yield Case(f"square failed in {target}", "9.85", 1 - chance, _with(state, broken))


def _with(state: State, changed: dict[str, Any]) -> State:
    return replace(state, units={**state.units, **changed})


def _counter_cases(setup: Setup, state: State, attack: Attack, target: str) -> Iterator[Case]:
    """[9.86] The Counter-Charge succeeds; failed, the Charge is as if they stood."""
    units = tuple(
        uid
        for uid in fighters(setup, state, target)
        if why_not_counter(setup, state, uid, attack) is None
    )
    chance = at_most(
        cohesion(setup, state.units[units[0]]), counter_modifiers(setup, units, [attack])
    )
    pairs = tuple((uid, attack.id) for uid in units)
    yield Case(f"counter-charge from {target}", "9.86", chance, _countered(state, pairs))


def _countered(state: State, pairs: tuple[tuple[str, str], ...]) -> State:
    met = (*state.battle.counter_charges, *pairs)
    return replace(state, battle=replace(state.battle, counter_charges=met))


def _infantry_met(setup: Setup, state: State, attack: Attack, target: str) -> Iterator[Case]:
    """[9.86.inf] Cavalry attacked by infantry Counter-Charges without a roll."""
    attacks = tuple(replace(a, status="declared") for a in state.battle.attacks)
    earlier = replace(state, battle=replace(state.battle, attacks=attacks))
    pairs = tuple(
        (uid, attack.id)
        for uid in fighters(setup, state, target)
        if before.may_counter_infantry(setup, earlier, uid)
    )
    if pairs:
        name = f"counter-charge from {target}"
        yield Case(name, "9.86.inf", Fraction(1), _countered(state, pairs))


def _rows(
    setup: Setup, case: Case, aid: str, lines: list[Text], rules: dict[str, None]
) -> Iterator[dict[str, object]]:
    """[9.22.drm] One row for each target hex."""
    state = case.state
    pending = book.live(state, ("committed",))
    ids = next(fight for fight in joined(setup, pending) if aid in fight)
    fight = [book.attack_of(state, other) for other in ids]
    targets = [t for t in book.target_hexes(fight) if fighters(setup, state, t)]
    rules[case.rule] = None
    for target in book.target_hexes(fight):
        if target not in targets:
            yield _gunners(target, lines, rules)
    for target in targets:
        over = _terrain_side(terrain_choices(setup, state, fight, target))
        modifiers = shock_modifiers(setup, state, fight, target, targets, over)
        words = text("{answer} ({chance}): {hex}", answer=case.name,
                     chance=percent(case.chance), hex=target)  # fmt: skip
        lines.append(words)
        told = _explain(modifiers, lines, rules)
        chances = result_chances(modifiers)
        for name, chance in chances.items():
            plain = name.replace("_", " ")
            lines.append(text("{chance} {name}", chance=percent(chance), name=plain))
        yield {
            "answer": case.name, "chance": str(case.chance), "target": target, "modifiers": told,
            "results": {name: str(chance) for name, chance in chances.items()},
        }  # fmt: skip


def _gunners(target: str, lines: list[Text], rules: dict[str, None]) -> dict[str, object]:
    """[9.25] Artillery alone is eliminated without a die."""
    rules["9.25"] = None
    lines.append(text("The artillery in {hex} is eliminated.", hex=target))
    results = {"eliminated": "1"}
    return {
        "answer": "stand", "chance": "1", "target": target, "modifiers": [], "results": results,
    }  # fmt: skip


def _terrain_side(options: dict[str, int]) -> str:
    """[9.53] Take the terrain its chooser would take."""
    worst = min(options, key=lambda h: options[h])
    return worst if options[worst] < 0 else max(options, key=lambda h: options[h])
