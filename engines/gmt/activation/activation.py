"""[3.C] An activation: stacking order, artillery fire, movement, Shock and Charge, Rally."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import permutations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, all_of, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Listed, Procedure, Reaction
from grognard.engines.core.show.choices import facing_of, number_of, word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.found import Found
from grognard.engines.gmt.field.choice_shapes import are_words, faces, has_keys
from grognard.engines.gmt.field.closed_hexes import why_not_there
from grognard.engines.gmt.field.effects import change, disorder, move_to
from grognard.engines.gmt.field.position import (
    COMPASS,
    WRONG_FACING,
    controllers,
    enemy_of,
    exerts_zoc,
    facing_there,
    facings_in,
    fighters,
    hold,
    on_map,
    side_at,
    turning_with,
    why_not_facing,
    why_not_stack,
    zoc,
)
from grognard.engines.gmt.movement import overstack, unstacking
from grognard.engines.gmt.movement.allowance import why_not_move
from grognard.engines.gmt.movement.entering import can_enter, entry_hex, entry_price
from grognard.engines.gmt.movement.extended import choose_types
from grognard.engines.gmt.movement.movement import Leaving, Routes, SquareRoutes
from grognard.engines.gmt.orders.initiative import group_of_am
from grognard.engines.gmt.orders.overall import ridden_over
from grognard.engines.gmt.orders.strain import after_move
from grognard.engines.gmt.retreat.retreat import place
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import RESERVE, Battle, Began, State, Unit


def enter_activation(table: Board, side: str, uids: tuple[str, ...]) -> None:
    """[3.C] Start an activation of `uids`: last activation's marks go, positions are noted."""
    state = table.state
    marked = {
        uid: unit
        for uid, unit in state.units.items()
        if unit.moved or unit.refaced or unit.fired or unit.fought or unit.countered
    }
    units = state.units
    if marked:  # else it stays the same object, and what was worked out from it holds
        units = {**units, **{uid: _refreshed(unit) for uid, unit in marked.items()}}
    table.update(
        units=units,
        active=side,
        done=(),
        entering={},
        battle=Battle(),
        extended=(),
        left_square=(),
        began={uid: began_of(table.setup, table.state, uid) for uid in uids},
    )


def _refreshed(unit: Unit) -> Unit:
    return evolve(unit, moved=False, refaced=False, fired=False, fought=False, countered=False)


def began_of(setup: Setup, state: State, uid: str) -> Began:
    """Note where a unit begins its activation and whom it faces there (9.21.cav, 9.81.limits)."""
    at = state.units[uid].at
    if at == RESERVE:
        return Began(at)
    foe = enemy_of(setup.types[uid].side)
    enemies, _, near = hold(setup, state, foe)
    if at not in near:
        return Began(at)
    around = (hex_id for hex_id in setup.map.grid.adjacent(at) if hex_id in enemies)
    met = tuple(other for hex_id in around for other in state.stacks[hex_id])
    return Began(at, met, controllers(setup, state, at, foe))


def under_way(setup: Setup, state: State, without: Collection[str] = ()) -> dict[str, Began]:
    """[3.C] [5.42] Return the units of an activation that has just begun, by its AM if it has one."""
    group = group_of_am(setup, state.day.am)
    return {
        uid: began_of(setup, state, uid)
        for uid, unit in state.units.items()
        if setup.types[uid].side == state.active
        and uid not in without
        and (group is None or setup.types[uid].group == group.id)
        and (on_map(unit) or unit.at == RESERVE)
    }


# -- stacking order (6.24) ---------------------------------------------------------------------

AFTER = "order.end"
"""The step in which stacks are put in order when all is done: nobody Shocks any more."""


def order_phase(table: Board) -> Procedure[None]:
    """[6.24] At the start and the end of its activation a stack out of enemy ZOC may be reordered."""
    setup = table.setup
    while True:
        orders = Orders(setup, table.state)
        if not orders.any():
            return
        barred = "" if table.state.phase.endswith(AFTER) else orders.barred()
        choice = yield Ask(
            setup.seat_of(table.state.active),
            "stack_order",
            _order_prompt(table, barred),
            ("6.24", "9.24") if barred else ("6.24",),
            orders,
            form="target",
            resting=True,
            rare=not barred,
        )
        if choice == PASS:
            return
        at, order = word_of(choice, "at"), tuple(words_of(choice, "order"))
        rest = tuple(uid for uid in table.state.stacks[at] if uid not in order)
        table.update(stacks={**table.state.stacks, at: (*order, *rest)})
        table.update(done=(*table.state.done, at))
        top = setup.types[order[0]].name
        table.log(
            "move",
            text("{unit} is now on top at {hex}.", unit=top, hex=setup.map.place(at)),
            "6.24",
            pieces=order,
            where=(at,),
        )


def _order_prompt(table: Board, barred: str) -> Text:
    """[9.24] Say of a stack that could not Shock that it cannot: after the move it is too late."""
    if not barred:
        return text("Change the order of a stack, or go on.")
    return text(
        "{unit} is Disordered and on top, so no unit below can Shock. Change the order, or go on.",
        unit=table.setup.types[barred].name,
    )


class Orders(Found):
    """{"at": hex, "order": [unit, ...]}: infantry and cavalry of a hex from the top down."""

    def __init__(self, setup: Setup, state: State) -> None:
        super().__init__()
        self.setup, self.state = setup, state

    def _own(self) -> Iterator[str]:
        for at, stack in self.state.stacks.items():
            if len(stack) > 1 and stack[0] in self.state.began:
                if len(fighters(self.setup, self.state, at)) > 1:
                    yield at

    def barred(self) -> str:
        """[9.24] Return who, Disordered, lies on a fresh unit and may still be put below it, "" for nobody."""
        for at in self._own():
            top, *below = fighters(self.setup, self.state, at)
            units = self.state.units
            fresh = any(not units[uid].disordered for uid in below)
            if units[top].disordered and fresh and self._why_not_at(at) is None:
                return top
        return ""

    def _why_not_at(self, at: str) -> Refusal | None:
        if at in self.state.done:
            return Refusal("6.24", text("That stack has been reordered."), (at,))
        _, covered, _ = hold(self.setup, self.state, enemy_of(self.state.active))
        if at in covered:
            words = text("A stack in an enemy ZOC keeps its order.")
            return Refusal("6.24", words, (at,))
        return None

    def look(self) -> Iterator[Choice]:
        for at in self._own():
            now = fighters(self.setup, self.state, at)
            if self._why_not_at(at) is not None:
                continue
            for order in permutations(now):
                if order != now:
                    yield {"at": at, "order": list(order)}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not has_keys(choice, {"at", "order"}) or not are_words(choice["order"]):
            return Refusal("6.24", text("Name a hex and the order of its units."))
        at, order = word_of(choice, "at"), words_of(choice, "order")
        now = fighters(self.setup, self.state, at) if at in list(self._own()) else ()
        if not now or sorted(order) != sorted(now):
            return Refusal("6.24", text("Name all infantry and cavalry of one stack."))
        if tuple(order) == now:
            return Refusal(
                "6.24",
                text("The units at {hex} are in that order.", hex=self.setup.map.place(at)),
                (at,),
            )
        return self._why_not_at(at)

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Keep the stacks as they are")
        top, *below = (self.setup.types[uid].name for uid in words_of(choice, "order"))
        if len(below) < 2:
            return text(
                "In {hex} {unit} on top", hex=self.setup.map.place(word_of(choice, "at")), unit=top
            )
        units = all_of(below)
        return text(
            "In {hex} {unit} on top, then {units}",
            hex=self.setup.map.place(word_of(choice, "at")),
            unit=top,
            units=units,
        )


# -- movement (7) ------------------------------------------------------------------------------


class Movers(Found):
    """[7.31] The units that may still move; a choice is a unit's id."""

    def __init__(self, setup: Setup, state: State) -> None:
        super().__init__()
        self.setup, self.state = setup, state

    def look(self) -> Iterator[Choice]:
        done, units = self.state.done, self.state.units
        for uid in self.state.began:
            if uid not in done and self._why_not_move(units[uid]) is None:
                yield uid

    def __iter__(self) -> Iterator[Choice]:
        finished = self.why_not(PASS) is None
        return iter([PASS, *self.entries()] if finished else self.entries())

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return overstack.why_not_finish(self.setup, self.state) or unstacking.why_not_finish(
                self.setup, self.state
            )
        unit = self.state.units.get(choice) if isinstance(choice, str) else None
        if unit is None:
            return Refusal("7.31", text("Choose one of the units."))
        return self._why_not_move(unit)

    def _why_not_move(self, unit: Unit) -> Refusal | None:
        fault = why_not_move(self.setup, self.state, unit)
        if fault is not None:
            return fault
        if unit.at == RESERVE:
            return self._why_not_enter(unit)
        if not on_map(unit):
            return Refusal("9.66", text("The unit is not on the map."), (unit.id,))
        return None

    def _why_not_enter(self, unit: Unit) -> Refusal | None:
        """[7.41] Refuse a reinforcement that comes in nowhere, or pays more than it has, or meets the enemy."""
        entry = entry_hex(self.setup, self.state, unit.id)
        if not entry:
            return Refusal("7.41", text("No hex is named by which the unit enters."), (unit.id,))
        if not can_enter(self.setup, self.state, unit.id):
            words = text(
                "The column is too long: its entry would cost more movement points than it has."
            )
            return Refusal("7.41", words, (unit.id,))
        if side_at(self.setup, self.state, entry) == enemy_of(self.setup.types[unit.id].side):
            return Refusal("7.32", text("An enemy occupies the entry hex."), (entry,))
        return None

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for uid in self.state.units:
            why = self.why_not(uid)
            if why is not None:
                yield uid, why

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Finish movement")
        return text("Move {unit}", unit=self.setup.types[word_of(choice)].name)


def move_phase(table: Board) -> Procedure[None]:
    """[7.31] The active units move one by one."""
    setup = table.setup
    yield from choose_types(table)
    while True:
        movers = Movers(setup, table.state)
        if not movers.any():
            return
        seat = setup.seat_of(table.state.active)
        prompt = text("Choose a unit to move, or finish movement.")
        rules = ("7.11", "7.31")
        choice = yield Ask(seat, "move_piece", prompt, rules, movers, form="piece", resting=True)
        if choice == PASS:
            return
        yield from move_unit(table, str(choice))


def move_unit(table: Board, uid: str) -> Procedure[None]:
    """[7.31] One unit moves: route and facing in one choice, then the enemy may react (7.39)."""
    setup = table.setup
    yield from leave_square(table, uid)
    routes = _routes(table, uid)
    name = setup.types[uid].name
    choice = yield Ask(
        setup.seat_of(table.state.active),
        "route",
        text("Where does {unit} move?", unit=name),
        _route_rules(table, uid, routes),
        routes,
        form="route",
        subject=(uid,),
        odds="reserve_odds",
        weighs={"unit": uid},
    )
    table.update(done=(*table.state.done, uid))
    if choice == PASS:
        after_move(table, uid)  # who has left his Square has moved, though he stays
        return
    entered = take_route(table, routes, words_of(choice, "route", []), facing_of(choice))
    yield from ridden_over(table, uid, entered)
    yield from reaction_retreats(table, uid)
    after_move(table, uid)


def _routes(table: Board, uid: str) -> Routes:
    """The routes of a unit, as its state lets it move."""
    if table.state.units[uid].square:
        return SquareRoutes(table.setup, table.state, uid)
    why = overstack.why_not_stay(table.setup, table.state, uid) or unstacking.why_not_stay(
        table.setup, table.state, uid
    )
    if why is not None:
        return Leaving(table.setup, table.state, uid, why)
    return Routes(table.setup, table.state, uid)


def _route_rules(table: Board, uid: str, routes: Routes) -> tuple[str, ...]:
    """The rules that set the bounds of a move; 6.14 for guns stacked with other arms."""
    setup = table.setup
    unit = table.state.units[uid]
    rules = [routes.mp_rule, "7.21", "6.12", "7.33"]
    if table.state.orders.get(uid) == "none":
        rules.append("5.27")
    if on_map(unit) and unit.at in routes.ground.zoc:
        rules += ["6.34", "6.35"]
    if setup.types[uid].is_artillery and on_map(unit) and fighters(setup, table.state, unit.at):
        rules.append("6.14")
    return tuple(rules)


def leave_square(table: Board, uid: str) -> Procedure[None]:
    """[9.85.leave] A Square out of enemy ZOC may break up for 1 MP."""
    setup = table.setup
    unit = table.state.units[uid]
    side = setup.types[uid].side
    if not unit.square or unit.at in zoc(setup, table.state, enemy_of(side)):
        return
    choices = Listed(
        [
            ("keep", text("Stay in Square")),
            ("leave", text("Leave the Square for 1 movement point")),
        ]
    )
    prompt = text("{unit} is in Square.", unit=setup.types[uid].name)
    rules = ("9.85.leave", "9.85.move")
    seat = setup.seat_of(side)
    if (yield Ask(seat, "leave_square", prompt, rules, choices, subject=(uid,))) == "leave":
        change(table, uid, square=False, moved=True)
        table.update(left_square=(*table.state.left_square, uid))
        words = text("{unit} leaves its Square.", unit=setup.types[uid].name)
        table.log("move", words, "9.85.leave", pieces=(uid,), where=(unit.at,))


def take_route(
    table: Board, routes: Routes, route: list[str], facing: int | None
) -> tuple[str, ...]:
    """[7.31] Walk a legal route, Disordering cavalry where the terrain does (tec.disorder).

    Returns the hexes entered.
    """
    setup = table.setup
    uid = routes.unit.id
    unit = table.state.units[uid]
    if not route:
        if facing is not None and facing != unit.facing:
            turned = turning_with(setup, table.state, uid)
            for other in turned:
                change(table, other, facing=facing, refaced=True)
            words = text("{unit} turns.", unit=setup.types[uid].name)
            seat = setup.seat_of(setup.types[uid].side)
            table.log("move", words, "6.12", seat=seat, pieces=turned, where=(unit.at,))
        return ()
    entering = bool(routes.entry)
    if entering:
        _pay_entry(table, uid, route[0])
    shaken = routes.disordering_hex(route)
    rules = routes.rules_of(route)
    end = shaken if shaken and setup.types[uid].is_cossack else route[-1]
    move_to(table, uid, end, facing_there(setup, table.state, uid, end, facing))
    change(table, uid, moved=True)
    seat = setup.seat_of(setup.types[uid].side)
    words = text("{unit} moves to {hex}.", unit=setup.types[uid].name, hex=setup.map.place(end))
    path = tuple(route) if entering else (unit.at, *route)
    table.log("move", words, *rules, seat=seat, pieces=(uid,), where=(end,), path=path)
    if shaken:
        disorder(table, uid, "tec.disorder", twice=False)
    return tuple(route[: route.index(end) + 1])


def _pay_entry(table: Board, uid: str, entry: str) -> None:
    price = entry_price(table.setup, table.state, uid)
    paid = table.state.entering.get(entry, 0) + price
    table.update(entering={**table.state.entering, entry: paid})
    command = table.setup.command_of(uid)
    command = command if command and command.enters else None
    inside = (*table.state.arrived, f"{command.id}:{uid}") if command else table.state.arrived
    units = table.state.units
    waiting = (other for other in command.units if units[other].at == RESERVE) if command else ()
    if command and all(other == uid for other in waiting):
        inside = (*inside, command.id)
    table.update(arrived=inside)


# -- cavalry reaction retreat (7.39) -----------------------------------------------------------


def reaction_retreats(table: Board, mover: str) -> Procedure[None]:
    """[7.39] [11.2.react] Cavalry whose ZOC infantry has entered may retreat one hex at once."""
    setup = table.setup
    if setup.types[mover].arm != "infantry" or not table.state.units[mover].moved:
        return
    entered = table.state.units[mover].at
    if not on_map(table.state.units[mover]):
        return
    foe = enemy_of(setup.types[mover].side)
    for uid in controllers(setup, table.state, entered, foe):
        if may_react(setup, table.state, uid):
            yield from _reaction(table, uid, entered)


def may_react(setup: Setup, state: State, uid: str) -> bool:
    """[7.39] [11.2.react] Cavalry with a ZOC; Jaegers alone in a hex where their rules hold."""
    kind, unit = setup.types[uid], state.units[uid]
    if not on_map(unit) or not exerts_zoc(kind, unit):
        return False
    jaegers = setup.jaeger_rules and kind.weight == "jaeger"
    return kind.arm == "cavalry" or (jaegers and len(state.stacks[unit.at]) == 1)


def _reaction(table: Board, uid: str, entered: str) -> Procedure[None]:
    setup = table.setup
    kind = setup.types[uid]
    rule = "7.39" if kind.arm == "cavalry" else "11.2.react"
    choices = Sidesteps(setup, table.state, uid, rule)
    if not choices.hexes():
        return
    prompt = text(
        "{unit}: infantry has entered its ZOC at {hex}. Retreat one hex?",
        unit=kind.name,
        hex=setup.map.place(entered),
    )
    choice = yield Ask(
        setup.seat_of(kind.side),
        "reaction_retreat",
        prompt,
        (rule,),
        choices,
        form="pose",
        interrupt=True,
        subject=(uid,),
        where=(entered,),
        reaction=Reaction(text("a retreat before infantry"), table.state.stacks.get(entered, ())),
    )
    if choice == PASS:
        return
    here = table.state.units[uid].at
    at = word_of(choice, "at")
    facing = facing_there(setup, table.state, uid, at, facing_of(choice))
    words = text(
        "{unit} retreats before the infantry to {hex}.", unit=kind.name, hex=setup.map.place(at)
    )
    table.log(
        "move",
        words,
        rule,
        seat=setup.seat_of(kind.side),
        pieces=(uid,),
        where=(at,),
        path=(here, at),
    )
    place(table, uid, here, at, facing)


class Sidesteps(Choices):
    """[7.39] {"at": hex, "facing": vertex}: any adjacent hex that is passable, free of enemies and
    within stacking limits.
    """

    def __init__(self, setup: Setup, state: State, uid: str, rule: str) -> None:
        self.setup, self.state, self.uid, self.rule = setup, state, uid, rule

    def hexes(self) -> tuple[str, ...]:
        """Return the hexes the unit may go to."""
        here = self.state.units[self.uid].at
        near = self.setup.map.grid.adjacent(here)
        return tuple(hex_id for hex_id in near if self._why_not_hex(hex_id) is None)

    def _why_not_hex(self, hex_id: str) -> Refusal | None:
        setup, state = self.setup, self.state
        kind = setup.types[self.uid]
        if side_at(setup, state, hex_id) == enemy_of(kind.side):
            return Refusal(
                "7.32", text("An enemy unit is in {hex}.", hex=setup.map.place(hex_id)), (hex_id,)
            )
        closed = why_not_there(setup, state, kind.side, hex_id)
        if closed is not None:
            return closed
        if not setup.map.passable(state.units[self.uid].at, hex_id, kind.arm):
            return Refusal(
                "7.23",
                text("No way leads from there into {hex}.", hex=setup.map.place(hex_id)),
                (hex_id,),
            )
        others = state.stacks.get(hex_id, ())
        return why_not_stack(setup, (*others, self.uid), hex_id)

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for hex_id in self.hexes():
            for facing in facings_in(self.setup, self.state, self.uid, hex_id):
                yield {"at": hex_id, "facing": facing}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not has_keys(choice, {"at"}, {"facing"}):
            return Refusal(self.rule, text("Name a hex and a facing."))
        if not faces(choice):
            return WRONG_FACING
        at, here = word_of(choice, "at"), self.state.units[self.uid].at
        if at not in self.setup.map.grid.adjacent(here):
            return Refusal(self.rule, text("It may retreat one hex only."), (here,))
        return self._why_not_hex(at) or why_not_facing(
            self.setup, self.state, self.uid, at, facing_of(choice)
        )

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Stand")
        facing = COMPASS[number_of(choice, "facing", 0)]
        return text(
            "Retreat to {hex}, facing {way}",
            hex=self.setup.map.place(word_of(choice, "at")),
            way=facing,
        )


def facing_choices(now: int) -> Listed:
    """[6.12] The six facings, the present one first."""
    order = [now, *(facing for facing in range(6) if facing != now)]
    return Listed([(facing, text("Face {way}", way=COMPASS[facing])) for facing in order])
