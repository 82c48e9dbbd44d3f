"""What is worked out from the units alone is kept while they stand as they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from engines.risorgimento.setup import Setup
from engines.risorgimento.state import State, Unit

P = ParamSpec("P")
T = TypeVar("T")
KEPT = 64


def by_units(
    function: Callable[Concatenate[Setup, State, P], T],
) -> Callable[Concatenate[Setup, State, P], T]:
    """Keep the last answers of a function of (setup, state, ...) that reads `state.units` alone.

    The dict of units is replaced whenever one of them changes, so its identity tells. It is held
    along with the answer, so that no other dict can take its place in memory.
    """
    kept: dict[tuple[object, ...], tuple[Setup, dict[str, Unit], T]] = {}

    @wraps(function)
    def ask(setup: Setup, state: State, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (id(setup), id(state.units), *args, *kwargs.items())
        known = kept.get(key)
        if known is not None:
            return known[2]
        found = function(setup, state, *args, **kwargs)
        if len(kept) >= KEPT:
            kept.pop(next(iter(kept)))
        kept[key] = (setup, state.units, found)
        return found

    return ask
