"""[7.2] The price of a way, asked from several threads at once."""

from __future__ import annotations

from grognard.engines.gmt.movement.walk import Walk
from tests.engines.gmt.field import Field, horse


def test_who_asks_about_another_route_meanwhile_hears_of_his_own() -> None:
    field = Field([(horse("f1", ma=8), "0505", 0)], terrain={"0504": "woods"})
    walk = _Interrupted(field.setup, field.state, "f1")
    assert walk.tolls(["0506"]) == Walk(field.setup, field.state, "f1").tolls(["0506"])


class _Interrupted(Walk):
    """Asked about another route between any two steps of its own."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "_walked" and value is not None and value[0] == ["0506"]:  # type: ignore[index]
            self.tolls(["0504"])
