"""[opt.rifles] The movement of Rifles figures: with their parent, to another unit, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import group_units, rifles_at, rifles_of, unit_at
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.manoeuvre.reach import STILL, Mover, Way, why_not_move
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import ELIMINATED, State

RULE = "opt.rifles.move"
NOBODY = text("No unit of its group stands there that it could join.")


# -- by themselves -----------------------------------------------------------------------------


def hexes(setup: Setup, state: State, uid: str) -> list[str]:
    """[opt.rifles.move] [opt.rifles.melee] Return where Rifles may go: to a unit of the group next to them.

    To come forward again from behind their parent is a movement in their own hex.
    """
    unit = state.units[uid]
    if setup.units[uid].alone:
        return []
    found = [unit.at] if unit.passive and not is_stranded(setup, state, uid) else []
    around = setup.map.grid.adjacent(unit.at)
    return [*found, *(at for at in around if why_not_join(setup, state, uid, at) is None)]


def why_not_join(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:
    """[opt.rifles.move] [opt.rifles.stack] Refuse a hex to Rifles: infantry of the group must be in it, alone."""
    other = unit_at(setup, state, at)
    if other is None or setup.map.grid.distance(state.units[uid].at, at) != 1:
        return Refusal(RULE, NOBODY, (at,))
    parent, card = state.units[other], setup.units[other]
    if card.group != setup.units[uid].group or not card.is_infantry or parent.is_routed:
        return Refusal(RULE, NOBODY, (at,))
    against = why_not_ordered(setup, state, uid, at)
    if against is not None:
        return against
    if is_crowded(setup, state, uid, other):
        words = text("Rifles or a skirmisher are with {unit}.", unit=card.name)
        return Refusal("opt.rifles.stack", words, (at,))
    return None


def why_not_ordered(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:
    """[opt.rifles.actions] Refuse to Rifles a hex that the order of their group keeps them from.

    They have no front, so only this is left of its limits: in Reserve they do not move, with Defend not
    towards the enemy, with Manoeuvre neither next to him nor out of the open.
    """
    mover = Mover(setup, state, state.units[uid])
    if mover.order == "reserve":
        return Refusal("order.reserve.allowed", text("A unit in Reserve does not move."), (at,))
    if mover.order == "defend" and mover.is_nearer_enemy(mover.unit.at, at):
        words = text("With a Defend order a unit does not move nearer to the enemy.")
        return Refusal("move.direction.rear", words, (at,))
    return mover.why_not_maneuver(at) if mover.order == "maneuver" else None


def is_crowded(setup: Setup, state: State, uid: str, other: str) -> bool:
    """[opt.rifles.stack] Whether other Rifles or a skirmisher are with a unit, or in its hex."""
    here = rifles_at(setup, state, state.units[other].at)
    its_own = (one.id for one in state.units.values() if one.parent == other and one.on_map)
    return state.units[other].skirmisher or any(one != uid for one in (*here, *its_own))


def why_not(setup: Setup, state: State, uid: str) -> Refusal:
    """[opt.rifles.stack] Say why Rifles that could move have nowhere to go."""
    around = setup.map.grid.adjacent(state.units[uid].at)
    whys = [why for at in around if (why := why_not_join(setup, state, uid, at)) is not None]
    crowded = next((why for why in whys if why.rule != RULE), None)
    return crowded or Refusal(RULE, NOBODY, (uid,))


def move(table: Board, uid: str) -> Procedure[None]:
    """[opt.rifles.move] Rifles go to another unit of the group, which is then their parent."""
    setup, state = table.setup, table.state
    found = hexes(setup, state, uid)

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for hex_id in setup.map.grid.adjacent(state.units[uid].at):
            why = why_not_join(setup, state, uid, hex_id)
            if why is not None:
                yield hex_id, why

    at = found[0]
    if len(found) > 1 or any(why.rule != RULE for _, why in refusals()):
        at = word_of(
            (
                yield Ask(
                    setup.seat_of(setup.units[uid].side),
                    "rifles_move",
                    text("Where does {unit} move?", unit=setup.units[uid].name),
                    (RULE,),
                    Listed([(h, text("To {hex}", hex=h)) for h in found], refusals=refusals),
                    form="place",
                    subject=(uid,),
                    where=tuple(found),
                )
            )
        )
    parent = unit_at(setup, table.state, at) or ""
    change(table, uid, at=at, parent=parent, passive=False, acted="move")
    words = text("{unit} goes to {hex}.", unit=setup.units[uid].name, hex=at)
    log_of(table, "move", words, uid, RULE)


# -- with their parent -------------------------------------------------------------------------


def who_goes_along(table: Board, uid: str, way: Way) -> Procedure[tuple[str, ...]]:
    """[opt.rifles.move] Ask whether the Rifles of a unit go along, where they may stay for another one."""
    setup, here = table.setup, table.state.units[uid].at
    along: list[str] = []
    for figure in rifles_of(setup, table.state, uid):
        end = way.path[-1]
        if not _may_be_fetched(setup, table.state, figure, uid, end):
            along.append(figure)
            continue
        choice = yield Ask(
            setup.seat_of(setup.units[uid].side),
            "rifles_move",
            text(
                "Does {unit} go along with {parent}?",
                unit=setup.units[figure].name,
                parent=setup.units[uid].name,
            ),
            (RULE,),
            Listed([(end, text("It goes along")), (here, text("It stays for another unit"))]),
            form="place",
            subject=(figure,),
            where=(end, here),
        )
        if choice == end:
            along.append(figure)
    return tuple(along)


def _may_be_fetched(setup: Setup, state: State, figure: str, parent: str, end: str) -> bool:
    """[opt.rifles.move] Whether another unit of the group can still come to Rifles that stay."""
    here = state.units[figure].at
    gone = evolve(state, units={**state.units, parent: evolve(state.units[parent], at=end)})
    return any(
        other.id != parent
        and setup.units[other.id].is_infantry
        and not setup.units[other.id].rifles
        and other.formation not in STILL
        and why_not_move(setup, gone, other.id) is None
        and not is_crowded(setup, gone, figure, other.id)
        and here in Mover(setup, gone, other).ways()
        for other in group_units(setup, gone, setup.units[figure].group)
    )


def adopt(table: Board, uid: str) -> None:
    """[opt.rifles.move] Rifles that a unit of their group has come to are with it from now on."""
    setup, unit = table.setup, table.state.units[uid]
    for figure in rifles_at(setup, table.state, unit.at):
        card = setup.units[figure]
        if not card.alone and table.state.units[figure].parent != uid:
            if card.group == setup.units[uid].group:
                change(table, figure, parent=uid)
                words = text(
                    "{unit} is with {parent} now.", unit=card.name, parent=setup.units[uid].name
                )
                log_of(table, "note", words, figure, RULE)


def is_stranded(setup: Setup, state: State, uid: str) -> bool:
    """[opt.rifles.move] Whether Rifles that need a unit are in a hex without one of their group."""
    figure, card = state.units[uid], setup.units[uid]
    if not card.rifles or card.alone or not figure.on_map:
        return False
    here = unit_at(setup, state, figure.at)
    return here is None or setup.units[here].group != card.group


def stranded(setup: Setup, state: State, gid: str) -> list[str]:
    """[opt.rifles.move] Return the Rifles of a group that have stayed and that nobody has come to."""
    return [one.id for one in group_units(setup, state, gid) if is_stranded(setup, state, one.id)]


def gather(table: Board) -> None:
    """[opt.rifles.move] When the group has moved, Rifles are with a unit of it: with their parent, if with no other."""
    for uid in stranded(table.setup, table.state, table.state.active):
        parent = table.state.units[table.state.units[uid].parent]
        name = table.setup.units[uid].name
        if not parent.on_map:
            log_of(table, "loss", text("{unit} is lost.", unit=name), uid, "opt.rifles.forced")
            change(table, uid, at=ELIMINATED, figures=0)
            continue
        change(table, uid, at=parent.at, acted="move")
        words = text("{unit} goes after its parent to {hex}.", unit=name, hex=parent.at)
        log_of(table, "move", words, uid, RULE)
