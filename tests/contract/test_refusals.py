"""Every question of every game refuses what is wrong: never an exception, always by a rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.caserun import run_case
from grognard.engines.core.show.asks import Ask, Choice, Listed
from grognard.engines.core.show.explain import Refusal
from tests.contract.test_contract import GAMES, bots, load
from tests.contract.wrong import Examination, impossible, mistyped

CASES = Path(__file__).parents[1] / "cases"
OFTEN, IN_ALL = 2, 2
"""How often a kind of question is examined in a case, and in all scenarios of a game in the short form."""
SHORT = 250
"""Decisions of a random game in the short form: a whole campaign is for the soak."""


def examine(name: str, seeds: range, often: int, limit: int, *, in_each: bool) -> Examination:
    """Examine the questions of random games of every scenario, each kind `often` times: in each, or in all."""
    found = Examination()
    for number, setup in enumerate(load(name)[1]):
        found.met = {} if in_each else found.met
        for seed in seeds:
            session = Session(registry[name], setup, str(seed))
            players, rng = bots(session, str(seed)), Random(f"{name} {number} {seed}")
            while session.ask is not None and len(session.choices) < limit:
                if found.met.get(session.ask.kind, 0) < often:
                    found.question(session, rng)
                play(session, players, limit=1)
            if session.ask is None:
                found.ended(session)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_wrong_choices_are_refused_by_a_rule(name: str) -> None:
    found = examine(name, range(1, 2), IN_ALL, SHORT, in_each=False)
    assert not found.faults, f"\n{found}"
    assert found.refused > 1000


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_wrong_choices_are_refused_by_a_rule_in_whole_games(name: str) -> None:
    found = examine(name, range(1, 6), 25, 100_000, in_each=True)
    assert not found.faults, f"\n{found}"


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(path.name for path in CASES.iterdir() if path.is_dir()))
def test_wrong_choices_are_refused_by_a_rule_in_every_case(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cases ask what random games hardly ever come to; their dice are few, so nothing is played."""
    found, rng, choosing = Examination(), Random(name), Session.choose

    def choose(session: Session, seat: str, choice: Choice) -> None:
        if session.ask is not None and found.met.get(session.ask.kind, 0) < OFTEN:
            with monkeypatch.context() as plain:
                plain.setattr(Session, "choose", choosing)
                found.question(session, rng, play=False)
        choosing(session, seat, choice)

    monkeypatch.setattr(Session, "choose", choose)
    for file in sorted((CASES / name).rglob("*.yaml")):
        run_case(file)
    assert not found.faults, f"\n{found}"


# -- the examination itself --------------------------------------------------------------------


class Careless(Listed):
    """Choices that look into what they are given before they know what it is."""

    def why_not(self, choice: Choice) -> Refusal | None:
        return None if {choice} <= {*self} else Refusal("F.99", text("No."))


class Lenient(Listed):
    """Choices that look for the fields they want and at no others."""

    def why_not(self, choice: Choice) -> Refusal | None:
        known = isinstance(choice, dict) and choice.get("at") == "x"
        return None if known else Refusal("F.1", text("No."))


def asking(session: Session, choices: Listed, rule: str = "F.1") -> Iterator[Any]:
    """Put a question with these choices instead of the game's."""
    assert session.ask is not None
    session.ask = Ask(session.ask.seat, "test", text("Choose."), (rule,), choices)
    return iter(())


@pytest.mark.parametrize(
    ("choices", "rule", "words"),
    [
        (Careless(["a", "b"]), "F.1", "TypeError"),
        (Careless(["a", "b"]), "F.1", "by F.99, which is no rule"),
        (Lenient([{"at": "x"}]), "F.1", "is accepted"),
        (Listed(["a"]), "F.98", "its rule F.98 is not in the rulebook"),
        (
            Listed(["a"], refusals=lambda: [("b", Refusal("", text("No.")))]),
            "F.1",
            "is refused without a rule",
        ),
    ],
)
def test_a_careless_question_is_found(
    session: Session, choices: Listed, rule: str, words: str
) -> None:
    asking(session, choices, rule)
    found = Examination()
    found.question(session, Random("x"), play=False)
    assert words in str(found)


def test_what_is_impossible_stays_so_whatever_is_added() -> None:
    assert len(impossible()) > 50
    wrong = list(mistyped({"at": "4008", "facing": 1}))
    assert {"at": "4008", "facing": 1} not in [one for one in wrong if _plain(one)]


def _plain(value: Any) -> bool:
    return type(value) is dict and {type(part) for part in value.values()} <= {str, int}
