"""[9.62] to [9.66] Where units retreat, and when they are lost."""

from __future__ import annotations

from grognard.engines.gmt.retreat.retreat import JOIN, LOST, THROUGH, VACANT, retreat_units, way_out
from tests.engines.gmt.field import Field, foot, gun, horse


def test_retreat_leads_away_from_the_cause() -> None:
    field = Field([(foot("f1"), "0505", 0), (foot("r1"), "0504", 3)])
    out = way_out(field.setup, field.state, "r1", "0504", ("0505",))
    assert (out.how, set(out.hexes)) == (VACANT, {"0503", "0603", "0403"})


def test_friends_before_enemy_fronts_and_mixed_stacks_are_passed_through() -> None:
    ring = [(foot(f"r{h}", brigade=""), h, 3) for h in ("0503", "0603", "0403")]
    field = Field([(foot("f1"), "0505", 0), (foot("r1"), "0504", 3), *ring])
    assert way_out(field.setup, field.state, "r1", "0504", ("0505",)).how == JOIN
    ring = [(horse(f"r{h}"), h, 3) for h in ("0503", "0603", "0403")]
    field = Field([(foot("f1"), "0505", 0), (foot("r1"), "0504", 3), *ring], dice=[9])
    assert way_out(field.setup, field.state, "r1", "0504", ("0505",)).how == THROUGH
    ask = field.start(retreat_units(field.table, ("r1",), ("0505",), "9.62"))
    assert ask is not None
    field.choose("retreat", "0503")
    assert field.state.units["r0503"].disordered


def test_prohibited_ground_eliminates() -> None:
    marsh = dict.fromkeys(("0503", "0603", "0403", "0604", "0404"), "marsh")
    field = Field([(foot("f1"), "0505", 0), (gun("r1"), "0504", 3)], terrain=marsh)
    assert way_out(field.setup, field.state, "r1", "0504", ("0505",)).how == LOST
    field.start(retreat_units(field.table, ("r1",), ("0505",), "9.62"))
    assert field.state.units["r1"].at == "eliminated"


def test_closed_columns_eliminate() -> None:
    field = Field([(foot("f1"), "0505", 0), (foot("r1"), "0605", 0)], min_column={"french": 9})
    field.start(retreat_units(field.table, ("f1",), ("0605",), "9.62"))
    assert field.state.units["f1"].at == "eliminated"
    assert any("sch.limits" in entry.rules for entry in field.table.entries)
