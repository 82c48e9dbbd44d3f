"""[fire.resolve] What is added to the die of a fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.field.position import arc, is_cadre
from grognard.engines.eagle.field.terrain import cover, hexes_of
from grognard.engines.eagle.fire.aims import figures_firing, fire_value, rule_of_figures
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import CAVALRY, COLUMN, LINE, OPEN_ORDER, SQUARE, Attack, State
from grognard.engines.eagle.tables import modifier, named_row, number, row


def fire_modifiers(setup: Setup, state: State, attack: Attack) -> tuple[Modifier, ...]:
    """[fire.resolve] [combat.support_modifiers] All but support comes from the firing unit alone."""
    return (
        *_of_the_firer(setup, state, attack),
        *_support(attack),
        *_of_the_target(setup, state, attack),
        *_ground(setup, state, state.units[attack.by].at, attack.at),
        *_corn(setup, state, attack.target),
    )


def _corn(setup: Setup, state: State, uid: str) -> Iterator[Modifier]:
    """[scen.structure] Tall corn hides a unit that stands in it from the first shots."""
    said, unit = setup.says("rye"), state.units[uid]
    if said is not None and unit.at in hexes_of(said) and unit.shot_at < said["shots"]:
        yield Modifier(int(said["fire"]), text("Tall corn"), "scen.structure")


def _ground(setup: Setup, state: State, origin: str, target: str) -> Iterator[Modifier]:
    """[fire.mod.terrain] [fire.mod.hexside_range] Cover and crests, at range those on the line."""
    far = setup.map.grid.distance(origin, target) > 1
    sides = [named_row("fire_modifiers", row_id) for row_id in ("behind", "uphill", "downhill")]
    for one in cover(setup, state, origin, target, "fire"):
        at_range = far and one.reason in sides
        yield replace(one, rule="fire.mod.hexside_range") if at_range else one


def _of_the_firer(setup: Setup, state: State, attack: Attack) -> Iterator[Modifier]:
    """[fire.figures.line] [opt.skirm.fire] Its fire modifier, its figures, its skirmisher."""
    uid = attack.by
    worth = fire_value(setup, state, uid, attack.at)
    figures = figures_firing(setup, state, uid) if attack.figures is None else attack.figures
    if attack.split:
        half = (worth + figures) // number("canister_targets")
        yield replace(modifier("fire_modifiers", "fire", half), rule="opt.canister.split")
    else:
        yield modifier("fire_modifiers", "fire", worth)
        rule = rule_of_figures(setup, state, uid)
        yield replace(modifier("fire_modifiers", "figures", figures), rule=rule)
    if state.units[uid].skirmisher:
        yield modifier("fire_modifiers", "skirmisher")


def _support(attack: Attack) -> Iterator[Modifier]:
    """[fire.mod.support] Each supporting unit."""
    if attack.support:
        yield modifier("fire_modifiers", "support", number("support") * len(attack.support))


def _of_the_target(setup: Setup, state: State, attack: Attack) -> Iterator[Modifier]:
    """[fire.ranks] [fire.ranks.flank] [opt.skirm.screen] Its ranks, if the firer has order, its screen."""
    side = arc(setup, state, attack.target, state.units[attack.by].at)
    if state.units[attack.by].is_good:
        ranks = flank_ranks(setup, state, attack.target) if side == "flank" else None
        if ranks is not None:
            yield replace(modifier("fire_modifiers", "ranks", ranks), rule="fire.ranks.flank")
        else:
            yield modifier("fire_modifiers", "ranks", fire_ranks(setup, state, attack.target))
    if side == "front" and state.units[attack.target].skirmisher:
        yield modifier("fire_modifiers", "screen")


def fire_ranks(setup: Setup, state: State, uid: str) -> int:
    """[fire.ranks] The ranks of a target, a cadre's one, in square four, in open order none."""
    formation = state.units[uid].formation
    if setup.units[uid].is_artillery:
        key = "artillery"
    elif is_cadre(setup, state.units[uid]) and formation not in (SQUARE, OPEN_ORDER):
        key = "cadre"
    else:
        key = formation or COLUMN
    return int(row("fire_ranks", key)["ranks"])


def flank_ranks(setup: Setup, state: State, uid: str) -> int | None:
    """[fire.ranks.flank] The stands that fire on the flank passes through; None: the usual ranks."""
    unit = state.units[uid]
    if unit.formation == CAVALRY:
        return unit.figures
    if is_cadre(setup, state.units[uid]) or unit.formation == COLUMN:
        return int(row("fire_flank_ranks", "column")["ranks"])
    return int(row("unit_strengths", "infantry")["stands"]) if unit.formation == LINE else None
