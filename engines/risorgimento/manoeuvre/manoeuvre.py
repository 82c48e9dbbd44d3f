"""[E.phase.individual] A manoeuvre: the actions of one unit, carried out one by one.

An order is {"do": [action, ...]}; an action is one of

    {"form": formation}            change formation, limber or unlimber (E.4)
    {"turn": hundredths of degree} turn on the spot, counter-clockwise positive (E.3.2.wheel)
    {"about": true}                about-turn (E.3.2.about)
    {"leg": [thousandths of cm, hundredths of degree off the heading]}   (E.3.2.oblique)
    {"slot": [sector, place]}      take a place in a village sector (G.5.slots)
    {"force": true}                forced march, first of all (E.3.1.double)

and for commanders also {"attach": unit} and {"detach": true} (commanders.attach). Distances are not
judged before they are committed to unless the table measures: what proves too long is spent and
stops where the rules stop it, and the actions after it are not carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engines.core.board.tabletop import Base, Pose, hits_turn
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.risorgimento.army.units import (
    ATTACK,
    BATTERY,
    LIMBERED,
    LINE,
    MARCH,
    OPEN,
    SQUARE,
    Unit,
)
from grognard.engines.risorgimento.command.succession import ride_down
from grognard.engines.risorgimento.field.effects import change, discipline_test, name_of, tell
from grognard.engines.risorgimento.field.footprint import base, base_at, everyone
from grognard.engines.risorgimento.field.names import FORMATION_NAMES
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import (
    about_price,
    formation_price,
    leg_price,
    turn_price,
)
from grognard.engines.risorgimento.ground.ground import in_the_open, may_stand
from grognard.engines.risorgimento.manoeuvre.encounter import enter_zoc
from grognard.engines.risorgimento.manoeuvre.path import fire_at, quarters, walk
from grognard.engines.risorgimento.movement.interpenetration import may_pass
from grognard.engines.risorgimento.movement.move_under_way import (
    edge,
    note,
    on_board,
    over,
    pay,
    put,
    short,
    still,
)
from grognard.engines.risorgimento.movement.movement import (
    ALLOWANCE,
    BARRED,
    FRIEND,
    GROUND,
    SECTOR,
    Stop,
)
from grognard.engines.risorgimento.movement.mover import Mover, free_turn
from grognard.engines.risorgimento.movement.zoc import holders
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State

Act = Mapping[str, Any]


def perform(table: Board, actions: list[Act]) -> Procedure[None]:
    """[E.phase.individual] Carry out the actions of the moving unit, until something ends its move."""
    uid = table.state.mover
    yield from quarters(table, uid)
    for action in actions:
        if table.state.mover != uid or table.state.progress.pending or over(table):
            return
        (verb, value), *_ = action.items()
        if not (yield from DO[verb](table, uid, value)):
            return


def force(table: Board, uid: str, _value: bool) -> Procedure[bool]:
    """[E.3.1.double] The move is a forced march."""
    note(table, forced=True)
    words = text("{unit}: forced march.", unit=name_of(table, uid))
    tell(table, words, "E.3.1.double", "geo.enemy_20", uid=uid, kind="move")
    lapse_near(table, uid)
    return True
    yield  # nothing to ask


def lapse_near(table: Board, uid: str) -> None:
    """[E.3.1.double] [geo.enemy_20] Where it starts counts: near the enemy there is no forced march at all."""
    if not starts_near(Mover(table.setup, table.state, uid)):
        return
    note(table, forced=False)
    words = text("{unit} comes near the enemy: no forced march.", unit=name_of(table, uid))
    table.shortfall("E.3.1.double", uid, words)


def starts_near(mover: Mover) -> bool:
    """[geo.enemy_20] Whether a unit stands within 20 cm of an enemy unit."""
    near = mover.setup.cm["strategic_cm"] + mover.setup.eps
    return bool(len(mover.foes)) and float(mover.foes.distances(mover.stand).min()) <= near


def form(table: Board, uid: str, formation: str) -> Procedure[bool]:
    """[E.4.cost] [E.4.limber] Change formation on the spot."""
    stop = why_not_form(table.setup, table.state, uid, formation)
    if stop is not None:
        return short(table, uid, stop)
    before = table.state.units[uid]
    pay(table, formation_price(table.setup.types[uid]))
    changes = table.state.progress.changes + 1
    note(table, changes=changes, by_road=False, leg_from=None)
    table.update(account=max(table.state.account, table.state.progress.plain))
    after = change(table, uid, formation=formation, stirred=True)
    words = _SAID.get(formation, _FORMS).fill(
        unit=name_of(table, uid), formation=FORMATION_NAMES[formation]
    )
    tell(
        table,
        words,
        *_FORMED[formation],
        "E.4.list",
        "geo.base",
        "geo.overlap",
        uid=uid,
        kind="move",
    )
    fired_at = shot_at(table.state, uid)
    yield from fire_at(table, uid, before, after)
    if not still(table, uid, after):
        return False
    if changes > 1:
        discipline_test(table, uid, "second_change", "B.1.test")
    if shot_at(table.state, uid) > fired_at:
        discipline_test(table, uid, "form_under_fire", "B.1.test")
    yield from quarters(table, uid)
    return (yield from _comes_into_zoc(table, uid, after))


def _comes_into_zoc(table: Board, uid: str, now: Unit) -> Procedure[bool]:
    """[E.6.stop] A unit whose base reaches into an enemy ZOC, turned or formed anew, stops there; else it goes on."""
    if still(table, uid, now):
        foes = holders(table.setup, table.state, uid, base(table.setup, now))
        if foes and not table.state.progress.pending:
            yield from enter_zoc(table, uid, foes)
    return still(table, uid, now) and not table.state.progress.pending


_SAID = {"limbered": text("{unit} limbers up."), "in_battery": text("{unit} unlimbers.")}
_FORMS = text("{unit} forms {formation}.")
_FORMED = {
    MARCH: ("E.4.cost", "E.4.march_column"),
    ATTACK: ("E.4.cost", "E.4.attack_column"),
    LINE: ("E.4.cost", "E.4.line"),
    OPEN: ("E.4.cost", "E.4.open_order"),
    SQUARE: ("E.4.cost", "E.4.square"),
    LIMBERED: ("E.4.limber",),
    BATTERY: ("E.4.limber",),
}
"""The rules of a change of formation, by the new one."""


def shot_at(state: State, uid: str) -> int:
    """[E.9.cap] Return how many enemy units have used opportunity fire at a unit this turn."""
    return sum(uid in unit.shot_at for unit in state.units.values())


def why_not_form(setup: Setup, state: State, uid: str, formation: str) -> Stop | None:
    """[E.4.cost] Return what keeps a unit from taking a formation where it stands."""
    mover = Mover(setup, state, uid)
    if formation == mover.formation:
        return Stop(ALLOWANCE, "E.4.cost", (uid,), text("It already has that formation."))
    price = formation_price(mover.kind)
    if mover.left < price or (
        mover.progress.by_road and mover.limit < mover.progress.plain + price
    ):
        rule = "E.4.limber" if mover.kind.arm == "artillery" else "E.4.cost"
        return Stop(
            ALLOWANCE,
            rule,
            (uid,),
            text("It does not have enough movement left to change formation."),
        )
    if mover.progress.freely and mover.formation == OPEN and not mover.kind.is_light_infantry:
        words = text("A unit that moves freely spends its whole move in open order.")
        return Stop(ALLOWANCE, "E.3.2.free", (uid,), words)
    after = base_at(mover.kind, formation, mover.stand.pose)
    others = everyone(setup, state, but=(uid,))
    under = [others.ids[i] for i in others.overlapping(after).tolist()]
    if under:
        return Stop(
            FRIEND, "E.4.cost", tuple(under), text("There is no room there for that formation.")
        )
    if not may_stand(setup, state, mover.kind, formation, mover.stand.centre):
        return Stop(GROUND, "geo.bridge", (uid,), text("That formation cannot stand there."))
    return _barred_zoc(setup, state, uid, after) or (None if on_board(setup, after) else edge(uid))


def turn(table: Board, uid: str, hundredths: int) -> Procedure[bool]:
    """[E.3.2.wheel] [E.3.2.free] Turn on the spot."""
    setup, mover = table.setup, Mover(table.setup, table.state, uid)
    after = mover.stand.at(mover.stand.pose.turned(hundredths / 100))
    price = price_of_turn(mover, hundredths, after)
    stop = too_dear(mover, price) or why_not_turn(setup, table.state, uid, hundredths / 100, after)
    if stop is not None:
        return short(table, uid, stop)
    if not mover.progress.by_road:
        pay(table, price)
    else:
        note(table, plain=table.state.progress.plain + price)
    table.update(turned=table.state.turned + abs(hundredths))
    note(
        table,
        freely=table.state.progress.freely or (mover.free and not mover.kind.is_light_infantry),
    )
    rules = ("E.3.2.free", "geo.free_move") if mover.free else ("E.3.2.wheel", "geo.wheel")
    words = text("{unit} turns.", unit=name_of(table, uid))
    return (yield from _turned(table, uid, after, words, rules))


def price_of_turn(mover: Mover, hundredths: int, after: Base) -> int:
    """[geo.wheel] [geo.free_move] Return what turning costs: by steps, or by the farthest corner."""
    if mover.free:
        return leg_price(free_turn(mover, after), 1.0, 0.0, mover.ma)
    return turn_price(mover.state.turned, hundredths)


def too_dear(mover: Mover, price: int) -> Stop | None:
    """[E.3.2.wheel] [E.3.2.free] Return what keeps a unit from a turn at that price."""
    if mover.progress.by_road or price <= mover.left:
        return None
    rule = "E.3.2.free" if mover.free else "E.3.2.wheel"
    return Stop(
        ALLOWANCE, rule, (mover.uid,), text("It does not have enough movement left to turn.")
    )


def about(table: Board, uid: str, _value: bool) -> Procedure[bool]:
    """[E.3.2.about] Turn about by exactly 180 degrees."""
    mover = Mover(table.setup, table.state, uid)
    after = mover.stand.at(mover.stand.pose.turned(180.0))
    if mover.left < about_price():
        words = text("It does not have enough movement left to turn about.")
        return short(table, uid, Stop(ALLOWANCE, "E.3.2.about", (uid,), words))
    if mover.progress.by_road:
        note(table, plain=table.state.progress.plain + about_price())
    else:
        pay(table, about_price())
    note(table, leg_from=None)
    words = text("{unit} turns about.", unit=name_of(table, uid))
    return (yield from _turned(table, uid, after, words, ("E.3.2.about", "geo.wheel")))


def why_not_turn(setup: Setup, state: State, uid: str, angle: float, after: Base) -> Stop | None:
    """[geo.sweep] Return what a turn on the spot would sweep over, or end on."""
    stand = base(setup, state.units[uid])
    others = everyone(setup, state, but=(uid,))
    swept = hits_turn(stand, angle, others).tolist()
    already = set(others.overlapping(stand).tolist())
    for index in swept:
        if index not in already and not may_pass(setup, uid, others.ids[index]):
            return _barred_by(setup, others.ids[index])
    ended = others.overlapping(after).tolist()
    if ended:
        return _barred_by(setup, others.ids[ended[0]])
    return _barred_zoc(setup, state, uid, after) or (None if on_board(setup, after) else edge(uid))


def _barred_zoc(setup: Setup, state: State, uid: str, after: Base) -> Stop | None:
    """[E.6.no_zoc_to_zoc] [E.2.1.light_forbidden] Return the ZOC that a unit may not come into where it stands."""
    foes, kind = holders(setup, state, uid, after), setup.types[uid]
    if foes and state.progress.fell_back:
        return Stop(BARRED, "E.6.no_zoc_to_zoc", foes, text("It may not turn into an enemy ZOC."))
    before = holders(setup, state, uid, base(setup, state.units[uid]))
    horse = [foe for foe in foes if setup.types[foe].arm == "cavalry" and foe not in before]
    if horse and kind.is_light_infantry and in_the_open(setup, after.polygon):
        words = text(
            "In the open it keeps out of the ZOC of {unit}.", unit=setup.types[horse[0]].name
        )
        return Stop(BARRED, "E.2.1.light_forbidden", (horse[0],), words)
    return None


def _barred_by(setup: Setup, other: str) -> Stop:
    words = text("{unit} is in its way.", unit=setup.types[other].name)
    return Stop(FRIEND, "E.7.forbidden", (other,), words)


def _turned(
    table: Board, uid: str, after: Base, words: Text, rules: tuple[str, ...]
) -> Procedure[bool]:
    before = table.state.units[uid]
    put(table, uid, after.pose)
    tell(table, words, *rules, uid=uid, kind="move")
    ride_down(table, uid)
    now = table.state.units[uid]
    yield from fire_at(table, uid, before, now)
    if still(table, uid, now):
        yield from quarters(table, uid)
    return (yield from _comes_into_zoc(table, uid, now))


def move(table: Board, uid: str, run: list[int]) -> Procedure[bool]:
    """[E.3.2.oblique] A straight leg, its direction given off the heading."""
    heading = table.state.units[uid].pose.heading  # type: ignore[union-attr]
    direction = (heading + run[1] / 100) % 360.0
    return (yield from walk(table, uid, run[0] / 1000, direction))


def occupy(table: Board, uid: str, spot: list[str]) -> Procedure[bool]:
    """[G.5.slots] [geo.sector] Take a place in a village sector."""
    setup, (name, slot) = table.setup, spot
    why = sectors.why_not_slot(setup, table.state, uid, name, slot)
    if why is not None:
        return short(table, uid, Stop("sector", why.rule, why.where, why.message))
    infantry = setup.types[uid].arm == "infantry"
    if infantry and table.state.units[uid].formation != OPEN:
        if not (yield from form(table, uid, OPEN)):
            return False
    place = sectors.sector(setup, name)
    if place is None:
        return False
    there = sectors.slot_pose(place, slot)
    face_outward(table, uid, there)
    now = table.state.units[uid]
    run, off = sectors.way_to(base(setup, now), there)
    if run and not (yield from walk(table, uid, run, off, into=name)):
        return False
    return settle(table, uid, name, slot, there)


def face_outward(table: Board, uid: str, there: Pose) -> None:
    """[G.5.slots] It takes its place with the front it will have there, if it has room to turn."""
    after = facing_outward(table.setup, table.state, uid, there)
    if after is not None:
        put(table, uid, after)


def facing_outward(setup: Setup, state: State, uid: str, there: Pose) -> Pose | None:
    """[G.5.slots] Return how a unit stands once it has turned to the front of a place, None without the room."""
    stand = base(setup, state.units[uid])
    after = Pose(stand.pose.x, stand.pose.y, there.h)
    others = everyone(setup, state, but=(uid,))
    free = not len(others.overlapping(stand.at(after))) and on_board(setup, stand.at(after))
    return after if free else None


def settle(table: Board, uid: str, name: str, slot: str, there: Pose) -> bool:
    """[G.5.slots] The unit has come to its place; that it looks outward costs nothing."""
    after = base(table.setup, table.state.units[uid]).at(there)
    others = everyone(table.setup, table.state, but=(uid,))
    if sectors.way_to(after, table.state.units[uid].pose or there)[0] or len(
        others.overlapping(after)
    ):
        words = text("It cannot take its place in the village.")
        return short(table, uid, Stop(SECTOR, "G.5.slots", (name,), words))
    put(table, uid, there)
    change(table, uid, sector=name, slot=slot)
    words = text("{unit} takes its place in the village.", unit=name_of(table, uid))
    tell(
        table,
        words,
        "G.5.slots",
        "G.5.sectors",
        "G.5.formation",
        "geo.sector",
        uid=uid,
        kind="move",
    )
    return True


DO: Mapping[str, Callable[[Board, str, Any], Procedure[bool]]] = {
    "force": force,
    "form": form,
    "turn": turn,
    "about": about,
    "leg": move,
    "slot": occupy,
}
