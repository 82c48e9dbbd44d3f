"""[G.4] Advance after combat: infantry a little, cavalry by its control, guns not at all."""

from __future__ import annotations

from grognard.engines.core.board.tabletop import (
    Pose,
    bearing,
    edge_to_align,
    flush,
    sweep_leg,
)
from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import Ask, Procedure
from grognard.engines.core.show.explain import Modifier
from grognard.engines.risorgimento.army.units import LINE
from grognard.engines.risorgimento.command.succession import attached_to, bonus, ride_down
from grognard.engines.risorgimento.field.effects import (
    change,
    come_upon,
    disorder,
    name_of,
    penalties,
    tell,
)
from grognard.engines.risorgimento.field.footprint import base, everyone, on_table
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.field.support import melees
from grognard.engines.risorgimento.field.watchers import watchers
from grognard.engines.risorgimento.ground.allowance import allowance
from grognard.engines.risorgimento.ground.sectors import has_room, why_not_slot
from grognard.engines.risorgimento.manoeuvre.encounter import (
    contact_place,
    ride_over,
    take_guns,
    trample,
)
from grognard.engines.risorgimento.manoeuvre.guns import serves
from grognard.engines.risorgimento.melee.facing import may_turn, surprised_by
from grognard.engines.risorgimento.melee.melee_result import give_way, struck, tired
from grognard.engines.risorgimento.melee.melee_roll import Side, fixed, part_in, roll, sides_of
from grognard.engines.risorgimento.melee.straight import (
    ahead,
    effort,
    feature_ahead,
    keeps_order,
    room,
)
from grognard.engines.risorgimento.melee.villages import take_slot
from grognard.engines.risorgimento.morale.heart import reach_objectives, regain
from grognard.engines.risorgimento.morale.retreats import bring_commander, column_move, retire
from grognard.engines.risorgimento.ride import crews
from grognard.engines.risorgimento.ride.charge_account import CONTACT_MADE, OVER, alter
from grognard.engines.risorgimento.ride.charge_path import FULL, Ride, read_ride
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Melee, State
from grognard.engines.risorgimento.tables import number, rows

ADVANCE = "advance:"
"""Before winner and beaten enemy in `State.answered`: the advance after the charges (E.1.melee)."""


def advance(
    table: Board, melee: Melee, winner: Side, left: tuple[str, str] = ("", "")
) -> Procedure[None]:
    """[G.4.advance] The winning frontal unit must advance; supporters and guns do not.

    `left` is the sector and place in a village that the beaten enemy has left, if it was in one.
    """
    kind = table.setup.types[winner.unit]
    if kind.arm == "artillery":
        tell(
            table,
            text("{unit} stays.", unit=name_of(table, winner.unit)),
            "G.4.artillery",
            uid=winner.unit,
        )
    elif kind.arm == "infantry":
        start = table.state.units[winner.unit].pose
        advance_infantry(table, winner, left)
        reach_objectives(table, winner.unit, start)
    else:
        yield from advance_cavalry(table, melee, winner)


def advance_infantry(table: Board, winner: Side, left: tuple[str, str] = ("", "")) -> None:
    """[G.4.2.infantry] One cm straight ahead, or into the side of a village that was left."""
    setup = table.setup
    unit = table.state.units[winner.unit]
    if left[0] and not unit.sector and may_take(setup, table.state, winner.unit, left):
        take_slot(table, winner.unit, *left, "G.4.2.infantry")
        return
    if unit.pose is None or unit.sector:
        return
    left_cm, moved, felt = setup.cm["infantry_advance_cm"], 0.0, set[str]()
    while left_cm > setup.eps:
        run, who = ahead(setup, table.state, winner.unit, left_cm)
        feature = feature_ahead(setup, table.state, winner.unit, run, felt)
        run = run if feature is None else feature[0]
        _go_on(table, winner.unit, run)
        left_cm, moved = left_cm - run, moved + run
        if feature is not None:
            felt.add(feature[1])
            if keeps_order(table, winner.unit, feature[1]):
                continue
            break
        if not who or not _flees(table, winner.unit, who):
            break
        trample(table, who)
    if moved > setup.eps:
        tell(
            table,
            text("{unit} advances.", unit=name_of(table, winner.unit)),
            "G.4.2.infantry",
            "G.4.advance",
            *(("commanders.attach",) if attached_to(table.state, winner.unit) else ()),
            uid=winner.unit,
            kind="move",
        )


def _flees(table: Board, uid: str, other: str) -> bool:
    """[H.1.contacted] Whether a unit is an enemy of another that routs."""
    setup, unit = table.setup, table.state.units[other]
    return unit.routed and setup.types[other].side != setup.types[uid].side


def _go_on(table: Board, uid: str, run: float) -> float:
    """Go straight ahead, and act on what lay on the way (loss.contacted, geo.gun_spot).

    Returns what of its allowance it has spent, in cm (geo.cost).
    """
    unit = table.state.units[uid]
    if unit.pose is None or run <= 0:
        return 0.0
    spent = effort(table.setup, table.state, uid, run)
    before = base(table.setup, unit)
    change(table, uid, pose=unit.pose.moved(run, unit.pose.heading), stirred=True)
    bring_commander(table, uid)
    swept = sweep_leg(before, base(table.setup, table.state.units[uid]))
    ride_down(table, uid, swept)
    if table.setup.types[uid].arm == "cavalry":
        ride_over(table, uid, swept)
    return spent


def may_take(setup: Setup, state: State, uid: str, left: tuple[str, str]) -> bool:
    """[G.4.2.infantry] [G.5.slots] Whether a unit can step into the place that a defender has left."""
    return why_not_slot(setup, state, uid, *left) is None and has_room(setup, state, uid, *left)


# -- cavalry (G.4.1) ---------------------------------------------------------------------------


def advance_cavalry(table: Board, melee: Melee, winner: Side) -> Procedure[None]:
    """[G.4.1.test] Below its discipline the cavalry is controlled, else it pursues."""
    if melee.kind == "second":
        return
    yield from _onward(table, winner)


def _onward(table: Board, winner: Side) -> Procedure[None]:
    if controlled(table, winner):
        yield from ride_free(table, winner.unit)
    else:
        yield from pursue(table, winner)


def advance_after_charge(table: Board) -> Procedure[None]:
    """[E.1.melee] When the charge melees have been fought their winners advance, one after another."""
    for mark in [mark for mark in table.state.answered if mark.startswith(ADVANCE)]:
        table.update(answered=tuple(one for one in table.state.answered if one != mark))
        unit, enemy = mark.removeprefix(ADVANCE).split(":")
        held = table.state.units[unit]
        if on_table(held) and not held.routed:
            yield from advance(table, Melee(unit, enemy, (), "charge"), Side(unit, enemy, (), ()))


def follow_up(table: Board, uid: str, enemy: str) -> Procedure[None]:
    """[E.2.2.follow] Cavalry that rode after evaders and met nobody checks for its advance."""
    unit = table.state.units[uid]
    if on_table(unit) and not unit.routed:
        yield from _onward(table, Side(uid, enemy, (), ()))


def controlled(table: Board, winner: Side) -> bool:
    """[G.4.1.test] d10 with its modifiers, strictly below the discipline value."""
    setup = table.setup
    kind, foe = setup.types[winner.unit], setup.types[winner.enemy]
    listed = rows("discipline_cases")
    found = penalties(setup, table.state, winner.unit, "discipline_modifiers")
    names = ["advance_light"] if kind.weight == "light" else []
    names += ["advance_guard"] if foe.guard or foe.grenadier else []
    found += [
        Modifier(int(listed[n]["value"]), named("term", listed[n]["name"]), listed[n]["rule"])
        for n in names
    ]
    gift = bonus(table.state, winner.unit)
    if gift:
        leader = setup.posts[attached_to(table.state, winner.unit)].name
        found.append(Modifier(-gift, text("{name} attached", name=leader), "dice.commander_bonus"))
    roll = table.roll(
        seat=setup.seat_of(kind.side),
        rule="G.4.1.test",
        purpose="cavalry_advance",
        subject=winner.unit,
        sides=number("die"),
        first=1,
        modifiers=found,
        target=kind.vd - 1,
        result=lambda total: "controlled" if total < kind.vd else "pursuit",
        says=text("{unit}: advance (below {n})", unit=kind.name, n=kind.vd),
    )
    return roll.result == "controlled"


def ride_free(table: Board, uid: str) -> Procedure[None]:
    """[G.4.1.controlled] Up to its line move wherever it likes, even charging another enemy."""
    setup = table.setup
    most = allowance(setup.types[uid], LINE)
    choice = yield Ask(
        setup.seat_of(setup.types[uid].side),
        "advance",
        text("{unit} is under control: where does it ride?", unit=name_of(table, uid)),
        ("G.4.1.controlled",),
        Ride(setup, table.state, uid, most, "G.4.1.controlled"),
        form="manoeuvre",
        subject=(uid,),
        odds="order_odds",
        weighs={"unit": uid},
    )
    found = read_ride(choice)
    unit = table.state.units[uid]
    if found is None or unit.pose is None:
        return
    turn, run = found
    direction = (unit.pose.h + turn) % FULL / 100
    if not turn_on_the_spot(table, uid, direction):
        _no_room(table, uid, "G.4.1.controlled")
        return
    foe = _charged(setup, table.state, uid, run / 1000)
    if not foe or table.state.units[uid].disorder:
        yield from _ride(table, uid, run / 1000, "G.4.1.controlled", charges=False)
        return
    met = yield from watchers(table).charges_on(table, uid, foe, run / 1000)
    if met:
        yield from second_fight(table, uid, met, "G.4.1.controlled")
    for charge in table.state.charges:
        if charge.status == CONTACT_MADE and uid in (charge.unit, charge.met):
            alter(table, charge.unit, status=OVER)


def turn_on_the_spot(table: Board, uid: str, direction: float) -> bool:
    """Face a direction (degrees) where there is room for it; return whether there is."""
    unit = table.state.units[uid]
    if unit.pose is None:
        return False
    faced = base(table.setup, unit).at(Pose.of(*unit.pose.centre, direction))
    others = everyone(table.setup, table.state, but=(uid,))
    if len(others.overlapping(faced)) or room(table.setup, faced, direction) < -table.setup.eps:
        return False
    if faced.pose != unit.pose:
        change(table, uid, pose=faced.pose, stirred=True)
        bring_commander(table, uid)
    return True


def _no_room(table: Board, uid: str, rule: str) -> None:
    tell(table, text("{unit} has no room to ride on.", unit=name_of(table, uid)), rule, uid=uid)


def _charged(setup: Setup, state: State, uid: str, most: float) -> str:
    """[G.4.1.controlled] The enemy in order that a ride straight ahead comes upon first, "" none."""
    side = setup.types[uid].side
    gone = [
        other
        for other, unit in state.units.items()
        if setup.types[other].side != side and (unit.routed or unit.spot is not None)
    ]
    _, who = ahead(setup, state, uid, most, past=gone)
    return who if who and setup.types[who].side != side else ""


def pursue(table: Board, winner: Side) -> Procedure[None]:
    """[G.4.1.pursuit] Straight after the beaten unit, up to its line move; whoever is met is fought."""
    unit, enemy = table.state.units[winner.unit], table.state.units[winner.enemy]
    if unit.pose is None:
        return
    tell(
        table,
        text("{unit} pursues.", unit=name_of(table, winner.unit)),
        "G.4.1.pursuit",
        uid=winner.unit,
    )
    toward = unit.pose.heading
    if enemy.pose is not None:
        toward = bearing(unit.pose.centre, enemy.pose.centre)
    if not turn_on_the_spot(table, winner.unit, toward):
        _no_room(table, winner.unit, "G.4.1.pursuit")
        return
    most = allowance(table.setup.types[winner.unit], LINE)
    yield from _ride(table, winner.unit, most, "G.4.1.pursuit")


def _ride(
    table: Board, uid: str, most: float, rule: str, *, charges: bool = True
) -> Procedure[None]:
    """Ride straight ahead: routed units met are removed, crews are tested, another enemy is fought.

    Features of the ground are tested for as in any move. Cavalry that may not charge stops short.
    """
    setup, felt, start = table.setup, set[str](), table.state.units[uid].pose
    while most > setup.eps:
        run, who = ahead(setup, table.state, uid, most)
        foe = who if who and setup.types[who].side != setup.types[uid].side else ""
        if foe and not charges and not _taken(table.state, foe):
            _halt(table, uid, foe, run)
            break
        feature = feature_ahead(setup, table.state, uid, run, felt)
        guns = bool(foe) and foe not in felt and serves(setup, table.state, foe)
        near = _within_range(setup, table.state, uid, foe, run) if guns else run
        if feature is not None and feature[0] <= near:
            most -= _go_on(table, uid, feature[0])
            felt.add(feature[1])
            if keeps_order(table, uid, feature[1]):
                continue
            break
        if guns:
            most -= _go_on(table, uid, near)
            felt.add(foe)
            yield from crews.crew_test(table, uid, foe)
            if _gone(table, uid):
                return
            continue
        most -= _go_on(table, uid, run)
        if not foe:
            break
        if table.state.units[foe].routed:
            trample(table, foe)
        elif table.state.units[foe].spot is not None:
            take_guns(table, foe)
        elif on_table(table.state.units[foe]):
            yield from _attack(table, uid, foe, rule)
            _crews_come_back(table)
            return
    _crews_come_back(table)
    tell(table, text("{unit} rides on.", unit=name_of(table, uid)), rule, uid=uid, kind="move")
    reach_objectives(table, uid, start)


def _taken(state: State, foe: str) -> bool:
    """[H.1.contacted] [E.2.3.crew] Whether who comes upon an enemy takes it without a fight."""
    return state.units[foe].routed or state.units[foe].spot is not None


def _halt(table: Board, uid: str, foe: str, run: float) -> None:
    """[B.1.restrictions] Disordered cavalry does not charge: it stops a little short of the enemy."""
    _go_on(table, uid, max(0.0, run - table.setup.cm["short_stop_cm"]))
    words = text("Disordered cavalry may not charge.")
    table.shortfall("B.1.restrictions", foe, words)


def _gone(table: Board, uid: str) -> bool:
    return not on_table(table.state.units[uid]) or table.state.units[uid].routed


def _crews_come_back(table: Board) -> None:
    """[E.2.3.crew] At the end of a ride after the charge step; in it they come back when it is over."""
    if table.state.phase != "E.charges":
        crews.return_crews(table)


def _within_range(setup: Setup, state: State, uid: str, guns: str, run: float) -> float:
    """[E.2.3.test] Return how far ahead a battery is within its short range."""
    stand, goal = base(setup, state.units[uid]), base(setup, state.units[guns]).polygon
    reach = ranges(setup.types[guns].weapon, setup.scale)
    within, low, high = (reach.short if reach else 0.0) + setup.eps, 0.0, run
    while high - low > setup.eps / 2:
        mid = (low + high) / 2
        place = stand.at(stand.pose.moved(mid, stand.heading))
        near = float(place.polygon.distance(goal)) <= within
        low, high = (low, mid) if near else (mid, high)
    return low if low <= setup.eps / 2 else high


def _attack(table: Board, uid: str, enemy: str, rule: str) -> Procedure[None]:
    """[G.align] The advance has met another enemy: align with it and fight, if there is room."""
    setup = table.setup
    stand, foe = base(setup, table.state.units[uid]), base(setup, table.state.units[enemy])
    edge = edge_to_align(stand, foe, touching=False)
    flat = stand if edge is None else flush(stand, foe, edge)
    placed, why = contact_place(setup, table.state, uid, flat, enemy)
    if placed is None:
        table.shortfall(why.rule, enemy, why.words)
        return
    change(table, uid, pose=placed.pose)
    bring_commander(table, uid)
    come_upon(table, uid, enemy)
    ride_down(table, uid)
    reach_objectives(table, uid)
    yield from second_fight(table, uid, enemy, rule)


def second_fight(table: Board, uid: str, enemy: str, rule: str) -> Procedure[None]:
    """[G.4.1.second] One more fight; then the cavalry is Disordered, and goes back unless it won.

    It is a melee like any other: who is met from the side may turn (G.2.turn), and supporters and
    guns beside the two count.
    """
    if surprised_by(table.setup, table.state, enemy) == uid:
        yield from may_turn(table, enemy, uid)
    melee = _second(table.setup, table.state, uid, enemy)
    one, other = sides_of(melee)
    own, foe = (one, other) if uid in (one.unit, *one.helpers) else (other, one)
    words = text("{unit} meets {enemy}.", unit=name_of(table, uid), enemy=name_of(table, enemy))
    table.log("phase", words, "G.4.1.second", rule, pieces=(uid, enemy))
    rolls = (roll(table, melee, own), roll(table, melee, foe))
    lost = yield from struck(table, own, rolls[1])
    won = yield from struck(table, foe, rolls[0])
    tired(table, (own, foe))
    beaten = [side for side, gives_way in ((foe, won), (own, lost)) if gives_way]
    yield from give_way(table, *beaten)
    if lost and not won:
        yield from _beat_it_off(table, melee, foe)
    unit = table.state.units[uid]
    if not on_table(unit) or unit.routed or lost:
        return
    disorder(table, uid, "G.4.1.second")
    if won:
        regain(table, own.unit)
    else:
        retire(table, uid, column_move(table.setup, uid) / 2, "G.4.1.second")


def _beat_it_off(table: Board, melee: Melee, winner: Side) -> Procedure[None]:
    """[morale.regain] [G.4.advance] Who makes the cavalry retire has won a melee as any other.

    Horse stays where it has won: nobody fights a third time in the turn (G.4.1.second).
    """
    held = table.state.units[winner.unit]
    if on_table(held) and not held.routed:
        regain(table, winner.unit)
        yield from advance(table, melee, winner)


def _second(setup: Setup, state: State, uid: str, enemy: str) -> Melee:
    """[G.4.1.second] The melee that cavalry has come into, with all that take part in it."""
    both = {uid, enemy}
    found = [one for one in melees(setup, state, "second") if both <= part_in(one)]
    halves = tuple((name, state.units[name].halves) for name in (uid, enemy))
    melee = found[0] if found else Melee(uid, enemy, (), "second", halves)
    return fixed(setup, state, melee)
