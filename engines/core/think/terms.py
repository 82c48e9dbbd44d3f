"""Named terms by which a computer player judges a position, weighted in the game's data.

A term is a measure with a name and a few words; its weight stands under that name in the game's
`opponent.yaml`. Whoever asks what the computer was thinking is told the terms that differed most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cache
from typing import Any, TypeAlias

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup, ScenarioInfo
from grognard.engines.core.think.manners import Manner, When, manners_of
from grognard.engines.core.think.temper import Leaning

Measure: TypeAlias = Callable[[Any, Any, str], float]
"""Measures a position (set-up, State) for a seat: higher is better for it."""
Terms: TypeAlias = Mapping[str, float]
"""What each term came to, weighted, by its name."""

EVEN = 20.0
"""What terms have to come to for a side to win three games of four, where nobody says."""
ASTRAY = 0.05
"""How far what terms say half way is usually out, where nobody says."""
PURSE = 75.0
"""Seconds that all thoughts of a turn may take together at the table, where nobody says."""
OVER, STANDING = "over", "standing"
WON = 1000.0
WORDS: Mapping[str, Text] = {
    OVER: text("who wins the game"),
    STANDING: text("strength, ground and points at present"),
}
"""The terms that every game has: the verdict, and `Game.value` where it declares no terms."""


@record
class Term:
    """One thing that a computer player wants: its name, what it is called, how it is measured."""

    name: str
    says: Text
    measure: Measure


def on_balance(measure: Measure) -> Measure:
    """Make of what is measured for a side a measure for a seat: that of its side less the enemy's."""

    def balance(setup: AnySetup, state: object, seat: str) -> float:
        seats = setup.info.seats
        return sum(measure(setup, state, s.side) * (1 if s.id == seat else -1) for s in seats)

    return balance


@cache
def weights_of(package: str, name: str = "opponent.yaml") -> Mapping[str, float]:
    """Return the weights that a game's data gives to its terms."""
    return {key: float(value) for key, value in read_data(package, name, "weights").items()}


@record
class Judging:
    """How positions are judged that imagined games have reached.

    Attributes:
        even: what the terms come to together where three games of four are won.
        astray: by how much the chance read from them is usually out, in whatever world.
        weights: of the terms: those that tell best who wins, or where nobody has looked for them those
            by which the recruit plays.
        purse: seconds that all thoughts of a turn may take together at the table.
        manners: numbers other than the captain's, by which a marshal plays a seat.
    """

    even: float = EVEN
    astray: float = ASTRAY
    weights: Terms = field(default_factory=dict)
    purse: float = PURSE
    manners: tuple[Manner, ...] = ()

    def said(self, when: When, seat: str, battle: ScenarioInfo) -> tuple[str, ...]:
        """Return the manners for a seat at a time, in a scenario, as tempers take them."""
        return tuple(m.said for m in self.manners if m.when == when and m.suits(seat, battle))

    def leaning(self, seat: str, battle: ScenarioInfo) -> Leaning:
        """Return by what numbers a seat is always played in a scenario."""
        always = (m for m in self.manners if m.when == "always" and m.suits(seat, battle))
        return tuple(pair for one in always for pair in one.times)


@cache
def judging_of(package: str, name: str = "opponent.yaml") -> Judging:
    """Return how a game's data has its positions judged."""
    raw = read_data(package, name, "judging")
    fitted = {key: float(value) for key, value in raw.get("weights", {}).items()}
    return Judging(
        float(raw["even"]),
        float(raw.get("astray", ASTRAY)),
        fitted or weights_of(package, name),
        float(raw.get("purse", PURSE)),
        manners_of(raw.get("manners", ())),
    )


def judge(session: Session, seat: str, terms: Iterable[Term], weights: Terms) -> Terms:
    """Judge the position of an imagined game for a seat, term by term."""
    verdict = session.verdict
    if verdict is not None:
        sign = 0.0 if verdict.winner == "draw" else 1.0 if verdict.winner == seat else -1.0
        points = dict(verdict.points)
        mine = points.get(seat, 0)
        return {
            OVER: sign * WON + mine - max((n for s, n in points.items() if s != seat), default=0)
        }
    setup, state = session.setup, session.table.state
    game: AnyGame = session.game
    found = {one.name: weights[one.name] * one.measure(setup, state, seat) for one in terms}
    return found or {STANDING: game.value(setup, state, seat)}


def worth(setup: object, state: object, seat: str, terms: Iterable[Term], weights: Terms) -> float:
    """Return what a position is worth to a seat by all terms together."""
    return sum(weights[one.name] * one.measure(setup, state, seat) for one in terms)


def words_of(terms: Iterable[Term]) -> Mapping[str, Text]:
    """Return what the terms are called."""
    return {**WORDS, **{one.name: one.says for one in terms}}
