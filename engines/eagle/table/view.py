"""What a seat sees: the field is open; hands, order counters that lie face down and couriers are not."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.data.text import Text, named, text, verbatim
from engines.core.show.views import (
    Overlay,
    RosterLine,
    TableView,
    TrackLine,
    TrackView,
    TrayView,
)
from engines.eagle.setup import SIDES, Setup
from engines.eagle.state import ELIMINATED, EXITED, OFF_MAP, WAITING, State
from engines.eagle.table.cardviews import hands
from engines.eagle.table.known import is_known, sees_courier
from engines.eagle.table.pieces import miniatures
from engines.eagle.table.words import SIDE_NAMES
from engines.eagle.tables import initiative, row
from engines.eagle.turn.sequence import TURN

BOXES = (
    (ELIMINATED, text("Lost"), "turn.victory"),
    (OFF_MAP, text("Fled from the field"), "result.rout.off_map"),
    (EXITED, text("Left the field"), "scen.structure"),
    (WAITING, text("To come"), "scen.structure"),
)


def table_view(setup: Setup, state: State, seat: str | None) -> TableView:
    """Return the table as a seat sees it; ask, log and verdict are the session's to fill in."""
    side = next((s.side for s in setup.info.seats if s.id == seat), None)
    words = TURN.phase(state)
    if state.active:
        name = named("unit", setup.groups[state.active].name)
        words = text("{name}: {phase}", name=name, phase=words)
    acting = setup.groups[state.active].side if state.active else state.deciding
    return TableView(
        seat=seat,
        turn=text("Turn {n} of {last}", n=max(1, state.turn), last=setup.turns),
        phase=words,
        active=setup.seat_of(acting) if acting in SIDES else None,
        pieces=tuple(miniatures(setup, state, side)),
        trays=tuple(_trays(setup, state)),
        tracks=tuple(_tracks(setup, state, side)),
        roster=tuple(_roster(setup, state)),
        decided=tuple(sorted(state.sealed)),
        standing=tuple(_attacks(state)),
        cards=tuple(hands(setup, state, side)),
    )


def _attacks(state: State) -> Iterator[Overlay]:
    """[combat.simultaneous] Every attack declared and not resolved yet, from its unit to the hex it is at."""
    for attack in state.declared:
        start = state.units[attack.by].at
        if state.units[attack.by].on_map and start != attack.at:
            yield Overlay("arrows", "attack", (start, attack.at))


# -- trays -----------------------------------------------------------------------------------


def _trays(setup: Setup, state: State) -> Iterator[TrayView]:
    for owner in SIDES:
        for box, title, rule in BOXES:
            held = (u.id for u in state.units.values() if u.at == box)
            lost = (c.id for c in state.commanders.values() if c.at == box)
            here = tuple(piece for piece in (*held, *lost) if setup.side_of(piece) == owner)
            if here:
                yield TrayView(f"{box}-{owner}", title, owner, here, rule)


# -- tracks ------------------------------------------------------------------------------------


def _tracks(setup: Setup, state: State, side: str | None) -> Iterator[TrackView]:
    turns = tuple(verbatim(turn) for turn in range(1, setup.turns + 1))
    yield TrackView("turns", text("Turn"), turns, max(0, state.turn - 1), (), "turn.length")
    yield TURN.track(state, text("Phase"))
    yield _initiative(setup, state, side)
    yield _objectives(setup, state)


def _initiative(setup: Setup, state: State, side: str | None) -> TrackView:
    """[command.initiative] All groups, the lowest number first; those face down come last, by name."""
    found = []
    for gid in setup.groups:
        holds = state.groups[gid]
        order = named("term", str(row("orders", holds.order)["name"]))
        courier = _courier(setup, state, gid, side)
        if not is_known(setup, state, gid, side) or not holds.counter:
            known = is_known(setup, state, gid, side) and holds.order
            words = order if known else text("order face down")
            found.append((100, _line(setup, state, gid, text("{order}", order=words), courier)))
            continue
        number = initiative(holds.counter, holds.order)
        words = text("{n} {order}", n=number, order=order)
        found.append((number, _line(setup, state, gid, words, courier)))
    found.sort(key=lambda line: line[0])
    lines = tuple(line for _, line in found)
    return TrackView(
        "initiative", text("Initiative"), (), -1, rule="command.initiative", lines=lines
    )


def _line(setup: Setup, state: State, gid: str, words: Text, courier: Text | None) -> TrackLine:
    group = setup.groups[gid]
    label = text("{group}: {order}", group=named("unit", group.name), order=words)
    if courier is not None:
        label = text("{line}, {courier}", line=label, courier=courier)
    here = tuple(uid for uid in group.units if state.units[uid].on_map)
    word = "acting" if gid == state.active else "done" if gid in state.done else "waiting"
    return TrackLine(label, word, group.side, here)


def _courier(setup: Setup, state: State, gid: str, side: str | None) -> Text | None:
    """[command.dispatch] Once all are sent a courier is seen by both; what he brings by his own side alone."""
    if not sees_courier(setup, state, gid, side):
        return None
    brings = state.groups[gid].courier
    if setup.groups[gid].side == side:
        name = named("term", str(row("orders", brings)["name"]))
        return text("a courier brings {order}", order=name)
    return text("a courier")


def _objectives(setup: Setup, state: State) -> TrackView:
    """[turn.objectives] Who controls what."""
    lines = []
    for goal in setup.objectives:
        holder = state.holders.get(goal.id, "")
        words = SIDE_NAMES[holder] if holder else text("nobody")
        name = named("place", goal.name)
        lines.append(TrackLine(text("{name}: {side}", name=name, side=words), "held", holder))
    return TrackView(
        "objectives", text("Objectives"), (), -1, rule="turn.objectives", lines=tuple(lines)
    )


# -- the order of battle -----------------------------------------------------------------------


def _roster(setup: Setup, state: State) -> Iterator[RosterLine]:
    """[units.groups] One line a group, with the figures it has left."""
    for gid, group in setup.groups.items():
        chief = (group.ugc,) if group.ugc else ()
        here = tuple(uid for uid in group.units if state.units[uid].on_map)
        gone = tuple(uid for uid in group.units if state.units[uid].at in (ELIMINATED, OFF_MAP))
        left = sum(state.units[uid].figures for uid in here)
        full = sum(setup.units[uid].figures for uid in group.units)
        note = text("{left} of {full} figures", left=left, full=full)
        yield RosterLine(gid, group.name, group.side, (*here, *chief), gone, note)
