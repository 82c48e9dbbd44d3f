"""[9.5] The modifiers of the Shock die, each with its reason and its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from grognard.engines.core.board.hexes import side_key
from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.attack import jaegers
from grognard.engines.gmt.charge.countercharge import counter_by
from grognard.engines.gmt.field.position import (
    controllers,
    defended_front,
    enemy_of,
    fighters,
    frontal,
    side_at,
    top_unit,
)
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import Attack, State
from grognard.engines.gmt.tables import TABLES, TERRAIN_CHART, number

Fight = Sequence[Attack]
"""The attacks of one group that are resolved together."""


def shock_modifiers(  # noqa: PLR0913 - the facts of a Shock
    setup: Setup, state: State, fight: Fight, target: str, targets: Sequence[str], over: str
) -> tuple[Modifier, ...]:
    """[9.22.drm] Return the modifiers of a Shock against one of its target hexes."""
    found = [_ratio(setup, state, fight, targets), _cohesion(setup, state, fight, target)]
    found += terrain_modifiers(setup, state, fight, target, over)
    found += _position(setup, state, fight, targets)
    found += _charge(setup, state, fight, target)
    found += _counter_charge(setup, state, fight, target)
    pursuits = max(attack.pursuits for attack in fight)
    if pursuits:
        words = text("Pursuit Charge number {n}", n=pursuits)
        found.append(Modifier(number("pursuit_drm") * pursuits, words, "9.87.repeat"))
    return tuple(found)


def fighting(setup: Setup, state: State, fight: Fight) -> tuple[str, ...]:
    """Return the units that attack together."""
    return tuple(uid for attack in fight for uid in book.present(setup, state, attack))


@cache
def strength_ratio(attacker: int, defender: int) -> tuple[str, int]:
    """[9.51] Return the chart ratio and its modifier, rounded in the defender's favour."""
    rows = TABLES.rows("strength_ratio")
    if defender <= 0:
        return rows[0]["ratio"], int(rows[0]["drm"])
    quotient = Fraction(attacker, defender)
    row = next(row for row in rows if quotient >= Fraction(row["min"]))
    return row["ratio"], int(row["drm"])


def _ratio(setup: Setup, state: State, fight: Fight, targets: Sequence[str]) -> Modifier:
    """[9.51] [9.23] Compare the strengths of one group and of all it attacks."""
    attack = sum(setup.types[uid].shock for uid in fighting(setup, state, fight))
    defence = sum(setup.types[u].shock for t in targets for u in fighters(setup, state, t))
    ratio, value = strength_ratio(attack, defence)
    words = text("Strength {a} to {d}: {ratio}", a=attack, d=defence, ratio=ratio)
    return Modifier(value, words, "9.51")


def _cohesion(setup: Setup, state: State, fight: Fight, target: str) -> Modifier:
    """[9.52] Compare the best Cohesion of both sides."""
    ours = jaegers.best_cohesion(setup, state, fighting(setup, state, fight))
    theirs = jaegers.best_cohesion(setup, state, fighters(setup, state, target))
    words = text("Cohesion {a} against {d}", a=ours, d=theirs)
    both = (fighting(setup, state, fight), fighters(setup, state, target))
    passed_over = any(jaegers.for_cohesion(setup, uids) != uids for uids in both)
    return Modifier(ours - theirs, words, "11.2.cohesion" if passed_over else "9.52")


# -- terrain (9.53) -----------------------------------------------------------------------------


def ground_at(setup: Setup, state: State, hex_id: str) -> str:
    """Return the terrain of a hex, a village that burnt down being rubble."""
    return "rubble" if state.features.get(hex_id) == "rubble" else setup.map.at(hex_id)


def terrain_modifiers(
    setup: Setup, state: State, fight: Fight, target: str, over: str
) -> list[Modifier]:
    """[9.53] [tec.shock] Return the terrain modifiers of an attack that comes from `over`."""
    rows, ground = TERRAIN_CHART, ground_at(setup, state, target)
    features = setup.map.fought_across(over, target)
    found = []
    for name in (ground, *features):
        printed = rows[name]["shock"]
        if rows[name]["clear_bonus"] == "no" and printed not in ("NA", "0"):
            found.append(
                Modifier(int(printed), text("{terrain}", terrain=rows[name]["name"]), "9.53")
            )
    cancelled = any(rows[name]["cancels_clear"] == "yes" for name in features)
    if (
        rows[ground]["clear_bonus"] == "yes"
        and not cancelled
        and clear(setup, state, fight, target)
    ):
        words = text("Clear ground with an open flank")
        found.append(Modifier(number("clear_drm"), words, "9.53.clear"))
    return found


def clear(setup: Setup, state: State, fight: Fight, target: str) -> bool:
    """[9.53.clear] Whether a front attack finds an open flank of a defender on clear ground."""
    top = top_unit(setup, state, target)
    if top is None:
        return False
    horse = setup.types[top.id].arm == "cavalry"
    if horse and any(book.group_of(setup, attack) == book.INFANTRY for attack in fight):
        return False
    front = defended_front(setup, top)
    if not any(attack.at in front for attack in fight if target in attack.targets):
        return False
    side = setup.types[top.id].side
    return any(
        side_at(setup, state, flank) is None
        and all(state.units[u].at == target for u in controllers(setup, state, flank, side))
        for flank in setup.map.grid.flanks(target, top.facing)
    )


def terrain_choices(setup: Setup, state: State, fight: Fight, target: str) -> dict[str, int]:
    """[9.53] Return the terrain modifier for each hex the target is attacked from."""
    return {
        attack.at: sum(m.value for m in terrain_modifiers(setup, state, fight, target, attack.at))
        for attack in fight
        if target in attack.targets
    }


# -- position (9.54) ----------------------------------------------------------------------------


def _position(
    setup: Setup, state: State, fight: Fight, targets: Sequence[str]
) -> Iterator[Modifier]:
    """[9.54.rear] [9.54.both] Every defender must be taken from the rear, or from both sides."""
    names = [position_of(setup, state, fight, target) for target in targets]
    if all(name == "both" for name in names):
        words = text("Attacked from front and rear")
        yield Modifier(number("front_and_rear_drm"), words, "9.54.both")
    elif all(names):
        yield Modifier(number("rear_drm"), text("Attacked from the rear"), "9.54.rear")


def position_of(setup: Setup, state: State, fight: Fight, target: str) -> str:
    """[9.54.valid] Return "both", "rear" or "" for one target hex."""
    top = top_unit(setup, state, target)
    if top is None:
        return ""
    front = defended_front(setup, top)
    side = fight[0].side
    all_ = [
        attack
        for attack in book.against(state, target, ("committed", "resolved"))
        if attack.side == side and _there(state, attack)
    ]
    known = {attack.id for attack in all_}
    all_ += [attack for attack in fight if attack.id not in known and target in attack.targets]
    rear = {
        attack.at
        for attack in all_
        if attack.at not in front and _unwatched(setup, state, attack.at, target, side)
    }
    own = {attack.at for attack in fight if target in attack.targets}
    if rear and any(attack.at in front for attack in all_):
        return "both"
    return "rear" if rear & own else ""


def watched_rear(setup: Setup, state: State, fight: Fight, target: str) -> tuple[str, ...]:
    """[9.54.valid] Return the hexes in the rear that another enemy faces."""
    top = top_unit(setup, state, target)
    front = defended_front(setup, top) if top else ()
    return tuple(
        attack.at
        for attack in fight
        if target in attack.targets
        and attack.at not in front
        and not _unwatched(setup, state, attack.at, target, attack.side)
    )


def _there(state: State, attack: Attack) -> bool:
    return any(state.units[uid].at == attack.at for uid in attack.units)


def _unwatched(setup: Setup, state: State, at: str, target: str, side: str) -> bool:
    """[9.54.valid] Whether a hex is in no Frontal hex of an enemy outside the target."""
    foe = enemy_of(side)
    return not any(
        other != target
        and side_at(setup, state, other) == foe
        and any(at in frontal(setup, state.units[uid]) for uid in state.stacks[other])
        for other in setup.map.grid.adjacent(at)
    )


# -- Charges (9.55) -----------------------------------------------------------------------------


def in_square(state: State, target: str) -> bool:
    """Whether the units of a hex are in Square."""
    return any(state.units[uid].square for uid in state.stacks.get(target, ()))


def _charge(setup: Setup, state: State, fight: Fight, target: str) -> Iterator[Modifier]:
    """[9.83] [9.85.effects] [9.86] The Charge bonus, unless a Square or a Counter-Charge took it."""
    charging = [attack for attack in fight if attack.charge]
    if not charging:
        return
    if in_square(state, target):
        yield Modifier(number("square_shock_drm"), text("Charge against a Square"), "9.85.effects")
        return
    free = [attack for attack in charging if not counter_by(setup, state, attack)]
    units = [u for u in fighting(setup, state, free) if u not in state.battle.no_bonus]
    if book.strong(setup, units):
        yield Modifier(number("charge_heavy_drm"), text("Heavy cavalry charges"), "9.83")
    elif units:
        yield Modifier(number("charge_light_drm"), text("Light cavalry charges"), "9.83")


def _counter_charge(setup: Setup, state: State, fight: Fight, target: str) -> Iterator[Modifier]:
    """[9.86.drm] [9.86.inf] What a Counter-Charge does to the attackers' die."""
    for attack in fight:
        met = [u for u in counter_by(setup, state, attack) if state.units[u].at == target]
        heavy = book.strong(setup, met)
        if met and not attack.charge:
            value = number("charge_heavy_drm") if heavy else number("charge_light_drm")
            yield Modifier(-value, text("The cavalry Counter-Charges"), "9.86.inf")
            return
        if met and heavy and not book.strong(setup, attack.units):
            value = TABLES.value("shock_drm", "light_counter_charged", "drm")
            words = text("Light cavalry met by a heavy Counter-Charge")
            yield Modifier(value, words, "9.86.drm")
            return


def hexsides(fight: Fight, target: str) -> tuple[str, ...]:
    """Return the hexsides a target is attacked over."""
    return tuple(side_key(attack.at, target) for attack in fight if target in attack.targets)
