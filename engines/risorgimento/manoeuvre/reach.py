"""[geo.allowance] Where a unit can come to: a fan of straight runs, judged together on arrays.

Each run turns first as far as it must (E.3.2.wheel) and then goes straight; where something stops it
is found to half a centimetre for ZOCs and exactly for ground, bases and the table's edge. It is a
picture and a guide: what an order really comes to is judged by `movement.leg`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from grognard.engines.core.board.runs import Runs, crossings, region, stretches
from grognard.engines.core.board.tabletop import EPS, Floats, Pose, rectangles
from grognard.engines.risorgimento.ground.allowance import WHOLE, about_price, turn_price
from grognard.engines.risorgimento.ground.ground import judge
from grognard.engines.risorgimento.manoeuvre.forecast import ready
from grognard.engines.risorgimento.movement.interpenetration import in_the_way
from grognard.engines.risorgimento.movement.movement import (
    ALLOWANCE,
    BARRED,
    CONTACT,
    EDGE,
    FRIEND,
    GROUND,
    ZOC,
)
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.movement.zoc import enemy_zones, screened
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

RAYS = 72


@dataclass(frozen=True)
class Reach:
    """What a unit can reach in one turn and one leg.

    `runs` are the rays, sorted by direction; `lengths` how far each comes in cm; `stops` what ends
    each (the kinds of `movement`), `foes` the enemy unit met or whose ZOC is entered, "" none.
    """

    runs: Runs
    lengths: Floats
    stops: tuple[str, ...]
    foes: tuple[str, ...]

    @cached_property
    def region(self) -> shapely.Geometry:
        """The area that the centre of the base can come to."""
        return region(self.runs, self.lengths)

    def targets(self) -> tuple[str, ...]:
        """Return the enemy units it can come into contact with, each once, by direction."""
        met = (foe for foe, stop in zip(self.foes, self.stops, strict=True) if stop == CONTACT)
        return tuple(dict.fromkeys(met))

    def pose(self, ray: int) -> Pose:
        """Return the pose at the end of a ray."""
        return self.runs.pose(ray, float(self.lengths[ray]))


def reach_region(setup: Setup, state: State, uid: str, rays: int = RAYS) -> Reach:
    """[E.3.2.tactical] Return where a unit can come to with what is left of its allowance.

    Raises:
        ValueError: the unit is not on the table.
    """
    mover = Mover(setup, ready(setup, state, uid), uid)
    runs = _fan(mover, rays)
    lengths, kinds = _over_ground(mover, runs)
    stops = [kind or ALLOWANCE for kind in kinds]
    foes = [""] * len(runs)

    def cut(found: Floats, kind: str, who: list[str]) -> None:
        for row in np.nonzero(found < lengths - setup.eps)[0].tolist():
            lengths[row], stops[row], foes[row] = max(0.0, float(found[row])), kind, who[row]

    nobody = [""] * len(runs)
    cut(_to_the_edge(mover, runs), EDGE, nobody)
    cut(runs.meeting(in_the_way(setup, state, uid))[0], FRIEND, nobody)
    touch, _ = runs.touching(mover.foes)
    if len(mover.foes):
        first = touch.argmin(axis=1)
        met = touch[np.arange(len(runs)), first]
        cut(met, CONTACT, [mover.foes.ids[i] for i in first.tolist()])
    entered, owners = _to_zones(mover, runs, lengths)
    cut(entered, BARRED if mover.held or mover.progress.fell_back else ZOC, owners)
    return Reach(runs, lengths, tuple(stops), tuple(foes))


def _fan(mover: Mover, rays: int) -> Runs:
    """[geo.wheel] The rays: each with the heading it is run in and what the turn leaves to run."""
    heading, ma = mover.stand.heading, mover.ma
    off = np.linspace(-180.0, 180.0, rays, endpoint=False)
    turns = np.zeros(rays) if mover.free else np.array([_turn_for(float(angle)) for angle in off])
    prices = np.array(
        [
            about_price()
            if abs(turn) == 180.0
            else turn_price(mover.state.turned, round(turn * 100))
            for turn in turns.tolist()
        ]
    )
    run = np.maximum(0.0, (mover.left - prices) / WHOLE * ma)
    order = np.argsort((heading + off) % 360.0, kind="stable")
    directions, headings = np.radians(heading + off), np.radians(heading + turns)
    return Runs(mover.stand, directions[order], headings[order], run[order])


def _turn_for(off: float) -> float:
    """The cheapest turn after which a direction is within the oblique limit."""
    oblique = float(number("oblique"))
    if abs(off) <= oblique:
        return 0.0
    if abs(off) >= 180.0 - oblique:
        return 180.0
    steps = 1 if abs(off) <= 2 * oblique else 2
    return float(np.sign(off)) * min(abs(off), steps * number("turn_step"))


def _over_ground(mover: Mover, runs: Runs) -> tuple[Floats, list[str]]:
    """[geo.cost] How far the ground lets each ray come, and whether it is the ground that ends it."""
    table, lines = mover.setup.table, runs.lines()
    found = stretches(len(runs), runs.lengths, crossings(lines, table.shapes, table.tree))
    reached, kinds = np.zeros(len(runs)), []
    for row, parts in enumerate(found):
        track = judge(
            mover.setup,
            mover.state,
            mover.kind,
            mover.formation,
            mover.stand.centre,
            parts,
            mover.progress.low,
        )
        effort = float(runs.lengths[row])
        reached[row] = track.distance(effort)
        barred = track.stop is not None and reached[row] >= track.stop - mover.setup.eps
        kinds.append(GROUND if barred else "")
    return reached, kinds


def _to_the_edge(mover: Mover, runs: Runs) -> Floats:
    """How far each ray comes before a corner would leave the table."""
    k = len(runs)
    corners = rectangles(
        np.broadcast_to(np.array(mover.stand.centre), (k, 2)), runs.headings, _halves(mover, k)
    )
    step = np.stack((np.cos(runs.directions), np.sin(runs.directions)), axis=-1)[:, None, :]
    far = np.array(mover.setup.table.size)
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(step > 0, (far - corners) / step, -corners / step)
    room = np.where(np.abs(np.broadcast_to(step, room.shape)) < 1e-9, np.inf, room)
    found: Floats = np.maximum(0.0, room.reshape(k, -1).min(axis=1))
    return found


def _halves(mover: Mover, count: int) -> Floats:
    return np.broadcast_to(np.array([mover.stand.depth / 2, mover.stand.width / 2]), (count, 2))


def _to_zones(mover: Mover, runs: Runs, lengths: Floats) -> tuple[Floats, list[str]]:
    """[E.6.stop] How far each ray comes before it stands in an enemy ZOC, and whose."""
    entered, owners = np.full(len(runs), np.inf), [""] * len(runs)
    zones = enemy_zones(mover.setup, mover.state, mover.kind)
    if not zones.ids:
        return entered, owners
    step = mover.setup.cm["screen_step_cm"]
    rows, places = _steps(lengths, step)
    centres = np.array(mover.stand.centre) + places[:, None] * np.stack(
        (np.cos(runs.directions[rows]), np.sin(runs.directions[rows])), axis=-1
    )
    shapes = shapely.polygons(
        rectangles(centres, runs.headings[rows], _halves(mover, len(rows)) - mover.setup.eps)
    )
    spots, which = zones.tree.query(shapes, predicate="intersects")
    order = np.lexsort((which, places[spots], rows[spots]))
    for spot, zone in zip(spots[order].tolist(), which[order].tolist(), strict=True):
        row, foe = int(rows[spot]), zones.ids[zone]
        if owners[row] or foe in mover.held:
            continue
        x, y = centres[spot].tolist()
        at = mover.stand.at(Pose.of(x, y, float(np.degrees(runs.headings[row]))))
        if not screened(mover.setup, mover.state, mover.uid, at, foe):
            entered[row], owners[row] = float(places[spot]), foe
    return entered, owners


def _steps(lengths: Floats, step: float) -> tuple[NDArray[np.intp], Floats]:
    """Every half centimetre of every ray: its row, and how far along it."""
    counts = np.floor(lengths / step + EPS).astype(np.intp)
    rows: NDArray[np.intp] = np.repeat(np.arange(len(lengths), dtype=np.intp), counts)
    first = np.repeat(np.cumsum(counts) - counts, counts)
    places = np.asarray((np.arange(len(rows)) - first + 1) * step, dtype=np.float64)
    return rows, places
