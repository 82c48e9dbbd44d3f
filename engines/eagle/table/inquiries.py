"""Named questions about a position: the same answers serve overlays, cases and explanations."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterator

from engines.core.data.frozen import evolve
from engines.core.data.text import all_of, counted, named, text
from engines.core.play.inquiries import NoAnswer, inquiries
from engines.core.show.views import Answer, Overlay
from engines.eagle.field.distance import reached
from engines.eagle.field.position import (
    FLANK,
    FRONT,
    REAR,
    all_round,
    arc_of,
    is_cadre,
    zoc_of,
)
from engines.eagle.field.position import arc as arc_from
from engines.eagle.field.position import (
    command as ability_of,
)
from engines.eagle.field.position import enemy_zoc as watched_by
from engines.eagle.field.roaming import roam
from engines.eagle.field.sight import why_no_sight
from engines.eagle.field.terrain import cover, crossed
from engines.eagle.fire.aims import cone
from engines.eagle.manoeuvre.movement import options
from engines.eagle.manoeuvre.reach import why_not_go, why_not_move
from engines.eagle.setup import SIDES, Setup, enemy_of
from engines.eagle.state import State, Unit
from engines.eagle.table.arguments import Hex, Officer, Placed, Side
from engines.eagle.table.known import is_known
from engines.eagle.table.words import SIDE_NAMES
from engines.eagle.tables import has_row, number, row


def side_of_seat(setup: Setup, seat: str | None) -> str:
    """Return the side that a seat plays; for onlookers the first."""
    return next((s.side for s in setup.info.seats if s.id == seat), SIDES[0])


def as_known(setup: Setup, state: State, seat: str | None, group: str) -> State:
    """[command.counter] Return the State as a seat knows it: an order face down is taken for Attack."""
    side = next((s.side for s in setup.info.seats if s.id == seat), None)
    if is_known(setup, state, group, side):
        return state
    groups = {**state.groups, group: evolve(state.groups[group], order="attack")}
    return evolve(state, groups=groups)


# -- movement ----------------------------------------------------------------------------------


def reach(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[move.basic] The hexes a unit may move to, how it may face there, and how it may wheel.

    `refused` names the rule that keeps it from moving at all, if there is one.
    """
    known = as_known(setup, state, seat, setup.units[unit.id].group)
    barred = why_not_move(setup, known, unit.id)
    if barred is not None or setup.units[unit.id].rifles:
        rule = barred.rule if barred else "opt.rifles.move"
        value: dict[str, object] = {"hexes": [], "facings": {}, "wheels": [], "refused": rule}
        return Answer(value, (rule,), (barred.message,) if barred else ())
    ways, turns = options(setup, known, unit.id)
    hexes = sorted(ways)
    words = counted(
        "{unit} can reach {n} hex.",
        "{unit} can reach {n} hexes.",
        unit=setup.units[unit.id].name,
        n=len(hexes),
    )
    facings = {at: list(ways[at].facings) for at in hexes}
    return Answer(
        {"hexes": hexes, "facings": facings, "wheels": sorted(turns), "refused": None},
        ("move.basic", "move.wheel"),
        (words,),
        (Overlay("spaces", "legal", tuple(hexes)),),
    )


def move_cost(setup: Setup, state: State, seat: str | None, unit: Placed, at: Hex) -> Answer:
    """[move.rate] How many hexes a move takes, or the rule that refuses it."""
    known = as_known(setup, state, seat, setup.units[unit.id].group)
    barred = why_not_move(setup, known, unit.id)
    way = None if barred else options(setup, known, unit.id)[0].get(at)
    if way is None:
        why = barred or why_not_go(setup, known, unit.id, at, None)
        return Answer({"hexes": None, "refused": why.rule}, (why.rule,), (why.message,))
    n = len(way.path)
    words = counted("{n} hex to {at}", "{n} hexes to {at}", n=n, at=at)
    return Answer(
        {"hexes": n, "refused": None, "route": list(way.path)},
        ("move.rate",),
        (words,),
        (Overlay("spaces", "path", way.path),),
    )


# -- the ground --------------------------------------------------------------------------------


def zoc(
    setup: Setup, state: State, seat: str | None, side: Side = "", unit: Placed | None = None
) -> Answer:
    """[zoc.definition] The ZOC of a unit or of a side; with neither, that of the seat's enemy."""
    if unit is not None:
        covered, name = {*zoc_of(setup, unit)}, setup.units[unit.id].name
        whole = setup.units[unit.id].side
        of = text("{unit}", unit=name)
    else:
        whole = side or enemy_of(side_of_seat(setup, seat))
        covered, of = watched_by(setup, state, enemy_of(whole)), SIDE_NAMES[whole]
    hexes = sorted(covered)
    words = counted("ZOC of {name}: {n} hex", "ZOC of {name}: {n} hexes", name=of, n=len(hexes))
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


def fire_ranges(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[zoc.attack_artillery] [fire.artillery.cone] The hexes that an unlimbered gun may fire at."""
    if not setup.units[unit.id].is_artillery:
        raise NoAnswer(f"{unit.id} is no artillery; only guns have ranges")
    hexes = [
        at
        for at in cone(setup, unit.at, unit.facing)
        if why_no_sight(setup, state, unit.at, at, past_units=False) is None
    ]
    words = counted("The gun sees {n} hex.", "The gun sees {n} hexes.", n=len(hexes))
    return Answer(
        {"hexes": sorted(hexes)},
        ("zoc.attack_artillery", "fire.artillery.cone"),
        (words,),
        (Overlay("spaces", "danger", tuple(hexes)),),
    )


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


# -- command -----------------------------------------------------------------------------------


def command(setup: Setup, state: State, seat: str | None, unit: Officer) -> Answer:
    """[cmd.ability_cc] [zoc.distance] The hexes within the radius of a commander, and where he may go."""
    side = setup.chiefs[unit.id].side
    radius = ability_of(setup, state, unit.id, "ability")
    hexes = sorted(reached(setup, state, side, unit.at, radius))
    moves = sorted(roam(setup, state, unit.id, number("ugc_move")))
    words = text(
        "{name}: radius {n}, {hexes} hexes",
        name=setup.chiefs[unit.id].name,
        n=radius,
        hexes=len(hexes),
    )
    rule = "cmd.ability_ugc" if unit.group else "cmd.ability_cc"
    return Answer(
        {"radius": radius, "hexes": hexes, "moves": moves},
        (rule, "zoc.distance", "cmd.grouping_bonus"),
        (words,),
        (Overlay("spaces", "command", tuple(hexes)),),
    )


def chain(setup: Setup, state: State, seat: str | None, side: Side = "") -> Answer:
    """[command.in_command] Who was found out of command, and links from each unit to its commander."""
    whole = side or side_of_seat(setup, seat)
    lost, links = [], []
    for group in setup.groups.values():
        ugc = state.commanders.get(group.ugc)
        if group.side != whole or ugc is None:
            continue
        for uid in group.units:
            unit = state.units[uid]
            if unit.on_map and unit.ooc:
                lost.append(uid)
            elif unit.on_map and ugc.on_map and unit.at != ugc.at:
                links += [unit.at, ugc.at]
    words = text("Every unit is in command.")
    if lost:
        names = all_of([setup.units[uid].name for uid in lost])
        words = text("Out of command: {units}", units=names)
    overlays = (
        Overlay("links", "command", tuple(links)),
        Overlay("pieces", "danger", tuple(lost)),
    )
    return Answer({"out": lost, "side": whole}, ("command.in_command",), (words,), overlays)


INQUIRIES = inquiries(reach, move_cost, zoc, front, arc, los, fire_ranges, ground, command, chain)
