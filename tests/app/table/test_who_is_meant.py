"""A choice that names a command or an attack lights those who are meant while it is pointed at."""

from __future__ import annotations

import pytest

from grognard.app.table.model.marks import highlights
from tests.app.table.test_together import asked
from tests.contract.handling import table_of


@pytest.mark.parametrize(
    ("game", "scenario", "kind"),
    [
        ("gmt", "shevardino", "activate_command"),
        ("gmt", "shevardino", "shock_order"),
        ("columbia", "borodino", "attach"),
    ],
)
def test_who_is_meant_is_lit(game: str, scenario: str, kind: str) -> None:
    model = table_of(asked(game, scenario, kind, "3"))
    assert model.ask is not None
    lit = []
    for choice in model.ask.choices:
        if choice != "pass":
            model.point(choice)
            lit.append(frozenset(highlights(model).chosen) & {*model.lookup.pieces})
    assert all(lit) or kind == "attach"  # a corps may have no block on the map yet
    assert len({*lit}) == len(lit) or kind == "attach"
    assert any(lit)
