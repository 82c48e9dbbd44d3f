"""[G.2.turn] Turning to face: who is attacked on flank or rear and not in front may turn."""

from __future__ import annotations

from grognard.engines.core.board.tabletop import Base, Pose, flush, front_contact
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.risorgimento.field.effects import change, discipline_test, name_of, tell
from grognard.engines.risorgimento.field.footprint import base, everyone, on_table
from grognard.engines.risorgimento.field.questions import put
from grognard.engines.risorgimento.field.support import has_flanks, opponents, touches
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.morale.arriving import arrives
from grognard.engines.risorgimento.morale.retreats import bring_commander
from grognard.engines.risorgimento.movement.move_under_way import on_board
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State

TURN, STAY = "turn", "stay"
ASKED = "turn:"
"""In `State.answered`, before a unit: it has been asked whether it turns."""


def turn_to_face(table: Board, by: tuple[str, ...] = ()) -> Procedure[None]:
    """[G.2.turn] Who is attacked on flank or rear and not in front may turn to meet the attacker.

    `by` limits it to attacks of these units. One that turns may lay another bare, who is asked then.
    """
    while (found := _next_surprised(table.setup, table.state, by)) is not None:
        yield from may_turn(table, *found, f"{ASKED}{found[0]}", resting=True)


def _next_surprised(setup: Setup, state: State, by: tuple[str, ...]) -> tuple[str, str] | None:
    """The first unit that has yet to be asked, and who attacks it: the State alone tells."""
    for uid in state.units:
        if f"{ASKED}{uid}" in state.answered:
            continue
        attacker = surprised_by(setup, state, uid)
        if attacker is not None and (not by or attacker in by):
            return uid, attacker
    return None


def may_turn(
    table: Board, uid: str, attacker: str, mark: str = "", *, resting: bool = False
) -> Procedure[None]:
    """[G.2.turn] Ask whether a unit turns to meet who attacks it from the side; `mark` notes the answer."""
    setup = table.setup
    ask = Ask(
        setup.seat_of(setup.types[uid].side),
        "melee_turn",
        text("{unit} is attacked from the flank: turn to face?", unit=name_of(table, uid)),
        ("G.2.turn",),
        Listed([(TURN, text("Turn to face")), (STAY, text("Stay"))]),
        resting=resting,
        subject=(uid, attacker),
        odds="test_odds",
    )
    choice = yield from put(table, ask)
    if mark:
        table.update(answered=(*table.state.answered, mark))
    if choice == TURN:
        _turn(table, uid, attacker)


def surprised_by(setup: Setup, state: State, uid: str) -> str | None:
    """[G.2.turn] Return the enemy whose front lies on a unit's flank or rear, if its own is free."""
    unit = state.units[uid]
    if not on_table(unit) or not has_flanks(unit):
        return None
    found = touches(setup, state)
    if uid in opponents(found):
        return None
    return next((touch.by for touch in found if touch.at == uid), None)


def _turn(table: Board, uid: str, attacker: str) -> None:
    """[G.2.turn] It turns in any case, Disordered if its discipline fails."""
    face_test(table, uid, attacker)
    place = facing_place(table.setup, table.state, uid, attacker)
    if place is None:
        tell(
            table,
            text("{unit} has no room to turn.", unit=name_of(table, uid)),
            "geo.align",
            uid=uid,
        )
        return
    before = base(table.setup, table.state.units[uid])
    change(table, uid, pose=place.pose, stirred=True)
    bring_commander(table, uid)
    arrives(table, uid, before)
    tell(table, text("{unit} turns to face.", unit=name_of(table, uid)), "G.2.turn", uid=uid)


def face_test(table: Board, uid: str, attacker: str) -> bool:
    """[G.2.turn] Test whether a unit turns in order to face who attacks it from the side."""
    horse = table.setup.types[attacker].arm == "cavalry"
    return discipline_test(table, uid, "face_cavalry" if horse else "face_infantry", "G.2.turn")


def facing_place(setup: Setup, state: State, uid: str, attacker: str) -> Base | None:
    """[G.2.turn] [geo.align] Return where a unit stands front to front with its attacker, if it can.

    It needs room there, and ground it may stand on: on a bridge there may be none (geo.bridge).
    """
    kind, formation = setup.types[uid], state.units[uid].formation
    stand, foe = base(setup, state.units[uid]), base(setup, state.units[attacker])
    turned = stand.at(Pose.of(*stand.centre, foe.heading + 180.0))
    gap = turned.ahead(foe.front_middle)[0] - stand.depth / 2
    near = turned.at(turned.pose.moved(gap, turned.heading))
    others = everyone(setup, state, but=(uid,))
    for place in (near, flush(stand, foe, "front")):
        if front_contact(place, foe) <= setup.eps or len(others.overlapping(place)):
            continue
        if on_board(setup, place) and may_stand(setup, state, kind, formation, place.centre):
            return place
    return None
