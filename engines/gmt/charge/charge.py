"""[9.81] Cavalry Charges: who may charge whom, by which routes; the move, Recall, Disorder."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.board.hexes import side_key
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import number_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.attack.declared_attacks import (
    answer,
    answered,
    attack_of,
    drop,
    live,
    put,
    remember,
    target_hexes,
)
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.field.closed_hexes import why_not_there
from grognard.engines.gmt.field.line_of_sight import line_of_sight
from grognard.engines.gmt.field.position import (
    COMPASS,
    FACINGS,
    enemy_hexes,
    enemy_of,
    fighters,
    front_zoc,
    legal_facing,
    side_at,
    why_not_stack,
)
from grognard.engines.gmt.orders.orders import HELD, status
from grognard.engines.gmt.orders.overall import ridden_over
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import Attack, State
from grognard.engines.gmt.tables import number
from grognard.engines.gmt.terrain.terrain import UNFORMED
from grognard.engines.gmt.terrain.words import IN_A_SENTENCE


def why_not_charge_unit(  # noqa: PLR0911 - a line a rule
    setup: Setup, state: State, uid: str
) -> Refusal | None:
    """[9.81] [9.81.limits] Refuse a unit that may not charge anyone in this activation."""
    unit, kind = state.units[uid], setup.types[uid]
    where = (uid,)
    if kind.arm != "cavalry":
        return Refusal("9.81", text("Only cavalry charges."), where)
    began = state.began.get(uid)
    if began is None:
        return Refusal("9.21.who", text("The unit is not active."), where)
    if status(state, uid) == HELD:
        words = text("Cavalry of the Reserve may not move, nor charge, without Kutuzov's Orders.")
        return Refusal("bor.1.reserve", words, where)
    if unit.disordered:
        return Refusal("9.81.limits", text("Disordered cavalry may not charge."), where)
    if unit.moved or unit.at != began.at:
        return Refusal("9.81", text("Cavalry that has moved may not charge."), where)
    if began.zoc_of:
        words = text("Cavalry that starts in an enemy ZOC may not charge.")
        return Refusal("9.81.limits", words, began.zoc_of)
    return None


def forbids_charge(setup: Setup, hex_id: str) -> Refusal | None:
    """[9.81.terrain] Refuse ground whose occupants cannot be charged."""
    terrain = setup.map.at(hex_id)
    if terrain in UNFORMED or setup.map.is_redoubt(hex_id):
        name = "redoubt" if setup.map.is_redoubt(hex_id) else terrain
        words = text("Units in {terrain} cannot be charged.", terrain=IN_A_SENTENCE[name])
        return Refusal("9.81.terrain", words, (hex_id,))
    return None


def why_not_charge_over(setup: Setup, end: str, target: str) -> Refusal | None:
    """[9.81.terrain] Refuse a target by its ground and the cost of reaching it from `end`."""
    why = forbids_charge(setup, target)
    if why:
        return why
    step = next(s for s in setup.map.steps_from(end, "cavalry") if s.to == target)
    if step.cost is None or step.cost > number("charge_max_hex_mp"):
        words = text(
            "Reaching {hex} costs cavalry more than 2 movement points.", hex=setup.map.place(target)
        )
        return Refusal("9.81.terrain", words, (side_key(end, target), target))
    return None


def why_not_target(setup: Setup, state: State, start: str, end: str, target: str) -> Refusal | None:
    """[9.81] [9.81.limits] Refuse one target hex of a Charge from `start` that ends in `end`."""
    distance = setup.map.grid.distance(start, target)
    if not number("charge_min_distance") <= distance <= number("charge_max_distance"):
        words = text(
            "A target must be 2 or 3 hexes away, {hex} is {n}.",
            hex=setup.map.place(target),
            n=distance,
        )
        return Refusal("9.81", words, (target,))
    why = why_not_charge_over(setup, end, target)
    if why:
        return why
    sight = line_of_sight(setup, state, start, target)
    if not sight.clear:
        words = text("From where it stands it does not see {hex}.", hex=setup.map.place(target))
        return Refusal("9.81.limits", words, sight.blocked_at)
    return None


def _why_not_hop(  # noqa: PLR0913 - a step of a route has that many parts
    setup: Setup, state: State, side: str, a: str, b: str, *, last: bool
) -> Refusal | None:
    """[9.81.terrain] [7.37] [7.38] Refuse one hex of a route by what enters it costs."""
    grid = setup.map.grid
    if grid.direction(a, b) is None:
        return Refusal(
            "9.81.route",
            text("{b} is not next to {a}.", a=setup.map.place(a), b=setup.map.place(b)),
            (a, b),
        )
    foe = enemy_of(side)
    if side_at(setup, state, b) == foe:
        return Refusal("6.22", text("Enemies occupy {hex}.", hex=setup.map.place(b)), (b,))
    why = why_not_there(setup, state, side, b)
    if why:
        return why
    step = next(s for s in setup.map.steps_from(a, "cavalry") if s.to == b)
    near = any(side_at(setup, state, h) == foe for h in grid.adjacent(b))
    prices = [step.cost, None if near else step.road]
    known = [price for price in prices if price is not None]
    toll = number("pass_through_mp") if side_at(setup, state, b) == side and not last else 0
    if not known or min(known) + toll > number("charge_max_hex_mp"):
        words = text(
            "Entering {hex} costs cavalry more than 2 movement points.", hex=setup.map.place(b)
        )
        return Refusal("9.81.terrain", words, (side_key(a, b), b))
    return None


def _why_not_far(
    setup: Setup, state: State, units: tuple[str, ...], start: str, end: str
) -> Refusal:
    """[9.81.route] Say why a Charge does not end in a hex that is named without the way there."""
    grid = setup.map.grid
    known = start in grid and end in grid
    between = (
        [h for h in grid.adjacent(start) if grid.direction(h, end) is not None] if known else []
    )
    if not between:
        words = text(
            "A Charge goes through one or two hexes, and {hex} is farther.",
            hex=setup.map.place(end),
        )
        return Refusal("9.81.route", words, (end,))
    whys = [why_not_route(setup, state, units, (hex_id, end)) for hex_id in between]
    words = text("Name the hex on the way to {hex}, too.", hex=setup.map.place(end))
    closed = [why for why in whys if why is not None]
    return closed[0] if len(closed) == len(whys) else Refusal("9.81.route", words, (end,))


def why_not_route(
    setup: Setup, state: State, units: tuple[str, ...], route: tuple[str, ...]
) -> Refusal | None:
    """[9.81.route] [9.81.limits] Refuse the hexes charged through."""
    side, start = setup.types[units[0]].side, state.units[units[0]].at
    if len(route) == 1 and setup.map.grid.direction(start, route[0]) is None:
        return _why_not_far(setup, state, units, start, route[0])
    if not 1 <= len(route) < number("charge_max_distance") or start in route:
        return Refusal("9.81.route", text("A Charge goes through one or two hexes."), route)
    if len(set(route)) != len(route):
        return Refusal("9.81.route", text("A Charge goes through one or two hexes."), route)
    here = start
    for hex_id in route:
        last = hex_id == route[-1]
        why = _why_not_hop(setup, state, side, here, hex_id, last=last)
        if why is None and not last and hex_id in cavalry_front(setup, state, side):
            words = text(
                "The Frontal ZOC of enemy cavalry covers {hex}.", hex=setup.map.place(hex_id)
            )
            why = Refusal("9.81.limits", words, (hex_id,))
        if why:
            return why
        here = hex_id
    return why_not_stack(setup, (*state.stacks.get(here, ()), *units), here)


_FRONTS: Memo[tuple[object, frozenset[str]]] = Memo(64)


def cavalry_front(setup: Setup, state: State, side: str) -> frozenset[str]:
    """[9.81.limits] Return the Frontal ZOC hexes of the enemy cavalry (kept while units stand)."""
    key = (setup, id(state.units), side)
    known = _FRONTS.get(key)
    if known is not None and known[0] is state.units:
        return known[1]
    covered = frozenset(front_zoc(setup, state, enemy_of(side), cavalry_only=True))
    return _FRONTS.keep(key, (state.units, covered))[1]


def facings(facing: int, turns: int) -> tuple[int, ...]:
    """[9.81.route] Return the facings that so many turns of one vertex reach, nearest first."""
    steps = sorted(range(-turns, turns + 1), key=abs)
    return tuple(dict.fromkeys((facing + step) % 6 for step in steps))


def charge_ends(
    setup: Setup, state: State, units: tuple[str, ...], foes: frozenset[str]
) -> Iterator[tuple[tuple[str, ...], int, tuple[str, ...]]]:
    """[9.81] Give the legal Charges of a stack: (route, facing, all targets in front)."""
    unit, grid = state.units[units[0]], setup.map.grid
    near = number("charge_max_distance")
    if not any(h in foes for h in grid.within(unit.at, near)[1:]):
        return
    for first in grid.adjacent(unit.at):
        routes = [(first,), *((first, second) for second in grid.adjacent(first))]
        for route in routes:
            end = route[-1]
            if end == unit.at or end in foes or not any(h in foes for h in grid.adjacent(end)):
                continue
            if why_not_route(setup, state, units, route) is None:
                for facing in facings(unit.facing, len(route)):
                    front = charge_front(setup, state, unit.at, end, facing, foes)
                    if front:
                        yield route, facing, front


def charge_front(  # noqa: PLR0913 - a Charge has that many parts
    setup: Setup, state: State, start: str, end: str, facing: int, foes: frozenset[str]
) -> tuple[str, ...]:
    """[9.22.all] [9.81.route] Return the enemies in front that may be charged."""
    return tuple(
        target
        for target in setup.map.grid.frontal(end, facing)
        if target in foes and why_not_target(setup, state, start, end, target) is None
    )


def why_not_charge(  # noqa: PLR0913 - a Charge has that many parts
    setup: Setup,
    state: State,
    units: tuple[str, ...],
    route: tuple[str, ...],
    facing: int,
    targets: tuple[str, ...],
) -> Refusal | None:
    """[9.81] Refuse a Charge as declared, or None (the 9.22 part is judged by the caller)."""
    for uid in units:
        why = why_not_charge_unit(setup, state, uid)
        if why:
            return why
    why = why_not_route(setup, state, units, route)
    if why:
        return why
    unit = state.units[units[0]]
    if not legal_facing(facing) or facing not in facings(unit.facing, len(route)):
        words = text("Cavalry turns one vertex for each hex it enters.")
        return Refusal("9.81.route", words, (unit.at, *route))
    front = setup.map.grid.frontal(route[-1], facing)
    foes = enemy_hexes(setup, state, setup.types[units[0]].side)
    for target in targets:
        if target not in front or target not in foes:
            words = text("There is no enemy in front in {hex}.", hex=setup.map.place(target))
            return Refusal("6.13", words, (target,))
        why = why_not_target(setup, state, unit.at, route[-1], target)
        if why:
            return why
    return None


# -- the move of committed chargers (9.81.steps, step 3) ----------------------------------------


def charge_home(table: Board) -> Procedure[None]:
    """[9.81.steps] [5.63] The chargers move; a commander they ride over is displaced."""
    riding = [a for a in live(table.state, ("committed",)) if a.charge and a.at == a.origin]
    move_chargers(table)
    for attack in riding:
        if table.state.units[attack.units[0]].at == attack.route[-1]:
            yield from ridden_over(table, attack.units[0], attack.route)


def move_chargers(table: Board) -> None:
    """[9.81.steps] Committed chargers move next to their targets."""
    for attack in live(table.state, ("committed",)):
        if attack.charge and attack.at == attack.origin:
            _move_charger(table, attack)
    _align(table)


def _align(table: Board) -> None:
    """[6.11.vertex] Those who stayed in a hex where a Charge ends face as the chargers do."""
    for attack in live(table.state, ("committed",)):
        stack = fighters(table.setup, table.state, attack.at) if attack.charge else ()
        turned = tuple(u for u in stack if table.state.units[u].facing != attack.facing)
        for uid in turned:
            effects.change(table, uid, facing=attack.facing)
        if turned:
            words = text(
                "The stack in {hex} turns with the chargers.", hex=table.setup.map.place(attack.at)
            )
            table.log("move", words, "6.11.vertex", pieces=turned, where=(attack.at,))


def _move_charger(table: Board, attack: Attack) -> None:
    state, setup = table.state, table.setup
    end = attack.route[-1]
    foes = enemy_hexes(setup, state, attack.side)
    shut = next((h for h in attack.route if h in foes), None)
    crowd = why_not_stack(setup, (*state.stacks.get(end, ()), *attack.units), end)
    if shut or crowd:
        words = text("The path of the Charge is blocked.")
        drop(table, attack.id, "cancelled", words, "6.22" if shut else "6.21.max")
        return
    put(table, attack.id, at=end)
    for uid in attack.units:
        effects.move_to(table, uid, end, attack.facing)
        effects.change(table, uid, fought=True)
    remember(table, chargers=(*table.state.battle.chargers, *attack.units))
    table.log(
        "move",
        text("The Charge reaches {hex}.", hex=setup.map.place(end)),
        "9.81.steps",
        seat=setup.seat_of(attack.side),
        pieces=attack.units,
        where=(end,),
        path=(attack.origin, *attack.route),
    )


# -- Recall (9.82) ------------------------------------------------------------------------------


def recall_from_squares(table: Board) -> Procedure[None]:
    """[9.82] Chargers whose target formed Square may try to Recall."""
    for attack in live(table.state, ("committed",)):
        if attack.charge and faces_square(table.state, attack):
            yield from recall(table, attack.id, "square")


def faces_square(state: State, attack: Attack) -> bool:
    """Whether a target of an attack is in Square."""
    return any(
        state.units[uid].square
        for target in target_hexes((attack,))
        for uid in state.stacks.get(target, ())
    )


def recall(table: Board, aid: str, why: str) -> Procedure[None]:
    """[9.82] Ask whether to try a Recall; passed, the unit stays and may change facing."""
    word = f"recall {why} {aid}"
    attack = attack_of(table.state, aid)
    standing = [uid for uid in attack.units if table.state.units[uid].at == attack.at]
    if answered(table.state, word) or attack.pursuits or not standing:
        return
    seat = table.setup.seat_of(attack.side)
    choice = yield Ask(
        seat,
        "recall",
        text("Try to Recall the Charge from {hex}?", hex=table.setup.map.place(attack.at)),
        ("9.82", *(("8.6.cancel", "9.24") if why == "fire" else ())),
        Listed([("recall", text("Try to Recall")), (PASS, text("Charge on"))]),
        resting=table.state.phase == "shock.recall",
        subject=attack.units,
        where=(attack.at, *attack.targets),
        odds="recall_odds",
        weighs={"unit": standing[0]},
    )
    answer(table, word)
    if choice == PASS:
        return
    if obeys(table, standing[0]):
        yield from _recalled(table, aid, tuple(standing))


def obeys(table: Board, uid: str) -> bool:
    """[9.82] Roll whether a charger obeys the Recall."""
    return effects.cohesion_check(table, uid, "9.82", "recall", names=("recalled", "failed"))


def _recalled(table: Board, aid: str, units: tuple[str, ...]) -> Procedure[None]:
    attack = attack_of(table.state, aid)
    drop(table, aid, "recalled", text("The Charge is Recalled."), "9.82")
    battle = table.state.battle
    remember(table, chargers=tuple(uid for uid in battle.chargers if uid not in attack.units))
    yield from choose_facing(table, units, attack.side, "9.82")


def choose_facing(
    table: Board, units: tuple[str, ...], side: str, rule: str, options: tuple[int, ...] = ()
) -> Procedure[None]:
    """[9.71] [9.82] Ask for the facing of units that have just entered, or stay in, a hex.

    Units of another stack that stand there with them keep theirs, and it is shared (6.11.vertex).
    """
    state, at = table.state, table.state.units[units[0]].at
    stay = [uid for uid in fighters(table.setup, state, at) if uid not in units]
    allowed = tuple(state.units[uid].facing for uid in stay[:1]) or options or FACINGS
    facing = allowed[0]
    if len(allowed) > 1:
        ways = {f: text("Face {way}", way=COMPASS[f]) for f in allowed}
        listed: list[tuple[Choice, Text]] = [({"at": at, "facing": f}, ways[f]) for f in ways]
        answer_ = yield Ask(
            table.setup.seat_of(side),
            "advance_facing",
            text("Choose the facing in {hex}.", hex=table.setup.map.place(at)),
            (rule,),
            Listed(listed),
            form="pose",
            subject=units,
            where=(at,),
            interrupt=side != table.state.active,
        )
        facing = number_of(answer_, "facing")
    for uid in units:
        effects.change(table, uid, facing=facing)


# -- Disorder after a Charge (9.84) -------------------------------------------------------------


def disorder_chargers(table: Board, ids: tuple[str, ...]) -> None:
    """[9.84] [9.87.disorder] All cavalry that charged, Counter-Charged or pursued is Disordered, never twice.

    So it is at the end of that Charge with its Pursuit; cavalry that resolved no Shock is not.
    """
    attacks, battle = table.state.battle.attacks, table.state.battle
    ended = {uid for attack in attacks if attack.id in ids for uid in attack.units}
    ended |= {uid for uid, aid in battle.counter_charges if aid in ids}
    pursued = {uid for attack in attacks if attack.pursuits for uid in attack.units}
    tired = tuple(uid for uid in battle.chargers if uid in ended)
    remember(table, chargers=tuple(uid for uid in battle.chargers if uid not in ended))
    for uid in tired:
        if not table.state.units[uid].disordered:
            rule = "9.87.disorder" if uid in pursued else "9.84"
            effects.disorder(table, uid, rule, twice=False)
