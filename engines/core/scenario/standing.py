"""The check of a set-up: whether each piece may stand where its line puts it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol, TypeVar

from grognard.engines.core.data.schema import Path
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.scenario.placing import Line
from grognard.engines.core.show.explain import Refusal

SetupT = TypeVar("SetupT")
S = TypeVar("S")


class Fault(Protocol):
    """Notes what is wrong at a path of the scenario, and the rule that forbids it."""

    def __call__(self, path: Path, message: str, mend: str = "", rule: str = "") -> None: ...


def check_stands(  # noqa: PLR0913 - a set-up is judged by these
    setup: SetupT,
    state: S,
    places: Mapping[str, Line],
    why_not_stand: Callable[[SetupT, S, str, Placement], Refusal | None],
    put: Callable[[S, str, Placement], S],
    fault: Fault,
) -> None:
    """Put the pieces that have a place there, one after another; note who may not stand so.

    A piece whose seat has a choice stands where its line puts it first.
    """
    for uid, line in places.items():
        place = line.placement
        if place.first:
            place = replace(place, way="at", places=place.first)
        if place.way in ("at", "pose") and (place.places or place.pose):
            why = why_not_stand(setup, state, uid, place)
            if why is not None:
                fault(line.path, f"{uid}: {why.message}", rule=why.rule)
            state = put(state, uid, place)
