"""The immutable set-up of a game: table, units, chain of command, objectives, options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.engines.core.board.tabletop import EPS, Pose
from grognard.engines.core.play.setups import LoadedSetup
from grognard.engines.core.play.table import Table
from grognard.engines.risorgimento.army.posts import Post
from grognard.engines.risorgimento.army.units import Side, UnitType
from grognard.engines.risorgimento.map.objectives import Objective
from grognard.engines.risorgimento.map.tabletop import TableTop
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import lengths


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a formation comes onto the table; its units take the poses `Setup.placed` gives them.

    `condition` names the special rule that holds it back (passive), "" for none.
    """

    formation: str
    turn: int
    condition: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Setup(LoadedSetup):
    """A loaded scenario. Nothing in it changes during a game.

    `formations` maps each formation to the units directly in it, `above` each formation to the one
    above; `level` is what alternates in phase E, brigade or division (C.2.formation); `home` the
    heading towards each side's own table edge; `clock` minutes after midnight at turn 1.

    `placed` has the pose and formation of every unit, and of every commander with formation "": at
    the start, or as it comes on where its formation arrives later. `worn` are the VM points units lack
    at the start. `scale` multiplies every length (scale.25mm); `cm` are those of the rules by name, so
    multiplied.
    """

    table: TableTop
    types: Mapping[str, UnitType]
    posts: Mapping[str, Post]
    formations: Mapping[str, tuple[str, ...]]
    formation_names: Mapping[str, str]
    above: Mapping[str, str]
    placed: Mapping[str, tuple[Pose, str]]
    arrivals: tuple[Arrival, ...]
    objectives: tuple[Objective, ...]
    home: Mapping[str, float]
    clock: int
    level: str = "brigade"
    worn: Mapping[str, int] = field(default_factory=dict)
    scale: int = 1
    cm: Mapping[str, float] = field(default_factory=lengths)
    sides: tuple[Side, ...] = ("allied", "austrian")

    def comes(self, uid: str) -> int:
        """Return the turn in which a unit comes with its formation, 0: it is there from the start."""
        kind = self.types[uid]
        return next((one.turn for one in self.arrivals if one.formation == kind.brigade), 0)

    @property
    def eps(self) -> float:
        """[geo.frame] The tolerance of every distance, in cm: a length like the others (scale.25mm)."""
        return EPS * self.scale

    @property
    def measuring(self) -> bool:
        """[scale.premeasure] Whether the table allows measuring beforehand."""
        return self.uses("premeasure")

    @property
    def written_orders(self) -> bool:
        """[A.2.orders] Whether written orders and couriers are used."""
        return self.uses("written_orders")


Board = Table[Setup, State]
"""What the procedures of this game play on."""
