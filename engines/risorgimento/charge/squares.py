"""[E.2.2] [E.2.3.evade] What the target of a charge can do: form square, or retire before it.

Also what the cavalry does that finds a square before it: it goes on, or attempts a recall.
"""

from __future__ import annotations

from math import ceil, dist

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Listed, Procedure, Reaction
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import BATTERY, LIMBERED, OPEN, SQUARE, Unit
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.effects import (
    change,
    discipline_test,
    name_of,
    plain_discipline,
    tell,
)
from grognard.engines.risorgimento.field.footprint import (
    base,
    base_at,
    enemies,
    everyone,
    on_table,
)
from grognard.engines.risorgimento.field.questions import put
from grognard.engines.risorgimento.fire import opportunity
from grognard.engines.risorgimento.ground.allowance import WHOLE, allowance
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.melee.straight import (
    feature_ahead,
    keeps_order,
    straight_run,
)
from grognard.engines.risorgimento.morale.arriving import arrives
from grognard.engines.risorgimento.morale.retreats import (
    Way,
    column_move,
    find_way,
    pass_through,
    place_on,
)
from grognard.engines.risorgimento.movement import move_under_way
from grognard.engines.risorgimento.movement.interpenetration import may_pass
from grognard.engines.risorgimento.ride import crews
from grognard.engines.risorgimento.ride.charge_account import (
    RECALLED,
    alter,
    charge_of,
    most,
    moves,
)
from grognard.engines.risorgimento.ride.charge_path import Ride, read_ride
from grognard.engines.risorgimento.ride.quarters import end, gap_to
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Charge, Evasion, State

FORM_SQUARE, STAND, EVADE, GO_ON, RECALL = "square", "stand", "evade", "go_on", "recall"
TRIED, CALLED = "square:", "recall:"
"""Before a unit in `Charge.tested`: it has tried to form square; the cavalry was asked of its recall."""
FAR = "far"
"""In `Charge.tested`: the charge was revealed where its target was out of its reach (E.1.morale)."""
RECALLS = ("recall_far", "recall_near")
QUARTERS = 4
LIMBERING = 2
"""[E.4.limber] Quarters of its allowance that a battery spends on limbering."""


def free_to_react(setup: Setup, state: State, unit: Unit) -> bool:
    """[B.1.restrictions] [H.1.routed] Whether a charged unit can do anything but stand."""
    engaged = unit.id in contacts(setup, state)
    idle = unit.routed or unit.disorder or unit.reacted or engaged or unit.spot is not None
    return on_table(unit) and not idle


# -- squares (E.2.2.square) --------------------------------------------------------------------


def why_not_square(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[E.2.2.square] Return what keeps the target of a charge from trying to form square."""
    unit, kind = state.units[uid], setup.types[uid]
    if kind.arm != "infantry" or kind.is_light_infantry:
        return Refusal("E.2.2.square", text("Line infantry and grenadiers form square."), (uid,))
    if unit.formation == SQUARE or unit.sector or not free_to_react(setup, state, unit):
        return Refusal(
            "E.2.2.square", text("{unit} cannot form square now.", unit=kind.name), (uid,)
        )
    if unit.pose is None:
        return Refusal("E.2.2.square", text("{unit} is not on the table.", unit=kind.name), (uid,))
    others = everyone(setup, state, but=(uid,))
    met = others.overlapping(base_at(kind, SQUARE, unit.pose)).tolist()
    if met:
        words = text("There is no room there for that formation.")
        return Refusal("E.4.cost", words, tuple(others.ids[i] for i in met))
    if not may_stand(setup, state, kind, SQUARE, unit.pose.centre):
        return Refusal("geo.bridge", text("That formation cannot stand there."), (uid,))
    return None


def beyond_reach(setup: Setup, state: State, rider: str) -> bool:
    """[E.1.morale] Whether the target of a charge is farther off than its allowance as it is revealed."""
    charge = charge_of(state, rider)
    most_cm = allowance(setup.types[rider], state.units[rider].formation)
    return charge is not None and charge.start > (most_cm + setup.eps) * 1000


def offer_square(table: Board, rider: str) -> Procedure[None]:
    """[E.2.2.square] [E.2.2.evade_timing] Before any quarter the target may try to form square, once."""
    setup = table.setup
    charge = charge_of(table.state, rider)
    if charge is None or not moves(table.state, rider):
        return
    uid = charge.target
    if (
        FAR in charge.tested
        or f"{TRIED}{uid}" in charge.tested
        or why_not_square(setup, table.state, uid) is not None
    ):
        return
    labels = [(FORM_SQUARE, text("Try to form square")), (STAND, text("Stand"))]
    prompt = text(
        "{unit} is charged by {rider}: form square?",
        unit=name_of(table, uid),
        rider=name_of(table, rider),
    )
    ask = Ask(
        setup.seat_of(setup.types[uid].side),
        "react_square",
        prompt,
        ("E.2.2.square", "E.2.2.square_mods", "units.classes"),
        Listed(labels),
        interrupt=True,
        subject=(uid, rider),
        odds="test_odds",
        reaction=Reaction(text("forming square before a charge"), (rider,), STAND),
    )
    choice = yield from put(table, ask)
    if choice != FORM_SQUARE:
        return
    alter(table, rider, tested=(*charge.tested, f"{TRIED}{uid}"))
    if square_test(table, uid, near_case(setup, charge)):
        change(table, uid, formation=SQUARE, reacted=True, moved=True, stirred=True)
        tell(
            table,
            text("{unit} forms square.", unit=name_of(table, uid)),
            "E.2.2.square",
            "E.2.2.fire",
            uid=uid,
        )
        yield from meet_square(table, rider)


def square_test(table: Board, uid: str, case: str) -> bool:
    """[E.2.2.square] [E.2.2.square_mods] Test whether a unit forms square; else it is Disordered."""
    return discipline_test(table, uid, case, "E.2.2.square")


def near_case(setup: Setup, charge: Charge) -> str:
    """[E.2.2.square_mods] Return the case of a test against a charge: none from 8 cm or more."""
    if charge.start >= (setup.cm["square_cm"] - setup.eps) * 1000:
        return ""
    return "square_light" if setup.types[charge.unit].weight == "light" else "square_heavy"


def meet_square(table: Board, rider: str) -> Procedure[None]:
    """[E.2.2.versus_square] Cavalry before a square formed in reaction goes on, or attempts a recall."""
    setup = table.setup
    charge = charge_of(table.state, rider)
    if charge is None or not moves(table.state, rider) or f"{CALLED}{rider}" in charge.tested:
        return
    alter(table, rider, tested=(*charge.tested, f"{CALLED}{rider}"))
    labels = [(GO_ON, text("Charge on")), (RECALL, text("Attempt a recall"))]
    prompt = text("{unit} finds a square before it: charge on?", unit=name_of(table, rider))
    ask = Ask(
        setup.seat_of(setup.types[rider].side),
        "recall",
        prompt,
        ("E.2.2.versus_square", "E.2.2.recall"),
        Listed(labels),
        interrupt=True,
        subject=(rider, charge.target),
        odds="test_odds",
    )
    choice = yield from put(table, ask)
    if choice != RECALL:
        return
    if not recall_test(table, rider, recall_case(setup, table.state, charge)):
        words = text("{unit} charges on.", unit=name_of(table, rider))
        tell(table, words, "E.2.2.recall_fail_order", uid=rider)
        return
    yield from _ride_off(table, rider)


def recall_case(setup: Setup, state: State, charge: Charge) -> str:
    """[E.2.2.recall] Return the case of a recall: how far from the square it is attempted."""
    far = gap_to(setup, state, charge.unit, charge.target) >= setup.cm["square_cm"] - setup.eps
    return RECALLS[0] if far else RECALLS[1]


def recall_test(table: Board, rider: str, case: str) -> bool:
    """[E.2.2.recall] Test whether cavalry obeys the recall; a failure leaves it in order."""
    return plain_discipline(table, rider, case, "E.2.2.recall")


def _ride_off(table: Board, rider: str) -> Procedure[None]:
    """[E.2.2.recall] The rest of its movement, in any direction, against nobody."""
    setup = table.setup
    charge = alter(table, rider, status=RECALLED, path=())
    kind, unit = setup.types[rider], table.state.units[rider]
    left = max(0, most(setup, table.state, charge) - charge.spent)
    run = left / WHOLE * allowance(kind, unit.formation)
    choice = yield Ask(
        setup.seat_of(kind.side),
        "recall_move",
        text("{unit} is recalled: where does it ride?", unit=name_of(table, rider)),
        ("E.2.2.recall",),
        Ride(setup, table.state, rider, run, "E.2.2.recall"),
        form="manoeuvre",
        interrupt=True,
        subject=(rider,),
        odds="order_odds",
        weighs={"unit": rider},
    )
    found = read_ride(choice)
    if found is not None:
        yield from free_ride(table, rider, *found)
    end(table, rider, RECALLED)


def free_ride(table: Board, uid: str, turn: int, run: int) -> Procedure[None]:
    """[E.2.2.recall] [E.9.who] Ride straight after a free turn, short of everybody in the way, under fire."""
    setup, unit = table.setup, table.state.units[uid]
    if unit.pose is None:
        return
    heading = Pose(unit.pose.x, unit.pose.y, (unit.pose.h + turn) % 36000).heading
    gone = straight_run(
        setup, table.state, uid, heading, run / 1000, keep=setup.cm["short_stop_cm"]
    )
    if gone is None:
        table.shortfall("E.2.2.recall", uid, text("{unit} has no room.", unit=name_of(table, uid)))
        return
    way = dist(unit.pose.centre, gone.centre)
    move_under_way.put(table, uid, Pose(unit.pose.x, unit.pose.y, gone.h))
    gone = _over_the_ground(table, uid, way) or gone
    before = base(setup, table.state.units[uid])
    tell(
        table,
        text("{unit} rides off.", unit=name_of(table, uid)),
        "E.2.2.recall",
        uid=uid,
        kind="move",
    )
    yield from _ride_to(table, uid, gone)
    if on_table(table.state.units[uid]) and not table.state.units[uid].routed:
        arrives(table, uid, before)


def _ride_to(table: Board, uid: str, goal: Pose) -> Procedure[None]:
    """[E.9.who] [E.9.timing] Ride straight to a place, fired at as in the charge that it ends.

    Who rode in reaction, or in phase G, is not of the side that moves: nobody fires at it.
    """
    setup, charge, pose = table.setup, charge_of(table.state, uid), table.state.units[uid].pose
    if pose is None:
        return
    way = dist(pose.centre, goal.centre)
    watched = table.state.phase == "E.charges" and charge is not None and not charge.reaction
    step = setup.cm["opportunity_step_cm"]
    whole = range(1, ceil(way / step)) if watched else ()
    for place in (*(pose.moved(step * n, pose.heading) for n in whole), goal):
        before = table.state.units[uid]
        move_under_way.put(table, uid, place)
        if watched:
            yield from opportunity.offer(table, uid, before, table.state.units[uid])
        if not on_table(table.state.units[uid]) or table.state.units[uid].routed:
            return


def _over_the_ground(table: Board, uid: str, run: float) -> Pose | None:
    """[E.5.test] Test for the features on a straight way; return where a failed test ends it, if one does."""
    felt = set[str]()
    while (feature := feature_ahead(table.setup, table.state, uid, run, felt)) is not None:
        felt.add(feature[1])
        if not keeps_order(table, uid, feature[1]):
            pose = base(table.setup, table.state.units[uid]).pose
            return pose.moved(feature[0], pose.heading)
    return None


# -- evasion (E.2.2.light_evade, E.2.3.evade) --------------------------------------------------


def offer_evasion(table: Board, rider: str) -> Procedure[None]:
    """[E.2.2.evade_timing] At the reveal light infantry and artillery may retire before the charge."""
    setup = table.setup
    charge = charge_of(table.state, rider)
    if charge is None:
        return
    uid = charge.target
    kind, unit = setup.types[uid], table.state.units[uid]
    if unit.moved or not free_to_react(setup, table.state, unit):
        return
    if kind.is_light_infantry and not unit.sector:
        yield from _light(table, charge)
    elif kind.arm == "artillery":
        yield from _guns(table, charge)


def way_back(setup: Setup, state: State, uid: str, run: float) -> Way | None:
    """[geo.retreat] Return the way an evading unit would take, None if it is cut off or has no room."""
    way = find_way(setup, state, uid, run)
    return None if way is None or way.off else way


def _ask(table: Board, uid: str, rider: str, kind: str, rules: tuple[str, ...]) -> Ask:
    setup = table.setup
    labels = [(EVADE, text("Retire before the charge")), (STAND, text("Stand"))]
    prompt = text(
        "{unit} is charged by {rider}: retire?",
        unit=name_of(table, uid),
        rider=name_of(table, rider),
    )
    return Ask(
        setup.seat_of(setup.types[uid].side),
        kind,
        prompt,
        rules,
        Listed(labels),
        interrupt=True,
        subject=(uid, rider),
        odds="test_odds",
        reaction=Reaction(text("retiring before a charge"), (rider,), STAND),
    )


def _light(table: Board, charge: Charge) -> Procedure[None]:
    """[E.2.2.light_evade] [E.2.2.light_near] Free from 8 cm or more, else with a test; it goes anyway."""
    setup, uid = table.setup, charge.target
    run = allowance(setup.types[uid], OPEN)
    if way_back(setup, table.state, uid, run) is None:
        return
    case = near_case(setup, charge)
    rule = "E.2.2.light_near" if case else "E.2.2.light_evade"
    rules = (rule, "E.2.2.evade_timing")
    choice = yield from put(table, _ask(table, uid, charge.unit, "react_light", rules))
    if choice == EVADE:
        if case:
            evasion_test(table, uid, case, rule)
        retire_before(table, charge, run, rule)


def evasion_test(table: Board, uid: str, case: str, rule: str) -> bool:
    """[E.2.2.light_near] [E.2.3.evade] Test whether a unit keeps its order; it retires in any case."""
    return discipline_test(table, uid, case, rule)


def _guns(table: Board, charge: Charge) -> Procedure[None]:
    """[E.2.3.evade] [E.2.3.near] [E.2.3.limbered] Batteries evade from 12 cm, limbered ones always."""
    setup, uid = table.setup, charge.target
    whole, limbered = column_move(setup, uid), table.state.units[uid].formation == LIMBERED
    far = charge.start >= (setup.cm["evade_guns_cm"] - setup.eps) * 1000
    if not limbered and not far:
        words = text("{unit} is charged from too near to limber.", unit=name_of(table, uid))
        tell(table, words, "E.2.3.near", uid=uid)
        return
    run = whole if limbered else whole / 2
    if way_back(setup, table.state, uid, run) is None:
        return
    rule = "E.2.3.limbered" if limbered else "E.2.3.evade"
    rules = (rule, "E.2.2.evade_timing")
    choice = yield from put(table, _ask(table, uid, charge.unit, "react_artillery", rules))
    if choice != EVADE:
        return
    passed = evasion_test(table, uid, "", rule)
    if limbered and not passed:
        run = whole / 2
    retire_before(table, charge, run, rule, wait=0 if limbered else LIMBERING)


def retire_before(table: Board, charge: Charge, run: float, rule: str, *, wait: int = 0) -> None:
    """[E.1.quarters] Note an evasion; it is carried out quarter by quarter."""
    uid, unit = charge.target, table.state.units[charge.target]
    way = way_back(table.setup, table.state, uid, run)
    if way is None or unit.pose is None:
        return
    change(table, uid, reacted=True, moved=True, stirred=True)
    # It comes to closed ground at its own pace, and is stopped there (`place_on_way`).
    whole = round(max(run, way.run) * 1000)
    evasion = Evasion(uid, charge.unit, unit.pose, round(way.direction * 100) % 36000, whole, wait)
    table.update(evasions=(*table.state.evasions, evasion))
    if table.setup.types[uid].arm == "artillery":
        crews.spare_crew(table, charge.unit, uid)
    tell(
        table,
        text("{unit} retires before the charge.", unit=name_of(table, uid)),
        rule,
        "E.2.1.moved",
        uid=uid,
        kind="move",
    )
    for friend in way.friends:
        if not may_pass(table.setup, uid, friend):
            pass_through(table, friend, uid)


def evasions_go_on(table: Board, rider: str) -> None:
    """[E.1.quarters] The units that retire before a charge go back for another quarter."""
    for evasion in table.state.evasions:
        unit = table.state.units[evasion.unit]
        if evasion.charger != rider or evasion.quarter >= QUARTERS:
            continue
        if not on_table(unit) or unit.routed:
            continue
        _one_quarter(table, evasion)


def _one_quarter(table: Board, evasion: Evasion) -> None:
    done = evolve(evasion, quarter=evasion.quarter + 1)
    table.update(evasions=tuple(done if one is evasion else one for one in table.state.evasions))
    uid = evasion.unit
    if (
        evasion.wait
        and done.quarter == evasion.wait
        and table.state.units[uid].formation == BATTERY
    ):
        change(table, uid, formation=LIMBERED, stirred=True)
        tell(
            table,
            text("{unit} limbers.", unit=name_of(table, uid)),
            "E.4.limber",
            uid=uid,
            kind="move",
        )
    share = (done.quarter - evasion.wait) / (QUARTERS - evasion.wait)
    place = (
        place_on_way(table.setup, table.state, evasion, evasion.run / 1000 * share)
        if share > 0
        else None
    )
    if place is not None:
        before = base(table.setup, table.state.units[uid])
        move_under_way.put(table, uid, place)
        tell(
            table,
            text("{unit} goes back.", unit=name_of(table, uid)),
            "geo.retreat",
            "E.1.quarters",
            uid=uid,
            kind="move",
        )
        arrives(table, uid, before)


def place_on_way(setup: Setup, state: State, evasion: Evasion, run: float) -> Pose | None:
    """[geo.retreat] Return where a retiring unit has come to; past friends, never onto an enemy or a river."""
    unit, kind = state.units[evasion.unit], setup.types[evasion.unit]
    foes = enemies(setup, state, kind.side)
    heading = unit.pose.heading if unit.pose else evasion.origin.heading
    pose = place_on(
        setup, state, unit.id, evasion.origin.centre, evasion.direction / 100, run, heading
    )
    if pose is None:
        return None
    stand = base_at(kind, unit.formation, pose)
    return None if len(foes) and len(foes.overlapping(stand)) else pose


def finish_evasions(table: Board, rider: str) -> None:
    """[E.1.quarters] Whoever retires before a charge finishes his movement."""
    while any(e.charger == rider and e.quarter < QUARTERS for e in table.state.evasions):
        before = table.state.evasions
        evasions_go_on(table, rider)
        if table.state.evasions == before:
            break


def end_evasions(table: Board, rider: str) -> bool:
    """[E.2.2.follow] Close the evasions of a charge; return whether light infantry got away from it."""
    got_away = any(
        e.charger == rider
        and table.setup.types[e.unit].is_light_infantry
        and on_table(table.state.units[e.unit])
        for e in table.state.evasions
    )
    table.update(evasions=tuple(e for e in table.state.evasions if e.charger != rider))
    return got_away
