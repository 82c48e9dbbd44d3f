"""[8.4.allowance] [8.5] What the table may ask of marches: how far, and at what loss."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from grognard.engines.core.data.text import Text, percent, text
from grognard.engines.core.play.firstdie import first_die
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.explain import Roll
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.europa.cards.asked import marked
from grognard.engines.europa.field.asking import Hex, side_of_seat
from grognard.engines.europa.field.position import commanders_at, occupies
from grognard.engines.europa.field.rollwords import RESULTS
from grognard.engines.europa.hidden.seen import not_veiled
from grognard.engines.europa.movement.attrition import modifiers, result, tries
from grognard.engines.europa.movement.march import March
from grognard.engines.europa.movement.steps import movers, order_roll, order_rules, why_held
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number

MOVING = "movement.move"
"""The step before which disrupted units may still rally and march (8.1)."""


def reach(setup: Setup, state: State, seat: str | None, at: Hex) -> Answer:
    """[8.4.allowance] [8.4.7] Where the stack in a hex may march, all of it together."""
    side = side_of_seat(setup, seat)
    if not occupies(setup, state, side, at):
        raise NoAnswer("there is no stack of yours")
    not_veiled(setup, state, seat, side, at)
    may = movers(setup, state, side, at)
    if not may:
        return Answer({"hexes": [], "forced": []}, ("8.3",), (text("No unit there may march."),))
    here = [state.units[uid] for uid in may]
    why = why_held(setup, state, at, here, rallied=state.phase != MOVING)
    if why is not None:
        return Answer({"hexes": [], "forced": []}, (why.rule,), (why.message,))
    march = March(setup, state, side, tuple(may))
    ways = march.ways()
    near = sorted(h for h, way in ways.items() if len(way) <= march.free_hexes)
    forced = sorted(h for h, way in ways.items() if len(way) > march.free_hexes)
    words = text("{n} hexes, and {m} by forced march.", n=len(near), m=len(forced))
    overlays = (
        Overlay("spaces", "reach", tuple(near)),
        Overlay("spaces", "reach_far", tuple(forced)),
    )
    return Answer({"hexes": near, "forced": forced}, ("8.4.allowance", "8.4.7"), (words,), overlays)


def march_odds(  # noqa: PLR0913 - what a march hangs on
    setup: Setup,
    state: State,
    seat: str | None,
    choice: Choice,
    at: Hex | None = None,
    way: Choice | None = None,
) -> Answer:
    """[8.5] [8.6] The chances of attrition of a march by a way: of those who are to go, or of all in a hex.

    The Commanders who set out are taken to go the whole way. On a `way` that is chosen already the choice
    is who of them stays behind on it (8.4.2).
    """
    side = side_of_seat(setup, seat)
    may = [one for one in state.column if one in setup.units]
    leaders = tuple(one for one in state.column if one in setup.chiefs)
    if may and isinstance(way, list):
        not_veiled(setup, state, seat, setup.side_of(may[0]), state.units[may[0]].at)
        stays = choice.get("commander") if isinstance(choice, dict) else None
        march = March(setup, state, setup.side_of(may[0]), tuple(may))
        left = tuple(cid for cid in leaders if cid != stays)
        return _attrition(setup, state, march, len(way), left)
    if at is not None and occupies(setup, state, side, at):
        may = movers(setup, state, side, at)
        leaders = tuple(c.id for c in commanders_at(setup, state, side, at) if not c.moved)
    if may:
        not_veiled(setup, state, seat, setup.side_of(may[0]), state.units[may[0]].at)
    if not may or choice == PASS or not isinstance(choice, dict) or "route" not in choice:
        raise NoAnswer("odds are of a march: {route: [hex]} of a stack of yours")
    march = March(setup, state, setup.side_of(may[0]), tuple(may))
    found = _attrition(setup, state, march, len(words_of(choice, "route")), leaders)
    return _if_it_marches(setup, state, march, found)


def _if_it_marches(setup: Setup, state: State, march: March, found: Answer) -> Answer:
    """[16.5] [16.4.2] Put before the odds of a march the chance that they stay where they are."""
    starters = tuple(c.id for c in commanders_at(setup, state, march.side, march.start))
    rules = order_rules(setup, state, march.side, starters)
    goes = Fraction(1)
    for rule in rules:

        def play(table: Board, rule: str = rule) -> Roll:
            return order_roll(table, march.side, march.start, rule)

        die = first_die(setup, state, play)
        goes *= die.chances["marches"] if die else 1
    if goes == 1:
        return found
    stays = (RESULTS["stays"], float(1 - goes))
    told = tuple((words, chance * float(goes)) for words, chance in found.shares)
    doubt = text("They may not obey: {chance} they march.", chance=percent(goes))
    return replace(
        found,
        value={**found.value, "stays": str(1 - goes)},
        rules=tuple(dict.fromkeys((*rules, *found.rules))),
        lines=(doubt, *found.lines),
        shares=(stays, *told),
    )


def _attrition(
    setup: Setup, state: State, march: March, hexes: int, leaders: tuple[str, ...]
) -> Answer:
    spared = any(marked(state, "march_spared", on=uid) for uid in march.uids)
    if spared or not tries(setup, state, march.tiring(hexes)):
        words = text("Such a short march needs no roll.")
        if spared:
            words = text("A card spares them the roll.")
        return Answer({"shares": {"0/0": "1"}}, ("8.5",), (words,), shares=((words, 1.0),))
    starters = tuple(c.id for c in commanders_at(setup, state, march.side, march.start))
    more = modifiers(setup, state, march.uids, hexes - march.free_hexes, leaders, starters)
    change = sum(modifier.value for modifier in more)
    sides = number("die")
    found: dict[tuple[int, int], Fraction] = {}
    for die in range(1, sides + 1):
        hurt = result(die + change)
        if len(march.uids) == 1 and any(hurt):
            hurt = (0, 1)
        found[hurt] = found.get(hurt, Fraction(0)) + Fraction(1, sides)
    shares = tuple(
        (_suffered(lost, shaken), float(chance)) for (lost, shaken), chance in sorted(found.items())
    )
    lines_of = tuple(text("{value} {reason}", value=f"{m.value:+d}", reason=m.reason) for m in more)
    value: dict[str, Any] = {
        "shares": {f"{lost}/{shaken}": str(chance) for (lost, shaken), chance in found.items()}
    }
    return Answer(
        value, ("8.5", "8.6", "1.1.dice", *(m.rule for m in more)), lines_of, shares=shares
    )


def _suffered(lost: int, shaken: int) -> Text:
    """[8.5] Say what a stack suffers: what is none of it is not counted up."""
    if lost and shaken:
        return text("{lost} lost, {shaken} disrupted", lost=lost, shaken=shaken)
    if lost or shaken:
        return text("{n} lost", n=lost) if lost else text("{n} disrupted", n=shaken)
    return text("no losses")


INQUIRIES = inquiries(reach, march_odds)
