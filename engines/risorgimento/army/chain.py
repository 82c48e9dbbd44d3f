"""[commanders.levels] The chain of command: formations under formations, each with its commander."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from grognard.engines.core.data.schema import Source, did_you_mean
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import Problems
from grognard.engines.risorgimento.army.posts import Post
from grognard.engines.risorgimento.army.units import SIDES
from grognard.engines.risorgimento.tables import rows

LEVELS = ("cic", "corps", "division", "brigade")
"""[commanders.levels] From the top; a regiment commander takes the brigade's level."""
ARMIES = tuple(dict.fromkeys(row["army"] for row in rows("commanders").values()))
_CHIEF = {"allied": "french", "austrian": "austrian"}
"""The army of the commander in chief of a side that a case leaves without one."""
_EVERYWHERE = (500, 5, 0)
"""His radius, initiative and bonus: nobody on a case's table is out of command for want of one."""


@dataclass(slots=True)
class Chain:
    """The formations of the orders of battle, and who commands whom.

    `rows` are the formations as written, in any order; `sources` where each is written.
    """

    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    posts: dict[str, Post] = field(default_factory=dict)

    def above(self, formation: str) -> str:
        """Return the formation above one, "" for an army."""
        return str(self.rows[formation].get("above", ""))

    def up(self, formation: str) -> list[str]:
        """Return a formation and all above it, nearest first; a ring of them is cut."""
        found: list[str] = []
        while formation and formation in self.rows and formation not in found:
            found.append(formation)
            formation = self.above(formation)
        return found

    def inherited(self, formation: str, key: str) -> str:
        """Return the side or army of a formation, its own or that of one above."""
        given = (self.rows[f][key] for f in self.up(formation) if key in self.rows[f])
        return str(next(given, ""))

    def superior(self, formation: str) -> dict[str, Any] | None:
        """[commanders.levels] Return the next commander present above a formation's own."""
        leaders = (self.rows[f].get("commander") for f in self.up(formation)[1:])
        return next((leader for leader in leaders if leader), None)

    def whose(self, formation: str) -> str:
        """Return what tells the troops of a formation apart: its commander's name, or its own."""
        row = self.rows[formation]
        return str((row.get("commander") or row)["name"])

    def add(self, formations: Iterable[dict[str, Any]], source: Source, problems: Problems) -> None:
        """Add the formations of an order of battle."""
        for index, row in enumerate(formations):
            at = Source(source.node(("formations", index)))
            if row["id"] in self.rows:
                problems.append(
                    at.problem(
                        ("id",), tr("formation {id} is described twice", id=verbatim(row["id"]))
                    )
                )
            self.rows[row["id"]], self.sources[row["id"]] = row, at

    def give_chiefs(self, source: Source) -> None:
        """Give a case's side without commander in chief one; all its formations are his."""
        for side in SIDES:
            led = (
                self.inherited(uid, "side")
                for uid, row in self.rows.items()
                if (row.get("commander") or {}).get("level") == "cic"
            )
            if side in led:
                continue
            tops = [f for f, r in self.rows.items() if not self.above(f) and r.get("side") == side]
            chief = {"id": f"{side}-chief", "name": "Chief", "level": "cic", "values": _EVERYWHERE}
            army = self._army(side)
            own = {"id": army, "name": side.title(), "side": side, "army": _CHIEF[side]}
            self.rows[army] = {**self.rows.get(army, own), "commander": chief}
            self.sources.setdefault(army, source)
            for uid in tops:
                if uid != army:
                    self.rows[uid] = {**self.rows[uid], "above": army}

    def _army(self, side: str) -> str:
        """Return the formation that a chief given to a side leads: one that nobody else does."""
        name = side
        while name in self.rows and (
            self.rows[name].get("commander")
            or self.above(name)
            or self.rows[name].get("side") != side
        ):
            name = f"{name}-army"
        return name

    # -- what is wrong with it -----------------------------------------------------------------

    def settle(self, problems: Problems) -> bool:
        """Make the posts of what was read; return whether the chain is sound."""
        before = len(problems)
        for uid in self.rows:
            self._check(uid, problems)
        if len(problems) == before:
            for uid, row in self.rows.items():
                if row.get("commander"):
                    self._add_post(uid, row["commander"], problems)
            return True
        return False

    def _check(self, uid: str, problems: Problems) -> None:
        row, source = self.rows[uid], self.sources[uid]
        above, top = self.above(uid), self.up(uid)[-1]
        if above and above not in self.rows:
            mend = did_you_mean(above, self.rows)
            problems.append(
                source.problem(
                    ("above",),
                    tr("there is no formation {formation}", formation=verbatim(above)),
                    mend,
                )
            )
        elif self.above(top):
            problems.append(
                source.problem(("above",), tr("{uid} stands above itself", uid=verbatim(uid)))
            )
        elif not self.inherited(uid, "side"):
            mend = tr("add side to it or one above")
            problems.append(source.problem((), tr("{uid} has no side", uid=verbatim(uid)), mend))
        elif not self.inherited(uid, "army"):
            mend = tr("army is {known}", known=verbatim(", ".join(ARMIES)))
            problems.append(source.problem((), tr("{uid} has no army", uid=verbatim(uid)), mend))
        elif "side" in row and row["side"] != self.inherited(top, "side"):
            problems.append(
                source.problem(
                    ("side",), tr("{uid} is under the command of the enemy", uid=verbatim(uid))
                )
            )

    def _add_post(self, formation: str, row: dict[str, Any], problems: Problems) -> None:
        source, above = self.sources[formation], self.superior(formation)
        if row["id"] in self.posts:
            words = tr("commander {id} is described twice", id=verbatim(row["id"]))
            problems.append(source.problem(("commander",), words))
        if above and LEVELS.index(above["level"]) >= LEVELS.index(row["level"]):
            low, high = (f"{one['name']} ({one['level']})" for one in (row, above))
            words = tr("{low} cannot be under {high}", low=verbatim(low), high=verbatim(high))
            problems.append(source.problem(("commander", "level"), words))
        values = row.get("values")
        self.posts[row["id"]] = Post(
            id=row["id"],
            name=row["name"],
            side=self.inherited(formation, "side"),
            army=self.inherited(formation, "army"),
            level=row["level"],
            superior=above["id"] if above else "",
            formation=formation,
            values=(values[0], values[1], values[2]) if values else None,
            guard=row.get("guard", False),
        )

    def check_chiefs(self, problems: Problems) -> None:
        """[commanders.levels] Each side has one commander in chief, over all its formations."""
        for side in SIDES:
            chiefs = [one for one in self.posts.values() if one.side == side and one.level == "cic"]
            if len(chiefs) != 1:
                first = next(iter(self.sources.values()))
                where = self.sources[chiefs[1].formation] if chiefs else first
                words = tr(
                    "the {side} side has {n} commanders in chief",
                    side=verbatim(side),
                    n=len(chiefs),
                )
                problems.append(where.problem((), words, tr("give it one")))
        for uid in self.rows:
            top = self.rows[self.up(uid)[-1]].get("commander")
            if not top or top["level"] != "cic":
                words = tr("{uid} is under no commander in chief", uid=verbatim(uid))
                problems.append(self.sources[uid].problem((), words, tr("add above")))
