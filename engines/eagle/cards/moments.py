"""[cards.timing] The moments at which cards are played, and what cards in force do."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.show.asks import Procedure
from engines.core.show.explain import Modifier
from engines.eagle.setup import Board, Setup
from engines.eagle.state import State


def moment(table: Board, word: str, **subjects: Sequence[str]) -> Procedure[None]:  # noqa: ARG001 - to be written
    """[cards.event] [cards.reaction] A moment has come: whoever may, plays a card."""
    yield from ()


def added(  # noqa: PLR0913 - to be written
    setup: Setup,  # noqa: ARG001
    state: State,  # noqa: ARG001
    roll: str,  # noqa: ARG001
    units: Sequence[str],  # noqa: ARG001
    *,
    caused_by: Sequence[str] = (),  # noqa: ARG001
    target: str = "",  # noqa: ARG001
) -> tuple[Modifier, ...]:
    """[cards.binding] Return what the cards in force add to a roll."""
    return ()


def marked(setup: Setup, state: State, verb: str, word: str, uid: str) -> int:  # noqa: ARG001 - to be written
    """[cards.binding] Return how often a card in force says this of a unit."""
    return 0


def reshuffle(table: Board) -> None:
    """[cards.reshuffle] The discards become the deck."""
    table.update(deck=table.state.discards, discards=())
