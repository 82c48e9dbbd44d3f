"""[fire.who] [zoc.attack] Who may fire, at whom, with how many figures."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.field.position import front, has_zoc, is_cadre, unit_at, zoc_of
from grognard.engines.eagle.field.sight import why_no_sight
from grognard.engines.eagle.manoeuvre.reach import must_rejoin, why_routed
from grognard.engines.eagle.orders.allowed import why_not as why_not_ordered
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import COLUMN, LIMBERED, OPEN_ORDER, SQUARE, State
from grognard.engines.eagle.tables import number, row

# -- who fires ---------------------------------------------------------------------------------


def members(setup: Setup, state: State) -> tuple[str, ...]:
    """[combat.who] [opt.rifles.actions] The units of the acting group; Rifles act with their parent."""
    return tuple(
        uid for uid, unit in state.units.items() if unit.on_map and acts_with(setup, state, uid)
    )


def acts_with(setup: Setup, state: State, uid: str) -> bool:
    """[opt.rifles.actions] [opt.rifles.single] Whether a unit acts with the acting group."""
    parent = state.units[uid].parent
    return setup.units[parent or uid].group == state.active


def why_not_fires(setup: Setup, state: State, uid: str) -> Refusal | None:  # noqa: PLR0911 - a line a rule
    """[fire.who] [action.first] Return what keeps a unit from firing at all, or None."""
    unit, kind = state.units[uid], setup.units[uid]
    name = kind.name
    if uid not in members(setup, state) or not unit.on_map:
        return Refusal("combat.who", text("{unit} does not act now.", unit=name), (uid,))
    if kind.is_cavalry:
        return Refusal("fire.who", text("Cavalry does not fire."), (uid,))
    if unit.is_routed:
        return Refusal("fire.who", text("{unit} is routed.", unit=name), (uid,))
    if (routed := why_routed(setup, state, uid)) is not None:
        return routed
    if unit.sheltered:
        words = text("The crew of {unit} is not at its gun.", unit=name)
        return Refusal("scen.structure", words, (uid,))
    moved = unit.acted in ("formation", "move")
    drilled = moved and bool(cards.marked(setup, state, "allow", "fire_moved", uid))
    if unit.formation == LIMBERED and not drilled:
        return Refusal("fire.who", text("{unit} is limbered.", unit=name), (uid,))
    if unit.passive:
        return Refusal("opt.rifles.melee", text("{unit} has fallen back.", unit=name), (uid,))
    if unit.acted == "support":
        words = text("{unit} supports another.", unit=name)
        return Refusal("combat.support_action", words, (uid,))
    if drilled:
        return why_not_ordered(setup, state, uid, "fire")
    if unit.acted not in ("", "fire"):
        return Refusal("action.first", text("{unit} has acted.", unit=name), (uid,))
    if unit.acted == "fire" and len(declared_by(state, uid)) >= shots(state, uid):
        words = text("{unit} has declared its fire.", unit=name)
        return Refusal(_SHARED.get(unit.formation, "fire.once"), words, (uid,))
    if unit.parted and must_rejoin(setup, state, uid):
        return Refusal(
            "order.attack.rejoin", text("{unit} must rejoin its group.", unit=name), (uid,)
        )
    return why_not_ordered(setup, state, uid, "fire")


_SHARED = {SQUARE: "fire.figures.square", OPEN_ORDER: "fire.figures.open_order"}
"""The rules of the formations that share their fire out."""


def shots(state: State, uid: str) -> int:
    """[fire.once] [fire.figures.open_order] [fire.figures.square] How often a unit fires."""
    unit = state.units[uid]
    if unit.formation == SQUARE:
        return unit.figures
    return 2 if unit.formation == OPEN_ORDER and unit.figures > 1 else 1


def declared_by(state: State, uid: str) -> list[str]:
    """Return the hexes that a unit has declared its attacks at."""
    return [attack.at for attack in state.declared if attack.by == uid]


# -- at whom -----------------------------------------------------------------------------------


def why_not_aim(  # noqa: PLR0911 - a line a rule
    setup: Setup, state: State, uid: str, at: str
) -> Refusal | None:
    """[zoc.attack] [fire.artillery.cone] Return what keeps a unit from firing at a hex, or None."""
    kind, target = setup.units[uid], unit_at(setup, state, at)
    if target is None or setup.units[target].side == kind.side:
        return Refusal("fire.once", text("No enemy unit stands at {hex}.", hex=at), (at,))
    if state.units[target].sheltered:
        return Refusal("scen.structure", text("The crew has left its gun."), (at,))
    if any(attack.at == at for attack in state.declared):
        words = text("{hex} has been attacked by this group.", hex=at)
        return Refusal("combat.once", words, (at,))
    if kind.rifles:
        return _why_not_rifles(setup, state, uid, at)
    if at in front(setup, state.units[uid]):
        return _why_not_in_reserve(setup, state, uid)
    if not kind.is_artillery:
        words = text("{hex} is not in the zone of control of {unit}.", hex=at, unit=kind.name)
        return Refusal("zoc.attack", words, (at,))
    return _why_not_far(setup, state, uid, at)


def _why_not_in_reserve(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[order.reserve.fire] In Reserve a unit fires into its ZOC alone, and so a cadre, which has none, at nobody."""
    kind = setup.units[uid]
    if state.groups[kind.group].order != "reserve" or has_zoc(setup, state.units[uid]):
        return None
    words = text(
        "In Reserve a unit fires into its zone of control, and {unit} has none.", unit=kind.name
    )
    return Refusal("order.reserve.fire", words, (uid,))


def _why_not_far(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:
    """[zoc.attack_artillery] A gun fires at 2 or 3 hexes, in its cone and with LOS."""
    unit, kind = state.units[uid], setup.units[uid]
    if at not in cone(setup, unit.at, unit.facing):
        return Refusal("fire.artillery.cone", text("{hex} is not in the cone.", hex=at), (at,))
    if is_empty(setup, state, uid):
        words = text("{unit} has fired its last shot.", unit=kind.name)
        return Refusal("opt.ammo.empty", words, (uid,))
    if state.groups[kind.group].order == "reserve":
        words = text("In Reserve, {unit} fires only at adjacent units.", unit=kind.name)
        return Refusal("order.reserve.fire", words, (uid,))
    return why_no_sight(setup, state, unit.at, at, past_units=False)


def cone(setup: Setup, at: str, facing: int) -> tuple[str, ...]:
    """[fire.artillery.cone] The sector between the two front directions, edges included, to 3 hexes."""
    found, edge = [], [at]
    for _ in range(number("artillery_range")):
        edge = list(
            dict.fromkeys(far for near in edge for far in setup.map.grid.frontal(near, facing))
        )
        found += edge
    return tuple(found)


def _why_not_rifles(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:
    """[opt.rifles.fire] Rifles fire in any direction, at 1 or 2 hexes, with LOS."""
    here, far = state.units[uid].at, setup.map.grid.distance(state.units[uid].at, at)
    if far > 1 and state.groups[setup.units[uid].group].order == "reserve":
        words = text("In Reserve, {unit} fires only at adjacent units.", unit=setup.units[uid].name)
        return Refusal("order.reserve.fire", words, (uid,))
    if far > number("rifles_range"):
        words = text("Rifles fire at {n} hexes at most.", n=number("rifles_range"))
        return Refusal("opt.rifles.fire", words, (at,))
    return why_no_sight(setup, state, here, at, past_units=False)


def targets(setup: Setup, state: State, uid: str) -> Iterator[str]:
    """Give the hexes that a unit may fire at, by distance."""
    kind, here = setup.units[uid], state.units[uid].at
    reach = "artillery" if kind.is_artillery else "rifles" if kind.rifles else "infantry"
    for at in setup.map.grid.within(here, number(f"{reach}_range"))[1:]:
        if unit_at(setup, state, at) is not None and why_not_aim(setup, state, uid, at) is None:
            yield at


def is_empty(setup: Setup, state: State, uid: str) -> bool:
    """[opt.ammo.empty] Whether a gun has fired its last shot."""
    if not setup.uses("ammunition") or not setup.units[uid].is_artillery:
        return False
    return state.units[uid].shots >= setup.units[uid].ammunition


# -- in support --------------------------------------------------------------------------------


def why_not_together(setup: Setup, state: State, lead: str, at: str) -> Refusal | None:
    """[combat.support] Units fire together at an enemy in the ZOC of all of them, who fires among them.

    [zoc.none] A cadre and Rifles have none: they fire alone.
    """
    if at in zoc_of(setup, state.units[lead]):
        return None
    words = text(
        "{hex} is not in the zone of control of {unit}.", hex=at, unit=setup.units[lead].name
    )
    return Refusal("combat.support", words, (lead, at))


def why_not_support(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:
    """[combat.support] Who could not make this fire, is disordered or a cadre does not support it."""
    unit, name = state.units[uid], setup.units[uid].name
    if not unit.is_good:
        return Refusal("combat.support", text("{unit} is not in good order.", unit=name), (uid,))
    if is_cadre(setup, state.units[uid]):
        return Refusal("result.cadre.limits", text("{unit} is a cadre.", unit=name), (uid,))
    if unit.acted:
        return Refusal("combat.support_action", text("{unit} has acted.", unit=name), (uid,))
    why = why_not_together(setup, state, uid, at) if setup.units[uid].rifles else None
    return why or why_not_fires(setup, state, uid) or why_not_aim(setup, state, uid, at)


# -- with what ---------------------------------------------------------------------------------


def figures_firing(setup: Setup, state: State, uid: str, before: int = 0) -> int:
    """[fire.figures.line] [fire.figures.column] How many figures fire, after so many shots before.

    Of a unit in open order the fuller stand fires first.
    """
    unit = state.units[uid]
    standing = unit.figures - unit.skirmisher
    if is_cadre(setup, state.units[uid]) or unit.formation == SQUARE:
        return 1
    if unit.formation == OPEN_ORDER:
        return (standing + 1) // 2 if before == 0 else standing // 2
    if unit.formation == COLUMN:
        return int(row("figures_firing", "column")["of"].get(str(standing), 1))
    return standing


def fire_value(setup: Setup, state: State, uid: str, at: str) -> int:
    """[fire.artillery.cone] [opt.rifles.fire] [opt.ammo.empty] The fire modifier, by range."""
    values = setup.units[uid].fire
    if is_empty(setup, state, uid):
        return min(values)
    away = setup.map.grid.distance(state.units[uid].at, at)
    return values[min(away, len(values)) - 1]


def rule_of_figures(setup: Setup, state: State, uid: str) -> str:
    """Return the rule that says how many figures of a unit fire."""
    unit = state.units[uid]
    if is_cadre(setup, state.units[uid]):
        return "fire.figures.cadre"
    if setup.units[uid].rifles:
        return "opt.rifles.single" if setup.units[uid].alone else "opt.rifles.fire"
    return f"fire.figures.{'artillery' if setup.units[uid].is_artillery else unit.formation}"
