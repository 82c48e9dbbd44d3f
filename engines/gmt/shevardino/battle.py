"""[sch] The battle for the Shevardino redoubt: its turn sequence, activation and victory."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.explain import Refusal, Verdict
from grognard.engines.gmt.activation.activation import enter_activation, order_phase
from grognard.engines.gmt.field.position import enemy_of, on_map
from grognard.engines.gmt.morale.phase import group_morale
from grognard.engines.gmt.movement.extended import choose_entry, end_window
from grognard.engines.gmt.setup import Board, Command, Setup
from grognard.engines.gmt.state import RESERVE, State
from grognard.engines.gmt.turn.deployment import deployments
from grognard.engines.gmt.turn.sequence import activation

SIDE_NAMES = {"french": text("The French"), "russian": text("The Russians")}


# -- activation of commands (sch.activate) -----------------------------------------------------


def activate(table: Board) -> Procedure[None]:
    """[sch.activate] The French may activate exactly one inactive command at the start of a turn."""
    setup = table.setup
    if not table.state.done:
        enter_turn(table)
    options = choosable(setup, table.state.commands, table.state.turn)
    if options:
        labels = [(command.id, text("{name}", name=command.name)) for command in options]
        seat = setup.seat_of(setup.first_side)
        barred = list(_unchoosable(setup, table.state.commands, table.state.turn))
        choices = Listed(
            [*labels, ("pass", text("None"))],
            refusals=lambda: barred,
            about=lambda choice: tuple(
                unit
                for unit in table.state.units
                if (command := setup.command_of(unit)) is not None and command.id == choice
            ),
            named=lambda choice: next(
                (text("{name}", name=c.name) for c in setup.commands if c.id == choice), None
            ),
        )
        prompt = text("Which command becomes active this turn?")
        rules = ("sch.activate", "sch.reinf")
        choice = yield Ask(seat, "activate_command", prompt, rules, choices, resting=True)
        if choice != "pass":
            table.update(commands=(*table.state.commands, str(choice)))
            name = next(c.name for c in options if c.id == choice)
            table.log("choice", text("{name} is active.", name=name), "sch.activate", seat=seat)


def enter_turn(table: Board) -> None:
    """Open a turn: commands that become active by the calendar do so now."""
    setup = table.setup
    turn = table.state.turn
    due = [
        c.id
        for c in setup.commands
        if c.active and c.active <= turn and c.id not in table.state.commands
    ]
    table.update(commands=(*table.state.commands, *due), done=("turn",))
    table.log("phase", text("Turn {n}", n=turn), "sch.turn")
    for command in setup.commands:
        if command.id in due:
            rule = "sch.russian" if command.side == "russian" else "sch.activate"
            table.log("phase", text("{name} is active.", name=command.name), rule)


def choosable(setup: Setup, active: tuple[str, ...], turn: int) -> list[Command]:
    """[sch.activate] Return the commands that may be activated by choice this turn."""
    barred = dict(_unchoosable(setup, active, turn))
    return [command for command in setup.commands if command.id not in barred]


def _unchoosable(setup: Setup, active: tuple[str, ...], turn: int) -> Iterator[tuple[str, Refusal]]:
    """[sch.activate] [sch.russian] Give the commands that may not be activated now, and why."""
    for command in setup.commands:
        name, rule = command.name, "sch.activate"
        if command.side != setup.first_side:
            words = text("{name} becomes active by the calendar.", name=name)
            rule = "sch.russian"
        elif command.id in active:
            words = text("{name} is already active.", name=name)
        elif command.active:
            words = text("{name} becomes active on turn {n}.", name=name, n=command.active)
        elif command.earliest > turn:
            words = text(
                "{name} may not be activated before turn {n}.", name=name, n=command.earliest
            )
        else:
            continue
        yield command.id, Refusal(rule, words)


def still_to_come(setup: Setup, state: State) -> list[Text]:
    """[sch.activate] [sch.russian] Say which commands are active, or may be chosen, from which turn on."""
    waiting = [command for command in setup.commands if command.id not in state.commands]
    active = text("{name} is active from turn {n}")
    chosen = text("{name} may be activated from turn {n}")
    return [
        *(active.fill(name=c.name, n=c.active) for c in waiting if c.active > state.turn),
        *(chosen.fill(name=c.name, n=c.earliest) for c in waiting if not c.active),
    ]


def begin_side(table: Board, side: str) -> None:
    """[3.C] Start a side's activation with all units of its active commands."""
    uids = tuple(
        uid
        for command in table.setup.commands
        if command.side == side and command.id in table.state.commands
        for uid in command.units
        if on_map(table.state.units[uid]) or table.state.units[uid].at == RESERVE
    )
    enter_activation(table, side, uids)
    table.log("phase", text("{side} act", side=SIDE_NAMES[side]), "sch.turn", "3.C")


# -- one side's activation (C.3) ---------------------------------------------------------------


def enter_and_order(table: Board) -> Procedure[None]:
    """[7.42] [6.24] Entering commands first say how they come; then stacks may be reordered."""
    for command in table.setup.commands:
        if command.side == table.state.active and command.id in table.state.commands:
            yield from choose_entry(table, command)
    yield from order_phase(table)


def first_side(table: Board) -> None:
    """[sch.turn] The French act first."""
    begin_side(table, table.setup.first_side)


def next_side(table: Board) -> str | None:
    """[sch.turn] The Russians act after the French."""
    setup = table.setup
    side = table.state.active
    end_window(table)
    table.update(began={}, done=())
    if side != setup.first_side:
        return None
    begin_side(table, enemy_of(side))
    return "activation"


# -- the end of a turn -------------------------------------------------------------------------


def end_turn(table: Board) -> None:
    """[sch.turn] The next turn, or after the last one the verdict (sch.victory)."""
    if table.state.turn >= table.setup.turns:
        table.end(verdict(table))
    table.update(turn=table.state.turn + 1, done=())


def verdict(table: Board) -> Verdict:
    """[sch.victory] Who was last in the redoubt with a combat unit wins."""
    setup = table.setup
    winner = table.state.holder
    reason: Text = text(
        "{side} hold {hex} at the end of turn {turn}.",
        side=SIDE_NAMES[winner],
        hex=setup.map.place(setup.objective),
        turn=table.state.turn,
    )
    points = tuple((setup.seat_of(side), int(side == winner)) for side in setup.sides)
    return Verdict(setup.seat_of(winner), "victory", reason, "sch.victory", points)


def has_lists(table: Board) -> bool:
    """[setup.facing] Whether the scenario leaves anything to its owners: an exercise puts each unit down itself."""
    return bool(table.setup.zones)


SHEVARDINO = Turn(
    text("The turn at Shevardino"),
    Step(
        "setup",
        part=text("Set-up"),
        rule="setup.facing",
        steps=deployments(has_lists),
    ),
    Step(
        "turn",
        part=text("Five turns"),
        rule="sch.turn",
        then="turn",
        steps=(
            Step(
                "activate",
                text("Activation of a command"),
                "sch.activate",
                activate,
                then=first_side,
                box=text("Activate"),
            ),
            activation(next_side, enter_and_order),
            group_morale(end_turn),
        ),
    ),
)
"""[sch.turn] The French act with all active units, then the Russians; then the Group Morale Phase."""
