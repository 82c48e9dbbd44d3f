"""What a seat sees: the map is open; trains face down, cards and, by choice, stacks are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import counted, named, text, verbatim
from grognard.engines.core.show.views import (
    Overlay,
    PieceView,
    RosterLine,
    TableView,
    TrackLine,
    TrackView,
    TrayView,
)
from grognard.engines.europa.field.position import in_1813, is_winter
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.setup import SIDES, Setup
from grognard.engines.europa.state import ELIMINATED, OFF_MAP, WAITING, State
from grognard.engines.europa.supply.lines import depots_of
from grognard.engines.europa.supply.numbers import printed
from grognard.engines.europa.supply.trains import dummy_of, train_of
from grognard.engines.europa.table.boardview import board_view
from grognard.engines.europa.table.cards import hands
from grognard.engines.europa.table.pieces import counters
from grognard.engines.europa.tables import row
from grognard.engines.europa.turn.sequence import TURN
from grognard.engines.europa.victory.verdict import holder, points

BOXES = (
    (ELIMINATED, text("Lost"), "14.7.decisive"),
    (WAITING, text("Still to come"), "13.2"),
    (OFF_MAP, text("Out of the game"), "13.3.limits"),
)


def table_view(setup: Setup, state: State, seat: str | None) -> TableView:
    """Return the table as a seat sees it; ask, log and verdict are the session's to fill in."""
    side = next((s.side for s in setup.info.seats if s.id == seat), None)
    pieces = tuple(counters(setup, state, side))
    shown = {piece.id for piece in pieces}
    return TableView(
        seat=seat,
        turn=text("Turn {n} of {last}", n=max(1, state.turn), last=setup.turns),
        phase=TURN.phase(state),
        active=setup.seat_of(state.deciding) if state.deciding in SIDES else None,
        pieces=pieces,
        trays=tuple(_trays(setup, state, side, shown)),
        cards=tuple(hands(state, side)),
        tracks=tuple(_tracks(setup, state)),
        roster=tuple(_roster(setup, state, side)),
        standing=(*_winter(setup, state), *_battle(state, pieces)),
    )


SNOWFLAKE = "\N{SNOWFLAKE}"
"""The turns of winter on the track."""
SNOW = 0.55
"""How broad the snow lies along the edges of the map, in hexes: it covers no counter."""


def _winter(setup: Setup, state: State) -> Iterator[Overlay]:
    """[1.1.winter] In winter snow lies around the map."""
    if not is_winter(setup, state):
        return
    left, top, right, bottom = board_view(setup).bounds
    for x, y, to_x, to_y in (
        (left, top, right, top + SNOW),
        (left, bottom - SNOW, right, bottom),
        (left, top + SNOW, left + SNOW, bottom - SNOW),
        (right - SNOW, top + SNOW, right, bottom - SNOW),
    ):
        yield Overlay("area", "winter", points=((x, y), (to_x, y), (to_x, to_y), (x, to_y)))


def _battle(state: State, pieces: Sequence[PieceView]) -> Iterator[Overlay]:
    """[10.1] [10.3] [10.5] The combat under way: from where whom, who supports it, and who has retreated."""
    battle = state.battle
    if battle is None:
        return
    yield Overlay("spaces", "attacked", (battle.target,))
    yield Overlay("spaces", "attacking", (battle.start,))
    # By the counters that are seen, of which some may be face down (15.1).
    fights = [p for p in pieces if p.hidden or p.id in (*battle.units, *battle.defenders)]
    for at, style in ((battle.start, "attacking"), (battle.target, "attacked")):
        yield Overlay("pieces", style, tuple(p.id for p in fights if p.at == at))
    for at in battle.defence:
        yield Overlay("arrows", "guarding", (at, battle.target))
    for at in (*battle.support, battle.start):
        yield Overlay("arrows", "attack", (at, battle.target))
    if battle.fled:
        yield Overlay("arrows", "fled", (battle.target, battle.fled))


def _trays(setup: Setup, state: State, side: str | None, shown: set[str]) -> Iterator[TrayView]:
    if side:
        piles = tuple(p for p in (train_of(side), dummy_of(side)) if p in shown)
        if piles:
            yield TrayView(f"trains-{side}", text("Supply Trains"), side, piles, "7.4")
    for owner in SIDES:
        for box, title, rule in BOXES:
            held = tuple(
                piece
                for piece, held_at in (
                    *((u.id, u.at) for u in state.units.values()),
                    *((c.id, c.at) for c in state.commanders.values()),
                )
                if held_at == box and setup.side_of(piece) == owner
            )
            if held:
                yield TrayView(f"{box}-{owner}", title, owner, held, rule)


def _tracks(setup: Setup, state: State) -> Iterator[TrackView]:
    boxes = tuple(
        verbatim(f"{turn}{SNOWFLAKE}" if is_winter(setup, evolve(state, turn=turn)) else turn)
        for turn in range(1, setup.turns + 1)
    )
    notes = [verbatim(date_of(state))]
    if any(SNOWFLAKE in str(box) for box in boxes):
        notes.append(text("{sign} a winter turn", sign=SNOWFLAKE))
    notes += [text("Winter")] if is_winter(setup, state) else []
    yield TrackView("turns", text("Turn"), boxes, max(0, state.turn - 1), tuple(notes), "14.3")
    yield TURN.track(state, text("Phase"))
    yield _supply(setup, state)
    yield _commands(state)
    yield _score(setup, state)


def date_of(state: State) -> str:
    """[14.3] [16.13.restart] Return the first day of a turn: of 1813 once that campaign has begun."""
    line = row("calendar", str(max(1, state.turn)))
    return str((in_1813(state) and line["date_1813"]) or line["date"])


def _supply(setup: Setup, state: State) -> TrackView:
    """[7.2] Supply Trains and Depots of both, which are public."""
    lines = []
    for side in SIDES:
        trains, depots = printed(setup, state, side), len(depots_of(state, side))
        words = text(
            "{side}: {trains} trains by the table, {depots} Depots",
            side=NAMES[side],
            trains=trains,
            depots=depots,
        )
        if lost := state.lost_depots[side]:
            words = text("{held}, {lost} lost", held=words, lost=lost)
        lines.append(TrackLine(words, "held", side))
    return TrackView("supply", text("Supply Trains"), (), -1, rule="7.2", lines=tuple(lines))


def _commands(state: State) -> TrackView:
    """[9.2] Combat Commands left."""
    lines = tuple(
        TrackLine(
            text(
                "{side}: {n} of {all}", side=NAMES[side], n=state.cc[side], all=state.cc_begin[side]
            ),
            "held",
            side,
        )
        for side in SIDES
    )
    return TrackView("commands", text("Combat Commands"), (), -1, rule="9.2", lines=lines)


def _score(setup: Setup, state: State) -> TrackView:
    """[14.7] Victory points as they stand: cities and Decisive Victories."""
    score = points(setup, state)
    lines = [
        TrackLine(text("{side}: {n} points", side=NAMES[side], n=score[side]), "held", side)
        for side in SIDES
    ]
    lines.append(TrackLine(text("Decisive Victories: {n}", n=state.decisive), "held", "russian"))
    for at, worth in setup.goals.items():
        owner = holder(setup, state, at)
        city = named("place", setup.place_name(at))
        words = text("{city} ({n}): {side}", city=city, n=worth, side=NAMES[owner])
        lines.append(TrackLine(words, "held", owner))
    return TrackView("points", text("Victory points"), (), -1, rule="14.7", lines=tuple(lines))


def _roster(setup: Setup, state: State, side: str | None) -> Iterator[RosterLine]:
    """[3.7] One line a corps, with what it has left; under 15.1 those of the enemy are not told."""
    groups: dict[str, list[str]] = {}
    for uid, card in setup.units.items():
        if not (setup.option("heights") and card.side != side):
            groups.setdefault(card.group, []).append(uid)
    for group, uids in groups.items():
        card = setup.units[uids[0]]
        here = tuple(uid for uid in uids if state.units[uid].on_map)
        gone = tuple(uid for uid in uids if state.units[uid].at == ELIMINATED)
        good = sum(not state.units[uid].disrupted for uid in here)
        note = counted("{n} unit in good order", "{n} units in good order", n=good)
        yield RosterLine(group, card.corps, card.side, here, gone, note)
