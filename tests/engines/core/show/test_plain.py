"""The gate: what a choice may be made of, how that of each form looks, and who refuses the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session, WrongChoice
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Listed
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.plain import (
    MOST_DEEP,
    MOST_LETTERS,
    MOST_NUMBER,
    MOST_PARTS,
    why_not_plain,
)


class Word(str):
    """A str and yet none."""

    __slots__ = ()


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


def circular() -> Any:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value",
    [
        "pass",
        "",
        0,
        -1,
        MOST_NUMBER,
        [],
        {},
        {"at": "4008", "facing": 3},
        {"do": [{"leg": [6000, -1000]}]},
        "x" * MOST_LETTERS,
        nested(MOST_DEEP),
        ["x"] * MOST_PARTS,
        "Коло́ча",
    ],
)
def test_plain_data_passes(value: Any) -> None:
    assert why_not_plain(value) is None
    assert why_not_plain(value, flags=True) is None


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        2.0,
        float("nan"),
        1j,
        b"x",
        (1, 2),
        {1, 2},
        object(),
        Word("x"),
        {"facing": 2.0},
        {"facing": True},
        {"facing": None},
        {1: "x"},
        {None: "x"},
        {Word("at"): "x"},
        [["a", (1,)]],
        10**400,
        -(2**53),
        [2**53],
        "x" * (MOST_LETTERS + 1),
        {"x" * (MOST_LETTERS + 1): 1},
        "\ud800",
        "a\x00",
        {"a\n": 1},
        nested(MOST_DEEP + 1),
        nested(100_000),
        circular(),
        ["x"] * (MOST_PARTS + 1),
        {str(n): n for n in range(MOST_PARTS)},
        [["x"] * 1000] * 1000,
    ],
    ids=lambda value: type(value).__name__,
)
def test_anything_else_is_refused(value: Any) -> None:
    assert why_not_plain(value) is not None


def test_flags_are_plain_only_where_they_are_words() -> None:
    order = {"do": [{"about": True}]}
    assert why_not_plain(order) is not None
    assert why_not_plain(order, flags=True) is None


class Anything(Choices):
    """Takes everything, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def __iter__(self) -> Iterator[Choice]:
        yield PASS

    def why_not(self, choice: Choice) -> Refusal | None:
        self.asked.append(choice)
        return None


FORMED: dict[str, list[Any]] = {
    "pick": ["march", 3, {"to": "ney", "attitude": "attack"}],
    "number": [3],
    "piece": ["ney"],
    "place": ["4008"],
    "pose": [{"at": "4008", "facing": 3}, {"at": "4008"}],
    "route": [{"route": ["4008"], "facing": 3}, {"route": []}],
    "target": [{"by": ["x"], "at": "y"}],
    "subset": [{"subset": []}, {"subset": ["a"]}],
    "order": [{"order": ["a", "b"]}],
    "allocate": [{"allocate": {"a": 1}}],
    "form": [{"order": "attack", "speed": 2}],
    "arrange": ["done", {"piece": "a", "at": ""}, {"piece": "a", "at": "b", "facing": 1}],
    "move": [{"piece": "a", "at": "b"}, {"piece": "a", "at": "b", "by": ""}],
    "manoeuvre": [{"do": []}, {"do": [{"leg": [1, 2]}, {"turn": 3}, {"about": True}]}],
    "heading": [9000],
}
MISFORMED: dict[str, list[Any]] = {
    "pick": [[], ["a"], {"to": ["a", 1]}, {"to": {}}],
    "number": ["3", [3]],
    "piece": [3, ["ney"]],
    "place": [4008, {"at": "4008"}],
    "pose": [{"facing": 3}, {"at": "4008", "facing": "3"}, {"at": "x", "facing": 3, "by": "y"}],
    "route": [{"facing": 3}, {"route": "4008"}, {"route": [1]}, {"route": [], "by": "x"}],
    "target": [3, ["x"], {"by": [["x"]], "at": "y"}, {"by": [1]}, {"by": {"x": 1}}],
    "subset": [["a"], {"subset": "a"}, {"subset": [1]}, {"subset": [], "more": 1}],
    "order": [{"order": {}}, {}, {"order": [["a"]]}],
    "allocate": [{"allocate": ["a"]}, {"allocate": {"a": "1"}}],
    "form": ["x", {"order": ["attack"]}],
    "arrange": [3, {"piece": "a"}, {"piece": "a", "at": "b", "facing": "1"}],
    "move": [{"piece": "a", "at": "b", "by": 1}, {"piece": ["a"], "at": "b"}, "a"],
    "manoeuvre": [
        {"do": {}},
        {"do": ["about"]},
        {"do": [{"leg": [1]}]},
        {"do": [{"leg": [True, 0]}]},
        {"do": [{"turn": True}]},
        {"do": [{"about": True, "turn": 1}]},
        {"do": [{}]},
    ],
    "heading": ["9000"],
}


def asked(form: str, choices: Choices) -> Ask:
    return Ask("red", "kind", text("Choose."), ("F.1", "F.2"), choices, form=form)


@pytest.mark.parametrize("form", sorted(FORMED))
def test_only_choices_of_the_form_come_before_the_rules(form: str) -> None:
    choices = Anything()
    ask = asked(form, choices)
    for choice in [*FORMED[form], PASS]:
        assert ask.why_not(choice) is None
    assert choices.asked == [*FORMED[form], PASS]
    for choice in [*MISFORMED[form], 2.0, {"at": 2.0}, None, [circular()]]:
        refusal = ask.why_not(choice)
        assert refusal is not None, choice
        assert (refusal.rule, refusal.misread) == ("F.1", True)
    assert choices.asked == [*FORMED[form], PASS]


def test_a_form_of_the_games_own_is_only_plain() -> None:
    ask = asked("card", Anything())
    assert ask.why_not({"any": ["thing"]}) is None
    assert ask.why_not({"any": 2.0}) is not None


def test_what_a_choices_refuses_without_a_rule_the_ask_refuses_by_its_own() -> None:
    why = asked("piece", Listed(["ney"])).why_not("davout")
    assert why == Refusal("F.1", text("Choose one of the pieces on offer."), misread=True)
    storm = Refusal("9.9", text("Too late."), ("x",))
    listed = Listed(["ney"], refusals=lambda: [("davout", storm)])
    assert asked("piece", listed).why_not("davout") is storm


def test_a_question_without_a_rule_is_not_asked() -> None:
    with pytest.raises(ValueError, match="the question kind names no rule"):
        Ask("red", "kind", text("Choose."), (), Anything())


def test_the_wrong_seat_and_the_finished_game_are_refused_by_a_rule(session: Session) -> None:
    assert session.ask is not None
    wrong = session.why_not("blue", next(iter(session.ask.choices)))
    assert wrong is not None
    assert (wrong.rule, str(wrong.message)) == ("F.1", "This is not Blue's decision.")
    play(session, {seat: RandomBot(seat) for seat in ("red", "blue")})
    assert session.verdict is not None
    over = session.why_not("red", PASS)
    assert over is not None
    assert over.rule == session.verdict.rule
    with pytest.raises(WrongChoice, match="The game is over"):
        session.choose("red", PASS)
