"""The marshal: the search over the captain's answers, and what else it tries, the most promising first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, cast

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.data.text import Text
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.think.plan import OWN, Designs, Order, Plan
from grognard.engines.core.think.script import Ranking
from grognard.engines.core.think.temper import planned
from grognard.engines.core.think.terms import Term
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.europa.movement.march import March
from grognard.engines.europa.opponent.captain import Captain, best_march
from grognard.engines.europa.opponent.design import designs, sentences
from grognard.engines.europa.opponent.judge import BOLD, CAUTIOUS, FADES, PULL, Judge
from grognard.engines.europa.opponent.plan import PACKAGE
from grognard.engines.europa.opponent.terms import TERMS
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import State, Unit
from grognard.engines.europa.supply.lines import Lines


def marches(judge: Judge, _ask: Ask, options: list[Choice]) -> list[Choice]:
    """The stacks that gain most by marching, and none."""
    places = [one for one in options if isinstance(one, str) and one != PASS]
    return _second(PASS, options, sorted(places, key=lambda at: -best_march(judge, str(at))[0]))


def routes(judge: Judge, ask: Ask, options: list[Choice]) -> list[Choice]:
    """The ways that gain most, and to stay."""
    units = [judge.state.units[uid] for uid in ask.subject]
    leaders = judge.chiefs(ask.where[0])
    ways = March(judge.setup, judge.state, judge.side, ask.subject).ways()
    gains = {
        end: judge.worth(end, units) - judge.march_cost(ask.subject, steps, leaders)
        for end, steps in ways.items()
    }
    best: list[Choice] = [
        {"route": list(ways[end])} for end in sorted(gains, key=lambda end: -gains[end])[:TRIED]
    ]
    return _second(PASS, options, best)


def attacks(judge: Judge, _ask: Ask, options: list[Choice]) -> list[Choice]:
    """The attacks that promise most, and none."""
    found = [one for one in options if isinstance(one, dict)]
    found.sort(key=lambda one: -len(words_of(one, "pieces")))
    best = sorted(
        found[:LOOKED_AT],
        key=lambda one: -judge.attack_worth(words_of(one, "pieces"), word_of(one, "at")),
    )
    return _second(PASS, options, best)


def commanders(judge: Judge, _ask: Ask, options: list[Choice]) -> list[Choice]:
    """Where Commanders gain most, and nowhere."""

    def gain(one: Choice) -> float:
        cid = word_of(one, "piece")
        here = judge.state.commanders[cid].at
        return judge.lead_worth(word_of(one, "at"), cid) - judge.lead_worth(here, cid)

    found = [one for one in options if isinstance(one, dict)]
    return _second(PASS, options, sorted(found, key=lambda one: -gain(one)))


def _second(word: Choice, options: list[Choice], best: Sequence[Choice]) -> list[Choice]:
    """Put a word, where it may be chosen, after the best."""
    return [*best[:1], *(one for one in options if one == word), *best[1:TRIED]]


TRIED, LOOKED_AT = 4, 12
"""So many of a kind are worth a trial, and so many attacks, the strongest first, a look."""


@cache
def plain_tempers() -> Mapping[str, float]:
    """Return by name what tempers differ by, as it stands in the data."""
    raw = read_data(PACKAGE, "opponent.yaml", "tempers")
    return {name: float(value) for name, value in raw.items()}


@cache
def stances() -> Mapping[str, float]:
    """Return by stance how much more an attack promises to who has it, as it stands in the data."""
    raw = read_data(PACKAGE, "opponent.yaml", "stances")
    return {name: float(value) for name, value in raw.items()}


STANDS = ("units", "commanders", "depots", "turn", "phase", "effects", "flags", "dead")
"""While nothing of this has changed a stack is worth the same in a hex, and a march costs as much."""
ANEW = ("state", "spare", "ahead", "short")
"""What a judge works out anew all the same: it may hang on Supply Trains."""


class Leaning(Judge):
    """The judge in a temper: what weighs more with it, and what less.

    It remembers what it has worked out, and hands it on to the judge of the next decision (`after`).
    """

    def __init__(self, setup: Setup, state: State, side: str, leans: Mapping[str, float]) -> None:
        super().__init__(setup, state, side)
        self.leans, self.plan = leans, planned()
        self._worths: dict[tuple[str, tuple[str, ...]], float] = {}
        self._costs: dict[tuple[tuple[str, ...], int, tuple[str, ...]], float] = {}

    def after(self, last: Leaning | None) -> Leaning:
        """Take over what the judge of the last decision worked out, if it is as true as it was."""
        if last is None or last.leans is not self.leans:
            return self
        if last.setup is self.setup and all(
            getattr(last.state, one) is getattr(self.state, one) for one in STANDS
        ):
            self.__dict__.update({k: v for k, v in vars(last).items() if k not in ANEW})
        return self

    def worth(self, at: str, units: Sequence[Unit]) -> float:
        """Return what it is worth to have a stack in a hex."""
        key = (at, tuple(unit.id for unit in units))
        if key not in self._worths:
            self._worths[key] = super().worth(at, units)
        return self._worths[key]

    def order(self, at: str) -> Order | None:
        """Return what the plan has the stack in a hex do: its Commander has the order."""
        if self.plan is None:
            return None
        orders = (self.plan.of(cid) for cid in self.chiefs(at))
        return next((one for one in orders if one is not None), None)

    def draw(self, at: str, units: Sequence[Unit]) -> float:
        """Return what it is worth to a stack to be as near its goal as a hex is: that of its order, if it has one."""
        order = self.order(units[0].at) if units else None
        if order is None or order.goal == OWN:
            return super().draw(at, units)
        away = self.away(order.goal, at)
        return 0.0 if away is None else PULL * FADES**away

    def dares(self, units: Sequence[Unit]) -> float:
        """Return how many times stronger than a stack the enemy near it may be: who is to attack dares more."""
        order = self.order(units[0].at) if units else None
        if order is None or order.stance == "prepare":
            return super().dares(units)
        return BOLD if order.stance == "assault" else CAUTIOUS

    def supply(self, at: str, roads: Lines | None = None) -> float:
        """Return what the supply of a hex is worth."""
        return super().supply(at, roads) * self.leans["supply"]

    def pull(self, at: str) -> float:
        """Return what it is worth to be as near as a hex is to cities that count."""
        return super().pull(at) * self.leans["pull"]

    def march_cost(
        self, uids: tuple[str, ...], way: Sequence[str], leaders: tuple[str, ...]
    ) -> float:
        """Return what a march is likely to lose by attrition."""
        key = (uids, len(way), leaders)
        if key not in self._costs:
            self._costs[key] = super().march_cost(uids, way, leaders) * self.leans["march"]
        return self._costs[key]

    def attack_worth(self, pieces: Sequence[str], at: str) -> float:
        """Return what an attack promises, to who is bold more than it does."""
        order = self.order(self.state.units[pieces[0]].at)
        stance = stances()[order.stance] if order is not None else 0.0
        return super().attack_worth(pieces, at) + self.leans["attack"] - 1 + stance


class Voice(Captain):
    """The captain, who has tempers, and remembers what he has worked out."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._last: dict[str, Leaning] = {}

    def judge(self, session: Session, side: str) -> Judge:
        """Look at a position for a side."""
        plain = plain_tempers()
        leans = plain if self.temper is None else self.temper.of(plain)
        found = Leaning(cast("Setup", session.setup), session.table.state, side, leans)
        self._last[side] = found.after(self._last.get(side))
        return found


class Marshal(Thinker):
    """Plays the captain's proposals and others on in imagined games before it decides.

    In a short game it plays in the manner with which its side does well, until another turns out to be better.
    """

    script = Voice
    terms: ClassVar[tuple[Term, ...]] = TERMS
    package = PACKAGE
    width, whole_turns, manners = 4, True, 4
    once = frozenset({"train"})
    plain = frozenset(
        {"first_depot", "discard", "alight", "convert", "leaders", "marchers", "extra_hit"}
    )
    ranked: ClassVar[Mapping[str, Ranking[Any]]] = {
        "march": marches,
        "route": routes,
        "attack": attacks,
        "commander": commanders,
    }

    def designs(self, eyes: Eyes) -> Designs | None:
        """Return what each Commander may go for this turn, in a short game: a campaign has its axes."""
        world = eyes.imagine(self.seed)
        if world is None:
            return None
        judge = Judge(cast("Setup", world.setup), world.table.state, eyes.seat)
        return None if judge.long else designs(judge)

    def told(self, eyes: Eyes, plan: Plan) -> tuple[Text, ...]:
        """Return the plan in a sentence or two."""
        world = eyes.imagine(self.seed)
        return () if world is None else sentences(cast("Setup", world.setup), plan)
