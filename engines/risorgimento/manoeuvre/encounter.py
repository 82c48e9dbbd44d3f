"""[E.6.stop] [G.align] What a moving unit comes upon: ZOCs, enemies in front, commanders.

Contact stops a move: a unit that touches with more than half of its front aligns, free of cost; where
it may not attack it stops short.
"""

from __future__ import annotations

import shapely

from grognard.engines.core.board.tabletop import (
    Base,
    align,
    contact,
    edge_to_align,
    facing_share,
    more_than_half,
)
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.risorgimento.army.units import ATTACK, SQUARE
from grognard.engines.risorgimento.command.command import in_action
from grognard.engines.risorgimento.command.succession import attached_to, contacted, ride_down
from grognard.engines.risorgimento.field.effects import come_upon, name_of, remove, tell
from grognard.engines.risorgimento.field.footprint import (
    base,
    base_at,
    everyone,
    friends,
    on_table,
)
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.manoeuvre import interrupts
from grognard.engines.risorgimento.movement.move_under_way import (
    OVER,
    engaged_with,
    note,
    on_board,
    put,
    still,
)
from grognard.engines.risorgimento.movement.movement import CONTACT, Stop
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State


def met(table: Board, uid: str, before: State) -> None:
    """[G.contact] A unit that an enemy has come into contact with since `before` has ended its move."""
    unit = table.state.units[uid]
    if table.state.mover != uid or not on_table(unit) or table.state.units is before.units:
        return
    engaged = engaged_with(table.setup, table.state, uid)
    if set(engaged) - set(engaged_with(table.setup, before, uid)):
        note(table, pending=OVER)


def enter_zoc(table: Board, uid: str, foes: tuple[str, ...]) -> Procedure[bool]:
    """[E.6.stop] [E.2.1.infantry_in_zoc] The unit stops in an enemy ZOC and has its three options."""
    note(table, pending="zoc")
    names = table.setup.types
    words = text("{unit} enters the ZOC of {foe}.", unit=names[uid].name, foe=names[foes[0]].name)
    tell(table, words, "E.6.stop", "E.6.size", "geo.zoc", uid=uid, kind="move", where=foes)
    now = table.state.units[uid]
    for foe in foes:
        if names[uid].arm == "infantry" and names[foe].arm == "cavalry" and still(table, uid, now):
            before = table.state
            yield from interrupts.entered_zoc(table, uid, foe)
            met(table, uid, before)
    return False


def trample(table: Board, foe: str) -> None:
    """[H.1.contacted] [loss.contacted] A routed unit is ridden down, and who is with it may be taken."""
    leader = attached_to(table.state, foe)
    remove(table, foe, "H.1.contacted")
    if leader and in_action(table.state, leader):
        contacted(table, leader)


def take_guns(table: Board, guns: str) -> None:
    """[E.2.3.crew] [geo.gun_spot] An enemy has come to the place of guns without their crew: they are lost."""
    words = text("The guns of {unit} are taken.", unit=name_of(table, guns))
    tell(table, words, "E.2.3.crew", "geo.gun_spot", uid=guns)
    remove(table, guns, "E.2.3.crew")


def ride_over(table: Board, uid: str, swept: shapely.Geometry) -> None:
    """[geo.gun_spot] Cavalry that sweeps over the place of guns without their crew takes them."""
    setup = table.setup
    for guns, unit in list(table.state.units.items()):
        if unit.spot is None or setup.types[guns].side == setup.types[uid].side:
            continue
        place = base_at(setup.types[guns], unit.formation, unit.spot)
        if on_table(unit) and float(shapely.distance(swept, place.polygon)) <= setup.eps:
            take_guns(table, guns)


def meet(table: Board, uid: str, foe: str) -> None:
    """[G.align] The front has met an enemy: align if more than half of it touches, then fight."""
    if table.state.units[foe].routed:
        trample(table, foe)
        return
    if table.state.units[foe].spot is not None:
        take_guns(table, foe)
        return
    setup, state = table.setup, table.state
    stand, target = base(setup, state.units[uid]), base(setup, state.units[foe])
    placed, stop = contact_place(setup, state, uid, stand, foe)
    if placed is None:
        back = stand.pose.moved(setup.cm["short_stop_cm"], stand.heading + 180.0)
        put(table, uid, back)
        note(table, pending=OVER)
        table.shortfall(stop.rule, foe, stop.words)
        return
    if placed != stand:
        put(table, uid, placed.pose)
    come_upon(table, uid, foe)
    note(table, pending=OVER)
    words = text(
        "{unit} makes contact with {foe}.", unit=name_of(table, uid), foe=name_of(table, foe)
    )
    most = more_than_half(facing_share(stand, target) * stand.width, stand.width, stand.eps)
    rules = ("G.contact", "G.align", "geo.align") if most else ("G.contact",)
    tell(
        table,
        words,
        *rules,
        "geo.contact",
        "geo.edge_contact",
        "geo.facing_share",
        uid=uid,
        kind="move",
    )
    ride_down(table, uid)


def contact_place(
    setup: Setup, state: State, uid: str, stand: Base, foe: str
) -> tuple[Base | None, Stop]:
    """[geo.align] [G.one_front] [G.6.formation] Return where a unit stands in contact, or why not."""
    target = base(setup, state.units[foe])
    stop = why_not_over_bridge(setup, state, uid, stand, foe)
    if stop is not None:
        return None, stop
    placed: Base | None = stand
    if more_than_half(facing_share(stand, target) * stand.width, stand.width, stand.eps):
        placed = align(stand, target, everyone(setup, state, but=(uid,)))
    name = setup.types[foe].name
    fits = (
        placed is not None
        and on_board(setup, placed)
        and may_stand(setup, state, setup.types[uid], state.units[uid].formation, placed.centre)
    )
    if placed is None or not fits:
        words = text("There is no room to align with {foe}.", foe=name)
        return None, Stop("no room", "geo.align", (foe,), words)
    if front_taken(setup, state, uid, placed, foe):
        words = text("{foe} is already attacked in front.", foe=name)
        return None, Stop("one front", "G.one_front", (foe,), words)
    return placed, Stop(CONTACT, "G.align", (foe,), text("Contact with {unit}.", unit=name))


def front_taken(setup: Setup, state: State, uid: str, placed: Base, foe: str) -> bool:
    """[G.one_front] Whether another unit already attacks the front that this one would attack."""
    target = base(setup, state.units[foe])
    edge = edge_to_align(placed, target)
    if edge is None or (edge != "front" and state.units[foe].formation != SQUARE):
        return False
    mates = friends(setup, state, uid)
    return any(
        contact(mates.items[i], target) and edge_to_align(mates.items[i], target) == edge
        for i in mates.within(target, setup.eps).tolist()
        if not state.units[mates.ids[i]].routed
    )


def why_not_over_bridge(setup: Setup, state: State, uid: str, stand: Base, foe: str) -> Stop | None:
    """[G.6.formation] [geo.bridge] Only one unit, in attack column, attacks across a bridge."""
    if not setup.table.bridges:
        return None
    line = shapely.LineString((stand.centre, base(setup, state.units[foe]).centre))
    hit = setup.table.tree.query(line, predicate="intersects").tolist()
    if not any(setup.table.patches[i].terrain == "water" for i in hit):
        return None
    bridge = next((b for b in setup.table.bridges if b.strip.intersects(line)), None)
    if bridge is None or state.units[uid].formation != ATTACK:
        words = text("Only an attack column attacks across a bridge.")
        return Stop("bridge", "G.6.formation", (foe,), words)
    others = friends(setup, state, uid)
    for index in others.within(base(setup, state.units[foe]), setup.eps).tolist():
        if bridge.strip.intersects(others.items[index].polygon):
            words = text("One unit at a time attacks across a bridge.")
            return Stop("bridge", "G.6.formation", (others.ids[index],), words)
    return None
