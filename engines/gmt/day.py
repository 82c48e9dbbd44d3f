"""[3.0] What a turn of the great battle remembers: Orders markers, the Pool, who has Initiative."""

from __future__ import annotations

from dataclasses import dataclass

BARRAGE = "barrage"
DESTRUCTION = "destruction"
FLANKING = "flank"
PLANNED, AWAY, BACK = "planned", "away", "back"
"""[bor.14.declare] How far a Flanking Manoeuvre has come."""


@dataclass(frozen=True, slots=True)
class Marker:
    """[5.23] An Orders marker beside an Orders Command: face down until its first AM is drawn.

    `units` are the command as it stood in the Orders Phase; a unit that leaves it keeps its status
    (5.24.split). `command` names the part of the Cavalry Reserve it is of (bor.2), else its group.
    """

    id: str
    side: str
    units: tuple[str, ...]
    command: str
    under: bool = False
    revealed: bool = False


@dataclass(frozen=True, slots=True)
class Flank:
    """[bor.14.declare] The Flanking Manoeuvre: its units and turn, and how far it has come.

    `status`: planned, away, back. `left` is the turn it left at the end of, `bonus` what failed
    entry rolls have added, `entry` the hex it comes in by, once known.
    """

    units: tuple[str, ...]
    turn: int
    status: str = PLANNED
    left: int = 0
    bonus: int = 0
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Day:
    """[3.0] The great battle's own part of a position.

    `pool` holds the AMs still to be drawn, `ams` all that went in this turn (5.57), `am` the one
    being played. `army` is the army Kutuzov has given Orders to, `points` the sides that set an
    Orders Point aside for their Barrage AM (5.35), `delays` the failed Delay rolls since the last
    success (5.29), `fresh` the sides that may give new Orders this turn, `assigned` those that
    have, `assigning` the one that is about it with `orders_left` points and `transmits` Orders that
    Murat may still pass on (bor.2.transmit). `tried` are the markers that made their Individual Orders attempt in this activation.
    `order` is who acts first and second in the Reserve or the Overall Commander Phase, `acted` who
    has. `moved` are reserve units that have rolled for Disorder (5.54), `rest` the MP Napoleon
    rolled (bor.7). `loose` are artillery reserve hexes to be made legal (bor.overstack).
    """

    markers: tuple[Marker, ...] = ()
    pool: tuple[str, ...] = ()
    ams: tuple[str, ...] = ()
    am: str = ""
    initiative: str = ""
    army: str = ""
    points: tuple[str, ...] = ()
    delays: int = 0
    fresh: tuple[str, ...] = ()
    assigned: tuple[str, ...] = ()
    assigning: str = ""
    orders_left: int = 0
    transmits: int = 0
    tried: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    allowance: int = -1
    loose: tuple[str, ...] = ()
    flank: Flank | None = None


NO_DAY = Day()
"""What the other scenarios have of it: nothing."""
