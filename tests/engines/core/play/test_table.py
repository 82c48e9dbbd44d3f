from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.explain import Modifier

VILLAGE = Modifier(-1, text("Village"), "3.2")


def _table(*dice: int) -> Table[None]:
    return Table(None, None, ScriptedDice(dice))


def test_modifiers_of_a_die_are_added_to_it() -> None:
    roll = _table(4).roll(
        seat="a",
        rule="1",
        purpose="p",
        subject="s",
        sides=6,
        says=text("A die"),
        modifiers=(VILLAGE,),
        target=3,
        first=1,
        result=lambda total: "passed" if total <= 3 else "failed",
    )
    assert (roll.total, roll.target, roll.result) == (3, 3, "passed")


def test_modifiers_of_a_base_change_the_number_needed_and_leave_the_die() -> None:
    roll = _table(2).roll(
        seat="a",
        rule="1",
        purpose="p",
        subject="s",
        sides=6,
        says=text("A die"),
        modifiers=(VILLAGE,),
        base=2,
        first=1,
        result=lambda total: "hit" if total <= 1 else "miss",
    )
    assert (roll.total, roll.base, roll.target, roll.result) == (2, 2, 1, "miss")
