"""[6] Named questions about a position: zones of control, fronts, stacks, lines of sight."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Sequence

from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.gmt.field.arguments import AnyUnit, Hex, Placed, Side
from grognard.engines.gmt.field.closed_hexes import min_columns
from grognard.engines.gmt.field.line_of_sight import line_of_sight
from grognard.engines.gmt.field.position import (
    SIDE_NAMES,
    adjacent_enemies,
    all_round,
    controllers,
    defended_front,
    enemy_of,
    exerts_zoc,
    fire_limit,
    frontal,
    why_not_stack,
)
from grognard.engines.gmt.field.position import zoc as zoc_of
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import number


def zoc(
    setup: Setup, state: State, seat: str | None, side: Side = "", unit: Placed | None = None
) -> Answer:
    """[6.31] The ZOC of a unit or of a side; with neither, that of the seat's enemy."""
    if unit is not None:
        kind = setup.types[unit.id]
        exerts = exerts_zoc(kind, unit)
        covered = set(setup.map.zoc_from(unit.at)) if exerts else set()
        name: str | Text = kind.name
        whole = kind.side
    else:
        whole = side or enemy_of(_own_side(setup, seat))
        covered = zoc_of(setup, state, whole)
        name = SIDE_NAMES[whole]
        exerts = True
    hexes = sorted(covered)
    words = counted("ZOC of {name}: {n} hex", "ZOC of {name}: {n} hexes", name=name, n=len(hexes))
    if not exerts:
        words = text("{name} has no ZOC.", name=name)
    rules = ("6.31", "6.32")
    value = {"hexes": hexes, "side": whole}
    return Answer(value, rules, (words,), (Overlay("spaces", "zoc", tuple(hexes)),))


def _own_side(setup: Setup, seat: str | None) -> str:
    return next((s.side for s in setup.info.seats if s.id == seat), setup.first_side)


def front(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[6.11.vertex] The Frontal and the Rear hexes of a unit."""
    ahead = frontal(setup, unit)
    behind = tuple(h for h in setup.map.grid.adjacent(unit.at) if h not in ahead)
    rule = "6.11.vertex"
    if all_round(setup, unit):
        rule = "9.85.effects" if unit.square else "6.11.fort"
    shield = defended_front(setup, unit)
    rules = (rule, "6.11.cav") if len(shield) > len(ahead) else (rule,)
    words = text(
        "Front: {front}; rear: {rear}",
        front=setup.map.places(ahead),
        rear=setup.map.places(behind),
    )
    return Answer(
        {"front": list(ahead), "rear": list(behind), "defended": list(shield)},
        rules,
        (words,),
        (Overlay("spaces", "legal", ahead), Overlay("spaces", "illegal", behind)),
    )


def stacking(
    setup: Setup, state: State, seat: str | None, at: Hex, units: Sequence[AnyUnit] = ()
) -> Answer:
    """[6.21.max] Whether these units may join those of a hex; without any, what stands there."""
    here = state.stacks.get(at, ())
    joining = [unit.id for unit in units if unit.id not in here]
    sides = {setup.types[uid].side for uid in (*here, *joining)}
    words = counted(
        "{n} unit in {hex} may stand there.",
        "{n} units in {hex} may stack.",
        n=len(here) + len(joining),
        hex=setup.map.place(at),
    )
    rule, rules = None, ("6.21.max",)
    if len(sides) > 1:
        rule, words = "6.22", text("Units of both sides never share a hex.")
    else:
        why = why_not_stack(setup, (*here, *joining), at)
        if why is not None:
            rule, words = why.rule, why.message
    if rule:
        rules = (rule,)
    names = [setup.types[uid].name for uid in here]
    stack = text("In {hex} from the top: {units}", hex=setup.map.place(at), units=all_of(names))
    style = "illegal" if rule else "legal"
    return Answer(
        {"legal": rule is None, "rule": rule, "stack": list(here)},
        rules,
        (stack, words),
        (Overlay("spaces", style, (at,)),),
    )


def adjacent(setup: Setup, state: State, seat: str | None, at: Hex) -> Answer:
    """[6.33] The hexes around a hex, the units in them, and whose ZOC covers the hex."""
    hexes = setup.map.grid.adjacent(at)
    units = [uid for hex_id in hexes for uid in state.stacks.get(hex_id, ())]
    covering = {side: list(controllers(setup, state, at, side)) for side in setup.sides}
    enemies = {side: list(adjacent_enemies(setup, state, at, side)) for side in setup.sides}
    lines = tuple(
        text(
            "In the ZOC of {units}",
            units=all_of(setup.types[uid].name for uid in covering[side]),
        )
        for side in setup.sides
        if covering[side]
    )
    return Answer(
        {"hexes": list(hexes), "units": units, "zoc": covering, "enemies": enemies},
        ("6.31",),
        lines,
        (Overlay("spaces", "hover", hexes),),
    )


def los(setup: Setup, state: State, seat: str | None, a: Hex, b: Hex) -> Answer:
    """[8.4.need] Whether the line of sight between two hexes is clear, and what blocks it."""
    sight = line_of_sight(setup, state, a, b)
    away = setup.map.grid.distance(a, b)
    style = "los_clear" if sight.clear else "los_blocked"
    ends = (setup.map.grid.centre(a), setup.map.grid.centre(b))
    if sight.clear:
        words = counted(
            "From {a} one sees {b}, {n} hex away.",
            "From {a} one sees {b}, {n} hexes away.",
            a=setup.map.place(a),
            b=setup.map.place(b),
            n=away,
        )
    else:
        words = text(
            "From {a} one does not see {b}: the view ends at {hex}",
            a=setup.map.place(a),
            b=setup.map.place(b),
            hex=all_of(map(setup.map.place, sight.blocked_at)),
        )
    overlays = [Overlay("line", style, points=ends)]
    if sight.blocked_at:
        overlays.append(Overlay("spaces", "danger", sight.blocked_at))
    return Answer(
        {
            "clear": sight.clear,
            "rule": sight.rule,
            "blocked_at": list(sight.blocked_at),
            "distance": away,
        },
        (sight.rule,),
        (words,),
        tuple(overlays),
    )


def limits(setup: Setup, state: State, seat: str | None) -> Answer:
    """[6.21.max] [sch.limits] Limits of this scenario: stacking, artillery in a hex, columns."""
    columns, (fire, rule) = min_columns(setup), fire_limit(setup)
    lines: list[Text] = [
        counted(
            "A hex holds {n} unit at most.",
            "A hex holds {n} units at most.",
            n=number("stack_max"),
        ),
        text(
            "Artillery alone totals Fire Strength {n} at most.",
            n=fire,
        ),
    ]
    lines += [
        text("{side}: not east of hex column {n}.", side=SIDE_NAMES[side], n=least)
        for side, least in columns.items()
    ]
    value = {
        "stack": number("stack_max"),
        "artillery": fire,
        "columns": columns,
    }
    return Answer(value, ("6.21.max", rule, "sch.limits"), tuple(lines))


INQUIRIES = inquiries(zoc, front, stacking, adjacent, los, limits)
