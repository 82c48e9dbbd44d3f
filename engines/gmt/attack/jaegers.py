"""[11] Jaegers, in scenarios that use the chapter (Borodino does not: bor.12)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.position import cohesion, fighters, side_at
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State, Unit


def is_jaeger(setup: Setup, uid: str) -> bool:
    """[11.0] Whether the rules of the chapter hold for a unit."""
    return setup.jaeger_rules and setup.types[uid].weight == "jaeger"


def why_not_zoc_entry(setup: Setup, state: State, unit: Unit, hex_id: str) -> Refusal | None:
    """[11.1] They enter an enemy ZOC only where a friendly unit already stands."""
    if not is_jaeger(setup, unit.id) or side_at(setup, state, hex_id) == setup.types[unit.id].side:
        return None
    words = text("Jaegers enter an enemy ZOC only to join a friendly unit.")
    return Refusal("11.1", words, (hex_id,))


def why_not_shock(setup: Setup, uids: Iterable[str]) -> Refusal | None:
    """[11.2.attack] Jaegers never Shock alone."""
    units = tuple(uids)
    if units and all(is_jaeger(setup, uid) for uid in units):
        return Refusal("11.2.attack", text("Jaegers never Shock alone."), units)
    return None


def commitment_help(setup: Setup, units: tuple[str, ...]) -> int:
    """[11.2.attack] Defensive Fire that Jaegers on top of an attacking stack take off the target's."""
    top = units[0]
    return setup.types[top].defensive_fire if is_jaeger(setup, top) else 0


def for_cohesion(setup: Setup, uids: tuple[str, ...]) -> tuple[str, ...]:
    """[11.2.cohesion] Leave Jaegers out of the Cohesion Differential unless they are alone."""
    others = tuple(uid for uid in uids if not is_jaeger(setup, uid))
    return others or uids


def best_cohesion(setup: Setup, state: State, uids: tuple[str, ...]) -> int:
    """[9.52] Return the highest Cohesion among units, artillery and such Jaegers left out."""
    counted = for_cohesion(setup, uids)
    return max(cohesion(setup, state.units[uid]) for uid in counted)


def may_retreat_before_shock(setup: Setup, unit: Unit) -> bool:
    """[9.32] [11.2.react] Jaegers in good order may give way one hex before infantry."""
    return is_jaeger(setup, unit.id) and not unit.disordered


def slips_away(setup: Setup, state: State, hex_id: str) -> tuple[str, ...]:
    """[11.2.defence] Jaegers of a hex that may leave it after the Commitment roll."""
    return tuple(
        uid
        for uid in fighters(setup, state, hex_id)
        if may_retreat_before_shock(setup, state.units[uid])
    )


def may_react(setup: Setup, state: State, hex_id: str, mover: str) -> tuple[str, ...]:
    """[11.2.react] Jaegers alone in a hex that may go back when infantry enters their ZOC."""
    stack = state.stacks.get(hex_id, ())
    if len(stack) != 1 or setup.types[mover].arm != "infantry":
        return ()
    return stack if may_retreat_before_shock(setup, state.units[stack[0]]) else ()


def may_form_square(setup: Setup, state: State, hex_id: str) -> bool:
    """[11.1] [9.85.limits] Jaegers form Square only with other infantry."""
    return any(not is_jaeger(setup, uid) for uid in fighters(setup, state, hex_id))
