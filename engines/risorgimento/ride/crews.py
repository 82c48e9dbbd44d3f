"""[E.2.3] Batteries and cavalry: the crew's test, its fire, its flight, and the guns that are taken."""

from __future__ import annotations

from math import dist

import numpy as np

from grognard.engines.core.board.tabletop import Pose, distance, hits_leg
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure, Reaction
from grognard.engines.risorgimento.army.units import OPEN
from grognard.engines.risorgimento.field.effects import (
    change,
    disorder,
    name_of,
    plain_discipline,
    tell,
)
from grognard.engines.risorgimento.field.footprint import (
    base,
    base_at,
    enemies,
    everyone,
    friends,
    on_table,
)
from grognard.engines.risorgimento.field.questions import put
from grognard.engines.risorgimento.fire import opportunity
from grognard.engines.risorgimento.ground.allowance import movement
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.manoeuvre.encounter import take_guns
from grognard.engines.risorgimento.manoeuvre.guns import CREW, crew_point, serves
from grognard.engines.risorgimento.map.tablemap import housed
from grognard.engines.risorgimento.morale.retreats import (
    bring_commander,
    find_way,
    goes_as,
    home,
    settle,
)
from grognard.engines.risorgimento.movement.move_under_way import note, on_board
from grognard.engines.risorgimento.movement.movement import Leg
from grognard.engines.risorgimento.ride.charge_account import alter, charge_of
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State

FIRE = "fire"


def target_guns(state: State, uid: str) -> str:
    """Return the target of a unit's charge, "" without one."""
    charge = charge_of(state, uid)
    return charge.target if charge is not None else ""


def point(setup: Setup, state: State, uid: str, found: Leg) -> float | None:
    """[E.2.3.test] Return where a leg brings cavalry within short range of the battery it charges."""
    foe = target_guns(state, uid)
    charge = charge_of(state, uid)
    if not foe or charge is None or f"{CREW}{foe}" in charge.tested:
        return None
    return crew_point(setup, state, foe, found)


def spare_crew(table: Board, rider: str, guns: str) -> None:
    """[E.2.3.evade] A battery that evades has its alternative to standing: no crew test of this charge."""
    charge = charge_of(table.state, rider)
    if charge is not None:
        alter(table, rider, tested=(*charge.tested, f"{CREW}{guns}"))


def crew_test(table: Board, rider: str, guns: str) -> Procedure[None]:
    """[E.2.3.test] A battery charged or contacted by cavalry: it may fire, or its crew leaves the guns."""
    setup = table.setup
    if not guns or not serves(setup, table.state, guns):
        return
    if not _first_time(table, rider, f"{CREW}{guns}"):
        return
    light = setup.types[rider].weight == "light"
    if plain_discipline(table, guns, "guns_light" if light else "guns_heavy", "E.2.3.test"):
        yield from _guns_fire(table, rider, guns)
    else:
        leave_guns(table, guns, rider)


def _first_time(table: Board, rider: str, mark: str) -> bool:
    """[E.2.3.test] Note that a crew is tested by a charge or a move; return whether it had not been yet."""
    state = table.state
    charge = charge_of(state, rider)
    if state.mover == rider:
        first = mark not in state.progress.tested
        note(table, tested=(*state.progress.tested, mark))
    elif charge is not None:
        first = mark not in charge.tested
        alter(table, rider, tested=(*charge.tested, mark))
    else:
        first = True
    return first


def _guns_fire(table: Board, rider: str, guns: str) -> Procedure[None]:
    """[E.2.3.test] A crew that stands may use opportunity fire at the cavalry."""
    setup = table.setup
    shot = opportunity.shot_at(setup, table.state, guns, rider)
    if shot is None:
        return
    labels = [(FIRE, text("Fire")), (PASS, text("Hold fire"))]
    prompt = text(
        "{unit} stands to its guns: fire at {enemy}?",
        unit=name_of(table, guns),
        enemy=name_of(table, rider),
    )
    ask = Ask(
        setup.seat_of(setup.types[guns].side),
        "guns_fire",
        prompt,
        ("E.2.3.test", "E.9.who"),
        Listed(labels),
        interrupt=True,
        subject=(guns, rider),
        odds="fire_odds",
        reaction=Reaction(text("fire of a crew that stands to its guns"), (rider,)),
    )
    choice = yield from put(table, ask)
    if choice == FIRE:
        opportunity.resolve(table, shot)


def leave_guns(table: Board, guns: str, rider: str) -> None:
    """[E.2.3.crew] The crew runs and stands elsewhere; the guns stay where they are."""
    unit = table.state.units[guns]
    change(table, guns, spot=unit.pose, sector="", slot="", stirred=True)
    words = text("The crew of {unit} leaves the guns.", unit=name_of(table, guns))
    tell(table, words, "E.2.3.crew", "E.2.3.test", uid=guns)
    place = refuge(table.setup, table.state, guns, rider)
    if place is not None:
        change(table, guns, pose=place)
        bring_commander(table, guns)


def refuge(setup: Setup, state: State, guns: str, rider: str) -> Pose | None:
    """[E.2.3.crew] Return where a crew runs: behind the nearest friend it can reach, else homewards.

    None: it is cut off and stays where it is. Homewards it stops before the edge of the table.
    """
    run, step = movement("line_infantry", OPEN, setup.scale), setup.cm["screen_step_cm"]
    place = _behind_friend(setup, state, guns, rider, run)
    while place is None and run > 0:
        place = _homewards(setup, state, guns, run)
        run -= step
    return place


def _homewards(setup: Setup, state: State, guns: str, run: float) -> Pose | None:
    """[geo.retreat] The end of a crew's way home; past a friend at its end, but not over a river."""
    way = find_way(setup, state, guns, run)
    return settle(setup, state, guns, way, facing=None) if way and not way.off else None


def _behind_friend(setup: Setup, state: State, guns: str, rider: str, run: float) -> Pose | None:
    """[E.2.3.crew] The place behind the nearest friend in order, farther from the cavalry than the guns."""
    stand, horse = base(setup, state.units[guns]), base(setup, state.units[rider])
    mates, foes = friends(setup, state, guns), enemies(setup, state, setup.types[guns].side)
    others, afoot = everyone(setup, state, but=(guns,)), goes_as(setup, state.units[guns])
    for index in np.argsort(mates.distances(stand), kind="stable").tolist() if len(mates) else ():
        mate, unit = mates.items[index], state.units[mates.ids[index]]
        back = mate.depth / 2 + stand.depth / 2 + setup.cm["short_stop_cm"]
        place = stand.at(mate.pose.moved(back, mate.heading + 180.0))
        if (
            unit.routed
            or unit.spot is not None
            or dist(place.centre, stand.centre) > run + setup.eps
        ):
            continue
        free = not len(others.overlapping(place)) and not len(hits_leg(stand, place, foes))
        away = distance(place, horse) > distance(stand, horse)
        firm = on_board(setup, place) and may_stand(setup, state, *afoot, place.centre)
        if free and away and firm:
            return place.pose
    return None


def return_crews(table: Board) -> None:
    """[E.2.3.crew] Crews retake the guns that no charge has touched, Disordered."""
    for uid, unit in list(table.state.units.items()):
        if unit.spot is None or not on_table(unit):
            continue
        place = _by_the_guns(table.setup, table.state, uid)
        if place is None:
            take_guns(table, uid)
            continue
        sector, slot = housed(table.setup.table, place)
        change(table, uid, pose=place, spot=None, sector=sector, slot=slot)
        bring_commander(table, uid)
        words = text("The crew of {unit} is back at its guns.", unit=name_of(table, uid))
        tell(table, words, "E.2.3.crew", uid=uid)
        disorder(table, uid, "E.2.3.crew")


def _by_the_guns(setup: Setup, state: State, uid: str) -> Pose | None:
    """[E.2.3.crew] Return where a battery stands again; None if an enemy has come to stand on its place.

    A friend that fell back onto it leaves it the first free place on the way to its own lines.
    """
    kind, unit = setup.types[uid], state.units[uid]
    others = everyone(setup, state, but=(uid,))
    place, step = unit.spot, setup.cm["screen_step_cm"]
    while place is not None:
        stand = base_at(kind, unit.formation, place)
        on_it = others.overlapping(stand).tolist()
        taken = any(setup.types[others.ids[i]].side != kind.side for i in on_it)
        if taken and place == unit.spot:
            return None
        if not on_it and may_stand(setup, state, kind, unit.formation, stand.centre):
            return place
        place = place.moved(step, home(setup, uid))
        place = place if on_board(setup, base_at(kind, unit.formation, place)) else None
    return None
