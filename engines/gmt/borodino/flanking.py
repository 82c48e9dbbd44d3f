"""[bor.14] The optional Flanking Manoeuvre: plan, departure, entry roll, the command's own AMs."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import counted, text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure, Subset
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.gmt.activation.activation import enter_activation
from grognard.engines.gmt.day import AWAY, BACK, PLANNED, Flank
from grognard.engines.gmt.field.closed_hexes import edge_hexes
from grognard.engines.gmt.field.effects import move_to
from grognard.engines.gmt.field.position import adjacent_enemies, enemy_of, on_map, side_at
from grognard.engines.gmt.orders.ordering import remember
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import FLANK, RESERVE, State
from grognard.engines.gmt.tables import look_up, number

OPTION = "flanking_maneuver"
RECALL, NOTHING = "recall", "nothing"
DICE = ("first", "second")


# -- the plan (bor.14.declare) -----------------------------------------------------------------


def plan_step(table: Board) -> Procedure[None]:
    """[bor.14.declare] Before play the French write down in secret: which units, which turn."""
    setup = table.setup
    if not setup.uses(OPTION):
        return
    seat, rules = setup.seat_of(setup.first_side), ("bor.14.declare",)
    turns = [
        (str(turn), text("At the end of turn {n}", n=turn)) for turn in range(1, setup.turns + 1)
    ]
    answer = yield Ask(
        seat,
        "flank_turn",
        text("A Flanking Manoeuvre: at the end of which turn?"),
        rules,
        Listed([(PASS, text("No Flanking Manoeuvre")), *turns]),
        resting=True,
        secret=True,
    )
    choice = word_of(answer)
    if choice == PASS:
        return
    own = [
        uid
        for uid, unit in table.state.units.items()
        if setup.types[uid].side == setup.first_side and on_map(unit)
    ]
    picked = yield Ask(
        seat,
        "flank_units",
        text("Which units make the Flanking Manoeuvre?"),
        rules,
        Subset(own, 1),
        form="subset",
        secret=True,
    )
    remember(table, flank=Flank(tuple(words_of(picked, "subset")), int(choice)))


# -- departure (bor.14.leave) ------------------------------------------------------------------


def departures(table: Board) -> None:
    """[bor.14.leave] At the end of its turn the command leaves, but for units next to an enemy."""
    flank: Flank | None = table.state.day.flank
    if flank is None or flank.status != PLANNED or flank.turn != table.state.turn:
        return
    setup = table.setup
    gone = tuple(uid for uid in flank.units if _may_leave(setup, table.state, uid))
    if not gone:
        remember(table, flank=None)
        return
    remember(table, flank=evolve(flank, units=gone, status=AWAY, left=table.state.turn))
    for uid in gone:
        move_to(table, uid, FLANK)
    words = counted(
        "{n} unit leaves for a Flanking Manoeuvre.",
        "{n} units leave for a Flanking Manoeuvre.",
        n=len(gone),
    )
    table.reveal(words, "bor.14.leave", "bor.14.russian", seat=setup.seat_of(setup.first_side))


def _may_leave(setup: Setup, state: State, uid: str) -> bool:
    unit = state.units[uid]
    side = setup.types[uid].side
    return on_map(unit) and not adjacent_enemies(setup, state, unit.at, side)


# -- entry (bor.14.enter) ----------------------------------------------------------------------


def flank_step(table: Board) -> Procedure[None]:
    """[bor.14.enter] The Flanking Command's AM: the entry roll, or its activation once back."""
    flank: Flank | None = table.state.day.flank
    if flank is not None and flank.status == AWAY:
        came = yield from _entry(table, flank)
        if not came:
            remember(table, am="")
            table.update(done=())
            return
    begin(table)


def begin(table: Board) -> None:
    """[bor.14.orders] [5.12.activation] The command acts, always Under Orders, without a marker."""
    flank: Flank | None = table.state.day.flank
    units = flank.units if flank else ()
    uids = tuple(
        uid
        for uid in units
        if on_map(table.state.units[uid]) or table.state.units[uid].at == RESERVE
    )
    enter_activation(table, table.setup.first_side, uids)
    table.log("phase", text("The Flanking Command is Under Orders."), "bor.14.orders", pieces=uids)
    table.update(orders={})


def _entry(table: Board, flank: Flank) -> Procedure[bool]:
    """Roll; the command comes in by the south, may be recalled, or nothing happens."""
    setup = table.setup
    outcome = roll_entry(table, flank)
    if outcome == "none":
        step = number("flank_modifier_step")
        remember(table, flank=evolve(flank, bonus=flank.bonus + step))
        return False
    if outcome == "may_recall":
        choices = Listed(
            [(RECALL, text("Recall them")), (NOTHING, text("Leave them on their way"))]
        )
        prompt = text("The Flanking Command may be recalled.")
        choice = yield Ask(
            setup.seat_of(setup.first_side), "flank_recall", prompt, ("bor.14.enter",), choices
        )
        if choice == NOTHING:
            return False
    return (yield from _come_in(table, outcome))


def roll_entry(table: Board, flank: Flank) -> str:
    """[bor.14.enter] Two six-sided dice and the modifiers gathered so far."""
    setup = table.setup
    seat = setup.seat_of(setup.first_side)
    first = table.roll(
        seat=seat,
        rule="bor.14.enter",
        purpose="flank_entry",
        subject=DICE[0],
        sides=number("flank_die_sides"),
        first=1,
        says=text("The first die of the Flanking Command"),
    )
    modifiers = [Modifier(first.natural, text("The first die"), "bor.14.enter")]
    if flank.bonus:
        modifiers.append(Modifier(flank.bonus, text("Earlier rolls"), "bor.14.enter"))
    roll = table.roll(
        seat=seat,
        rule="bor.14.enter",
        purpose="flank_entry",
        subject=DICE[1],
        sides=number("flank_die_sides"),
        first=1,
        modifiers=modifiers,
        result=lambda total: str(look_up("flank_maneuver", total)["result"]),
        read_in=("flank_maneuver", "result"),
        says=text("The Flanking Command comes in"),
    )
    return roll.result


def _come_in(table: Board, result: str) -> Procedure[bool]:
    """[bor.14.enter] The French choose the hex of the southern edge it comes in by."""
    setup = table.setup
    foe = enemy_of(setup.first_side)
    hexes = [
        h
        for h in edge_hexes(result)
        if h in setup.map.grid and side_at(setup, table.state, h) != foe
    ]
    if not hexes:
        return False
    options = [(h, text("By {hex}", hex=setup.map.place(h))) for h in hexes]
    closed = Refusal("bor.14.enter", text("The roll does not open this hex."))
    barred = [(h, closed) for h in setup.map.grid.hexes if h not in hexes]
    prompt = text("The Flanking Command comes in: by which hex?")
    answer = yield Ask(
        setup.seat_of(setup.first_side),
        "flank_entry",
        prompt,
        ("bor.14.enter",),
        Listed(options, refusals=lambda: barred),
        form="place",
    )
    entry = word_of(answer)
    flank: Flank | None = table.state.day.flank
    if flank is None:
        message = "there is no Flanking Manoeuvre"
        raise ValueError(message)
    remember(table, flank=evolve(flank, status=BACK, entry=str(entry)))
    for uid in flank.units:
        if table.state.units[uid].at == FLANK:  # who Withdrew in a Collapse does not come with them
            move_to(table, uid, RESERVE)
    words = text("The Flanking Command comes in by {hex}.", hex=setup.map.place(entry))
    table.log("phase", words, "bor.14.enter", where=(str(entry),))
    return True
