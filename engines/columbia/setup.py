"""The immutable set-up of a game: map, block types, days, options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.engines.columbia.map.ground import Ground
from grognard.engines.columbia.state import BlockType, Side, State
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.play.setups import LoadedSetup
from grognard.engines.core.play.table import Table

REDUCED = "reduced"
"""[9.1.reduced] [9.2.reduced] The state of a block that begins one step down."""


def first_step(start: Placement | None) -> int:
    """[9.1.reduced] [9.2.reduced] Return the step at which a block begins: 0 is full strength."""
    return 1 if start is not None and REDUCED in start.state else 0


@dataclass(frozen=True, slots=True)
class Day:
    """[9.1] [9.2] [9.3] One day: its turns and the rules that hold only then.

    `hours` are the names of its turns; `starts` where each block begins; `stacking` whether set-up
    obeys stacking for each side; `arrivals` the corps that come one a turn and `entrances` the areas
    they come in by; `double_pays` the SP of a double source (1 on 5 September, else 2); `line`
    whether the start line divides the set-up.
    """

    number: int
    hours: tuple[str, ...]
    starts: Mapping[str, Placement] = field(default_factory=dict)
    stacking: Mapping[Side, bool] = field(default_factory=dict)
    arrivals: tuple[str, ...] = ()
    entrances: tuple[str, ...] = ()
    double_pays: int = 2
    line: bool = False
    bridge: bool = False
    attach: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Setup(LoadedSetup):
    """A loaded scenario. Nothing in it changes during a game."""

    ground: Ground
    types: Mapping[str, BlockType]
    days: tuple[Day, ...]
    redeploy: bool = False
    corps_names: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[Side, ...] = ("french", "russian")

    def day(self, number: int) -> Day:
        """Return the day with that date."""
        return next(day for day in self.days if day.number == number)

    @property
    def flank_attacks(self) -> bool:
        """[flank.main] Whether the optional flank attack rule is in force."""
        return self.uses("flank_attacks")


Board = Table[Setup, State]
"""What the procedures of this game play on."""
