"""Every question of the game refuses what is no choice of its kind, by a rule, whatever it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice
from random import Random
from typing import Any

import pytest

from grognard.engines.core.play.arrangement import DONE, Arrangement
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Listed, Subset
from grognard.engines.gmt.game import Borodino
from grognard.engines.gmt.morale.morale import Returns
from grognard.engines.gmt.shock.shock import Declarations
from tests.engines.gmt.field import Field, foot, horse

GAME = Borodino()
JUNK: tuple[Any, ...] = (
    None,
    True,
    2.0,
    -1,
    7,
    10**400,
    "",
    "nowhere",
    [],
    {},
    [[]],
    [{}, 1, "x"],
    {"at": []},
)
PER_KIND = 6
"""How many questions of one kind are tried in one game."""
BUSY = 0.8
BIG = {"setup_leader", "deploy", "stack_order", "fire", "counter_battery", "move_piece", "route"}
BIG |= {"reaction_retreat", "declare_shock", "rally", "destruction", "destruction_exit"}
BIG |= {"leader_move"}
SMALL = {"fire", "counter_battery", "route", "declare_shock", "retreat_before_shock"}
SHARED = (Listed, Subset, Arrangement)
"""The choices of every game: the question itself looks at the types of those and has their rule."""


def spoilt(choice: Choice) -> Iterator[Choice]:
    """A choice with each part in turn spoilt, taken away, doubled, or one too many."""
    yield from JUNK
    if isinstance(choice, list):
        yield [*choice, *choice]
        for index in range(len(choice)):
            for junk in JUNK:
                yield [*choice[:index], junk, *choice[index + 1 :]]
    if isinstance(choice, dict):
        yield {**choice, "extra": 1}
        for key, value in choice.items():
            yield {other: kept for other, kept in choice.items() if other != key}
            for worse in spoilt(value):
                yield {**choice, key: worse}


def is_plain(choice: Choice, keys: frozenset[str]) -> bool:
    """Whether a choice is made of words and whole numbers, under known keys."""
    if isinstance(choice, dict):
        return set(choice) <= keys and all(is_plain(value, keys) for value in choice.values())
    if isinstance(choice, list):
        return all(is_plain(value, keys) for value in choice)
    return type(choice) in (str, int)


def try_all(ask: Ask, rng: Random) -> Iterator[str]:
    """Tell what is wrong with the answers to spoilt choices."""
    choices: Choices = ask.choices
    some = list(islice(choices, 400)) if choices.finite else [choices.sample(rng)]
    keys = frozenset(key for choice in some if isinstance(choice, dict) for key in choice)
    picked = rng.sample(some, min(3, len(some)))
    for refused, reason in islice(choices.refused(), 200):
        if not reason.rule:
            yield f"{ask.kind} greys out {refused!r:.200} without a rule"
    for choice in picked:
        for wrong in spoilt(choice):
            why = choices.why_not(wrong)
            if isinstance(choices, SHARED):
                continue
            if why is None and not is_plain(wrong, keys):
                yield f"{ask.kind} accepts {wrong!r:.200}"
            if why is not None and not why.rule:
                yield f"{ask.kind} refuses {wrong!r:.200} without a rule"


def restless(ask: Ask, rng: Random) -> Choice:
    """A choice at random that mostly does something: else hardly anybody would attack."""
    if not ask.choices.finite:
        return ask.choices.sample(rng)
    if ask.form == "arrange" and DONE in ask.choices:
        return DONE
    some = list(ask.choices)
    busy = [choice for choice in some if choice not in (PASS, "none")]
    return rng.choice(busy if busy and rng.random() < BUSY else some)


@pytest.mark.parametrize(
    ("scenario", "seed", "moves", "kinds"),
    [("borodino", "1", 1500, BIG), ("shevardino", "2", 1500, SMALL)],
)
def test_what_is_no_choice_is_refused_by_a_rule(
    scenario: str, seed: str, moves: int, kinds: set[str]
) -> None:
    setup = GAME.load(files("grognard.scenarios").joinpath(f"gmt/{scenario}.yaml"), {})
    session, rng = Session(GAME, setup, seed), Random(seed)
    tried: dict[str, int] = defaultdict(int)
    wrong: set[str] = set()
    for _ in range(moves):
        if session.ask is None:
            break
        if tried[session.ask.kind] < PER_KIND:
            tried[session.ask.kind] += 1
            wrong.update(try_all(session.ask, rng))
        session.choose(session.ask.seat, restless(session.ask, rng))
    assert sorted(wrong) == []
    assert kinds <= set(tried)


def test_the_order_a_stack_has_is_no_change_of_it() -> None:
    setup = GAME.load(files("grognard.scenarios").joinpath("gmt/shevardino.yaml"), {})
    session = Session(GAME, setup, "1")
    for seat, choice in (("russian", "done"), ("french", "done"), ("french", "pass")):
        session.choose(seat, choice)
    assert session.ask is not None
    assert session.ask.kind == "stack_order"
    choice = next(choice for choice in session.ask.choices if choice != "pass")
    now = [u for u in session.table.state.stacks[choice["at"]] if u in choice["order"]]
    assert session.ask.choices.why_not(choice) is None
    why = session.ask.choices.why_not({"at": choice["at"], "order": now})
    assert why is not None
    assert why.rule == "6.24"


@pytest.mark.parametrize(("facing", "rule"), [(0, ""), (0.0, "6.11.vertex"), (None, "6.11.vertex")])
def test_a_charge_faces_a_whole_number(facing: object, rule: str) -> None:
    field = Field([(horse("f1"), "0505", 0), (foot("r1"), "0503", 3)])
    choice = {"by": "0505", "charge": ["0504"], "facing": facing, "targets": ["0503"]}
    why = Declarations(field.setup, field.state).why_not(choice)
    assert (why.rule if why else "") == rule


def test_who_recovers_names_a_hex_by_its_word() -> None:
    field = Field([(foot("f1"), "0505", 0), (foot("f2"), "0507", 0)])
    returns = Returns(field.setup, field.state, "f1")
    good = next(iter(returns))
    assert returns.why_not(good) is None
    for wrong in (int(good["at"]), None, ["0505"]):
        why = returns.why_not({**good, "at": wrong})
        assert why is not None
        assert why.rule == "10.3"
