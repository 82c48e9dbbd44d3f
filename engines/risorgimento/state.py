"""The State of a game: frozen, replaced piecewise; units, commanders and what each phase keeps."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.risorgimento.army.units import Commander, Side, Unit


@dataclass(frozen=True, slots=True)
class Shot:
    """[D.phase] [F.phase] One fire as ordered: the firing units and their target."""

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Melee:
    """[G.contact] One melee: the units in frontal contact and their supporters.

    `attacker` is the first of the two that has moved; who attacks in it is told by `Unit.attacks`.
    `kind` charge (E.1.melee), phase (G) or second (G.4.1.second). Melees of a phase are
    contemporary, so strengths and modifiers are fixed when it begins (G.3.order): `halves` are pairs
    of unit and half points, `rows` of unit and row of table 7 for the two in frontal contact, "" with
    the last of each; without rows they are worked out as things stand.
    """

    attacker: str
    defender: str
    supporters: tuple[tuple[str, str], ...] = ()
    kind: str = "phase"
    halves: tuple[tuple[str, int], ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    fought: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """[A.2.umpire] A written order: attitude attack, hold, march or delay, and where to.

    `target` is a place or road of the scenario or a point "x,y" in cm.
    """

    attitude: str
    target: str = ""
    turn: int = 0


@dataclass(frozen=True)
class Courier:
    """[A.3.couriers] An order on its way: a point on the table; `executes` 0 until delivered."""

    id: str
    side: str
    sender: str
    to: str
    pose: Pose
    order: Order
    executes: int = 0
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Charge:
    """[E.1] [E.2.1] A charge: noted in phase C, or made in reaction to a charge or a move.

    `status`: revealed, moving, contact (it has met `met`), over (it fell short, or has been fought),
    recalled, followed (it rode after evaders and met nobody, E.2.2.follow). `after` quarters of the
    enemy's move were over when a reaction was declared, `quarter` of its own are done; `spent` is its
    account in thousandths, `turned` hundredths of a degree it has wheeled.

    `path` are the steps still planned ("turn:<hundredths>", "form:<formation>", "leg:<thousandths of
    cm>:<direction in hundredths>"); `aim` where its target stood when they were planned, `start` how
    far it was then (thousandths of cm, geo.charge_start). For the bonus (geo.charge_straight): `run`
    thousandths of cm covered, `line` those of the last straight line, `course` its direction (-1:
    none). `tested` are features and tests behind it; `low` as in `Progress`.
    """

    unit: str
    target: str
    reaction: bool = False
    status: str = "revealed"
    after: int = 0
    quarter: int = 0
    spent: int = 0
    turned: int = 0
    path: tuple[str, ...] = ()
    aim: Pose | None = None
    start: int = 0
    run: int = 0
    line: int = 0
    course: int = -1
    tested: tuple[str, ...] = ()
    straight: bool = False
    met: str = ""
    low: int = -1


@dataclass(frozen=True, slots=True)
class Evasion:
    """[E.2.2.light_evade] [E.2.3.evade] A unit that retires before a charge, quarter by quarter.

    From `origin` in `direction` (hundredths of a degree), `run` thousandths of cm in all after `wait`
    quarters spent on limbering; `quarter` are done.
    """

    unit: str
    charger: str
    origin: Pose
    direction: int
    run: int
    wait: int = 0
    quarter: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """[geo.allowance] How far the move of the moving unit (`State.mover`) has come.

    `pending` is what must be asked next: "" an order, zoc (E.6.options), withdraw (E.8.voluntary),
    over (the move is at its end). `plain` is the account without the road bonus, `by_road` whether
    the move has kept to roads so far (geo.road); `forced` a forced march; `fell_back` that it may
    enter no ZOC any more (E.6.options); `freely` that it moved as open order does (E.3.2.free);
    `began_held` that it began in a ZOC or in contact; `changes` of formation, `tested` features
    (E.5.test), `quarter` the last quarter of its allowance in which others could react, `low` the level
    from which its way has come up, -1 at its beginning (geo.cost); `leg_from` where the leg began that it
    has just walked, None when something else came after it: a turn now belongs to it (geo.free_move).
    """

    pending: str = ""
    plain: int = 0
    by_road: bool = False
    forced: bool = False
    fell_back: bool = False
    freely: bool = False
    began_held: bool = False
    changes: int = 0
    tested: tuple[str, ...] = ()
    quarter: int = -1
    low: int = -1
    leg_from: Pose | None = None


@dataclass(frozen=True)
class State:
    """A position. `phase` names the step (the cursor, with `active`, `turn`, `formation`, `mover`).

    `notes` are the secret charge notes (unit, target) of this turn; `charges` those revealed
    and those made in reaction, `evasions` who retires before the charge under way;
    `fires` the sealed fire orders of each side; `initiative` who won C.2, `lead` how many
    formations that gave him and `bonus` how many of them he may still move first; `formation` the brigade or division being moved, `mover` the
    unit whose move is under way with `account` the thousandths of its allowance spent and
    `turned` the hundredths of a degree it has turned, `trail` where it has been and `progress` the rest
    of what its move has come to; `acted` who has finished in this formation; `done` formations already activated;
    `held` who holds each objective; `points` victory points; `demoralised` brigades past one third
    (H.2); `features` bridges blown; `orders` written orders by commander or unit.
    """

    units: dict[str, Unit]
    commanders: dict[str, Commander]
    turn: int = 1
    phase: str = "setup"
    active: Side = ""
    initiative: Side = ""
    bonus: int = 0
    lead: int = 0
    formation: str = ""
    mover: str = ""
    account: int = 0
    turned: int = 0
    trail: tuple[Pose, ...] = ()
    progress: Progress = Progress()
    acted: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    charges: tuple[Charge, ...] = ()
    evasions: tuple[Evasion, ...] = ()
    fires: tuple[Shot, ...] = ()
    melees: tuple[Melee, ...] = ()
    orders: dict[str, Order] = field(default_factory=dict)
    couriers: dict[str, Courier] = field(default_factory=dict)
    held: dict[str, Side] = field(default_factory=dict)
    points: dict[Side, int] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)
    demoralised: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    features: dict[str, str] = field(default_factory=dict)
    answered: tuple[str, ...] = ()
    measuring: bool = False
