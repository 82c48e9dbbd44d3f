"""Several pieces at once: the steps of one gesture on all of them, and how they stand to one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy

from grognard.app.editor import setting
from grognard.app.editor.boards.spreading import do_in
from grognard.app.editor.maps.steps import Step
from grognard.engines.core.data.yamlio import Plain

VARIOUS = "\0"
"""Stands for what pieces say differently: no file says it."""
Point = tuple[float, float]


def each(
    scenario: Plain, pieces: Iterable[str], do: Callable[[Plain, str], Sequence[Step]]
) -> list[Step]:
    """Return the steps of a gesture on pieces, one after the other, each on what the last one has left."""
    now, found = deepcopy(scenario), list[Step]()
    for uid in pieces:
        steps = do(now, uid)
        do_in(now, steps)
        found += steps
    return found


def row_of_all(scenario: Plain, stage: int, pieces: Sequence[str]) -> dict[str, Plain]:
    """Return what the lines of pieces say, VARIOUS where they differ."""
    there = [setting.standing(scenario, stage, uid) for uid in pieces]
    said = [dict(one.row) if one is not None else {} for one in there]
    keys = dict.fromkeys(key for row in said for key in row if key != "piece")
    alike = {key: [row.get(key, "") for row in said] for key in keys}
    return {
        key: values[0] if all(value == values[0] for value in values) else VARIOUS
        for key, values in alike.items()
    }


def poses(scenario: Plain, stage: int, pieces: Iterable[str]) -> dict[str, Point]:
    """Return where pieces stand on a table, in cm to the east and north."""
    found: dict[str, Point] = {}
    for uid in pieces:
        there = setting.standing(scenario, stage, uid)
        pose = there.row.get("pose") if there is not None else None
        if isinstance(pose, list) and len(pose) == 2:
            try:
                found[uid] = float(str(pose[0])), float(str(pose[1]))
            except ValueError:
                continue
    return found


def aligned(there: Mapping[str, Point], axis: int) -> dict[str, Point]:
    """Bring pieces into one line, midway between the outermost: 0 north to south, 1 west to east."""
    if not there:
        return {}
    along = [at[axis] for at in there.values()]
    middle = (min(along) + max(along)) / 2
    return {uid: (middle, y) if axis == 0 else (x, middle) for uid, (x, y) in there.items()}


def spread(there: Mapping[str, Point]) -> dict[str, Point]:
    """Set pieces at like distances between the two outermost, along the way on which they lie farther apart."""
    if len(there) < 3:
        return dict(there)
    reach = [
        max(at[n] for at in there.values()) - min(at[n] for at in there.values()) for n in (0, 1)
    ]
    axis = 0 if reach[0] >= reach[1] else 1
    order = sorted(there, key=lambda uid: there[uid][axis])
    first, last = there[order[0]], there[order[-1]]
    found: dict[str, Point] = {}
    for number, uid in enumerate(order):
        part = number / (len(order) - 1)
        found[uid] = (
            first[0] + (last[0] - first[0]) * part,
            first[1] + (last[1] - first[1]) * part,
        )
    return found


def pose(at: Point) -> list[Plain]:
    """Return a point of the table as a line says it."""
    return [f"{at[0] + 0.0:.1f}", f"{at[1] + 0.0:.1f}"]
