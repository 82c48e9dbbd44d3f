"""What the computer players want of a position, by name; the weights stand in `opponent.yaml`."""

from __future__ import annotations

from grognard.engines.columbia.field.position import blocks_of, strength
from grognard.engines.columbia.opponent.judge import Judge, power
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import ELIMINATED, State
from grognard.engines.columbia.victory.victory import score
from grognard.engines.core.data.text import text
from grognard.engines.core.think.terms import Term, on_balance

PACKAGE = "grognard.engines.columbia.opponent"


def points(setup: Setup, state: State, side: str) -> float:
    """Victory points."""
    return score(setup, state, side).total


def force(setup: Setup, state: State, side: str) -> float:
    """Power left."""
    return sum(0.5 + power(setup.types[b.id], b) for b in blocks_of(setup, state, side))


def ground(setup: Setup, state: State, side: str) -> float:
    """How near the power of a side is to what it wants."""
    judge = Judge(setup, state, side)
    return sum(
        0.2 * much * (6 - judge.away.get(at, 6))
        for at, much in judge.own.items()
        if at not in judge.foe
    )


def chiefs(setup: Setup, state: State, side: str) -> float:
    """HQs: alive, and with strength to command."""
    hqs = [(k, state.blocks[k.id]) for k in setup.types.values() if k.is_hq and k.side == side]
    living = [(kind, block) for kind, block in hqs if block.at != ELIMINATED]
    return sum(0.15 * strength(k, b) if b.at in setup.ground.areas else 0.0 for k, b in living)


def exposed(setup: Setup, state: State, side: str) -> float:
    """Blocks that a stronger enemy stands next to; less is better."""
    judge = Judge(setup, state, side)
    return -sum(min(3.0, much) for at, much in judge.own.items() if judge.threat(at) > 1.6 * much)


TERMS = (
    Term("points", text("victory points: redoubts and eliminated blocks"), on_balance(points)),
    Term("force", text("the strength left on both sides"), on_balance(force)),
    Term("ground", text("how near the troops are to the redoubts"), on_balance(ground)),
    Term("chiefs", text("the HQs and their strength to command"), on_balance(chiefs)),
    Term("exposed", text("troops that face a stronger enemy"), on_balance(exposed)),
)
