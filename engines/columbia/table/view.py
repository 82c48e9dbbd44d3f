"""What a seat sees of a position: own blocks and open ones, blanks for the rest, the battle board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from grognard.engines.columbia.battle.battle_board import engagement
from grognard.engines.columbia.field.boardview import features
from grognard.engines.columbia.field.border_ways import limits_of_stacking
from grognard.engines.columbia.field.fog_of_war import (
    blanks,
    blanks_at,
    open_blocks,
    sees,
    waits_in_reserve,
)
from grognard.engines.columbia.field.position import SIDE_NAMES, on_map, room, strength
from grognard.engines.columbia.movement.stacking import overstacked
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import (
    ABSENT,
    ELIMINATED,
    OFF_MAP,
    WAITING,
    Block,
    BlockType,
    Side,
    State,
)
from grognard.engines.columbia.tables import movement_rate
from grognard.engines.columbia.turn.turn import TURN
from grognard.engines.columbia.victory.known import known_points
from grognard.engines.core.data.text import Text, all_of, counted, named, text, verbatim
from grognard.engines.core.play.memo import kept
from grognard.engines.core.show.declared import Tray, command, marked, states, told, trays, troops
from grognard.engines.core.show.views import Overlay, PieceView, RosterLine, TableView, TrackView

TRAYS = (
    Tray(WAITING, text("To be placed"), "1.2.units"),
    Tray(ELIMINATED, text("Eliminated"), "6.9", always=True),
    Tray(OFF_MAP, text("Retreated off the map"), "3.4.retreat"),
)
ARMS = {
    "hq": text("HQ"),
    "infantry": text("infantry"),
    "cavalry": text("cavalry"),
    "artillery": text("artillery"),
}
ARMY_NAMES = {1: text("1st Army"), 2: text("2nd Army")}
ACTIVE = {"army": text("active as army HQ"), "corps": text("active as corps HQ")}
NOTHING = verbatim("")
SIZE = (1.0, 1.0)
"""A block is square; how large it stands in an area, the board says."""


def table_view(setup: Setup, state: State, seat: str | None) -> TableView:
    """Return the table as a seat sees it; ask, log and verdict are the session's to fill in."""
    return TableView(
        seat=seat,
        turn=turn_text(setup, state),
        phase=_phase(state),
        active=setup.acting(state.active),
        pieces=(*_open(setup, state, seat), *_blank(setup, state, seat)),
        trays=trays(TRAYS, setup.sides, partial(_held, setup, state, seat)),
        tracks=(_hours(setup, state), _phases(setup, state), _victory(setup, state, seat)),
        roster=tuple(_roster(setup, state, seat)),
        features=tuple(features(setup, state)),
        engagement=engagement(setup, state, seat),
        standing=tuple(_crowded(setup, state)),
    )


def _crowded(setup: Setup, state: State) -> Iterator[Overlay]:
    """[3.31.when] Areas with too many blocks of the side that acts, from the moment they have them."""
    if not TURN.within(state, "move", "hq", "straggle", "stack"):
        return
    over, most = overstacked(setup, state, state.active), limits_of_stacking(setup)
    if over:
        many = (most[area] - room(setup, state, area, state.active) for area in over)
        labels = tuple((area, f"{n} / {most[area]}") for area, n in zip(over, many, strict=True))
        yield Overlay("spaces", "illegal", over, labels=labels)


def turn_text(setup: Setup, state: State) -> Text:
    """Name the turn by day and hour."""
    hours = next((day.hours for day in setup.days if day.number == state.day), ())
    if not 1 <= state.turn <= len(hours):
        return text("{day} September", day=state.day)
    return text(
        "{day} September, {hour} (turn {n} of {last})",
        day=state.day,
        hour=hours[state.turn - 1],
        n=state.turn,
        last=len(hours),
    )


def _phase(state: State) -> Text:
    phase = TURN.phase(state)
    if state.active and not TURN.within(state, "initiative", "battle", "end"):
        side = SIDE_NAMES.get(state.active, state.active)
        return text("{side}: {phase}", side=side, phase=phase)
    return phase


# -- pieces ------------------------------------------------------------------------------------


def symbol(kind: BlockType) -> str:
    """The theme key of a block's picture."""
    return f"{kind.weight}_hq" if kind.is_hq else troops(kind.arm, kind.weight)


def firepower(kind: BlockType) -> str:
    """[4.13.order] The printed firepower: letter and number."""
    return f"{kind.letter}{kind.number}"


def _open(setup: Setup, state: State, seat: str | None) -> Iterator[PieceView]:
    """Own blocks and open ones; the open ones of the enemy show their face and nothing else."""
    depth = _depths(setup, state, seat)
    for uid in open_blocks(setup, state, seat):
        kind, block = setup.types[uid], state.blocks[uid]
        own = kind.side == setup.side_of(seat)
        yield PieceView(
            id=uid,
            form="block",
            side=kind.side,
            symbol=symbol(kind),
            name=kind.name,
            at=block.at if on_map(block) else None,
            band=kind.corps,
            values=(("strength", str(strength(kind, block))), ("firepower", firepower(kind))),
            badges=tuple(_badges(state, block, own=own)),
            footprint=SIZE,
            steps=strength(kind, block),
            stack=depth.get(uid, 0),
            group=(block.attached if own else "") or kind.corps,
            facts=facts(setup, block, own=own),
        )


def _blank(setup: Setup, state: State, seat: str | None) -> Iterator[PieceView]:
    """[0.fog] Blocks seen from behind: owner and place, and whether it waits in reserve."""
    for blank in blanks(setup, state, seat):
        placed = blank.at in setup.ground.areas
        seen = sum(
            setup.types[uid].side == blank.side and sees(setup, state, seat, uid)
            for uid in state.areas.get(blank.at, ())
        )
        number = int(blank.id.rpartition(".")[2])
        yield PieceView(
            id=blank.id,
            form="block",
            side=blank.side,
            symbol="blank",
            name="",
            at=blank.at if placed else None,
            badges=("reserve",) if blank.reserve else (),
            footprint=SIZE,
            stack=seen + number - 1 if placed else 0,
            hidden=True,
        )


def _depths(setup: Setup, state: State, seat: str | None) -> dict[str, int]:
    """The place of each open block among those of its side in its area: blanks come after them."""
    depth: dict[str, int] = {}
    for stack in state.areas.values():
        seen = dict.fromkeys(setup.sides, 0)
        for uid in stack:
            if sees(setup, state, seat, uid):
                depth[uid] = seen[setup.types[uid].side]
                seen[setup.types[uid].side] += 1
    return depth


def _badges(state: State, block: Block, *, own: bool) -> Iterator[str]:
    yield from marked(block, ("active",))
    if own:
        yield from marked(block, ("pinned", "moved", "bombarded"), attached=bool(block.attached))
    battle = state.battle
    if battle is not None:
        covered = any(block.id == inner for _, inner in battle.sheltered)
        square, half = block.id in battle.squares, block.id in battle.half
        yield from marked(block, (), square=square, sheltered=covered, half_hit=half)
    if block.id in waits_in_reserve(state, block.at):
        yield "reserve"


@kept(2048)
def facts(setup: Setup, block: Block, *, own: bool) -> tuple[tuple[Text, Text], ...]:
    """Rows for the inspector: who the block is and, for its owner, how it stands."""
    kind = setup.types[block.id]
    corps = (block.attached if own else "") or kind.corps
    ladder = "-".join(str(step) for step in kind.ladder)
    arm, weight = ARMS[kind.arm], named("term", kind.weight)
    return told(
        (text("Name"), named("unit", kind.name)),
        (text("Corps"), _corps(setup, kind, corps)),
        (text("Army"), ARMY_NAMES.get(kind.army, NOTHING)),
        (text("Arm"), arm if kind.is_hq else text("{weight} {arm}", weight=weight, arm=arm)),
        (text("Guard"), text("yes") if kind.guard else NOTHING),
        (text("Strength"), text("{n} of {ladder}", n=strength(kind, block), ladder=ladder)),
        (text("Firepower"), verbatim(firepower(kind))),
        (text("Command range"), verbatim(kind.reach or "")),
        (
            text("Areas per move"),
            text("{n}, {road} by road", n=_rate(kind, "normal"), road=_rate(kind, "road")),
        ),
        (text("Victory points"), verbatim(kind.vp)),
        (text("State"), _condition(block) if own else NOTHING),
        (text("Values"), named("term", kind.provenance)),
    )


def _corps(setup: Setup, kind: BlockType, corps: str) -> Text:
    name = setup.corps_names.get(corps, corps)
    return text("independent") if not name and kind.independent else named("unit", name)


def _rate(kind: BlockType, by: str) -> int:
    """[5.41.rate] The areas a block may move."""
    arm = "horse_artillery" if kind.is_artillery and kind.weight == "horse" else kind.arm
    return movement_rate(arm, by)


STATES = {
    "pinned": text("pinned"),
    "moved": text("has moved"),
    "bombarded": text("has bombarded"),
}


def _condition(block: Block) -> Text:
    words = [ACTIVE.get(block.role, text("active"))] if block.active else []
    words += states(block, STATES)
    if block.orders:
        words.append(
            counted("has given {n} order", "has given {n} orders", n=block.orders),
        )
    return all_of(words) if words else text("ready")


# -- boxes, tracks, order of battle ------------------------------------------------------------


def _held(setup: Setup, state: State, seat: str | None, side: Side, box: str) -> tuple[str, ...]:
    """[8.2.hidden] What lies in a box: of the enemy's the faces seen and the number of others."""
    cards = {corps: n for n, corps in enumerate(_corps_of(setup))}
    lie = (
        uid
        for uid, block in state.blocks.items()
        if block.at == box and setup.types[uid].side == side and sees(setup, state, seat, uid)
    )
    seen = sorted(lie, key=lambda uid: cards[side, setup.types[uid].corps])
    rest = blanks_at(setup, state, seat, box, side) if side != setup.side_of(seat) else ()
    return (*seen, *(blank.id for blank in rest))


def _hours(setup: Setup, state: State) -> TrackView:
    """[2.0] The turns of all days of the scenario, by their hours."""
    many = len(setup.days) > 1
    steps: list[Text] = []
    current = -1
    for day in setup.days:
        if not day.hours:
            current = len(steps) if day.number == state.day else current
            steps.append(text("{day} Sept", day=day.number))
        for number, hour in enumerate(day.hours, 1):
            if (day.number, number) == (state.day, state.turn):
                current = len(steps)
            named_hour = text("{day} Sept {hour}", day=day.number, hour=hour)
            steps.append(named_hour if many and number == 1 else named("term", hour))
    notes = [text("Player 1 this turn: {side}", side=SIDE_NAMES.get(state.first, ""))]
    return TrackView("turns", text("Hour"), tuple(steps), current, tuple(notes), "2.0")


def _phases(setup: Setup, state: State) -> TrackView:
    """[2.0] The steps of a Game Turn; in the middle ones first Player 1 acts, then Player 2."""
    notes = [TURN.cited(state)]
    if state.active in setup.sides:
        number = 1 if state.active == state.first else 2
        side = SIDE_NAMES.get(state.active, state.active)
        notes.append(text("{side}: Player {n}", side=side, n=number))
    return TURN.track(state, text("Game Turn"), notes)


def _victory(setup: Setup, state: State, seat: str | None) -> TrackView:
    """[8.1.winner] The victory points as far as a seat knows them; hidden losses are counted only."""
    points = {side: known_points(setup, state, seat, side) for side in setup.sides}
    steps = tuple(
        text(
            "{side} {n}",
            side=SIDE_NAMES[side],
            n=f"{points[side].sure}" + ("+?" if points[side].unseen else ""),
        )
        for side in setup.sides
    )
    # A tie is a Russian victory (8.1.winner), so the French lead only with more.
    leads = "french" if points["french"].sure > points["russian"].sure else "russian"
    notes = []
    for side in setup.sides:
        known = points[side]
        words = text("{side}: {vp} (redoubts: {held})")
        if known.unseen:
            words = text("{side}: {vp} and those for unseen losses: {unseen} (redoubts: {held})")
        held = all_of((setup.ground.areas[a].name for a in known.redoubts), "place")
        notes.append(
            words.fill(side=SIDE_NAMES[side], vp=known.sure, unseen=known.unseen, held=held)
        )
    title = text("Victory points")
    return TrackView("victory", title, steps, setup.sides.index(leads), tuple(notes), "8.1.winner")


def _corps_of(setup: Setup) -> tuple[tuple[Side, str], ...]:
    """[1.1] The corps of both sides in the order of their cards."""
    return tuple(dict.fromkeys((kind.side, kind.corps) for kind in setup.types.values()))


def _roster(setup: Setup, state: State, seat: str | None) -> Iterator[RosterLine]:
    """[1.1] The order of battle by corps: the cards of both sides are open, where blocks are is not."""
    for corps in _corps_of(setup):
        side, name = corps
        members = [kind for kind in setup.types.values() if (kind.side, kind.corps) == corps]
        used = [kind.id for kind in members if state.blocks[kind.id].at != ABSENT]
        known = [uid for uid in used if sees(setup, state, seat, uid)]
        title = setup.corps_names.get(name, name) or "Independent"
        note = None if side == setup.side_of(seat) else _card(members)
        lost = {uid for uid in known if state.blocks[uid].at == ELIMINATED}
        yield command(f"{side}:{name}", title, side, known, lost, note)


def _card(members: list[BlockType]) -> Text:
    """List the blocks of a corps as its card prints them."""
    names = [
        text("{block} ({strength})", block=k.name, strength=f"{k.ladder[0]}{firepower(k)}")
        for k in members
    ]
    return text("On the card: {blocks}", blocks=all_of(names))
