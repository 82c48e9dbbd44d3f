"""[form.facing] [zoc] [los] [terrain] Questions about the field: fronts, zones of control, sight, ground."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import all_of, counted, named, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.eagle.field.arguments import Hex, Placed, Side
from grognard.engines.eagle.field.position import (
    FLANK,
    FRONT,
    REAR,
    all_round,
    arc_of,
    is_cadre,
    zoc_of,
)
from grognard.engines.eagle.field.position import arc as arc_from
from grognard.engines.eagle.field.position import enemy_zoc as watched_by
from grognard.engines.eagle.field.rollwords import SIDE_NAMES
from grognard.engines.eagle.field.sight import why_no_sight
from grognard.engines.eagle.field.terrain import cover, crossed
from grognard.engines.eagle.setup import SIDES, Setup, enemy_of
from grognard.engines.eagle.state import State, Unit
from grognard.engines.eagle.tables import has_row, row


def zoc(
    setup: Setup, state: State, seat: str | None, side: Side = "", unit: Placed | None = None
) -> Answer:
    """[zoc.definition] The ZOC of a unit or of a side; with neither, that of the seat's enemy."""
    if unit is not None:
        covered, name = {*zoc_of(setup, unit)}, setup.units[unit.id].name
        whole = setup.units[unit.id].side
        of = text("{unit}", unit=name)
    else:
        whole = side or enemy_of(setup.side_of(seat) or SIDES[0])
        covered, of = watched_by(setup, state, enemy_of(whole)), SIDE_NAMES[whole]
    hexes = sorted(covered)
    words = counted(
        "Zone of control of {name}: {n} hex",
        "Zone of control of {name}: {n} hexes",
        name=of,
        n=len(hexes),
    )
    return Answer(
        {"hexes": hexes, "side": whole},
        ("zoc.definition", "zoc.none", "zoc.move", "move.zoc"),
        (words,),
        (Overlay("spaces", "zoc", tuple(hexes)),),
    )


def front(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[form.facing] The front, flank and rear hexes of a unit."""
    found: dict[str, list[str]] = {FRONT: [], FLANK: [], REAR: []}
    for direction, at in enumerate(setup.map.grid.neighbours(unit.at)):
        if at is not None and not unit.is_routed:
            part = FRONT if all_round(unit) else arc_of(unit.facing, (direction,))
            found[part].append(at)
    words = text(
        "Front: {front}; flank: {flank}; rear: {rear}",
        front=all_of(found[FRONT], "place"),
        flank=all_of(found[FLANK], "place"),
        rear=all_of(found[REAR], "place"),
    )
    value: dict[str, object] = {part: sorted(hexes) for part, hexes in found.items()}
    value["ranks"] = ranks(setup, unit)
    overlays = (
        Overlay("spaces", "legal", tuple(found[FRONT])),
        Overlay("spaces", "illegal", tuple(found[REAR])),
    )
    rules = ("form.facing", "form.ranks", *form_rules(setup, unit))
    return Answer(value, rules, (words,), overlays)


def arc(setup: Setup, state: State, seat: str | None, unit: Placed, at: Hex) -> Answer:
    """[los.vertex] [opt.flank_cover] From which arc of a unit an attack out of a hex comes."""
    found = arc_from(setup, state, unit.id, at)
    directions = setup.map.grid.exit_directions(unit.at, at)
    rules = ["form.facing"]
    if len(directions) > 1:
        rules.append("los.vertex")
    plain = FRONT if all_round(unit) or not directions else arc_of(unit.facing, directions)
    if plain != found:
        rules.append("opt.flank_cover")
    words = text("From {at} the attack comes from the {arc}.", at=at, arc=ARCS[found])
    return Answer({"arc": found}, tuple(rules), (words,))


ARCS = {FRONT: text("front"), FLANK: text("flank"), REAR: text("rear")}


def form_rules(setup: Setup, unit: Unit) -> tuple[str, ...]:
    """[form.infantry] Return the rules of the formation that a unit is in."""
    if not unit.formation:
        return ("result.rout.effects",)
    rule = {
        "limbered": "form.artillery_limbered",
        "unlimbered": "form.artillery_unlimbered",
    }.get(unit.formation, f"form.{unit.formation}")
    return ("form.infantry", rule) if setup.units[unit.id].is_infantry else (rule,)


def ranks(setup: Setup, unit: Unit) -> int:
    """[form.ranks] [fire.ranks] Return how many ranks a target has, from the front."""
    card = setup.units[unit.id]
    if card.is_infantry and unit.formation != "square" and is_cadre(setup, unit):
        return int(row("fire_ranks", "cadre")["ranks"])
    key = unit.formation if card.is_infantry else card.arm
    return int(row("fire_ranks", key)["ranks"]) if has_row("fire_ranks", key) else 0


def los(setup: Setup, state: State, seat: str | None, a: Hex, b: Hex) -> Answer:
    """[los.definition] Whether the line of sight of a gun is clear between two hexes, and what blocks it.

    `ground` tells the same for commanders and squares, whom units between do not hinder.
    """
    why = why_no_sight(setup, state, a, b, past_units=False)
    past = why_no_sight(setup, state, a, b, past_units=True)
    ends = (setup.map.grid.centre(a), setup.map.grid.centre(b))
    style = "los_blocked" if why else "los_clear"
    words = why.message if why else text("{a} sees {b}.", a=a, b=b)
    rule = why.rule if why else "los.definition"
    rules = dict.fromkeys((rule, "los.definition", *_line_rules(setup, a, b)))
    value: dict[str, object] = {
        "clear": why is None,
        "ground": past is None,
        "rule": rule,
        "distance": setup.map.grid.distance(a, b),
    }
    overlays = [Overlay("line", style, points=ends)]
    if why is not None and why.where:
        overlays.append(Overlay("spaces", "danger", why.where))
    return Answer(value, tuple(rules), (words,), tuple(overlays))


def _line_rules(setup: Setup, a: str, b: str) -> Iterator[str]:
    """Give the rules that a line of sight falls under by the way it runs."""
    if setup.map.grid.distance(a, b) <= 1:
        yield "los.adjacent"
        return
    yield "los.when"
    if any(step.along for step in setup.map.grid.line(a, b)):
        yield "los.along_side"
    sides = [kinds_between(setup, *pair) for pair in next(iter(crossed(setup, a, b)))]
    if row("terrain_effects", setup.map.at(a))["sight"] == "blocks" or any(sides):
        yield "los.own_hex"


def kinds_between(setup: Setup, a: str, b: str) -> tuple[str, ...]:
    """Return what lies on the side between two hexes, crests too."""
    crest = (a, b) in setup.map.crests or (b, a) in setup.map.crests
    return (*setup.map.between(a, b), *(("crest",) if crest else ()))


def ground(setup: Setup, state: State, seat: str | None, at: Hex, to: Hex = "") -> Answer:
    """[terrain.cumulative] What a hex is, to whom it is closed, and the cover it gives from a hex beside it.

    `to` is the hex that an attack on `at` comes from.
    """
    known = row("terrain_effects", setup.map.at(at))
    rules = [str(known["rule"]), "terrain.cumulative"]
    if None in setup.map.grid.neighbours(at):
        rules.append("move.half_hexes")
    sides = kinds_between(setup, to, at) if to else ()
    rules += (str(row("terrain_effects", kind)["rule"]) for kind in sides)
    added = {
        how: sum(one.value for one in cover(setup, state, to, at, how)) if to else 0
        for how in ("fire", "melee")
    }
    closed = sorted({*known["closed_to"], *(a for k in sides for a in _closed(k))})
    words = text(
        "{at}: {terrain}; fire {fire}, melee {melee}",
        at=at,
        terrain=named("term", str(known["name"])),
        fire=added["fire"],
        melee=added["melee"],
    )
    value: dict[str, object] = {
        "terrain": setup.map.at(at),
        "difficult": known["difficult"] == "yes",
        "sides": list(sides),
        "closed_to": closed,
        **added,
    }
    return Answer(value, tuple(dict.fromkeys(rules)), (words,))


def _closed(kind: str) -> list[str]:
    return list(row("terrain_effects", kind)["closed_to"])


INQUIRIES = inquiries(zoc, front, arc, los, ground)
