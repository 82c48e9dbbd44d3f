"""[5.1.instant] [7.33] What follows at once where an area changes hands: pins, captured sources."""

from __future__ import annotations

from grognard.engines.columbia.field.position import SIDE_NAMES, enemy_of, holder
from grognard.engines.columbia.setup import Board
from grognard.engines.columbia.supply.supply import Spending, restore
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import counted
from grognard.engines.core.show.asks import PASS, Ask, Procedure
from grognard.engines.core.show.choices import word_of


def changed(table: Board, *areas: str) -> Procedure[None]:
    """[5.1.instant] Do what follows where blocks have come, gone or fallen, whatever brought it about.

    To be called with every area in which somebody may have come to stand alone.
    """
    take(table, *areas)
    yield from spend_rewards(table)


def take(table: Board, *areas: str) -> None:
    """[5.1.instant] Note what follows where areas change hands; captured SP are left to be spent."""
    release(table)
    for area in areas:
        _capture(table, area)


def release(table: Board) -> None:
    """[5.5.pin] Where no enemy is left among those entered, nobody is pinned any more.

    The attack is over there: how it came, and over which border its main part, is no matter now.
    """
    setup, state = table.setup, table.state
    gone = [area for area in state.pins if holder(setup, state, area) != "contested"]
    if not gone:
        return
    blocks = {
        uid: evolve(block, pinned=False) if block.pinned and block.at in gone else block
        for uid, block in state.blocks.items()
    }
    table.update(
        pins={area: count for area, count in state.pins.items() if area not in gone},
        blocks=blocks,
        entries=tuple(entry for entry in state.entries if entry.at not in gone),
        main=tuple(named for named in state.main if named[0] not in gone),
    )


def _capture(table: Board, area: str) -> None:
    """[7.33.capture] Owe the SP of an enemy source to the side that has just made it its own."""
    setup = table.setup
    ground = setup.ground.areas.get(area)
    if ground is None or not ground.source or area in table.state.captured:
        return
    captor = enemy_of(ground.source)
    if holder(setup, table.state, area) != captor:
        return
    count = ground.symbols * number("capture_pays")
    table.update(
        captured=(*table.state.captured, area),
        spent=(),
        rewards=(*table.state.rewards, (captor, count)),
    )
    words = counted(
        "{side}: the source in {area} is captured, {n} supply point",
        "{side}: the source in {area} is captured, {n} supply points",
        side=SIDE_NAMES[captor],
        area=ground.name,
        n=count,
    )
    table.log("result", words, "7.33.capture", seat=setup.seat_of(captor), where=(area,))


def spend_rewards(table: Board) -> Procedure[None]:
    """[7.33.capture] Spend the SP of captured sources at once; the game resumes here if it rests."""
    setup = table.setup
    while table.state.rewards:
        side, count = table.state.rewards[0]
        choices = Spending(setup, table.state, side, free=True)
        choice = PASS
        if count > 0 and choices.conceivable():
            answer = yield Ask(
                setup.seat_of(side),
                "supply_capture",
                counted(
                    "Restore a step ({n} supply point left from the captured source)",
                    "Restore a step ({n} supply points left from the captured source)",
                    n=count,
                ),
                ("7.33.capture", "7.2.cost"),
                choices,
                form="piece",
                resting=True,
                secret=True,
                interrupt=side != table.state.active,
                idle=choices.nobody,
            )
            choice = word_of(answer)
        if choice != PASS:
            restore(table, choice, "", "7.33.capture")
            table.update(rewards=((side, count - 1), *table.state.rewards[1:]))
            continue
        if count > 0:
            words = counted(
                "{side}: {n} supply point is lost.",
                "{side}: {n} supply points are lost.",
                side=SIDE_NAMES[side],
                n=count,
            )
            table.log("note", words, "7.33.capture", seat=setup.seat_of(side))
        table.update(rewards=table.state.rewards[1:], spent=())
