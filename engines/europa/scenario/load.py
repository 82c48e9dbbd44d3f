"""[14.1.order] [14.1.brackets] Reading a scenario into an immutable Setup."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any

from engines.core.data.frozen import evolve
from engines.core.data.yamlio import MapNode, Node, Problems
from engines.core.play.placement import Placement
from engines.core.scenario.boards import HexReader
from engines.core.scenario.envelope import Stage
from engines.core.scenario.hexmaps import HexMap
from engines.core.scenario.placing import Known, Line
from engines.core.scenario.standing import check_stands
from engines.europa.field.standing import put, why_not_stand
from engines.europa.scenario.beginning import initial_state
from engines.europa.scenario.forces import COMMANDER, CORPS, FORCES, UNIT, chief_of, has, unit_of
from engines.europa.scenario.ground import WORDS, campaign_map
from engines.europa.scenario.scenario import ENVELOPE
from engines.europa.setup import CampaignMap, Chief, Setup, UnitCard
from engines.europa.state import WAITING, Commander, State


class Reader(HexReader[Setup, CampaignMap]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE

    def __init__(self, node: MapNode, folder: FilePath | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.units: dict[str, UnitCard] = {}
        self.chiefs: dict[str, Chief] = {}
        self.groups: dict[str, list[str]] = {}
        self.left_out: set[str] = set()
        """What is there under an option alone that is not in use."""
        self.said: dict[str, Any] = {}

    def read_map(self, node: Node) -> CampaignMap | None:
        """[2.1] Read the map with its cities, borders and rivers."""
        plain = WHOLE.read(node, Problems(), "the map")
        self.said = plain if isinstance(plain, dict) else {}
        found = super().read_map(node)
        whole = node.plain()
        if isinstance(whole, dict) and isinstance(self.map_plain, dict):
            more = {key: whole[key] for key in WORDS.more if key in whole}
            self.map_plain = {**self.map_plain, **more}
        return found

    def ground(self, hexes: HexMap) -> CampaignMap:
        """[2.1] Make the map of the campaign."""
        return campaign_map(hexes, self.said)

    # the armies

    def read_force(self, node: MapNode) -> None:
        row = FORCES.read(node, self.problems, "the order of battle") or {}
        side = row.get("side")
        if not side:
            return
        for corps in row.get("corps") or ():
            if has(corps, CORPS):
                self._corps(side, corps)
        for chief in row.get("commanders") or ():
            if has(chief, COMMANDER):
                self._new(chief["id"])
                if self._is_in(chief):
                    self.chiefs[chief["id"]] = chief_of(side, chief)

    def _corps(self, side: str, corps: dict[str, Any]) -> None:
        members = self.groups.setdefault(corps["id"], [])
        for row in corps["units"]:
            if not has(row, UNIT):
                continue
            self._new(row["id"])
            if self._is_in({**corps, "id": row["id"]}):
                self.units[row["id"]] = unit_of(side, corps, row)
                members.append(row["id"])

    def _is_in(self, row: dict[str, Any]) -> bool:
        """[14.1.brackets] Whether a piece is in play under the options that were chosen."""
        option = row.get("option")
        if not option or self.chosen.get(option) == "yes":
            return True
        self.left_out.add(row["id"])
        return False

    def _new(self, name: str) -> None:
        if name in self.units or name in self.chiefs:
            self.fault(("forces",), f"{name} is there twice")

    def known(self, board: CampaignMap | None) -> Known:
        spaces = None if board is None else board.grid.hexes
        zones = None if board is None else board.zones
        pieces = {**self.units, **self.chiefs}
        return Known(pieces, self.groups, spaces, zones, broken=self.left_out)

    # together

    def setup(self, board: CampaignMap | None, stages: tuple[Stage, ...]) -> Setup | None:
        if board is None or not stages:
            return None
        (stage,) = stages
        for index, line in enumerate(stage.lines):
            if line.placement.way in ("among", "zone") and not line.placement.first:
                mend = "add first: with a hex for each piece"
                self.fault(
                    (*stage.path, "setup", index),
                    "a line with a choice says where they stand first",
                    mend,
                )
        if self.problems:
            return None
        points = {row["at"]: row["points"] for row in stage.victory}
        placed = stage.starts.keys() | {
            uid for arrival in stage.arrivals for uid in self._members(arrival.placement)
        }
        setup = Setup(
            info=self.info,
            text=self.bundle(self.plain_forces),
            options=self.chosen,
            map=board,
            units={uid: card for uid, card in self.units.items() if uid in placed},
            chiefs={cid: chief for cid, chief in self.chiefs.items() if cid in placed},
            starts=stage.starts,
            arrivals=tuple(
                evolve(arrival, placement=self._by_piece(arrival.placement))
                for arrival in stage.arrivals
            ),
            special=stage.special,
            goals=points or {c.at: c.points for c in board.cities.values() if c.points},
        )
        chiefs = {cid: Commander(cid, WAITING) for cid in setup.chiefs}
        empty = evolve(initial_state(setup), units={}, commanders=chiefs)
        check_stands(setup, empty, _fixed(stage), why_not_stand, _put, self.fault)
        return setup

    def _members(self, place: Placement) -> list[str]:
        """Return the pieces of a line, those of its corps among them."""
        members = [uid for group in place.groups for uid in self.groups.get(group, ())]
        return [*place.pieces, *members]

    def _by_piece(self, place: Placement) -> Placement:
        return evolve(place, pieces=tuple(self._members(place)), groups=())


WHOLE = ENVELOPE.kinds["map"]


def _fixed(stage: Stage) -> dict[str, Line]:
    """Return where each piece begins, with the hex that a line with a choice names first."""
    return {
        uid: Line(line.path, evolve(line.placement, way="at", places=line.placement.first))
        if line.placement.first
        else line
        for uid, line in stage.places.items()
    }


def _put(state: State, uid: str, place: Placement) -> State:
    return put(state, uid, place.places[0])


load_setup = Reader.load
scenario_infos = Reader.shipped
