"""[7.2] [17.note] How many Supply Trains a side has, and who begins where players alternate."""

from __future__ import annotations

from grognard.engines.europa.cards.asked import added
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import State, Train
from grognard.engines.europa.supply.lines import depots_of
from grognard.engines.europa.tables import number, trains


def printed(setup: Setup, state: State, side: str) -> int:
    """[7.2] [17.note] Return the printed number of a side's Supply Trains for this turn."""
    said = setup.said_of("trains", side)
    if said is not None:
        numbers: list[int] = said["numbers"]
        return numbers[min(state.turn, len(numbers)) - 1]
    restarted = state.flags.get("quarters") == "taken"
    return trains(side, state.turn, "trains_1813" if restarted else "trains")


def balance(setup: Setup, state: State, side: str) -> int:
    """[7.2] Return the number less the Depots on the map and those lost, with what else changes it."""
    changes = sum(modifier.value for modifier in added(state, "trains", side))
    burden = int(state.flags.get(f"burden {side}", "0"))
    if state.turn <= number("reserve_wastage"):
        burden = 0
    held = len(depots_of(state, side))
    return printed(setup, state, side) - held - state.lost_depots[side] + changes - burden


def short_of(setup: Setup, state: State, side: str) -> int:
    """[7.2.negative] [7.1] Return how many Depots too many a side has, 0 or less where there are none.

    A Depot that was turned into a train this turn is one of the trains of the table.
    """
    turned = sum(train.shown for train in genuine(state, side))
    return turned - balance(setup, state, side)


def beginner(setup: Setup, state: State) -> str:
    """[7.4] [17.note] Return who begins: the higher printed number, the French where they are equal."""
    numbers = {side: printed(setup, state, side) for side in ("french", "russian")}
    return "russian" if numbers["russian"] > numbers["french"] else "french"


def next_side(state: State, side: str) -> str:
    """[7.4] [8.2] Return who acts after a side: the other, unless it has finished; "" when both have."""
    for one in (enemy_of(side), side):
        if one not in state.done:
            return one
    return ""


def unused(state: State, side: str) -> list[Train]:
    """[7.4] Return the counters of a side on the map that have not been used, dummies among them."""
    return [train for train in state.trains.values() if train.side == side and not train.used]


def genuine(state: State, side: str) -> list[Train]:
    """[7.5] Return the genuine Supply Trains of a side on the map that have not been used."""
    return [train for train in unused(state, side) if train.genuine]
