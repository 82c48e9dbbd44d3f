"""Wherever a battle stands: the State alone gives the question again, and the position is sound."""

from __future__ import annotations

import pytest

from grognard.engines.core.play.session import Session
from tests.engines.eagle.scattered import GAME, asked, scattered, walk

STEPS = 40
SLICES = 12


def look(session: Session) -> None:
    """Where a question rests: the same one from the State alone, and nothing broken."""
    ask = session.ask
    assert ask is not None
    if not ask.resting:
        return
    state = session.table.state
    assert GAME.violations(session.setup, state) == []
    again = Session(GAME, session.setup, "again", state=state)
    assert again.table.state == state
    assert again.ask is not None
    assert asked(again) == asked(session)
    assert list(again.table.entries) == [], "what has been said once is said again"


@pytest.mark.parametrize("count", [5, pytest.param(170, marks=pytest.mark.soak)])
@pytest.mark.parametrize("part", range(SLICES))
def test_a_scattered_battle_rests_where_it_can_be_taken_up_again(part: int, count: int) -> None:
    for number in range(part, SLICES * count, SLICES):
        walk(number, STEPS, look)


def test_the_scattered_battles_come_to_all_kinds_of_resting_questions() -> None:
    met: set[str] = set()

    def note(session: Session) -> None:
        assert session.ask is not None
        if session.ask.resting:
            met.add(session.ask.kind)

    for number in range(36):
        walk(number, STEPS, note)
        walk(number, STEPS // 2, note, "action-2.declarations")
    assert {"formation", "movement", "fire", "charge", "melee", "charge_target", "rally"} <= met
    assert {"square", "courier", "cc_move", "reveal_courier"} <= met


def test_a_scattered_battle_is_sound_to_begin_with() -> None:
    for number in range(24):
        session = scattered(number)
        assert GAME.violations(session.setup, session.table.state) == []
