"""[5.4] Named questions about movement: reach, what borders and areas take, who is pinned."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from itertools import pairwise

from grognard.engines.columbia.battle.retreat import crossed_over
from grognard.engines.columbia.command.command import orders_for
from grognard.engines.columbia.field.arguments import (
    AreaId,
    Placed,
    blocks_named,
    name_of,
    names_of,
    seen_by,
)
from grognard.engines.columbia.field.border_ways import ENEMY, by_road
from grognard.engines.columbia.field.position import SIDE_NAMES, in_area, room
from grognard.engines.columbia.field.situation import Situation, kind_of
from grognard.engines.columbia.map.crossing import kinds, limit, passable
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.movement.bordering import border, borders, entering
from grognard.engines.columbia.movement.movement import why_not_moving
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Block, State
from grognard.engines.columbia.tables import stacking_limit
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay


def reach(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[5.4.normal] [5.41.rate] Where a block could go in an Action Phase, orders and stacking apart."""
    kind = setup.types[unit.id]
    where = seen_by(setup, state, kind.side)
    found = where.dests((unit.at, kind_of(setup, state, unit.id)))
    fights = [area for area in found if where.codes[area] >= ENEMY]
    quiet = [area for area in found if where.codes[area] < ENEMY]
    why = why_not_moving(setup, state, unit.id)
    words = [
        text("{block}: 1 area, {n} by road", block=kind.name, n=by_road(kind)),
        text("Reaches: {areas}", areas=names_of(setup, quiet)),
    ]
    rules = ["5.4.normal", "5.41.rate"]
    if fights:
        words.append(text("Into battle: {areas}", areas=names_of(setup, fights)))
        rules.append("5.4.attack")
    if _over_water(setup, state, where, unit, quiet):
        words.append(text("Bridges, dams and fords do not hinder a move by road."))
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
    group = (block.at, kind_of(setup, state, block.id))
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
    words = [text("Borders of {area}:", area=name_of(setup, at))]
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
            words.append(text("{area}: the river cannot be crossed", area=name_of(setup, other)))
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
            "{area} holds {n} block of each side.",
            "{area} holds {n} blocks of each side.",
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
            words.append(text("Pinned: {blocks}", blocks=blocks_named(setup, held)))
    overlay = Overlay("spaces", "danger", tuple(a for a in areas if state.pins.get(a)))
    return Answer({"areas": found}, ("5.5.pin", "5.5.choice"), tuple(words), (overlay,))


INQUIRIES = inquiries(reach, limits, border, borders, stacking, pinned)
