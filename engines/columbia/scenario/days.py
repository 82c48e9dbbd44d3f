"""[9.1] [9.2] [9.3] The days of a scenario: turns, and who starts where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engines.columbia.map.ground import Ground
from engines.columbia.scenario.forces import Army
from engines.columbia.scenario.scenario import HOURS, hours_of
from engines.columbia.setup import Day, Start, Zone
from engines.columbia.state import SIDES, BlockType
from engines.columbia.tables import stacking_limit
from engines.core.data.schema import Path, Source, did_you_mean
from engines.core.data.yamlio import Problems


class DayReader:
    """Reads the days; each fault is noted at its line in the scenario."""

    def __init__(
        self,
        doc: dict[str, Any],
        source: Source,
        problems: Problems,
        army: Army,
        ground: Ground | None,
    ) -> None:
        self.doc, self.source, self.problems = doc, source, problems
        self.army, self.ground = army, ground

    def fault(self, path: Path, message: str, mend: str = "") -> None:
        self.problems.append(self.source.problem(path, message, mend))

    def read(self, *, whole: bool) -> tuple[Day, ...]:
        """Return the days in order; without any, one 7 September of the whole turn track.

        `whole`: each block must have its place on the first of them.
        """
        rows = self.doc.get("days")
        if rows is None:
            return (Day(7, HOURS, line=False, bridge=False),)
        found: list[Day] = []
        for index, row in enumerate(rows):
            if row is None or row.get("day") is None:
                continue
            if found and row["day"] <= found[-1].number:
                self.fault(("days", index, "day"), "the days of a scenario follow each other")
            found.append(self._day(index, row))
        if whole and found:
            self._all_placed(found[0])
        return tuple(found)

    def _day(self, index: int, row: dict[str, Any]) -> Day:
        path: Path = ("days", index)
        hours = hours_of(row)
        if "hours" in row and not hours:
            self.fault((*path, "hours"), "the last hour comes before the first")
        for key in ("arrivals", "attach", "entrances"):
            for place, name in enumerate(row.get(key) or ()):
                self._known((*path, key, place), key, name)
        starts = self._starts(path, row)
        stacking = {side: side in (row.get("stacking") or ()) for side in SIDES}
        self._check_stacks(path, starts, stacking)
        return Day(
            number=row["day"],
            hours=hours,
            starts=starts,
            stacking=stacking,
            arrivals=tuple(name for name in row.get("arrivals") or () if name),
            entrances=tuple(name for name in row.get("entrances") or () if name),
            double_pays=row.get("double_pays") or 2,
            line=bool(row.get("line")),
            bridge=bool(row.get("bridge")),
            attach=tuple(name for name in row.get("attach") or () if name),
        )

    def _known(self, path: Path, key: str, name: str | None) -> bool:
        """Check that a word of the file names a corps, a block or an area that there is."""
        if name is None:
            return False
        if key in {"arrivals", "corps"}:
            known: Any = {kind.corps for kind in self.army.types.values()} - {""}
            what, there = "corps", name in known
        elif key in ("entrances", "at"):
            if self.ground is None:
                return True
            known, what, there = self.ground.areas, "area", name in self.ground.areas
        else:
            known, what, there = self.army.types, "block", self.army.knows(name)
        if not there:
            self.fault(path, f"there is no {what} {name}", did_you_mean(name, sorted(known)))
        return there

    # who starts where

    def _starts(self, day: Path, row: dict[str, Any]) -> dict[str, Start]:
        """Read the set-up; a line that names a block goes before one that names its corps."""
        own: dict[str, Start] = {}
        by_corps: dict[str, Start] = {}
        for index, line in enumerate(row.get("setup") or ()):
            if line is None:
                continue
            path: Path = (*day, "setup", index)
            zone = self._zone(path, line)
            for uid, named in self._blocks(path, line):
                found = own if named else by_corps
                if uid in found:
                    self.fault(path, f"{uid} has a place in the set-up already", "keep one")
                found[uid] = self._start(uid, line, zone)
        starts = {**by_corps, **own}
        ordered = {uid: starts[uid] for uid in self.army.types if uid in starts}
        return self._reduced(day, row, ordered)

    def _blocks(self, path: Path, line: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """Give the blocks a line is about, and whether it names them one by one."""
        if ("block" in line) == ("corps" in line):
            self.fault(path, "a line of a set-up has either block or corps", "give one")
            return
        for place, uid in enumerate(line.get("block") or ()):
            if self._known((*path, "block", place), "block", uid) and uid in self.army.types:
                yield uid, True
        for place, corps in enumerate(line.get("corps") or ()):
            if self._known((*path, "corps", place), "corps", corps):
                for uid, kind in self.army.types.items():
                    if kind.corps == corps:
                        yield uid, False

    def _zone(self, path: Path, line: dict[str, Any]) -> Zone:
        """[1.2.units] Read where the blocks of a line may stand."""
        given = [key for key in ("at", "within", "absent") if key in line]
        arrives = bool(line.get("arrives"))
        if len(given) != 1 and not (arrives and not given):
            mend = "areas, HQs in whose range it is, absent, or arrives"
            self.fault(path, "a line of a set-up says one thing: at, within or absent", mend)
        for key in ("at", "within"):
            for place, name in enumerate(line.get(key) or ()):
                known = self._known((*path, key, place), key, name)
                kind = self.army.types.get(name or "")
                if known and key == "within" and kind is not None and not kind.is_hq:
                    self.fault((*path, key, place), f"{name} is no HQ (1.2.units)")
        return Zone(
            areas=tuple(name for name in line.get("at") or () if name),
            within=tuple(name for name in line.get("within") or () if name),
        )

    def _start(self, uid: str, line: dict[str, Any], zone: Zone) -> Start:
        kind: BlockType = self.army.types[uid]
        return Start(
            block=uid,
            zone=zone,
            waits=bool(line.get("arrives")),
            absent=bool(line.get("absent")),
            rule=line.get("rule") or ("1.2.hq" if kind.is_hq else "1.2.units"),
        )

    def _reduced(
        self, day: Path, row: dict[str, Any], starts: dict[str, Start]
    ) -> dict[str, Start]:
        """[9.1.reduced] [9.2.reduced] Put the blocks that begin the day weakened one step down."""
        for place, uid in enumerate(row.get("reduced") or ()):
            path: Path = (*day, "reduced", place)
            if not self._known(path, "block", uid) or uid not in self.army.types:
                continue
            if uid not in starts:
                self.fault(path, f"{uid} is reduced and has no place in the set-up")
            elif len(self.army.types[uid].ladder) == 1:
                self.fault(path, f"{uid} has one step only and cannot be reduced")
            else:
                starts[uid] = replace(starts[uid], step=1)
        return starts

    def _check_stacks(self, day: Path, starts: dict[str, Start], stacking: dict[str, bool]) -> None:
        """[3.31.limit] What has its area fixed must not overstack it, where set-up obeys stacking."""
        if self.ground is None:
            return
        fixed: dict[tuple[str, str], list[str]] = {}
        for uid, start in starts.items():
            side = self.army.types[uid].side
            if len(start.zone.areas) == 1 and not start.waits and stacking[side]:
                fixed.setdefault((side, start.zone.areas[0]), []).append(uid)
        for (side, area), uids in fixed.items():
            if area not in self.ground.areas:
                continue
            most = stacking_limit(self.ground.areas[area].terrain)
            if len(uids) > most:
                message = (
                    f"{len(uids)} {side} blocks stand in {area}, where {most} may: rule 3.31.limit"
                )
                self.fault((*day, "setup"), message, f"among them {uids[-1]}")

    def _all_placed(self, day: Day) -> None:
        """[1.1] Every block of the orders of battle has its place, if only as absent."""
        left = [uid for uid in self.army.types if uid not in day.starts]
        if left:
            mend = "give them a place, or absent: yes"
            names = ", ".join(left[:5]) + (" ..." if len(left) > 5 else "")
            self.fault(("days", 0, "setup"), f"the set-up leaves out {names}", mend)
