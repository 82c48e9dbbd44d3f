"""[G.4] Advance after combat: infantry a little, cavalry by its control, guns not at all."""

from __future__ import annotations

import numpy as np

from engines.core.board.runs import Runs
from engines.core.board.tabletop import EPS, Base, Pose, bearing, edge_to_align, flush, sweep_leg
from engines.core.data.text import named, text
from engines.core.show.asks import Ask, Procedure
from engines.core.show.explain import Modifier
from engines.risorgimento.army.units import LINE
from engines.risorgimento.command.succession import attached_to, bonus
from engines.risorgimento.field.effects import change, disorder, name_of, penalties, remove, tell
from engines.risorgimento.field.footprint import base, enemies, everyone, on_table
from engines.risorgimento.ground.allowance import allowance
from engines.risorgimento.ground.ground import course
from engines.risorgimento.ground.sectors import has_room, why_not_slot
from engines.risorgimento.manoeuvre.encounter import contact_place, ride_down
from engines.risorgimento.melee.melee_result import give_way, struck, tired
from engines.risorgimento.melee.melee_roll import Side, roll, sides_of
from engines.risorgimento.melee.villages import take_slot
from engines.risorgimento.morale.morale import reach_objectives, regain
from engines.risorgimento.morale.retreats import bring_commander, column_move, retire
from engines.risorgimento.ride import crews
from engines.risorgimento.ride.charge_path import Ride, read_ride
from engines.risorgimento.setup import Board, Setup
from engines.risorgimento.state import Melee, State
from engines.risorgimento.tables import number, rows

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
        advance_infantry(table, winner, left)
        reach_objectives(table, winner.unit)
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
    run = straight(
        setup, table.state, winner.unit, unit.pose.heading, setup.cm["infantry_advance_cm"]
    )
    if run > EPS:
        change(table, winner.unit, pose=unit.pose.moved(run, unit.pose.heading), stirred=True)
        tell(
            table,
            text("{unit} advances.", unit=name_of(table, winner.unit)),
            "G.4.2.infantry",
            "G.4.advance",
            uid=winner.unit,
            kind="move",
        )


def may_take(setup: Setup, state: State, uid: str, left: tuple[str, str]) -> bool:
    """[G.4.2.infantry] [G.5.slots] Whether a unit can step into the place that a defender has left."""
    return why_not_slot(setup, state, uid, *left) is None and has_room(setup, state, uid, *left)


def straight(setup: Setup, state: State, uid: str, direction: float, most: float) -> float:
    """Return how far a unit can go without turning: to the first base, the water or the edge."""
    unit = state.units[uid]
    return (
        0.0
        if unit.pose is None
        else _clear_run(setup, state, uid, base(setup, unit), direction, most)
    )


def _clear_run(  # noqa: PLR0913 - who goes from where, and how far
    setup: Setup, state: State, uid: str, stand: Base, direction: float, most: float
) -> float:
    runs = Runs(stand, np.radians([direction]), np.radians([stand.heading]), np.array([most]))
    met, _ = runs.meeting(everyone(setup, state, but=(uid,)))
    clear = max(0.0, min(most, float(met[0]), _room(setup, stand, direction)))
    ground = course(
        setup,
        state,
        setup.types[uid],
        state.units[uid].formation,
        stand.centre,
        stand.pose.moved(clear, direction).centre,
    )
    barred = most if ground.stop is None else max(0.0, ground.stop - 2 * EPS)
    return min(clear, ground.distance(most), barred)


def _room(setup: Setup, stand: Base, direction: float) -> float:
    """How far a base goes in a direction before a corner leaves the table."""
    angle = np.radians(direction)
    step, corners = np.array([np.cos(angle), np.sin(angle)]), np.array(stand.corners)
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(step > 0, (np.array(setup.table.size) - corners) / step, -corners / step)
    room[:, np.abs(step) < 1e-9] = np.inf
    return float(room.min())


def straight_run(  # noqa: PLR0913 - as `straight`, and what it keeps clear of
    setup: Setup, state: State, uid: str, direction: float, most: float, *, keep: float = 0.0
) -> Pose | None:
    """Return where a unit comes to that faces a direction and goes straight on, None without room.

    It stops `keep` cm short of whatever is in its way, and before ground it may not stand on.
    """
    unit = state.units[uid]
    if unit.pose is None:
        return None
    stand = base(setup, unit)
    faced = stand.at(Pose.of(*stand.centre, direction))
    others = everyone(setup, state, but=(uid,))
    run = _clear_run(setup, state, uid, faced, direction, most)
    run = run if run >= most - EPS else max(0.0, run - keep)
    place = faced.at(faced.pose.moved(run, direction))
    if len(others.overlapping(place)) or _room(setup, place, direction) < -EPS:
        return None
    return place.pose


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
    """[G.4.1.controlled] Up to its line move wherever it likes, even onto another enemy."""
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
    )
    found = read_ride(choice)
    unit = table.state.units[uid]
    if found is None or unit.pose is None:
        return
    turn, run = found
    yield from _ride(table, uid, (unit.pose.h + turn) % 36000 / 100, run / 1000, "G.4.1.controlled")


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
    yield from _ride(
        table, winner.unit, toward, allowance(table.setup.types[winner.unit], LINE), "G.4.1.pursuit"
    )


def _ride(table: Board, uid: str, direction: float, most: float, rule: str) -> Procedure[None]:
    """Ride straight on, heading along the line; routed units met are removed, another enemy is fought."""
    setup = table.setup
    while most > EPS:
        before = table.state.units[uid].pose
        place = straight_run(setup, table.state, uid, direction, most)
        if place is None or before is None:
            words = text("{unit} has no room to ride on.", unit=name_of(table, uid))
            tell(table, words, rule, uid=uid)
            return
        change(table, uid, pose=place, stirred=True)
        bring_commander(table, uid)
        ride_down(table, uid)
        stand = base(setup, table.state.units[uid])
        crews.ride_over(table, uid, sweep_leg(stand.at(Pose(before.x, before.y, place.h)), stand))
        most -= max(EPS, float(np.hypot(place.x - before.x, place.y - before.y)) / 1000)
        met = _first_met(setup, table.state, uid)
        if met is None:
            break
        if not (table.state.units[met].routed or table.state.units[met].spot):
            yield from _attack(table, uid, met, rule)
            return
        remove(table, met, "H.1.contacted" if table.state.units[met].routed else "E.2.3.crew")
    tell(table, text("{unit} rides on.", unit=name_of(table, uid)), rule, uid=uid, kind="move")
    reach_objectives(table, uid)


def _first_met(setup: Setup, state: State, uid: str) -> str | None:
    """[geo.sweep] The enemy that the front of a unit touches: the nearest to the middle of it."""
    stand = base(setup, state.units[uid])
    foes = enemies(setup, state, setup.types[uid].side)
    if not len(foes):
        return None
    ahead = [
        (abs(stand.ahead(foes.items[i].centre)[1]), foes.ids[i])
        for i in foes.within(stand, 2 * EPS).tolist()
        if stand.ahead(foes.items[i].centre)[0] > stand.depth / 2
    ]
    return min(ahead)[1] if ahead else None


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
    yield from second_fight(table, uid, enemy, rule)


def second_fight(table: Board, uid: str, enemy: str, rule: str) -> Procedure[None]:
    """[G.4.1.second] One more fight; then the cavalry is Disordered, and goes back unless it won."""
    state = table.state
    melee = Melee(
        uid,
        enemy,
        (),
        "second",
        ((uid, state.units[uid].halves), (enemy, state.units[enemy].halves)),
    )
    one, other = sides_of(melee)
    words = text("{unit} meets {enemy}.", unit=name_of(table, uid), enemy=name_of(table, enemy))
    table.log("phase", words, "G.4.1.second", rule, pieces=(uid, enemy))
    rolls = (roll(table, melee, one), roll(table, melee, other))
    tired(table, (one, other))
    lost = yield from struck(table, one, rolls[1])
    won = yield from struck(table, other, rolls[0])
    if won:
        yield from give_way(table, other)
    if lost:
        yield from give_way(table, one)
    unit = table.state.units[uid]
    if not on_table(unit) or unit.routed or lost:
        return
    disorder(table, uid, "G.4.1.second")
    if won:
        regain(table, uid)
    else:
        retire(table, uid, column_move(table.setup, uid) / 2, "G.4.1.second")
