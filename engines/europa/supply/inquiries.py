"""[6.1] [7.2] What the table may ask of supply: lines, who starves, the chain, the trains."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.europa.field.asking import Hex, Side, side_of_seat
from grognard.engines.europa.field.position import occupies, side_in
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.hidden.seen import is_hidden, not_veiled
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.supply.chain import linked, sites, sources
from grognard.engines.europa.supply.check import is_in_riga, starves
from grognard.engines.europa.supply.lines import (
    austrian_lines,
    depots_of,
    lines,
    unsupplied,
    why_out,
)
from grognard.engines.europa.supply.numbers import balance, printed, short_of


def supply(
    setup: Setup, state: State, seat: str | None, at: Hex, side: Side | None = None
) -> Answer:
    """[6.1] [6.2.1] The line of supply of a stack, or the first thing that breaks it."""
    own = side or _whose(setup, state, seat, at)
    found = lines(setup, state, own)
    if at in found:
        line = found[at]
        words = _in_supply(called(setup, at), called(setup, line[0]), len(line) - 1)
        if not occupies(setup, state, own, at):
            words = text("{side} would be in supply there: {words}", side=NAMES[own], words=words)
        bridged = any(setup.map.is_river(*pair) for pair in pairwise(line))
        rules = ("6.1", "6.2.5", *(("2.2.bridge", "6.2.3") if bridged else ()))
        value: dict[str, object] = {"supplied": True, "line": list(line), "rule": None}
        return Answer(value, rules, (words,), (Overlay("links", "supply", _links(line)),))
    if own == "french" and at in (edge := austrian_lines(setup, state)):
        line = edge[at]
        words = text("Austrian units there are supplied from the edge of the map.")
        value = {"supplied": "austrian", "line": list(line), "rule": "1.1.uss-austria"}
        return Answer(
            value, ("1.1.uss-austria",), (words,), (Overlay("links", "supply", _links(line)),)
        )
    why = next(iter(why_out(setup, state, own, at)), None)
    rule = why.rule if why else "6.1"
    out = text("{place} is out of supply.", place=called(setup, at))
    if not occupies(setup, state, own, at):
        out = text("{side} would be out of supply there.", side=NAMES[own])
    told: tuple[Text, ...] = (out,)
    told += (why.message,) if why else ()
    overlays = (Overlay("spaces", "barred", why.where),) if why else ()
    return Answer({"supplied": False, "line": [], "rule": rule}, (rule, "6.1"), told, overlays)


def _in_supply(place: Text, depot: Text, hexes: int) -> Text:
    if not hexes:
        return text("{place} has a Depot.", place=place)
    return counted(
        "{place} is in supply from {depot}, {n} hex away.",
        "{place} is in supply from {depot}, {n} hexes away.",
        place=place,
        depot=depot,
        n=hexes,
    )


def _whose(setup: Setup, state: State, seat: str | None, at: str) -> str:
    """[6.1] [15.1] Return whose stack stands in a hex; of a hidden one of the enemy nothing is told."""
    own = side_of_seat(setup, seat)
    there = side_in(setup, state, at) or own
    if there != own and is_hidden(setup, state, own if seat else None, there, at):
        raise NoAnswer("stacks of the enemy may not be looked into (15.1)")
    return there


def _links(line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pairs of hexes that a line joins."""
    return tuple(at for pair in pairwise(line) for at in pair)


def army_supply(setup: Setup, state: State, seat: str | None, side: Side | None = None) -> Answer:
    """[6.4.a] [6.4.b] Who of an army would suffer if supply were checked now, and what would become of him."""
    own = side or side_of_seat(setup, seat)
    not_veiled(setup, state, seat, own)
    cut = unsupplied(setup, state, own)
    lost = [uid for uid in cut if state.units[uid].disrupted and starves(setup, state, uid)]
    shaken = [
        uid for uid in cut if not state.units[uid].disrupted and not is_in_riga(setup, state, uid)
    ]
    words = list(_of_the_army(own, len(cut), len(shaken), len(lost)))
    hexes = tuple(sorted({state.units[uid].at for uid in cut}))
    broken: dict[str, Refusal] = {}
    for at in hexes:
        broken.update((at, why) for why in why_out(setup, state, own, at))
        gone = sum(state.units[uid].at == at for uid in lost)
        bad = sum(state.units[uid].at == at for uid in shaken)
        why = broken[at].message if at in broken else text("Its line is broken.")
        fate = text("{fate}. {why}", fate=_suffered(bad, gone), why=why)
        words.append(text("{place}: {fate}", place=called(setup, at), fate=fate))
    value = {"cut": sorted(cut), "disrupted": sorted(shaken), "lost": sorted(lost)}
    rules = dict.fromkeys(("6.1", "6.4.a", "6.4.b", *(why.rule for why in broken.values())))
    marks = tuple(
        (at, f"\N{MINUS SIGN}{sum(state.units[uid].at == at for uid in cut)}") for at in hexes
    )
    overlays = (
        Overlay("spaces", "barred", hexes),
        Overlay("labels", "barred", labels=marks),
        Overlay("spaces", "breaks", tuple(at for why in broken.values() for at in why.where)),
    )
    return Answer(value, tuple(rules), tuple(words), overlays)


def _of_the_army(side: str, cut: int, shaken: int, lost: int) -> Iterator[Text]:
    """[6.4.a] [6.4.b] Say of a whole army how many are cut off, and what the check would do."""
    if not cut:
        yield text("{side}: all units are in supply.", side=NAMES[side])
        return
    yield counted(
        "{side}: {n} unit is out of supply.",
        "{side}: {n} units are out of supply.",
        side=NAMES[side],
        n=cut,
    )
    yield text("If supply were checked now: {fate}.", fate=_suffered(shaken, lost))


def _suffered(shaken: int, lost: int) -> Text:
    """[6.4.a] [6.4.b] Say what units out of supply would suffer; what is none of it is not counted up."""
    if shaken and lost:
        return text("{n} disrupted, {lost} lost", n=shaken, lost=lost)
    if shaken or lost:
        return text("{n} disrupted", n=shaken) if shaken else text("{n} lost", n=lost)
    return text("no losses")


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
    short = short_of(setup, state, own)
    if short > 0:
        words.append(text("The enemy may remove {n} Depots.", n=short))
    value = {"printed": printed(setup, state, own), "balance": left}
    return Answer(value, ("7.2", "7.2.negative", "17.note"), tuple(words))


INQUIRIES = inquiries(supply, army_supply, chain, trains)
