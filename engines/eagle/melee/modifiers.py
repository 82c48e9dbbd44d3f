"""[melee.resolve] What is added to the die of a melee."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.field.position import arc, command, is_cadre
from grognard.engines.eagle.field.terrain import cover
from grognard.engines.eagle.morale.modifiers import helpers
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import LINE, OPEN_ORDER, SQUARE, Attack, State
from grognard.engines.eagle.tables import modifier, number, row, value


def melee_modifiers(setup: Setup, state: State, attack: Attack) -> tuple[Modifier, ...]:
    """[melee.resolve] [combat.support_modifiers] All but support comes from the attacker alone."""
    return (
        *_of_the_attacker(setup, state, attack),
        *support(attack, "melee_modifiers"),
        *_of_the_target(setup, state, attack),
        *cover(setup, state, state.units[attack.by].at, attack.at, "melee"),
    )


def _of_the_attacker(setup: Setup, state: State, attack: Attack) -> Iterator[Modifier]:
    """[melee.figures] [melee.ranks] [melee.disordered] Value, figures, ranks, commander."""
    unit, table = state.units[attack.by], "melee_modifiers"
    yield modifier(table, "melee", setup.units[attack.by].melee)
    yield modifier(table, "figures", figures_attacking(state, attack.by))
    if unit.is_good:
        yield modifier(table, "ranks", int(row("melee_ranks", unit.formation)["attack"]))
    yield from commander(setup, state, attack.by, table)
    if unit.fatigued:
        yield modifier(table, "fatigue")
    grenadiers = dict(unit.troops).get("grenadier", 0) if setup.uses("grenadiers") else 0
    if grenadiers:
        yield modifier(table, "grenadiers", grenadiers)


def figures_attacking(state: State, uid: str) -> int:
    """[melee.figures] Every figure attacks; in open order two at most."""
    unit = state.units[uid]
    if unit.formation == OPEN_ORDER:
        return min(unit.figures, int(row("melee_modifiers", "figures")["most_in_open_order"]))
    return unit.figures


def commander(setup: Setup, state: State, uid: str, table: str) -> Iterator[Modifier]:
    """[melee.mod.commander] The better of the UGC and the CC in the hex, never both."""
    chiefs = helpers(setup, state, uid)
    if chiefs:
        best = max(command(setup, state, cid, "melee") for cid in chiefs)
        yield modifier(table, "commander", best)


def support(attack: Attack, table: str) -> Iterator[Modifier]:
    """[melee.mod.support] Each supporting unit."""
    if attack.support:
        yield modifier(table, "support", number("support") * len(attack.support))


def _of_the_target(setup: Setup, state: State, attack: Attack) -> Iterator[Modifier]:
    """[melee.ranks] [melee.mod.target] The target's ranks, a square, a flank, a British line."""
    uid, table = attack.target, "melee_modifiers"
    unit, side = state.units[uid], arc(setup, state, uid, state.units[attack.by].at)
    if unit.is_good and side == "front":
        yield modifier(table, "target_ranks", -defending_ranks(setup, state, uid))
    if unit.formation == SQUARE and setup.units[attack.by].is_cavalry:
        yield modifier(table, "square")
    if side != "front":
        yield modifier(table, "flank", value(table, "flank"))
    if is_british_line(setup, state, uid):
        yield modifier(table, "british_line")


def defending_ranks(setup: Setup, state: State, uid: str) -> int:
    """[melee.ranks] [result.cadre.formation] The ranks of a target; a cadre's, one at most."""
    unit = state.units[uid]
    if setup.units[uid].is_artillery:
        key = "artillery"
    elif is_cadre(setup, unit) and unit.formation != SQUARE:
        key = "cadre"
    else:
        key = unit.formation
    return int(row("melee_ranks", key)["defence"])


def is_british_line(setup: Setup, state: State, uid: str) -> bool:
    """[melee.mod.target] Whether a unit is British infantry in line; allied troops are not British."""
    kind = setup.units[uid]
    british = kind.side == "british" and kind.nation != "allied"
    return british and kind.is_infantry and state.units[uid].formation == LINE
