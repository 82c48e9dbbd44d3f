"""The immutable set-up of a game: map, cards of units and commanders, groups, options, special rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.engines.core.data.arms import OfAnArm
from grognard.engines.core.play.placement import Arrival, Placement
from grognard.engines.core.play.setups import LoadedSetup
from grognard.engines.core.play.table import Table
from grognard.engines.eagle.deck.deck import Deck, shipped_deck
from grognard.engines.eagle.ground.ground import GroundMap
from grognard.engines.eagle.state import State

SIDES = ("french", "british")
ARMS = ("infantry", "cavalry", "artillery")
EDGES = ("north", "east", "south", "west")
HOME: Mapping[str, str] = {"french": "south", "british": "north"}
"""[result.rout.move] Each side's own edge of the map where a scenario does not say."""


def enemy_of(side: str) -> str:
    """Return the other side."""
    return SIDES[1 - SIDES.index(side)]


@dataclass(frozen=True, slots=True)
class UnitCard(OfAnArm):
    """[units.card_infantry] [units.card_cavalry] [units.card_artillery] A unit with its card's values.

    `fire` has one value (infantry), two (Rifles) or three (artillery, by range); none for cavalry.
    `nation` is "allied" for troops that are not British. `alone`: Rifles without a parent.
    """

    id: str
    name: str
    side: str
    arm: str
    group: str
    card: int
    morale: int
    figures: int
    fire: tuple[int, ...] = ()
    melee: int = 0
    weight: str = ""
    nation: str = ""
    rifles: bool = False
    alone: bool = False
    troops: tuple[tuple[str, int], ...] = ()
    ammunition: int = 0
    stars: int = 0
    short: str = ""
    """Its name beside its stand, where that is another one."""


@dataclass(frozen=True, slots=True)
class CommanderCard:
    """[cmd.card] A commander card. `rank`: cc, ugc, replacement."""

    id: str
    side: str
    rank: str
    name: str
    orders: int
    melee: int
    morale: int
    ability: int


@dataclass(frozen=True, slots=True)
class Chief:
    """A commander that a scenario has: his piece, his name, his card, his group ("": a CC)."""

    id: str
    name: str
    side: str
    card: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """[units.group_identity] A Unit Group. `ugc` is "" for artillery; `order` what it begins with."""

    id: str
    name: str
    side: str
    arm: str
    order: str
    colour: str
    ugc: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Objective:
    """[turn.objectives] An objective hex; `points` is None where the rules say."""

    id: str
    name: str
    at: str
    holder: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Setup(LoadedSetup):
    """A loaded scenario. Nothing in it changes during a game.

    `starts` say where each piece begins.
    """

    map: GroundMap
    units: Mapping[str, UnitCard]
    chiefs: Mapping[str, Chief]
    cards: Mapping[str, CommanderCard]
    groups: Mapping[str, UnitGroup]
    starts: Mapping[str, Placement]
    arrivals: tuple[Arrival, ...] = ()
    objectives: tuple[Objective, ...] = ()
    cc: Mapping[str, str] = field(default_factory=dict)
    """The CC that each side begins with."""
    home: Mapping[str, str] = field(default_factory=lambda: HOME)
    """[result.rout.move] The edge of the map that is each side's own: north, east, south or west."""
    deck: Deck = field(default_factory=shipped_deck)
    """[comp.cards] The Event/Reaction cards that it is played with."""

    def owner(self, piece: str) -> str:
        """Return the side of a unit, a commander or a group."""
        found = self.units.get(piece) or self.chiefs.get(piece) or self.groups[piece]
        return found.side


Board = Table[Setup, State]
"""What the procedures of this game play on."""
