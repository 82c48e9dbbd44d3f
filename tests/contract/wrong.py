"""Wrong choices of every kind, and what an examination of a question finds out with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from grognard.engines.core.data.codec import canonical
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.session import Session, WrongChoice
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import Refusal

LISTED = 40
MUTATED = 3
PLAYED = 2
WORDS = 90
"""Of a choice, in a report."""


def _deep(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = {"at": [value]}
    return value


def _circular() -> Any:
    value: dict[str, Any] = {"at": "x"}
    value["do"] = [value]
    return value


class Name(str):
    """A str of another class: it compares equal, and is none of the plain kinds."""

    __slots__ = ()


def impossible() -> list[Any]:
    """Return what is no choice of any question of any game."""
    return [
        None,
        True,
        False,
        0.0,
        2.0,
        float("nan"),
        float("inf"),
        1j,
        b"pass",
        Name(PASS),
        (),
        ("at",),
        set(),
        {"at"},
        object(),
        10**30,
        10**400,
        -(10**400),
        [],
        [[]],
        [{}],
        [1, "a", None],
        ["a", 1],
        [["a"], {"b": []}],
        {},
        {1: 2},
        {None: None},
        {("a", "b"): 1},
        {"no such field": "no such thing"},
        {"at": None},
        {"at": ["nowhere"]},
        {"at": {"at": "nowhere"}},
        {"by": [[]], "at": {}, "targets": [{}]},
        {"pieces": None},
        {"pieces": [None], "at": "nowhere"},
        {"pieces": [["a"], {"b": 1}], "at": "nowhere"},
        {"pieces": {"a": 1}, "at": []},
        {"piece": [], "at": [], "by": []},
        {"piece": {}, "do": []},
        {"route": None},
        {"route": "4008"},
        {"route": [1, "a", []]},
        {"route": [{}], "facing": {}},
        {"subset": "abc"},
        {"subset": [1, "a", None]},
        {"subset": [[]]},
        {"subset": {"a": 1}},
        {"order": [1, "a"]},
        {"order": {}},
        {"allocate": {"a": 1.0}},
        {"allocate": [["a", 1]]},
        {"do": None},
        {"do": ["leg"]},
        {"do": [[]]},
        {"do": [{"leg": [10**400, 0]}]},
        {"do": [{"leg": [float("nan"), 0]}]},
        {"do": [{"leg": [6000.0, 0]}]},
        {"do": [{"leg": "ab"}]},
        {"do": [{"turn": "x"}]},
        {"do": [{"turn": True}]},
        {"do": [{}]},
        "no such thing",
        "\ud800",
        "x" * 100_000,
        ["x"] * 100_000,
        _deep(400),
        _circular(),
    ]


def of_other_forms() -> list[Choice]:
    """Return well-formed choices of every form, with words that no game knows."""
    return [
        "",
        " ",
        "done",
        "auto",
        0,
        1,
        -1,
        35_999,
        2**53 - 1,
        {"at": "nowhere"},
        {"at": "nowhere", "facing": 0},
        {"route": []},
        {"route": ["nowhere"], "facing": 0},
        {"pieces": [], "at": ""},
        {"pieces": ["nobody"], "at": "nowhere"},
        {"by": ["nobody"], "at": "nowhere"},
        {"by": "nobody", "targets": ["nowhere"]},
        {"by": "nobody", "targets": [], "charge": [], "facing": 7},
        {"at": "nowhere", "order": ["nobody"]},
        {"at": "nowhere", "by": "nobody"},
        {"subset": []},
        {"subset": ["nobody"]},
        {"order": []},
        {"order": ["nobody", "nobody"]},
        {"allocate": {}},
        {"allocate": {"nobody": -1}},
        {"to": "nobody", "attitude": "attack", "target": "nowhere"},
        {"piece": "nobody", "at": ""},
        {"piece": "nobody", "at": "nowhere", "by": "nobody"},
        {"piece": "nobody", "at": "nowhere", "facing": 99},
        {"piece": "nobody", "do": "fire", "target": ""},
        {"piece": "nobody", "do": "retreat", "at": "nowhere"},
        {"do": []},
        {"do": [{"leg": [0, 0]}]},
        {"do": [{"leg": [-5, 0]}]},
        {"do": [{"leg": [2**52, 2**52]}]},
        {"do": [{"turn": 2**52}]},
        {"do": [{"form": []}, {"slot": ["a"]}, {"slot": [[], {}]}]},
        {"do": [{"form": "nothing"}]},
        {"do": [{"about": 1}]},
        {"do": [{"force": []}]},
        {"do": [{"attach": []}]},
        {"do": [{"detach": {}}]},
        {"do": [{"no such word": True}]},
    ]


Step = tuple[str | int, ...]


def _places(value: Any, at: Step = ()) -> Iterator[Step]:
    """Give the way to every part of a choice, the whole first."""
    yield at
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in parts:
            yield from _places(part, (*at, key))


def _with(value: Any, at: Step, part: Any) -> Any:
    """Return a copy with one part replaced."""
    if not at:
        return part
    copy = deepcopy(value)
    inner = copy
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = part
    return copy


def _part(value: Any, at: Step) -> Any:
    for key in at:
        value = value[key]
    return value


def mistyped(choice: Choice) -> Iterator[Any]:
    """Give what a legal choice becomes when a part is of the wrong type: none of it is legal."""
    for at in _places(choice):
        part = _part(choice, at)
        if isinstance(part, bool):
            others: list[Any] = [1, 1.0, "True", None, [True]]
        elif isinstance(part, int):
            others = [float(part), str(part), [part], None, part + 10**400, {}]
            others += [bool(part)] if part in (0, 1) else []
        elif isinstance(part, str):
            others = [Name(part), part.encode(), (part,), None, 1.5, {part: part}]
        elif isinstance(part, list):
            others = [tuple(part), None, {str(n): one for n, one in enumerate(part)}, [*part, 1.5]]
        else:
            others = [list(part.items()), None, {**part, "no such field": 1}, {**part, 3: 4}]
            others += [{**part, "extra": None}, tuple(part)]
        for other in others:
            yield _with(choice, at, other)


def mutated(choice: Choice, rng: Random) -> Iterator[Any]:
    """Give what may be legal or not: parts doubled, left out, put in another order, altered."""
    for at in _places(choice):
        part = _part(choice, at)
        if isinstance(part, bool):
            yield _with(choice, at, not part)
        elif isinstance(part, int):
            for other in (part + 1, part - 1, -part, part + 6, 36_000, 2**53 - 1):
                yield _with(choice, at, other)
        elif isinstance(part, str):
            for other in ("", part + "x", part.upper(), "0000", PASS, [part], [part, part]):
                yield _with(choice, at, other)
        elif isinstance(part, list):
            shuffled = rng.sample(part, len(part))
            for other in ([], part[1:], part + part[:1], part[::-1], shuffled, part * 3, [part]):
                yield _with(choice, at, other)
        else:
            for key in part:
                yield _with(choice, at, {k: v for k, v in part.items() if k != key})
            yield _with(choice, at, dict(reversed(part.items())))
            yield _with(choice, at, {**part, "extra": "x"})


@cache
def rules_of(game: AnyGame) -> frozenset[str]:
    """Return the ids of a game's rulebook."""
    book, problems = Rulebook.load(game.data())
    assert book is not None, problems
    return frozenset(book.rules)


def _shown(choice: Any) -> str:
    try:
        words = repr(choice)
    except (ValueError, RecursionError):  # a number of many digits is not written out
        words = f"a {type(choice).__name__} too large to show"
    return words if len(words) <= WORDS else f"{words[:WORDS]}..."


@dataclass
class Examination:
    """What is found out about the questions of games; `faults` is empty when all is well.

    Of equal faults of one kind of question the first choice is told, with how often it came.
    """

    faults: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    asked: int = 0
    refused: int = 0
    met: dict[str, int] = field(default_factory=dict)

    def question(self, session: Session, rng: Random, *, play: bool = True) -> None:
        """Answer the present question wrongly in every way, and see that it stays as it was."""
        ask = session.ask
        if ask is None:
            return
        self.met[ask.kind] = self.met.get(ask.kind, 0) + 1
        legal = _legal(ask, rng)
        some = rng.sample(legal, min(MUTATED, len(legal)))
        for rule in ask.rules:
            if rule not in rules_of(session.game):
                self._fault(session, "the question", f"its rule {rule} is not in the rulebook")
        for choice in legal:
            if (why := session.why_not(ask.seat, choice)) is not None:
                self._fault(session, choice, f"is offered and refused: {why.rule} {why.message}")
        for choice in impossible():
            self._wrong(session, ask.seat, choice)
        for choice in some:
            for wrong in mistyped(choice):
                self._wrong(session, ask.seat, wrong)
            for seat in (*_others(session), "nobody", "", None, [], 1, 10**400):
                self._wrong(session, seat, choice)
        self._greyed(session)
        doubtful = [*of_other_forms(), *(other for one in some for other in mutated(one, rng))]
        taken = [choice for choice in doubtful if not self._refused(session, ask.seat, choice)]
        if play:
            for choice in [*some[:PLAYED], *rng.sample(taken, min(PLAYED, len(taken)))]:
                self._played(session, choice)

    def ended(self, session: Session) -> None:
        """See that a finished game takes nothing more, and says by which rule it has ended."""
        for choice in (PASS, "done", {}, None):
            self._wrong(session, session.setup.info.seats[0].id, choice)

    def _wrong(self, session: Session, seat: Any, choice: Any) -> None:
        """See that a choice is refused that can never be legal."""
        if not self._refused(session, seat, choice):
            self._fault(session, choice, "is accepted")

    def _refused(self, session: Session, seat: str, choice: Any) -> bool:
        """Ask whether a choice is refused; if so, by a rule, and making it changes nothing."""
        self.asked += 1
        before = _standing(session)
        try:
            why = session.why_not(seat, choice)
            if why is not None:
                with pytest.raises(WrongChoice):
                    session.choose(seat, choice)
        except Exception as wrong:  # noqa: BLE001 - whatever it is: it is no refusal
            self._fault(session, choice, f"breaks it: {type(wrong).__name__}: {wrong!s:.90}")
            return True
        if why is None:
            return False
        self._judge(session, choice, why)
        if _standing(session) != before:
            self._fault(session, choice, "is refused and yet has changed something")
        return True

    def _judge(self, session: Session, choice: Any, why: Refusal) -> None:
        """See that a refusal names a rule of the rulebook and says something."""
        self.refused += 1
        if why.rule not in rules_of(session.game):
            named = f"by {why.rule}, which is no rule" if why.rule else "without a rule"
            self._fault(session, choice, f"is refused {named}: {why.message}")
        if not str(why.message).strip():
            self._fault(session, choice, f"is refused by {why.rule} without a word")

    def _greyed(self, session: Session) -> None:
        """See that what is shown greyed is refused, by a rule, and by the rule that is shown."""
        ask = session.ask
        if ask is None:
            return
        for choice, why in islice(ask.choices.refused(), LISTED):
            self._judge(session, choice, why)
            found = session.why_not(ask.seat, choice)
            if found is None:
                self._fault(session, choice, f"is shown refused by {why.rule} and is legal")

    def _played(self, session: Session, choice: Choice) -> None:
        """See that an accepted choice leads to a state that its own codec knows again."""
        fork = session.fork()
        ask = fork.ask
        if ask is None:
            return
        try:
            fork.choose(ask.seat, choice)
            state = fork.table.state
            text = canonical(fork.game.encode(state))
            again = fork.game.decode(fork.setup, json.loads(text))
        except Exception as wrong:  # noqa: BLE001 - whatever it is: the choice was accepted
            self._fault(session, choice, f"is accepted, and then {type(wrong).__name__}: {wrong}")
            return
        if again != state or canonical(fork.game.encode(again)) != text:
            self._fault(session, choice, "leads to a state that reads back otherwise")

    def _fault(self, session: Session, choice: Any, words: str) -> None:
        asked = f"{session.ask.kind} ({session.ask.form})" if session.ask else "the end"
        fault = (f"{session.game.id}, {asked}", words)
        first, count = self.faults.get(fault, (_shown(choice), 0))
        self.faults[fault] = (first, count + 1)

    def __str__(self) -> str:
        return "\n".join(
            f"{asked}: {first} {words} ({count} times)"
            for (asked, words), (first, count) in self.faults.items()
        )


def _legal(ask: Ask, rng: Random) -> list[Choice]:
    """Return legal choices of a question: the first of those listed, and some at random."""
    drawn = [ask.choices.sample(rng) for _ in range(MUTATED)]
    return [*islice(ask.choices, LISTED), *drawn] if ask.choices.finite else drawn


def _others(session: Session) -> list[str]:
    asked = session.ask.seat if session.ask else ""
    return [seat.id for seat in session.setup.info.seats if seat.id != asked]


def _standing(session: Session) -> tuple[Any, ...]:
    """Return what must not change: the counts and the very objects."""
    table = session.table
    return (
        len(session.choices),
        id(session.ask),
        id(table.state),
        len(table.entries),
        table.dice.rolled(),
        len(session.redoable),
        len(session.checkpoints),
    )
