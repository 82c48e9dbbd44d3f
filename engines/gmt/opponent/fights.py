"""How the computer player fires, attacks and answers attacks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.gmt.field.position import cohesion
from grognard.engines.gmt.fire.fire import fire_chances
from grognard.engines.gmt.fire.gunnery import entry_options, fire_modifiers, in_front, lead_gun
from grognard.engines.gmt.odds.shock_odds import foresee
from grognard.engines.gmt.opponent.position_value import Judge, weights
from grognard.engines.gmt.shock.shock import stack_options

RESULTS = {
    "breakthrough": "breakthrough",
    "defender_disordered": "success",
    "eliminated": "success",
    "attacker_disordered": "repulse",
    "attacker_repulsed": "disaster",
}
"""The weight of each result that the odds of an attack tell."""
ANSWERED = ("stand", "square", "counter_charge")
"""What the enemy may do about an attack that is reckoned with: he does what is worst for it."""


def best_fire(judge: Judge, options: list[Choice]) -> Choice:
    """Return the fire that promises most, or "pass"."""
    worth = {n: fire_worth(judge, option) for n, option in enumerate(options)}
    best = max(worth, key=lambda n: (worth[n], -n))
    if worth[best] > weights()["least_fire"] or PASS not in options:
        return options[best]
    return PASS


def fires(judge: Judge, options: list[Choice]) -> list[Choice]:
    """Return the fires, the one that promises most first; none at all comes second."""
    ranked = sorted(
        (option for option in options if option != PASS), key=lambda one: -fire_worth(judge, one)
    )
    return [*ranked[:1], *(option for option in options if option == PASS), *ranked[1:]]


def shocks(judge: Judge, options: list[Choice]) -> list[Choice]:
    """Return the attacks, as they look at first sight; none at all comes second."""
    attacks = [option for option in options if isinstance(option, dict)]
    attacks.sort(key=lambda option: -_rough(judge, option))
    return [*attacks[:1], *(option for option in options if option == PASS), *attacks[1:]]


def fire_worth(judge: Judge, option: Choice) -> float:
    """Return what a fire is worth: the results of its table, by the strength it falls on."""
    if not isinstance(option, dict):
        return 0.0
    setup, state, w = judge.setup, judge.state, weights()
    by = option["by"] if isinstance(option["by"], list) else [option["by"]]
    target = str(option["at"])
    origin = state.units[lead_gun(setup, by)].at
    entry = next(iter(entry_options(setup, origin, target)), None)
    modifiers = fire_modifiers(setup, state, tuple(by), target, entry)
    chances = fire_chances(setup, state, by, target, sum(m.value for m in modifiers))
    units = [state.units[uid] for uid in state.stacks.get(target, ())]
    if not units:
        return 0.0
    fails = sum(max(0, 9 - cohesion(setup, unit)) / 10 for unit in units) / len(units)
    value = float(chances["disorder_check"]) * w["check"] * fails * 2
    value += float(chances["disorder"]) * w["disordered"]
    value += float(chances["disorder_and_retreat"]) * w["driven_off"]
    value -= float(chances.get("misguided", Fraction(0))) * w["disordered"]
    mass = sum(judge.strength(unit) for unit in units)
    return (
        value
        * (w["fire_any"] + w["fire_mass"] * mass)
        * (w["goal_prize"] if target == judge.goal else 1.0)
        * judge.prey(target)
    ) - _turns_away(judge, option)


def _turns_away(judge: Judge, option: dict[str, Any]) -> float:
    """[8.5.pivot] Return what it costs to pivot for a fire so that the enemy at hand is not looked at any more."""
    setup, w = judge.setup, weights()
    facing = option.get("facing")
    by = option["by"] if isinstance(option["by"], list) else [option["by"]]
    gun = judge.state.units[lead_gun(setup, by)]
    near, foe = judge.nearest_foe(gun.at)
    if facing is None or near > w["at_hand"] or not in_front(setup, gun, gun.facing, foe):
        return 0.0
    return 0.0 if in_front(setup, gun, facing, foe) else w["turned_away"]


def best_shock(judge: Judge, options: list[Choice]) -> Choice:
    """Return the attack that promises most, or "pass" when none promises enough."""
    w = weights()
    attacks = [option for option in options if isinstance(option, dict)]
    attacks.sort(key=lambda option: -_rough(judge, option))
    best: float = w["least_shock"]
    found: Choice = PASS
    for option in attacks[: int(w["tried_shocks"])]:
        value = shock_worth(judge, option)
        if judge.goal in option["targets"] and not judge.holds:
            bold = w["last_turn_shock"] if judge.last_turn else w["goal_shock"]
            value += w["least_shock"] - bold
        if option["by"] == judge.goal:
            value -= w["from_goal"]
        value -= w["frail_shock"] * max(judge.frail(u) for u in judge.state.stacks[option["by"]])
        if value > best:
            best, found = value, option
    return found


def _rough(judge: Judge, option: dict[str, Any]) -> float:
    """A quick look: strength against strength, the objective first."""
    at = str(option["by"])
    mine = judge.own.get(at, 0.0)
    theirs = sum(judge.foe.get(str(target), 0.0) for target in option["targets"])
    return mine / max(1.0, theirs) + (1.0 if judge.goal in option["targets"] else 0.0)


def shock_worth(judge: Judge, option: Choice) -> float:
    """Return what an attack is worth by the odds of the rules, if the enemy answers as well as he can."""
    if not isinstance(option, dict):
        return 0.0
    seen = foresee(judge.setup, judge.state, option, ANSWERED)
    chance = float(seen.commits) if seen else 1.0
    answers: dict[str, list[tuple[float, float]]] = {}
    for stage, likely, target, results in seen.rows if seen else ():
        worth = _row_worth(judge, target, results)
        answers.setdefault(stage, []).append((float(likely), worth))
    means = [
        sum(likely * worth for likely, worth in told) / max(0.01, sum(likely for likely, _ in told))
        for told in answers.values()
    ]
    worth = min(means, default=0.0)
    if option.get("charge"):
        worth -= weights()["charge_cost"] + _astray(judge, option)
    return chance * worth


def _astray(judge: Judge, option: dict[str, Any]) -> float:
    """[9.84] Who charges is of no use afterwards: while the objective is the enemy's he keeps himself for it."""
    wanted = judge.setup.structure != "borodino" and not judge.holds
    return weights()["charge_astray"] if wanted and judge.goal not in option["targets"] else 0.0


def _row_worth(judge: Judge, target: str, results: Mapping[str, Fraction]) -> float:
    """Return what the results against one hex are worth; the objective counts more, and at last nothing but it."""
    w, total = weights(), 0.0
    prize = (w["goal_prize"] if target == judge.goal else 1.0) * judge.prey(target)
    for name, likely in results.items():
        value = w[RESULTS[name]] if name in RESULTS else 0.0
        if judge.last_chance and target == judge.goal:
            value = max(0.0, value)
        total += float(likely) * value * (prize if value > 0 else 1.0)
    return total


def charge_promise(judge: Judge, uid: str) -> float:
    """[9.81] Return what the best Charge of a unit's stack is worth if it does not move; 0 without one."""
    state = judge.state
    if judge.setup.types[uid].arm != "cavalry":
        return 0.0
    at = state.units[uid].at
    ways = (one for one in stack_options(judge.setup, state, at) if one.route)
    declared: list[dict[str, Any]] = [
        {"by": at, "targets": list(o.front), "charge": list(o.route), "facing": o.facing}
        for o in ways
    ]
    declared.sort(key=lambda option: -_rough(judge, option))
    looked = declared[: int(weights()["tried_charges"])]
    return max((shock_worth(judge, option) for option in looked), default=0.0)
