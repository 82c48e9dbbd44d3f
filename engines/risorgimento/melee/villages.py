"""[G.5] Melee in villages: holding a side, and where a beaten defender goes."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import OPEN
from grognard.engines.risorgimento.field.effects import change, discipline_test, name_of, tell
from grognard.engines.risorgimento.field.footprint import base, on_table
from grognard.engines.risorgimento.ground.sectors import (
    called,
    garrison,
    has_room,
    sector,
    slot_pose,
    slots,
    why_not_slot,
)
from grognard.engines.risorgimento.morale.arriving import arrives
from grognard.engines.risorgimento.morale.morale import half_morale
from grognard.engines.risorgimento.morale.retreats import bring_commander, column_move, retire
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State


def why_not_hold(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[G.5.hold] [morale.rout] Only a defender in a village sector may refuse to leave, and not one who breaks.

    At half of its morale a unit that fails does not retire but routs: there is nothing to stay for.
    """
    unit = state.units[uid]
    if not unit.sector:
        return Refusal("G.5.hold", text("It does not defend a village sector."), (uid,))
    if unit.vm <= half_morale(setup, uid):
        return Refusal("morale.rout", text("At half of its morale it breaks."), (uid,))
    return None


def neighbours(setup: Setup, name: str) -> tuple[str, ...]:
    """[G.5.retreat] Return the sectors behind or beside one: of the same place, a side apart."""
    here = sector(setup, name)
    if here is None:
        return ()
    reach = setup.cm["sector_cm"] * 1.5
    return tuple(
        other.id
        for other in setup.table.sectors
        if other.id != name
        and other.place == here.place
        and ((other.centre[0] - here.centre[0]) ** 2 + (other.centre[1] - here.centre[1]) ** 2)
        ** 0.5
        <= reach
    )


def refuges(setup: Setup, state: State, uid: str) -> list[tuple[str, str]]:
    """[G.5.retreat] Return the (sector, slot) places a beaten defender may go to."""
    unit, kind = state.units[uid], setup.types[uid]
    return [
        (name, slot)
        for name in neighbours(setup, unit.sector)
        for slot in slots(kind)
        if why_not_slot(setup, state, uid, name, slot) is None
        and has_room(setup, state, uid, name, slot)
    ]


def retire_in_village(table: Board, uid: str) -> Procedure[None]:
    """[G.5.retreat] To a free sector beside or behind; without one it leaves the village."""
    setup = table.setup
    places = refuges(setup, table.state, uid)
    if not places:
        change(table, uid, sector="", slot="")
        retire(table, uid, column_move(setup, uid) / 2, "G.5.retreat")
        return
    name, slot = places[0]
    if len(places) > 1:
        labels = [(f"{n}/{s}", text("Take {place}", place=called(setup, n, s))) for n, s in places]
        prompt = text("{unit} falls back inside the village: where?", unit=name_of(table, uid))
        choice = yield Ask(
            setup.seat_of(setup.types[uid].side),
            "village_retreat",
            prompt,
            ("G.5.retreat",),
            Listed(labels),
            subject=(uid,),
        )
        name, slot = str(choice).split("/")
    take_slot(table, uid, name, slot, "G.5.retreat")
    for friend in garrison(table.state, name).values():
        if friend != uid and on_table(table.state.units[friend]):
            discipline_test(table, friend, "interpenetrated", "G.5.retreat")


def take_slot(table: Board, uid: str, name: str, slot: str, rule: str) -> None:
    """[G.5.slots] [G.5.formation] Stand in a place of a sector, in open order."""
    place, before = sector(table.setup, name), base(table.setup, table.state.units[uid])
    if place is None:
        return
    change(
        table,
        uid,
        sector=name,
        slot=slot,
        pose=slot_pose(place, slot),
        formation=_formation(table, uid),
    )
    bring_commander(table, uid)
    tell(
        table, text("{unit} takes a side of the village.", unit=name_of(table, uid)), rule, uid=uid
    )
    arrives(table, uid, before)


def _formation(table: Board, uid: str) -> str:
    unit = table.state.units[uid]
    return OPEN if table.setup.types[uid].arm == "infantry" else unit.formation
