"""[scale.25mm] With 25 mm figures every length is doubled, and nothing else."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import Eyes, RandomBot
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.risorgimento.field.footprint import size
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.ground.allowance import allowance, formations_of, movement
from grognard.engines.risorgimento.map.tablemap import slots
from grognard.engines.risorgimento.movement.zoc import depth
from grognard.engines.risorgimento.scenario.load import initial_state
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.obstacles import sight
from grognard.engines.risorgimento.sight.sight import visibility
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import constant, lengths, rows

GAME = Risorgimento()
BATTLES = ("first-brigade", "melegnano", "montebello", "palestro", "magenta", "san-martino")
WITHIN = 50
"""How far apart, in thousandths of a cm, two games may stand: places are rounded in both of them."""


def battle(name: str, figures: str) -> Setup:
    setup: Setup = GAME.load(
        files("grognard.scenarios.risorgimento").joinpath(f"{name}.yaml"), {"figures": figures}
    )
    return setup


def is_twice(large: Pose, small: Pose, within: int = 2) -> bool:
    """Whether a place is another at twice the size; both are rounded to thousandths of a cm."""
    off = max(abs(large.x - 2 * small.x), abs(large.y - 2 * small.y))
    return off <= within and large.h == small.h


def test_every_length_of_the_rules_is_doubled() -> None:
    assert {name: cm / 2 for name, cm in lengths(2).items()} == lengths(1)
    named = [row["id"] for row in rows("constants").values() if row["id"].endswith("_cm")]
    assert list(lengths(2)) == named
    for weapon in (*rows("infantry_weapons"), *rows("guns")):
        one, two = ranges(weapon), ranges(weapon, 2)
        assert one is not None
        assert two is not None
        assert (two.short, two.medium, two.long) == (2 * one.short, 2 * one.medium, 2 * one.long)
    assert all(sight(terrain, 2) == 2 * sight(terrain) for terrain in rows("terrain"))
    assert movement("line_infantry", "line", 2) == 2 * movement("line_infantry", "line")
    assert constant("oblique_tolerance") < 1


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_is_laid_out_on_a_table_twice_as_long_and_wide(name: str) -> None:
    """Whatever stands legally on the table as written stands legally on this one."""
    one, two = battle(name, "15mm"), battle(name, "25mm")
    first: State = GAME.initial(two, "1")
    assert GAME.violations(two, first) == []
    assert two.table.size == (2 * one.table.size[0], 2 * one.table.size[1])
    assert list(one.placed) == list(two.placed)
    for uid, (pose, shape) in one.placed.items():
        assert is_twice(two.placed[uid][0], pose)
        assert two.placed[uid][1] == shape
    for small, large in zip(one.table.patches, two.table.patches, strict=True):
        assert (small.id, small.level) == (large.id, large.level)
        assert large.polygon.area == pytest.approx(4 * small.polygon.area, rel=1e-3)
    for small, large in zip(one.table.sectors, two.table.sectors, strict=True):
        assert all(is_twice(slots(large)[slot], pose) for slot, pose in slots(small).items())
    assert one.arrivals == two.arrivals
    assert [(2 * x, 2 * y) for x, y in (o.at for o in one.objectives)] == [
        o.at for o in two.objectives
    ]
    for turn in range(1, one.turns + 1):
        first, second = (evolve(initial_state(table, "1"), turn=turn) for table in (one, two))
        assert 2 * visibility(one, first) == visibility(two, second)


def test_units_and_commanders_keep_all_but_their_lengths() -> None:
    one, two = battle("san-martino", "15mm"), battle("san-martino", "25mm")
    for uid, small in one.types.items():
        large = two.types[uid]
        assert (large.vm, large.vd, large.halves) == (small.vm, small.vd, small.halves)
        assert depth(large) == 2 * depth(small)
        for shape in formations_of(one, uid):
            assert allowance(large, shape) == 2 * allowance(small, shape)
            assert size(large, shape) == tuple(2 * cm for cm in size(small, shape))
    before, after = GAME.initial(one, "1").commanders, GAME.initial(two, "1").commanders
    assert [(2 * c.radius, c.initiative, c.bonus) for c in before.values()] == [
        (c.radius, c.initiative, c.bonus) for c in after.values()
    ]


def test_a_size_that_is_not_offered_is_refused() -> None:
    with pytest.raises(ScenarioError, match="figures cannot be"):
        battle("first-brigade", "54mm")


def doubled(kind: str, choice: Choice) -> Any:
    """A choice with its lengths doubled."""
    if kind == "charge_return":
        return 2 * choice
    if isinstance(choice, str) and choice.startswith("retire:"):
        return f"retire:{2 * int(choice.removeprefix('retire:'))}"
    if isinstance(choice, dict) and "do" in choice:
        legs = ({"leg": [2 * a["leg"][0], a["leg"][1]]} if "leg" in a else a for a in choice["do"])
        return {"do": list(legs)}
    return choice


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_is_the_same_at_twice_the_size(seed: int) -> None:
    """The same dice and the same choices, lengths doubled: the same questions, places and verdict."""
    one, two = (
        Session(GAME, battle("first-brigade", size), str(seed)) for size in ("15mm", "25mm")
    )
    bots = {seat.id: RandomBot(f"{seed}{seat.id}") for seat in one.setup.info.seats}
    while one.ask is not None:
        small, large = one.ask, two.ask
        assert large is not None
        assert (small.kind, small.seat, small.subject) == (large.kind, large.seat, large.subject)
        options = list(small.choices) if small.choices.finite else None
        choice = bots[small.seat].decide(Eyes(one, small.seat, small), options)
        one.choose(small.seat, choice)
        two.choose(large.seat, doubled(large.kind, choice))
        for unit, other in zip(
            one.table.state.units.values(), two.table.state.units.values(), strict=True
        ):
            assert (unit.place, unit.halves, unit.vm) == (other.place, other.halves, other.vm)
            if unit.pose is not None and other.pose is not None:
                assert is_twice(other.pose, unit.pose, WITHIN)
    assert one.verdict is not None
    assert two.verdict is not None
    assert (one.verdict.winner, one.verdict.points) == (two.verdict.winner, two.verdict.points)
    assert any("scale.25mm" in entry.rules for entry in two.table.entries)
