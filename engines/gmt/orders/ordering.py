"""[5.2] The Orders Phase: Delay, and which Orders Commands are put Under Orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.gmt.day import BARRAGE, FLANKING, Marker
from grognard.engines.gmt.field.position import on_map
from grognard.engines.gmt.orders.orders import flank_command, linked, part_name, part_of
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import number

MURAT = "transmit"
DONE = "done"
ROLL, KEEP = "roll", "keep"
ARMIES = ("first", "second", "reserve")
ARMY_NAMES = {
    "first": text("1st Western Army"),
    "second": text("2nd Western Army"),
    "reserve": text("Reserve"),
}


def remember(table: Board, **changes: object) -> None:
    """Replace fields of the Day."""
    table.update(day=evolve(table.state.day, **changes))


def commander_of(setup: Setup, side: str) -> dict[str, str]:
    """[5.61] Return the printed values of a side's Overall Commander."""
    return next(dict(card) for card in setup.leaders.values() if card["side"] == side)


def begin_turn(table: Board) -> None:
    """[3.0] Open a turn with its Orders Phase."""
    hour = hour_of(table.setup, table.state.turn)
    table.log("phase", text("Turn {n}, {hour}", n=table.state.turn, hour=hour), "3.0", "bor.length")
    table.update(done=(), active="")


def hour_of(setup: Setup, turn: int) -> str:
    """[bor.length] Return the clock of a turn, "" where the scenario has none."""
    return setup.hours[turn - 1] if turn <= len(setup.hours) else ""


# -- Orders Commands ---------------------------------------------------------------------------


def orders_commands(
    setup: Setup, state: State, side: str, apart: tuple[str, ...] | None = None
) -> list[Marker]:
    """[5.12] Return a side's Orders Commands, each with a marker not Under Orders.

    Those `apart` are left out: the Flanking Command, if nobody else is named.
    """
    found: list[Marker] = []
    seen: set[str] = set()
    count: dict[str, int] = {}
    away = flank_command(state) if apart is None else apart
    for uid, unit in state.units.items():
        kind = setup.types[uid]
        if kind.side != side or uid in seen or not on_map(unit) or uid in away:
            continue
        members = linked(setup, state, uid, away)
        seen.update(members)
        part = part_of(setup, uid)
        count[part] = count.get(part, 0) + 1
        suffix = f"-{count[part]}" if count[part] > 1 else ""
        found.append(Marker(f"{part}{suffix}", side, members, part))
    return found


def group_of(setup: Setup, marker: Marker) -> str:
    """Return the Activation Group of a marker's command."""
    return setup.types[marker.units[0]].group


def command_name(setup: Setup, marker: Marker) -> str:
    """Name the group or part of it that an Orders Command is of."""
    return part_name(setup, marker.units[0], marker.command)


def name_of(setup: Setup, state: State, marker: Marker) -> Text:
    """Name an Orders Command: its group or part, how many units, and where its first one stands."""
    name = text("Flanking Command") if marker.command == FLANKING else command_name(setup, marker)
    standing = [uid for uid in marker.units if on_map(state.units[uid])]
    at = state.units[standing[0]].at if standing else ""
    return counted(
        "{name}: {n} unit by {hex}",
        "{name}: {n} units by {hex}",
        n=len(standing),
        name=name,
        hex=setup.map.place(at),
    )


def names_about(
    setup: Setup, state: State, markers: Iterable[Marker]
) -> Callable[[Choice], Text | None]:
    """Return what names the marker that a choice would be about, were it allowed."""
    known = {marker.id: marker for marker in markers}
    return lambda choice: name_of(setup, state, known[choice]) if choice in known else None


def units_about(markers: Iterable[Marker]) -> Callable[[Choice], tuple[str, ...]]:
    """Return what tells of a choice of a marker which units it is about."""
    units = {marker.id: marker.units for marker in markers}
    return lambda choice: units.get(word_of(choice), ())


def markers_of(state: State, side: str) -> tuple[Marker, ...]:
    """Return a side's Orders markers."""
    return tuple(marker for marker in state.day.markers if marker.side == side)


# -- Delay (5.29) ------------------------------------------------------------------------------


def delay_step(table: Board) -> Procedure[None]:
    """[5.29] [bor.1.delay] Who may give new Orders: on the first turn all, Napoleon always."""
    setup = table.setup
    first = table.state.turn == 1
    fresh = [s for s in setup.sides if first or commander_of(setup, s)["delay"] == "none"]
    remember(table, fresh=tuple(fresh), assigned=(), assigning="", tried=())
    for side in setup.sides:
        if side not in fresh:
            yield from _delay(table, side)


def _delay(table: Board, side: str) -> Procedure[None]:
    seat = table.setup.seat_of(side)
    choices = Listed(
        [
            (ROLL, text("Roll for Delay, to give new Orders")),
            (KEEP, text("Keep last turn's Orders")),
        ]
    )
    prompt = text("New Orders, or last turn's?")
    choice = yield Ask(
        seat,
        "orders_delay",
        prompt,
        ("5.29", "bor.1.delay"),
        choices,
        resting=True,
        odds="orders_delay_odds",
        weighs={"side": side},
    )
    if choice == KEEP:
        table.log("choice", text("Last turn's Orders stay in force."), "5.29", seat=seat)
        return
    if roll_delay(table, side):
        remember(table, fresh=(*table.state.day.fresh, side), delays=0)
    else:
        remember(table, delays=table.state.day.delays + 1)


def roll_delay(table: Board, side: str) -> bool:
    """[5.29] One die, less one for each failure before: success at the Delay Rating or below."""
    setup = table.setup
    card, failed = commander_of(setup, side), table.state.day.delays
    goal = int(card["delay"])
    modifiers = (
        [
            Modifier(
                -failed,
                counted("{n} roll failed before", "{n} rolls failed before", n=failed),
                "5.29",
            )
        ]
        if failed
        else []
    )
    roll = table.roll(
        seat=setup.seat_of(side),
        rule="5.29",
        purpose="orders_delay",
        subject=side,
        sides=number("die_sides"),
        modifiers=modifiers,
        target=goal,
        result=lambda total: "new orders" if total <= goal else "delayed",
        says=text("{name} rolls for Orders Delay", name=card["name"]),
    )
    return roll.result == "new orders"


# -- assigning Orders (5.21, 5.22) -------------------------------------------------------------


def assign_step(table: Board) -> Procedure[None]:
    """[5.21] Each side lays its markers face down; what one lays the other does not see."""
    for side in table.setup.sides:
        if side in table.state.day.assigned:
            continue
        if side in table.state.day.fresh:
            yield from _assign(table, side)
        else:
            yield from _keep(table, side)
        remember(
            table,
            assigned=(*table.state.day.assigned, side),
            assigning="",
            orders_left=0,
            transmits=0,
            tried=(),
        )
        words = text("{name} has given his Orders.", name=commander_of(table.setup, side)["name"])
        table.log("choice", words, "5.23", seat=table.setup.seat_of(side))


def _assign(table: Board, side: str) -> Procedure[None]:
    if table.state.day.assigning != side:
        yield from _begin(table, side)
    while table.state.day.orders_left or table.state.day.transmits:
        asks = _transmit if table.state.day.transmits else _spend
        if not (yield from asks(table, side)):
            return


def _begin(table: Board, side: str) -> Procedure[None]:
    """Take up the old markers, lay new ones with No Orders, and count the points (5.22)."""
    setup = table.setup
    orders, army = commander_of(setup, side), ""
    if "orders" in orders:
        left = int(orders["orders"])
    else:
        army = word_of((yield _which_army(table, side)))
        left = int(orders[f"orders.{army}"])
    flank = table.state.day.flank
    if flank is not None and side == setup.first_side and flank.turn == table.state.turn:
        left -= 1  # the Flanking Manoeuvre takes one of Napoleon's Orders (bor.14.declare)
    day = table.state.day
    others = tuple(marker for marker in day.markers if marker.side != side)
    markers = (*others, *orders_commands(setup, table.state, side))
    remember(
        table,
        markers=markers,
        assigning=side,
        orders_left=left,
        transmits=0,
        tried=(),
        army=army or day.army,
        points=tuple(s for s in day.points if s != side),
    )


def _worth(army: Text | str, points: str) -> Text:
    """Name an army with the Orders Commands of it that may get Orders."""
    return counted(
        "{army}: up to {n} command", "{army}: up to {n} commands", army=army, n=int(points)
    )


def _which_army(table: Board, side: str) -> Ask:
    """[bor.1.options] Kutuzov gives Orders to one army only."""
    card = commander_of(table.setup, side)
    options = [(army, _worth(ARMY_NAMES[army], card[f"orders.{army}"])) for army in ARMIES]
    seat, prompt = table.setup.seat_of(side), text("Which army does Kutuzov give Orders to?")
    return Ask(
        seat, "kutuzov_army", prompt, ("bor.1.options",), Listed(options), resting=True, secret=True
    )


def _spend(table: Board, side: str) -> Procedure[bool]:
    """[5.22] Spend one Orders Point; return whether there may be more to spend."""
    setup = table.setup
    options = list(spendable(setup, table.state, side))
    choices = Listed(
        [*options, (DONE, text("No more Orders"))],
        refusals=lambda: list(_unspendable(setup, table.state, side)),
        about=units_about(table.state.day.markers),
        named=names_about(setup, table.state, table.state.day.markers),
    )
    prompt = text("Put an Orders Command Under Orders ({n} left).", n=table.state.day.orders_left)
    rules = (
        "5.21",
        "5.22",
        "5.12.member",
        "5.12.chain",
        "bor.1.options",
        "bor.2.transmit",
        "bor.3",
    )
    choice = yield Ask(
        setup.seat_of(side), "orders_assign", prompt, rules, choices, resting=True, secret=True
    )
    if choice == DONE:
        return False
    remember(table, orders_left=table.state.day.orders_left - 1)
    if choice == BARRAGE:
        remember(table, points=(*table.state.day.points, side))
    elif choice == MURAT:
        group = next(g for g in setup.groups.values() if g.side == side and g.transmits)
        remember(table, transmits=group.transmits, tried=(MURAT,))
    else:
        put_under(table, str(choice))
    return True


def put_under(table: Board, marker: str) -> None:
    """[5.21] Turn one marker to its Under Orders face, still face down."""
    laid = tuple(evolve(m, under=True) if m.id == marker else m for m in table.state.day.markers)
    remember(table, markers=laid)


def spendable(setup: Setup, state: State, side: str) -> Iterator[tuple[str, Text]]:
    """[5.22] What an Orders Point may buy: an Orders Command, Murat's transmission, the Barrage."""
    for marker in markers_of(state, side):
        if _why_not(setup, state, marker) is None:
            yield marker.id, name_of(setup, state, marker)
    transmitter = any(g.side == side and g.transmits for g in setup.groups.values())
    if transmitter and MURAT not in state.day.tried and _cavalry(setup, state, side):
        yield MURAT, text("Murat: Orders for up to two commands of the Cavalry Reserve")
    if side not in state.day.points and may_barrage(setup, state, side):
        yield BARRAGE, text("Set a point aside for the Artillery Barrage")


def may_barrage(setup: Setup, state: State, side: str) -> bool:
    """[bor.1.options] Kutuzov may set a point aside only with the 1st or 2nd Army's Orders."""
    return side == setup.first_side or state.day.army != ARMIES[-1]


def _unspendable(setup: Setup, state: State, side: str) -> Iterator[tuple[str, Refusal]]:
    for marker in markers_of(state, side):
        why = _why_not(setup, state, marker)
        if why is not None:
            yield marker.id, why
    if MURAT in state.day.tried:
        words = text("Murat has passed Orders on this turn.")
        yield MURAT, Refusal("bor.2.transmit", words)
    if side in state.day.points:
        yield BARRAGE, Refusal("5.33", text("One Barrage a turn."))
    elif not may_barrage(setup, state, side):
        words = text("With the Reserve's one Order no point can be set aside.")
        yield BARRAGE, Refusal("bor.1.options", words)


def _why_not(setup: Setup, state: State, marker: Marker) -> Refusal | None:
    group = setup.groups[group_of(setup, marker)]
    if marker.under:
        return Refusal("5.22", text("It is Under Orders."), marker.units)
    if group.transmits:
        words = text("The Cavalry Reserve gets its Orders through Murat.")
        return Refusal("bor.2.transmit", words, marker.units)
    if marker.side != setup.first_side and group.army != state.day.army:
        words = text("Kutuzov gives Orders to one army only.")
        return Refusal("bor.1.options", words, marker.units)
    return None


def _cavalry(setup: Setup, state: State, side: str) -> list[Marker]:
    return [
        marker
        for marker in markers_of(state, side)
        if setup.groups[group_of(setup, marker)].transmits and not marker.under
    ]


def _transmit(table: Board, side: str) -> Procedure[bool]:
    """[bor.2.transmit] Murat passes Orders on to one Orders Command at a time."""
    setup = table.setup
    taken = {m.command for m in markers_of(table.state, side) if m.under}
    cavalry = _cavalry(setup, table.state, side)
    options = [(m.id, name_of(setup, table.state, m)) for m in cavalry if m.command not in taken]
    served = [(m.id, _served(m)) for m in cavalry if m.command in taken]
    choices = Listed(
        [*options, (PASS, text("No other command"))],
        refusals=lambda: served,
        about=units_about(cavalry),
        named=names_about(setup, table.state, cavalry),
    )
    left = table.state.day.transmits
    prompt = text("Murat passes Orders on: which command? ({n} left)", n=left)
    choice = yield Ask(
        setup.seat_of(side),
        "orders_murat",
        prompt,
        ("bor.2", "bor.2.transmit"),
        choices,
        resting=True,
        secret=True,
    )
    if choice != PASS:
        put_under(table, str(choice))
    remember(table, transmits=left - 1 if choice != PASS else 0)
    return True


def _served(marker: Marker) -> Refusal:
    words = text("Of one cavalry command only one Orders Command gets the Orders.")
    return Refusal("bor.2.transmit", words, marker.units)


# -- last turn's Orders (5.24) -----------------------------------------------------------------


def _keep(table: Board, side: str) -> Procedure[None]:
    """[5.24.split] [5.24.merge] Last turn's Orders, laid on the commands as they stand now."""
    if table.state.day.assigning != side:
        remember(table, assigning=side, tried=())
    for marker in markers_of(table.state, side):
        if marker.under and f"split:{marker.id}" not in table.state.day.tried:
            yield from _split(table, marker)
    under = {uid for m in markers_of(table.state, side) if m.under for uid in m.units}
    laid = []
    for now in orders_commands(table.setup, table.state, side):
        ordered = [uid for uid in now.units if uid in under]
        status = bool(ordered)
        if ordered and len(ordered) < len(now.units):
            status = yield from _merge(table, now)
        laid.append(evolve(now, under=status))
    others = tuple(m for m in table.state.day.markers if m.side != side)
    remember(table, markers=(*others, *laid), tried=())


def _split(table: Board, marker: Marker) -> Procedure[None]:
    """[5.24.split] Of a command that has split one part keeps the Orders."""
    setup = table.setup
    parts = [
        now
        for now in orders_commands(setup, table.state, marker.side)
        if set(now.units) & set(marker.units)
    ]
    remember(table, tried=(*table.state.day.tried, f"split:{marker.id}"))
    if len(parts) < 2:
        return
    options = [(part.id, name_of(setup, table.state, part)) for part in parts]
    prompt = text("A command has split: which part keeps its Orders?")
    choice = yield Ask(
        setup.seat_of(marker.side),
        "orders_split",
        prompt,
        ("5.24.split",),
        Listed(options, about=units_about(parts)),
        secret=True,
    )
    kept = next(set(part.units) for part in parts if part.id == choice)
    rest = tuple(uid for uid in marker.units if uid in kept)
    laid = tuple(evolve(m, units=rest) if m.id == marker.id else m for m in table.state.day.markers)
    remember(table, markers=laid)


def _merge(table: Board, now: Marker) -> Procedure[bool]:
    """[5.24.merge] Commands that have come together adopt the status of either."""
    setup = table.setup
    choices = Listed([("under", text("Under Orders")), ("none", text("No Orders"))])
    name = name_of(setup, table.state, now)
    prompt = text("{name} has come together: which status?", name=name)
    choice = yield Ask(
        setup.seat_of(now.side),
        "orders_merge",
        prompt,
        ("5.24.merge",),
        choices,
        secret=True,
        subject=now.units,
    )
    return bool(choice == "under")
