"""Inquiries on moving: command, reach, what borders and areas take, who is pinned."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from itertools import pairwise

from engines.columbia.battle.retreat import crossed_over
from engines.columbia.command.command import (
    acts_as_army,
    hqs,
    in_command,
    of_army,
    of_corps,
    orders_for,
    why_no_order,
)
from engines.columbia.field.border_ways import ENEMY, by_road, mobility
from engines.columbia.field.position import SIDE_NAMES, blocks_of, in_area, on_map, room, strength
from engines.columbia.field.situation import Situation
from engines.columbia.map.crossing import kinds, limit, passable
from engines.columbia.map.ground import border_key
from engines.columbia.movement.movement import why_not_moving
from engines.columbia.setup import Setup
from engines.columbia.state import Block, State
from engines.columbia.table.arguments import (
    AreaId,
    Placed,
    blocks_named,
    name_of,
    names_of,
    seen_by,
)
from engines.columbia.table.bordering import entering
from engines.columbia.tables import stacking_limit
from engines.core.data.frozen import evolve
from engines.core.data.text import Text, counted, text
from engines.core.show.views import Answer, Overlay

# -- command ----------------------------------------------------------------------------------

NOT_ORDERED = {
    "5.21.range": text("Out of range"),
    "5.21.path": text("Cut off by the enemy or by a river"),
    "5.23.count": text("No orders left for"),
    "4.21.zero": text("At strength 0 it gives no orders to"),
    "5.2.activate": text("Not active for"),
}
"""How the line is headed that lists those an HQ cannot order, by the rule that refuses."""


def command(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[5.21.range] Of an HQ: its range, and whom it could order. Of another block: who can order it."""
    if not setup.types[unit.id].is_hq:
        return _commanded_by(setup, state, unit)
    areas = in_command(setup, state, unit.id)
    ready = _as_active(state, unit)
    able: list[str] = []
    out: dict[str, list[str]] = {}
    for other in blocks_of(setup, state, setup.types[unit.id].side):
        if _under(setup, state, unit.id, other):
            why = why_no_order(setup, ready, unit.id, other.id)
            (able if why is None else out.setdefault(why.rule, [])).append(other.id)
    kind = setup.types[unit.id]
    words = [
        counted(
            "{hq}: command range {range}, {n} area (5.21.range)",
            "{hq}: command range {range}, {n} areas (5.21.range)",
            hq=kind.name,
            range=kind.reach,
            n=len(areas),
        ),
        text("Can order: {blocks}", blocks=blocks_named(setup, able)),
    ]
    words += [
        text(
            "{why} ({rule}): {blocks}",
            why=NOT_ORDERED.get(rule, text("Not ordered")),
            rule=rule,
            blocks=blocks_named(setup, uids),
        )
        for rule, uids in out.items()
    ]
    value: dict[str, object] = {
        "areas": list(areas),
        "orders": able,
        "out": out,
        "active": unit.active,
    }
    if acts_as_army(kind, unit):
        given = unit.orders if unit.active else 0
        value["left"] = max(0, strength(kind, unit) - given)
        words.append(text("Orders left: {n} (5.23.count)", n=str(value["left"])))
    rules = dict.fromkeys(("5.21.range", "5.21.path", *out, *(["5.23.count"] * ("left" in value))))
    overlays = (Overlay("spaces", "command", areas), Overlay("pieces", "command", tuple(able)))
    return Answer(value, tuple(rules), tuple(words), overlays)


def _as_active(state: State, block: Block) -> State:
    """Return the position with an HQ turned face-up, to see what it could do."""
    if block.active:
        return state
    ready = evolve(block, active=True, orders=0)
    return evolve(state, blocks={**state.blocks, block.id: ready})


def _under(setup: Setup, state: State, hq: str, other: Block) -> bool:
    """[5.22.corps] [5.23.who] Whether a block is among those an HQ commands, range apart."""
    if other.id == hq:
        return False
    if acts_as_army(setup.types[hq], state.blocks[hq]):
        return of_army(setup, state, hq, other.id)
    return of_corps(setup, hq, other.id, other)


def _commanded_by(setup: Setup, state: State, block: Block) -> Answer:
    """[5.2.orders] Which HQs may order a block now, and what keeps the others from it."""
    kind = setup.types[block.id]
    able = list(orders_for(setup, state, block.id))
    whys: dict[str, str] = {}
    words = [
        text("{block} can be ordered by: {hqs}", block=kind.name, hqs=blocks_named(setup, able))
    ]
    rules = ["5.2.orders"]
    if kind.independent:
        words.append(text("Any friendly HQ in range may order it (5.24)."))
        rules.append("5.24")
    for hq in hqs(setup, kind.side):
        if hq in able or not on_map(state.blocks[hq]) or not _under(setup, state, hq, block):
            continue
        why = why_no_order(setup, state, hq, block.id)
        if why is not None:
            whys[hq] = why.rule
            rules.append(why.rule)
            words.append(text("{why} ({rule})", why=why.message, rule=why.rule))
    value: dict[str, object] = {"by": able, "not_by": whys}
    at = tuple(dict.fromkeys(state.blocks[hq].at for hq in able))
    overlay = Overlay("spaces", "command", at)
    return Answer(value, tuple(dict.fromkeys(rules)), tuple(words), (overlay,))


# -- movement ---------------------------------------------------------------------------------


def reach(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[5.4.normal] [5.41.rate] Where a block could go in an Action Phase, orders and stacking apart."""
    kind = setup.types[unit.id]
    where = seen_by(setup, state, kind.side)
    found = where.dests((unit.at, mobility(kind)))
    fights = [area for area in found if where.codes[area] >= ENEMY]
    quiet = [area for area in found if where.codes[area] < ENEMY]
    why = why_not_moving(setup, state, unit.id)
    words = [
        text("{block}: 1 area, {n} by road (5.41.rate)", block=kind.name, n=by_road(kind)),
        text("Reaches: {areas}", areas=names_of(setup, quiet)),
    ]
    rules = ["5.4.normal", "5.41.rate"]
    if fights:
        words.append(text("Into battle (5.4.attack): {areas}", areas=names_of(setup, fights)))
        rules.append("5.4.attack")
    if _over_water(setup, state, where, unit, quiet):
        words.append(text("Bridges, dams and fords do not hinder a move by road (5.41.cross)."))
        rules.append("5.41.cross")
    if why is not None:
        words.append(text("{why} ({rule})", why=why.message, rule=why.rule))
        rules.append(why.rule)
    value: dict[str, object] = {
        "areas": quiet,
        "attacks": fights,
        "refused": why.rule if why else None,
        "ordered_by": list(orders_for(setup, state, unit.id)),
    }
    overlays = (
        Overlay("spaces", "legal", tuple(quiet)),
        Overlay("spaces", "danger", tuple(fights)),
    )
    return Answer(value, tuple(rules), tuple(words), overlays)


def _over_water(
    setup: Setup, state: State, where: Situation, block: Block, areas: list[str]
) -> bool:
    """[5.41.cross] Whether a move by road into one of some areas goes over a bridge, dam or ford."""
    group = (block.at, mobility(setup.types[block.id]))
    return any(
        setup.ground.borders[border_key(a, b)].crossing
        for area in areas
        for way in (where.way(group, area),)
        if len(way) > 2
        for a, b in pairwise(way)
    )


def limits(setup: Setup, state: State, seat: str | None, at: AreaId) -> Answer:
    """[3.32.scope] The crossing limits of an area's borders, and what is left of them now."""
    battle = state.battle
    retreating = battle is not None and battle.at == at
    rows: dict[str, dict[str, object]] = {}
    labels = []
    points = []
    words = [text("Borders of {area} (3.33.border):", area=name_of(setup, at))]
    for other in setup.ground.near[at]:
        key = border_key(at, other)
        if not passable(setup.ground, state, at, other):
            rows[other] = {
                "out": 0,
                "in": 0,
                "used": 0,
                "left": {"out": 0, "in": 0},
                "kinds": ["river"],
            }
            words.append(
                text("{area}: the river cannot be crossed (3.2.river)", area=name_of(setup, other))
            )
            continue
        out = limit(setup.ground, state, key, other)
        into = limit(setup.ground, state, key, at)
        used = crossed_over(battle, key) if retreating and battle else state.crossed.get(key, 0)
        left = {"out": max(0, out - used), "in": max(0, into - used)}
        found = list(kinds(state, setup.ground.borders[key], other)) or ["clear"]
        rows[other] = {"out": out, "in": into, "left": left, "used": used, "kinds": found}
        way, most = ("out", out) if retreating else ("in", into)
        labels.append(("", f"{left[way]}/{most}"))
        points.append(entering(setup.ground, key, other if retreating else at))
        words.append(
            text(
                "{area}: {into} in, {out} out, {used} used",
                area=name_of(setup, other),
                into=into,
                out=out,
                used=used,
            )
        )
    rule = "6.71.limit" if retreating else "3.32.scope"
    overlays = (Overlay("labels", "legal", points=tuple(points), labels=tuple(labels)),)
    return Answer({"at": at, "borders": rows}, ("3.33.border", rule), tuple(words), overlays)


def stacking(setup: Setup, state: State, seat: str | None, at: AreaId) -> Answer:
    """[3.31.limit] How many blocks of each side stand in an area, and how many more may."""
    most = stacking_limit(setup.ground.areas[at].terrain)
    words = [
        counted(
            "{area} holds {n} block of each side (3.31.limit).",
            "{area} holds {n} blocks of each side (3.31.limit).",
            area=name_of(setup, at),
            n=most,
        )
    ]
    counts = {side: len(in_area(setup, state, at, side)) for side in setup.sides}
    left = {side: room(setup, state, at, side) for side in setup.sides}
    for side in setup.sides:
        words.append(
            text(
                "{side}: {n}, room for {left}",
                side=SIDE_NAMES[side],
                n=counts[side],
                left=left[side],
            )
        )
    over = any(value < 0 for value in left.values())
    value: dict[str, object] = {"limit": most, "blocks": counts, "room": left}
    overlay = Overlay("spaces", "illegal" if over else "legal", (at,))
    return Answer(value, ("3.31.limit", "3.31.when"), tuple(words), (overlay,))


def pinned(setup: Setup, state: State, seat: str | None, at: AreaId = "") -> Answer:
    """[5.5.pin] How many blocks are pinned in the contested areas; of the own ones also which."""
    side = setup.side_of(seat)
    areas = [at] if at else list(state.pins)
    found: dict[str, object] = {}
    words: list[Text] = []
    for area in areas:
        count = state.pins.get(area, 0)
        own = [uid for uid in state.areas.get(area, ()) if setup.types[uid].side == side]
        held = [uid for uid in own if state.blocks[uid].pinned]
        found[area] = {"count": count, "own": held}
        words.append(
            counted(
                "{area}: {n} block pinned",
                "{area}: {n} blocks pinned",
                area=name_of(setup, area),
                n=count,
            )
        )
        if held:
            words.append(text("Pinned: {blocks} (5.5.choice)", blocks=blocks_named(setup, held)))
    overlay = Overlay("spaces", "danger", tuple(a for a in areas if state.pins.get(a)))
    return Answer({"areas": found}, ("5.5.pin", "5.5.choice"), tuple(words), (overlay,))
