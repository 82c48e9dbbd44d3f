"""[9.62] to [9.65] Retreats: where a unit may go, through whom, and when it is lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.field.closed_hexes import why_not_there
from grognard.engines.gmt.field.position import (
    enemy_of,
    frontal,
    on_map,
    side_at,
    top_unit,
    why_not_stack,
)
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import State

VACANT, JOIN, THROUGH, ENEMY_FRONT, LOST = "vacant", "join", "through", "enemy_front", "lost"
ORDER = (VACANT, JOIN, THROUGH, ENEMY_FRONT)
"""[9.63.friend] The order of choice among the hexes of a retreat."""
REASONS = {
    VACANT: "9.62",
    JOIN: "9.64",
    THROUGH: "9.65",
    ENEMY_FRONT: "9.63",
    LOST: "9.63.elim",
}


@dataclass(frozen=True, slots=True)
class WayOut:
    """The hexes a unit may retreat to now, all of one `how`, and the rule that refuses others."""

    how: str
    hexes: tuple[str, ...]
    refused: tuple[tuple[str, Refusal], ...] = ()


def in_enemy_front(setup: Setup, state: State, hex_id: str, side: str) -> bool:
    """[9.63] Whether a hex is a Frontal hex of an enemy unit of `side`."""
    foe = enemy_of(side)
    return any(
        side_at(setup, state, other) == foe
        and any(hex_id in frontal(setup, state.units[uid]) for uid in state.stacks[other])
        for other in setup.map.grid.adjacent(hex_id)
    )


def why_not_retreat_to(
    setup: Setup, state: State, uid: str, origin: str, hex_id: str
) -> Refusal | None:
    """[9.63.elim] Refuse what a retreat cannot enter: enemies, prohibited and closed ground."""
    kind = setup.types[uid]
    if side_at(setup, state, hex_id) == enemy_of(kind.side):
        return Refusal(
            "9.63.elim", text("Enemies hold {hex}.", hex=setup.map.place(hex_id)), (hex_id,)
        )
    if not setup.map.passable(origin, hex_id, kind.arm):
        words = text("The unit cannot pass into {hex}.", hex=setup.map.place(hex_id))
        return Refusal("9.63.elim", words, (f"{origin}/{hex_id}",))
    return why_not_there(setup, state, kind.side, hex_id)


def _how(setup: Setup, state: State, uid: str, hex_id: str, batch: tuple[str, ...]) -> str:
    """[9.63.friend] Say what entering a hex would be; comrades of one retreat do not count."""
    side = setup.types[uid].side
    stack = state.stacks.get(hex_id, ())
    fits = why_not_stack(setup, (*stack, uid)) is None
    if stack and not (fits and set(stack) <= set(batch)):
        return JOIN if fits else THROUGH
    return ENEMY_FRONT if in_enemy_front(setup, state, hex_id, side) else VACANT


def away(
    setup: Setup, origin: str, causes: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """[9.62] Return the hexes farther from every cause, then those farther from some only."""
    grid = setup.map.grid
    feared = tuple(causes)
    every, some = [], []
    for hex_id in grid.adjacent(origin):
        farther = [grid.distance(hex_id, c) > grid.distance(origin, c) for c in feared]
        if all(farther):
            every.append(hex_id)
        elif any(farther):
            some.append(hex_id)
    return tuple(every), tuple(some)


def way_out(  # noqa: PLR0913 - the facts of one retreat
    setup: Setup,
    state: State,
    uid: str,
    origin: str,
    causes: tuple[str, ...],
    batch: tuple[str, ...] = (),
) -> WayOut:
    """[9.62] [9.63.friend] Return where a unit may retreat, best kind of hex first."""
    refused: list[tuple[str, Refusal]] = []
    for ring in away(setup, origin, causes):
        open_hexes: dict[str, list[str]] = {}
        for hex_id in ring:
            why = why_not_retreat_to(setup, state, uid, origin, hex_id)
            if why:
                refused.append((hex_id, why))
            else:
                open_hexes.setdefault(_how(setup, state, uid, hex_id, batch), []).append(hex_id)
        for how in ORDER:
            if how in open_hexes:
                refused += _worse(open_hexes, how)
                return WayOut(how, tuple(open_hexes[how]), tuple(refused))
    return WayOut(LOST, (), tuple(refused))


def _worse(open_hexes: dict[str, list[str]], how: str) -> list[tuple[str, Refusal]]:
    words = text("Another hex must be used first.")
    return [
        (hex_id, Refusal("9.65" if kind == THROUGH else "9.63.friend", words, (hex_id,)))
        for kind, hexes in open_hexes.items()
        if kind != how
        for hex_id in hexes
    ]


def retreat_units(
    table: Board, uids: tuple[str, ...], causes: tuple[str, ...], rule: str
) -> Procedure[None]:
    """[9.62] Retreat units one hex away from the hexes of the enemies that cause it."""
    for uid in uids:
        if on_map(table.state.units[uid]):
            origin = table.state.units[uid].at
            yield from _retreat(table, uid, origin, causes, uids, rule)


def _retreat(  # noqa: PLR0913 - the facts of one retreat
    table: Board,
    uid: str,
    origin: str,
    causes: tuple[str, ...],
    batch: tuple[str, ...],
    rule: str,
) -> Procedure[None]:
    """[9.65] Retreat one unit, as far as it takes to find a hex where it may stay."""
    seen = {origin}
    while True:
        out = way_out(table.setup, table.state, uid, origin, causes, batch)
        hexes = tuple(h for h in out.hexes if h not in seen)
        if not hexes:
            closed = [why.rule for _, why in out.refused if why.rule == "sch.limits"]
            effects.eliminate(table, uid, closed[0] if closed else "9.63.elim")
            return
        to = hexes[0]
        if len(hexes) > 1:
            to = word_of((yield _ask(table, uid, origin, hexes, out, rule)))
        if out.how != THROUGH:
            _settle(table, uid, origin, to, out.how)
            return
        _trample(table, uid, to)
        seen.add(to)
        origin = to


def _why_not_there(setup: Setup, origin: str, at: str) -> Refusal:
    """[9.62] Refuse what is no step of a retreat: more than one hex off, or no farther from who causes it."""
    words = text("A retreat goes one hex farther from the enemies that cause it.")
    if setup.map.grid.distance(origin, at) > 1:
        words = text(
            "A retreat goes one hex at a time: {hex} is farther off.", hex=setup.map.place(at)
        )
    return Refusal("9.62", words, (at,))


def _ask(  # noqa: PLR0913 - the facts of one retreat
    table: Board, uid: str, origin: str, hexes: tuple[str, ...], out: WayOut, rule: str
) -> Ask:
    """[9.62] [9.63] Ask for the hex; where each leads before an enemy front nothing hangs on which."""
    side = table.setup.types[uid].side
    words = text("{unit} must retreat: choose its hex.", unit=effects.name_of(table, uid))
    return Ask(
        table.setup.seat_of(side),
        "retreat",
        words,
        (rule, REASONS[out.how], "9.63.friend"),
        Listed(
            hexes,
            refusals=lambda: out.refused,
            elsewhere=lambda at, _: _why_not_there(table.setup, origin, at),
        ),
        form="place",
        subject=(uid,),
        where=hexes,
        interrupt=side != table.state.active,
        idle=(lambda: hexes[0]) if out.how == ENEMY_FRONT else None,
    )


def _settle(table: Board, uid: str, came_from: str, to: str, how: str) -> None:
    """[9.62] [9.63] [9.64] Stop in a hex: facing kept, or taken from the friends there."""
    unit = table.state.units[uid]
    if how == ENEMY_FRONT:
        effects.withdraw(table, uid, "9.63")
        return
    facing = unit.facing
    if how == JOIN:
        top = top_unit(table.setup, table.state, to)
        facing = top.facing if top else table.state.units[table.state.stacks[to][0]].facing
    words = text(
        "{unit} retreats to {hex}.", unit=effects.name_of(table, uid), hex=table.setup.map.place(to)
    )
    table.log("move", words, REASONS[how], pieces=(uid,), where=(to,), path=(unit.at, to))
    place(table, uid, came_from, to, facing)


def place(table: Board, uid: str, came_from: str, to: str, facing: int) -> None:
    """[tec.disorder] Put a unit into a hex it enters by combat; terrain may Disorder it."""
    setup = table.setup
    arm = setup.types[uid].arm
    steps = setup.map.steps_from(came_from, arm) if came_from in setup.map.grid else ()
    step = next((step for step in steps if step.to == to), None)
    effects.move_to(table, uid, to, facing)
    effects.change(table, uid, square=False)
    if step and arm == "cavalry" and disorders(setup, table.state, uid, step.to, came_from):
        effects.disorder(table, uid, "tec.disorder", twice=False)


def disorders(setup: Setup, state: State, uid: str, to: str, came_from: str) -> bool:
    """[tec.disorder] [7.37] Whether entering a hex Disorders: a road spares it, not near enemies."""
    arm = setup.types[uid].arm
    step = next(step for step in setup.map.steps_from(came_from, arm) if step.to == to)
    foe = enemy_of(setup.types[uid].side)
    near = any(side_at(setup, state, h) == foe for h in setup.map.grid.adjacent(to))
    by_road = step.road is not None and (not near or step.cost is None)
    return step.road_disorders if by_road else step.disorders


def _trample(table: Board, uid: str, through: str) -> None:
    """[9.65] The stack passed through checks its Cohesion; failing, it is Disordered."""
    stack = table.state.stacks[through]
    words = text(
        "{unit} retreats through {hex}.",
        unit=effects.name_of(table, uid),
        hex=table.setup.map.place(through),
    )
    table.log("move", words, "9.65", pieces=(uid,), where=(through,))
    if not effects.stack_check(table, through, "9.65", "retreat_through"):
        for friend in stack:
            effects.disorder(table, friend, "9.65")
