"""What a game came to in numbers, turn by turn: losses, points, and when it turned. No widget in here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.app.aftermath.account import SCORES, Loss, losses_of
from grognard.app.aftermath.course import Stage
from grognard.engines.core.play.setups import Seat
from grognard.engines.core.show.views import TableView, TrackView

MOST_TURNING = 3
"""So many turning points are shown."""
TURNED = 0.04
"""So much of the chance to win must change hands in a turn that turned the game."""
_NUMBER = re.compile("[-\N{MINUS SIGN}]?[0-9]+")


@dataclass(frozen=True)
class Costs:
    """What a side had lost by the end of each turn; in `steps`, where its pieces have them, else in units."""

    side: str
    lost: tuple[int, ...]
    steps: bool

    @property
    def by_turn(self) -> tuple[int, ...]:
        """What it lost in each turn; what came back is no loss."""
        pairs = zip((0, *self.lost), self.lost, strict=False)
        return tuple(max(0, after - before) for before, after in pairs)


def costs_of(seats: Iterable[Seat], told: Sequence[Stage]) -> list[Costs]:
    """Return the losses of each side by turn, as far as they are seen."""
    seats = list(seats)
    losses = {
        seat.side: [list(losses_of(seat, told[0].view, stage.view)) for stage in told[1:]]
        for seat in seats
    }
    steps = any(loss.steps for turns in losses.values() for turn in turns for loss in turn)
    return [
        Costs(side, tuple(sum(_lost(loss, steps=steps) for loss in turn) for turn in turns), steps)
        for side, turns in losses.items()
    ]


def _lost(loss: Loss, *, steps: bool) -> int:
    return loss.steps_lost if steps else loss.lost


# -- points ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scored:
    """What the tracks of points said as each turn began, and at the end: only what ever changed, if anything did.

    `numbers` are the points of each seat as numbers, where the tracks tell them; else it is empty.
    """

    lines: tuple[tuple[str, ...], ...]
    numbers: tuple[tuple[str, tuple[int, ...]], ...] = ()


def scored(seats: Iterable[Seat], told: Sequence[Stage]) -> Scored:
    """Return the points over time."""
    rows = [_items(stage.view) for stage in told]
    constant = set(rows[0]).intersection(*rows) if rows else set()
    changing = [tuple(item for item in row if item not in constant) for row in rows]
    lines = changing if any(changing) else rows
    numbers = [(seat.id, _points(seat, rows)) for seat in seats]
    known = [(seat, points) for seat, points in numbers if points is not None]
    whole = len(known) == len(numbers)
    return Scored(tuple(lines), tuple(known) if whole else ())


def _items(view: TableView) -> tuple[str, ...]:
    return tuple(item for track in view.tracks if track.id in SCORES for item in _told(track))


def _told(track: TrackView) -> list[str]:
    steps = [str(step) for step in track.steps]
    if not any(_NUMBER.search(step) for step in steps):
        steps = [steps[track.current]] if 0 <= track.current < len(steps) else []
        steps = [f"{track.title}: {step}" for step in steps]
    return [*steps, *(str(line.label) for line in track.lines)]


def _points(seat: Seat, rows: Sequence[Sequence[str]]) -> tuple[int, ...] | None:
    """Return the points of a seat at each time: the one number in the one item that begins with its name."""
    found = []
    for row in rows:
        mine = [item for item in row if _is_of(item, seat)]
        numbers = _NUMBER.findall(mine[0]) if mine else []
        if len(numbers) != 1:
            return None
        found.append(int(numbers[0].replace("\N{MINUS SIGN}", "-")))
    return tuple(found)


def _is_of(item: str, seat: Seat) -> bool:
    """Whether an item begins with a seat's name, or what its people are called: Russian, Russians."""
    first = item.split(":", maxsplit=1)[0].split()[:1]
    names = {seat.name.casefold(), f"{seat.name}s".casefold(), seat.side.casefold()}
    names |= {f"{seat.side}s".casefold(), seat.name.casefold().removesuffix("ed") + "es"}
    return bool(first) and first[0].casefold() in names


# -- turning points ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Turning:
    """A turn that turned the game: its number among the turns, and what the first seat gained in it.

    `gained` is None where nobody judges and the losses alone tell: then `lost` has them all.
    """

    turn: int
    gained: float | None = None
    lean: float = 0.5
    lost: int = 0


def turnings(leans: Sequence[float], costs: Sequence[Costs], turns: int) -> list[Turning]:
    """Return the turns in which most changed, in their order.

    `leans` tell how the game leant as each turn began; where nobody judges, the losses tell.
    """
    if len(leans) == turns and turns > 1:
        changes = [
            Turning(n, after - before, after) for n, (before, after) in enumerate(pairwise(leans))
        ]
        found = [one for one in changes if abs(one.gained or 0) >= TURNED]
        found.sort(key=lambda one: -abs(one.gained or 0))
    else:
        found = [Turning(n, lost=sum(one.by_turn[n] for one in costs)) for n in range(turns)]
        found = sorted((one for one in found if one.lost), key=lambda one: -one.lost)
    return sorted(found[:MOST_TURNING], key=lambda one: one.turn)
