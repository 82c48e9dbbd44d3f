"""[4.0] Initiative, the special AMs, the first AM, and filling the Pool."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure
from grognard.engines.core.show.explain import CAUSE, Modifier, Refusal
from grognard.engines.gmt.day import BACK, BARRAGE, DESTRUCTION, FLANKING, PLANNED, Day
from grognard.engines.gmt.field.position import SIDE_ADJECTIVES, SIDE_NAMES, on_map
from grognard.engines.gmt.orders.ordering import commander_of, remember
from grognard.engines.gmt.orders.orders import flank_command, flank_ordered, group_members
from grognard.engines.gmt.setup import Board, Group, Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import number

NO_COMBINED = Refusal("5.34", text("Borodino has no Activation Marker of a Combined Group."))
"""[bor.noreinf] Another game's special AM, which might be looked for here."""


def initiative_step(table: Board) -> None:
    """[4.0.roll] [bor.initiative] Who has the Initiative this turn; a tie gives it to nobody."""
    if table.state.turn == 1:
        winner = table.setup.first_side
        words = text("The {side} have the Initiative on the first turn.", side=SIDE_NAMES[winner])
        table.log("phase", words, "bor.initiative")
    else:
        winner = roll_initiative(table)
    remember(table, initiative=winner)
    fill_pool(table)


def roll_initiative(table: Board) -> str:
    """[4.0.roll] [4.0.tie] Each adds his Overall Commander's Orders Rating to a die."""
    setup = table.setup
    totals = {}
    for side in setup.sides:
        rating = orders_rating(setup, table.state, side)
        modifiers = [Modifier(rating, text("Orders Rating"), "4.0.roll")] if rating else []
        totals[side] = table.roll(
            seat=setup.seat_of(side),
            rule="4.0.roll",
            purpose="initiative",
            subject=side,
            sides=number("die_sides"),
            modifiers=modifiers,
            says=text("Initiative of the {side}", side=SIDE_NAMES[side]),
            kind=CAUSE,
        ).total
    best = max(totals.values())
    leading = [side for side, total in totals.items() if total == best]
    if len(leading) > 1:
        table.log("phase", text("Neither side has the Initiative."), "4.0.tie")
        return ""
    words = text("The {side} have the Initiative.", side=SIDE_NAMES[leading[0]])
    table.log("phase", words, "4.0.roll")
    return leading[0]


def orders_rating(setup: Setup, state: State, side: str) -> int:
    """[4.0.roll] Return what a side adds: Kutuzov the rating for the army he has ordered, else 0."""
    card = commander_of(setup, side)
    if "orders" in card:
        return int(card["orders"])
    return int(card.get(f"orders.{state.day.army}", "0"))


# -- the Pool (5.3) ----------------------------------------------------------------------------


def ams_of(group: Group) -> tuple[str, ...]:
    """[5.31] Return the two AMs of a group."""
    return tuple(f"{group.id}-{n}" for n in range(1, number("ams_per_group") + 1))


def group_of_am(setup: Setup, am: str) -> Group | None:
    """Return the Activation Group of an AM, None for the special ones."""
    return setup.groups.get(am.rpartition("-")[0])


def pooled(day: Day) -> dict[str, tuple[str, ...]]:
    """[5.43] [5.44] Return the AM being played, those left in the Pool, and those set aside."""
    aside = list(day.ams)
    for am in (*day.pool, day.am):
        if am in aside:
            aside.remove(am)
    return {"playing": (day.am,) if day.am else (), "left": day.pool, "aside": tuple(aside)}


def side_of_am(setup: Setup, am: str) -> str:
    """Return whose AM it is."""
    group = group_of_am(setup, am)
    if group is not None:
        return group.side
    if am == DESTRUCTION:
        return next(side for side in setup.sides if side != setup.first_side)
    return setup.first_side if am.startswith(FLANKING) else am.removeprefix(f"{BARRAGE}-")


def units_of_am(setup: Setup, state: State, am: str) -> tuple[str, ...]:
    """Return the units on the map that an AM of a group is about."""
    group = group_of_am(setup, am)
    return group_members(setup, state, group.id) if group is not None else ()


def am_name(setup: Setup, am: str) -> Text:
    """Name an AM as players do."""
    group = group_of_am(setup, am)
    if group is not None:
        return text("{leader}, {group}", leader=group.leader, group=group.name)
    if am == DESTRUCTION:
        return text("Russian Destruction")
    if am.startswith(FLANKING):
        return text("Flanking Command")
    return text("{side} Artillery Barrage", side=SIDE_ADJECTIVES[side_of_am(setup, am)])


def fill_pool(table: Board) -> None:
    """[5.32] [bor.3] [bor.5.am] [bor.14.enter] Put in the AMs of this turn."""
    setup = table.setup
    state = table.state
    ams = [
        am
        for group in setup.groups.values()
        if takes_part(setup, state, group)
        for am in ams_of(group)
    ]
    ams += [DESTRUCTION, *flank_ams(state)]
    remember(table, pool=tuple(sorted(ams)), ams=tuple(sorted(ams)), am="")
    table.reveal(
        counted(
            "{n} Activation Marker goes into the Pool.",
            "{n} Activation Markers go into the Pool.",
            n=len(ams),
        ),
        "5.32",
        "bor.3",
    )
    for side in state.day.points:
        words = text(
            "The {side} have set an Orders Point aside for the Artillery Barrage.",
            side=SIDE_NAMES[side],
        )
        table.reveal(words, "5.35", "bor.4", seat=setup.seat_of(side))


def takes_part(setup: Setup, state: State, group: Group) -> bool:
    """[5.32] [bor.3] Whether a group's AMs go into the Pool: units on the map, the Guard ordered."""
    away = flank_command(state)
    here = any(
        setup.types[uid].group == group.id and on_map(unit) and uid not in away
        for uid, unit in state.units.items()
    )
    if group.rating is not None or not here:
        return here
    ordered = [uid for uid in flank_ordered(state) if uid not in away and on_map(state.units[uid])]
    ordered += [marker.units[0] for marker in state.day.markers if marker.under]
    return any(setup.types[uid].group == group.id for uid in ordered)


def flank_ams(state: State) -> tuple[str, ...]:
    """[bor.14.enter] One AM from two turns after departure; two once the command is back."""
    flank = state.day.flank
    if flank is None or flank.status == PLANNED:
        return ()
    if flank.status == BACK:
        return (f"{FLANKING}-1", f"{FLANKING}-2")
    return (
        (f"{FLANKING}-1",) if state.turn >= flank.left + number("flank_entry_delay_turns") else ()
    )


def special_ams_step(table: Board) -> Procedure[None]:
    """[5.35] [bor.4] Who set a point aside may now place his Barrage AM; otherwise it is lost."""
    setup = table.setup
    for side in setup.sides:
        am = f"{BARRAGE}-{side}"
        if side not in table.state.day.points or am in table.state.day.ams or side in asked(table):
            continue
        choices = Listed(
            [("place", text("Place the Artillery Barrage")), (PASS, text("Forgo it"))],
            refusals=lambda: [("combined", NO_COMBINED)],
            named=lambda am: (
                text("Activation Marker of a Combined Group") if am == "combined" else None
            ),
        )
        prompt = text("Place the Activation Marker of the Artillery Barrage?")
        rules = ("5.33", "5.35", "bor.4")
        choice = yield Ask(setup.seat_of(side), "barrage_am", prompt, rules, choices, resting=True)
        remember(table, assigned=(*table.state.day.assigned, f"asked:{side}"))
        if choice != PASS:
            day = table.state.day
            remember(table, pool=tuple(sorted((*day.pool, am))), ams=tuple(sorted((*day.ams, am))))
            table.log(
                "choice",
                text("{am} goes into the Pool.", am=am_name(setup, am)),
                "5.35",
                "5.33",
                seat=setup.seat_of(side),
            )


def asked(table: Board) -> tuple[str, ...]:
    """Return the sides that have been asked about their Barrage."""
    return tuple(mark[6:] for mark in table.state.day.assigned if mark.startswith("asked:"))


def first_am_step(table: Board) -> Procedure[None]:
    """[4.0.choice] [5.41] The player with the Initiative picks one of his AMs as the first."""
    setup = table.setup
    side = table.state.day.initiative
    if side:
        own = [
            am for am in table.state.day.pool if side_of_am(setup, am) == side and am != DESTRUCTION
        ]
        options = dict.fromkeys(_first_of_each(setup, own))
        choices = Listed(
            [(am, am_name(setup, am)) for am in options],
            refusals=lambda: _no_first(setup, table.state, side),
            about=lambda am: units_of_am(setup, table.state, str(am)),
            named=lambda am: am_name(setup, str(am)),
        )
        if options:
            prompt = text("Which Activation Marker is the first of the turn?")
            rules = ("4.0.choice", "5.41")
            am = yield Ask(setup.seat_of(side), "first_am", prompt, rules, choices, resting=True)
            take(table, str(am))


def _no_first(setup: Setup, state: State, side: str) -> list[tuple[str, Refusal]]:
    """[4.0.choice] [bor.5.am] The AMs that he may not pick, with the reason."""
    drawn = Refusal("bor.5.am", text("The Activation Marker of Destruction is always drawn."))
    other = Refusal("4.0.choice", text("The first Activation Marker is one of its own."))
    refused = [(am, drawn) for am in state.day.pool if am == DESTRUCTION]
    barrage = f"{BARRAGE}-{side}"
    if barrage not in state.day.ams:
        words = text("No Orders Point was spent on the Artillery Barrage, or it was forgone.")
        refused.append((barrage, Refusal("bor.4", words)))
    refused += [
        (am, other) for am in state.day.pool if am != DESTRUCTION and side_of_am(setup, am) != side
    ]
    return refused + [
        (am, _why_out(setup, state, group))
        for group in setup.groups.values()
        if group.side == side
        for am in ams_of(group)
        if am not in state.day.ams
    ]


def _why_out(setup: Setup, state: State, group: Group) -> Refusal:
    """[bor.3] [5.32] Say why the AMs of a group did not go into the Pool."""
    if group.rating is None and group_members(setup, state, group.id):
        words = text(
            "Without Orders from Napoleon the Activation Markers of the Guard stay out of the Pool."
        )
        return Refusal("bor.3", words)
    words = text(
        "{group} has no unit on the map, so its Activation Markers stay out.", group=group.name
    )
    return Refusal("5.32", words)


def _first_of_each(setup: Setup, ams: list[str]) -> list[str]:
    """One AM a group: the two are alike."""
    seen: set[str] = set()
    found = []
    for am in ams:
        key = am.rpartition("-")[0] if group_of_am(setup, am) else am
        if key not in seen:
            seen.add(key)
            found.append(am)
    return found


def draw_step(table: Board) -> None:
    """[5.42] [5.44] Draw the next AM at random, until the Pool is empty."""
    setup = table.setup
    pool = table.state.day.pool
    if not pool:
        return
    owner = setup.seat_of(setup.first_side)
    am = table.draw(
        seat=owner,
        rule="5.42",
        purpose="am",
        subject=f"turn {table.state.turn}",
        pool=pool,
        says=text("The next Activation Marker is drawn from the Pool."),
        named=lambda am: am_name(setup, am),
        kind=CAUSE,
    )
    take(table, am)


def take(table: Board, am: str) -> None:
    """[5.43] Play an AM: it leaves the Pool and its owner acts."""
    setup = table.setup
    side = side_of_am(setup, am)
    left = tuple(other for other in table.state.day.pool if other != am)
    remember(table, pool=left, am=am, tried=())
    table.log(
        "phase",
        text("Activation Marker: {am}", am=am_name(setup, am)),
        "5.43",
        seat=setup.seat_of(side),
    )
    table.update(active=side, done=())
