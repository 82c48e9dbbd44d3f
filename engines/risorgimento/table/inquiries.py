"""Named questions about a position: the same answers serve overlays, cases and explanations.

Points of overlays are those of the board (y south). What would measure is left out where the table
plays without measuring (scale.premeasure): radii, ranges and distances.
"""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin

import shapely

from engines.core.board.tabletop import EPS, Base, Point, distance
from engines.core.data.text import Text, named, text
from engines.core.play.inquiries import inquiries
from engines.core.show.views import Answer, Overlay
from engines.risorgimento.command.command import (
    commander_of,
    in_action,
    superior_of,
    within,
)
from engines.risorgimento.command.succession import units_under
from engines.risorgimento.field.footprint import base, commander_base, on_table
from engines.risorgimento.fire.fire import WHY
from engines.risorgimento.ground import sectors as villages
from engines.risorgimento.movement.zoc import depth, exerts, holders, zones
from engines.risorgimento.setup import MARKER_NAMES, Sector, Setup
from engines.risorgimento.sight.sight import FIRE, GUNS, Drawn, drawn, marks_of, no_line
from engines.risorgimento.state import NONE, SQUARE, State
from engines.risorgimento.table.arguments import PieceId, UnitId
from engines.risorgimento.table.measured import charge_reach, move_cost, reach
from engines.risorgimento.table.odds import brigade_odds, fire_odds, melee_odds
from engines.risorgimento.table.odds_of_tests import charge_odds, test_odds
from engines.risorgimento.table.pictures import area, line, tags
from engines.risorgimento.tables import BANDS, number, ranges
from engines.risorgimento.turn.turn import TURN

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


# -- command (A.1) -----------------------------------------------------------------------------


def command(setup: Setup, state: State, seat: str | None, *, unit: PieceId) -> Answer:
    """[A.1.chain] [geo.command] Who commands a unit or whom a commander commands, and his radius.

    For a unit the value has `commander`, `marker` (that of phase A), `radius`; with measuring also
    `distance` (cm, base to base) and `within`. For a commander `marker`, `radius` and `units`, with
    measuring `outside`: those out of it now.
    """
    if unit in state.commanders:
        return _of_commander(setup, state, unit)
    found = state.units[unit]
    name = commander_of(setup, state, setup.types[unit].brigade)
    value: dict[str, object] = {"commander": name, "marker": found.marker}
    lines = [_status(found.marker)]
    overlays: list[Overlay] = []
    if name and (own := commander_base(setup, state.commanders[name])) is not None:
        radius, stand = state.commanders[name].radius, base(setup, found)
        value["radius"] = radius
        lines.append(text("{name}, radius {n} cm", name=setup.posts[name].name, n=radius))
        broken = False
        if setup.measuring:
            gap = distance(own, stand)
            broken = not within(setup, state, name, stand)
            value |= {"distance": gap, "within": not broken}
            overlays += area(own.polygon.buffer(radius), "command")
        overlays.append(line((stand.centre, own.centre), "chain_broken" if broken else "chain"))
    return Answer(value, ("A.1.chain", "geo.command", "A.1.markers"), tuple(lines), tuple(overlays))


def _status(marker: str) -> Text:
    return (
        text("In command")
        if marker == NONE
        else text("{marker} command marker", marker=MARKER_NAMES[marker])
    )


def _of_commander(setup: Setup, state: State, name: str) -> Answer:
    commander, post = state.commanders[name], setup.posts[name]
    own = commander_base(setup, commander)
    under = [
        uid
        for uid in units_under(setup, post.formation)
        if on_table(state.units[uid])
        and commander_of(setup, state, setup.types[uid].brigade) == name
    ]
    value: dict[str, object] = {
        "marker": commander.marker,
        "radius": commander.radius,
        "units": under,
    }
    lines = [_status(commander.marker), text("Radius {n} cm", n=commander.radius)]
    overlays: list[Overlay] = []
    if own is not None:
        stands = {uid: base(setup, state.units[uid]) for uid in under}
        outside: list[str] = []
        if setup.measuring:
            outside = [
                uid for uid, stand in stands.items() if not within(setup, state, name, stand)
            ]
            value["outside"] = outside
            overlays += area(own.polygon.buffer(commander.radius), "command")
        for uid, stand in stands.items():
            overlays.append(
                line((own.centre, stand.centre), "chain_broken" if uid in outside else "chain")
            )
    return Answer(value, ("A.1.chain", "geo.command", "A.1.markers"), tuple(lines), tuple(overlays))


def chain(setup: Setup, state: State, seat: str | None, *, unit: PieceId) -> Answer:
    """[A.1.chain] [A.1.check] The chain of command from a unit or commander to the commander in chief.

    The value has `links`, {from, to, marker} from below to above; with measuring each has `distance`
    and `within` too, and `broken` is who stands first outside his commander's radius ("" nobody).
    """
    links: list[dict[str, object]] = []
    overlays: list[Overlay] = []
    labels: list[tuple[Point, str]] = []
    broken = ""
    for lower, upper in _links(setup, state, unit):
        below, above = _stand(setup, state, lower), commander_base(setup, state.commanders[upper])
        marker = (state.units[lower] if lower in state.units else state.commanders[lower]).marker
        link: dict[str, object] = {"from": lower, "to": upper, "marker": marker}
        holds = True
        if below is not None and above is not None:
            if setup.measuring:
                gap = distance(above, below)
                holds = in_action(state, upper) and within(setup, state, upper, below)
                link |= {"distance": gap, "within": holds}
                broken = broken or ("" if holds else lower)
                labels.append(
                    (
                        _middle(below.centre, above.centre),
                        f"{gap:.1f} / {state.commanders[upper].radius}",
                    )
                )
            overlays.append(
                line((below.centre, above.centre), "chain" if holds else "chain_broken")
            )
        links.append(link)
    value: dict[str, object] = {"links": links}
    if setup.measuring:
        value["broken"] = broken
    lines = tuple(_link_words(setup, link) for link in links)
    return Answer(
        value, ("A.1.chain", "A.1.check", "geo.command"), lines, (*overlays, tags(labels))
    )


def _links(setup: Setup, state: State, unit: str) -> Iterator[tuple[str, str]]:
    """From a unit or commander up to the commander in chief."""
    here = unit
    if unit not in state.commanders:
        above = commander_of(setup, state, setup.types[unit].brigade)
        if not above:
            return
        yield unit, above
        here = above
    while above := superior_of(setup, state, setup.posts[here]):
        yield here, above
        here = above


def _stand(setup: Setup, state: State, name: str) -> Base | None:
    if name in state.commanders:
        return commander_base(setup, state.commanders[name])
    return base(setup, state.units[name]) if on_table(state.units[name]) else None


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _name(setup: Setup, name: str) -> str:
    return setup.types[name].name if name in setup.types else setup.posts[name].name


def _link_words(setup: Setup, link: dict[str, object]) -> Text:
    lower, upper = _name(setup, str(link["from"])), _name(setup, str(link["to"]))
    if "within" not in link:
        return text("{lower} under {upper}", lower=lower, upper=upper)
    held = text("{lower} to {upper}: {cm} cm, in radius")
    broken = text("{lower} to {upper}: {cm} cm, broken")
    words = held if link["within"] else broken
    return words.fill(lower=lower, upper=upper, cm=f"{link['distance']:.1f}")


# -- zones of control (E.6) --------------------------------------------------------------------


def zoc(setup: Setup, state: State, seat: str | None, *, unit: PieceId = "") -> Answer:
    """[geo.zoc] [E.6.size] The ZOC of a unit and who holds it, or all ZOCs of the enemy of a seat.

    The value of a unit has `depth` in cm (0: it has no ZOC) and `held_by`, the enemy units in whose
    ZOC it stands; without a unit `units`, all that have one.
    """
    if unit in state.commanders:
        return Answer({}, ())
    if unit:
        found = state.units[unit]
        held = holders(setup, state, unit, base(setup, found))
        reach_cm = depth(setup.types[unit]) if exerts(found) else 0.0
        shapes = [*zones(setup, found)]
        shapes += [zone for foe in held for zone in zones(setup, state.units[foe])]
        lines = [
            text("ZOC {cm} cm deep", cm=f"{reach_cm:g}") if reach_cm else text("It has no ZOC")
        ]
        lines += [text("In the ZOC of {unit}", unit=_name(setup, foe)) for foe in held]
        overlays = tuple(overlay for shape in shapes for overlay in area(shape, "zoc"))
        value: dict[str, object] = {"depth": reach_cm, "held_by": list(held)}
        return Answer(value, ("geo.zoc", "E.6.size", "E.6.stop"), tuple(lines), overlays)
    side = setup.side_of(seat)
    owners = [
        uid for uid, one in state.units.items() if exerts(one) and setup.types[uid].side != side
    ]
    overlays = tuple(
        o for uid in owners for zone in zones(setup, state.units[uid]) for o in area(zone, "zoc")
    )
    return Answer({"units": owners}, ("geo.zoc", "E.6.size"), (), overlays)


# -- fire (D.1, F.1) ---------------------------------------------------------------------------


def los(setup: Setup, state: State, seat: str | None, *, origin: UnitId, target: UnitId) -> Answer:
    """[geo.lof] [D.1.obstacles] The line of fire between two units, with what stands in it.

    The value has `clear` and, where it is not, `refused` (the rule) and `where`; `edge` is the
    firing edge. With measuring there are `range` (cm), `band` and `enfilade` too; without it the
    distance is not judged.
    """
    guns = TURN.within(state, GUNS) and setup.types[origin].arm == "artillery"
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
            band = reach_of.band(seen.range, EPS) if reach_of else ""
            value |= {"range": seen.range, "band": band, "enfilade": seen.enfilade}
            far = f"{seen.range:.1f}"
            lines.append(
                text("{cm} cm, {band} range", cm=far, band=named("term", band))
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
    overlays.append(tags([(_middle(*ends), "blocked" if rule else "clear")]))
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
            area(shapely.Polygon(seen.quad), style) if shapely.Polygon(seen.quad).area > EPS else ()
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
            labels.append((_ahead(base(setup, found), cm), f"{band} {cm:g}"))
    rules = ("geo.cone", "D.1.cone") if guns else ("geo.lof", "F.1.arc")
    lines = tuple(
        text("{band}: {cm} cm", band=band, cm=f"{cm:g}") for band, cm in far.items() if band
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


# -- villages (G.5) ----------------------------------------------------------------------------


def sectors(setup: Setup, state: State, seat: str | None, *, unit: str = "") -> Answer:
    """[G.5.sectors] [geo.sector] The village sectors with their places and who holds them.

    The value has for each sector {place: unit}; a unit pointed at gives the one it is in.
    """
    here = state.units[unit].sector if unit in state.units else ""
    shown = [place for place in setup.table.sectors if not here or place.id == here]
    overlays: list[Overlay] = []
    labels: list[tuple[Point, str]] = []
    value: dict[str, object] = {}
    for place in shown:
        held = villages.garrison(state, place.id)
        value[place.id] = held
        overlays += area(villages.square(place), "sector")
        labels += [(_beside(place, side), villages.quarter(place, side)) for side in range(4)]
    rules = ("G.5.sectors", "geo.sector")
    return Answer(value, rules, (), (*overlays, tags(labels)))


def _beside(place: Sector, side: int) -> Point:
    return _middle(*villages.side_edge(place, side))


# -- what decided it ---------------------------------------------------------------------------


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
        purpose = GUNS if TURN.within(state, GUNS) else FIRE
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


INQUIRIES = inquiries(
    command,
    chain,
    zoc,
    los,
    arc,
    sectors,
    reach,
    charge_reach,
    move_cost,
    fire_odds,
    melee_odds,
    brigade_odds,
    test_odds,
    charge_odds,
    deciding,
    measures=(zoc, reach, charge_reach, move_cost, fire_odds, charge_odds),
    slow=(reach, charge_reach, brigade_odds),
)
