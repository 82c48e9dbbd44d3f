"""What no sound position shows of Commanders, and when it is not asked any more."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.europa.commanders.fate import NAPOLEON
from grognard.engines.europa.state import ELIMINATED, State

GAME = registry["europa"]


def left_alone(state: State, lost: bool) -> State:
    """Ney stands where a Russian stack is; Napoleon is lost, or is not."""
    where = next(one.at for uid, one in state.units.items() if uid.startswith("r1-") and one.on_map)
    moved = {"ney": evolve(state.commanders["ney"], at=where)}
    if lost:
        moved[NAPOLEON] = evolve(state.commanders[NAPOLEON], at=ELIMINATED)
    dead = (NAPOLEON,) if lost else ()
    return evolve(state, commanders={**state.commanders, **moved}, dead=dead)


def test_a_commander_among_the_enemy_is_named_unless_napoleon_is_lost_with_him() -> None:
    """[14.7.napoleon] The campaign ends with Napoleon at once: nobody else is asked where he escapes to (8.9)."""
    info = next(info for info in GAME.scenarios() if info.id == "campaign-1812")
    session = Session(GAME, GAME.load(Path(info.path), {}), "ney")
    state = session.table.state
    (wrong,) = GAME.violations(session.setup, left_alone(state, lost=False))
    assert wrong.startswith("ney stands among the enemy")
    assert GAME.violations(session.setup, left_alone(state, lost=True)) == []
