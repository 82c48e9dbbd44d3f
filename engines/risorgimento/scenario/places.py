"""The set-up of a scenario: where each base stands, and whether it may."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.board.tabletop import EPS, Base, Bases, Pose
from engines.core.play.placement import Placement
from engines.risorgimento.field.footprint import base_at, footprint
from engines.risorgimento.ground.allowance import formations_of
from engines.risorgimento.ground.ground import may_stand
from engines.risorgimento.map.tablemap import slots
from engines.risorgimento.map.tabletop import TableTop
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import BATTERY, LINE, OPEN, State, UnitType

Placed = dict[str, tuple[Pose, str]]


def place_of(
    line: Placement, table: TableTop, kind: UnitType | None, ahead: float
) -> tuple[Pose, str]:
    """Return the pose and formation that a line gives a unit, or a commander (no kind).

    Without a heading it looks `ahead`; a place in a sector has its own.
    """
    house = next((sector for sector in table.sectors if sector.id in line.places), None)
    if house is not None:
        pose = slots(house)[line.extra.get("slot", "0")]
    else:
        x, y = (table.scale * cm for cm in line.pose or (0.0, 0.0))
        pose = Pose.of(x, y, ahead if line.heading is None else line.heading)
    if kind is None:
        return pose, ""
    plain = {"artillery": BATTERY, "infantry": OPEN if house else LINE}.get(kind.arm, LINE)
    return pose, line.formation or plain


def faults(setup: Setup) -> Iterator[tuple[str, str]]:
    """Give each base of the set-up that may not stand where it is put, with the reason."""
    nobody = State({}, {})
    turns = {arrival.formation: arrival.turn for arrival in setup.arrivals}
    groups: dict[int, list[str]] = {}
    for uid, (pose, formation) in setup.placed.items():
        kind = setup.types.get(uid)
        stand = (
            Base(pose, *footprint("commander", setup.scale))
            if kind is None
            else base_at(kind, formation, pose)
        )
        if any(not _within(corner, setup.table.size) for corner in stand.corners):
            yield uid, f"{uid} stands off the table at [{pose.centre[0]:g}, {pose.centre[1]:g}]"
        if kind is None:
            continue
        if formation not in formations_of(setup, uid):
            yield uid, f"{uid} cannot be in {formation}"
        if not may_stand(setup, nobody, kind, formation, pose.centre):
            yield uid, f"{uid} stands on ground it cannot enter"
        groups.setdefault(turns.get(kind.brigade, 0), []).append(uid)
    for uids in groups.values():
        yield from _overlaps(setup, uids)


def _overlaps(setup: Setup, uids: list[str]) -> Iterator[tuple[str, str]]:
    placed = ((setup.types[uid], *setup.placed[uid]) for uid in uids)
    stands = [base_at(kind, formation, pose) for kind, pose, formation in placed]
    bases = Bases(stands)
    for index, stand in enumerate(stands):
        for other in bases.overlapping(stand).tolist():
            if other < index:
                yield uids[index], f"{uids[index]} stands on {uids[other]}"


def _within(point: tuple[float, float], size: tuple[float, float]) -> bool:
    return -EPS <= point[0] <= size[0] + EPS and -EPS <= point[1] <= size[1] + EPS
