"""[7] What is told of a move that is made, and of one that is not possible."""

from __future__ import annotations

from grognard.engines.gmt.movement.movement import Routes
from tests.engines.gmt.field import Field, foot, horse


def test_a_hex_too_far_tells_what_the_way_there_costs() -> None:
    field = Field([(foot("f1", ma=3), "0505", 0), (foot("r1"), "0102", 3)])
    routes = Routes(field.setup, field.state, "f1")
    far = routes.why_not({"route": ["0509"]})
    assert far is not None
    assert (far.rule, str(far.message)) == ("7.34", "That costs 4 movement points; the unit has 3.")
    held = routes.why_not({"route": ["0102"]})
    assert held is not None
    assert held.rule == "7.32"
    assert (
        routes.why_not({"route": ["0508"]}) is not None
    )  # within reach, but by way of other hexes


def test_a_way_that_disorders_cavalry_says_so() -> None:
    field = Field([(horse("f1", ma=8), "0505", 0)], terrain={"0504": "woods"})
    routes = Routes(field.setup, field.state, "f1")
    (words,) = routes.describe({"route": ["0504"], "facing": 0})
    assert str(words).endswith("movement points, Disordered")
    (words,) = routes.describe({"route": ["0506"], "facing": 0})
    assert "Disordered" not in str(words)


def test_who_faces_there_already_keeps_its_facing() -> None:
    field = Field([(foot("f1", ma=3), "0505", 2), (foot("r1"), "0102", 3)])
    routes = Routes(field.setup, field.state, "f1")
    told = [str(routes.label({"route": [], "facing": facing})) for facing in (1, 2, 3)]
    assert told == ["Change facing", "Keep facing", "Change facing"]
