"""The statistics of dice: per kind of die, its faces as the rules count them."""

from __future__ import annotations

from grognard.app.table.panels.dice import Kind, statistics
from grognard.engines.core.show.explain import Roll


def cast(natural: int, sides: int, first: int | None) -> Roll:
    return Roll("french", "8.1", "fire", "a", sides, natural, first=first)


def test_a_ten_sided_die_reads_0_to_9_before_any_0_has_fallen() -> None:
    found = statistics([cast(9, 10, 0), cast(4, 10, 0), cast(4, 10, 0)])
    kind = Kind("french", 10, 0)
    assert found == {kind: [0, 0, 0, 0, 2, 0, 0, 0, 0, 1]}
    assert kind.expected() == 4.5


def test_dice_of_another_kind_are_counted_apart() -> None:
    found = statistics([cast(9, 10, 0), cast(10, 10, 1), cast(6, 6, 1)])
    assert sorted(found) == [
        Kind("french", 6, 1),
        Kind("french", 10, 0),
        Kind("french", 10, 1),
    ]
    assert [kind.expected() for kind in sorted(found)] == [3.5, 4.5, 5.5]


def test_a_die_that_is_read_again_is_not_counted_again() -> None:
    assert statistics([cast(4, 10, None)]) == {}
