"""Lines of a set-up: where pieces begin, in the same words in every game."""

from __future__ import annotations

import pytest

from grognard.engines.core.data.schema import Int, ListOf, Source, Str
from grognard.engines.core.data.yamlio import Problems, load_text
from grognard.engines.core.play.placement import WAYS, Arrival, Placement
from grognard.engines.core.scenario.placing import Known, PlacementReader, Placing

PLACING = Placing(
    WAYS,
    space="hex",
    facing=Int(0, 5),
    condition=Str(choices=("rain",)),
    formations=("line", "column"),
    states=("reduced", "tired"),
    boxes=("reserve",),
    extra={"each": Int(1, 3)},
)
KNOWN = Known(
    dict.fromkeys(("a", "b", "c", "hq")),
    {"guard": ("b", "c")},
    ("h1", "h2", "h3"),
    zones=("north",),
    broken=("bad",),
)


def read(text: str, *, arrivals: bool = False) -> tuple[PlacementReader, list[dict[str, object]]]:
    node, problems = load_text(text, "x")
    assert node is not None
    assert not problems
    rows = ListOf(PLACING.arrival if arrivals else PLACING.line).read(node, problems)
    return PlacementReader(PLACING, KNOWN, Source(node), problems), rows


def settled(text: str) -> tuple[dict[str, Placement], Problems]:
    reader, rows = read(text)
    found = reader.settle(reader.lines((), rows))
    return {uid: line.placement for uid, line in found.items()}, reader.problems


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("at: h1, facing: 2", Placement(("a",), (), "at", ("h1",), facing=2)),
        ("among: [h1, h2], by: red", Placement(("a",), (), "among", ("h1", "h2"), by="red")),
        ("within: hq", Placement(("a",), (), "within", ("hq",))),
        ("within: h3, distance: 2", Placement(("a",), (), "within", ("h3",), 2)),
        ("zone: north, rule: 1.1", Placement(("a",), (), "zone", ("north",), rule="1.1")),
        ("anywhere: yes, first: h2", Placement(("a",), (), "anywhere", first=("h2",))),
        (
            "pose: [1.5, 2], heading: 8, formation: line",
            Placement(("a",), (), "pose", pose=(1.5, 2.0), heading=8.0, formation="line"),
        ),
        ("box: reserve, each: 2", Placement(("a",), (), "box", ("reserve",), extra={"each": 2})),
        (
            "attached: hq, state: tired",
            Placement(("a",), (), "attached", ("hq",), state=("tired",)),
        ),
    ],
)
def test_a_line_says_where_in_one_of_eight_ways(line: str, expected: Placement) -> None:
    found, problems = settled(f"- {{piece: a, {line}}}")
    assert problems == []
    assert found == {"a": expected}


def test_a_piece_goes_before_its_group_and_more_may_be_said_of_it() -> None:
    found, problems = settled(
        "- {group: guard, among: [h1, h2]}\n"
        "- {piece: [c, a], among: [h2, h3], first: [h3, h2]}\n"
        "- {piece: [a, b], state: reduced, facing: 3}\n"
    )
    assert problems == []
    assert list(found) == ["b", "c", "a"]
    assert found["b"] == Placement(("b",), (), "among", ("h1", "h2"), facing=3, state=("reduced",))
    assert found["c"] == Placement(("c",), (), "among", ("h2", "h3"), first=("h3",))
    assert (found["a"].first, found["a"].state) == (("h2",), ("reduced",))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("piece: a", "1:3: a line of a set-up says where in one way"),
        ("piece: a, at: h1, box: reserve", "1:3: a line of a set-up says where in one way"),
        ("at: h1", "1:3: a line of a set-up has either piece or group"),
        ("piece: a, group: guard, at: h1", "1:3: a line of a set-up has either piece or group"),
        ("piece: [a, x], at: h1", "1:15: there is no piece x"),
        ("group: gard, at: h1", "1:11: there is no group gard"),
        ("piece: a, at: h9", "1:18: there is no hex h9"),
        ("piece: a, zone: south", "1:20: there is no zone south"),
        ("piece: a, within: [hq, h9]", "1:27: there is no piece h9"),
        ("piece: [a, b], among: [h1], first: [h1]", "1:39: first gives 1 places to 2 pieces"),
        ("piece: a, among: [h1], first: h2", "1:34: h2 is not among the places"),
        ("piece: c, state: tired", "1:3: c has no place in the set-up"),
        ("piece: [a, a], at: h1", "1:3: a has a place in the set-up already"),
        ("piece: a, box: resreve", "1:19: box must be reserve"),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(line: str, expected: str) -> None:
    _, problems = settled(f"- {{{line}}}")
    told = [f"{one.line}:{one.column}: {one.message}" for one in problems]
    assert any(words.startswith(expected) for words in told), told


def test_a_name_that_a_line_has_already_is_not_proposed_for_another() -> None:
    """To follow that would only bring the next fault: the piece would have two places."""
    taken = settled("- {piece: hq, at: h1}\n- {piece: hqq, at: h2}\n")[1]
    assert [one.mend for one in taken] == [""]
    free = settled("- {piece: a, at: h1}\n- {piece: hqq, at: h2}\n")[1]
    assert [one.mend for one in free] == ["did you mean hq?"]


def test_a_piece_with_faults_elsewhere_is_not_complained_of_again() -> None:
    assert settled("- {piece: bad, at: h1}") == ({}, [])


def test_an_arrival_is_a_line_with_its_turn() -> None:
    reader, rows = read("- {group: guard, turn: 3, at: h1, if: rain}\n", arrivals=True)
    assert reader.arrivals((), rows) == [
        Arrival(Placement((), ("guard",), "at", ("h1",)), 3, "rain")
    ]
    assert reader.problems == []
