"""[turn.length] [turn.victory] [turn.objectives] The end of the battle, and who has won."""

from __future__ import annotations

from grognard.engines.core.data.text import all_of, named, text
from grognard.engines.core.show.explain import Verdict
from grognard.engines.eagle.field.position import has_routed
from grognard.engines.eagle.setup import SIDES, Board, Objective, Setup, enemy_of
from grognard.engines.eagle.state import ELIMINATED, EXITED, OFF_MAP, State, Unit
from grognard.engines.eagle.tables import row


def end_step(table: Board) -> None:
    """[turn.length] After the last turn the conditions of the scenario tell who has won."""
    if table.state.turn >= table.setup.turns:
        _tell(table)
        table.end(verdict(table.setup, table.state))


def _tell(table: Board) -> None:
    """[turn.length] [result.rout.end_of_game] Say what counts at the end besides losses."""
    table.log("phase", text("The last turn is over."), "turn.length")
    routed = [u.id for u in table.state.units.values() if u.on_map and has_routed(table.state, u)]
    if routed:
        names = all_of(named("unit", table.setup.units[uid].name) for uid in routed)
        words = text("Routed, and so counted as eliminated: {units}.", units=names)
        table.log("result", words, "result.rout.end_of_game", pieces=tuple(routed))
    for goal in table.setup.objectives:
        if side := table.state.holders.get(goal.id):
            seat = table.setup.seat_of(side)
            words = text(
                "{seat} holds {place}.", seat=table.seat_name(seat), place=named("place", goal.name)
            )
            table.log("result", words, "turn.objectives", seat=seat, where=(goal.at,))


def worth(what: str) -> int:
    """[turn.victory] Return the points of one thing."""
    return int(row("victory_points", what)["points"])


def drawn_up_to(setup: Setup) -> int:
    """[turn.victory] Return how many points apart a battle is drawn still: the table says, or the scenario."""
    said = setup.says("draw")
    return worth("draw") if said is None else int(said["points"])


def verdict(setup: Setup, state: State) -> Verdict:
    """[turn.victory] Return who wins: by holding what a scenario names, or its enemy; elsewhere by points."""
    counted = {setup.seat_of(side): points_of(setup, state, side) for side in SIDES}
    told = tuple(counted.items())
    words = text("Points: {french} to {british}.", french=told[0][1], british=told[1][1])
    if said := setup.says("hold_to_win"):
        holder = holds_to_win(setup, state)
        reason = text("It holds the ground that decides the battle.")
        winner = setup.seat_of(holder or enemy_of(str(said["side"])))
        return Verdict(winner, "victory", reason, "turn.objectives", told)
    french, british = (counted[setup.seat_of(side)] for side in SIDES)
    if abs(french - british) <= drawn_up_to(setup):
        return Verdict("draw", "draw", words, "turn.victory", told)
    winner = SIDES[0] if french > british else SIDES[1]
    return Verdict(setup.seat_of(winner), "victory", words, "turn.victory", told)


def holds_to_win(setup: Setup, state: State) -> str:
    """[turn.objectives] Return the side that holds enough of what decides a scenario, "" for none."""
    said = setup.says("hold_to_win")
    if said is None:
        return ""
    held = [
        goal
        for goal in setup.objectives
        if goal.at in said["at"] and state.holders.get(goal.id) == said["side"]
    ]
    return str(said["side"]) if len(held) >= int(said["least"]) else ""


def points_of(setup: Setup, state: State, side: str) -> int:
    """[turn.victory] Return the points of a side: what its enemy has lost, and what it holds."""
    enemy = enemy_of(side)
    units = [u for u in state.units.values() if setup.units[u.id].side == enemy]
    lost = sum(loss_of(setup, state, unit) for unit in units)
    fallen = sum(worth(one.split()[0]) for one in state.fallen if one.split()[1] == enemy)
    return lost + fallen + _held(setup, state, side) + _exited(setup, state, side)


def loss_of(setup: Setup, state: State, unit: Unit) -> int:
    """[turn.victory] [result.rout.off_map] [result.rout.end_of_game] Return what a unit has lost, in points.

    A unit routed, or off the map, counts as eliminated, and so do the Rifles of one; of artillery the gun
    counts.
    """
    card = setup.units[unit.id]
    gone = unit.at in (ELIMINATED, OFF_MAP) or has_routed(state, unit)
    if card.is_artillery:
        return worth("gun") if gone else 0
    return worth("figure") * (card.figures if gone else card.figures - unit.figures)


def _held(setup: Setup, state: State, side: str) -> int:
    """[turn.objectives] Return the points for what a side holds at the end."""
    return sum(points_for(goal) for goal in setup.objectives if state.holders.get(goal.id) == side)


def points_for(goal: Objective) -> int:
    """[turn.objectives] Return what an objective counts: as the scenario says, or the table."""
    return worth("objective") if goal.points is None else goal.points


def _exited(setup: Setup, state: State, side: str) -> int:
    """[scen.structure] Points for units that have left the map where a scenario lets them."""
    said = [one for one in setup.special.get("exit", ()) if one["side"] == side]
    if not said:
        return 0
    units = [u for u in state.units.values() if u.at == EXITED and setup.units[u.id].side == side]
    return int(said[0]["points"]) * len(units)
