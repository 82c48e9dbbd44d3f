"""Named questions about a position. A seat is told of hidden blocks only where and how many.

Every answer is a function of what the seat sees: own blocks are given by id, enemy ones by number.
"""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from engines.columbia import holding
from engines.columbia.bombardment import firepower, modifiers, why_no_fire, why_not_battery
from engines.columbia.bordering import border, borders, entering
from engines.columbia.command import (
    acts_as_army,
    hqs,
    in_command,
    of_army,
    of_corps,
    orders_for,
    why_no_order,
)
from engines.columbia.crossing import kinds, limit, passable, road_between
from engines.columbia.faces import sees
from engines.columbia.fights import battle_odds as odds_of_battle
from engines.columbia.ground import border_key
from engines.columbia.known import known_points
from engines.columbia.movement import why_not_moving
from engines.columbia.odds import bombard_odds, explain, fire_odds
from engines.columbia.position import (
    SIDE_NAMES,
    blocks_of,
    holders,
    in_area,
    on_map,
    room,
    strength,
)
from engines.columbia.retreat import crossed_over, why_not
from engines.columbia.retreat import retreats as retreat_areas
from engines.columbia.setup import Setup
from engines.columbia.situation import Situation, situation
from engines.columbia.state import Block, Side, State
from engines.columbia.supply import in_supply, lines, pays, sources
from engines.columbia.tables import stacking_limit
from engines.columbia.ways import ENEMY, by_road, mobility
from engines.core.frozen import evolve
from engines.core.game import Inquiry, NoAnswer
from engines.core.text import Text, text
from engines.core.views import Answer, Overlay, Point

# -- arguments ---------------------------------------------------------------------------------


def _side(setup: Setup, seat: str | None) -> Side:
    side = setup.side_of(seat)
    if side is None:
        raise NoAnswer("only a player can ask this; say for which seat")
    return side


def _own(setup: Setup, state: State, seat: str | None, unit: str) -> Block:
    """Return an own block; of enemy blocks, hidden or not, nothing is said (0.fog)."""
    side = _side(setup, seat)
    kind = setup.types.get(str(unit))
    if kind is None or kind.side != side:
        raise NoAnswer(f"{unit} is none of your blocks; give a block's id such as napoleon")
    return state.blocks[kind.id]


def _placed(setup: Setup, state: State, seat: str | None, unit: str) -> Block:
    block = _own(setup, state, seat, unit)
    if not on_map(block):
        raise NoAnswer(f"{unit} is not on the map (it is in the box {block.at})")
    return block


def _area(setup: Setup, at: str) -> str:
    if at not in setup.ground.areas:
        raise NoAnswer(f"there is no area {at} on this map; give an area's id such as gor")
    return str(at)


def _where(setup: Setup, state: State, side: Side) -> Situation:
    return situation(setup, state) if side == state.active else Situation(setup, state, side)


def _name(setup: Setup, area: str) -> str:
    known = setup.ground.areas.get(area)
    return known.name if known else "off the map"


def _names(setup: Setup, areas: Iterable[str]) -> str:
    return ", ".join(_name(setup, area) for area in areas) or "-"


def _blocks(setup: Setup, uids: Iterable[str]) -> str:
    return ", ".join(setup.types[uid].name for uid in uids) or "-"


def _points(setup: Setup, areas: Iterable[str]) -> tuple[Point, ...]:
    drawn = setup.ground.map.areas
    return tuple(drawn[area].label for area in areas if area in drawn)


# -- command -------------------------------------------------------------------------------------


NOT_ORDERED = {
    "5.21.range": "Out of range",
    "5.21.path": "Cut off by the enemy",
    "5.23.count": "No orders left for",
    "4.21.zero": "At strength 0 it gives no orders to",
    "5.2.activate": "Not active for",
}
"""How the line is headed that lists those an HQ cannot order, by the rule that refuses."""


def command(setup: Setup, state: State, seat: str | None, unit: str) -> Answer:
    """[5.21.range] Of an HQ: its range, and whom it could order. Of another block: who can order it."""
    block = _placed(setup, state, seat, unit)
    if not setup.types[block.id].is_hq:
        return _commanded_by(setup, state, block)
    areas = in_command(setup, state, block.id)
    ready = _as_active(state, block)
    able: list[str] = []
    out: dict[str, list[str]] = {}
    for other in blocks_of(setup, state, setup.types[block.id].side):
        if _under(setup, state, block.id, other):
            why = why_no_order(setup, ready, block.id, other.id)
            (able if why is None else out.setdefault(why.rule, [])).append(other.id)
    kind = setup.types[block.id]
    words = [
        text(
            "{hq}: command range {n}, {areas} areas (5.21.range)",
            hq=kind.name,
            n=kind.reach,
            areas=len(areas),
        ),
        text("Can order: {blocks}", blocks=_blocks(setup, able)),
    ]
    words += [
        text(
            "{why} ({rule}): {blocks}",
            why=text(NOT_ORDERED.get(rule, "Not")),
            rule=rule,
            blocks=_blocks(setup, uids),
        )
        for rule, uids in out.items()
    ]
    value: dict[str, object] = {
        "areas": list(areas),
        "orders": able,
        "out": out,
        "active": block.active,
    }
    if acts_as_army(kind, block):
        given = block.orders if block.active else 0
        value["left"] = max(0, strength(kind, block) - given)
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
    words = [text("{block} can be ordered by: {hqs}", block=kind.name, hqs=_blocks(setup, able))]
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


# -- movement ------------------------------------------------------------------------------------


def reach(setup: Setup, state: State, seat: str | None, unit: str) -> Answer:
    """[5.4.normal] [5.41.rate] Where a block could go in an Action Phase, orders and stacking apart."""
    block = _placed(setup, state, seat, unit)
    kind = setup.types[block.id]
    where = _where(setup, state, kind.side)
    found = where.dests((block.at, mobility(kind)))
    fights = [area for area in found if where.codes[area] >= ENEMY]
    quiet = [area for area in found if where.codes[area] < ENEMY]
    why = why_not_moving(setup, state, block.id)
    words = [
        text("{block}: 1 area, {n} by road (5.41.rate)", block=kind.name, n=by_road(kind)),
        text("Reaches: {areas}", areas=_names(setup, quiet)),
    ]
    rules = ["5.4.normal", "5.41.rate"]
    if fights:
        words.append(text("Into battle (5.4.attack): {areas}", areas=_names(setup, fights)))
        rules.append("5.4.attack")
    if _over_water(setup, state, where, block, quiet):
        words.append(text("Bridges, dams and fords do not hinder a move by road (5.41.cross)."))
        rules.append("5.41.cross")
    if why is not None:
        words.append(text("{why} ({rule})", why=why.message, rule=why.rule))
        rules.append(why.rule)
    value: dict[str, object] = {
        "areas": quiet,
        "attacks": fights,
        "refused": why.rule if why else None,
        "ordered_by": list(orders_for(setup, state, block.id)),
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


def limits(setup: Setup, state: State, seat: str | None, at: str) -> Answer:
    """[3.32.scope] The crossing limits of an area's borders, and what is left of them now."""
    _area(setup, at)
    battle = state.battle
    retreating = battle is not None and battle.at == at
    rows: dict[str, dict[str, object]] = {}
    labels = []
    points = []
    words = [text("Borders of {area} (3.33.border):", area=_name(setup, at))]
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
                text("{area}: the river cannot be crossed (3.2.river)", area=_name(setup, other))
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
                area=_name(setup, other),
                into=into,
                out=out,
                used=used,
            )
        )
    rule = "6.71.limit" if retreating else "3.32.scope"
    overlays = (Overlay("labels", "legal", points=tuple(points), labels=tuple(labels)),)
    return Answer({"at": at, "borders": rows}, ("3.33.border", rule), tuple(words), overlays)


def stacking(setup: Setup, state: State, seat: str | None, at: str) -> Answer:
    """[3.31.limit] How many blocks of each side stand in an area, and how many more may."""
    most = stacking_limit(setup.ground.areas[_area(setup, at)].terrain)
    words = [
        text("{area} holds {n} blocks of each side (3.31.limit).", area=_name(setup, at), n=most)
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


def pinned(setup: Setup, state: State, seat: str | None, at: str = "") -> Answer:
    """[5.5.pin] How many blocks are pinned in the contested areas; of the own ones also which."""
    side = setup.side_of(seat)
    areas = [_area(setup, at)] if at else list(state.pins)
    found: dict[str, object] = {}
    words: list[Text] = []
    for area in areas:
        count = state.pins.get(area, 0)
        own = [uid for uid in state.areas.get(area, ()) if setup.types[uid].side == side]
        held = [uid for uid in own if state.blocks[uid].pinned]
        found[area] = {"count": count, "own": held}
        words.append(text("{area}: {n} pinned", area=_name(setup, area), n=count))
        if held:
            words.append(text("Pinned: {blocks} (5.5.choice)", blocks=_blocks(setup, held)))
    overlay = Overlay("spaces", "danger", tuple(a for a in areas if state.pins.get(a)))
    return Answer({"areas": found}, ("5.5.pin", "5.5.choice"), tuple(words), (overlay,))


# -- bombardment and battle ------------------------------------------------------------------------


def bombard(setup: Setup, state: State, seat: str | None, unit: str) -> Answer:
    """[5.3.target] [3.34.mods] The firepower of a battery into each adjacent area."""
    block = _placed(setup, state, seat, unit)
    kind = setup.types[block.id]
    if not kind.is_artillery:
        raise NoAnswer(f"{unit} is no artillery; only guns bombard")
    # The rules look from the side whose phase it is; a player may ask in that of the other, too.
    seen = state if state.active == kind.side else evolve(state, active=kind.side)
    words = [text("{block}: {n} dice (5.3.target)", block=kind.name, n=strength(kind, block))]
    rules = ["5.3.target", "3.34.mods"]
    targets: dict[str, object] = {}
    for to in setup.ground.near[block.at]:
        power = firepower(setup, block.id, block.at, to)
        why = why_not_battery(setup, seen, block.id) or why_no_fire(setup, seen, block.id, to)
        told, lines_of, _ = explain(modifiers(setup, block.at, to))
        targets[to] = {
            "firepower": max(0, power),
            "modifiers": told,
            "refused": why.rule if why else None,
        }
        if setup.ground.borders[border_key(block.at, to)].water:
            rules.append("5.3.rivers")
        if why is None:
            words += [
                text("{area}: hits at {n} or less", area=_name(setup, to), n=power),
                *lines_of,
            ]
        else:
            rules.append(why.rule)
            words.append(
                text(
                    "{area}: {why} ({rule})", area=_name(setup, to), why=why.message, rule=why.rule
                )
            )
    able = tuple(to for to, row in targets.items() if row["refused"] is None)  # type: ignore[index]
    value: dict[str, object] = {"dice": strength(kind, block), "targets": targets}
    overlay = Overlay("spaces", "danger", able)
    return Answer(value, tuple(dict.fromkeys(rules)), tuple(words), (overlay,))


def retreats(setup: Setup, state: State, seat: str | None, unit: str) -> Answer:
    """[6.7.retreat] Where a block in battle may retreat to now, and what closes the other ways."""
    block = state.blocks.get(str(unit))
    if block is None or not sees(setup, state, seat, block.id):
        raise NoAnswer(f"{unit} is no block whose face you see")
    battle = state.battle
    if battle is None or block.at != battle.at:
        raise NoAnswer(f"{unit} is not in the battle being fought")
    able = retreat_areas(setup, state, block.id)
    refused: dict[str, str] = {}
    words = [
        text(
            "{block} may retreat to: {areas}",
            block=setup.types[block.id].name,
            areas=_names(setup, able),
        )
    ]
    for there in setup.ground.near[battle.at]:
        why = why_not(setup, state, block.id, there)
        if why is not None:
            refused[there] = why.rule
            words.append(
                text(
                    "{area}: {why} ({rule})",
                    area=_name(setup, there),
                    why=why.message,
                    rule=why.rule,
                )
            )
    rules = ("6.7.retreat", *dict.fromkeys(refused.values()))
    value: dict[str, object] = {"areas": list(able), "refused": refused}
    overlays = (
        Overlay("spaces", "legal", tuple(a for a in able if a in setup.ground.areas)),
        Overlay("spaces", "illegal", tuple(refused)),
    )
    return Answer(value, rules, tuple(words), overlays)


def odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[6.5.roll] The odds of a choice: a fire, a bombardment, or a move into a battle."""
    if not isinstance(choice, dict) or "piece" not in choice:
        return Answer({}, ())
    block = state.blocks.get(str(choice["piece"]))
    if block is None or not sees(setup, state, seat, block.id):
        raise NoAnswer(f"{choice['piece']} is no block whose face you see")
    if "do" in choice:
        fires = choice["do"] in ("fire", "bayonet") and state.battle is not None
        return fire_odds(setup, state, seat, choice) if fires else Answer({}, ())
    _own(setup, state, seat, block.id)
    to = str(choice.get("at", ""))
    if state.phase.split(".")[0] == "bombard":
        return bombard_odds(setup, state, seat, choice)
    codes = _where(setup, state, setup.types[block.id].side).codes
    if codes.get(to, 0) < ENEMY:
        return Answer({}, ())
    return odds_of_battle(setup, state, seat, to, block.id)


def battle_odds(setup: Setup, state: State, seat: str | None, at: str, unit: str = "") -> Answer:
    """[6.3.rounds] The odds of the battle in an area as it stands; `unit`: an own block joins it."""
    _side(setup, seat)
    joining = ""
    if unit and str(unit) in setup.types and setup.types[str(unit)].side == setup.side_of(seat):
        joining = str(unit) if state.blocks[str(unit)].at != at else ""
    return odds_of_battle(setup, state, seat, _area(setup, at), joining)


# -- supply and victory ----------------------------------------------------------------------------


def supply(setup: Setup, state: State, seat: str | None, unit: str) -> Answer:
    """[7.31.trace] The supply line of a block, or what cuts it off."""
    block = _placed(setup, state, seat, unit)
    side, name = setup.types[block.id].side, setup.types[block.id].name
    held = holders(setup, state)
    if in_supply(setup, state, block.id):
        serving = lines(setup, state, side).of(block.at)
        path = _road(setup, state, block.at, serving[0], lambda a: held.get(a, side) == side)
        words = (
            text(
                "{block} is in supply from {areas} (7.31.trace).",
                block=name,
                areas=_names(setup, serving),
            ),
            text("Line: {areas}", areas=_names(setup, path)),
        )
        value: dict[str, object] = {
            "supplied": True,
            "sources": list(serving),
            "line": list(path),
            "cut_at": [],
        }
        line = Overlay("line", "path", points=_points(setup, path))
        return Answer(value, ("7.31.trace",), words, (line,))
    return _cut_off(setup, state, block)


def _cut_off(setup: Setup, state: State, block: Block) -> Answer:
    """[7.34.effect] Say where the enemy stands on the shortest way to a source."""
    side, held = setup.types[block.id].side, holders(setup, state)
    ways = [_road(setup, state, block.at, s, lambda _: True) for s in sources(setup, side)]
    path = min((way for way in ways if way), key=len, default=())
    cut = tuple(area for area in path if held.get(area, side) != side)
    words = [text("{block} is out of supply (7.34.effect).", block=setup.types[block.id].name)]
    if cut:
        words.append(text("The enemy cuts the road at: {areas}", areas=_names(setup, cut)))
    elif not path:
        words.append(text("No road leads here or to an area next to it."))
    value: dict[str, object] = {
        "supplied": False,
        "sources": [],
        "line": list(path),
        "cut_at": list(cut),
    }
    line = Overlay("line", "path", points=_points(setup, path))
    rules = ("7.31.trace", *(("7.32.blocked",) if cut else ()), "7.34.effect")
    return Answer(value, rules, tuple(words), (line, Overlay("spaces", "danger", cut)))


def _road(
    setup: Setup, state: State, at: str, source: str, open_to: Callable[[str], bool]
) -> tuple[str, ...]:
    """[7.31.trace] Return the shortest way from an area, or one next to it, by road to a source.

    `open_to` says which areas the road may run through. The first step needs no road, only a
    border that can be crossed.
    """
    ground = setup.ground
    front: list[tuple[str, ...]] = [(at,)]
    front += [(at, b) for b in ground.near[at] if passable(ground, state, at, b)]
    found: set[str] = set()
    while front:
        path = front.pop(0)
        here = path[-1]
        if here in found or not open_to(here):
            continue
        if here == source:
            return path
        found.add(here)
        front += [(*path, b) for b in ground.near[here] if road_between(ground, state, here, b)]
    return ()


def victory(setup: Setup, state: State, seat: str | None) -> Answer:
    """[8.1.winner] The victory points as far as the seat knows them."""
    words = []
    value: dict[str, object] = {}
    rules: list[str] = ["8.1.winner", "8.2.hidden"]
    held: list[str] = []
    for side in setup.sides:
        points = known_points(setup, state, seat, side)
        value[side] = {
            "vp": points.sure,
            "unseen": points.unseen,
            "redoubts": list(points.redoubts),
        }
        held += points.redoubts
        rules += points.rules
        words.append(
            text(
                "{side}: {vp} VP, {n} unseen losses of the enemy, redoubts: {areas}",
                side=SIDE_NAMES[side],
                vp=points.sure,
                n=points.unseen,
                areas=_names(setup, points.redoubts),
            )
        )
    words.append(text("A tie is a Russian victory (8.1.winner)."))
    overlay = Overlay("spaces", "hover", tuple(held))
    return Answer(value, tuple(dict.fromkeys(rules)), tuple(words), (overlay,))


def points_of_supply(setup: Setup, state: State, seat: str | None, side: str = "") -> Answer:
    """[7.1.points] The SP each source of a side pays now, and what blocks it."""
    whose = side or _side(setup, seat)
    if whose not in setup.sides:
        raise NoAnswer(f"{side} is no side; the sides are {', '.join(setup.sides)}")
    network = lines(setup, state, whose)
    rows = {s: pays(setup, state, s) if s in network.reach else 0 for s in sources(setup, whose)}
    words = [text("{area}: {n} SP", area=_name(setup, s), n=n) for s, n in rows.items()]
    areas = [a for a in setup.ground.areas if network.of(a)]
    value: dict[str, object] = {"sources": rows, "total": sum(rows.values()), "areas": areas}
    overlays = (
        Overlay("spaces", "legal", tuple(areas)),
        Overlay("spaces", "danger", network.blocked),
    )
    return Answer(value, ("7.1.points", "7.32.blocked"), tuple(words), overlays)


_ALL: tuple[Callable[..., Answer], ...] = (
    holding.area,
    command,
    reach,
    limits,
    border,
    borders,
    stacking,
    pinned,
    bombard,
    retreats,
    supply,
    points_of_supply,
    victory,
    battle_odds,
    odds,
)

_SAMPLED = (battle_odds, odds)
INQUIRIES: dict[str, Inquiry] = {
    ask.__name__: Inquiry(ask.__name__, ask, slow=ask in _SAMPLED) for ask in _ALL
}
