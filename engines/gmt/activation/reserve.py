"""[5.5] The Reserve Phase: one Orders Command a side may act once more, at a risk."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import CAUSE, Refusal
from grognard.engines.gmt.activation.activation import enter_activation
from grognard.engines.gmt.day import FLANKING, Marker
from grognard.engines.gmt.field.position import SIDE_NAMES, adjacent_enemies, on_map
from grognard.engines.gmt.orders.initiative import ams_of, flank_ams
from grognard.engines.gmt.orders.ordering import (
    group_of,
    name_of,
    orders_commands,
    remember,
    units_about,
)
from grognard.engines.gmt.orders.orders import (
    HELD,
    NO_ORDERS,
    flank_command,
    flank_ordered,
    leader_in_range,
)
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import number

FIRST, SECOND = "first", "second"


def order_of_play(table: Board, kind: str, rule: str) -> Procedure[None]:
    """[4.0.order] The player with the Initiative says who goes first; without one a die does."""
    setup = table.setup
    side = table.state.day.initiative
    if side:
        choices = Listed([(FIRST, text("Go first")), (SECOND, text("Go second"))])
        prompt = text("Who goes first?")
        choice = yield Ask(
            setup.seat_of(side), kind, prompt, ("4.0.order", rule), choices, resting=True
        )
        order = tuple(sorted(setup.sides, key=lambda s: (s == side) != (choice == FIRST)))
    else:
        order = high_die(table, rule)
    remember(table, order=order, acted=())


def high_die(table: Board, rule: str) -> tuple[str, ...]:
    """[5.51] Each player rolls, the higher goes first, ties are rolled again."""
    setup = table.setup
    while True:
        rolls = {
            side: table.roll(
                seat=setup.seat_of(side),
                rule=rule,
                purpose="who_first",
                subject=side,
                sides=number("die_sides"),
                says=text("The {side} roll to go first", side=SIDE_NAMES[side]),
                kind=CAUSE,
            ).natural
            for side in setup.sides
        }
        if len(set(rolls.values())) == len(rolls):
            return tuple(sorted(rolls, key=lambda side: -rolls[side]))


def to_act(table: Board) -> str | None:
    """[4.0.order] Return the side that acts next, None once both have."""
    day = table.state.day
    return next((side for side in day.order if side not in day.acted), None)


def reserve_step(table: Board) -> Procedure[None]:
    """[5.51] Each side in its order may activate one of its Orders Commands."""
    setup = table.setup
    side = to_act(table)
    if side is None:
        return
    commands = [
        m
        for m in commands_of(setup, table.state, side)
        if why_not_reserve(setup, table.state, m) is None
    ]
    choice = PASS
    if commands:
        options = [(m.id, name_of(setup, table.state, m)) for m in commands]
        choices = Listed(
            [(PASS, text("No Reserve Activation")), *options],
            refusals=lambda: _refusals(setup, table.state, side),
            about=units_about(commands),
        )
        prompt = text("Which Orders Command acts as the reserve?")
        rules = ("5.51", "5.52", "5.53", "5.54", "5.55", "5.56", "5.57")
        choice = word_of(
            (yield Ask(setup.seat_of(side), "reserve", prompt, rules, choices, resting=True))
        )
    else:
        words = text(
            "No Orders Command of the {side} can act as the reserve.", side=SIDE_NAMES[side]
        )
        table.log("phase", words, "5.51", "5.52")
    remember(table, acted=(*table.state.day.acted, side))
    if choice != PASS:
        _begin(table, next(m for m in commands if m.id == choice))


def commands_of(setup: Setup, state: State, side: str) -> list[Marker]:
    """[5.12.chain] [bor.14.declare] Return a side's Orders Commands, the Flanking Command among them.

    It is one on its day, before it leaves, and once it is back.
    """
    chosen = flank_ordered(state) if side == setup.first_side else ()
    found = orders_commands(setup, state, side, chosen)
    here = tuple(uid for uid in chosen if on_map(state.units[uid]))
    if here:
        found.append(Marker(FLANKING, side, here, FLANKING))
    return found


def _refusals(setup: Setup, state: State, side: str) -> list[tuple[str, Refusal]]:
    judged = ((m.id, why_not_reserve(setup, state, m)) for m in commands_of(setup, state, side))
    return [(mid, why) for mid, why in judged if why is not None]


def why_not_reserve(setup: Setup, state: State, marker: Marker) -> Refusal | None:
    """[5.52] [5.57] Return what bars an Orders Command from the Reserve Phase, or None."""
    group = setup.groups[group_of(setup, marker)]
    if not any(am in state.day.ams for am in _ams(setup, state, marker)):
        words = text("No Activation Marker of {group} was in the Pool this turn.", group=group.name)
        return Refusal("bor.3" if group.rating is None else "5.57", words, marker.units)
    if group.rating is None and not _ordered(state, marker):
        words = text("The Guard acts only where Napoleon gave it Orders.")
        return Refusal("bor.3", words, marker.units)
    if leader_in_range(setup, state, marker.units) is None:
        words = text("No unit of it is within the Overall Commander's Orders Range.")
        return Refusal("5.52", words, marker.units)
    if not _free(setup, state, marker):
        return Refusal("5.52", text("All its units are next to the enemy."), marker.units)
    return None


def _ams(setup: Setup, state: State, marker: Marker) -> tuple[str, ...]:
    """[5.57] [bor.14.enter] Return the AMs by which a command acts; the Flanking Command has its own once it is away."""
    if marker.command == FLANKING and flank_command(state):
        return flank_ams(state)
    groups = dict.fromkeys(setup.types[uid].group for uid in marker.units)
    return tuple(am for name in groups for am in ams_of(setup.groups[name]))


def _ordered(state: State, marker: Marker) -> bool:
    """[bor.3] [bor.14.orders] Whether all units of a command are Under Orders this turn."""
    return ordered_units(state).union(flank_ordered(state)).issuperset(marker.units)


def ordered_units(state: State) -> frozenset[str]:
    """[5.21] Return the units that a marker of this turn puts Under Orders."""
    return frozenset(uid for laid in state.day.markers if laid.under for uid in laid.units)


def _held(setup: Setup, state: State, marker: Marker) -> frozenset[str]:
    """[bor.1.reserve] Return the units of a command that Kutuzov holds back without Orders."""
    if setup.groups[group_of(setup, marker)].army != "reserve":
        return frozenset()
    return frozenset(marker.units) - ordered_units(state)


def _free(setup: Setup, state: State, marker: Marker) -> tuple[str, ...]:
    """[5.52] Only units not adjacent to an enemy unit may be activated."""
    return tuple(
        uid
        for uid in marker.units
        if not adjacent_enemies(setup, state, state.units[uid].at, marker.side)
    )


def _begin(table: Board, marker: Marker) -> None:
    """[5.53] [bor.1.reserve] They act as if they had No Orders; what Kutuzov holds does not move."""
    setup = table.setup
    uids = _free(setup, table.state, marker)
    held = _held(setup, table.state, marker)
    rules = ("5.51", "5.53", "bor.1.reserve") if held else ("5.51", "5.53")
    name = name_of(setup, table.state, marker)
    table.log(
        "phase",
        text("Reserve: {name}", name=name),
        *rules,
        seat=setup.seat_of(marker.side),
        pieces=uids,
    )
    enter_activation(table, marker.side, uids)
    remember(table, am="", reserve=())
    status = {uid: HELD if uid in held else NO_ORDERS for uid in uids}
    orders = {**table.state.orders, **status}
    table.update(reserve_activation=True, orders=orders)


def end_reserve(table: Board) -> None:
    """[5.53] The Reserve Activation is over, and with it that its units act as without Orders."""
    state = table.state
    table.update(
        reserve_activation=False,
        began={},
        done=(),
        orders={},
        day=evolve(state.day, reserve=()),
    )
