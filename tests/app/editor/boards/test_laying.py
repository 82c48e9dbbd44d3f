"""Boards laid beside one another: where one goes, what it changes places with, how it is repeated."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grognard.app.editor.boards import laying, tiles
from grognard.app.editor.boards.faces import empty, faces_of
from grognard.app.editor.maps.steps import Step
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.boards import Cell, Lying

GAME = registry["eagle"]
FACES = {face.number: face for face in faces_of(GAME)}


def lying(index: int, at: Cell, turned: bool = False) -> Lying:
    return Lying(index, FACES["1"].map, at, turned)


def places(steps: list[Step]) -> dict[int, str]:
    return {int(step.path[1]): str(step.value) for step in steps if step.path[-1] == "at"}


def test_the_shipped_faces_are_found_with_their_numbers() -> None:
    assert {"1", "2", "3", "4", "5", "6", "7", "8"} <= FACES.keys()
    assert FACES["3"].what == {"face": "maps/face-3.yaml"}


def test_a_new_board_leaves_no_hole() -> None:
    two = [lying(0, (1, 1)), lying(1, (9, 1))]
    assert laying.free((8, 6), two) == (17, 1)
    assert laying.free((8, 6), [*two, lying(2, (1, 7))]) == (9, 7)


def test_a_board_dropped_on_another_changes_places_with_it() -> None:
    two = [lying(0, (1, 1)), lying(1, (9, 1))]
    assert places(laying.put(two, 1, (1.4, 0.7))) == {1: "0101", 0: "0901"}
    assert places(laying.shift(two, 0, "right")) == {0: "0901", 1: "0101"}
    assert laying.shift(two, 0, "down") == [], "it would touch nobody"
    assert places(laying.shift([*two, lying(2, (1, 7))], 1, "down")) == {1: "0907"}
    assert places(laying.put(two, 1, (1.6, 7.3))) == {1: "0107"}
    assert laying.put(two, 1, (9.2, 1.1)) == []


def test_a_board_is_repeated_where_nobody_lies() -> None:
    two = [lying(0, (1, 1)), lying(1, (9, 1))]
    steps = laying.repeat(two, 2, 0, {"face": "maps/face-1.yaml"}, (2, 2))
    assert [step.path for step in steps] == [("boards", 2), ("boards", 3)]
    assert [step.value["at"] for step in steps] == ["0107", "0907"]  # type: ignore[index,call-overload]


def test_the_last_board_stays() -> None:
    assert laying.take_away([lying(0, (1, 1))], 0) == []
    assert laying.turn([lying(0, (1, 1))], 0) == [Step(("boards", 0, "turned"), "set", "yes")]


@pytest.mark.parametrize("seed", range(20))
def test_wherever_boards_are_pushed_none_lies_over_another(seed: int) -> None:
    rng, boards = Random(seed), [lying(0, (1, 1)), lying(1, (9, 1)), lying(2, (1, 7))]
    for _ in range(12):
        index = rng.randrange(3)
        at = rng.uniform(-6, 26), rng.uniform(-5, 20)
        steps = (
            laying.put(boards, index, at)
            if rng.random() < 0.5
            else laying.shift(boards, index, rng.choice([*laying.WAYS]))
        )
        for which, number in places(steps).items():
            boards[which] = replace(boards[which], at=(int(number[:2]), int(number[2:])))
        boxes = [laying.Box.of(board) for board in boards]
        assert not any(a.meets(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_an_empty_board_is_numbered_as_the_others() -> None:
    face = empty(GAME, FACES["1"].map.grid, (5, 4), 3, "Board")
    assert face is not None
    assert face.map.grid.size  # it was read back as any map is
    assert (face.map.grid.last_column, face.map.grid.last_row) == (5, 4)
    assert (face.map.grid.flat, face.map.grid.shifted) == ("side", FACES["1"].map.grid.shifted)


# -- tiles -----------------------------------------------------------------------------------------


def grid() -> HexGrid:
    return FACES["1"].map.grid


def test_a_tile_lies_on_as_many_hexes_as_it_has() -> None:
    known = tiles.tiles_of(GAME)
    long = len(known.kinds["hougoumont"])
    assert long == 3
    (first, *rest) = tiles.whole(grid(), ["0303"], long)
    assert first == "0303"
    assert all({first, *rest} - {h} <= {*grid().adjacent(h)} for h in rest), "they touch each other"
    assert tiles.whole(grid(), ["0303", "0403", "0404", "0505"], 2) == ["0303", "0403"]
    assert tiles.tiles_of(registry["gmt"]) == tiles.Tiles()


def test_a_tile_goes_in_place_of_what_lies_there() -> None:
    assert tiles.lay({}, "village", ["0303"]) == [
        Step(("tiles",), "set", [{"tile": "village", "at": ["0303"]}])
    ]
    there = {
        "tiles": [
            {"tile": "village", "at": ["0303"]},
            {"tile": "earthwork", "at": ["0505"]},
        ]
    }
    assert tiles.lay(there, "fortress", ["0505"]) == [
        Step(("tiles", 1), "remove"),
        Step(("tiles", 1), "insert", {"tile": "fortress", "at": ["0505"]}),
    ]
    assert tiles.lay(there, "fortress", ["0505", "0303"])[0].op == "set"
    assert tiles.lift(there, ["0101"]) == []
    assert tiles.lift(there, ["0303", "0505"]) == [Step(("tiles",), "remove")]
