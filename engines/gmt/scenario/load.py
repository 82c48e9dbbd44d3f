"""[sch.setup] Reading a scenario, with its map and orders of battle, into an immutable Setup."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.schema import did_you_mean
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.scenario.boards import HexReader
from grognard.engines.core.scenario.envelope import Stage
from grognard.engines.core.scenario.fields import Fields, sound
from grognard.engines.core.scenario.forces import made
from grognard.engines.core.scenario.placing import Known, Line
from grognard.engines.core.scenario.positions import stacked
from grognard.engines.core.scenario.standing import check_stands
from grognard.engines.gmt.field.features import DESTROYED, changed
from grognard.engines.gmt.field.standing import why_not_stand
from grognard.engines.gmt.scenario.forces import SIDES, Army
from grognard.engines.gmt.scenario.ground import battle_map
from grognard.engines.gmt.scenario.older import OLDER
from grognard.engines.gmt.scenario.scenario import ENVELOPE
from grognard.engines.gmt.setup import Command, Setup, Zone
from grognard.engines.gmt.state import RESERVE, State, Unit, UnitType
from grognard.engines.gmt.terrain.terrain import BattleMap
from grognard.engines.gmt.turns import turn_of

WAITING = Placement(way="box")
"""Where a unit that a text describes waits, if no line says otherwise."""
NEVER = {True: ("among", "box"), False: ("anywhere",)}
"""How a leader, and how a unit, does not begin."""


class Reader(HexReader[Setup, BattleMap]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE
    older = OLDER
    musters = Army
    army: Army

    ground = staticmethod(battle_map)

    def known(self, board: BattleMap | None) -> Known:
        grid = None if board is None else board.grid
        stages = (row for row in self.doc.get("stages") or () if row)
        return Known(
            {**self.army.types, **self.army.leaders},
            self.army.by("group"),
            spaces=None if grid is None else grid.hexes,
            broken=self.army.broken,
            coming=[name for row in stages for name in _commands(row)],
            edge=None if grid is None else [at for at in grid if None in grid.neighbours(at)],
        )

    def named(self, stage: Fields) -> Mapping[str, Collection[str]]:
        return {"command": _commands(stage)}

    def setup(self, board: BattleMap | None, stages: tuple[Stage, ...]) -> Setup | None:
        """Return the set-up. Without a stage all units wait in reserve."""
        stage = stages[0] if stages else Stage(("stages", 0), "", {})
        units = {uid: line for uid, line in stage.places.items() if uid in self.army.types}
        units |= {uid: Line(stage.path, WAITING) for uid in self.army.inline if uid not in units}
        commands = self._joined(_commands(stage.row, stage), units)
        self._check(stage, board)
        if board is None:
            return None
        setup = self._made(board, stage, units, commands)
        empty = evolve(initial_state(setup, ""), stacks={})
        check_stands(setup, empty, units, why_not_stand, _put, self.fault)
        return setup

    def _joined(
        self, commands: dict[str, Command], units: Mapping[str, Line]
    ) -> tuple[Command, ...]:
        """Give each unit to the command it names, or to the only one of its side."""
        members: dict[str, list[str]] = {name: [] for name in commands}
        for uid, line in units.items():
            side, name = self.army.types[uid].side, line.placement.extra.get("command")
            mine = [command.id for command in commands.values() if command.side == side]
            if name is None and len(mine) == 1:
                (name,) = mine
            elif name is None and uid not in self.army.inline:
                self.fault(
                    line.path, tr("{uid} has no command", uid=verbatim(uid)), tr("add command")
                )
            elif name in commands and name not in mine:
                message = tr(
                    "{uid} is {side}, the command {name} is {other}",
                    uid=verbatim(uid),
                    side=verbatim(side),
                    name=verbatim(name),
                    other=verbatim(commands[name].side),
                )
                self.fault((*line.path, "command"), message)
            if name not in commands:
                continue
            members[name].append(uid)
            if line.placement.box and not commands[name].enters:
                message = tr(
                    "{uid} waits in reserve, and {name} enters nowhere",
                    uid=verbatim(uid),
                    name=verbatim(name),
                )
                self.fault(line.path, message, tr("add an arrival"))
        return tuple(replace(c, units=tuple(members[name])) for name, c in commands.items())

    def _check(self, stage: Stage, board: BattleMap | None) -> None:
        """Check how pieces begin, and which bridges are out."""
        for uid, line in stage.places.items():
            if line.placement.way in NEVER[uid in self.army.leaders]:
                self.fault(
                    line.path,
                    tr("{uid} does not begin so", uid=verbatim(uid)),
                    tr("take out {way}", way=verbatim(line.placement.way)),
                )
        self._check_groups(stage)
        if board is None:
            return
        for index, row in enumerate(stage.row.get("special") or ()):
            if "between" in (row or {}) and "bridge" not in board.sides.get(_side(row), ()):
                path = (*stage.path, "special", index, "between")
                self.fault(
                    path, tr("there is no bridge at {between}", between=verbatim(row["between"]))
                )

    def _check_groups(self, stage: Stage) -> None:
        """[5.11] Check that there are the units that are of other groups here, and these groups."""
        for index, row in enumerate(stage.row.get("special") or ()):
            if not row or row.get("rule") != "belongs":
                continue
            path, group = (*stage.path, "special", index), row.get("group")
            if group and group not in self.army.groups:
                mend = did_you_mean(group, self.army.groups)
                self.fault(
                    (*path, "group"), tr("unknown group {group}", group=verbatim(group)), mend
                )
            for uid in row.get("units") or ():
                if uid and uid not in self.army.types:
                    mend = did_you_mean(uid, self.army.types)
                    self.fault((*path, "units"), tr("unknown unit {uid}", uid=verbatim(uid)), mend)

    def _made(
        self,
        board: BattleMap,
        stage: Stage,
        units: Mapping[str, Line],
        commands: tuple[Command, ...],
    ) -> Setup:
        types = {uid: kind for uid, kind in self.army.types.items() if uid in units}
        printed = {kind.group for kind in types.values()}
        types |= dict(_regrouped(types, sound(stage.special.get("belongs"), "group", "units")))
        groups = sorted({kind.group for kind in types.values()})
        leaders = dict(self._leaders(stage))
        used = {"units": {*units}, "groups": {*groups, *printed}, "leaders": {*leaders}}
        victory = stage.victory[0] if stage.victory else {}
        bridges = tuple(map(_side, sound(stage.special.get("bridge_out"), "between")))
        return Setup(
            info=self.info,
            text=self.bundle(self.pruned(used)),
            options=self.chosen,
            map=changed(board, dict.fromkeys(bridges, DESTROYED)) if bridges else board,
            types=types,
            placed=dict(_placed(units)),
            commands=commands,
            objective=victory.get("hold") or "",
            first_holder=victory.get("first_holder") or SIDES[1],
            first_side=stage.row.get("first_side") or SIDES[0],
            special=stage.special,
            leaders=leaders,
            structure=stage.row.get("structure") or "schevardino",
            groups={g: self.army.groups[g] for g in groups if g in self.army.groups},
            hours=stage.clock.names,
            zones=tuple(_zones(units)),
        )

    def _leaders(self, stage: Stage) -> Iterator[tuple[str, Mapping[str, str]]]:
        """[2.2.oc] Give the cards of the Overall Commanders with where each begins."""
        for uid, start in stage.starts.items():
            if uid in self.army.leaders:
                anywhere = "yes" if start.way == "anywhere" else "no"
                begins = {"at": start.begins or RESERVE, "anywhere": anywhere}
                yield uid, {**self.army.leaders[uid], **begins}


def _commands(row: Fields, stage: Stage | None = None) -> dict[str, Command]:
    """[sch.activate] Return the groups of a stage, without their units; of a text without, a side each."""
    if "groups" not in row:
        return {side: Command(side, side.title(), side, (), 1) for side in SIDES}
    arrivals = stage.arrivals if stage else ()
    comes = {group: come for come in arrivals for group in come.placement.groups}
    found: dict[str, Command] = {}
    for group in sound(row["groups"], "id", "name", "side"):
        come = comes.get(group["id"])
        enters, turn = (come.placement.begins, come.turn) if come else ("", 0)
        earliest = turn or group.get("earliest") or 1
        found[group["id"]] = made(Command, group, units=(), enters=enters, earliest=earliest)
    return found


def _regrouped(
    types: Mapping[str, UnitType], rows: Iterable[Fields]
) -> Iterator[tuple[str, UnitType]]:
    """[5.11] Give the units that are of another group here, as of that group."""
    for row in rows:
        for uid in row["units"]:
            if uid in types:
                yield uid, replace(types[uid], group=row["group"])


def _placed(units: Mapping[str, Line]) -> Iterator[tuple[str, Unit]]:
    for uid, line in units.items():
        at = line.placement.begins or RESERVE
        yield uid, Unit(uid, at, line.placement.facing or 0)


def _zones(units: Mapping[str, Line]) -> Iterator[Zone]:
    """[setup.facing] Give the lists of hexes that units share: of one name, and the same hexes."""
    lists: dict[tuple[Any, ...], list[str]] = {}
    for uid, line in units.items():
        if line.placement.way == "among":
            extra, hexes = line.placement.extra, line.placement.places
            limits = (extra.get("each") or 0, extra.get("guns") or 0)
            lists.setdefault((extra.get("name") or "", hexes, *limits), []).append(uid)
    for (name, hexes, each, guns), uids in lists.items():
        yield Zone(name, tuple(uids), hexes, each, guns)


def _side(row: Fields) -> str:
    """Return the hexside that a special rule is about."""
    return "/".join(sorted((row.get("between") or "").split("/")))


def _put(state: State, uid: str, place: Placement) -> State:
    """Put a unit into the hex of its line."""
    at = place.places[0]
    return evolve(state, stacks={**state.stacks, at: (*state.stacks.get(at, ()), uid)})


load_setup = Reader.load
scenario_infos = Reader.shipped


def initial_state(setup: Setup, seed: str) -> State:  # noqa: ARG001 - the contract hands a seed
    """[sch.setup] Return the position before the first ask. Nothing in it is left to chance."""
    return State(
        units=dict(setup.placed),
        stacks=stacked(setup.placed, (RESERVE,)),
        phase=turn_of(setup).cursors[0],
        active=setup.first_side,
        commands=tuple(command.id for command in setup.commands if command.active == 1),
        leaders={name: leader["at"] for name, leader in setup.leaders.items()},
        holder=setup.first_holder,
    )
