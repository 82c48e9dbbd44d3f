"""Every way the dice of a procedure may fall, each with its chance: what exact odds are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from grognard.engines.core.play.dice import Dice
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.explain import GameOver
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State


class Branch(Dice):
    """Dice that fall as a path says, and beyond it as low as they can, noting how they might have."""

    def __init__(self, path: Sequence[int] = ()) -> None:
        super().__init__()
        self.path = list(path)
        self.sizes: list[int] = []

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        del purpose, subject
        self.sizes.append(sides)
        if len(self.sizes) > len(self.path):
            self.path.append(0)
        return self.path[len(self.sizes) - 1]

    def restarted(self, counts: Mapping[str, int], seed: str) -> Branch:
        del counts, seed
        return Branch()


def every_way(
    setup: Setup, state: State, play: Callable[[Board], Procedure[object]]
) -> Iterator[tuple[Fraction, Board]]:
    """Play a procedure in every way its dice may fall; each with its chance.

    Every question is answered by the first of its choices, which declines where that is possible.
    """
    path: list[int] | None = []
    while path is not None:
        dice = Branch(path)
        table: Board = Table(setup, state, dice)
        _to_the_end(play(table))
        chance = Fraction(1)
        for size in dice.sizes:
            chance /= size
        yield chance, table
        path = _next_path(dice)


def _to_the_end(procedure: Procedure[object]) -> None:
    """Play to the end, of the procedure or of the battle (cmd.cc.loss_defeat)."""
    try:
        ask = next(procedure)
        while True:
            ask = procedure.send(next(iter(ask.choices)))
    except (StopIteration, GameOver):
        return


def _next_path(dice: Branch) -> list[int] | None:
    """Return the path that follows in order, None after the last."""
    path = dice.path[: len(dice.sizes)]
    while path:
        if path[-1] + 1 < dice.sizes[len(path) - 1]:
            return [*path[:-1], path[-1] + 1]
        path.pop()
    return None
