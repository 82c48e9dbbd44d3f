"""Named questions about a position: the same answers serve overlays, cases and explanations."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.core.data.text import Text, all_of, counted, text
from engines.core.play.inquiries import NoAnswer, inquiries, several
from engines.core.show.explain import Refusal
from engines.core.show.views import Answer, Overlay
from engines.gmt.field.features import standing
from engines.gmt.field.line_of_sight import line_of_sight
from engines.gmt.field.position import (
    SIDE_NAMES,
    adjacent_enemies,
    all_round,
    controllers,
    defended_front,
    enemy_of,
    exerts_zoc,
    frontal,
    on_map,
    side_at,
    why_not_stack,
)
from engines.gmt.field.position import zoc as zoc_of
from engines.gmt.fire.gunnery import in_front
from engines.gmt.morale.morale import groups, losses
from engines.gmt.movement.extended import is_used
from engines.gmt.movement.movement import Routes, SquareRoutes, route_facts
from engines.gmt.movement.movement import allowance as mp_allowance
from engines.gmt.orders.orders import (
    FAILED,
    HELD,
    NO_ORDERS,
    UNDER_ORDERS,
    command_of,
    command_rating,
    group_members,
    leader_in_range,
)
from engines.gmt.setup import Setup
from engines.gmt.state import RESERVE, State
from engines.gmt.table.arguments import (
    HEX,
    PLACED,
    AnyUnit,
    Hex,
    Mover,
    Placed,
    Side,
    Strength,
)
from engines.gmt.table.dayinquiries import commands, orders, pool, score
from engines.gmt.table.known_orders import as_known, orders_of, why_not_stir
from engines.gmt.table.view import collapse_text
from engines.gmt.tables import number
from engines.gmt.tables import strength_ratio as chart_ratio


def _listed(hexes: Iterable[str]) -> list[str]:
    return sorted(hexes)


# -- movement ----------------------------------------------------------------------------------


def reach(setup: Setup, state: State, seat: str | None, unit: Mover) -> Answer:
    """[7.31] The hexes where a unit may end its move, and what each costs at the cheapest.

    `refused` names the rule that keeps it from moving at all, if there is one.
    """
    known = as_known(setup, state, seat, unit.id)
    barred = why_not_stir(setup, known, unit.id)
    if barred is not None:
        return _still(barred, {"hexes": [], "costs": {}, "mp": 0})
    routes = (SquareRoutes if unit.square else Routes)(setup, known, unit.id)
    costs = {hex_id: routes.cost(route)[0] for hex_id, route in routes.reached().items()}
    rule = "9.85.move" if unit.square else routes.mp_rule
    words = counted(
        "{unit} has {mp} MP and can reach {n} hex ({rule}).",
        "{unit} has {mp} MP and can reach {n} hexes ({rule}).",
        unit=setup.types[unit.id].name,
        mp=routes.mp,
        n=len(costs),
        rule=rule,
    )
    hexes = _listed(costs)
    labels = tuple((hex_id, str(costs[hex_id])) for hex_id in hexes)
    return Answer(
        {"hexes": hexes, "costs": costs, "mp": routes.mp, "refused": None},
        (rule,),
        (words,),
        (Overlay("spaces", "legal", tuple(hexes)), Overlay("labels", "legal", labels=labels)),
    )


def _still(barred: Refusal, value: dict[str, object]) -> Answer:
    """Answer about the movement of a unit that may not move at all."""
    return Answer({**value, "refused": barred.rule}, (barred.rule,), (barred.message,))


def move_cost(
    setup: Setup, state: State, seat: str | None, unit: Mover, route: list[Hex]
) -> Answer:
    """[7.21] The MP of a route and the rules that made them; `refused` names what forbids it."""
    if not route:
        raise NoAnswer("route is empty: list the hexes entered, in order")
    known = as_known(setup, state, seat, unit.id)
    found = route_facts(setup, known, unit.id, route)
    barred = why_not_stir(setup, known, unit.id)
    if barred is not None:
        found["refused"] = barred.rule
    words = text(
        "{mp} MP to {hex} ({rules})",
        mp=found["mp"],
        hex=route[-1],
        rules=all_of(found["rules"], "verbatim"),
    )
    start = () if unit.at == RESERVE else (setup.map.grid.centre(unit.at),)
    points = (*start, *(setup.map.grid.centre(hex_id) for hex_id in route))
    rules = (*found["rules"], *([found["refused"]] if found["refused"] else []))
    lines = [words]
    if found["refused"]:
        lines.append(text("Not legal: rule {rule}", rule=found["refused"]))
    return Answer(found, tuple(rules), tuple(lines), (Overlay("line", "path", points=points),))


def allowance(setup: Setup, state: State, seat: str | None, unit: AnyUnit) -> Answer:
    """[7.11] [bor.8] The MP a unit may spend with the Orders it has, and the rule that sets them.

    Of the enemy's Orders only what is turned up counts (5.23).
    """
    kind = setup.types[unit.id]
    known = as_known(setup, state, seat, unit.id)
    barred = why_not_stir(setup, known, unit.id)
    if barred is not None:
        return _still(barred, {"mp": 0, "rule": barred.rule})
    mp, rule = mp_allowance(setup, known, unit)
    words = text("{unit} may spend {mp} MP ({rule}).", unit=kind.name, mp=mp, rule=rule)
    if setup.structure == "borodino" and not is_used(setup, kind.side):
        walks = text("This side may not use Extended Movement (bor.8).")
        return Answer({"mp": mp, "rule": rule}, (rule, "bor.8"), (words, walks))
    return Answer({"mp": mp, "rule": rule}, (rule,), (words,))


# -- zones, fronts, stacks ---------------------------------------------------------------------


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
    hexes = _listed(covered)
    words = counted(
        "ZOC of {name}: {n} hex (6.31)", "ZOC of {name}: {n} hexes (6.31)", name=name, n=len(hexes)
    )
    if not exerts:
        words = text("{name} has no ZOC (6.31).", name=name)
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
        "Front: {front}; rear: {rear} ({rule})",
        front=all_of(ahead, "place"),
        rear=all_of(behind, "place"),
        rule=rule,
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
        hex=at,
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
    stack = text("In {hex} from the top: {units}", hex=at, units=all_of(names))
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
            "In the ZOC of {units} (6.31)",
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


# -- fire --------------------------------------------------------------------------------------


def los(setup: Setup, state: State, seat: str | None, a: Hex, b: Hex) -> Answer:
    """[8.4.need] Whether the line of sight between two hexes is clear, and what blocks it."""
    sight = line_of_sight(setup, state, a, b)
    away = setup.map.grid.distance(a, b)
    style = "los_clear" if sight.clear else "los_blocked"
    ends = (setup.map.grid.centre(a), setup.map.grid.centre(b))
    if sight.clear:
        words = counted(
            "{a} sees {b}, {n} hex away.", "{a} sees {b}, {n} hexes away.", a=a, b=b, n=away
        )
    else:
        words = text(
            "{a} does not see {b}: blocked at {hex} ({rule})",
            a=a,
            b=b,
            hex=all_of(sight.blocked_at, "place"),
            rule=sight.rule,
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


def fire_ranges(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[8.3] [8.4.need] The hexes a gun sees in its front: in effective range, and beyond it."""
    kind = setup.types[unit.id]
    if not kind.is_artillery:
        raise NoAnswer(f"{unit.id} is no artillery; only guns have ranges")
    grid = setup.map.grid
    near: list[str] = []
    far: list[str] = []
    for hex_id in grid.within(unit.at, kind.maximum_range)[1:]:
        if in_front(setup, unit, unit.facing, hex_id):
            if line_of_sight(setup, state, unit.at, hex_id).clear:
                close = grid.distance(unit.at, hex_id) <= kind.effective_range
                (near if close else far).append(hex_id)
    words = text(
        "{unit}: effective to {near}, in all to {far} hexes (8.3)",
        unit=kind.name,
        near=kind.effective_range,
        far=kind.maximum_range,
    )
    overlays = (Overlay("spaces", "danger", tuple(near)), Overlay("spaces", "legal", tuple(far)))
    value = {"effective": _listed(near), "maximum": _listed(far)}
    return Answer(value, ("8.3", "8.4.need"), (words,), overlays)


def fire_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[8.5] The exact chances of a fire."""
    from engines.gmt.fire.fire import fire_odds as odds

    if not isinstance(choice, dict) or "by" not in choice or "at" not in choice:
        raise NoAnswer("choice must be {by: [guns], at: hex}")
    firers = [PLACED(setup, state, seat, uid).id for uid in several(choice["by"])]
    if not firers or not all(setup.types[uid].is_artillery for uid in firers):
        raise NoAnswer("by must list guns")
    at = HEX(setup, state, seat, choice["at"])
    if side_at(setup, state, at) in (None, setup.types[firers[0]].side):
        raise NoAnswer(f"at must be a hex with enemies; none is in {at}")
    return odds(setup, state, seat, {**choice, "by": firers})


# -- shock, command, morale, victory -----------------------------------------------------------


def shock_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[9.51] The chances of a Shock, stage by stage."""
    from engines.gmt.table.odds import shock_odds as odds

    return odds(setup, state, seat, choice)


def strength_ratio(
    setup: Setup, state: State, seat: str | None, attacker: Strength, defender: Strength
) -> Answer:
    """[9.51] The chart ratio and its modifier; each side is strength points or a list of units."""
    ratio, drm = chart_ratio(attacker, defender)
    words = text(
        "{a} against {b}: {ratio}, die {drm} (9.51)",
        a=attacker,
        b=defender,
        ratio=ratio,
        drm=f"{drm:+d}",
    )
    value = {"ratio": ratio, "drm": drm, "attacker": attacker, "defender": defender}
    return Answer(value, ("9.51",), (words,))


STATUS_RULES = {
    UNDER_ORDERS: ("5.26", text("Under Orders")),
    NO_ORDERS: ("5.27", text("No Orders")),
    FAILED: ("5.28.fail", text("failed Individual Orders: may only Rally")),
    HELD: ("bor.1.reserve", text("Reserve without Orders: may not move")),
}


def command(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[5.12.chain] The Orders Command of a unit, the rest of its group, its Orders, its commander.

    The value has `units` (of the command), `group`, `apart` (units of the group in other Orders
    Commands), `active` (all units of the group that act now, whatever their command), `in_range`
    (the Overall Commander in Orders Range of any unit of it, or null), `rating` (his Command Rating,
    0 without him) and `status`: under, none, failed or held; null for the enemy's, whose Orders are secret.
    """
    kind = setup.types[unit.id]
    members = command_of(setup, state, unit.id)
    group = group_members(setup, state, kind.group)
    apart = tuple(uid for uid in group if uid not in members)
    active = [uid for uid in group if uid in state.began]
    hexes = tuple(dict.fromkeys(state.units[uid].at for uid in members))
    lines = [
        text(
            "Orders Command of {unit}: {units} (5.12)", unit=kind.name, units=_names(setup, members)
        )
    ]
    rules = ["5.12.chain", "5.12.member", "5.11"]
    if apart:
        lines.append(
            text(
                "Of the same group, but too far away: {units} (5.12.chain)",
                units=_names(setup, apart),
            )
        )
    if active:
        rules.append("5.12.activation")
        lines.append(
            text("Active with its group: {units} (5.12.activation)", units=_names(setup, active))
        )
    body = setup.groups.get(kind.group)
    if body is not None and unit.id in body.attached:
        rules.append("bor.attach")
        lines.append(text("Attached to {group} (bor.attach)", group=body.name))
    if body is not None and body.parts:
        rules += ["bor.2", "bor.2.transmit"]
    value = {
        "units": list(members),
        "group": kind.group,
        "apart": list(apart),
        "active": active,
        **_commander(setup, state, members, rules, lines),
        "status": _status(setup, state, seat, unit.id, rules, lines),
    }
    overlay = Overlay("spaces", "command", hexes)
    return Answer(value, tuple(rules), tuple(lines), (overlay,))


def _names(setup: Setup, uids: Sequence[str]) -> Text:
    return all_of(setup.types[uid].name for uid in uids)


def _commander(
    setup: Setup, state: State, members: Sequence[str], rules: list[str], lines: list[Text]
) -> dict[str, object]:
    """[5.61] Who commands them from within Orders Range, and his Command Rating."""
    leader = leader_in_range(setup, state, members)
    if leader is None:
        return {"in_range": None, "rating": 0}
    rating = command_rating(setup, leader)
    rules.append("5.61")
    name = setup.leaders[leader].get("name", leader)
    lines.append(
        text(
            "In Orders Range of {leader}, Command Rating {n} (5.61)", leader=name, n=f"{rating:+d}"
        )
    )
    return {"in_range": leader, "rating": rating}


def _status(  # noqa: PLR0913 - who asks about whom, and where the answer goes
    setup: Setup, state: State, seat: str | None, unit: str, rules: list[str], lines: list[Text]
) -> str | None:
    """[5.26] [5.27] [5.28.fail] The Orders of one's own unit."""
    if seat is None or seat != setup.seat_of(setup.types[unit].side):
        return None
    found = orders_of(setup, state, unit)
    rule, words = STATUS_RULES.get(found, STATUS_RULES[NO_ORDERS])
    rules.append(rule)
    lines.append(text("{status} ({rule})", status=words, rule=rule))
    return found


def collapse(
    setup: Setup, state: State, seat: str | None, group: str = "", unit: AnyUnit | None = None
) -> Answer:
    """[10.52] How near an Activation Group (or that of a unit) is to Collapse."""
    name = group or (setup.types[unit.id].group if unit else "")
    known = groups(setup, state)
    if name not in known:
        raise NoAnswer(f"there is no Activation Group {name!r}; known are {', '.join(known)}")
    lost, total, limit = losses(setup, state, name)
    fallen = name in state.collapsed
    words = text(
        "{group}: {note}",
        group=setup.group_names.get(name, name),
        note=collapse_text(setup, state, name),
    )
    hexes = tuple(
        dict.fromkeys(
            u.at for u in state.units.values() if on_map(u) and setup.types[u.id].group == name
        )
    )
    value = {"lost": lost, "of": total, "threshold": limit, "collapsed": fallen}
    return Answer(value, ("10.52",), (words,), (Overlay("spaces", "command", hexes),))


def victory(setup: Setup, state: State, seat: str | None) -> Answer:
    """[sch.victory] [bor.vp] Who holds the objective, or what each side has scored, as it stands."""
    if setup.structure == "borodino":
        return score(setup, state)
    left = setup.turns - state.turn
    words = counted(
        "{side} hold {hex}; {n} turn follows this one (sch.victory).",
        "{side} hold {hex}; {n} turns follow this one (sch.victory).",
        side=SIDE_NAMES.get(state.holder, state.holder),
        hex=setup.objective,
        n=left,
    )
    value = {
        "holder": state.holder,
        "at": setup.objective,
        "turns_left": left,
    }
    return Answer(
        value, ("sch.victory",), (words,), (Overlay("spaces", "hover", (setup.objective,)),)
    )


def limits(setup: Setup, state: State, seat: str | None) -> Answer:
    """[6.21.max] [sch.limits] Limits of this scenario: stacking, artillery in a hex, columns."""
    columns = dict(setup.min_column)
    lines: list[Text] = [
        counted(
            "A hex holds {n} unit at most (6.21.max).",
            "A hex holds {n} units at most (6.21.max).",
            n=number("stack_max"),
        ),
        text(
            "Artillery alone totals Fire Strength {n} at most ({rule}).",
            n=setup.fire_limit,
            rule=setup.fire_limit_rule,
        ),
    ]
    lines += [
        text("{side}: not east of hex column {n} (sch.limits).", side=SIDE_NAMES[side], n=least)
        for side, least in columns.items()
    ]
    value = {
        "stack": number("stack_max"),
        "artillery": setup.fire_limit,
        "columns": columns,
    }
    return Answer(value, ("6.21.max", setup.fire_limit_rule, "sch.limits"), tuple(lines))


INQUIRIES = inquiries(
    reach,
    move_cost,
    allowance,
    zoc,
    front,
    stacking,
    adjacent,
    los,
    fire_ranges,
    fire_odds,
    shock_odds,
    strength_ratio,
    command,
    collapse,
    victory,
    limits,
    orders,
    pool,
    commands,
    # [bor.5] They are asked of the map as burnt villages and lost bridges leave it.
    stands=lambda setup, state: standing(setup, state.features),
)
