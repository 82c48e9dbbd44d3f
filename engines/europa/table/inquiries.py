"""Named questions about a position: the same answers serve overlays, cases and explanations."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, TypeAlias

from engines.core.data.text import Text, counted, named, text
from engines.core.play.inquiries import Named, NoAnswer, inquiries
from engines.core.show.asks import PASS, Choice
from engines.core.show.choices import words_of
from engines.core.show.views import Answer, Overlay
from engines.europa.cards.asked import marked
from engines.europa.field.position import commanders_at, is_friendly, occupies, stacks
from engines.europa.field.telling import SIDES as NAMES
from engines.europa.field.telling import called
from engines.europa.movement.attrition import modifiers, result, tries
from engines.europa.movement.march import March
from engines.europa.movement.steps import movers
from engines.europa.setup import SIDES, Setup
from engines.europa.state import State
from engines.europa.supply.chain import linked, sites, sources
from engines.europa.supply.check import is_in_riga, starves
from engines.europa.supply.lines import austrian_lines, depots_of, lines, unsupplied, why_out
from engines.europa.supply.numbers import balance, printed
from engines.europa.table.pieces import is_hidden
from engines.europa.tables import number

Hex: TypeAlias = Annotated[str, Named("hex", lambda setup, _state, _seat: setup.map.grid)]
Side: TypeAlias = Annotated[str, Named("side", lambda _setup, _state, _seat: SIDES)]


def side_of_seat(setup: Setup, seat: str | None) -> str:
    """Return the side that a seat plays; for onlookers the first."""
    return next((s.side for s in setup.info.seats if s.id == seat), SIDES[0])


def supply(
    setup: Setup, state: State, seat: str | None, at: Hex, side: Side | None = None
) -> Answer:
    """[6.1] [6.2.1] The line of supply of a stack, or the first thing that breaks it."""
    own = side or side_of_seat(setup, seat)
    found = lines(setup, state, own)
    if at in found:
        line = found[at]
        words = text(
            "{place} is in supply from {depot}, {n} hexes away.",
            place=called(setup, at),
            depot=called(setup, line[0]),
            n=len(line) - 1,
        )
        bridged = any(setup.map.is_river(*pair) for pair in pairwise(line))
        rules = ("6.1", "6.2.5", *(("2.2.bridge", "6.2.3") if bridged else ()))
        value: dict[str, object] = {"supplied": True, "line": list(line), "rule": None}
        return Answer(value, rules, (words,), (Overlay("links", "supply", _links(line)),))
    if own == "french" and at in (edge := austrian_lines(setup, state)):
        line = edge[at]
        words = text("Austrian units there are in supply from the edge of the map.")
        value = {"supplied": "austrian", "line": list(line), "rule": "1.1.uss-austria"}
        return Answer(
            value, ("1.1.uss-austria",), (words,), (Overlay("links", "supply", _links(line)),)
        )
    why = next(iter(why_out(setup, state, own, at)), None)
    rule = why.rule if why else "6.1"
    told: tuple[Text, ...] = (text("{place} is out of supply.", place=called(setup, at)),)
    told += (why.message,) if why else ()
    overlays = (Overlay("spaces", "barred", why.where),) if why else ()
    return Answer({"supplied": False, "line": [], "rule": rule}, (rule, "6.1"), told, overlays)


def _links(line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pairs of hexes that a line joins."""
    return tuple(at for pair in pairwise(line) for at in pair)


def army_supply(setup: Setup, state: State, seat: str | None, side: Side | None = None) -> Answer:
    """[6.4.a] [6.4.b] Who of an army would suffer if supply were checked now, and what would become of him."""
    own = side or side_of_seat(setup, seat)
    if side is not None and any(
        is_hidden(setup, state, side_of_seat(setup, seat) if seat else None, own, at)
        for at in stacks(setup, state, own)
    ):
        raise NoAnswer("stacks of the enemy may not be looked into (15.1)")
    cut = unsupplied(setup, state, own)
    lost = [uid for uid in cut if state.units[uid].disrupted and starves(setup, state, uid)]
    shaken = [
        uid for uid in cut if not state.units[uid].disrupted and not is_in_riga(setup, state, uid)
    ]
    words = [
        text("{side}: {n} units are out of supply.", side=NAMES[own], n=len(cut)),
        text("{n} would be disrupted, {lost} lost.", n=len(shaken), lost=len(lost)),
    ]
    hexes = tuple(sorted({state.units[uid].at for uid in cut}))
    value = {"cut": sorted(cut), "disrupted": sorted(shaken), "lost": sorted(lost)}
    rules = ("6.1", "6.4.a", "6.4.b")
    return Answer(value, rules, tuple(words), (Overlay("spaces", "barred", hexes),))


def chain(setup: Setup, state: State, seat: str | None, side: Side | None = None) -> Answer:
    """[7.6] [7.7] The chain of a side's Depots, and the cities in which a new one may be established."""
    own = side or side_of_seat(setup, seat)
    found = linked(setup, state, own)
    held = depots_of(state, own)
    joined = [at for at in held if at in found]
    open_to = sites(setup, state, own)
    overlays = [Overlay("links", "supply", _links(found[at])) for at in joined]
    overlays.append(Overlay("spaces", "reach", tuple(open_to)))
    words = (
        counted(
            "{n} Depot is linked to a source of supply.",
            "{n} Depots are linked to a source of supply.",
            n=len(joined),
        ),
        counted("A Depot may be in {n} city.", "A Depot may be in {n} cities.", n=len(open_to)),
    )
    value = {
        "linked": sorted(joined),
        "cut": sorted(set(held) - set(joined)),
        "sites": sorted(open_to),
        "sources": len(sources(setup, state, own)),
    }
    return Answer(value, ("7.6", "7.7", "1.1.uss"), words, tuple(overlays))


def trains(setup: Setup, state: State, seat: str | None, side: Side | None = None) -> Answer:
    """[7.2] [7.2.negative] How many Supply Trains a side has by the table, its Depots and losses, and what is left."""
    own = side or side_of_seat(setup, seat)
    left = balance(setup, state, own)
    words = [
        text(
            "{side}: {printed} by the table, {left} after Depots and losses.",
            side=NAMES[own],
            printed=printed(setup, state, own),
            left=left,
        )
    ]
    if left < 0:
        words.append(text("The enemy may remove {n} Depots.", n=-left))
    value = {"printed": printed(setup, state, own), "balance": left}
    return Answer(value, ("7.2", "7.2.negative", "17.note"), tuple(words))


def reach(setup: Setup, state: State, seat: str | None, at: Hex) -> Answer:
    """[8.4.allowance] [8.4.7] Where the stack in a hex may march, all of it together."""
    side = side_of_seat(setup, seat)
    if not occupies(setup, state, side, at):
        raise NoAnswer("there is no stack of yours")
    may = movers(setup, state, side, at)
    if not may:
        return Answer({"hexes": [], "forced": []}, ("8.3",), (text("Nobody there may march."),))
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


def march_odds(
    setup: Setup, state: State, seat: str | None, choice: Choice, at: Hex | None = None
) -> Answer:
    """[8.5] [8.6] The chances of attrition of a march by a way: of those who are to go, or of all in a hex."""
    side = side_of_seat(setup, seat)
    may = [one for one in state.column if one in setup.units]
    leaders = tuple(one for one in state.column if one in setup.chiefs)
    if at is not None and occupies(setup, state, side, at):
        may, leaders = movers(setup, state, side, at), ()
    if not may or choice == PASS or not isinstance(choice, dict) or "route" not in choice:
        raise NoAnswer("odds are of a march: {route: [hex]} of a stack of yours")
    march = March(setup, state, setup.side_of(may[0]), tuple(may))
    return _attrition(setup, state, march, len(words_of(choice, "route")), leaders)


def _attrition(
    setup: Setup, state: State, march: March, hexes: int, leaders: tuple[str, ...]
) -> Answer:
    spared = any(marked(state, "march_spared", on=uid) for uid in march.uids)
    if spared or not tries(setup, state, hexes - march.longer):
        words = text("So short a march calls for no roll.")
        if spared:
            words = text("A card spares them the roll.")
        return Answer({"shares": {"0/0": "1"}}, ("8.5",), (words,), shares=((words, 1.0),))
    here = commanders_at(setup, state, march.side, march.start)
    starters = tuple(c.id for c in here) if leaders else ()
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
        (
            text("{lost} lost, {shaken} disrupted", lost=lost, shaken=shaken),
            float(chance),
        )
        for (lost, shaken), chance in sorted(found.items())
    )
    lines_of = tuple(text("{value} {reason}", value=f"{m.value:+d}", reason=m.reason) for m in more)
    value: dict[str, Any] = {
        "shares": {f"{lost}/{shaken}": str(chance) for (lost, shaken), chance in found.items()}
    }
    return Answer(
        value, ("8.5", "8.6", "1.1.dice", *(m.rule for m in more)), lines_of, shares=shares
    )


def ground(setup: Setup, state: State, seat: str | None, at: Hex) -> Answer:
    """[2.2.clear] [2.2.city] What a hex is: ground, territory, city."""
    city = setup.map.cities.get(at)
    value: dict[str, object] = {
        "terrain": setup.map.at(at),
        "territory": setup.map.territory.get(at, ""),
        "city": city.name if city else None,
        "fortified": bool(city and city.fortified),
        "points": setup.goals.get(at, 0),
        "friendly": is_friendly(setup, state, side_of_seat(setup, seat), at),
        "adjacent": sorted(setup.map.grid.adjacent(at)),
    }
    words = [
        text("{place}: {ground}", place=called(setup, at), ground=named("term", setup.map.at(at)))
    ]
    if city and city.today:
        words.append(text("Today {name}", name=named("place", city.today)))
    return Answer(value, ("2.2.clear", "2.2.city", "1.1.friendly", "1.1.adjacent"), tuple(words))


INQUIRIES = inquiries(supply, army_supply, chain, trains, reach, march_odds, ground)
