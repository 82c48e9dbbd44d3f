"""[E.9.timing] A leg walked point by point: tests, fire and reactions come where the path does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import asin, degrees, floor, hypot, inf

import shapely

from grognard.engines.core.board.tabletop import (
    EPS,
    Base,
    bearing,
    hits_leg,
    sweep_leg,
    turn_between,
)
from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.explain import Modifier
from grognard.engines.risorgimento.army.units import SQUARE, Unit, UnitType
from grognard.engines.risorgimento.command.succession import ride_down
from grognard.engines.risorgimento.field.effects import discipline_test, name_of, tell
from grognard.engines.risorgimento.field.footprint import (
    enemies,
    footprint,
    on_table,
    side_of,
)
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.fire import opportunity
from grognard.engines.risorgimento.ground.allowance import WHOLE
from grognard.engines.risorgimento.manoeuvre import interrupts
from grognard.engines.risorgimento.manoeuvre.encounter import (
    enter_zoc,
    meet,
    met,
    ride_over,
)
from grognard.engines.risorgimento.manoeuvre.guns import met_guns
from grognard.engines.risorgimento.movement.interpenetration import let_through
from grognard.engines.risorgimento.movement.move_under_way import (
    OVER,
    goes_on,
    note,
    put,
    short,
    stand_as_before,
    still,
)
from grognard.engines.risorgimento.movement.movement import (
    CONTACT,
    ZOC,
    Leg,
    Stop,
    clear_of_friends,
    leg,
)
from grognard.engines.risorgimento.movement.mover import Mover, battery_advances
from grognard.engines.risorgimento.movement.zoc import enemy_zones, holds, screened
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.sight.sight import Line
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import constant, number, rows

QUARTER = WHOLE // 4


def quarters(table: Board, uid: str) -> Procedure[None]:
    """[E.1.quarters] [E.2.1.who] Others may react before the first quarter and after the next three."""
    while table.state.mover == uid:
        passed = min(3, table.state.account // QUARTER)
        if table.state.progress.quarter >= passed or not on_table(table.state.units[uid]):
            return
        note(table, quarter=table.state.progress.quarter + 1)
        before = table.state
        yield from interrupts.quarter_over(table, uid, before.progress.quarter)
        met(table, uid, before)


def fire_at(table: Board, uid: str, before: Unit, after: Unit) -> Procedure[None]:
    """[E.9.who] Enemy units may use opportunity fire at the moving unit."""
    yield from opportunity.offer(table, uid, before, after)


def walk(
    table: Board, uid: str, asked: float, direction: float, *, into: str = ""
) -> Procedure[bool]:
    """[E.9.timing] Walk a leg point by point: tests, fire and reactions come where the path does.

    Returns whether the move can go on.
    """
    gone = 0.0
    note(table, leg_from=table.state.units[uid].pose)
    while True:
        mover = Mover(table.setup, table.state, uid)
        found = leg(mover, asked - gone, direction, into=into)
        if battery_advances(mover, found.place(found.length)):
            words = text("Disordered artillery may not advance.")
            return short(table, uid, Stop("disordered", "B.1.restrictions", (uid,), words))
        if found.lapses:
            note(table, forced=False)
            words = text("{unit} comes near the enemy: no forced march.", unit=name_of(table, uid))
            table.shortfall("E.3.1.double", uid, words)
        if not found.by_road and mover.progress.by_road:
            note(table, by_road=False)
        free = mover.free and not mover.kind.is_light_infantry
        note(table, freely=mover.progress.freely or free)
        done = yield from _stretch(table, uid, found)
        gone += done
        _rides_over(table, uid, sweep_leg(found.start, found.place(done)))
        if not goes_on(table, uid):
            return False
        if done >= found.length - table.setup.eps:
            break
    if found.length > table.setup.eps:
        words = text("{unit} moves.", unit=name_of(table, uid))
        tell(table, words, *leg_rules(mover, found), uid=uid, kind="move")
    return (yield from arrive(table, uid, found))


def _rides_over(table: Board, uid: str, swept: shapely.Geometry) -> None:
    """[loss.contacted] [geo.gun_spot] What lay on the way: unattached commanders, guns without crews."""
    ride_down(table, uid, swept)
    if table.setup.types[uid].arm == "cavalry":
        ride_over(table, uid, swept)


def leg_rules(mover: Mover, found: Leg) -> tuple[str, ...]:
    """Return the rules that made the price of a leg, and let it go where it went."""
    rules = ["E.3.2.tactical", "geo.allowance", *mover.limited_by]
    if "A.1.single" in mover.limited_by:
        rules += ["geo.command", "geo.dist"]
    if found.by_road:
        rules += ["E.3.3.bonus", "E.5.road", "geo.road"]
    if any(piece.factor != 1.0 for piece in found.course.pieces) or found.course.flats:
        rules += ["E.5.cost", "geo.cost"]
    if any(piece.patch is not None and piece.patch.level for piece in found.course.pieces):
        rules.append("geo.level")
    if found.course.road > mover.setup.eps:
        rules.append("E.3.3.terrain")
    if mover.formation == SQUARE:
        rules.append("E.4.square")
    if mover.free:
        rules += ["E.3.2.free", "geo.free_move"]
    elif abs(turn_between(mover.stand.heading, found.direction)) > constant("oblique_tolerance"):
        rules += ["E.3.2.oblique", "geo.oblique"]
    if mover.setup.scale != 1:
        rules.append("scale.25mm")
    return tuple(dict.fromkeys((*rules, *_rules_of_passing(mover, found))))


def _rules_of_passing(mover: Mover, found: Leg) -> list[str]:
    """[E.7.forbidden] [E.6.screen] [geo.bridge] Name what let a leg pass friends, ZOCs, water."""
    setup, end = mover.setup, found.place(found.length)
    rules = []
    mates = let_through(setup, mover.state, mover.uid)
    if len(mates) and len(hits_leg(found.start, end, mates)):
        rules += ["E.7.forbidden", "geo.sweep"]
    near = enemy_zones(setup, mover.state, mover.kind, whole=True).meeting(end.eroded)
    if any(mover.state.units[foe].routed for foe in near):
        rules.append("E.6.routed")
    elif any(not holds(setup.types[foe], mover.kind) for foe in near):
        rules += ["E.6.cavalry", "geo.zoc"]
    elif any(screened(setup, mover.state, mover.uid, end, foe) for foe in near):
        rules += ["E.6.screen", "geo.screened"]
    line = shapely.LineString((found.start.centre, end.centre)) if setup.table.bridges else None
    if line is not None and any(bridge.strip.intersects(line) for bridge in setup.table.bridges):
        rules.append("geo.bridge")
    return rules


def _stretch(table: Board, uid: str, found: Leg) -> Procedure[float]:
    """Walk a leg until something has changed that may change the rest; return how far it came."""
    watched = watched_points(table.setup, table.state, uid, found)
    near, guns = met_guns(table.setup, table.state, uid, found) or (-1.0, "")
    for at, patches in points(found, (*watched, *([near] if guns else []))):
        before = table.state.units[uid]
        put(table, uid, found.place(at).pose)
        table.update(account=found.spent(at))
        note(table, plain=found.plainly(at), low=found.course.low_at(at))
        now, stood = table.state.units[uid], table.state
        if not all(_tested(table, uid, patch) for patch in patches):
            stand_clear(table, uid, found, at)
            note(table, pending=OVER)
            words = text("{unit} stops where it is.", unit=name_of(table, uid))
            tell(table, words, "E.5.test", "E.3.4.when", uid=uid)
            return at
        if at in watched:
            yield from opportunity.offer(table, uid, before, now, watched[at])
            if not still(table, uid, now):
                return at
        if guns and at == near:
            yield from interrupts.at_guns(table, uid, guns)
            if not still(table, uid, now):
                return at
        yield from quarters(table, uid)
        if not still(table, uid, now) or table.state.progress.pending:
            return at
        if not stand_as_before(stood, table.state):
            return at
    return found.length


def stand_clear(table: Board, uid: str, found: Leg, at: float) -> None:
    """[E.7.forbidden] A unit that must stop while it passes a friend stops before him."""
    back = clear_of_friends(Mover(table.setup, table.state, uid), found, at)
    if back is not None:
        put(table, uid, found.place(back[0]).pose)


def points(found: Leg, watched: Iterable[float]) -> list[tuple[float, tuple[str, ...]]]:
    """[E.9.timing] [E.1.quarters] [E.5.test] Return the points of a leg where something is due.

    (cm along the leg, the features to test for there): `watched`, the whole cm where enemies may
    fire; the ends of quarters of the allowance; the features, and the end.
    """
    due: dict[float, tuple[str, ...]] = dict.fromkeys((*sorted(watched), found.length), ())
    reached, first = found.spent(found.length), found.account // QUARTER + 1
    for n in range(first, min(3, reached // QUARTER) + 1):
        at = found.course.distance((n * QUARTER - found.account) / WHOLE * found.ma)
        due.setdefault(min(at + EPS / 10, found.length), ())
    for at, patch in found.tests:
        due[at] = (*due.get(at, ()), patch)
    return sorted((at, patches) for at, patches in due.items() if at <= found.length)


def _tested(table: Board, uid: str, patch: str) -> bool:
    """[E.5.test] Take the test of a feature, once in a move; failing it ends the move there."""
    note(table, tested=(*table.state.progress.tested, patch))
    return discipline_test(
        table, uid, "obstacle", "E.5.test", more=ground_modifier(table.setup, patch)
    )


def ground_modifier(setup: Setup, patch: str) -> tuple[Modifier, ...]:
    """[E.5.test] Return what a feature adds to its discipline test."""
    terrain = next(p.terrain for p in setup.table.patches if p.id == patch)
    row = rows("terrain")[terrain]
    value = int(row["test_value"])
    return (Modifier(value, named("term", row["name"]), "E.5.test"),) if value else ()


def watched_points(
    setup: Setup, state: State, uid: str, found: Leg
) -> dict[float, Mapping[str, Line]]:
    """[E.9.timing] Return the whole cm of a leg, and its end, where some enemy has a line to it.

    All points are looked at together; who may fire there is settled when the unit has come there.
    """
    spots = [at for at in whole_cm(setup, found) if under_fire(setup, state, uid, found.place(at))]
    seen = opportunity.in_view(setup, state, uid, [found.place(at) for at in spots])
    return {at: view for at, view in zip(spots, seen, strict=True) if view}


def under_fire(setup: Setup, state: State, uid: str, place: Base) -> bool:
    """[E.9.who] Whether an enemy might fire at a unit in a place.

    Only those are left out who surely have no line to it: beyond their range, or far aside of their
    arc. Whoever may fire is asked.
    """
    (x, y), foes = place.centre, enemies(setup, state, side_of(setup, uid))
    # the half diagonals of two bases
    breadth, arc = hypot(*footprint("formed", setup.scale)) + 4 * setup.eps, number("arc_half")
    for foe, stand in zip(foes.ids, foes.items, strict=True):
        (u, v), kind = stand.centre, setup.types[foe]
        away, reach = hypot(x - u, y - v), _farthest(kind)
        if reach <= 0 or away > reach + breadth:
            continue
        if state.units[foe].formation == SQUARE:
            return True
        off = abs(turn_between(stand.heading, bearing((u, v), (x, y))))
        # A line is drawn from an edge, and may end at an edge: that much the centres may lie aside of it.
        wide = arc + degrees(asin(min(1.0, breadth / max(away, setup.eps))))
        if off <= wide or (kind.arm == "infantry" and abs(off - 90.0) <= wide):
            return True
    return False


def _farthest(kind: UnitType) -> float:
    found = ranges(kind.weapon, kind.scale)
    return found.long if found else -inf


def whole_cm(setup: Setup, found: Leg) -> list[float]:
    """[E.9.timing] Return the whole centimetres of a leg, and its end."""
    step = setup.cm["opportunity_step_cm"]
    whole = [step * n for n in range(1, floor(found.length / step - EPS) + 1)]
    return [*whole, found.length]


def arrive(table: Board, uid: str, found: Leg) -> Procedure[bool]:
    """Act on what ended a leg; return whether the move can go on."""
    yield from ()
    stop = found.stop
    if stop is None:
        return True
    if stop.kind == CONTACT:
        meet(table, uid, stop.where[0])
        return bool(goes_on(table, uid))
    if stop.kind == ZOC:
        return (yield from enter_zoc(table, uid, stop.where))
    return short(table, uid, stop)
