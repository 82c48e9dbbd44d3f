"""The set-up of a scenario: where each base stands, and whether it may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.board.tabletop import EPS, Base, Bases, Pose
from engines.core.data.schema import Path, Source, did_you_mean
from engines.core.data.yamlio import Problems
from engines.risorgimento.field.footprint import base_at
from engines.risorgimento.ground.allowance import formations_of
from engines.risorgimento.ground.ground import may_stand
from engines.risorgimento.ground.tablemap import slots
from engines.risorgimento.scenario.forces import Army
from engines.risorgimento.setup import Setup, TableTop
from engines.risorgimento.state import BATTERY, LINE, OPEN, State, UnitType
from engines.risorgimento.tables import footprint

Placed = dict[str, tuple[Pose, str]]


@dataclass(slots=True)
class PlaceReader:
    """Reads the lines of `setup:`; every fault goes to `problems` with its line."""

    doc: Mapping[str, Any]
    source: Source
    problems: Problems
    army: Army
    table: TableTop
    home: Mapping[str, float]

    def read(self) -> Placed:
        """Return the pose and formation of each unit and commander that has a line."""
        found: Placed = {}
        for index, row in enumerate(self.doc.get("setup") or ()):
            if not row:
                continue
            path: Path = ("setup", index)
            uid = self._who(path, row)
            if uid is None:
                continue
            if uid in found:
                self._fault(path, f"{uid} is placed twice")
            pose = self._pose(path, row, uid)
            if pose is not None:
                found[uid] = (pose, self._formation(row, uid))
        return found

    def _fault(self, path: Path, message: str, mend: str = "") -> None:
        self.problems.append(self.source.problem(path, message, mend))

    def _who(self, path: Path, row: Mapping[str, Any]) -> str | None:
        given = [key for key in ("unit", "commander") if key in row]
        if len(given) != 1:
            self._fault(path, "a line of the set-up places a unit or a commander", "give one")
            return None
        known: Mapping[str, Any] = self.army.types if given == ["unit"] else self.army.posts
        uid = str(row[given[0]])
        if uid not in known:
            self._fault(path, f"there is no {given[0]} {uid}", did_you_mean(uid, known))
            return None
        return uid

    def _pose(self, path: Path, row: Mapping[str, Any], uid: str) -> Pose | None:
        if ("at" in row) == ("sector" in row):
            self._fault(path, f"{uid} has a place on the table or in a sector", "give at or sector")
            return None
        if "sector" not in row:
            kind = self.army.types.get(uid)
            side = kind.side if kind else self.army.posts[uid].side
            heading = row.get("heading", (self.home[side] + 180.0) % 360.0)
            x, y = (self.table.scale * cm for cm in row["at"])
            return Pose.of(x, y, heading)
        sectors = {sector.id: sector for sector in self.table.sectors}
        sector = sectors.get(row["sector"])
        if sector is None:
            mend = did_you_mean(row["sector"], sectors)
            self._fault(path, f"there is no sector {row['sector']}", mend)
            return None
        return slots(sector)[row.get("slot", "0")]

    def _formation(self, row: Mapping[str, Any], uid: str) -> str:
        kind = self.army.types.get(uid)
        if kind is None:
            return ""
        plain = BATTERY if kind.arm == "artillery" else LINE
        if "sector" in row and kind.arm == "infantry":
            plain = OPEN
        return str(row.get("formation", plain))


# -- what may not be ---------------------------------------------------------------------------


def check_places(
    setup: Setup, source: Source, doc: Mapping[str, Any], problems: Problems, *, whole: bool
) -> None:
    """Note every base off the table, on another, on impassable ground, or missing.

    `whole`: every unit and commander must have a place. Bases that come on in different turns may
    share ground.
    """
    lines = {
        row.get("unit") or row.get("commander"): ("setup", index)
        for index, row in enumerate(doc.get("setup") or ())
        if row
    }
    for uid, message in faults(setup):
        problems.append(source.problem(lines.get(uid, ()), message))
    if whole:
        for uid in (*setup.types, *setup.posts):
            if uid not in setup.placed:
                problems.append(source.problem(("setup",), f"{uid} has no place", "add a line"))


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
    stands = [_stand(setup.types[uid], *setup.placed[uid]) for uid in uids]
    bases = Bases(stands)
    for index, stand in enumerate(stands):
        for other in bases.overlapping(stand).tolist():
            if other < index:
                yield uids[index], f"{uids[index]} stands on {uids[other]}"


def _stand(kind: UnitType, pose: Pose, formation: str) -> Base:
    return base_at(kind, formation, pose)


def _within(point: tuple[float, float], size: tuple[float, float]) -> bool:
    return -EPS <= point[0] <= size[0] + EPS and -EPS <= point[1] <= size[1] + EPS
