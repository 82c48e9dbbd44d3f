"""What is worked out from the units alone is kept while they stand as they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from grognard.engines.core.play.memo import Memo
from grognard.engines.risorgimento.army.units import Unit
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State

P = ParamSpec("P")
T = TypeVar("T")
KEPT = 64
"""So many answers of each function are kept."""


def by_units(
    function: Callable[Concatenate[Setup, State, P], T],
) -> Callable[Concatenate[Setup, State, P], T]:
    """Keep the last answers of a function of (setup, state, ...) that reads `state.units` alone.

    The dict of units is replaced whenever one of them changes, so its identity tells. It is held
    along with the answer, so that no other dict can take its place in memory.
    """
    kept: Memo[tuple[dict[str, Unit], T]] = Memo(KEPT)

    @wraps(function)
    def ask(setup: Setup, state: State, /, *args: P.args, **kwargs: P.kwargs) -> T:
        units = state.units
        key = (setup, id(units), *args, *kwargs.items())
        known = kept.get(key)
        if known is not None and known[0] is units:
            return known[1]
        return kept.keep(key, (units, function(setup, state, *args, **kwargs)))[1]

    return ask
