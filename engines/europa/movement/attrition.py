"""[8.5] [8.6] [14.5] [16.6] March attrition: the roll, what is added to it, and who is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engines.core.data.text import counted, text
from grognard.engines.core.show.asks import Ask, Procedure, Subset
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.explain import Modifier
from grognard.engines.europa.cards.asked import added, marked, use_up
from grognard.engines.europa.field.effects import disrupt, eliminate
from grognard.engines.europa.field.position import is_winter
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.ranks.abilities import march as of_commanders
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import modifier, number, rows

TABLE = "march_attrition_modifiers"


def tries(setup: Setup, state: State, hexes: int) -> bool:
    """[8.5] Whether a march of so many hexes calls for a roll."""
    least = number("attrition_from_winter" if is_winter(setup, state) else "attrition_from")
    return hexes >= least


def modifiers(  # noqa: PLR0913 - what a roll hangs on
    setup: Setup,
    state: State,
    uids: tuple[str, ...],
    forced: int,
    leaders: tuple[str, ...] = (),
    starters: tuple[str, ...] = (),
) -> tuple[Modifier, ...]:
    """[8.6] Return what is added to the roll. `leaders` went all the way, `starters` were there at its start."""
    side = setup.units[uids[0]].side
    found: list[Modifier] = []
    if side == "french" and state.turn >= number("forage_from"):
        found.append(modifier(TABLE, "french"))
    if is_winter(setup, state):
        found.append(modifier(TABLE, "winter"))
    if forced > 0:
        found.append(modifier(TABLE, "forced", forced * modifier(TABLE, "forced").value))
    found += of_commanders(setup, uids, leaders, starters)
    found += added(state, "attrition")
    return tuple(found)


def result(total: int) -> tuple[int, int]:
    """[8.5] Return how many units a roll eliminates and disrupts."""
    found = (0, 0)
    for line in rows("march_attrition"):
        if total >= int(line["from"]):
            found = (int(line["eliminate"]), int(line["disrupt"]))
    return found


def attrition(
    table: Board,
    uids: tuple[str, ...],
    forced: int,
    leaders: tuple[str, ...],
    starters: tuple[str, ...],
) -> Procedure[None]:
    """[8.5] Roll for a stack that has arrived, and have its owner choose who suffers."""
    setup, side = table.setup, table.setup.units[uids[0]].side
    at = table.state.units[uids[0]].at
    spared = [uid for uid in uids if marked(table.state, "march_spared", on=uid)]
    if spared:
        use_up(table, "march_spared", side, spared[0])
        return
    roll = table.roll(
        seat=setup.seat_of(side),
        rule="8.5",
        purpose="attrition",
        subject=at,
        sides=number("die"),
        first=1,
        says=text("March attrition at {place}", place=called(setup, at)),
        modifiers=modifiers(setup, table.state, uids, forced, leaders, starters),
        result=lambda total: "attrition" if any(result(total)) else "unharmed",
        read_in=("march_attrition", ""),
    )
    gone, shaken = result(roll.total)
    if not (gone or shaken):
        return
    if len(uids) == 1:
        gone, shaken = 0, 1
    gone_units = yield from _choose(table, uids, gone, "attrition_lost")
    rules = ("8.5", "16.6") if horse_first(setup, table.state) else ("8.5",)
    for uid in gone_units:
        eliminate(table, uid, *rules)
    left = tuple(uid for uid in uids if uid not in gone_units)
    shaken_units = yield from _choose(table, left, shaken, "attrition_disrupted")
    if shaken_units:
        disrupt(table, shaken_units, *rules)


def horse_first(setup: Setup, state: State) -> bool:
    """[16.6] Whether attrition takes cavalry before infantry."""
    return setup.option("losses") and state.turn <= number("cavalry_first")


def exposed(setup: Setup, state: State, uids: Sequence[str], count: int) -> Iterator[list[str]]:
    """[8.5] [16.6] Give who must be chosen, then who may be: artillery never, early on cavalry first."""
    open_to = [uid for uid in uids if not setup.units[uid].is_artillery]
    horse = [uid for uid in open_to if setup.units[uid].is_cavalry]
    foot = [uid for uid in open_to if uid not in horse]
    if horse_first(setup, state):
        yield horse if len(horse) <= count else []
        yield horse if len(horse) > count else foot
    else:
        yield []
        yield open_to


def _choose(table: Board, uids: tuple[str, ...], count: int, kind: str) -> Procedure[list[str]]:
    if not count or not uids:
        return []
    setup = table.setup
    must, may = exposed(setup, table.state, uids, count)
    more = min(count - len(must), len(may))
    if more <= 0:
        return must
    if more == len(may):
        return [*must, *may]
    side, at = setup.units[uids[0]].side, table.state.units[uids[0]].at
    words = counted(
        "Attrition: which unit is eliminated?", "Attrition: which {n} units are eliminated?", n=more
    )
    if kind == "attrition_disrupted":
        words = counted(
            "Attrition: which unit is disrupted?",
            "Attrition: which {n} units are disrupted?",
            n=more,
        )
    rules = ("8.5", "16.6") if horse_first(setup, table.state) else ("8.5",)
    answer = yield Ask(
        setup.seat_of(side),
        kind,
        words,
        rules,
        Subset(tuple(may), more, more),
        form="subset",
        subject=tuple(may),
        where=(at,),
    )
    return [*must, *words_of(answer, "subset")]
