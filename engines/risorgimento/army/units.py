"""[units.values] [commanders.values] Units and commanders, and the words for how they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grognard.engines.core.board.tabletop import Pose

Side = str
Arm = Literal["infantry", "cavalry", "artillery"]

MARCH, ATTACK, LINE, OPEN, SQUARE = "march_column", "attack_column", "line", "open_order", "square"
LIMBERED, BATTERY = "limbered", "in_battery"
FORMATIONS = (MARCH, ATTACK, LINE, OPEN, SQUARE, LIMBERED, BATTERY)
"""[E.4.list] Infantry takes the first five, cavalry LINE and MARCH, artillery the last two."""

TABLE, WAITING, REMOVED, LEFT = "table", "waiting", "removed", "left"
PLACES = (TABLE, WAITING, REMOVED, LEFT)
"""Where a unit is: on the table, still to arrive, removed from play, off the table's edge."""

NONE, BLUE, BROWN, YELLOW, GREEN = "", "blue", "brown", "yellow", "green"
MARKERS = (NONE, BLUE, BROWN, YELLOW, GREEN)
"""[A.1.markers] Command markers from in command to out of it, in the order of A.1.touch."""

ALLIED, AUSTRIAN = "allied", "austrian"
SIDES = (ALLIED, AUSTRIAN)


@dataclass(frozen=True, slots=True)
class UnitType:
    """[units.values] A unit as it begins: never changes.

    `scale` is what its lengths are multiplied by with the figures in use (scale.25mm).

    `army` is french, sardinian or austrian; `weight` line, light, grenadier, guard, grenz for foot,
    light, medium, heavy for horse, foot, horse for guns; `quality` its row of the quality table;
    `weapon` its row of table 2's ranges; `halves` its SP in half points (scale.strength).
    """

    id: str
    name: str
    side: Side
    army: str
    arm: Arm
    weight: str
    brigade: str
    quality: str
    weapon: str
    halves: int
    vm: int
    vd: int
    guard: bool = False
    grenadier: bool = False
    multiplier: int = 1
    provenance: str = "derived"
    scale: int = 1

    @property
    def is_light_infantry(self) -> bool:
        """[units.classes] Chasseurs, zouaves, bersaglieri, jaeger."""
        return self.arm == "infantry" and self.weight == "light"


@dataclass(frozen=True)
class Unit:
    """A unit in play. `pose` is its place on the table, None elsewhere.

    `halves` is its current SP in half points, `vm` its current morale; `disorder` 0, 1 (D1) or
    2 (D2); `fatigue` points; `shaken` the yellow morale marker (morale.fail), `marker` the command
    marker that holds this turn.

    For this turn: `moved` (its one move is spent), `reacted`, `fired` (opportunity fire, E.9.mark),
    `shot_at` the enemies it fired at (E.9.cap), `withdrew` (E.8.no_fire), `charged`, `attacks` the
    enemies it has come into contact with itself. For recovery
    (B.3.requirement): `stirred` if it moved, changed formation, turned, fired or was fired at this turn,
    `rested` that it met all conditions in the last one, `disordered_on` the turn of its D2.
    `spot` is the place of the guns that a crew has left (E.2.3.crew).
    """

    id: str
    place: str = TABLE
    pose: Pose | None = None
    formation: str = LINE
    halves: int = 0
    vm: int = 0
    disorder: int = 0
    fatigue: int = 0
    routed: bool = False
    shaken: bool = False
    marker: str = NONE
    moved: bool = False
    reacted: bool = False
    fired: bool = False
    shot_at: tuple[str, ...] = ()
    withdrew: bool = False
    charged: bool = False
    attacks: tuple[str, ...] = ()
    stirred: bool = False
    disordered_on: int = 0
    rested: bool = False
    sector: str = ""
    slot: str = ""
    spot: Pose | None = None
    objectives: tuple[str, ...] = ()


@dataclass(frozen=True)
class Commander:
    """[commanders.values] A commander in play: radius in cm, initiative, bonus.

    `attached` is the unit he is with; `status` in_command or a command marker word once phase A has
    been worked out; `out_until` the last turn he is out of action (loss.*), `fate` "", light,
    grave, dead, prisoner, replaced; `fallen` how many before him at his post were lost for good;
    `moved` this turn. Out of action he is off the table; `pose` is then where a wounded
    man fell, None of any other.
    """

    id: str
    radius: int
    initiative: int
    bonus: int
    place: str = TABLE
    pose: Pose | None = None
    attached: str = ""
    marker: str = NONE
    out_until: int = 0
    fate: str = ""
    fallen: int = 0
    moved: bool = False
