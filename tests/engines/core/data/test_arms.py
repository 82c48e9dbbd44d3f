"""Which arm a unit is of is said in one place for every game that has the three."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.columbia.state import BlockType
from grognard.engines.core.data.arms import OfAnArm
from grognard.engines.core.data.frozen import alike, evolve
from grognard.engines.eagle.setup import UnitCard as EagleUnit
from grognard.engines.europa.setup import UnitCard as EuropaUnit
from grognard.engines.gmt.state import UnitType
from tests.conftest import ROOT

SAID = ("def is_infantry", "def is_cavalry", "def is_artillery")


@pytest.mark.parametrize("kind", [BlockType, EagleUnit, EuropaUnit, UnitType])
def test_a_unit_is_of_one_arm_and_stays_as_small_as_it_was(kind: type[OfAnArm]) -> None:
    assert issubclass(kind, OfAnArm)
    assert "__dict__" not in dir(kind)


def test_each_arm_is_told() -> None:
    block = BlockType("a", "A", "french", "cavalry", "line", "i", "B", 2, (4, 3))
    assert block.is_cavalry
    assert not block.is_infantry
    assert evolve(block, arm="artillery").is_artillery
    assert evolve(block, arm="infantry").is_infantry
    headquarters = evolve(block, arm="hq")
    assert not (headquarters.is_infantry)
    assert not (headquarters.is_cavalry)
    assert not (headquarters.is_artillery)


def test_two_are_alike_but_for_what_is_named() -> None:
    block = BlockType("a", "A", "french", "cavalry", "line", "i", "B", 2, (4, 3))
    assert alike(block, evolve(block, id="b", name="B"), "id", "name")
    assert not alike(block, evolve(block, id="b"))
    assert not alike(block, evolve(block, id="b", number=3), "id")


def test_no_game_says_it_again() -> None:
    again = [
        path
        for path in (Path(ROOT) / "engines").rglob("*.py")
        if path.name != "arms.py" and any(words in path.read_text("utf-8") for words in SAID)
    ]
    assert again == []
