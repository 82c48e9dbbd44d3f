"""What a person holds of one question: made for it, and gone with it.

Whatever was picked, gathered, planned, marked or warned of for one question never meets the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from grognard.app.table.gestures.gesture import Gesture
from grognard.app.table.model.march import March
from grognard.app.table.model.trial import Trial
from grognard.engines.core.play.plans import Prospect, Wish
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import PieceView

T = TypeVar("T")


@dataclass(slots=True)
class Holding:
    """All that is held of the answer to the open question.

    Attributes:
        gesture: what is picked of the answer.
        trial: the piece in the hand, where picking it is a choice of its own: nothing is made yet.
        listed: the line of the list that Done would take.
        pointed: the choice that a click here, or the line pointed at, would mean.
        aimed: whether enough is known of it to draw its lines of fire.
        refused: why what is pointed at is not possible.
        hinted: the choice that a computer player advises.
        lit, group: what is lit up to be looked at, alone or together.
        plan: several choices that are intended, shown before they are carried out.
        prospects: what would come of each wish of the plan.
        march: the group that the plan moves, if it is such a one.
        warned: whether those who could still act have been named.
        foreseen: for choices, written out, the pieces as they would stand.
    """

    gesture: Gesture | None = None
    trial: Trial | None = None
    listed: Choice | None = None
    pointed: Choice | None = None
    aimed: bool = True
    refused: Refusal | None = None
    hinted: Choice | None = None
    lit: str = ""
    group: tuple[str, ...] = ()
    plan: tuple[Wish, ...] = ()
    prospects: tuple[Prospect, ...] = ()
    march: March | None = None
    warned: bool = False
    foreseen: dict[str, tuple[PieceView, ...]] = field(default_factory=dict)


class _Holder(Protocol):
    holding: Holding


class Held(Generic[T]):
    """A part of what is held, read and written at the model."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, model: _Holder, owner: type | None = None) -> T:
        found: T = getattr(model.holding, self.name)
        return found

    def __set__(self, model: _Holder, value: T) -> None:
        setattr(model.holding, self.name, value)
