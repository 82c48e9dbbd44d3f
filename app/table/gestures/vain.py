"""A drag that changes nothing says why: what the question has against it, else what is asked instead."""

from __future__ import annotations

from itertools import islice
from typing import TypeGuard

from grognard.app.table.gestures.gesture import Gesture, mentions
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Choice, actors
from grognard.engines.core.show.explain import Refusal

MOST_TRIED = 12
"""So many of the listed choices show by their form what a drag may have had in mind."""


def why_in_vain(gesture: Gesture, piece: str, space: str, name: Text) -> Refusal:
    """Return why a piece, which is called `name`, cannot be dragged to a place.

    The reason is that of the place, of the piece, or of the choice that the drag would be if it were one;
    where none of these says anything, the open question itself is the reason.
    """
    for one in (space, piece):
        why = gesture.refusal([one])
        if _says(why):
            return why
    for choice in islice(gesture.all, MOST_TRIED):
        meant = _instead(choice, piece, space)
        why = gesture.ask.why_not(meant) if meant is not None else None
        if _says(why):
            return why
    ask = gesture.ask
    words = text(
        "Dragging {piece} does not answer the question: {question}", piece=name, question=ask.prompt
    )
    return Refusal(ask.rules[0], words, (piece,))


def _says(why: Refusal | None) -> TypeGuard[Refusal]:
    return why is not None and not why.misread and bool(why.rule)


def _instead(choice: Choice, piece: str, space: str) -> Choice | None:
    """Return a listed choice with another actor and another aim, None where it has not both."""
    acting = actors(choice) if isinstance(choice, dict) else []
    aims = [name for name in mentions(choice) if name not in acting]
    if not isinstance(choice, dict) or len(acting) != 1 or len(aims) != 1:
        return None
    swap = {acting[0]: piece, aims[0]: space}
    return {key: _swapped(value, swap) for key, value in choice.items() if key != "facing"}


def _swapped(value: Choice, swap: dict[str, str]) -> Choice:
    if isinstance(value, list):
        return [_swapped(one, swap) for one in value]
    return swap.get(value, value) if isinstance(value, str) else value
