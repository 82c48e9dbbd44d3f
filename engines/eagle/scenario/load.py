"""[setup.scenario] [setup.map] [setup.forces] Reading a scenario into an immutable Setup."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engines.core.data.frozen import evolve
from engines.core.data.yamlio import MapNode, Node, load_json
from engines.core.play.placement import Placement
from engines.core.scenario.envelope import EnvelopeReader, Fields, Stage
from engines.core.scenario.placing import Known, Line
from engines.core.scenario.standing import check_stands
from engines.eagle.field.standing import why_not_stand
from engines.eagle.scenario.beginning import initial_state
from engines.eagle.scenario.forces import FORCES, commander_of, unit_of
from engines.eagle.scenario.ground import MAP, TILES, MapReader
from engines.eagle.scenario.joining import Joined, grid_of, renamed
from engines.eagle.scenario.scenario import ENVELOPE
from engines.eagle.setup import (
    Chief,
    CommanderCard,
    GroundMap,
    Objective,
    Setup,
    UnitCard,
    UnitGroup,
)
from engines.eagle.state import State, Unit

TILE_FILE = "maps/tiles.yaml"


class Reader(EnvelopeReader[Setup, GroundMap]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE

    def __init__(self, node: MapNode, folder: Path | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.unit_cards: dict[tuple[str, int], dict[str, Any]] = {}
        self.cards: dict[str, CommanderCard] = {}
        self.units: dict[str, UnitCard] = {}
        self.chiefs: dict[str, Chief] = {}
        self.groups: dict[str, UnitGroup] = {}
        self.left_out: set[str] = set()
        """Units of an optional rule that is not in use."""

    # the ground

    def joined_map(self) -> GroundMap | None:
        """[terrain.map] Read the map that the boards, tiles and the scenario's own ground make."""
        node = self._joined()
        if node is None:
            return None
        self.map_plain = node.plain()
        return self.read_map(node)

    def _joined(self) -> Node | None:
        """[terrain.map] Join the boards, lay the tiles, then the scenario's own ground."""
        boards = [board for board in self.doc.get("boards") or () if board]
        if len(boards) != len(self.doc.get("boards") or (None,)):
            return None
        joined = Joined(grid_of(boards, self.doc.get("field")))
        for index, board in enumerate(boards):
            face = self._part(("boards", index, "face"), board.get("face"), MAP)
            if face is not None:
                joined.lay(face, renamed(board))
        self._lay_tiles(joined)
        joined.lay(self.doc.get("ground") or {})
        whole = {"map": self.doc.get("scenario") or "board", **joined.plain()}
        return load_json(json.dumps(whole), "the joined map")

    def _lay_tiles(self, joined: Joined) -> None:
        laid = [row for row in self.doc.get("tiles") or () if row]
        part = self._part(("tiles",), TILE_FILE, TILES) if laid else None
        kinds = {kind["id"]: kind for kind in (part or {}).get("kinds", ())}
        for index, row in enumerate(laid):
            kind = kinds.get(row["tile"])
            if kind is None:
                message = f"there is no tile {row['tile']}"
                self.fault(("tiles", index, "tile"), message, f"known: {', '.join(kinds)}")
            elif len(kind["terrain"]) != len(row["at"]):
                self.fault(("tiles", index, "at"), f"the tile covers {len(kind['terrain'])} hexes")
            else:
                joined.tile(kind, row["at"])

    def _part(self, path: tuple[str | int, ...], name: Any, schema: Any) -> Fields | None:
        """Return what a file that the scenario names says, None with faults."""
        node = self._refer(path, name) if name else None
        before = len(self.problems)
        row = schema.read(node, self.problems, name) if node is not None else None
        return row if len(self.problems) == before else None

    def read_map(self, node: Node) -> GroundMap | None:
        return MapReader(node, self.problems).read()

    # the armies

    def read_force(self, node: MapNode) -> None:
        row = FORCES.read(node, self.problems, "the cards of an army") or {}
        for unit in row.get("units") or ():
            if unit:
                self.unit_cards[row["side"], unit["card"]] = unit
        for commander in row.get("commanders") or ():
            if commander:
                card = commander_of(row["side"], commander)
                self.cards[card.id] = card

    def known(self, board: GroundMap | None) -> Known:
        for index, stage in enumerate(self.doc.get("stages") or ()):
            self._read_armies(("stages", index), stage or {})
        groups = {group.id: group.units for group in self.groups.values()}
        spaces = None if board is None else board.grid.hexes
        return Known({**self.units, **self.chiefs}, groups, spaces, broken=self.left_out)

    def _read_armies(self, path: tuple[str | int, ...], stage: Fields) -> None:
        for index, army in enumerate(stage.get("armies") or ()):
            if army:
                self._chief((*path, "armies", index, "cc"), army["side"], army["cc"], "")
        for index, group in enumerate(stage.get("groups") or ()):
            if group:
                self._group((*path, "groups", index), group)

    def _chief(self, path: tuple[str | int, ...], side: str, row: Fields, group: str) -> None:
        card = f"{side}-{row['card']}"
        if card not in self.cards:
            self.fault((*path, "card"), f"there is no commander card {row['card']}")
        self._new(path, row["id"])
        self.chiefs[row["id"]] = Chief(row["id"], row["name"], side, card, group)

    def _new(self, path: tuple[str | int, ...], name: str) -> None:
        if name in self.units or name in self.chiefs:
            self.fault((*path, "id"), f"{name} is there twice")

    def _group(self, path: tuple[str | int, ...], row: Any) -> None:
        members = []
        for index, piece in enumerate(row["units"]):
            place = (*path, "units", index)
            if not piece:
                continue
            card = self.unit_cards.get((row["side"], piece["card"]))
            if card is None:
                self.fault((*place, "card"), f"there is no unit card {piece['card']}")
                continue
            if card["arm"] != row["arm"]:
                self.fault((*place, "card"), f"{piece['id']} is {card['arm']}, not {row['arm']}")
            self._new(place, piece["id"])
            if self.chosen.get(piece.get("option") or "", "yes") == "no":
                self.left_out.add(piece["id"])
                continue
            self.units[piece["id"]] = unit_of(piece, row, card)
            members.append(piece["id"])
        ugc = row.get("ugc")
        if ugc:
            self._chief((*path, "ugc"), row["side"], ugc, row["id"])
        if bool(ugc) == (row["arm"] == "artillery"):
            self.fault(path, "infantry and cavalry have a UGC, artillery has none", "see the group")
        self.groups[row["id"]] = UnitGroup(
            row["id"],
            row["name"],
            row["side"],
            row["arm"],
            row["order"],
            row.get("colour") or "",
            ugc["id"] if ugc else "",
            tuple(members),
        )

    # together

    def setup(self, board: GroundMap | None, stages: tuple[Stage, ...]) -> Setup | None:
        if board is None or not stages:
            return None
        (stage,) = stages
        self._check(stage)
        if self.problems:
            return None
        setup = Setup(
            info=self.info,
            text=self.bundle(self.plain_forces),
            options=self.chosen,
            map=board,
            units=self.units,
            chiefs=self.chiefs,
            cards=self.cards,
            groups=self.groups,
            starts=stage.starts,
            arrivals=stage.arrivals,
            special=stage.special,
            objectives=tuple(_objectives(stage)),
            cc={chief.side: chief.id for chief in self.chiefs.values() if not chief.group},
        )
        empty = evolve(initial_state(setup, ""), units={})
        check_stands(setup, empty, _fixed(stage), why_not_stand, _put, self.fault)
        return setup

    def _check(self, stage: Stage) -> None:
        """Note pieces without a place, and lines with a choice that do not say where they begin."""
        later = {uid for arrival in stage.arrivals for uid in arrival.placement.pieces}
        for uid in sorted((self.units.keys() | self.chiefs.keys()) - stage.places.keys() - later):
            self.fault((*stage.path, "setup"), f"{uid} has no place", "add a line")
        for line in stage.lines:
            if line.placement.way == "among" and not line.placement.first:
                self.fault(line.path, "a line with a choice says where they stand first")


def _objectives(stage: Stage) -> Iterator[Objective]:
    for row in stage.victory:
        yield Objective(
            row["id"], row["name"], row["at"], row.get("first_holder") or "", row.get("points")
        )


def _fixed(stage: Stage) -> dict[str, Line]:
    """Return where each piece begins, with the hex that a line with a choice names first."""
    return {
        uid: Line(line.path, replace(line.placement, way="at", places=line.placement.first))
        if line.placement.first
        else line
        for uid, line in stage.places.items()
    }


def _put(state: State, uid: str, place: Placement) -> State:
    return evolve(state, units={**state.units, uid: Unit(uid, place.places[0])})


load_setup = Reader.load
scenario_infos = Reader.shipped
