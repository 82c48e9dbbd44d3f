"""The State of a game: frozen, replaced piecewise, with the units and where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from grognard.engines.core.data.arms import OfAnArm
from grognard.engines.gmt.day import NO_DAY, Day

Side = str
Kind = Literal["infantry", "cavalry", "artillery"]

WITHDRAWN = "withdrawn"
RECOVERY = "recovery"
RECOVERED = "recovered"
ELIMINATED = "eliminated"
RESERVE = "reinforcements"
FLANK = "flank"
HAND = "hand"
BOXES = (WITHDRAWN, RECOVERY, RECOVERED, ELIMINATED, RESERVE, FLANK, HAND)
"""Where a unit can be besides a hex. RECOVERED: passed its Recovery roll, waits for a hex (10.3);
FLANK: the Flank Manoeuvre Box (bor.14.leave); HAND: taken up again during set-up."""


@dataclass(frozen=True, slots=True)
class UnitType(OfAnArm):
    """[2.2] A combat unit as printed: never changes. Numbers are those on the counter.

    `arm` is infantry, cavalry or artillery; `weight` its class (line, light, guard, grenadier,
    jaeger, militia; heavy, light, cossack; foot, horse). Absent values are 0.
    """

    id: str
    name: str
    side: Side
    arm: Kind
    weight: str
    group: str
    division: str = ""
    brigade: str = ""
    formation: str = ""
    men: int = 0
    guns: int = 0
    defensive_fire: int = 0
    shock: int = 0
    cohesion: int = 0
    disordered_cohesion: int = 0
    ma: int = 0
    effective_range: int = 0
    maximum_range: int = 0
    fire: int = 0
    one_sided: bool = False
    provenance: str = "derived"

    @property
    def is_horse_artillery(self) -> bool:
        """[2.4] Artillery with MA 8."""
        return self.arm == "artillery" and self.weight == "horse"

    @property
    def is_militia(self) -> bool:
        """[bor.13] Russian militia."""
        return self.weight == "militia"

    @property
    def is_cossack(self) -> bool:
        """[bor.11] Cossacks."""
        return self.weight == "cossack"

    @property
    def is_heavy(self) -> bool:
        """[2.2.cav] Heavy cavalry."""
        return self.arm == "cavalry" and self.weight == "heavy"


@dataclass(frozen=True)
class Unit:
    """A unit in play. `at` is a hex or one of BOXES; `facing` a vertex 0-5 (6.11).

    The flags below `square` last for one activation: `moved`, `refaced` (changed facing without
    moving), `fired` (in its own fire phase), `fought`, `countered` (Counter-Battery made).
    """

    id: str
    at: str
    facing: int = 0
    disordered: bool = False
    square: bool = False
    moved: bool = False
    refaced: bool = False
    fired: bool = False
    fought: bool = False
    countered: bool = False


@dataclass(frozen=True, slots=True)
class Began:
    """Where an active unit began its activation, and next to whom (9.21.cav, 9.81.limits)."""

    at: str
    adjacent: tuple[str, ...] = ()
    zoc_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attack:
    """[9.1] One declared Shock or Charge of one stack, through all its steps.

    `origin` is the hex the stack declared from, `at` where it attacks from now, `targets` the
    hexes attacked, `spared` the hexes in front left to other attackers (9.22.all), `widened` those
    it had to take on later. `status`: declared, committed, failed, cancelled, recalled, vacated,
    resolved. `kind`: shock, charge, pursuit, breakthrough, counter_shock. `route` are the hexes
    charged through; `pursuits` counts the Pursuit Charges made.
    """

    id: str
    side: Side
    units: tuple[str, ...]
    origin: str
    at: str
    facing: int
    targets: tuple[str, ...]
    charge: bool = False
    route: tuple[str, ...] = ()
    status: str = "declared"
    pursuits: int = 0
    kind: str = "shock"
    widened: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Battle:
    """What the Shock and Charge phase must remember between asks.

    `answered` holds a word for every question of the phase already put ("square 4008");
    `counter_charges` pairs of a unit and the attack it charges (9.86, 9.86.inf); `reacted` guns
    that made Reaction Fire; `secondary` units that made their Secondary Shock; `chargers` units
    that end the phase Disordered (9.84); `no_bonus` chargers Disordered by Reaction Fire.
    """

    attacks: tuple[Attack, ...] = ()
    answered: tuple[str, ...] = ()
    counter_charges: tuple[tuple[str, str], ...] = ()
    reacted: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    chargers: tuple[str, ...] = ()
    no_bonus: tuple[str, ...] = ()
    disordered_at_declaration: tuple[str, ...] = ()
    in_zoc_at_declaration: tuple[str, ...] = ()
    in_front_zoc_at_declaration: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """A position. `stacks` lists the units of each occupied hex from the top down.

    `phase` names the step the game is in (the cursor, with `active`, `turn` and `battle`);
    `began` is filled for the active units when their activation starts; `orders` holds units that
    are not Under Orders ("none" or "failed"); `leaders` the hexes of Overall Commanders on the map;
    `entering` how much the entry hexes have cost the earlier units of a column (7.41);
    `features` what was burnt or destroyed; `day` what only the great battle has.
    """

    units: dict[str, Unit]
    stacks: dict[str, tuple[str, ...]]
    turn: int = 1
    phase: str = "activate"
    active: Side = ""
    commands: tuple[str, ...] = ()
    began: dict[str, Began] = field(default_factory=dict)
    orders: dict[str, str] = field(default_factory=dict)
    leaders: dict[str, str] = field(default_factory=dict)
    entering: dict[str, int] = field(default_factory=dict)
    arrived: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    battle: Battle = Battle()
    collapsed: tuple[str, ...] = ()
    holder: Side = ""
    features: dict[str, str] = field(default_factory=dict)
    reserve_activation: bool = False
    barrage: bool = False
    extended: tuple[str, ...] = ()
    left_square: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    day: Day = NO_DAY
