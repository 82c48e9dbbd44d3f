"""[E.6.options] [E.8] Out of a ZOC, or out of a melee: align, advance, fall back, withdraw."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

import shapely

from grognard.engines.core.board.tabletop import (
    Base,
    Pose,
    distance,
    edge_to_align,
    facing_share,
    turn_between,
)
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.command.succession import ride_down
from grognard.engines.risorgimento.field.effects import change, discipline_test, name_of, tell
from grognard.engines.risorgimento.field.footprint import base, everyone, side_of
from grognard.engines.risorgimento.manoeuvre.path import fire_at, quarters, walk
from grognard.engines.risorgimento.movement.move_under_way import (
    OVER,
    engaged_with,
    goes_on,
    note,
    on_board,
    put,
    still,
)
from grognard.engines.risorgimento.movement.movement import leg
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.movement.zoc import holders
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

ALIGN, ADVANCE, FALL_BACK, WITHDRAW = "align:", "advance", "fall_back", "withdraw"


# -- whom it faces -----------------------------------------------------------------------------


def most_in_front(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[geo.most_in_front] Return the enemy a held unit has most in its front; several on a tie."""
    stand = base(setup, state.units[uid])
    ranked: list[tuple[float, float, str]] = []
    for foe in holders(setup, state, uid, stand):
        other = base(setup, state.units[foe])
        if stand.ahead(other.centre)[0] > stand.depth / 2:
            share, gap = facing_share(stand, other), distance(stand, other)
            ranked.append((-round(share, 4), round(gap, 4), foe))
    ranked.sort()
    return tuple(foe for share, gap, foe in ranked if (share, gap) == ranked[0][:2])


def aligned(setup: Setup, state: State, uid: str, foe: str) -> Pose | None:
    """[geo.align] Return the pose of a unit turned on the spot to the enemy's nearest edge."""
    stand, other = base(setup, state.units[uid]), base(setup, state.units[foe])
    edge = edge_to_align(stand, other, touching=False)
    if edge is None:
        return None
    after = stand.at(Pose.of(*stand.centre, (other.normal(edge) + 180.0) % 360.0))
    if len(everyone(setup, state, but=(uid,)).overlapping(after)) or not on_board(setup, after):
        return None
    return after.pose


def ahead(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[E.6.options] Return the enemies directly in front of a unit that holds it."""
    stand = base(setup, state.units[uid])
    return tuple(
        foe
        for foe in holders(setup, state, uid, stand)
        if facing_share(stand, base(setup, state.units[foe])) > 0
        and stand.ahead(base(setup, state.units[foe]).centre)[0] > stand.depth / 2
    )


# -- the three options -------------------------------------------------------------------------


class ZocOptions(Choices):
    """Either "align:<enemy>", "advance" (as far as it can) or {"advance": thousandths of cm}, "fall_back".

    "pass": it stays, which a unit that began its move in the ZOC may do, and one with no other way.
    """

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup, self.state, self.uid = setup, state, uid

    def __iter__(self) -> Iterator[Choice]:
        found: list[Choice] = [
            f"{ALIGN}{foe}" for foe in most_in_front(self.setup, self.state, self.uid)
        ]
        found += [ADVANCE, FALL_BACK]
        found = [choice for choice in found if self.why_not(choice) is None]
        if self.state.progress.began_held or not found:
            found.insert(0, PASS)
        return iter(found)

    def why_not(self, choice: Choice) -> Refusal | None:
        setup, state, uid = self.setup, self.state, self.uid
        if choice == PASS:
            if state.progress.began_held or list(self) == [PASS]:
                return None
            words = text("It has entered a ZOC: it aligns, advances or falls back.")
            return Refusal("E.6.options", words, (uid,))
        if isinstance(choice, str) and choice.startswith(ALIGN):
            return why_not_align(setup, state, uid, choice.removeprefix(ALIGN))
        if choice == ADVANCE or _length_of(setup, choice) is not None:
            return why_not_advance(setup, state, uid)
        if choice == FALL_BACK:
            return why_not_back(setup, state, uid)
        return Refusal("E.6.options", text("It aligns, advances or falls back."), (uid,))

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for choice in (ADVANCE, FALL_BACK):
            why = self.why_not(choice)
            if why is not None:
                yield choice, why

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Stay")
        if choice == FALL_BACK:
            return text("Fall back")
        if isinstance(choice, str) and choice.startswith(ALIGN):
            foe = self.setup.types[choice.removeprefix(ALIGN)].name
            return text("Align with {unit}", unit=foe)
        return text("Advance")


def _length_of(setup: Setup, choice: Choice) -> int | None:
    """The length ordered of an advance, in thousandths of a cm: none is longer than the table."""
    run = choice.get(ADVANCE) if isinstance(choice, dict) and len(choice) == 1 else None
    return run if type(run) is int and 0 < run <= 1000 * sum(setup.table.size) else None


def why_not_align(setup: Setup, state: State, uid: str, foe: str) -> Refusal | None:
    """[E.6.options] It aligns with the enemy it has most in its front, if there is room to turn."""
    if foe not in most_in_front(setup, state, uid):
        words = text("It aligns with the enemy it faces most squarely.")
        return Refusal("geo.most_in_front", words, most_in_front(setup, state, uid))
    if aligned(setup, state, uid, foe) is None:
        return Refusal("geo.align", text("It has no room to turn."), (uid,))
    return None


def why_not_advance(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[E.6.options] It advances on an enemy directly in its front."""
    mover = Mover(setup, state, uid)
    if not ahead(setup, state, uid):
        return Refusal("E.6.options", text("No enemy is directly in its front."), mover.held)
    if mover.left <= 0:
        return Refusal("geo.allowance", text("Its movement is spent."), (uid,))
    if mover.kind.arm == "artillery" and mover.unit.disorder:
        return Refusal("B.1.restrictions", text("Disordered artillery may not advance."), (uid,))
    return None


def why_not_back(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[geo.fall_back] It falls back while it has movement and room behind it."""
    mover = Mover(setup, state, uid)
    if mover.left <= 0:
        return Refusal("geo.allowance", text("Its movement is spent."), (uid,))
    if leg(mover, 2 * setup.eps, _rear(mover.stand)).length <= setup.eps:
        return Refusal("geo.fall_back", text("There is no room behind it."), (uid,))
    return None


def _rear(stand: Base) -> float:
    return (stand.heading + 180.0) % 360.0


def ask_zoc(table: Board, uid: str) -> Procedure[None]:
    """[E.6.options] Ask what a unit does that has entered an enemy ZOC, or begins its move in one."""
    setup = table.setup
    name = name_of(table, uid)
    foes = holders(setup, table.state, uid, base(setup, table.state.units[uid]))
    if not foes:
        note(table, pending="")
        return
    choice = yield Ask(
        setup.seat_of(side_of(setup, uid)),
        "zoc_option",
        text(
            "{unit} stands in the ZOC of {foe}: what does it do?",
            unit=name,
            foe=name_of(table, foes[0]),
        ),
        ("E.6.options", "E.6.stop"),
        ZocOptions(setup, table.state, uid),
        resting=True,
        subject=(uid,),
        where=foes,
        odds="order_odds",
        weighs={"unit": uid},
    )
    if choice == PASS:
        note(table, pending=OVER)
        return
    now = table.state.units[uid]
    yield from quarters(table, uid)
    if not still(table, uid, now) or table.state.progress.pending == OVER:
        return
    if choice == FALL_BACK:
        yield from fall_back(table, uid)
    elif isinstance(choice, str) and choice.startswith(ALIGN):
        yield from take_align(table, uid, choice.removeprefix(ALIGN))
    else:
        run = _length_of(table.setup, choice)
        yield from advance(table, uid, run / 1000 if run else None)


def take_align(table: Board, uid: str, foe: str) -> Procedure[None]:
    """[E.6.options] Turn on the spot to the enemy; 90 degrees or more call for a test (table 4)."""
    pose = aligned(table.setup, table.state, uid, foe)
    before = table.state.units[uid]
    if pose is None or before.pose is None:
        return
    turned = abs(turn_between(before.pose.heading, pose.heading))
    put(table, uid, pose)
    note(table, pending=OVER)
    words = text("{unit} aligns with {foe}.", unit=name_of(table, uid), foe=name_of(table, foe))
    tell(table, words, "E.6.options", "geo.align", "geo.most_in_front", uid=uid, kind="move")
    ride_down(table, uid)
    if turned >= number("front_change"):
        discipline_test(table, uid, "change_front", "B.1.test")
    yield from fire_at(table, uid, before, table.state.units[uid])


def advance(table: Board, uid: str, run: float | None) -> Procedure[None]:
    """[E.6.options] Straight ahead towards the enemy in front, as far as ordered or as it can."""
    mover = Mover(table.setup, table.state, uid)
    most = run if run is not None else max(mover.left, 0) / 1000 * mover.ma
    note(table, pending="")
    if most > table.setup.eps:
        yield from walk(table, uid, most, mover.stand.heading)
    if table.state.mover == uid and table.state.progress.pending != OVER:
        note(table, pending=OVER)


# -- falling back ------------------------------------------------------------------------------


def fall_back(table: Board, uid: str) -> Procedure[None]:
    """[geo.fall_back] Straight to its rear, front to the enemy, until it is out of the ZOC."""
    run = way_out(table.setup, table.state, uid)
    now = table.state.units[uid]
    heading = base(table.setup, now).heading
    note(table, pending="")
    words = text("{unit} falls back.", unit=name_of(table, uid))
    tell(table, words, "E.6.options", "geo.fall_back", uid=uid, kind="move")
    yield from quarters(table, uid)
    if still(table, uid, now) and not table.state.progress.pending:
        yield from walk(table, uid, run, (heading + 180.0) % 360.0)
    if not goes_on(table, uid) or table.state.progress.pending:
        return
    out = not _held(table.setup, table.state, uid, base(table.setup, table.state.units[uid]))
    note(table, fell_back=True, pending="" if out else OVER)


def way_out(setup: Setup, state: State, uid: str) -> float:
    """[geo.fall_back] Return how far back a unit is out of the ZOC and of contact, within the tolerance."""
    stand = base(setup, state.units[uid])
    angle, (x, y) = radians(stand.heading + 180.0), stand.centre

    def held(run: float) -> bool:
        spot = Pose.of(x + run * cos(angle), y + run * sin(angle), stand.heading)
        return _held(setup, state, uid, stand.at(spot))

    step, low = setup.cm["screen_step_cm"], 0.0
    high = step
    most = sum(setup.table.size)
    while held(high) and high < most:
        low, high = high, high + step
    while high - low > setup.eps / 2:
        mid = (low + high) / 2
        low, high = (mid, high) if held(mid) else (low, mid)
    return high + 2 * setup.eps


def _held(setup: Setup, state: State, uid: str, stand: Base) -> bool:
    """Whether a unit would still be in an enemy ZOC, or touch an enemy, at a place."""
    if holders(setup, state, uid, stand):
        return True
    foes = [base(setup, state.units[foe]).polygon for foe in engaged_with(setup, state, uid)]
    return any(float(shapely.distance(stand.polygon, foe)) <= setup.eps for foe in foes)


# -- out of a melee (E.8) ----------------------------------------------------------------------


class Leave(Choices):
    """Either "withdraw", or "pass": it stays in its melee."""

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup, self.state, self.uid = setup, state, uid

    def __iter__(self) -> Iterator[Choice]:
        found: list[Choice] = [PASS]
        return iter(found if self.why_not(WITHDRAW) else [PASS, WITHDRAW])

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if choice != WITHDRAW:
            return Refusal("E.8.voluntary", text("It withdraws or stays."), (self.uid,))
        return why_not_withdraw(self.setup, self.state, self.uid)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        why = self.why_not(WITHDRAW)
        if why is not None:
            yield WITHDRAW, why

    def label(self, choice: Choice) -> Text:
        return text("Stay") if choice == PASS else text("Withdraw from the melee")


def why_not_withdraw(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[E.8.voluntary] Infantry and artillery in contact with cavalry may not leave a melee."""
    foes = engaged_with(setup, state, uid)
    riders = tuple(foe for foe in foes if setup.types[foe].arm == "cavalry")
    if setup.types[uid].arm != "cavalry" and riders:
        words = text("In contact with cavalry it may not leave the melee.")
        return Refusal("E.8.voluntary", words, riders)
    return why_not_back(setup, state, uid)


def ask_withdraw(table: Board, uid: str) -> Procedure[None]:
    """[E.8.voluntary] Ask whether a unit leaves its melee."""
    setup = table.setup
    foes = engaged_with(setup, table.state, uid)
    choice = yield Ask(
        setup.seat_of(side_of(setup, uid)),
        "withdraw",
        text("{unit} is in a melee: does it leave?", unit=name_of(table, uid)),
        ("E.8.voluntary",),
        Leave(setup, table.state, uid),
        resting=True,
        subject=(uid,),
        where=foes,
    )
    if choice == PASS:
        note(table, pending=OVER)
        return
    # [E.8.no_fire] Fire at it on its way, and its own for the rest of the turn, hang on this.
    change(table, uid, withdrew=True)
    note(table, began_held=True)
    yield from fall_back(table, uid)
