"""[setup.scenario] [setup.map] [setup.forces] Reading a scenario into an immutable Setup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path as FilePath
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.schema import Path, Schema
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import MapNode, Node, Plain, Scalar
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.scenario.boards import HexReader
from grognard.engines.core.scenario.envelope import Stage
from grognard.engines.core.scenario.fields import Fields, sound
from grognard.engines.core.scenario.forces import made
from grognard.engines.core.scenario.hexmaps import HexMap
from grognard.engines.core.scenario.placing import Known
from grognard.engines.core.scenario.standing import check_stands
from grognard.engines.eagle.cards.grammar import CARDS, read_deck
from grognard.engines.eagle.deck.deck import Deck, shipped_deck
from grognard.engines.eagle.deployment.beginning import initial_state
from grognard.engines.eagle.field.standing import why_not_stand
from grognard.engines.eagle.ground.ground import GroundMap, ground_map
from grognard.engines.eagle.scenario.forces import COMMANDER, FORCES, UNIT, commander_of, unit_of
from grognard.engines.eagle.scenario.scenario import ARMY, CHIEF, ENVELOPE, GROUP, PIECE
from grognard.engines.eagle.setup import (
    HOME,
    Chief,
    CommanderCard,
    Objective,
    Setup,
    UnitCard,
    UnitGroup,
)
from grognard.engines.eagle.state import State, Unit

FIRST = {"first_holder": "holder"}


class Reader(HexReader[Setup, GroundMap]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE

    def __init__(self, node: MapNode, folder: FilePath | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.unit_cards: dict[tuple[str, int], Fields] = {}
        self.cards: dict[str, CommanderCard] = {}
        self.units: dict[str, UnitCard] = {}
        self.chiefs: dict[str, Chief] = {}
        self.groups: dict[str, UnitGroup] = {}
        self.left_out: set[str] = set()
        """Units of an optional rule that is not in use."""
        self.plain_cards: dict[str, Plain] = {}
        """Cards of its own as plain data, for the bundle."""

    def ground(self, hexes: HexMap) -> GroundMap:
        """[terrain.map] Make the ground of what a map says, in the country of the scenario."""
        return replace(ground_map(hexes), country=self.doc.get("country") or "")

    @classmethod
    def kinds(cls) -> Mapping[str, Schema]:
        return {**super().kinds(), "cards": CARDS}

    # the armies

    def read_force(self, node: MapNode) -> None:
        row = FORCES.read(node, self.problems, tr("the cards of an army")) or {}
        if side := row.get("side"):
            units = sound(row.get("units"), *UNIT.required)
            self.unit_cards |= {(side, unit["card"]): unit for unit in units}
            for commander in sound(row.get("commanders"), *COMMANDER.required):
                card = commander_of(side, commander)
                self.cards[card.id] = card

    def known(self, board: GroundMap | None) -> Known:
        for index, stage in enumerate(self.doc.get("stages") or ()):
            self._read_armies(("stages", index), stage or {})
        groups = {group.id: group.units for group in self.groups.values()}
        spaces = None if board is None else board.grid.hexes
        return Known({**self.units, **self.chiefs}, groups, spaces, broken=self.left_out)

    def _read_armies(self, path: Path, stage: Fields) -> None:
        for index, army in enumerate(stage.get("armies") or ()):
            if any(sound([army], *ARMY.required)):
                self._chief((*path, "armies", index, "cc"), army["side"], army["cc"], "")
        for index, group in enumerate(stage.get("groups") or ()):
            if any(sound([group], *GROUP.required)):
                self._group((*path, "groups", index), group)
            else:
                self._leave_out(group or {})

    def _leave_out(self, group: Fields) -> None:
        """Know the pieces of a group that could not be read, so that their lines are no faults."""
        pieces = [*(group.get("units") or ()), group.get("ugc")]
        self.left_out |= {piece["id"] for piece in pieces if piece and piece.get("id")}

    def _chief(self, path: Path, side: str, row: Fields, group: str) -> None:
        if not any(sound([row], *CHIEF.required)):
            self._leave_out({"ugc": row})
            return
        card = f"{side}-{row['card']}"
        if card not in self.cards:
            self.fault(
                (*path, "card"), tr("there is no commander card {card}", card=verbatim(row["card"]))
            )
        self._new(path, row["id"])
        self.chiefs[row["id"]] = made(Chief, row, side=side, card=card, group=group)

    def _new(self, path: Path, name: str) -> None:
        if name in self.units or name in self.chiefs:
            self.fault((*path, "id"), tr("{name} is there twice", name=verbatim(name)))

    def _group(self, path: Path, row: Any) -> None:
        members = []
        for index, piece in enumerate(row["units"]):
            place = (*path, "units", index)
            if not any(sound([piece], *PIECE.required)):
                self._leave_out({"units": [piece]})
                continue
            card = self.unit_cards.get((row["side"], piece["card"]))
            if card is None:
                self.fault(
                    (*place, "card"),
                    tr("there is no unit card {card}", card=verbatim(piece["card"])),
                )
                self._leave_out({"units": [piece]})
                continue
            troops, figures = piece.get("troops"), piece.get("figures") or card["figures"]
            if troops and sum(troops.values()) != figures:
                self.fault(
                    (*place, "troops"),
                    tr(
                        "{id} has {figures} figures, not these",
                        id=verbatim(piece["id"]),
                        figures=verbatim(figures),
                    ),
                )
            if card["arm"] != row["arm"]:
                self.fault(
                    (*place, "card"),
                    tr(
                        "{id} is {arm}, not {other}",
                        id=verbatim(piece["id"]),
                        arm=verbatim(card["arm"]),
                        other=verbatim(row["arm"]),
                    ),
                )
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
            self.fault(
                path,
                tr("infantry and cavalry have a unit group commander, artillery has none"),
                tr("see the group"),
            )
        if row["arm"] == "artillery" and row["order"] == "maneuver" and not self.inline:
            words = tr("{id} is artillery, which has no Manoeuvre order", id=verbatim(row["id"]))
            self.fault((*path, "order"), words, tr("give it another"), rule="order.maneuver.who")
        called = (ugc or {}).get("id") or ""
        row = {"colour": "", **row}
        self.groups[row["id"]] = made(UnitGroup, row, ugc=called, units=tuple(members))

    # together

    def setup(self, board: GroundMap | None, stages: tuple[Stage, ...]) -> Setup | None:
        if board is None or not stages:
            return None
        (stage,) = stages
        deck = self._deck()
        self._check(stage)
        if self.problems:
            return None
        setup = Setup(
            info=self.info,
            text=self.bundle(self.plain_forces, **self.plain_cards),
            options=self.chosen,
            map=board,
            units=self.units,
            chiefs=self.chiefs,
            cards=self.cards,
            groups=self.groups,
            starts=stage.starts,
            arrivals=stage.arrivals,
            special=stage.special,
            objectives=tuple(made(Objective, r, FIRST) for r in stage.victory),
            cc={chief.side: chief.id for chief in self.chiefs.values() if not chief.group},
            deck=deck,
            home=self._home(),
        )
        empty = evolve(initial_state(setup, ""), units={})
        put = partial(_put, setup)
        check_stands(setup, empty, stage.places, why_not_stand, put, self.fault)
        return setup

    def _home(self) -> Mapping[str, str]:
        """[result.rout.move] The edge of each side: as the scenario says, or as it is in most of them."""
        said = (self.doc.get("home") or {}).items()
        return {**HOME, **{side: edge for side, edge in said if edge is not None}}

    def _deck(self) -> Deck:
        """[comp.cards] The cards of the game, or those that the scenario brings, a file or written out."""
        if "cards" not in self.doc:
            return shipped_deck()
        path: Path = ("cards",)
        node: Node | None = self.source.node(path)
        if isinstance(node, Scalar):
            node = self._refer(path, node.value)
        if node is None:
            return shipped_deck()
        self.plain_cards = {"cards": node.plain()}
        return read_deck(node, self.problems) or shipped_deck()

    def _check(self, stage: Stage) -> None:
        """Note pieces without a place, and lines with a choice that do not say where they begin."""
        later = {uid for arrival in stage.arrivals for uid in arrival.placement.pieces}
        pieces = sorted(self.units.keys() | self.chiefs.keys())
        self.all_placed(stage, pieces, stage.places.keys() | later)
        for line in stage.lines:
            if line.placement.way == "among" and not line.placement.first:
                self.fault(line.path, tr("a line with a choice says where they stand first"))


def _put(setup: Setup, state: State, piece: str, place: Placement) -> State:
    """Put a unit where its line says; a commander takes no room that another would need."""
    if piece not in setup.units:
        return state
    return evolve(state, units={**state.units, piece: Unit(piece, place.places[0])})


load_setup = Reader.load
scenario_infos = Reader.shipped
