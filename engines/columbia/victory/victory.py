"""[8] Victory: what eliminated blocks and redoubts are worth, and who has won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from grognard.engines.columbia.field.position import (
    SIDE_ADJECTIVES,
    SIDE_NAMES,
    eliminated,
    enemy_of,
    holder,
)
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import FRENCH, RUSSIAN, SIDES, BlockType, Side, State
from grognard.engines.columbia.tables import TABLES
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.explain import Verdict

FIFTH = 5
COUNTS = {"9.1": "9.1.victory", "9.2": "9.2.victory", "9.3": "9.3.victory"}


@dataclass(frozen=True, slots=True)
class Score:
    """[8.1.when] The VP of one side: for enemy blocks eliminated, for redoubts, by the bid."""

    side: Side
    blocks: int
    redoubts: int
    bid: int

    @property
    def total(self) -> int:
        """All VP of the side."""
        return self.blocks + self.redoubts + self.bid


@cache
def _points() -> dict[str, tuple[int, str]]:
    """Return VP and rule of each row of the victory table."""
    rows = TABLES.rows("victory_points")
    return {row["id"]: (int(row["vp"]), row["rule"]) for row in rows}


def scenario_rule(setup: Setup) -> str:
    """[9.1] [9.2] [9.3] Return the rule of the scenario: the 5th, the 7th, or both."""
    if len(setup.days) > 1:
        return "9.3"
    return "9.1" if setup.days[0].number == FIFTH else "9.2"


def class_of(kind: BlockType) -> str:
    """[8.2] [8.3.french] [8.4.french] Return the row of the victory table a block counts by.

    The block's own print decides: a corps HQ that came to command an army stays a corps HQ, and
    the Guard's HQ is an HQ (8.4.russian).
    """
    if kind.is_hq:
        return f"{kind.side}_{'ahq' if kind.weight == 'army' else 'chq'}"
    return f"{kind.side}_{'guard' if kind.guard else 'unit'}"


def worth(kind: BlockType) -> tuple[int, str]:
    """[8.2] [8.3.russian] [8.4.russian] Return the VP the enemy gets for eliminating a block, and the rule that says so."""
    return _points()[class_of(kind)]


def redoubts_of(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """[8.5] Return the redoubts a side controls: own blocks and no enemy stand there."""
    return tuple(
        area.id
        for area in setup.ground.areas.values()
        if area.redoubt and holder(setup, state, area.id) == side
    )


def for_redoubt(side: Side) -> int:
    """[8.5] Return the VP a side gets for a redoubt that it controls at the end."""
    return _points()[f"{side}_redoubt"][0]


def score(setup: Setup, state: State, side: Side) -> Score:
    """[8.1.when] Count the VP of a side as they stand; the opponent may not know them (8.2.hidden)."""
    lost = eliminated(setup, state, enemy_of(side))
    blocks = sum(worth(setup.types[uid])[0] for uid in lost)
    each = for_redoubt(side)
    bid = sum(points for who, points in state.bid if who == side)
    return Score(side, blocks, each * len(redoubts_of(setup, state, side)), bid)


def verdict(table: Board) -> None:
    """[8.1.winner] Count the VP after the last Supply Phase and end the game.

    Raises:
        GameOver: always.
    """
    setup = table.setup
    table.log(
        "phase", text("Victory points are counted."), "8.1.when", COUNTS[scenario_rule(setup)]
    )
    for side in SIDES:
        _log_count(table, side)
    french, russian = (score(setup, table.state, side).total for side in SIDES)
    winner = FRENCH if french > russian else RUSSIAN
    points = ((setup.seat_of(FRENCH), french), (setup.seat_of(RUSSIAN), russian))
    table.end(
        Verdict(
            setup.seat_of(winner), "victory", _reason(winner, french, russian), "8.1.winner", points
        )
    )


def _reason(winner: Side, french: int, russian: int) -> Text:
    if french == russian:
        return text("Both sides have {n} victory points: a tie is a Russian victory.", n=french)
    return text(
        "{side} victory. Victory points: French {french}, Russians {russian}.",
        side=SIDE_ADJECTIVES[winner],
        french=french,
        russian=russian,
    )


def _log_count(table: Board, side: Side) -> None:
    """[8.2.hidden] Show the enemy blocks a side eliminated and say what everything is worth."""
    setup = table.setup
    count = score(setup, table.state, side)
    seat = setup.seat_of(side)
    for uid in eliminated(setup, table.state, enemy_of(side)):
        vp, rule = worth(setup.types[uid])
        words = text("{block}, victory points: {vp}", block=setup.types[uid].name, vp=vp)
        table.log("result", words, rule, "8.2.hidden", seat=seat, pieces=(uid,))
    held = redoubts_of(setup, table.state, side)
    words = counted(
        "{side}: {n} redoubt held, victory points: {vp}",
        "{side}: {n} redoubts held, victory points: {vp}",
        side=SIDE_NAMES[side],
        n=len(held),
        vp=count.redoubts,
    )
    table.log("result", words, "8.5", seat=seat, where=held)
    if count.bid:
        words = text(
            "{side}, victory points from the bid: {vp}", side=SIDE_NAMES[side], vp=count.bid
        )
        table.log("result", words, "8.opt.bid", seat=seat)
    words = text("{side}, victory points in all: {vp}", side=SIDE_NAMES[side], vp=count.total)
    table.log("result", words, "8.1.when", seat=seat)
