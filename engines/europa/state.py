"""The State of a campaign: frozen, replaced piecewise."""

from __future__ import annotations

from dataclasses import dataclass, field

ELIMINATED = "eliminated"
OFF_MAP = "off_map"
WAITING = "waiting"
BOXES = (ELIMINATED, OFF_MAP, WAITING)
"""Where a piece can be besides a hex. OFF_MAP: out of the game without being a loss; WAITING: still to come."""
USES = ("", "depot", "rally", "move", "discarded")


@dataclass(frozen=True, slots=True)
class Unit:
    """[1.1.order] A combat unit in play. `at` is a hex or one of BOXES.

    Attributes:
        moved: it has made its strategic move this turn (8.3).
        forced: it has a Forced March marker (8.4.allowance).
        battles: the battles it has taken part in this turn (11.2.took-part).
        pinned: it was named as one that does not move this turn (8.4.7).
        cut: it was found out of supply in this turn's check (6.4.d).
    """

    id: str
    at: str
    disrupted: bool = False
    moved: bool = False
    forced: bool = False
    battles: int = 0
    pinned: bool = False
    cut: bool = False

    @property
    def on_map(self) -> bool:
        """Whether it stands in a hex."""
        return self.at not in BOXES


@dataclass(frozen=True, slots=True)
class Commander:
    """[3.5] A Commander; `moved`: he has moved in this phase."""

    id: str
    at: str
    moved: bool = False

    @property
    def on_map(self) -> bool:
        """Whether he stands in a hex."""
        return self.at not in BOXES


@dataclass(frozen=True, slots=True)
class Train:
    """[7.0.counter] A Supply Train counter that was placed this turn, face down until it is `used`.

    `genuine` is hidden from the enemy while it is face down (7.5); `shown`: it lies face up, as a
    converted Depot does (7.1); `units` are those that stood in its hex when placing ended (8.7).
    """

    id: str
    side: str
    at: str
    genuine: bool
    used: str = ""
    units: tuple[str, ...] = ()
    shown: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the enemy knows what it is: it lies face up, or was spent."""
        return self.shown or bool(self.used)


@dataclass(frozen=True, slots=True)
class Battle:
    """[11.1.combat] The attack under way. `step` is the cursor of `combat.fight.FIGHT`.

    Attributes:
        attacker: the side that attacks, from the hex `start` against the hex `target`.
        units, defenders: the units that were ordered to attack, and those that stood in the target.
        committed, guarded: the CC of the attacker and of the defender (10.2.test, 10.6).
        support, defence: the hexes whose stacks support the attack and the defence.
        result: what became of it so far: of the test, then the winner's side, or "tie".
        fav, fdv: the final values.
        hits, taken, elsewhere: by side the hits dealt to it, those taken, those that supporting stacks took.
        stacks, settled: the hits that each hex took, and the hexes that need no further one (11.17.odd).
        lost: the units eliminated. `fled`: the hex where the defenders retreated to.
    """

    attacker: str
    start: str
    target: str
    units: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    step: str = "commit"
    committed: int = 0
    guarded: int = 0
    support: tuple[str, ...] = ()
    defence: tuple[str, ...] = ()
    result: str = ""
    fav: int = 0
    fdv: int = 0
    hits: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    elsewhere: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, int] = field(default_factory=dict)
    settled: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    fled: str = ""


@dataclass(frozen=True, slots=True)
class InForce:
    """[16.1.timing] What a card does that holds on: its word (see `cards.asked`), how much, on what.

    `side` is the side that it concerns, `on` the pieces, hexes, nations or sides; `until`: turn, once, game.
    """

    card: str
    word: str
    side: str = ""
    on: tuple[str, ...] = ()
    by: int = 0
    until: str = "turn"


@dataclass(frozen=True, slots=True)
class Muster:
    """[5.1] The units of a side on the map as a turn began, those in good order, and the hex in their midst."""

    turn: int
    side: str
    units: int
    good: int
    at: str


def _sides() -> dict[str, int]:
    return {"french": 0, "russian": 0}


@dataclass(frozen=True)
class State:
    """A position. `phase` names the step of the turn, `deciding` the side that acts where they alternate.

    Attributes:
        trains: the Supply Train counters placed this turn, by id.
        done: sides or pieces that have had their turn in this step.
        depots: the side that has a Depot, by hex. `lost_depots`: how many each side lost for good (8.8).
        hand, dummies: genuine and dummy Supply Trains that each side has still to place (7.4).
        allotted: how many genuine Supply Trains each side had this turn, which is public (7.2).
        forage: the units under a Forage marker (8.7): it lies on their stack and goes where they go.
        watched: hexes that began movement next to good-order cavalry of the enemy (8.4.8).
        cc, cc_begin, cc_base: Combat Commands left, those received, and the number without cities (9.3).
        decisive: Decisive Victory points (14.7.b); `victories`: Decisive Victories of this turn (9.3.decisive).
        capitals: Moscow and St Petersburg as far as the French held them when the last turn ended,
            `capitals_before` when the one before that did (9.3.cities).
        heights: the units with which a dummy stands that makes their stack look higher (15.1).
        dead: what was lost, in order. `flags`: what else the advanced rules remember.
    """

    units: dict[str, Unit]
    commanders: dict[str, Commander]
    trains: dict[str, Train] = field(default_factory=dict)
    turn: int = 1
    phase: str = "turn"
    deciding: str = ""
    done: tuple[str, ...] = ()
    depots: dict[str, str] = field(default_factory=dict)
    lost_depots: dict[str, int] = field(default_factory=_sides)
    hand: dict[str, int] = field(default_factory=_sides)
    dummies: dict[str, int] = field(default_factory=_sides)
    allotted: dict[str, int] = field(default_factory=_sides)
    forage: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    cc: dict[str, int] = field(default_factory=_sides)
    cc_begin: dict[str, int] = field(default_factory=_sides)
    cc_base: dict[str, int] = field(default_factory=_sides)
    decisive: int = 12
    victories: dict[str, int] = field(default_factory=_sides)
    capitals: tuple[str, ...] = ()
    capitals_before: tuple[str, ...] = ()
    battle: Battle | None = None
    heights: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    played: dict[str, str] = field(default_factory=dict)
    effects: tuple[InForce, ...] = ()
    flags: dict[str, str] = field(default_factory=dict)
    dead: tuple[str, ...] = ()
    lost_in_1813: tuple[str, ...] = ()
    """[16.13.r-1813] Who of the dead fell in 1813, and does not return."""
    winter: str = ""
    """[16.13] The cursor of winter quarters, "" outside them."""
    newcomers: tuple[str, ...] = ()
    """[16.13.r-recover] [16.13.r-reinf] Who came to the Russians with winter quarters that are not over."""
    column: tuple[str, ...] = ()
    """[8.4.3] The units and Commanders whose march is being decided."""
    muster: tuple[Muster, ...] = ()
    """[5.1] The strength of both armies, turn by turn."""
