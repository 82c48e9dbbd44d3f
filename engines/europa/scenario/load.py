"""[14.1.order] [14.1.brackets] Reading a scenario into an immutable Setup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import cycle
from pathlib import Path as FilePath
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.schema import Source
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import MapNode, Node
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.scenario.boards import HexReader
from grognard.engines.core.scenario.envelope import Stage
from grognard.engines.core.scenario.hexmaps import HexMap
from grognard.engines.core.scenario.placing import Known, Line
from grognard.engines.core.scenario.standing import check_stands
from grognard.engines.europa.advanced.reserve import RESERVE
from grognard.engines.europa.field.standing import put, why_not_stand
from grognard.engines.europa.scenario.beginning import initial_state
from grognard.engines.europa.scenario.forces import (
    COMMANDER,
    CORPS,
    FORCES,
    UNIT,
    chief_of,
    has,
    unit_of,
)
from grognard.engines.europa.scenario.ground import WORDS, Said, campaign_map, said_of_map
from grognard.engines.europa.scenario.scenario import ENVELOPE
from grognard.engines.europa.setup import SIDES, CampaignMap, Chief, Setup, UnitCard
from grognard.engines.europa.state import WAITING, Commander, State


class Reader(HexReader[Setup, CampaignMap]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE

    def __init__(self, node: MapNode, folder: FilePath | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.units: dict[str, UnitCard] = {}
        self.chiefs: dict[str, Chief] = {}
        self.groups: dict[str, list[str]] = {}
        self.said = Said()
        """What the map says besides what its hexes are."""
        self.left_out: set[str] = set()
        """What is there under an option alone that is not in use."""

    def read_map(self, node: Node) -> CampaignMap | None:
        """[2.1] Read the map with its cities, borders and rivers."""
        self.said = said_of_map(node, self.problems, self.advice)
        self._advise_on_map(node)
        found = super().read_map(node)
        whole = node.plain()
        if isinstance(whole, dict) and isinstance(self.map_plain, dict):
            more = {key: whole[key] for key in WORDS.more if key in whole}
            self.map_plain = {**self.map_plain, **more}
        return found

    def _advise_on_map(self, node: Node) -> None:
        """[1.1.uss] [1.1.friendly] Note a map that does not say whose its edges are, or whose land it shows."""
        source = Source(node)
        for key, told, mend in (
            ("edges", self.said.edges, "edges: {french: [hexes], russian: [hexes]}"),
            ("territory", self.said.territory, "territory: {russia: [hexes]}"),
        ):
            if not any(told.values()):
                words = tr("the map says no {key}: {means}", key=verbatim(key), means=MEANS[key])
                self.advice.append(source.problem((), words, tr("add {mend}", mend=verbatim(mend))))
        sides = [side for side in SIDES if self.said.edges and not self.said.edges.get(side)]
        for side in sides:
            words = tr(
                "the map says no edges of the {side} side: {edges}",
                side=verbatim(side),
                edges=MEANS["edges"],
            )
            self.advice.append(
                source.problem(("edges",), words, tr("add {side}: [hexes]", side=verbatim(side)))
            )

    def ground(self, hexes: HexMap) -> CampaignMap:
        """[2.1] Make the map of the campaign."""
        return campaign_map(hexes, self.said)

    # the armies

    def read_force(self, node: MapNode) -> None:
        row = FORCES.read(node, self.problems, tr("the order of battle")) or {}
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
        options = row.get("option") or ()
        if not options or any(self.chosen.get(option) == "yes" for option in options):
            return True
        self.left_out.add(row["id"])
        return False

    def _new(self, name: str) -> None:
        if name in self.units or name in self.chiefs:
            self.fault(("forces",), tr("{name} is there twice", name=verbatim(name)))

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
                mend = tr("add first: with a hex for each piece")
                self.fault(
                    (*stage.path, "setup", index),
                    tr("a line with a choice says where they stand first"),
                    mend,
                )
        self._check_special(board, stage)
        self._advise_on_field(board, stage)
        if self.problems:
            return None
        points = {row["at"]: row["points"] for row in stage.victory}
        placed = stage.starts.keys() | {
            uid for arrival in stage.arrivals for uid in self._members(arrival.placement)
        }
        board = self._fed_from(board, stage)
        setup = Setup(
            info=self.info,
            text=self.bundle(self.plain_forces),
            options=self.chosen,
            map=board,
            units={uid: card for uid, card in self.units.items() if uid in placed},
            chiefs={cid: chief for cid, chief in self.chiefs.items() if cid in placed},
            starts=self._starts(stage),
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

    def _check_special(self, board: CampaignMap, stage: Stage) -> None:
        """Note what special rules name that is not there."""
        rows = [row for rows in stage.special.values() for row in rows]
        for at in (at for row in rows for at in row.get("at") or () if at not in board.grid):
            self.fault((*stage.path, "special"), tr("hex {hex_id} is not on the map", hex_id=at))
        for cid in (cid for row in rows for cid in row.get("with") or ()):
            if cid not in self.chiefs and cid not in self.left_out:
                self.fault(
                    (*stage.path, "special"), tr("there is no Commander {cid}", cid=verbatim(cid))
                )

    def _advise_on_field(self, board: CampaignMap, stage: Stage) -> None:
        """[1.1.uss] Note a side whose edge is not in the part of the map that is in play."""
        named = {row["side"] for row in stage.special.get("edges", ())}
        for side in SIDES:
            if self.said.edges.get(side) and not board.edges.get(side) and side not in named:
                words = tr(
                    "the edge of the {side} side is not in play: the field's own stands for it",
                    side=verbatim(side),
                )
                mend = tr(
                    "add to special: {{rule: edges, side: {side}, at: [hexes]}}",
                    side=verbatim(side),
                )
                self.advise((*stage.path,), words, mend)

    def _fed_from(self, board: CampaignMap, stage: Stage) -> CampaignMap:
        """[1.1.uss] Return the map with the edges that the scenario names in place of the map's own."""
        said = {row["side"]: frozenset(row["at"]) for row in stage.special.get("edges", ())}
        return replace(board, edges={**board.edges, **said}) if said else board

    def _starts(self, stage: Stage) -> Mapping[str, Placement]:
        """[14.1.french] [16.7.deploy] Return where all begin: some Commanders with the Reserve, if it is there."""
        lines = [
            line
            for uid, line in stage.starts.items()
            if uid in self.units and self.units[uid].corps == RESERVE
        ]
        hexes = tuple(dict.fromkeys(at for line in lines for at in line.places))
        chiefs = [cid for row in stage.special.get("reserve", ()) for cid in row["with"]]
        moved = {
            cid: Placement((cid,), way="among", places=hexes, first=(first,))
            for cid, first in zip(chiefs, cycle(hexes), strict=False)
        }
        return {**stage.starts, **moved}

    def _members(self, place: Placement) -> list[str]:
        """Return the pieces of a line, those of its corps among them."""
        members = [uid for group in place.groups for uid in self.groups.get(group, ())]
        return [*place.pieces, *members]

    def _by_piece(self, place: Placement) -> Placement:
        return evolve(place, pieces=tuple(self._members(place)), groups=())


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


MEANS = {
    "edges": text(
        "the French are fed from the west of it and the Russians from the east, wherever it ends"
    ),
    "territory": text("no land is Russian, and every city is friendly to the French"),
}
"""What a map means that does not say something."""
load_setup = Reader.load
scenario_infos = Reader.shipped
