"""The State of a game: frozen, replaced piecewise, with the blocks and where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from grognard.engines.core.data.arms import OfAnArm

Side = str
Arm = Literal["hq", "infantry", "cavalry", "artillery"]

ELIMINATED = "eliminated"
OFF_MAP = "off_map"
WAITING = "waiting"
ABSENT = "absent"
BOXES = (ELIMINATED, OFF_MAP, WAITING, ABSENT)
"""Where a block can be besides an area.

OFF_MAP: retreated off the map (3.4.retreat). WAITING: still to be placed by its owner, at set-up,
as an arrival (9.1.arrive) or on 6 September. ABSENT: not used this day (9.1.french_out).
"""

FRENCH, RUSSIAN = "french", "russian"
SIDES = (FRENCH, RUSSIAN)


@dataclass(frozen=True, slots=True)
class BlockType(OfAnArm):
    """[4.0] A block as printed: never changes.

    `arm`: [4.22] infantry, jaegers, voltigeurs and militia included; [4.23] cavalry, Cossacks
    included; [4.24] artillery; [4.21] HQs. `ladder` are its strengths from full to last step (4.12.ladder); `letter` and `number` its
    firepower; `weight` its class: line, light, grenadier, militia, guard (infantry), line, heavy,
    cossack (cavalry), light, heavy, horse (artillery), army, corps (HQ). `corps` is the corps it is
    ordered with ("" independent, 5.24), `army` 1 or 2 for Russians, else 0; `reach` the command
    range of an HQ in areas; `rank` its place in the order of seniority (6.93), 0 for other blocks and
    for Platov, who never commands an army.
    """

    id: str
    name: str
    side: Side
    arm: Arm
    weight: str
    corps: str
    letter: str
    number: int
    ladder: tuple[int, ...]
    army: int = 0
    guard: bool = False
    reach: int = 0
    rank: int = 0
    vp: int = 0
    provenance: str = "derived"

    @property
    def is_hq(self) -> bool:
        """[4.21] Whether it is an HQ."""
        return self.arm == "hq"

    @property
    def is_cossack(self) -> bool:
        """[4.23] Cossacks."""
        return self.weight == "cossack"

    @property
    def is_militia(self) -> bool:
        """[4.22.militia] Russian militia."""
        return self.weight == "militia"

    @property
    def independent(self) -> bool:
        """[5.24] Ordered by any friendly HQ: jaegers, voltigeurs, militia."""
        return not self.corps and not self.is_hq


@dataclass(frozen=True)
class Block:
    """A block in play. `at` is an area or one of BOXES; `step` counts from 0, full strength.

    `active` is an HQ turned face-up; `role` how a promoted HQ acts while active, "army" or "corps"
    (6.93.dual); `premoved` an HQ that moved before activation; `moved`, `bombarded` last for one
    Game Turn; `orders` how many orders an army HQ has given in this Action Phase; `pinned` as its
    owner chose (5.5.choice); `known` the seats besides its owner that see its face now;
    `attached` the corps a detached division serves today (9.2.attach).
    """

    id: str
    at: str
    step: int = 0
    active: bool = False
    role: str = ""
    premoved: bool = False
    moved: bool = False
    bombarded: bool = False
    orders: int = 0
    pinned: bool = False
    known: bool = False
    attached: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A block that crossed `border` into `at` where enemies stood (6.72.where, 5.5.leave).

    `reserve`: it waits until round 2 (6.4.who); `round` the battle round in which it joins.
    """

    block: str
    side: Side
    border: str
    at: str
    round: int = 1


@dataclass(frozen=True, slots=True)
class Hits:
    """Hits that still have to be given to the blocks of `side`.

    `group` restricts them: "" any enemy in the battle, "square" or "open" (6.62.target), or a
    block id (6.52.effect, own hits of a bayonet charge). `rule` is the rule they come from.
    """

    side: Side
    count: int
    at: str
    rule: str
    group: str = ""


@dataclass(frozen=True)
class Battle:
    """[6.1] A battle in progress.

    `step`: start, reserves, square.defender, square.attacker, turns, end, regroup. `acted` are the
    blocks that took their battle turn this round, `half` those that hold a half-hit (6.51.hits),
    `squares` infantry in square, `sheltered` pairs (square, sheltered block), `crossed` how many
    retreated over each border this round (6.71.limit), `took_part` every block that fought,
    `main` the Main Attack border of each side that has one (flank.main), `bonus` blocks with the
    flank bonus this round (flank.bonus), `displaced` a block that must move on from a full area
    (6.75.penalty).
    Whose battle turn it is follows from the letters of the blocks that have not acted.
    """

    at: str
    attacker: Side
    round: int = 1
    step: str = "start"
    acted: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()
    sheltered: tuple[tuple[str, str], ...] = ()
    declared: tuple[str, ...] = ()
    crossed: tuple[tuple[str, int], ...] = ()
    took_part: tuple[str, ...] = ()
    main: tuple[tuple[Side, str], ...] = ()
    bonus: tuple[str, ...] = ()
    displaced: str = ""
    winner: Side = ""
    regrouped: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """A position. `areas` lists the blocks of each occupied area in the order they came.

    `day` is the stage: 5, 6 or 7 (September); `turn` counts from 1 within the day. `phase` names
    the step the game is in; with `active`, `battle` and `hits` it is the cursor. `first` is
    Player 1. `crossed` counts, for the active side's Action Phase, the blocks that entered or left
    a battle over each border (3.32.scope); `entries` the blocks that entered enemy areas this turn;
    `bombarded` the borders bombarded across in this phase (5.3.border); `pins` how many blocks are
    pinned in each contested area (5.5.pin); `contested` the battles still to be fought;
    `burnt` the borders whose bridge is destroyed, `built` borders whose bridge exists although
    the map has it as absent (the French Bridge); `captured` supply sources that have paid their
    captor; `rewards` SP still to be spent for a capture (side, count); `spent` where SP went in
    this phase: (source symbol, area, block); `commands` the block that commands each army
    ("french", "russian", "1", "2"); `done` what the current step has finished; `bid` extra VP
    (8.opt.bid); `arrived` corps that have come (9.1.arrive); `left` the HQs that rode out of a battle
    before they were activated (5.5.hq); `sealed` offers not yet released.
    """

    blocks: dict[str, Block]
    areas: dict[str, tuple[str, ...]]
    day: int = 7
    turn: int = 1
    phase: str = "setup"
    first: Side = FRENCH
    active: Side = ""
    crossed: dict[str, int] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    bombarded: tuple[str, ...] = ()
    pins: dict[str, int] = field(default_factory=dict)
    contested: tuple[str, ...] = ()
    main: tuple[tuple[str, Side, str], ...] = ()
    battle: Battle | None = None
    hits: tuple[Hits, ...] = ()
    burnt: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    rewards: tuple[tuple[Side, int], ...] = ()
    spent: tuple[tuple[str, str, str], ...] = ()
    commands: dict[str, str] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    arrived: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    bid: tuple[tuple[Side, int], ...] = ()
    sealed: dict[str, Any] = field(default_factory=dict)
