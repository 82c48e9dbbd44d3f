"""The State of a game: frozen, replaced piecewise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

ELIMINATED = "eliminated"
OFF_MAP = "off_map"
EXITED = "exited"
WAITING = "waiting"
BOXES = (ELIMINATED, OFF_MAP, EXITED, WAITING)
"""Where a piece can be besides a hex. OFF_MAP: routed over the edge; EXITED: left by a special rule;
WAITING: still to arrive."""
GOOD, DISORDERED, ROUTED = "good", "disordered", "routed"
STATES = (GOOD, DISORDERED, ROUTED)
COLUMN, LINE, SQUARE, OPEN_ORDER = "column", "line", "square", "open_order"
CAVALRY, LIMBERED, UNLIMBERED = "cavalry", "limbered", "unlimbered"
FORMATIONS = (COLUMN, LINE, SQUARE, OPEN_ORDER, CAVALRY, LIMBERED, UNLIMBERED)
ORDERS = ("attack", "maneuver", "defend", "reserve")
ACTIONS = ("", "formation", "move", "fire", "support", "melee", "charge", "recall")


@dataclass(frozen=True)
class Unit:
    """A unit in play. `at` is a hex or one of BOXES; `facing` a vertex 0 to 5 (5 is north).

    Attributes:
        formation: one of FORMATIONS, "" while routed; cavalry always has "cavalry".
        state: good, disordered or routed.
        acted: what it did in this segment, one of ACTIONS (action.first, action.second).
        ooc: found out of command in this turn (command.in_command.duration).
        parted: a combat result drove it back, and it has not rejoined (order.attack.rejoin).
        rallied: it has rallied from a rout, and has not rejoined (move.reorganize).
        shots: how often it has fired (opt.ammo.count); `shot_at` how often it was fired at.
        skirmisher: a skirmisher is out in front of it (opt.skirm.detach).
        troops: its figures by troop type (opt.composition).
        parent: the unit whose hex a Rifles figure shares; `passive`: fallen back behind it.
        sheltered: the unit in whose square its crew is (special rule crews_shelter).
    """

    id: str
    at: str
    facing: int = 0
    formation: str = ""
    state: str = GOOD
    figures: int = 0
    acted: str = ""
    ooc: bool = False
    parted: bool = False
    rallied: bool = False
    fatigued: bool = False
    shots: int = 0
    shot_at: int = 0
    skirmisher: bool = False
    troops: tuple[tuple[str, int], ...] = ()
    parent: str = ""
    passive: bool = False
    sheltered: str = ""

    @property
    def on_map(self) -> bool:
        """Whether it stands in a hex."""
        return self.at not in BOXES

    @property
    def is_good(self) -> bool:
        """Whether it is in good order."""
        return self.state == GOOD

    @property
    def is_disordered(self) -> bool:
        """Whether it is disordered."""
        return self.state == DISORDERED

    @property
    def is_routed(self) -> bool:
        """Whether it is routed."""
        return self.state == ROUTED


@dataclass(frozen=True)
class Commander:
    """[cmd.card] A commander. `card` is the key of his card, as in "british-f"; `group` "" for a CC.

    `moved` counts the hexes that he has moved by himself this turn; `rallies` his attempts to rally;
    A replacement keeps the id with another card.
    """

    id: str
    at: str
    card: str
    group: str = ""
    wounded: bool = False
    moved: int = 0
    rallies: int = 0

    @property
    def on_map(self) -> bool:
        """Whether he stands in a hex."""
        return self.at not in BOXES


@dataclass(frozen=True)
class Group:
    """[units.groups] A Unit Group: its order and counter, and what waits for it.

    Attributes:
        counter: the id of its order counter, "" before turn 1's is dealt.
        shown: whether the counter lies open (command.first_turn.reveal).
        courier: the order that a courier brings, hidden from the enemy; "" for none.
        alarmed: it turns to Defend in the next Command Phase (order.maneuver.attacked, order.reserve.switch).
        tested: it has taken its alarm test this turn (order.reserve.test).
    """

    id: str
    order: str
    counter: str = ""
    shown: bool = False
    courier: str = ""
    alarmed: bool = False
    tested: bool = False


@dataclass(frozen=True, slots=True)
class InForce:
    """[cards.binding] An effect of a card that holds on. `on` are the units it is played on.

    `until`: roll, action, segment, turn. `side` played it.
    """

    card: str
    effect: str
    side: str
    on: tuple[str, ...] = ()
    until: str = "roll"


@dataclass(frozen=True, slots=True)
class Attack:
    """[combat.simultaneous] A declared attack. `kind`: fire, melee, charge.

    `at` is the target's hex, `target` its unit; `support` helps it (combat.support); `figures` are
    those that fire where the formation shares them out; `split`: canister at two targets.
    """

    by: str
    at: str
    target: str
    kind: str
    support: tuple[str, ...] = ()
    figures: int | None = None
    split: bool = False


@dataclass(frozen=True, slots=True)
class Charging:
    """[charge] The charges of the acting group.

    `units` have declared one, `moved` made their charge move, `tried` are infantry that tried to form
    square, `answered` guns that made their reaction; `mass` are the units of a mass charge;
    `seen` infantry that had LOS to a charge when it was declared; `closed`: no more are declared.
    """

    units: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    mass: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    closed: bool = False


@dataclass(frozen=True)
class State:
    """A position. `phase` names the step of the turn, `active` the group that acts.

    Attributes:
        deciding: the side that moves, rallies or reveals now, where sides take turns.
        first: the side that goes first in CC movement, executing and rally, where one had to say so.
        done: groups (in CC movement and rally: sides or pieces) that have had their turn in this step.
        declared, charging, struck, vacated: the attacks of the acting group: declared ones, charges, the
            units that it has attacked, (attacker, hex) pairs that may be advanced into.
        counters: ids of the order counters in the pool; `drawn` those each side drew on turn 1.
        deck, discards, hands: ids of cards. No order of the deck exists.
        played: units and groups that had a card played on them in this phase (cards.one_per_target).
        effects: effects of cards that hold on.
        replacements: keys of commander cards not in play; `dead` of those whose commanders died.
        fallen: the commanders lost, each as his rank and side, "ugc french", for the verdict.
        holders: who controls each objective, by its id.
        opened: hexes of gates that are open this turn.
        sealed: answers that wait for each other.
        features: what else the special rules of a scenario remember.
    """

    units: dict[str, Unit]
    commanders: dict[str, Commander]
    groups: dict[str, Group]
    turn: int = 1
    phase: str = "turn"
    active: str = ""
    deciding: str = ""
    first: str = ""
    done: tuple[str, ...] = ()
    declared: tuple[Attack, ...] = ()
    charging: Charging = Charging()
    struck: tuple[str, ...] = ()
    vacated: tuple[tuple[str, str], ...] = ()
    counters: tuple[str, ...] = ()
    drawn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    played: tuple[str, ...] = ()
    effects: tuple[InForce, ...] = ()
    replacements: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dead: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    holders: dict[str, str] = field(default_factory=dict)
    opened: tuple[str, ...] = ()
    sealed: dict[str, Any] = field(default_factory=dict)
    features: dict[str, str] = field(default_factory=dict)
