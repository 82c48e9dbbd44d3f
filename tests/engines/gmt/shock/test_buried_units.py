"""[6.24] [9.24] Who lies under a Disordered unit cannot Shock: the order is asked about before the move."""

from __future__ import annotations

import pytest

from grognard.engines.core.show.asks import Ask
from grognard.engines.gmt.activation.activation import order_phase
from tests.engines.gmt.field import Field, foot


def asked(*, disordered: tuple[str, ...], enemy: str = "0101", phase: str = "order.start") -> Ask:
    """Begin an activation with f1 on f2, and an enemy somewhere."""
    units = [(foot("f1"), "0505", 0), (foot("f2"), "0505", 0), (foot("r1"), enemy, 3)]
    field = Field(units, disordered=disordered)
    field.table.update(phase=phase)
    ask = next(order_phase(field.table))
    assert isinstance(ask, Ask)
    return ask


def test_the_order_of_a_stack_is_asked_about_where_a_fresh_unit_is_buried() -> None:
    ask = asked(disordered=("f1",))
    assert not ask.rare
    assert "no unit below can Shock" in str(ask.prompt)
    assert "9.24" in ask.rules
    assert {"at": "0505", "order": ["f2", "f1"]} in list(ask.choices)


@pytest.mark.parametrize("disordered", [(), ("f2",), ("f1", "f2")])
def test_it_is_seldom_wanted_elsewhere(disordered: tuple[str, ...]) -> None:
    assert asked(disordered=disordered).rare


def test_it_is_seldom_wanted_once_all_shocks_are_over() -> None:
    assert asked(disordered=("f1",), phase="order.end").rare


def test_who_may_not_be_reordered_is_not_asked_about() -> None:
    units = [(foot("f1"), "0505", 0), (foot("f2"), "0505", 0), (foot("r1"), "0504", 3)]
    field = Field(units, disordered=("f1",))
    field.table.update(phase="order.start")
    assert list(order_phase(field.table)) == []
