"""[9.1] [9.2] [9.3] The days of a scenario: turns, and who starts where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grognard.engines.columbia.scenario.forces import Army
from grognard.engines.columbia.scenario.scenario import HOURS
from grognard.engines.columbia.setup import Day, first_step
from grognard.engines.columbia.state import SIDES, WAITING
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.scenario.envelope import Stage

Fault = Callable[..., None]
"""Notes a fault: its path in the scenario, the message, how to mend it."""


def the_days(stages: tuple[Stage, ...], army: Army, fault: Fault) -> tuple[Day, ...]:
    """Return the days in order; without any, one 7 September of the whole turn track."""
    found: list[Day] = []
    for stage in stages:
        number = stage.row.get("day") or 0
        if found and number <= found[-1].number:
            fault((*stage.path, "day"), tr("the days of a scenario follow each other"))
        found.append(_day(stage, number, army, fault))
    return tuple(found) or (Day(7, HOURS),)


def _day(stage: Stage, number: int, army: Army, fault: Fault) -> Day:
    hours = _hours(stage, fault)
    _check_lines(stage, army, fault)
    obeying = (stage.says("stacking") or {}).get("side") or ()
    stacking = {side: side in obeying for side in SIDES}
    coming = [arrival.placement for arrival in stage.arrivals]
    pays = (stage.says("double_source") or {}).get("pays")
    attach = (stage.says("attach") or {}).get("piece") or ()
    return Day(
        number=number,
        hours=hours,
        starts=_starts(stage, army),
        stacking=stacking,
        arrivals=tuple(corps for line in coming for corps in line.groups),
        entrances=tuple(dict.fromkeys(area for line in coming for area in line.spaces)),
        double_pays=pays or 2,
        line=stage.says("start_line") is not None,
        bridge=stage.says("french_bridge") is not None,
        attach=tuple(uid for uid in attach if uid),
    )


def _hours(stage: Stage, fault: Fault) -> tuple[str, ...]:
    """[9.1] [9.2] Return the names of the turns of a day; a day without any is a night between."""
    clock = stage.clock
    first = HOURS.index(clock.first) if clock.first else 0
    if first + clock.turns > len(HOURS):
        message = tr(
            "the turn track ends {n} turns after {hour}",
            n=len(HOURS) - first,
            hour=verbatim(HOURS[first]),
        )
        fault((*stage.path, "clock", "turns"), message)
    return HOURS[first : first + clock.turns]


def _starts(stage: Stage, army: Army) -> dict[str, Placement]:
    """Return where each block begins: what arrives waits, unless a line says otherwise."""
    placed = stage.starts
    coming = {
        corps: Placement(way="box", places=(WAITING,), rule=arrival.placement.rule)
        for arrival in stage.arrivals
        for corps in arrival.placement.groups
    }
    found: dict[str, Placement] = {}
    for uid, kind in army.types.items():
        start = placed.get(uid) or coming.get(kind.corps)
        if start is not None:
            rule = start.rule or ("1.2.hq" if kind.is_hq else "1.2.units")
            found[uid] = replace(start, pieces=(uid,), rule=rule)
    return found


def _check_lines(stage: Stage, army: Army, fault: Fault) -> None:
    """[1.2.units] [4.12.ladder] Blocks stand in range of HQs; none but one of two steps is reduced."""
    for line in stage.lines:
        for index, uid in enumerate(line.placement.within):
            kind = army.types.get(uid)
            if kind is None or not kind.is_hq:
                fault(
                    (*line.path, "within", index),
                    tr("{uid} is no HQ", uid=verbatim(uid)),
                )
    for uid, line in stage.places.items():
        if first_step(line.placement) and len(army.types[uid].ladder) == 1:
            fault(line.path, tr("{uid} has one step only and cannot be reduced", uid=verbatim(uid)))


def all_placed(day: Day, army: Army, path: Path, fault: Fault) -> None:
    """[1.1] Every block of the orders of battle has its place, if only as absent."""
    left = [uid for uid in army.types if uid not in day.starts]
    if left:
        names = ", ".join(left[:5]) + (" ..." if len(left) > 5 else "")
        fault(
            path,
            tr("the set-up leaves out {names}", names=verbatim(names)),
            tr("give them a place, or box: absent"),
        )
