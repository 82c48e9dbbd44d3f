"""[sch.setup] Reading a scenario, with its map and orders of battle, into an immutable Setup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from engines.core.board.hexes import HexGrid, side_key
from engines.core.data.schema import did_you_mean
from engines.core.data.yamlio import MapNode, Node, Scalar
from engines.core.play.setups import ScenarioInfo
from engines.core.scenario.scenariofile import ScenarioReader, read_scenario
from engines.core.scenario.scenariolist import choose_options, list_shipped
from engines.core.show.views import LabelView
from engines.gmt.field.position import is_overstacked, why_not_stack
from engines.gmt.scenario.forces import SIDES, Army, read_forces, read_inline_unit
from engines.gmt.scenario.ground import MapReader
from engines.gmt.scenario.scenario import (
    INLINE,
    SCENARIO,
    SWITCHES,
    scenario_info,
    whole,
)
from engines.gmt.setup import Closed, Command, Placed, Setup, Zone
from engines.gmt.state import RESERVE, State, Unit
from engines.gmt.terrain.terrain import BattleMap


class _Reader(ScenarioReader[Setup]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    game = "gmt"
    schema = SCENARIO
    inline_schema = INLINE

    def __init__(self, node: MapNode, folder: Path | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.army = Army()

    # parts

    def read_map(self) -> tuple[BattleMap, tuple[LabelView, ...]] | None:
        """Read the map, inline or by reference."""
        if ("map" in self.doc) == ("board" in self.doc):
            self.fault((), "a scenario has either map (a file) or board (written out)", "give one")
            return None
        if "board" in self.doc:
            node: Node | None = self.source.node(("board",))
        else:
            name = self.doc["map"]
            node = self._refer(("map",), name) if name is not None else None
        if node is None:
            return None
        self.map_plain = node.plain()
        return MapReader(node, self.problems).read()

    def read_army(self) -> None:
        """Read the orders of battle and the units written out."""
        for index, _ in enumerate(self.doc.get("forces") or ()):
            path = ("forces", index)
            node: Node | None = self.source.node(path)
            if isinstance(node, Scalar):
                node = self._refer(path, node.value)
                if node is not None and not isinstance(node, MapNode):
                    self.problems.at(node, "an order of battle must be a mapping")
            elif not isinstance(node, MapNode):
                self.fault(path, "forces must name files or describe units")
            if isinstance(node, MapNode):
                inline = "units" not in node.entries and "forces" not in node.entries
                (read_inline_unit if inline else read_forces)(node, self.army, self.problems)

    def commands(self, battle_map: BattleMap | None) -> dict[str, Command]:
        """[sch.activate] Read the commands, still without their units."""
        found: dict[str, Command] = {}
        rows = self.doc.get("commands")
        if "commands" not in self.doc:
            return {side: Command(side, side.title(), side, (), 1) for side in SIDES}
        for index, row in enumerate(rows or ()):
            if not whole(row, "id", "name", "side"):
                continue
            if row["id"] in found:
                self.fault(("commands", index, "id"), f"command {row['id']} is given twice")
            enters = row.get("enters") or ""
            if enters and battle_map:
                self._check_entry(("commands", index, "enters"), enters, battle_map.grid)
            found[row["id"]] = Command(
                row["id"],
                row["name"],
                row["side"],
                (),
                row.get("active") or 0,
                row.get("earliest") or 1,
                enters,
            )
        return found

    def _check_entry(self, path: tuple[str | int, ...], hex_id: str, grid: HexGrid) -> None:
        if hex_id not in grid:
            self.fault(path, f"hex {hex_id} is not on the map")
        elif None not in grid.neighbours(hex_id):
            mend = "reinforcements enter at a hex of the edge"
            self.fault(path, f"hex {hex_id} is not on the edge of the map", mend)

    def placed(
        self, commands: dict[str, Command], battle_map: BattleMap | None
    ) -> tuple[list[Placed], dict[str, int]]:
        """Read where units start; return them and the index of each one's row."""
        found: list[Placed] = []
        where: dict[str, int] = {}
        members: dict[str, list[str]] = {}
        for index, row in enumerate(self.doc.get("units") or ()):
            if not whole(row, "unit"):
                continue
            uid = row["unit"]
            if uid in where:
                self.fault(("units", index, "unit"), f"unit {uid} is placed twice", "keep one")
                continue
            where[uid] = index
            command = self._command_for(index, row, commands)
            if command:
                members.setdefault(command, []).append(uid)
            at = self._at(index, row, commands.get(command or ""), battle_map)
            found.append(Placed(uid, at, row.get("facing") or 0))
        for uid in self.army.inline:
            if uid not in where:
                found.append(Placed(uid, RESERVE, 0))
                command = self._sole(commands, self.army.types[uid].side)
                if command:
                    members.setdefault(command, []).append(uid)
        for name, units in members.items():
            commands[name] = replace(commands[name], units=tuple(units))
        return found, where

    @staticmethod
    def _sole(commands: dict[str, Command], side: str) -> str | None:
        mine = [name for name, command in commands.items() if command.side == side]
        return mine[0] if len(mine) == 1 else None

    def _command_for(
        self, index: int, row: dict[str, Any], commands: dict[str, Command]
    ) -> str | None:
        """Check a unit and its command against each other; return the command."""
        uid, name = row["unit"], row.get("command")
        kind = self.army.types.get(uid)
        if not self.army.knows(uid):
            mend = did_you_mean(uid, self.army.types) or "describe it under forces"
            self.fault(("units", index, "unit"), f"no order of battle has a unit {uid}", mend)
        if name is None and kind and "command" not in row:
            name = self._sole(commands, kind.side)
            if name is None:
                self.fault(("units", index), f"{uid} has no command", "add command")
        if name is None:
            return None
        if name not in commands:
            mend = did_you_mean(name, commands) or f"known: {', '.join(commands)}"
            self.fault(("units", index, "command"), f"there is no command {name}", mend)
            return None
        if kind and kind.side != commands[name].side:
            message = f"{uid} is {kind.side}, the command {name} is {commands[name].side}"
            self.fault(("units", index, "command"), message)
        return str(name)

    def _at(
        self, index: int, row: dict[str, Any], command: Command | None, battle_map: BattleMap | None
    ) -> str:
        path, at = ("units", index, "at"), row.get("at")
        if row.get("reinforcement"):
            if at:
                self.fault(path, "a reinforcement starts off the map", "take out at")
            if command and not command.enters:
                mend = f"add enters to the command {command.id}"
                self.fault(("units", index), "a reinforcement needs an entry hex", mend)
            return RESERVE
        if at is None:
            if "at" not in row:
                mend = "add at, or reinforcement: yes"
                self.fault(("units", index), f"{row['unit']} stands nowhere", mend)
            return RESERVE
        if battle_map:
            self._check_ground(path, row["unit"], at, battle_map)
        return str(at)

    def _check_ground(
        self, path: tuple[str | int, ...], uid: str, at: str, battle_map: BattleMap
    ) -> None:
        """[7.23] A unit stands on the map, on ground its arm may enter."""
        if at not in battle_map.grid:
            self.fault(path, f"hex {at} is not on the map")
            return
        kind = self.army.types.get(uid)
        if kind is None or battle_map.hex_cost(at, kind.arm)[0] is not None:
            return
        around = battle_map.grid.adjacent(at)
        if not any(side_key(at, other) in battle_map.roads for other in around):
            message = f"{kind.arm} may not stand in {battle_map.at(at)} ({at}): rule 7.23"
            self.fault(path, message, "choose another hex")

    def check_stacks(self, setup: Setup, where: dict[str, int]) -> None:
        """[6.21.max] Nobody shares a hex with an enemy, or with more than stacking allows."""
        stacks: dict[str, list[str]] = {}
        for placed in setup.placed:
            if placed.at != RESERVE and placed.unit in setup.types:
                stacks.setdefault(placed.at, []).append(placed.unit)
        for at, units in stacks.items():
            path = ("units", where[units[-1]], "at")
            if len({setup.types[uid].side for uid in units}) > 1:
                self.fault(path, f"units of both sides stand in {at}", "move one side")
                continue
            why = why_not_stack(setup, units, at)
            if why is not None and not is_overstacked(setup, units):
                self.fault(path, f"hex {at}: {why.message} Rule {why.rule}", "split the stack")

    def zones(self, placed: list[Placed]) -> tuple[Zone, ...]:
        """[setup.facing] Read the lists of units that their owner shares out among hexes."""
        starts = {start.unit: start.at for start in placed}
        found: list[Zone] = []
        listed: set[str] = set()
        for index, row in enumerate(self.doc.get("setup_zones") or ()):
            if not whole(row, "name", "hexes", "units"):
                continue
            for place, uid in enumerate(row["units"]):
                if uid is not None:
                    path = ("setup_zones", index, "units", place)
                    self._check_zoned(path, uid, row["hexes"], starts, listed)
            units = tuple(uid for uid in row["units"] if uid is not None)
            hexes = tuple(hex_id for hex_id in row["hexes"] if hex_id is not None)
            each, guns = row.get("each") or 0, row.get("guns") or 0
            found.append(Zone(row["name"], units, hexes, each, guns))
        return tuple(found)

    def _check_zoned(
        self,
        path: tuple[str | int, ...],
        uid: str,
        hexes: list[str],
        starts: dict[str, str],
        listed: set[str],
    ) -> None:
        if uid not in starts:
            mend = did_you_mean(uid, starts) or "place it under units"
            self.fault(path, f"unit {uid} is not placed in this scenario", mend)
        elif starts[uid] not in hexes:
            message = f"{uid} starts at {starts[uid]}, which is not among its hexes"
            self.fault(path, message, "start it in one of them")
        if uid in listed:
            self.fault(path, f"unit {uid} is in two lists", "keep one")
        listed.add(uid)

    def hours(self) -> tuple[str, ...]:
        """[bor.length] Read the clock: one hour a turn, or none at all."""
        hours = tuple(str(hour) for hour in self.doc.get("hours") or ())
        turns = (self.doc.get("length") or {}).get("turns")
        if hours and turns and len(hours) != turns:
            self.fault(("hours",), f"{len(hours)} hours are given for {turns} turns")
        return hours

    def closed(
        self, commands: dict[str, Command], battle_map: BattleMap | None
    ) -> tuple[Closed, ...]:
        """[7.44] Read the hexes closed until a command has entered."""
        found = []
        limits = self.doc.get("limits") or {}
        for index, row in enumerate(limits.get("closed_entries") or ()):
            if not whole(row, "at", "side", "until"):
                continue
            path = ("limits", "closed_entries", index)
            self._check_hex((*path, "at"), row["at"], battle_map)
            if row["until"] not in commands:
                mend = did_you_mean(row["until"], commands)
                self.fault((*path, "until"), f"there is no command {row['until']}", mend)
            found.append(
                Closed(
                    row["side"],
                    row["at"],
                    row["until"],
                    row.get("within") or 0,
                    row.get("rule") or "7.44",
                )
            )
        return tuple(found)

    def without_bridges(self, battle_map: BattleMap) -> BattleMap:
        """[sch.limits] Take away the bridges that are out, and the roads over them."""
        limits = self.doc.get("limits") or {}
        sides, roads = dict(battle_map.sides), dict(battle_map.roads)
        for index, item in enumerate(limits.get("bridges_out") or ()):
            if item is None:
                continue
            key = "/".join(sorted(item.split("/")))
            if "bridge" not in sides.get(key, ()):
                message = f"there is no bridge at {item}"
                self.fault(("limits", "bridges_out", index), message, "write it as 3217/3316")
                continue
            sides[key] = tuple(kind for kind in sides[key] if kind != "bridge")
            roads.pop(key, None)
        return replace(battle_map, sides=sides, roads=roads)

    def check_names(self, commands: dict[str, Command], battle_map: BattleMap | None) -> None:
        """Check that set-up zones, features, leaders and the objective name what exists."""
        for index, zone in enumerate(self.doc.get("setup_zones") or ()):
            path = ("setup_zones", index)
            if whole(zone, "command") and zone["command"] not in commands:
                mend = did_you_mean(zone["command"], commands)
                self.fault((*path, "command"), f"there is no command {zone['command']}", mend)
            for place, hex_id in enumerate((zone or {}).get("hexes") or ()):
                self._check_hex((*path, "hexes", place), hex_id, battle_map)
        for name, hex_id in (self.doc.get("features") or {}).items():
            self._check_hex(("features", name or ""), hex_id, battle_map)
        self._check_hex(("victory", "hold"), self._victory().get("hold"), battle_map)
        for index, row in enumerate(self.doc.get("leaders") or ()):
            self._check_hex(("leaders", index, "at"), (row or {}).get("at"), battle_map)
            if whole(row, "leader") and row["leader"] not in self.army.leaders:
                mend = did_you_mean(row["leader"], self.army.leaders)
                self.fault(("leaders", index), f"there is no leader {row['leader']}", mend)

    def _check_hex(
        self, path: tuple[str | int, ...], hex_id: str | None, battle_map: BattleMap | None
    ) -> None:
        if hex_id and battle_map and hex_id not in battle_map.grid:
            self.fault(path, f"hex {hex_id} is not on the map")

    def _victory(self) -> dict[str, Any]:
        return self.doc.get("victory") or {}

    # together

    def read(self, options: Mapping[str, str], path: str) -> Setup | None:
        """Return the set-up, or None when there is no telling what it would be."""
        found = self.read_map()
        battle_map, labels = found or (None, ())
        self.read_army()
        commands = self.commands(battle_map)
        placed, where = self.placed(commands, battle_map)
        closed = self.closed(commands, battle_map)
        zones, hours = self.zones(placed), self.hours()
        self.check_names(commands, battle_map)
        info = scenario_info(self.doc, path, self.problems, self.source)
        chosen = choose_options(info, options, self.problems)
        if battle_map is None:
            return None
        used = {p.unit for p in placed}
        types = {uid: kind for uid, kind in self.army.types.items() if uid in used}
        groups = {kind.group for kind in types.values()}
        victory = self._victory()
        setup = Setup(
            info=info,
            text=self.bundle(self._used(used, groups)),
            options=chosen,
            map=self.without_bridges(battle_map),
            types=types,
            placed=tuple(placed),
            commands=tuple(commands.values()),
            turns=info.turns,
            objective=victory.get("hold") or "",
            first_holder=victory.get("first_holder") or SIDES[1],
            first_side=self.doc.get("first_side") or SIDES[0],
            closed=closed,
            switches=self._switches(chosen),
            group_names={g: self.army.group_names.get(g, g) for g in sorted(groups)},
            labels=labels,
            leaders=self._leaders(),
            structure=self.doc.get("structure") or "schevardino",
            groups={g: self.army.groups[g] for g in sorted(groups) if g in self.army.groups},
            hours=hours,
            zones=zones,
            armies={g: group.army for g, group in self.army.groups.items() if g in groups},
            **self._limits(),
        )
        self.check_stacks(setup, where)
        return setup

    def _switches(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The scenario's switches; an option that names one overrides it."""
        switches = dict(self.doc.get("switches") or {})
        return switches | {name: value for name, value in chosen.items() if name in SWITCHES}

    def _limits(self) -> dict[str, Any]:
        """[sch.limits] The columns a side may not pass, and the bridges that are not there."""
        limits = self.doc.get("limits") or {}
        columns = {side: limits.get(f"{side}_min_column") for side in SIDES}
        bridges = (item for item in limits.get("bridges_out") or () if item)
        return {
            "min_column": {side: least for side, least in columns.items() if least is not None},
            "bridges_out": tuple("/".join(sorted(item.split("/"))) for item in bridges),
        }

    def _leaders(self) -> dict[str, dict[str, str]]:
        return {
            row["leader"]: {
                **self.army.leaders.get(row["leader"], {}),
                "at": row["at"],
                "anywhere": "yes" if row.get("anywhere") else "no",
            }
            for row in self.doc.get("leaders") or ()
            if whole(row, "leader", "at")
        }

    def _used(self, used: set[str], groups: set[str]) -> list[Any]:
        """The orders of battle with what the scenario uses of them; a faulty one is never bundled."""
        if self.problems:
            return []
        leaders = {row["leader"] for row in self.doc.get("leaders") or () if whole(row, "leader")}
        return [_pruned(doc, used, groups, leaders) for doc in self.army.plain]


def _pruned(doc: Any, used: set[str], groups: set[str], leaders: set[str]) -> Any:
    """An order of battle with what the scenario uses of it."""
    if "units" not in doc:
        return doc
    kept = {"units": used, "groups": groups, "leaders": leaders}
    return {
        key: [row for row in value if isinstance(row, dict) and row.get("id") in kept[key]]
        if key in kept and isinstance(value, list)
        else value
        for key, value in doc.items()
    }


def load_setup(
    source: Path | Traversable | str, options: Mapping[str, str], file: str = "scenario"
) -> Setup:
    """Read a scenario: a file, or its whole text (`file` is the name its problems then carry).

    Raises:
        ScenarioError: with every problem at once.
    """
    return read_scenario(_Reader, source, options, file)


@cache
def scenario_infos() -> tuple[ScenarioInfo, ...]:
    """List the shipped scenarios by length, without their maps and forces."""
    return list_shipped("gmt", SCENARIO, scenario_info)


# -- the first position ------------------------------------------------------------------------


FIRST_PHASES = {"schevardino": "activate", "borodino": "setup.russian"}
"""Where a game of each structure begins."""


def initial_state(setup: Setup, seed: str) -> State:  # noqa: ARG001 - the contract hands a seed
    """[sch.setup] Return the position before the first ask. Nothing in it is left to chance."""
    units = {p.unit: Unit(p.unit, p.at, p.facing) for p in setup.placed}
    stacks: dict[str, tuple[str, ...]] = {}
    for unit in units.values():
        if unit.at != RESERVE:
            stacks[unit.at] = (*stacks.get(unit.at, ()), unit.id)
    return State(
        units=units,
        stacks=stacks,
        phase=FIRST_PHASES[setup.structure],
        active=setup.first_side,
        commands=tuple(command.id for command in setup.commands if command.active == 1),
        leaders={name: leader["at"] for name, leader in setup.leaders.items()},
        holder=setup.first_holder,
    )
