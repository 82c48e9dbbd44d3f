"""Positions for cases, what cases write for choices, and the invariants of positions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.engines.columbia.game import Borodino1812
from grognard.engines.columbia.scenario.load import initial_state, load_setup
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Battle, Entry, Hits, State
from grognard.engines.columbia.table.invariants import value
from grognard.engines.columbia.table.positions import POSITIONS, WORDING
from grognard.engines.core.data.text import text
from grognard.engines.core.scenario.reading import PositionError
from grognard.engines.core.show.asks import Ask, Listed
from grognard.engines.core.show.explain import Refusal

GAME = Borodino1812()
BOARD = """\
board:
  grid: [[a, b], [c, d]]
  areas: {b: [woods, village], d: [clear, redoubt]}
  borders: {a|b: {kind: [river, bridge]}}
"""


@pytest.fixture
def setup() -> Setup:
    return load_setup(BOARD, {})


@pytest.fixture
def state(setup: Setup) -> State:
    return initial_state(setup, "x")


def test_a_position_is_put_up_as_written(setup: Setup, state: State) -> None:
    edits: dict[str, Any] = {
        "turn": "3",
        "phase": "move",
        "active": "french",
        "first": "russian",
        "only": "yes",
        "place": [
            {"unit": "davout", "at": "a", "state": ["active"]},
            {"unit": ["i-2-friant", "i-5-compans"], "at": "a", "strength": "4"},
            {"unit": "borozdin", "at": "d", "step": "1", "state": ["pinned"]},
            {"unit": "jaegers-a", "at": "eliminated"},
        ],
        "crossed": {"b|a": "1"},
        "pins": {"d": "1"},
        "burnt": ["b|a"],
        "captured": "c",
        "entries": [{"unit": "i-2-friant", "border": "b|a", "round": "2"}],
        "commands": {"french": "davout"},
        "rewards": [["french", "2"]],
    }
    _, found = POSITIONS.arrange(setup, state, edits)
    assert found.areas == {"a": ("davout", "i-2-friant", "i-5-compans"), "d": ("borozdin",)}
    assert (found.turn, found.phase, found.active, found.first) == (3, "move", "french", "russian")
    assert (found.crossed, found.pins, found.burnt) == ({"a|b": 1}, {"d": 1}, ("a|b",))
    assert found.entries == (Entry("i-2-friant", "french", "a|b", "a", 2),)
    assert (found.captured, found.rewards) == (("c",), (("french", 2),))
    assert found.commands == {"french": "davout"}
    assert found.blocks["i-5-compans"].step == 1
    assert found.blocks["napoleon"].at == "absent"
    assert found.blocks["borozdin"].pinned
    assert POSITIONS.facts(setup, found, "i-2-friant") == {
        "at": "a",
        "strength": 4,
        "step": 1,
        "firepower": "C2",
        "state": [],
        "role": "",
        "orders": 0,
        "attached": "",
        "corps": "fr-1",
        "side": "french",
        "stack": 1,
        "commands": [],
        "half": False,
        "square": False,
        "sheltered": False,
        "acted": False,
        "active": False,
        "premoved": False,
        "moved": False,
        "bombarded": False,
        "pinned": False,
        "known": False,
    }


def test_a_battle_in_progress_is_put_up(setup: Setup, state: State) -> None:
    edits: dict[str, Any] = {
        "place": [{"unit": ["i-2-friant", "cav-light", "ru-viii-27-neverovsky"], "at": "d"}],
        "battle": {
            "at": "d",
            "round": "2",
            "step": "turns",
            "half": "ru-viii-27-neverovsky",
            "squares": ["i-2-friant"],
            "sheltered": [["i-2-friant", "cav-light"]],
            "main": [["french", "d|c"]],
            "crossed": [["c|d", "1"]],
        },
        "hits": {"side": "russian", "count": "2", "at": "d"},
    }
    _, found = POSITIONS.arrange(setup, state, edits)
    assert found.battle == Battle(
        "d",
        "french",
        round=2,
        step="turns",
        half=("ru-viii-27-neverovsky",),
        squares=("i-2-friant",),
        sheltered=(("i-2-friant", "cav-light"),),
        main=(("french", "c|d"),),
        crossed=(("c|d", 1),),
    )
    assert found.hits == (Hits("russian", 2, "d", "6.5.roll"),)
    assert POSITIONS.facts(setup, found, "cav-light")["sheltered"]
    assert POSITIONS.facts(setup, found, "i-2-friant")["square"]
    assert POSITIONS.facts(setup, found, "ru-viii-27-neverovsky")["half"]


def test_a_case_may_print_a_block_anew(setup: Setup, state: State) -> None:
    line = {"unit": "i-2-friant", "at": "a", "firepower": "B3", "steps": ["3", "1"], "guard": "yes"}
    edits = {"place": [{**line, "strength": "1"}]}
    printed, found = POSITIONS.arrange(setup, state, edits)
    assert POSITIONS.facts(printed, found, "i-2-friant")["firepower"] == "B3"
    assert POSITIONS.facts(printed, found, "i-2-friant")["strength"] == 1
    assert printed.types["i-2-friant"].guard
    assert not setup.types["i-2-friant"].guard, "the set-up itself stays as it is"


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        (
            {"trun": "2"},
            "set.trun: unknown field trun; did you mean turn? known are only, place, day,",
        ),
        ({"turn": "two"}, "set.turn: two is no whole number"),
        ({"active": "english"}, "set.active: there is no side english"),
        ({"day": "5"}, "set.day: there is no day 5; known are 7"),
        (
            {"place": [{"unit": "ney2", "at": "a"}]},
            "set.place.unit: there is no block ney2; did you mean ney?",
        ),
        ({"place": [{"unit": "ney", "at": "x"}]}, "set.place[ney].at: there is no area x"),
        ({"place": [{"unit": "ney", "at": "a", "state": ["tired"]}]}, "unknown state tired"),
        ({"place": [{"unit": "ney", "at": "a", "facing": "1"}]}, "unknown field facing"),
        ({"place": [{"unit": "ney", "at": "a", "strength": "5"}]}, "has no strength 5"),
        ({"place": [{"unit": "ney", "at": "a", "step": "4"}]}, "has no step 4"),
        (
            {"place": [{"unit": "ney", "at": "a", "role": "chief"}]},
            "there is no role chief; known are army, corps",
        ),
        ({"place": [{"unit": "ney", "at": "a", "firepower": "D2"}]}, "a letter A to C"),
        ({"crossed": {"a|d": "1"}}, "there is no border a|d"),
        ({"crossed": ["a|b"]}, "write {name: value}"),
        ({"entries": [{"unit": "ney"}]}, "set.entries: border is lacking"),
        ({"entries": [{"unit": "ney", "border": "a|b", "by": "c"}]}, "unknown field by"),
        ({"hits": [{"side": "french"}]}, "set.hits: count is lacking"),
        ({"battle": {"round": "2"}}, "set.battle: at is lacking"),
        ({"battle": {"at": "q"}}, "there is no area q"),
        ({"battle": {"at": "a", "rounds": "2"}}, "unknown field rounds"),
        ({"battle": {"at": "a", "sheltered": [["ney"]]}}, "should be a list of 2"),
        ({"battle": "a"}, "write {name: value}"),
    ],
)
def test_mistakes_in_a_position_are_explained(
    setup: Setup, state: State, edits: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError) as caught:
        POSITIONS.arrange(setup, state, edits)
    assert words in str(caught.value)


def ask(*choices: Any, refused: tuple[Any, ...] = ()) -> Ask:
    why = Refusal("5.4.who", text("No."), ())
    listed = Listed(choices, refusals=lambda: [(choice, why) for choice in refused])
    return Ask("french", "move", text("Move"), ("5.4",), listed)


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        ({"move": "ney", "at": "a"}, {"piece": "ney", "at": "a", "by": "napoleon"}),
        ({"piece": "ney", "at": "a", "by": ""}, {"piece": "ney", "at": "a", "by": ""}),
        ({"move": "ney", "at": "z"}, {"piece": "ney", "at": "z", "by": ""}),
        ({"fire": "ney"}, {"piece": "ney", "do": "fire", "target": "square"}),
        ({"rest": "ney"}, {"piece": "ney", "do": "pass"}),
        ({"hit": "davout"}, "davout"),
        ({"subset": "ney"}, {"subset": ["ney"]}),
        ({"move": "junot", "at": "a"}, {"piece": "junot", "at": "a"}),
        ({"number": "3"}, 3),
    ],
)
def test_a_case_says_a_choice_in_few_words(
    setup: Setup, wanted: dict[str, Any], meant: Any
) -> None:
    asked = ask(
        {"piece": "ney", "at": "a", "by": "napoleon"},
        {"piece": "ney", "at": "a", "by": ""},
        {"piece": "ney", "do": "fire", "target": "square"},
        {"piece": "ney", "do": "pass"},
        "davout",
        {"subset": ["ney"]},
        3,
        refused=({"piece": "ney", "at": "z", "by": ""},),
    )
    assert WORDING.expand(setup, asked, wanted) == [meant]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"areas": {"a": ("davout",), "b": ("ney",)}}, "ney is at a but listed at b"),
        ({"areas": {"a": ("davout", "ney"), "c": ("ney",)}}, "ney stands in a and in c"),
        ({"areas": {"a": ("davout", "ney"), "c": ()}}, "c is listed and empty"),
        ({"commands": {"french": "platov"}}, "platov cannot command french"),
        ({"commands": {"1": "barclay", "2": "barclay"}}, "one HQ commands two armies"),
        ({"battle": Battle("a", "french", round=5)}, "battle round 5"),
        (
            {"phase": "supply.spend", "battle": Battle("a", "french")},
            "a battle or hits are left over",
        ),
    ],
)
def test_broken_positions_are_told(
    setup: Setup, state: State, change: dict[str, Any], words: str
) -> None:
    _, sound = POSITIONS.arrange(
        setup, state, {"only": "yes", "place": [{"unit": ["davout", "ney"], "at": "a"}]}
    )
    assert GAME.violations(setup, sound) == []
    broken = replace(sound, **change)
    assert any(words in told for told in GAME.violations(setup, broken))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (
            [{"unit": ["ney", "davout", "murat", "eugene"], "at": "b"}],
            "4 french blocks in b, 3 may",
        ),
        ([{"unit": ["ney", "barclay"], "at": "a"}], "both sides stand in a"),
        ([{"unit": "ney", "at": "a", "state": ["known"]}], "ney is seen after the battles"),
        ([{"unit": "ney", "at": "a", "state": ["active"]}], "ney is active in supply"),
        ([{"unit": "ney", "at": "a", "state": ["moved", "bombarded"]}], "bombarded and moved"),
        ([{"unit": "ney", "at": "eliminated", "state": ["pinned"]}], "is eliminated and active or"),
    ],
)
def test_what_must_not_be_left_after_the_battles_is_told(
    setup: Setup, state: State, place: list[dict[str, Any]], words: str
) -> None:
    spending = {"only": "yes", "phase": "supply.spend", "active": "french"}
    _, found = POSITIONS.arrange(setup, state, {**spending, "place": place})
    assert any(words in told for told in GAME.violations(setup, found))


def test_a_block_that_is_no_hq_is_not_placed_active(setup: Setup, state: State) -> None:
    place = [{"unit": "i-2-friant", "at": "a", "state": ["active"]}]
    with pytest.raises(PositionError, match="is active and no HQ"):
        spending = {"only": "yes", "phase": "supply.spend", "active": "french"}
        POSITIONS.arrange(setup, state, {**spending, "place": place})


def test_losses_and_redoubts_make_a_position_better_or_worse(setup: Setup, state: State) -> None:
    place = [{"unit": ["ney", "i-2-friant"], "at": "c"}, {"unit": "ru-vi-7-kaptsevich", "at": "b"}]
    _, even = POSITIONS.arrange(setup, state, {"only": "yes", "place": place})
    assert value(setup, even, "french") == -value(setup, even, "russian")
    _, lost = POSITIONS.arrange(
        setup, even, {"place": [{"unit": "i-2-friant", "at": "eliminated"}]}
    )
    _, won = POSITIONS.arrange(setup, even, {"place": [{"unit": "i-2-friant", "at": "d"}]})
    assert value(setup, lost, "french") < value(setup, even, "french") < value(setup, won, "french")
