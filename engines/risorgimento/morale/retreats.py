"""[geo.retreat] Forced retreats and rout: the way back, who is passed through, who is lost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np
import shapely

from grognard.engines.core.board.tabletop import EPS, Bases, Point, Pose, turn_between
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.risorgimento.army.units import LIMBERED, MARCH, OPEN, Unit, UnitType
from grognard.engines.risorgimento.command.succession import attached_to, behind
from grognard.engines.risorgimento.field.effects import (
    change,
    change_commander,
    discipline_test,
    name_of,
    remove,
    tell,
)
from grognard.engines.risorgimento.field.footprint import (
    Crowd,
    base,
    base_at,
    enemies,
    everyone,
    friends,
    on_table,
)
from grognard.engines.risorgimento.ground.allowance import allowance
from grognard.engines.risorgimento.ground.ground import GRAIN, closed, course, may_stand
from grognard.engines.risorgimento.morale.arriving import arrives
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import constant

ASIDE = 24
"""So many steps aside room is looked for where there is none on the way back."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way back: its direction (degrees), its end, how far, and the friends in it.

    `off`: it leaves the table; `shut`: it meets ground that is closed to the unit.
    """

    direction: float
    end: Pose
    run: float
    friends: tuple[str, ...] = ()
    off: bool = False
    shut: bool = False


def column_move(setup: Setup, uid: str) -> float:
    """[E.3.4.distance] Return the march-column MA of a unit in cm (limbered for guns)."""
    kind = setup.types[uid]
    return allowance(kind, LIMBERED if kind.arm == "artillery" else MARCH)


def home(setup: Setup, uid: str) -> float:
    """[geo.retreat] Return the direction of a unit's own lines, in degrees."""
    kind = setup.types[uid]
    return setup.home.get(kind.army, setup.home.get(kind.side, 0.0))


def directions(setup: Setup, uid: str) -> list[float]:
    """[geo.retreat] The seven candidates: home, then 15, 30 and 45 degrees to either side."""
    step = constant("retreat_step")
    return [home(setup, uid) + step * n for n in (0, 1, -1, 2, -2, 3, -3)]


# -- choosing the way --------------------------------------------------------------------------


def find_way(setup: Setup, state: State, uid: str, distance: float) -> Way | None:
    """[geo.retreat] Return the way a forced retreat takes; None: it is cut off (E.8.forced).

    A way over ground that is closed to the unit is taken only where all meet such ground; it ends on
    the near side of it.
    """
    foes, mates = _others(setup, state, uid)
    found: list[tuple[bool, list[int], Way]] = []
    for angle in directions(setup, uid):
        way = _along(setup, state, uid, distance, angle)
        if _met(setup, state, uid, way, foes):
            continue
        met = _met(setup, state, uid, way, mates)
        if not (met or way.shut):
            return way
        found.append((way.shut, met, way))
    if not found:
        return None
    # Of the open ways, or else of those that are shut, the first without friends in it.
    _, met, way = min(found, key=lambda one: (one[0], bool(one[1])))
    return replace(way, friends=tuple(mates.ids[i] for i in met))


def _others(setup: Setup, state: State, uid: str) -> tuple[Crowd, Crowd]:
    """The enemies and the friends of a unit."""
    return enemies(setup, state, setup.types[uid].side), friends(setup, state, uid)


def goes_as(setup: Setup, unit: Unit) -> tuple[UnitType, str]:
    """[E.2.3.crew] Return as what a unit goes back: guns limbered, a crew without them as line infantry."""
    kind = setup.types[unit.id]
    if unit.spot is not None:
        return evolve(kind, arm="infantry", weight="line"), OPEN
    return kind, LIMBERED if kind.arm == "artillery" else unit.formation


def stands_as(setup: Setup, unit: Unit) -> tuple[UnitType, str]:
    """[E.2.3.crew] Return as what a unit stands where it is: a crew without its guns as line infantry."""
    return (setup.types[unit.id], unit.formation) if unit.spot is None else goes_as(setup, unit)


def _along(setup: Setup, state: State, uid: str, distance: float, angle: float) -> Way:
    """Where a retreat in one direction comes to: terrain costs, closed ground stops, the edge is the end."""
    unit = state.units[uid]
    stand = base(setup, unit)
    x, y = stand.centre
    far = (x + distance * cos(radians(angle)), y + distance * sin(radians(angle)))
    kind, formation = goes_as(setup, unit)
    ground = course(setup, state, kind, formation, stand.centre, far)
    run = min(distance, ground.distance(distance))
    barred = ground.stop is not None and run >= ground.stop - setup.eps
    corridor = _corridor(setup, stand.centre, angle, run)
    shut = barred or closed(setup, state, kind, formation, stand.centre, corridor)
    end = stand.pose.moved(run, angle)
    return Way(angle % 360.0, end, run, off=not on_board(setup, end), shut=shut)


def _corridor(setup: Setup, start: Point, angle: float, run: float) -> shapely.Polygon:
    """[geo.retreat] The rectangle of a way, one base depth wide, shrunk by the tolerance."""
    (x, y), along = start, radians(angle)
    ahead, half = run + setup.cm["retreat_ahead_cm"], setup.cm["gap_cm"] / 2 - setup.eps
    fx, fy = cos(along), sin(along)
    return shapely.Polygon(
        (
            (x + setup.eps * fx - half * fy, y + setup.eps * fy + half * fx),
            (x + (ahead - setup.eps) * fx - half * fy, y + (ahead - setup.eps) * fy + half * fx),
            (x + (ahead - setup.eps) * fx + half * fy, y + (ahead - setup.eps) * fy - half * fx),
            (x + setup.eps * fx + half * fy, y + setup.eps * fy - half * fx),
        )
    )


def on_board(setup: Setup, pose: Pose) -> bool:
    """Whether a base's centre is still on the table."""
    x, y = pose.centre
    wide, deep = setup.table.size
    return -setup.eps <= x <= wide + setup.eps and -setup.eps <= y <= deep + setup.eps


def _met(setup: Setup, state: State, uid: str, way: Way, others: Bases) -> list[int]:
    """[geo.retreat] The units in the corridor, one base depth wide, of a way."""
    if not len(others):
        return []
    start = base(setup, state.units[uid]).centre
    corridor = _corridor(setup, start, way.direction, way.run)
    near = np.sort(others.tree.query(corridor))
    hit = near[shapely.intersects(others.eroded[near], corridor)]
    return [int(i) for i in hit]


# -- going -------------------------------------------------------------------------------------


def retire(table: Board, uid: str, distance: float, rule: str, chain: tuple[str, ...] = ()) -> None:
    """[G.3.retreat] Fall back towards one's own lines, still facing the enemy.

    `chain`: the units whose retreat has set this one going; they do not test again.
    """
    _go(table, uid, distance, rule, facing=None, chain=chain)


def retire_by_choice(table: Board, uid: str, distance: float, rule: str) -> None:
    """[E.8.forced] Fall back of one's own will, which destroys nobody.

    Cut off it stays where it is, and it stops at the edge of the table.
    """
    step = table.setup.cm["screen_step_cm"]
    while distance > 0:
        way = find_way(table.setup, table.state, uid, distance)
        place = settle(table.setup, table.state, uid, way, None) if way and not way.off else None
        if place is not None:
            _go(table, uid, distance, rule, facing=None)
            return
        distance = distance - step if way and way.off else 0.0
    words = text("{unit} finds no way back and stays.", unit=name_of(table, uid))
    tell(table, words, rule, "E.8.forced", "geo.retreat", uid=uid)


def flee(table: Board, uid: str, distance: float, rule: str) -> None:
    """[morale.rout] [H.4.fail] Run in march column, heading along the way."""
    _go(table, uid, distance, rule, facing="along")


def _go(  # noqa: PLR0913 - who goes back how far, why, how, and before whom
    table: Board,
    uid: str,
    distance: float,
    rule: str,
    *,
    facing: str | None,
    chain: tuple[str, ...] = (),
) -> None:
    setup = table.setup
    if not on_table(table.state.units[uid]):
        return
    way = find_way(setup, table.state, uid, distance)
    if way is None:
        words = text("{unit} has no way back.", unit=name_of(table, uid))
        tell(table, words, "E.8.forced", "geo.retreat", uid=uid)
        remove(table, uid, "E.8.forced")
        return
    if way.off:
        remove(table, uid, "geo.retreat", left=True)
        return
    place = settle(setup, table.state, uid, way, facing)
    if place is None:
        remove(table, uid, "geo.retreat", left=True)
        return
    start, before = table.state.units[uid].pose, base(setup, table.state.units[uid])
    change(table, uid, pose=place, sector="", slot="", stirred=True)
    bring_commander(table, uid)
    seat = setup.seat_of(setup.types[uid].side)
    aside = abs(turn_between(way.direction, home(setup, uid))) > EPS
    rules = (rule, "geo.retreat", "E.3.4.gap") if aside or way.friends else (rule, "geo.retreat")
    rules = (*rules, "E.5.cost") if way.shut else rules
    table.log(
        "move",
        text("{unit} goes back.", unit=name_of(table, uid)),
        *rules,
        seat=seat,
        pieces=(uid,),
        path=tuple(_words(p) for p in (start, place) if p),
    )
    arrives(table, uid, before)
    for friend in way.friends:
        pass_through(table, friend, uid, chain)


def _words(pose: Pose) -> str:
    return f"{pose.x},{pose.y}"


def settle(setup: Setup, state: State, uid: str, way: Way, facing: str | None) -> Pose | None:
    """[geo.retreat] The last place of a way, None off the table."""
    unit = state.units[uid]
    if unit.pose is None:
        return None
    heading = way.direction if facing == "along" else unit.pose.heading
    return place_on(setup, state, uid, unit.pose.centre, way.direction, way.run, heading)


def place_on(  # noqa: PLR0913 - who goes from where, which way and how far, facing where
    setup: Setup,
    state: State,
    uid: str,
    start: Point,
    direction: float,
    run: float,
    heading: float,
) -> Pose | None:
    """[geo.retreat] Return where a unit comes to on a line; None off the table.

    As long as it overlaps anyone it goes on along the line, but over no closed ground: before that it
    stops, on the near side, at the first place with room on the way back, or where it stands.
    """
    unit, step = state.units[uid], setup.cm["screen_step_cm"]
    kind, formation = goes_as(setup, unit)
    others = everyone(setup, state, but=(uid,))
    most = run + sum(setup.table.size)
    fx, fy = cos(radians(direction)), sin(radians(direction))
    beyond = (start[0] + most * fx, start[1] + most * fy)
    shut = course(setup, state, kind, formation, start, beyond).stop
    limit = most if shut is None else shut

    def place(at: float) -> Pose:
        return Pose.of(start[0] + at * fx, start[1] + at * fy, heading)

    def stands(pose: Pose) -> bool:
        stand = base_at(setup.types[uid], unit.formation, pose)
        free = not len(others) or not len(others.overlapping(stand))
        return free and may_stand(setup, state, *stands_as(setup, unit), pose.centre)

    at = run
    while at < limit:
        pose = place(at)
        if not on_board(setup, pose):
            return None
        if stands(pose):
            return pose
        at += step
    at = min(run, limit) - GRAIN
    while at > 0:
        if stands(place(at)):
            return place(at)
        at -= GRAIN if at > limit - setup.eps else step
    # No room on the way at all: it stays, or crowds in beside where it stood.
    for n in range(ASIDE):
        for way in range(0, 360, 15):
            x, y = start[0] + n * step * cos(radians(way)), start[1] + n * step * sin(radians(way))
            for faced in (heading, heading + 90.0):
                pose = Pose.of(x, y, faced)
                near = course(setup, state, kind, formation, start, (x, y)).stop is None
                if near and on_board(setup, pose) and stands(pose):
                    return pose
    return unit.pose


def bring_commander(table: Board, uid: str) -> None:
    """[commanders.attach] An attached commander goes with his unit."""
    name = attached_to(table.state, uid)
    if name:
        change_commander(table, name, pose=behind(table.setup, table.state, uid))


def pass_through(table: Board, uid: str, runner: str, chain: tuple[str, ...] = ()) -> None:
    """[E.7.rout_test] [E.3.4.distance] A unit passed through tests; Disordered, it goes back itself, once."""
    unit = table.state.units[uid]
    if not on_table(unit) or unit.routed or uid in chain:
        return
    words = text(
        "{unit} is passed through by {runner}.",
        unit=name_of(table, uid),
        runner=name_of(table, runner),
    )
    tell(table, words, "E.7.rout_test", uid=uid)
    if not discipline_test(table, uid, "interpenetrated", "E.7.rout_test"):
        retire(table, uid, column_move(table.setup, uid), "E.3.4.distance", (*chain, runner, uid))
