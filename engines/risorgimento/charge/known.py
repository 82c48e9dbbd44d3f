"""[C.1.notes] [E.1] What a side knows of the charges of a turn."""

from __future__ import annotations

from grognard.engines.risorgimento.army.units import Side
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State

RIDDEN = ("revealed", "moving")
"""The statuses of a charge that has met nobody yet."""


def known_charges(setup: Setup, state: State, side: Side | None) -> tuple[tuple[str, str], ...]:
    """[C.1.notes] [E.1] Return who charges whom: the charges still ridden, and what a side itself has noted."""
    noted = [note for note in state.notes if setup.types[note[0]].side == side]
    ridden = [(one.unit, one.target) for one in state.charges if one.status in RIDDEN]
    return tuple(dict.fromkeys((*noted, *ridden)))
