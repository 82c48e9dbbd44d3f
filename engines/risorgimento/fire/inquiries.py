"""[D.1] [F.1] Named questions about fire: its lines, fields of fire, what decided a line of the log."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin

import shapely

from grognard.engines.core.board.tabletop import Base, Point
from grognard.engines.core.data.text import text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.risorgimento.army.units import SQUARE
from grognard.engines.risorgimento.field.arguments import PieceId, UnitId
from grognard.engines.risorgimento.field.footprint import base, on_table
from grognard.engines.risorgimento.field.pictures import area, line, middle, tags
from grognard.engines.risorgimento.field.ranges import BAND_NAMES, BANDS, ranges
from grognard.engines.risorgimento.fire.misses import WHY
from grognard.engines.risorgimento.movement.zoc import zones
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import FIRE, GUNS, Drawn, drawn, marks_of, no_line
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

OUT_OF_RANGE = ("geo.range", "D.2.open", "D.2.weather")
"""The rules that refuse a fire for its distance alone."""


FROM = {
    "full": text("the full front"),
    "left half": text("the left half of the front"),
    "right half": text("the right half of the front"),
    "left flank": text("the left flank"),
    "right flank": text("the right flank"),
    "front of the square": text("the front of the square"),
    "right of the square": text("the right of the square"),
    "rear of the square": text("the rear of the square"),
    "left of the square": text("the left of the square"),
}
"""The firing edges by name."""


ORDERS = ("D.phase", "F.phase")
"""What an order of fire is logged under."""


EDGES = ("front", "left", "right")


def los(setup: Setup, state: State, seat: str | None, *, origin: UnitId, target: UnitId) -> Answer:
    """[geo.lof] [D.1.obstacles] The line of fire between two units, with what stands in it.

    The value has `clear` and, where it is not, `refused` (the rule) and `where`; `edge` is the
    firing edge. With measuring there are `range` (cm), `band` and `enfilade` too; without it the
    distance is not judged.
    """
    guns = state.phase == GUNS and setup.types[origin].arm == "artillery"
    purpose = GUNS if guns else FIRE
    seen, rule, where = _line(setup, state, origin, target, purpose, measured=setup.measuring)
    value: dict[str, object] = {"clear": not rule}
    if rule:
        value |= {"refused": rule, "where": list(where)}
    lines = [WHY[rule] if rule else text("The line of fire is clear.")]
    if seen is not None:
        value["edge"] = seen.name
        lines.append(text("From {edge}", edge=FROM[seen.name]))
        if setup.measuring:
            reach_of = ranges(setup.types[origin].weapon, setup.scale)
            band = reach_of.band(seen.range, setup.eps) if reach_of else ""
            value |= {"range": seen.range, "band": band, "enfilade": seen.enfilade}
            far = f"{seen.range:.1f}"
            lines.append(
                text("{cm} cm, {band}", cm=far, band=BAND_NAMES[band])
                if band
                else text("{cm} cm, out of range", cm=far)
            )
            if seen.enfilade:
                lines.append(text("In enfilade"))
    overlays = [
        *fire_overlays(setup, state, origin, seen, blocked=bool(rule)),
        *obstacles(setup, state, where),
    ]
    ends = [_centre(setup, state, uid) for uid in (origin, target)]
    if seen is None:
        overlays.append(line(ends, "los_blocked"))
    overlays.append(tags([(middle(*ends), "blocked" if rule else "clear")]))
    return Answer(
        value,
        tuple(dict.fromkeys(("geo.lof", "D.1.obstacles", *((rule,) if rule else ())))),
        tuple(lines),
        tuple(overlays),
    )


def _centre(setup: Setup, state: State, uid: str) -> Point:
    return base(setup, state.units[uid]).centre


def _line(  # noqa: PLR0913 - a fire and how it is judged
    setup: Setup, state: State, origin: str, target: str, purpose: str, *, measured: bool
) -> tuple[Drawn | None, str, tuple[str, ...]]:
    """[geo.lof] The corridor drawn, and the rule that refuses it ("" none) with what stands in it."""
    marks = marks_of(setup, state, (target,))
    seen = drawn(setup, state, origin, marks, purpose)
    block = no_line(setup, state, origin, marks, purpose)
    if block is not None and not measured and block.rule in OUT_OF_RANGE:
        return seen, seen.rule if seen is not None else "", seen.where if seen is not None else ()
    return (seen, block.rule, block.where) if block is not None else (seen, "", ())


def fire_overlays(
    setup: Setup, state: State, origin: str, seen: Drawn | None, *, blocked: bool
) -> list[Overlay]:
    """[geo.lof] [geo.cone] Draw the two lines of a corridor, and the cone of a battery."""
    style = "los_blocked" if blocked else "los_clear"
    found: list[Overlay] = []
    if setup.types[origin].arm == "artillery" and on_table(state.units[origin]):
        far = shapely.LineString(seen.middle).length * 1.1 if seen is not None else 0.0
        found += area(cone(setup, state, origin, max(far + 2.0, 8.0)), "cone")
    if seen is not None:
        p, p_end, q_end, q = seen.quad
        found += (
            area(shapely.Polygon(seen.quad), style)
            if shapely.Polygon(seen.quad).area > setup.eps
            else ()
        )
        found += [line((p, p_end), style), line((q, q_end), style)]
    return found


def obstacles(setup: Setup, state: State, where: Iterable[str]) -> list[Overlay]:
    """Light up the units and patches that decided something."""
    names = list(dict.fromkeys(where))
    patches = {patch.id for patch in setup.table.patches}
    pieces = tuple(name for name in names if name in state.units or name in state.commanders)
    grounds = tuple(name for name in names if name in patches)
    found = [Overlay("pieces", "danger", pieces)] if pieces else []
    return found + ([Overlay("spaces", "danger", grounds)] if grounds else [])


def cone(setup: Setup, state: State, uid: str, far: float) -> shapely.Geometry:
    """[geo.cone] Return the wedge in which a battery fires, out to a distance, within the table."""
    stand = base(setup, state.units[uid])
    half = number("cone_half")
    x, y = stand.centre
    rim = [
        (x + far * cos(radians(stand.heading + a)), y + far * sin(radians(stand.heading + a)))
        for a in range(-half, half + 1, 3)
    ]
    return shapely.intersection(shapely.Polygon([(x, y), *rim]), _sheet(setup))


def _sheet(setup: Setup) -> shapely.Polygon:
    return shapely.box(0.0, 0.0, *setup.table.size)


def arc(setup: Setup, state: State, seat: str | None, *, unit: PieceId) -> Answer:
    """[geo.lof] [geo.cone] [E.4.square] The field of fire of a unit, with measuring by range bands.

    The value has `edges`, those it may fire from, and with measuring `short`, `medium`, `long` (cm).
    """
    if unit in state.commanders:
        return Answer({}, ())
    found, kind = state.units[unit], setup.types[unit]
    reach_of = ranges(kind.weapon, kind.scale)
    if kind.arm == "cavalry" or reach_of is None:
        return Answer({"edges": []}, ("geo.lof",), (text("It does not fire."),))
    guns = kind.arm == "artillery"
    edges = (
        ("front", "right", "rear", "left")
        if found.formation == SQUARE
        else ("front",)
        if guns
        else EDGES
    )
    value: dict[str, object] = {"edges": list(edges)}
    far = {"": sum(setup.table.size)}
    if setup.measuring:
        far = dict(zip(BANDS, (reach_of.short, reach_of.medium, reach_of.long), strict=True))
        value |= far
    overlays: list[Overlay] = []
    labels: list[tuple[Point, str]] = []
    for band, cm in reversed(far.items()):
        for edge in edges:
            shape = (
                cone(setup, state, unit, cm)
                if guns
                else shapely.intersection(_field(base(setup, found), edge, cm), _sheet(setup))
            )
            overlays += area(shape, "cone" if guns else "arc")
        if band:
            labels.append((_ahead(base(setup, found), cm), f"{cm:g}"))
    rules = ("geo.cone", "D.1.cone") if guns else ("geo.lof", "F.1.arc")
    lines = tuple(
        text("{band}: {cm} cm", band=BAND_NAMES[band], cm=f"{cm:g}")
        for band, cm in far.items()
        if band
    )
    return Answer(value, rules, lines, (*overlays, tags(labels)))


def _field(stand: Base, edge: str, far: float) -> shapely.Geometry:
    """[geo.lof] What lies before an edge, opening as far as the lines may turn."""
    a, b = stand.edge(edge)
    normal, spread = stand.normal(edge), number("arc_half")
    ends = [
        (p[0] + far * cos(radians(normal + turn)), p[1] + far * sin(radians(normal + turn)))
        for p, turn in ((b, -spread), (a, spread))
    ]
    return shapely.Polygon([a, b, *ends])


def _ahead(stand: Base, far: float) -> Point:
    x, y = stand.front_middle
    return (x + far * stand.pose.forward[0], y + far * stand.pose.forward[1])


def deciding(  # noqa: PLR0913 - a line of the log
    setup: Setup,
    state: State,
    seat: str | None,
    *,
    rule: str,
    pieces: Iterable[str] = (),
    where: Iterable[str] = (),
) -> Answer:
    """[geo.lof] The geometry behind a line of the log: a fire's corridors, a ZOC, what was in the way.

    `state` is the position in which it was decided; nothing is told that the log has not told.
    """
    units = [name for name in pieces if name in state.units and on_table(state.units[name])]
    named = [name for part in where for name in part.split(",") if name]
    overlays: list[Overlay] = []
    if (rule.partition(".")[0] in ("D", "F") or rule in OUT_OF_RANGE) and len(units) > 1:
        purpose = GUNS if state.phase == GUNS else FIRE
        # An order of fire tells what a look along the line tells; its range shows when it is carried out.
        measured = setup.measuring or rule not in ORDERS
        for uid in units[:-1]:
            seen, refused, there = _line(setup, state, uid, units[-1], purpose, measured=measured)
            overlays += fire_overlays(setup, state, uid, seen, blocked=bool(refused))
            overlays += obstacles(setup, state, there)
    if rule.startswith("E.6"):
        foes = [state.units[name] for name in named if name in state.units]
        overlays += [o for foe in foes for zone in zones(setup, foe) for o in area(zone, "zoc")]
    overlays += obstacles(setup, state, named)
    return Answer({}, (rule,), (), tuple(overlays))


INQUIRIES = inquiries(los, arc, deciding)
