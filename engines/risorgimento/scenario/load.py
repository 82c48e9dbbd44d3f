"""Reading a scenario, with its table and orders of battle, into an immutable Setup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath
from typing import Any

from engines.core.board.tabletop import Pose
from engines.core.data.frozen import evolve
from engines.core.data.schema import ListOf, Path, Schema, Source, did_you_mean
from engines.core.data.yamlio import MapNode, Node, Problems, Scalar, load_text
from engines.core.play.setups import ScenarioInfo
from engines.core.scenario.scenariofile import ScenarioReader, read_scenario
from engines.core.scenario.scenariolist import choose_options, list_shipped
from engines.risorgimento.ground.tablemap import housed, read_map
from engines.risorgimento.scenario.forces import Army, read_forces, settle
from engines.risorgimento.scenario.places import PlaceReader, check_places
from engines.risorgimento.scenario.scenario import (
    DEFAULT_HOME,
    DEFAULT_START,
    INLINE,
    SCENARIO,
    minutes_of,
    read_special,
    scenario_info,
)
from engines.risorgimento.setup import Arrival, Objective, Setup, TableTop
from engines.risorgimento.state import REMOVED, SIDES, TABLE, WAITING, Commander, State, Unit
from engines.risorgimento.tables import figures, lengths

_CHIEF = {"allied": "french", "austrian": "austrian"}
"""The army of the commander in chief of a side that a case leaves without one."""
_EVERYWHERE = (500, 5, 0)
"""His radius, initiative and bonus: nobody on a case's table is out of command for want of one."""
_CHIEF_STANDS = 1.5
_PIECEMEAL = ("formations", "units", "setup", "arrivals", "objectives", "visibility", "worn")
"""Lists whose sound rows are read on although others are not, so that all faults come at once."""


class _Reader(ScenarioReader[Setup]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    game = "risorgimento"
    schema = SCENARIO
    inline_schema = INLINE

    def __init__(self, node: MapNode, folder: FilePath | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.army = Army()
        self.scale = 1
        schema = self.inline_schema if inline else self.schema
        for key, rows in self.doc.items():
            known = schema.known.get(key)
            if key in _PIECEMEAL and isinstance(rows, list) and isinstance(known, ListOf):
                self.doc[key] = [
                    row if self._sound(known.item, (key, index)) else None
                    for index, row in enumerate(rows)
                ]

    def _sound(self, row: Schema, path: Path) -> bool:
        """Whether a row of a list holds no fault, at whatever depth: its own are noted already."""
        found = Problems()
        row.read(self.source.node(path), found)
        return not found

    def rows(self, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Give the sound rows of a list with their places."""
        for index, row in enumerate(self.doc.get(key) or ()):
            if row:
                yield index, row

    # parts

    def read_table(self) -> TableTop | None:
        """Read the map, inline or by reference; a case may do without one."""
        if ("map" in self.doc) and ("board" in self.doc):
            self.fault((), "a scenario has either map (a file) or board (written out)", "give one")
            return None
        if "map" in self.doc:
            name = self.doc["map"]
            node = self._refer(("map",), name) if name is not None else None
        elif "board" in self.doc:
            node = self.source.node(("board",))
        elif self.inline:
            node = load_text("{}", self.node.file)[0]
        else:
            self.fault((), "a scenario has a map (a file) or a board (written out)", "give one")
            return None
        if node is None:
            return None
        self.map_plain = node.plain()
        return read_map(node, self.problems, self.scale)

    def read_army(self) -> None:
        """Read the orders of battle, by reference or written out, and settle who commands whom."""
        for index, _ in enumerate(self.doc.get("forces") or ()):
            node: Node | None = self.source.node(("forces", index))
            if isinstance(node, Scalar):
                node = self._refer(("forces", index), node.value)
            if isinstance(node, MapNode):
                read_forces(node, self.army, self.problems)
            elif node is not None:
                self.fault(("forces", index), "forces must name orders of battle or describe them")
        for index, row in self.rows("formations"):
            self.army.rows[row["id"]] = row
            self.army.sources[row["id"]] = Source(self.source.node(("formations", index)))
        for index, row in self.rows("units"):
            self.army.units.append((row, Source(self.source.node(("units", index)))))
        if self.inline:
            self._chiefs()
        elif not self.army.rows:
            if not self.problems:
                self.fault(("forces",), "the orders of battle hold no formation", "add formations")
            return
        settle(self.army, self.problems, whole=not self.inline)

    def _chiefs(self) -> None:
        """Give a case's side without commander in chief one; all its formations are his."""
        rows, root = self.army.rows, self.source
        for side in SIDES:
            has = any(
                (row.get("commander") or {}).get("level") == "cic"
                and self.army.inherited(uid, "side") == side
                for uid, row in rows.items()
            )
            if has:
                continue
            tops = [u for u in rows if not self.army.above(u) and rows[u].get("side") == side]
            chief = {"id": f"{side}-chief", "name": "Chief", "level": "cic", "values": _EVERYWHERE}
            rows.setdefault(
                side, {"id": side, "name": side.title(), "side": side, "army": _CHIEF[side]}
            )["commander"] = chief
            self.army.sources.setdefault(side, root)
            for uid in tops:
                if uid != side:
                    rows[uid] = {**rows[uid], "above": side}

    # together

    def read(self, options: Mapping[str, str], path: str) -> Setup | None:
        """Return the set-up, or None when there is no telling what it would be."""
        info = scenario_info(self.doc, path, self.problems, self.source)
        chosen = choose_options(info, options, self.problems)
        self.scale = figures(chosen["figures"])
        table = self.read_table()
        self.read_army()
        if table is None or not (self.army.rows or self.inline):
            return None
        setup = self._setup(table, info, chosen)
        if not self.problems:
            check_places(setup, self.source, self.doc, self.problems, whole=not self.inline)
        return setup

    def _setup(self, table: TableTop, info: ScenarioInfo, chosen: Mapping[str, str]) -> Setup:
        army, doc = self.army, self.doc
        home = {
            **DEFAULT_HOME,
            **{k: v for k, v in (doc.get("home") or {}).items() if v is not None},
        }
        reader = PlaceReader(doc, self.source, self.problems, army, table, home)
        placed = reader.read()
        if self.inline:
            placed = {**self._corners(table, home), **placed}
        clock = doc.get("start") or DEFAULT_START
        return Setup(
            info=info,
            text=self.bundle(self.army.plain if "forces" in doc else None),
            options=chosen,
            table=table,
            types={uid: evolve(kind, scale=self.scale) for uid, kind in army.types.items()},
            posts=dict(army.posts),
            formations=army.formations,
            formation_names={uid: row["name"] for uid, row in army.rows.items()},
            above={uid: army.above(uid) for uid in army.rows},
            placed=placed,
            arrivals=tuple(self._arrivals(home)),
            objectives=tuple(self._objectives(table)),
            home=home,
            turns=info.turns,
            clock=minutes_of(clock),
            visibility=tuple(self._visibility()),
            level=doc.get("level") or "brigade",
            switches=self._special(table),
            worn=dict(self._worn()),
            scale=self.scale,
            cm=lengths(self.scale),
        )

    def _corners(self, table: TableTop, home: Mapping[str, float]) -> dict[str, tuple[Pose, str]]:
        """Where the commanders stand that a case leaves without a place: behind their own edge."""
        aside = self.scale * _CHIEF_STANDS
        found: dict[str, tuple[Pose, str]] = {}
        for uid, post in self.army.posts.items():
            west = 90.0 < home[post.side] % 360.0 < 270.0
            x = aside if west else table.size[0] - aside
            found[uid] = (Pose.of(x, aside, (home[post.side] + 180.0) % 360.0), "")
        return found

    def _arrivals(self, home: Mapping[str, float]) -> Iterator[Arrival]:
        """Each formation with units: at the start (turn 0) unless the scenario says otherwise."""
        written = {row["formation"]: (index, row) for index, row in self.rows("arrivals")}
        for name, (index, _) in written.items():
            if name not in self.army.rows:
                mend = did_you_mean(name, self.army.rows)
                self.fault(("arrivals", index), f"there is no formation {name}", mend)
        for uid in self.army.rows:
            row: dict[str, Any] = written[uid][1] if uid in written else {"turn": 0}
            side = self.army.inherited(uid, "side") or SIDES[0]
            heading = row.get("heading", (home[side] + 180.0) % 360.0)
            x, y = (self.scale * cm for cm in row.get("at") or (0.0, 0.0))
            yield Arrival(uid, row["turn"], Pose.of(x, y, heading), row.get("condition", ""))

    def _objectives(self, table: TableTop) -> Iterator[Objective]:
        sectors = {sector.id for sector in table.sectors}
        seen: set[str] = set()
        for index, row in self.rows("objectives"):
            if not {"id", "name", "at"} <= row.keys():
                continue
            for name in row.get("sectors") or ():
                if name not in sectors:
                    mend = did_you_mean(name, sectors)
                    self.fault(("objectives", index), f"there is no sector {name}", mend)
            if row["id"] in seen:
                self.fault(("objectives", index, "id"), f"objective {row['id']} is given twice")
            seen.add(row["id"])
            yield Objective(
                row["id"],
                row["name"],
                (self.scale * row["at"][0], self.scale * row["at"][1]),
                tuple(row.get("sectors") or ()),
                row.get("first", ""),
                row.get("points", 0),
            )

    def _visibility(self) -> Iterator[tuple[int, float]]:
        """[D.2.open] [D.2.weather] The open limit from each turn on, from the first turn on."""
        found = {1: lengths(self.scale)["visibility_cm"]}
        for _, row in self.rows("visibility"):
            found[row["turn"]] = self.scale * row["cm"]
        yield from sorted(found.items())

    def _worn(self) -> Iterator[tuple[str, int]]:
        for index, row in self.rows("worn"):
            uids = self.army.formations.get(row["formation"], ())
            if not uids:
                message = f"there is no formation {row['formation']} with units"
                self.fault(("worn", index), message, did_you_mean(row["formation"], self.army.rows))
            for uid in uids:
                yield uid, row["vm"]

    def _special(self, table: TableTop) -> dict[str, str]:
        given = {k: v for k, v in (self.doc.get("special") or {}).items() if v is not None}
        names = {**self.army.rows, **self.army.types}
        patches = dict.fromkeys(patch.id for patch in table.patches)
        return read_special(given, {**names, **patches}, self.source, self.problems)


def load_setup(
    source: FilePath | Traversable | str, options: Mapping[str, str], file: str = "scenario"
) -> Setup:
    """Read a scenario: a file, or its whole text (`file` is the name its problems then carry).

    Raises:
        ScenarioError: with every problem at once.
    """
    return read_scenario(_Reader, source, options, file)


@cache
def scenario_infos() -> tuple[ScenarioInfo, ...]:
    """List the shipped scenarios by length, without their maps and forces."""
    return list_shipped("risorgimento", SCENARIO, scenario_info)


# -- the first position ------------------------------------------------------------------------


def initial_state(setup: Setup, seed: str) -> State:  # noqa: ARG001 - the contract hands a seed
    """Return the position before the first ask: formations on the table, or waiting to arrive.

    Commanders without values of their own have none until table 1 is rolled (commanders.setup).
    """
    turns = {arrival.formation: arrival.turn for arrival in setup.arrivals}
    return State(
        units={uid: _unit(setup, uid, turns) for uid in setup.types},
        commanders={uid: _commander(setup, uid, turns) for uid in setup.posts},
        phase="setup",
        held={objective.id: objective.first for objective in setup.objectives},
        points=dict.fromkeys(setup.sides, 0),
        losses=dict.fromkeys(setup.types, 0),
    )


def _unit(setup: Setup, uid: str, turns: Mapping[str, int]) -> Unit:
    kind = setup.types[uid]
    vm = kind.vm - setup.worn.get(uid, 0)
    if uid not in setup.placed:
        return Unit(uid, REMOVED, halves=kind.halves, vm=vm)
    pose, formation = setup.placed[uid]
    if turns.get(kind.brigade, 0):
        return Unit(uid, WAITING, None, formation, kind.halves, vm)
    sector, slot = housed(setup.table, pose)
    return Unit(uid, TABLE, pose, formation, kind.halves, vm, sector=sector, slot=slot)


def _commander(setup: Setup, uid: str, turns: Mapping[str, int]) -> Commander:
    post = setup.posts[uid]
    radius, initiative, bonus = post.values or (0, 0, 0)
    radius *= setup.scale
    if uid not in setup.placed:
        return Commander(uid, radius, initiative, bonus, REMOVED)
    if turns.get(post.formation, 0):
        return Commander(uid, radius, initiative, bonus, WAITING)
    return Commander(uid, radius, initiative, bonus, TABLE, setup.placed[uid][0])
