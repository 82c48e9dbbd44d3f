"""[sch.setup] Reading a scenario, with its map and orders of battle, into an immutable Setup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from engines.core.data.frozen import evolve
from engines.core.data.schema import Path as Place
from engines.core.data.schema import did_you_mean
from engines.core.data.yamlio import MapNode
from engines.core.play.placement import Placement
from engines.core.scenario.boards import HexReader
from engines.core.scenario.envelope import Stage
from engines.core.scenario.fields import Fields, sound
from engines.core.scenario.hexmaps import HexMap
from engines.core.scenario.placing import Known, Line
from engines.core.scenario.standing import check_stands
from engines.core.show.views import LabelView
from engines.gmt.field.standing import why_not_stand
from engines.gmt.scenario.forces import SIDES, Army
from engines.gmt.scenario.ground import battle_map
from engines.gmt.scenario.older import OLDER
from engines.gmt.scenario.scenario import ENVELOPE
from engines.gmt.setup import Closed, Command, Placed, Setup, Zone
from engines.gmt.state import RESERVE, State, Unit
from engines.gmt.terrain.terrain import BattleMap

Ground: TypeAlias = tuple[BattleMap, tuple[LabelView, ...]]
"""The map and the names on it."""


class Reader(HexReader[Setup, Ground]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE
    older = OLDER

    def __init__(self, node: MapNode, folder: Path | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.army = Army()
        self.commands: dict[str, Command] = {}

    def ground(self, hexes: HexMap) -> Ground:
        return battle_map(hexes), hexes.labels

    def read_force(self, node: MapNode) -> None:
        self.army.read_force(node, self.problems)

    def known(self, board: Ground | None) -> Known:
        groups = self.army.by("group")
        for row in sound(self.doc.get("stages"), "groups"):
            for group in sound(row["groups"], "id"):
                groups.setdefault(group["id"], [])
        pieces = {**self.army.types, **self.army.leaders}
        hexes = None if board is None else board[0].grid.hexes
        return Known(pieces, groups, hexes, broken=self.army.broken)

    def setup(self, board: Ground | None, stages: tuple[Stage, ...]) -> Setup | None:
        """Return the set-up. Without a stage all units wait in reserve."""
        stage = stages[0] if stages else Stage(("stages", 0), "", {})
        self._read_commands(stage, board)
        self._check(stage, board)
        units = {uid: line for uid, line in stage.places.items() if uid in self.army.types}
        waiting = Line(stage.path, Placement(way="box"))
        units |= {uid: waiting for uid in self.army.inline if uid not in units}
        self._join(units)
        if board is None:
            return None
        setup = self._made(board, stage, units)
        empty = evolve(initial_state(setup, ""), stacks={})
        fixed = {
            start.unit: Line(units[start.unit].path, Placement.of(start.unit, start.at))
            for start in setup.placed
            if start.at != RESERVE
        }
        check_stands(setup, empty, fixed, why_not_stand, _put, self.fault)
        return setup

    # commands

    def _read_commands(self, stage: Stage, board: Ground | None) -> None:
        """[sch.activate] Read the groups, still without their units; of a text without, a side each."""
        if "groups" not in stage.row:
            self.commands = {side: Command(side, side.title(), side, (), 1) for side in SIDES}
        comes = {group: come for come in stage.arrivals for group in come.placement.groups}
        for index, row in enumerate(stage.row.get("groups") or ()):
            if not any(sound([row], "id", "name", "side")):
                continue
            uid, come = row["id"], comes.get(row["id"])
            if uid in self.commands:
                self.fault((*stage.path, "groups", index, "id"), f"group {uid} is given twice")
            self.commands[uid] = Command(
                uid,
                row["name"],
                row["side"],
                (),
                active=row.get("active") or 0,
                earliest=(come and come.turn) or row.get("earliest") or 1,
                enters=_first_hex(come.placement) if come else "",
            )
        for index, row in enumerate(stage.row.get("arrivals") or ()):
            path: Place = (*stage.path, "arrivals", index)
            if row and not {"group", "at"} <= row.keys():
                self.fault(path, "groups arrive, at a hex", "give group and at")
            for group in (row or {}).get("group") or ():
                self._check_command((*path, "group"), group)
            self._check_edge((*path, "at"), (row or {}).get("at"), board)

    def _check_command(self, path: Place, name: str | None) -> None:
        if name is not None and name not in self.commands:
            mend = did_you_mean(name, self.commands) or f"known: {', '.join(self.commands)}"
            self.fault(path, f"there is no command {name}", mend)

    def _check_edge(self, path: Place, at: str | None, board: Ground | None) -> None:
        """[7.42] Reinforcements enter at a hex of the edge."""
        if at and board and at in board[0].grid and None not in board[0].grid.neighbours(at):
            mend = "reinforcements enter at a hex of the edge"
            self.fault(path, f"hex {at} is not on the edge of the map", mend)

    def _join(self, units: dict[str, Line]) -> None:
        """Give each unit to the command it names, or to the only one of its side."""
        members: dict[str, list[str]] = {}
        for uid, line in units.items():
            kind, name = self.army.types[uid], line.placement.extra.get("command")
            mine = [command.id for command in self.commands.values() if command.side == kind.side]
            if name is None and len(mine) == 1:
                name = mine[0]
            elif name is None and uid not in self.army.inline:
                self.fault(line.path, f"{uid} has no command", "add command")
            elif name in self.commands and name not in mine:
                message = f"{uid} is {kind.side}, the command {name} is {self.commands[name].side}"
                self.fault((*line.path, "command"), message)
            if name not in self.commands:
                continue
            members.setdefault(name, []).append(uid)
            if line.placement.box and not self.commands[name].enters:
                message = f"{uid} waits in reserve, and {name} enters nowhere"
                self.fault(line.path, message, "add an arrival")
        for name, uids in members.items():
            self.commands[name] = replace(self.commands[name], units=tuple(uids))

    # what does not fit together

    def _check(self, stage: Stage, board: Ground | None) -> None:
        """Check what lines, special rules and the objective name, and that all stand somewhere."""
        bodies = {kind.group for kind in self.army.types.values()}
        for line in stage.lines:
            for group in set(line.placement.groups) - bodies:
                self.fault(line.path, f"{group} is no group of an army", "name its units")
            self._check_command((*line.path, "command"), line.placement.extra.get("command"))
            if line.placement.way in ("among", "anywhere") and not line.placement.first:
                self.fault(
                    line.path, "a line with a choice says where they stand first", "add first"
                )
        for uid, line in stage.places.items():
            never = ("among", "box") if uid in self.army.leaders else ("anywhere",)
            if line.placement.way in never:
                self.fault(line.path, f"{uid} does not begin so", f"take out {line.placement.way}")
        for index, row in enumerate(stage.row.get("special") or ()):
            path: Place = (*stage.path, "special", index)
            self._check_command((*path, "until"), (row or {}).get("until"))
            bridge = _side(row or {})
            if bridge and board and "bridge" not in board[0].sides.get(bridge, ()):
                self.fault((*path, "between"), f"there is no bridge at {row['between']}")
        for index, row in enumerate(stage.row.get("victory") or ()):
            held = (row or {}).get("hold")
            if held and board and held not in board[0].grid:
                self.fault((*stage.path, "victory", index, "hold"), f"there is no hex {held}")

    # together

    def _made(self, board: Ground, stage: Stage, units: dict[str, Line]) -> Setup:
        types = {uid: kind for uid, kind in self.army.types.items() if uid in units}
        groups = {kind.group for kind in types.values()}
        leaders = {
            uid: {
                **card,
                "at": _first_hex(stage.starts[uid]),
                "anywhere": "yes" if stage.starts[uid].way == "anywhere" else "no",
            }
            for uid, card in ((uid, self.army.leaders.get(uid)) for uid in stage.places)
            if card is not None
        }
        used = {"units": {*units}, "groups": groups, "leaders": {*leaders}}
        victory = stage.victory[0] if stage.victory else {}
        columns = stage.special.get("least_column", ())
        bridges = tuple(filter(None, map(_side, stage.special.get("bridge_out", ()))))
        extended = stage.says("extended_movement")
        return Setup(
            info=self.info,
            text=self.bundle([_pruned(doc, used) for doc in self.plain_forces]),
            options=self.chosen,
            map=_without_bridges(board[0], bridges),
            types=types,
            placed=tuple(_placed(uid, line.placement) for uid, line in units.items()),
            commands=tuple(self.commands.values()),
            objective=victory.get("hold") or "",
            first_holder=victory.get("first_holder") or SIDES[1],
            first_side=stage.row.get("first_side") or SIDES[0],
            min_column={row["side"]: row["column"] for row in sound(columns, "side", "column")},
            closed=tuple(_closed(stage)),
            used=self._used(stage),
            extended=() if extended is None else tuple(extended.get("side") or SIDES),
            group_names={g: self.army.group_names.get(g, g) for g in sorted(groups)},
            armies={g: group.army for g, group in self.army.groups.items() if g in groups},
            labels=board[1],
            leaders=leaders,
            bridges_out=bridges,
            structure=stage.row.get("structure") or "schevardino",
            groups={g: self.army.groups[g] for g in sorted(groups) if g in self.army.groups},
            hours=stage.clock.names,
            zones=tuple(_zones(units)),
        )

    def _used(self, stage: Stage) -> frozenset[str]:
        """Return the special rules in force; an option that is one overrides the scenario."""
        said = {word: rows[0].get("used", True) for word, rows in stage.special.items()}
        said |= {word: value == "yes" for word, value in self.chosen.items()}
        return frozenset(word for word, used in said.items() if used)


def _first_hex(placement: Placement) -> str:
    """Return where a piece stands before its owner chooses."""
    return (*placement.first, *placement.spaces, RESERVE)[0]


def _placed(uid: str, placement: Placement) -> Placed:
    return Placed(uid, _first_hex(placement), placement.facing or 0)


def _zones(units: dict[str, Line]) -> Iterator[Zone]:
    """[setup.facing] Give the lists of hexes that units share: of one name, and the same hexes."""
    lists: dict[tuple[Any, ...], list[str]] = {}
    for uid, line in units.items():
        if line.placement.way == "among":
            extra, hexes = line.placement.extra, line.placement.places
            limits = (extra.get("each") or 0, extra.get("guns") or 0)
            lists.setdefault((extra.get("name") or "", hexes, *limits), []).append(uid)
    for (name, hexes, each, guns), uids in lists.items():
        yield Zone(name, tuple(uids), hexes, each, guns)


def _closed(stage: Stage) -> Iterator[Closed]:
    """[7.44] Give the hexes closed until a command has entered."""
    for row in sound(stage.special.get("closed_entry"), "side", "at", "until"):
        cites = row.get("cites") or "7.44"
        yield Closed(row["side"], row["at"], row["until"], row.get("within") or 0, cites)


def _side(row: Fields) -> str:
    """Return the hexside that a special rule is about, "" for none."""
    return "/".join(sorted((row.get("between") or "").split("/")))


def _without_bridges(battle_map: BattleMap, out: tuple[str, ...]) -> BattleMap:
    """[sch.limits] Take away the bridges that are out, and the roads over them."""
    sides, roads = dict(battle_map.sides), dict(battle_map.roads)
    for key in out:
        sides[key] = tuple(kind for kind in sides.get(key, ()) if kind != "bridge")
        roads.pop(key, None)
    return replace(battle_map, sides=sides, roads=roads)


def _pruned(doc: Any, used: dict[str, set[str]]) -> Any:
    """An order of battle with what the scenario uses of it."""
    if "units" not in doc:
        return doc
    return {
        key: [row for row in value if isinstance(row, dict) and row.get("id") in used[key]]
        if key in used and isinstance(value, list)
        else value
        for key, value in doc.items()
    }


def _put(state: State, uid: str, place: Placement) -> State:
    """Put a unit into the hex of its line."""
    at = place.places[0]
    return evolve(state, stacks={**state.stacks, at: (*state.stacks.get(at, ()), uid)})


load_setup = Reader.load
scenario_infos = Reader.shipped


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
