"""Positions from a declaration: what is written is put up, and all that is wrong is told at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from grognard.engines.core.proof.caserun import run_case
from grognard.engines.core.scenario.choosing import ALONE, PIECE, Verb, Wording
from grognard.engines.core.scenario.positions import Bound, Pieces, Positions
from grognard.engines.core.scenario.reading import (
    Field,
    Fields,
    Here,
    PositionError,
    Whole,
    among,
    edit,
    items,
    mapping,
    number,
    record,
    some,
    whole,
    word,
)
from grognard.engines.core.show.asks import Ask, Listed, text

SIDES = ("red", "blue")


@dataclass(frozen=True)
class Kind:
    """What is printed."""

    side: str
    ladder: tuple[int, ...] = (4, 2)
    range: int = 1


@dataclass(frozen=True)
class Counter:
    """A piece in play."""

    id: str
    at: str
    step: int = 0
    tired: bool = False
    gait: str = "walk"
    wound: int = 0
    orders: int = 0


@dataclass(frozen=True)
class Clash:
    """A record that hangs on a piece."""

    by: str
    at: str
    kind: Literal["shock", "fire"] = "shock"
    rounds: int = 1


@dataclass(frozen=True)
class Night:
    """A part of the position."""

    camps: tuple[str, ...] = ()
    rest: float = 0.0


@dataclass(frozen=True)
class Position:
    """A State."""

    counters: dict[str, Counter]
    stacks: dict[str, tuple[str, ...]]
    turn: int = 1
    active: str = "red"
    dark: bool = False
    held: dict[str, str] = field(default_factory=dict)
    notes: tuple[tuple[str, int], ...] = ()
    clashes: tuple[Clash, ...] = ()
    last: Clash | None = None
    night: Night = Night()
    cursor: str = "start"
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True)
class Table:
    """A set-up."""

    kinds: dict[str, Kind]
    areas: tuple[str, ...] = ("hill", "ford", "wood")


@dataclass(frozen=True)
class Odd:
    """A record whose type does not say how it is written."""

    odd: frozenset[str]


def areas(setup: Table) -> tuple[str, ...]:
    """Return where a counter may stand."""
    return setup.areas


def strength(value: str, here: Here[Table, Position]) -> int:
    """Read a step by the strength it shows."""
    return int(here.kind.ladder.index(whole(value, here)))


def trotting(found: Mapping[str, Any], here: Here[Table, Position]) -> dict[str, Any]:
    """Whoever was given a place on the hill runs."""
    return {"gait": "run"} if found.get("at") == "hill" else {}


def tokens(found: Mapping[str, Any], here: Here[Table, Position]) -> Position:
    """Put the tokens that are counted instead of listed."""
    return Position(**{**vars(here.state), "tokens": tuple(range(found.get("count", 0)))})


AREA = among("area", areas)
COUNTER = among("counter", lambda setup: setup.kinds)
CLASH = record(
    Clash,
    {"unit": Field(COUNTER, "by"), "at": AREA},
    given={"at": lambda found, here: here.state.counters[found["by"]].at},
)
COUNTERS = Pieces(
    Counter,
    "counters",
    "counter",
    "kinds",
    Kind,
    fields={
        "at": among("area", areas, besides=("box",)),
        "step": whole,
        "strength": Field(strength, "step"),
    },
    printed={"steps": Field(some(whole), "ladder"), "range": whole},
    leave=("gait",),
    flags=("tired",),
    states={"hurt": ("wound", 1)},
    reset=("orders",),
    settle=trotting,
    others={"at": "box"},
    stacks="stacks",
    boxes=("box",),
    spaces=areas,
    shown=("side",),
    facts={"name": lambda here: here.id.upper()},
    bounds=(Bound("step", lambda kind: len(kind.ladder) - 1, "9.9"),),
)
POSITIONS: Positions[Table, Position] = Positions(
    Position,
    (COUNTERS,),
    {
        "active": among("side", SIDES),
        "held": (AREA, among("side", SIDES)),
        "notes": (COUNTER, whole),
        "clashes": CLASH,
        "phase": Field(among("phase", ("start", "end")), "cursor"),
    },
    leave=("tokens",),
    merged=("held",),
    parts={"night": Fields(Night)},
    besides={"count": whole},
    finish=tokens,
)

SETUP = Table({"ney": Kind("red"), "davout": Kind("red"), "barclay": Kind("blue")})
START = Position(
    {uid: Counter(uid, "wood", orders=2) for uid in SETUP.kinds},
    {"wood": ("ney", "davout", "barclay")},
    held={"ford": "blue"},
)


def arranged(**edits: Any) -> tuple[Table, Position]:
    """Return the position that edits make."""
    return POSITIONS.arrange(SETUP, START, edits)


def refused(**edits: Any) -> list[str]:
    """Return all that is wrong with edits."""
    with pytest.raises(PositionError) as caught:
        arranged(**edits)
    assert str(caught.value).splitlines() == list(map(str, caught.value.faults))
    return str(caught.value).splitlines()


def test_fields_are_read_by_their_types_and_as_declared() -> None:
    setup, state = arranged(
        turn="3",
        dark="yes",
        phase="end",
        held={"hill": "red"},
        notes=[["ney", "2"]],
        clashes={"unit": "ney"},
        last={"by": "ney", "at": "hill", "kind": "fire"},
        camps="hill",
        rest="2.5",
        count="2",
    )
    assert setup is SETUP
    assert (state.turn, state.dark, state.cursor) == (3, True, "end")
    assert state.held == {"ford": "blue", "hill": "red"}, "what is not written stays"
    assert state.notes == (("ney", 2),)
    assert state.clashes == (Clash("ney", "wood"),), "one of a list needs no list"
    assert state.last == Clash("ney", "hill", "fire")
    assert state.night == Night(("hill",), 2.5)
    assert state.tokens == (0, 1)


def test_pieces_are_placed_and_the_others_are_aside() -> None:
    line = {"unit": ["barclay", "davout"], "at": "ford", "strength": "2", "state": ["hurt"]}
    setup, state = arranged(only="yes", place=[line])
    assert setup is SETUP
    assert state.stacks == {"ford": ("barclay", "davout")}
    assert state.counters["ney"] == Counter("ney", "box", orders=2)
    assert state.counters["davout"] == Counter("davout", "ford", step=1, wound=1)
    assert START.stacks == {"wood": ("ney", "davout", "barclay")}, "the State itself stays"
    _, kept = arranged(place=[{"unit": "davout", "at": "hill", "state": "tired"}])
    assert kept.counters["davout"] == Counter("davout", "hill", tired=True, gait="run")
    assert kept.stacks == {"hill": ("davout",), "wood": ("ney", "barclay")}


def test_a_printed_value_goes_into_a_new_setup() -> None:
    line = {"unit": "ney", "steps": ["6", "3", "1"], "range": "4", "strength": "1"}
    setup, state = arranged(place=[line])
    assert setup.kinds["ney"] == Kind("red", (6, 3, 1), 4)
    assert SETUP.kinds["ney"] == Kind("red")
    assert state.counters["ney"].step == 2


def test_facts_are_the_fields_and_what_is_declared() -> None:
    setup, state = arranged(place=[{"unit": "davout", "at": "wood", "state": ["hurt", "tired"]}])
    facts = POSITIONS.facts(setup, state, "davout")
    assert tuple(facts) == COUNTERS.told
    assert facts == {
        "at": "wood",
        "step": 0,
        "tired": True,
        "wound": 1,
        "orders": 0,
        "state": ["tired", "hurt"],
        "stack": 0,
        "side": "red",
        "name": "DAVOUT",
    }
    with pytest.raises(KeyError, match="there is no murat"):
        POSITIONS.facts(setup, state, "murat")


def test_all_that_is_wrong_is_told_at_once_and_where() -> None:
    with pytest.raises(PositionError) as caught:
        arranged(
            trun="3",
            turn="two",
            held={"hil": "red", "ford": "green"},
            rest="long",
            count="few",
            place=[
                "ney",
                {"unit": ["ney", "davot"], "at": "hil", "stat": [], "state": ["sad"]},
                {"at": "hill"},
                {"unit": "barclay", "steps": [], "range": "far"},
            ],
            clashes=[{"unit": "ney"}, {"at": "ford"}],
            last={"by": "ney", "at": "hill", "kind": "charge", "rounds": "x"},
        )
    assert {fault.path: fault.message for fault in caught.value.faults} == {
        ("trun",): "unknown field trun",
        ("turn",): "two is no whole number",
        ("held", "hil"): "there is no area hil",
        ("held", "ford"): "there is no side green",
        ("rest",): "long is no number",
        ("count",): "few is no whole number",
        ("place", 0): "ney is no mapping",
        ("place", 1, "unit"): "there is no counter davot",
        ("place", 1, "at"): "there is no area hil",
        ("place", 1, "stat"): "unknown field stat",
        ("place", 1, "state"): "unknown state sad",
        ("place", 2): "it does not name a unit",
        ("place", 3, "steps"): "it is empty",
        ("place", 3, "range"): "far is no whole number",
        ("clashes", 1): "unit is lacking",
        ("last", "kind"): "there is no word charge",
        ("last", "rounds"): "x is no whole number",
    }


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"trun": "3"}, "set.trun: unknown field trun; did you mean turn? known are only, place,"),
        ({"held": {"hil": "red"}}, "set.held.hil: there is no area hil; did you mean hill?"),
        (
            {"place": [{"unit": "nei"}]},
            "set.place.unit: there is no counter nei; did you mean ney?",
        ),
        (
            {"place": [{"unit": "ney", "at": "x"}]},
            "set.place[ney].at: there is no area x; known are box, hill, ford, wood",
        ),
        ({"place": "ney"}, "set.place: ney is no list; write [{unit: name, at: place}]"),
        ({"dark": "maybe"}, "set.dark: maybe is neither yes nor no"),
        ({"only": "perhaps"}, "set.only: perhaps is neither yes nor no"),
        ({"notes": [["ney"]]}, "set.notes: ['ney'] should be a list of 2"),
        ({"turn": ["1"]}, "set.turn: ['1'] is no whole number; give one such as 2"),
        ({"camps": [["hill"]]}, "set.camps: ['hill'] is no single word"),
    ],
)
def test_a_mistake_is_told_with_its_field_and_how_to_mend_it(
    edits: dict[str, Any], words: str
) -> None:
    assert refused(**edits)[0].startswith(words)


def test_of_many_names_only_the_nearest_is_told() -> None:
    many = among("hex", [f"{n:04}" for n in range(50)])
    here = Here(SETUP, START)
    with pytest.raises(PositionError, match="there is no hex 00011; did you mean 0011"):
        many("00011", here)
    with pytest.raises(PositionError, match="there is no hex xyz; 50 are known"):
        many("xyz", here)


def test_readers_of_several_values() -> None:
    here = Here(SETUP, START)
    assert items(number)(None, here) == ()
    assert items(number)("1.5", here) == (1.5,)
    assert mapping(word, whole)(None, here) == {}
    assert edit(Clash)({"rounds": "2"}, here) == {"rounds": 2}
    with pytest.raises(PositionError, match="(?s)x is no whole number.*set: y is no whole"):
        items(whole)(["x", "1", "y"], here)


@pytest.mark.parametrize("wrong", [{"at": AREA, "there": word}, {"x": Field(word, "y")}])
def test_a_declaration_of_what_there_is_not_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Clash has no field"):
        Fields(Clash, wrong)


def test_a_field_that_its_type_does_not_explain_must_be_declared() -> None:
    with pytest.raises(TypeError, match="nothing says how to read"):
        Fields(Odd)
    assert tuple(Fields(Odd, {"odd": Whole(items(word))}).known) == ("odd",)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"stacks": {"wood": ("ney", "davout")}}, "barclay is at wood but listed at None"),
        (
            {"stacks": {"wood": ("ney", "davout", "barclay"), "hill": ("ney",)}},
            "ney stands in wood and in hill",
        ),
        ({"stacks": {**START.stacks, "hill": ()}}, "hill is listed and empty"),
        ({"stacks": {**START.stacks, "hill": ("x",)}}, "x is listed at hill and not there"),
        (
            {"counters": {**START.counters, "ney": Counter("ney", "moon")}},
            "ney is at moon, which is no place",
        ),
        (
            {"counters": {**START.counters, "ney": Counter("ney", "box")}},
            "ney is at box but listed at wood",
        ),
        (
            {"counters": {**START.counters, "ney": Counter("ney", "wood", 2)}},
            "ney has step 2, from 0 to 1 are possible (9.9)",
        ),
        (
            {"counters": {"ney": START.counters["ney"]}},
            "not all counters of the scenario are there",
        ),
        (
            {"counters": {**START.counters, "x": Counter("x", "box")}},
            "the counters in play are not those of the scenario",
        ),
    ],
)
def test_an_unsound_position_is_told(changes: dict[str, Any], words: str) -> None:
    assert list(POSITIONS.unsound(SETUP, START)) == []
    assert words in list(POSITIONS.unsound(SETUP, Position(**{**vars(START), **changes})))


def test_each_mistake_of_a_case_file_is_told_on_its_line(tmp_path: Path) -> None:
    lines = ["game: fixture", "case: wrong", "scenario: picket", "set:", "  turn: two"]
    lines += ["  place:", "  - unit: red-1", "    at: nowhere", "  actve: red"]
    file = tmp_path / "wrong.yaml"
    file.write_text("\n".join(lines) + "\n")
    found = run_case(file)
    assert not found.ok
    told = [(problem.line, problem.message) for problem in found.problems]
    assert sorted(told) == [
        (5, "set.turn: two is no whole number"),
        (8, "set.place[red-1].at: there is no area nowhere"),
        (9, "set.actve: unknown field actve"),
    ]


WORDING = Wording(
    {
        "march": ALONE,
        "halt": Verb(alone=True, says="pass"),
        "move": PIECE,
        "fire": Verb(more={"do": "fire"}),
        "stack": Verb("pieces", listed=True),
        "aim": Verb("", made=lambda area, setup: {"at": area, "turn": setup.areas.index(area)}),
        "count": Verb("count", made=lambda value, _: int(value)),
    },
    whole=("pieces",),
    lone=("count",),
)


@pytest.mark.parametrize(
    ("wanted", "choices"),
    [
        ({"move": "ney"}, [{"piece": "ney", "at": "hill"}]),
        ({"move": "ney", "at": "ford"}, [{"piece": "ney", "at": "ford"}]),
        ({"fire": "ney"}, [{"piece": "ney", "do": "fire", "target": "foe"}]),
        ({"stack": "ney", "at": "hill"}, [{"pieces": ["ney"], "at": "hill"}]),
        ({"march": "ney", "route": ["hill"]}, ["ney", {"route": ["hill"]}]),
        ({"halt": "yes", "march": "ney"}, ["ney", "pass"]),
        ({"march": "ney"}, ["ney"]),
        ({"aim": "ford"}, [{"at": "ford", "turn": 1}]),
        ({"count": "7"}, [7]),
        ({"unknown": "7"}, [{"unknown": "7"}]),
    ],
)
def test_verbs_are_choices(wanted: dict[str, Any], choices: list[Any]) -> None:
    listed = [{"piece": "ney", "at": "hill"}, {"piece": "ney", "do": "fire", "target": "foe"}]
    ask = Ask("red", "move", text("Move"), ("1",), Listed(listed))
    assert WORDING.expand(SETUP, ask, wanted) == choices
