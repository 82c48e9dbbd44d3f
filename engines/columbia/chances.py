"""[6.5.roll] Exact chances of dice and of what hits do, by enumeration; no position is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from engines.columbia.tables import number

Counts = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


@lru_cache(maxsize=512)
def throws(dice: int, need: int, own: int = 0) -> tuple[tuple[Fraction, ...], ...]:
    """[4.13.hit] Return the chances of a throw: row h, column o for h hits and o own hits.

    `need` is the number a die must not exceed, `own` the face that hits the thrower's own side
    (6.52.effect, 5.3.contested), 0 for none. Rows and columns go from 0 to `dice`; without own hits
    there is one column. Every combination of faces is counted.
    """
    sides = number("dice_sides")
    faces = np.arange(1, sides + 1)
    found: Counts = np.ones((1, 1), dtype=np.int64)
    one = np.zeros((2, 2 if own else 1), dtype=np.int64)
    for face in faces:
        one[int(face <= need), int(face == own) if own else 0] += 1
    for _ in range(dice):
        found = _convolved(found, one)
    whole = sides**dice
    return tuple(tuple(Fraction(int(n), whole) for n in row) for row in found)


def _convolved(a: Counts, b: Counts) -> Counts:
    """Return the counts of the sum of two throws."""
    rows, columns = a.shape[0] + b.shape[0] - 1, a.shape[1] + b.shape[1] - 1
    found = np.zeros((rows, columns), dtype=np.int64)
    for (row, column), count in np.ndenumerate(b):
        found[row : row + a.shape[0], column : column + a.shape[1]] += count * a
    return found


@lru_cache(maxsize=512)
def hits(dice: int, need: int) -> tuple[Fraction, ...]:
    """[6.5.roll] Return the chances of 0, 1, ... hits."""
    return tuple(row[0] for row in throws(dice, need))


# -- blocks under fire ---------------------------------------------------------------------------

LEFT = -1
"""The step of a block that is no longer in the battle, eliminated or retreated."""
Standing = tuple[tuple[int, int], ...]
"""How each block of a fight stands: (step or LEFT, half-hits)."""


@dataclass(frozen=True, slots=True)
class Man:
    """One block of a fight as the chances see it.

    `need` is its firepower and `change` what its dice differ from its strength; `aim` is whom it
    fires at ("", square, open) and `squared` whether it is itself in square; `doubled` whether a
    step costs two hits (6.51.hits); `leaves` whether it retreats in its turn (6.73.order), or is
    lost if it cannot.
    """

    uid: str
    attacks: bool
    ladder: tuple[int, ...]
    need: int = 0
    change: int = 0
    aim: str = ""
    squared: bool = False
    doubled: bool = False
    leaves: str = ""

    def dice(self, step: int) -> int:
        """[4.11] Return the dice it rolls at a step."""
        return max(0, self.ladder[step] + self.change) if self.ladder[step] else 0


def struck(
    men: Sequence[Man], standing: Standing, attacker: bool, count: int, aim: str
) -> Standing:
    """[6.5.strongest] [6.51.hits] Let a side take hits; among equals the one with most steps left.

    `aim` restricts them to blocks in square or in the open (6.62.target) or to one block; hits that
    find nobody are lost.
    """
    now = list(standing)
    able = [
        n
        for n, man in enumerate(men)
        if man.attacks == attacker and (not aim or aim == man.uid or aim == _group(man))
    ]
    for _ in range(count):
        alive = [n for n in able if now[n][0] != LEFT]
        if not alive:
            break
        n = min([n for n in alive if now[n][1]] or alive, key=lambda n: _rank(men[n], now[n][0], n))
        now[n] = _hit(men[n], *now[n])
    return tuple(now)


def _group(man: Man) -> str:
    return "square" if man.squared else "open"


def _rank(man: Man, step: int, n: int) -> tuple[int, int, int]:
    return (-man.ladder[step], step - len(man.ladder), n)


def _hit(man: Man, step: int, half: int) -> tuple[int, int]:
    if man.doubled and half + 1 < number("double_defense_hits"):
        return step, half + 1
    return (step + 1 if step + 1 < len(man.ladder) else LEFT), 0


Spread = dict[Standing, float]


def after_turn(men: Sequence[Man], spread: Spread, acting: int) -> Spread:
    """[6.31.turn] Return how the fight may stand after one block has had its battle turn."""
    man = men[acting]
    found: Spread = {}
    kept: dict[tuple[Standing, int], Standing] = {}
    for standing, chance in spread.items():
        step, half = standing[acting]
        if step == LEFT:
            found[standing] = found.get(standing, 0.0) + chance
            continue
        if man.leaves:
            gone = (*standing[:acting], (LEFT, half), *standing[acting + 1 :])
            found[gone] = found.get(gone, 0.0) + chance
            continue
        for count, part in enumerate(hits(man.dice(step), max(0, man.need))):
            if not part:
                continue
            key = (standing, count)
            if key not in kept:
                kept[key] = struck(men, standing, not man.attacks, count, man.aim)
            found[kept[key]] = found.get(kept[key], 0.0) + chance * float(part)
    return found


def after_round(men: Sequence[Man], start: Standing, order: Sequence[int]) -> Spread:
    """[6.31.order] Return how a round may end when the blocks of `order` act one after the other."""
    spread: Spread = {start: 1.0}
    for acting in order:
        spread = after_turn(men, spread, acting)
    return spread


def steps_left(man: Man, step: int) -> int:
    """Return how many hits (steps) a block can still take."""
    return 0 if step == LEFT else len(man.ladder) - step


def mean(spread: Spread, worth: Callable[[Standing], float]) -> float:
    """Return the expectation of a worth over all outcomes."""
    return sum(chance * worth(standing) for standing, chance in spread.items())


def side_of(men: Sequence[Man], *, attacks: bool) -> Iterator[int]:
    """Give the places of the blocks of one side."""
    return (n for n, man in enumerate(men) if man.attacks == attacks)
