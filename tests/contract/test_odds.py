"""The chances that odds show are those that come, and their modifiers those of the rolls."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from tests.contract.chances import DOUBT, Claim, Comparison, Plan, surprise
from tests.contract.positions import case_paths, visit_case
from tests.contract.readers import NOT_COMPARED, READERS, has_odds
from tests.contract.readers_columbia import begins_round, columbia_rounds
from tests.contract.readers_eagle import face_to_face
from tests.contract.readers_europa import face_to_face as armies_met
from tests.contract.test_contract import GAMES, OWN, bots, load

ENGINES = Path(__file__).parents[2] / "engines"
SHOWN = 40
TRIED = 8
"""Choices drawn at a question, of which one is compared."""


@dataclass(frozen=True)
class Extent:
    """How much is compared in each scenario, of each kind of question.

    `deep` choices are followed into many `futures`, for their chances; `wide` more into a `few`, for
    what does not hang on the die: modifiers, values, events that never or always come.
    """

    deep: int
    wide: int
    limit: int
    futures: int
    few: int = 3


SHORT = {
    "gmt": Extent(2, 20, 500, 150),
    "columbia": Extent(1, 6, 700, 60),
    "risorgimento": Extent(1, 5, 220, 20, 1),
    "eagle": Extent(2, 8, 120, 50),
    "europa": Extent(2, 8, 40, 50),
}
RULES = {"columbia": {"flank_attacks": "yes"}}
SAMPLED = ("move", "move_hq")
"""Questions of columbia whose odds are of a whole battle, sampled and not exact."""
CASE_FUTURES = 12
"""Of a choice in a case: few, but enough for a modifier or an outcome that cannot be."""
ROUND_FUTURES = 100
"""Of a round of battle in a case: enough for a mean that is off by a fifth of all there is to lose."""
EVERY = {"gmt": 12, "columbia": 15, "risorgimento": 4, "eagle": 8, "europa": 12}
"""One case in so many is compared each time, for at most some 5 s a game; all of them in the soak."""
ALWAYS: Mapping[str, tuple[str, ...]] = {
    "gmt": ("odds-where-guns-alone-watch-the-attacker", "two-guns-answer"),
    "columbia": (
        "odds-of-a-main-attack-still-to-be-named",
        "odds-of-a-round-in-which-a-square-falls",
    ),
    "risorgimento": (),
    "eagle": (),
    "europa": (),
}
"""The cases about odds that were once false are compared each time."""
LONG = Extent(15, 60, 4_000, 400)


def setups(name: str, *, every_option: bool = False) -> list[Any]:
    """Return the scenarios of a game, played by the optional rules that odds have to reckon with.

    With `every_option` also those with all of their options taken up, and with none.
    """
    found = [one for one in load(name)[1] if one.info.id not in OWN]
    if every_option:
        game = registry[name]
        found += [
            game.load(Path(one.info.path), dict.fromkeys(switches, value))
            for one in found
            for value in ("yes", "no")
            if (switches := [o.id for o in one.info.options if set(o.values) == {"yes", "no"}])
        ]
    return [replace(one, options={**one.options, **RULES.get(name, {})}) for one in found]


def face_to_face_of(name: str, setup: Any, seed: int) -> Any:
    """Return where a game begins, None for its beginning: some are compared from the first contact on."""
    if name == "europa":
        return armies_met(registry[name].initial(setup, str(seed)))
    if name != "eagle":
        return None
    return face_to_face(setup, registry[name].initial(setup, str(seed)), seed)


def compare(name: str, extent: Extent, seeds: range, *, every_option: bool = False) -> Comparison:
    """Compare the odds shown in random games of every scenario."""
    found = Comparison()
    for number, setup in enumerate(setups(name, every_option=every_option)):
        for seed in seeds:
            met: Counter[str] = Counter()
            state = face_to_face_of(name, setup, seed)
            session = Session(registry[name], setup, str(seed), state=state)
            players, rng = bots(session, f"odds {seed}"), Random(f"{name} {number} {seed}")
            while session.ask is not None and len(session.choices) < extent.limit:
                kind, odds = session.ask.kind, session.ask.odds
                # One question in two: neighbouring positions are much alike.
                if (
                    odds
                    and kind not in SAMPLED
                    and met[kind] < extent.deep + extent.wide
                    and rng.random() < 0.5
                ):
                    futures = extent.futures if met[kind] < extent.deep else extent.few
                    met[kind] += _compared(session, rng, found, futures)
                if begins_round(session) and met["round"] < extent.deep:
                    met["round"] += columbia_rounds(session, found, extent.futures)
                play(session, players, limit=1)
    return found


def _compared(session: Session, rng: Random, found: Comparison, futures: int) -> bool:
    """Compare the odds of one choice of the present question, if one has any."""
    ask = session.ask
    assert ask is not None
    reader = READERS.get((session.game.id, str(ask.odds)))
    if reader is None:
        return False
    drawn = [ask.choices.sample(rng) for _ in range(TRIED)]
    drawn = [choice for choice in drawn if has_odds(choice)]
    if rng.random() < 0.5:
        drawn.sort(key=lambda choice: _entangled(session, choice), reverse=True)
    for choice in drawn:
        inquiry = session.game.inquiries[str(ask.odds)]
        answer = inquiry.ask(session.setup, session.table.state, ask.seat, **ask.weighing(choice))
        if claimed := list(reader(session, choice, answer)):
            assert answer.shares or answer.gist, f"no short answer: {ask.kind} {choice}"
            for claims, policy in claimed:
                found.follow(session, choice, claims, Plan(futures, policy))
            return True
    return False


def compare_cases(
    name: str, paths: Iterable[Path], *, rounds: bool, strict: bool = True
) -> Comparison:
    """Compare the odds of the choices that executable cases make or ask about.

    Rounds of battle take long: they are compared in the cases about odds, in all others as told.
    """
    found = Comparison()
    for path in paths:
        fought = name == "columbia" and (rounds or path.stem in ALWAYS[name])
        _case_compared(path, name, found, ROUND_FUTURES if fought else 0, strict=strict)
    return found


def _case_compared(path: Path, name: str, found: Comparison, fought: int, *, strict: bool) -> None:
    seen: set[tuple[int, str]] = set()
    met: Counter[str] = Counter()

    def meet(session: Session) -> None:
        if fought and session.ask is not None and not met[session.ask.kind]:
            met[session.ask.kind] += columbia_rounds(session, found, fought)

    def visit(session: Session, choice: Choice) -> None:
        ask = session.ask
        if ask is None or ask.kind in SAMPLED:
            return
        key = (id(session.table.state), repr(choice))
        reader = READERS.get((name, str(ask.odds)))
        if reader is None or key in seen:
            return
        seen.add(key)
        inquiry = session.game.inquiries[str(ask.odds)]
        answer = inquiry.ask(session.setup, session.table.state, ask.seat, **ask.weighing(choice))
        for claims, policy in reader(session, choice, answer):
            found.follow(session, choice, claims, Plan(CASE_FUTURES, policy))

    visit_case(path, visit, meet, strict=strict)


def _entangled(session: Session, choice: Choice) -> tuple[int, int]:
    """How much a choice has to do with those made just before, and how much it names."""
    words = {*_words(choice)}
    recent = [word for row in session.choices[-6:] for word in {*_words(row.choice)} & words]
    return len(recent), len(words)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _words(part)


@pytest.mark.parametrize("name", sorted({game for game, _ in READERS}))
def test_odds_are_what_comes(name: str) -> None:
    found = compare(name, SHORT[name], range(1, 2))
    assert not (faults := found.faults()), "\n".join(["", *faults[:SHOWN], str(len(faults))])
    assert found.compared > 30


@pytest.mark.parametrize("name", sorted({game for game, _ in READERS}))
def test_odds_in_the_positions_of_the_cases_are_what_comes(name: str) -> None:
    found = compare_cases(name, case_paths(name, EVERY[name], ALWAYS[name]), rounds=False)
    assert not (faults := found.faults()), "\n".join(["", *faults[:SHOWN], str(len(faults))])
    assert found.claims


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted({game for game, _ in READERS}))
def test_odds_in_the_positions_of_all_cases_are_what_comes(name: str) -> None:
    found = compare_cases(name, case_paths(name), rounds=True)
    assert not (faults := found.faults()), "\n".join(["", *faults[:SHOWN], str(len(faults))])
    assert found.compared > 30


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted({game for game, _ in READERS}))
def test_odds_are_what_comes_in_many_games(name: str) -> None:
    found = compare(name, LONG, range(1, 6), every_option=name == "europa")
    assert not (faults := found.faults()), "\n".join(["", *faults[:SHOWN], str(len(faults))])


# -- the comparison itself ---------------------------------------------------------------------


def test_an_event_without_a_chance_is_the_greatest_surprise() -> None:
    assert surprise(1, 100, 0.0) == float("inf")
    assert surprise(99, 100, 1.0) == float("inf")
    assert surprise(0, 100, 0.0) == surprise(100, 100, 1.0) == 0.0
    assert surprise(30, 100, 0.3) == pytest.approx(0.0)
    assert surprise(60, 100, 0.3) > surprise(40, 100, 0.3) > 0.0


def test_the_bound_of_a_mean_is_that_of_hoeffding() -> None:
    """The narrowest mean that is a fault is the one whose relative entropy passes the bound."""
    bound = log(2 / DOUBT)

    def wrong(mean: float) -> bool:
        claim = Claim("x", {}, lambda *_: None, mean=mean, most=4.0, came=Counter({"1": 200}))
        return bool(Comparison([claim]).faults())

    near = next(n for n in range(1000, 4000) if wrong(n / 1000))
    assert surprise(50.0, 200, (near - 0.5) / 4000) > bound
    assert surprise(50.0, 200, (near - 1.5) / 4000) <= bound


def test_false_odds_are_found_and_true_ones_are_not() -> None:
    half = {"yes": Fraction(1, 2), "no": Fraction(1, 2)}
    drawn = {(1, "9.5", "flank")}

    def faults(came: dict[str, int], **more: Any) -> list[str]:
        claim = Claim("x", more.pop("chances", half), lambda *_: None, frozenset(drawn), **more)
        claim.came.update(came)
        return Comparison([claim]).faults()

    assert faults({"yes": 90, "no": 110}) == []
    assert len(faults({"yes": 50, "no": 150})) == 2
    assert len(faults({"yes": 100, "no": 99, "both": 1})) == 1
    assert faults({"1": 100, "2": 100}, mean=1.5, most=3.0) == []
    assert len(faults({"1": 100, "2": 100}, mean=0.5, most=3.0)) == 1
    assert faults({"0": 100}, mean=0.0004, most=9.0) == [] == faults({"0": 9}, mean=0.0)
    assert len(faults({"0": 99, "1": 1}, mean=0.0, most=0.0)) == 1
    assert len(faults({"0": 9}, mean=0.5)) == 1
    assert len(faults({"3": 100}, mean=3.2, most=2.0)) == 1
    assert len(faults({"yes": 9, "no": 10}, others={frozenset(): 1})) == 1


def _odds_of(game: str) -> set[str]:
    """Every inquiry a game's questions name for their odds, and every one that is called so."""
    found = {name for name in registry[game].inquiries if name.endswith("odds")}
    for path in (ENGINES / game).glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Ask":
                for given in node.keywords:
                    if given.arg == "odds":
                        name = given.value
                        if isinstance(name, ast.JoinedStr):  # one of those that are called so
                            name = name.values[-1]
                            assert str(getattr(name, "value", "")).endswith("odds"), path
                            continue
                        assert isinstance(name, ast.Constant), f"{path}: {node.lineno}"
                        found.add(str(name.value))
    return found


def test_all_odds_are_compared_or_it_is_said_why_not() -> None:
    met = {(game, name) for game in GAMES for name in _odds_of(game)}
    met = {(game, name) for game, name in met if game != "fixture"}
    assert met == {*READERS, *NOT_COMPARED}
    assert not {*READERS} & {*NOT_COMPARED}


def test_games_with_odds_have_their_reader() -> None:
    """A game whose questions give odds is compared: its readers stand in `READERS`."""
    without = {name for name in GAMES if not any(game == name for game, _ in READERS)}
    assert without == {"fixture"}
