"""[16.2] [16.2.exceptions] Who commands whom, and who is senior."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engines.europa.cards.asked import silenced
from grognard.engines.europa.field.position import commanders_at
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number, row

SENIORITY = {"A": 0, "I": 1, "T": 1, "C": 2, "corps": 3, "none": 4}
"""From the most senior; T, the commander of an army, ranks with I."""


def commands(setup: Setup, cid: str, uid: str) -> bool:
    """[16.2] [16.2.exceptions] Whether a Commander may command a unit: by arm, corps, army, or as Guard."""
    chief, unit = setup.chiefs[cid], setup.units[uid]
    if chief.rank == "none" or chief.side != unit.side:
        return False
    if chief.rank == "T":
        return unit.is_infantry and unit.army == chief.corps
    if chief.rank == "A" or unit.guard:
        return True
    if chief.rank == "I":
        return unit.is_infantry
    if chief.rank == "C":
        return unit.is_cavalry
    return unit.corps == chief.corps


def commands_all(setup: Setup, cid: str, uids: Iterable[str]) -> bool:
    """[16.2.march] Whether a Commander may command every one of these units."""
    return all(commands(setup, cid, uid) for uid in uids)


def seniors(setup: Setup, cids: Iterable[str]) -> tuple[str, ...]:
    """[16.4.0] Return the most senior of some Commanders; more than one where they are equal."""
    all_of_them = tuple(cids)
    if not all_of_them:
        return ()
    top = min(SENIORITY[setup.chiefs[cid].rank] for cid in all_of_them)
    return tuple(cid for cid in all_of_them if SENIORITY[setup.chiefs[cid].rank] == top)


def rivals(setup: Setup, state: State, cids: Iterable[str]) -> tuple[str, ...]:
    """[16.4.1] Return the rival generals among these Commanders, where two of them are together."""
    if not setup.option("abilities") or state.turn > number("rivalry"):
        return ()
    names = row("commander_abilities", "rivalry")["who"]
    found = tuple(cid for cid in cids if cid in names)
    return found if len(found) >= number("rivals") else ()


def rating(setup: Setup, state: State, cid: str) -> int:
    """[3.5] [16.4.1] Return the CR of a Commander where he stands: none beside a rival, or out of favour."""
    chief = setup.chiefs[cid]
    found = commanders_at(setup, state, chief.side, state.commanders[cid].at)
    if cid in rivals(setup, state, [c.id for c in found]) or silenced(state, cid):
        return 0
    return chief.rating


def best_rating(setup: Setup, state: State, side: str, hex_id: str) -> int:
    """[10.2.test] Return the highest CR of a side's Commanders in a hex, 0 without one."""
    found = commanders_at(setup, state, side, hex_id)
    return max((rating(setup, state, c.id) for c in found), default=0)


def in_combat(
    setup: Setup, state: State, uids: tuple[str, ...], cids: tuple[str, ...]
) -> tuple[str, int]:
    """[11.5.cr] [11.7.cr] [16.2.combat] Return whose CR counts for these units, and for how much.

    In the basic game it is the highest, no more than there are units. By the ranks it is that of him
    who commands most of them, no more than he commands; equal ones are told apart by seniority, and
    then their owner takes the better. Who has no designation counts as in the basic game, but only where
    nobody commands a unit; who has one and commands none of these counts for nothing.
    """
    if setup.option("ranks"):
        led = {cid: sum(commands(setup, cid, uid) for uid in uids) for cid in cids}
        if any(led.values()):

            def standing(cid: str) -> tuple[int, int, int]:
                return led[cid], -SENIORITY[setup.chiefs[cid].rank], rating(setup, state, cid)

            best = max(cids, key=standing)
            return best, min(rating(setup, state, best), led[best])
        cids = tuple(cid for cid in cids if setup.chiefs[cid].rank == "none")
    if not cids:
        return "", 0
    best = max(cids, key=lambda cid: rating(setup, state, cid))
    return best, min(rating(setup, state, best), len(uids))
