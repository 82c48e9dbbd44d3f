"""Tempers: manners of playing, in each of which a script's numbers are a little others.

A script weighs things by numbers that stand in its game's data. With a temper it goes by others, each of
them a lot that hangs on the temper alone: bolder here, more careful there, and the same for a whole turn.
So a search tries whole turns as they might be played, and not only single choices. A leaning is a temper that
stands in the data: numbers that were found to do better for a side than those that suit both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from math import exp
from random import Random
from typing import TypeAlias

from grognard.engines.core.think.plan import Plan, plan_of

SPREAD = 0.4
"""How far a number is usually off the plain one, as a part of it."""
KEPT = 64
"""So many tempers are remembered."""
SAID = "="
"""A manner that begins so is no lot: it says how many times what some numbers are, as "= bold 0.5, careful 2"."""


Leaning: TypeAlias = tuple[tuple[str, float], ...]
"""By name how many times the plain number a number is, where it is another."""


class Temper:
    """A manner of playing: by how much each number is another, by its leaning and by lot (no seed: no lot).

    Where the seed is a plan, that is carried out, with the numbers as they lean.
    """

    def __init__(self, seed: str, leaning: Leaning = ()) -> None:
        self.seed, self.leaning = seed, dict(leaning)
        self._found: dict[int, tuple[Mapping[str, float], Mapping[str, float]]] = {}
        self._said = _times(seed) if seed.startswith(SAID) else None
        self.plan = plan_of(seed)

    def of(self, plain: Mapping[str, float]) -> Mapping[str, float]:
        """Return the numbers as they are in this temper."""
        found = self._found.get(id(plain))
        if found is None or found[0] is not plain:
            changed = {
                name: value * self.leaning.get(name, 1.0) * self._factor(name)
                for name, value in plain.items()
            }
            found = self._found[id(plain)] = (plain, changed)
        return found[1]

    def _factor(self, name: str) -> float:
        if self._said is not None:
            return self._said.get(name, 1.0)
        if self.plan is not None:
            return 1.0
        return exp(Random(f"{self.seed} {name}").gauss(0, SPREAD)) if self.seed else 1.0


def _times(said: str) -> dict[str, float]:
    """Return what a manner says in words, by the names of numbers."""
    pairs = (one.split() for one in said.removeprefix(SAID).split(",") if one.strip())
    return {name: float(value) for name, value in pairs}


_temper: ContextVar[Temper | None] = ContextVar("temper", default=None)


@lru_cache(maxsize=KEPT)
def temper_of(seed: str, leaning: Leaning = ()) -> Temper | None:
    """Return the temper of a seed, on top of a leaning; none where there is neither."""
    return Temper(seed, leaning) if seed or leaning else None


@contextmanager
def in_temper(temper: Temper | None) -> Iterator[None]:
    """Have what is asked of `tempered` meanwhile be as it is in a temper."""
    before = _temper.set(temper)
    try:
        yield
    finally:
        _temper.reset(before)


def tempered(plain: Mapping[str, float]) -> Mapping[str, float]:
    """Return the numbers that a script goes by, of those that stand in the data."""
    temper = _temper.get()
    return plain if temper is None else temper.of(plain)


def planned() -> Plan | None:
    """Return the plan that is carried out in the temper of who plays, None where he has none."""
    temper = _temper.get()
    return None if temper is None else temper.plan
