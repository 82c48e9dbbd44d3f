"""What a seat sees: the field is open; hands, order counters that lie face down and couriers are not."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.declared import Tray, command, display, lying, trays, turn_track
from grognard.engines.core.show.views import Overlay, RosterLine, TableView, TrackLine, TrackView
from grognard.engines.eagle.cards.views import hands
from grognard.engines.eagle.command.chiefs import ugc_of
from grognard.engines.eagle.command.known import is_known, sees_courier
from grognard.engines.eagle.command.laid_out import laid_out
from grognard.engines.eagle.command.pool import initiative
from grognard.engines.eagle.field.rollwords import SIDE_NAMES
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import ELIMINATED, EXITED, OFF_MAP, WAITING, State
from grognard.engines.eagle.table.pieces import miniatures
from grognard.engines.eagle.tables import named_row
from grognard.engines.eagle.turn.sequence import TURN

TRAYS = (
    Tray(ELIMINATED, text("Lost"), "turn.victory"),
    Tray(OFF_MAP, text("Fled from the field"), "result.rout.off_map"),
    Tray(EXITED, text("Left the field"), "scen.structure"),
    Tray(WAITING, text("To come"), "scen.structure"),
)


def table_view(setup: Setup, state: State, seat: str | None) -> TableView:
    """Return the table as a seat sees it; ask, log and verdict are the session's to fill in."""
    side, everybody = setup.side_of(seat), {**state.units, **state.commanders}
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
        trays=trays(TRAYS, SIDES, lying(everybody, {**setup.units, **setup.chiefs})),
        tracks=(
            turn_track(setup.turns, state.turn, "turn.length"),
            TURN.track(state, text("Phase")),
            _initiative(setup, state, side),
            _objectives(setup, state),
        ),
        roster=tuple(_roster(setup, state)),
        decided=tuple(sorted(state.sealed)),
        standing=(*_held(setup, state), *_attacks(state)),
        cards=(*laid_out(setup, state, side), *hands(setup, state, side)),
    )


def _held(setup: Setup, state: State) -> Iterator[Overlay]:
    """[turn.objectives] The markers that show which army controls each objective hex."""
    for side in (*SIDES, ""):
        hexes = [goal.at for goal in setup.objectives if state.holders.get(goal.id, "") == side]
        if hexes:
            yield Overlay("spaces", f"held_{side or 'nobody'}", tuple(hexes))


def _attacks(state: State) -> Iterator[Overlay]:
    """[combat.simultaneous] Every attack declared and not resolved yet, from its unit to the hex it is at."""
    for attack in state.declared:
        start = state.units[attack.by].at
        if state.units[attack.by].on_map and start != attack.at:
            yield Overlay("arrows", "attack", (start, attack.at))


# -- tracks ------------------------------------------------------------------------------------


def _initiative(setup: Setup, state: State, side: str | None) -> TrackView:
    """[command.initiative] All groups, the lowest number first; those face down come last, by name."""
    found = []
    for gid in setup.groups:
        holds, number = state.groups[gid], 100
        words = text("order face down")
        if is_known(setup, state, gid, side) and holds.order:
            words = named_row("orders", holds.order)
            if holds.counter:
                number = initiative(holds.counter, holds.order)
                words = text("{n} {order}", n=number, order=words)
        found.append((number, _line(setup, state, gid, words, _courier(setup, state, gid, side))))
    found.sort(key=lambda line: line[0])
    lines = (line for _, line in found)
    return display("initiative", text("Initiative"), "command.initiative", lines)


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
        return text("a courier brings {order}", order=named_row("orders", brings))
    return text("a courier")


def _objectives(setup: Setup, state: State) -> TrackView:
    """[turn.objectives] Who controls what."""
    lines = []
    for goal in setup.objectives:
        holder = state.holders.get(goal.id, "")
        words = SIDE_NAMES[holder] if holder else text("nobody")
        name = named("place", goal.name)
        lines.append(TrackLine(text("{name}: {side}", name=name, side=words), "held", holder))
    return display("objectives", text("Objectives"), "turn.objectives", lines)


# -- the order of battle -----------------------------------------------------------------------


def _roster(setup: Setup, state: State) -> Iterator[RosterLine]:
    """[units.groups] One line a group, with the figures it has left."""
    for gid, group in setup.groups.items():
        here = [uid for uid in group.units if state.units[uid].on_map]
        gone = [uid for uid in group.units if state.units[uid].at in (ELIMINATED, OFF_MAP)]
        left = sum(state.units[uid].figures for uid in here)
        full = sum(setup.units[uid].figures for uid in group.units)
        note = text("{left} of {full} figures", left=left, full=full)
        ugc = ugc_of(state, gid)
        chief = [ugc.id] if ugc else []
        yield command(gid, group.name, group.side, (*here, *chief, *gone), gone, note)
