"""The immutable set-up of a game: map, unit types, commands, limits, options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.engines.core.play.memo import kept
from grognard.engines.core.play.setups import LoadedSetup
from grognard.engines.core.play.table import Table
from grognard.engines.gmt.state import Side, State, Unit, UnitType
from grognard.engines.gmt.terrain.terrain import BattleMap


@dataclass(frozen=True, slots=True)
class Command:
    """[sch.activate] A body of units that becomes active together.

    `active` is the turn from which it is active without being chosen (0: must be chosen),
    `earliest` the first turn it may be chosen, `enters` the entry hex of a reinforcement.
    """

    id: str
    name: str
    side: Side
    units: tuple[str, ...]
    active: int = 0
    earliest: int = 1
    enters: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """[5.11] An Activation Group with its two AMs.

    `rating` is the Individual Orders Rating on them, None where only the Overall Commander can give
    Orders (bor.3). `parts` are the commands inside it that Murat transmits Orders to, with their
    units, at most `transmits` of them (bor.2.transmit). `attached` are units of other formations
    that belong to it for the battle (bor.attach).
    """

    id: str
    name: str
    side: Side
    army: str = ""
    leader: str = ""
    rating: int | None = None
    transmits: int = 0
    parts: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    attached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """[setup.facing] Hexes among which the owner shares out some units at set-up.

    `each` is how many units of the list may share a hex (0: as many as stacking allows), `guns` how
    many of its guns may, beyond stacking, until one moves or fires (bor.overstack).
    """

    name: str
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    each: int = 0
    guns: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Setup(LoadedSetup):
    """A loaded scenario. Nothing in it changes during a game."""

    map: BattleMap
    types: Mapping[str, UnitType]
    placed: Mapping[str, Unit]
    """The units as they begin: in a hex, or among the reinforcements."""
    commands: tuple[Command, ...]
    objective: str
    first_holder: Side
    first_side: Side = "french"
    sides: tuple[Side, ...] = ("french", "russian")
    leaders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    structure: str = "schevardino"
    groups: Mapping[str, Group] = field(default_factory=dict)
    hours: tuple[str, ...] = ()
    """[bor.length] The clock of each turn, where the scenario has one."""
    zones: tuple[Zone, ...] = ()

    @property
    def jaeger_rules(self) -> bool:
        """[11.0] [bor.12] Whether the special Jaeger rules are in force."""
        return self.uses("jaeger_rules")

    def group_name(self, group: str) -> str:
        """[5.11] Return what an Activation Group is called."""
        return self.groups[group].name if group in self.groups else group

    @kept(4096)
    def command_of(self, unit: str) -> Command | None:
        """Return the command a unit belongs to, if any."""
        return next((command for command in self.commands if unit in command.units), None)


Board = Table[Setup, State]
"""What the procedures of this game play on."""
