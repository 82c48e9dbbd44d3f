"""[8.4.allowance] [8.4.6] [8.4.7] [8.4.8] How far a stack marches, by which ways, and what bars them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import NOT_LISTED, PASS, Choice, Choices
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.cards.asked import added, marked
from grognard.engines.europa.field.position import (
    capacity,
    cavalry_of,
    is_winter,
    space_of,
    units_at,
)
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.field.terrain import barred_by, is_open, why_no_entry, why_no_room
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import State
from grognard.engines.europa.supply.lines import is_supplied, why_out
from grognard.engines.europa.tables import number

HELD_BACK = "VIII"
"""[16.1.jerome] The corps that does not force its march before its card has been played."""


def normal_march(setup: Setup, state: State) -> int:
    """[8.4.allowance] Return how many hexes a normal move has."""
    return number("march_winter" if is_winter(setup, state) else "march")


@dataclass(frozen=True)
class March:
    """[8.4.3] The ways of some units that march together."""

    setup: Setup
    state: State
    side: str
    uids: tuple[str, ...]
    start: str = field(init=False)
    cavalry: frozenset[str] = field(init=False)
    enemies: frozenset[str] = field(init=False)
    space: int = field(init=False)
    held: Mapping[str, int] = field(init=False)
    _steps: dict[tuple[str, str], Refusal | None] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        setup, state, put = self.setup, self.state, object.__setattr__
        put(self, "start", state.units[self.uids[0]].at)
        put(self, "cavalry", cavalry_of(setup, state, enemy_of(self.side)))
        held: dict[str, int] = {}
        enemies = set()
        for unit in state.units.values():
            card = setup.units[unit.id]
            if card.side != self.side:
                enemies.add(unit.at)
            elif unit.id not in self.uids:
                held[unit.at] = held.get(unit.at, 0) + card.space
        put(self, "enemies", frozenset(enemies))
        put(self, "held", held)
        put(self, "space", space_of(setup, self.uids))

    @property
    def free_hexes(self) -> int:
        """[8.4.allowance] How many hexes they go without forcing the march."""
        return normal_march(self.setup, self.state) + self.longer

    @property
    def longer(self) -> int:
        """[16.1.timing] How many hexes more a card has them go."""
        return max(
            (m.value for uid in self.uids for m in added(self.state, "longer", self.side, uid)),
            default=0,
        )

    def tiring(self, hexes: int) -> int:
        """[8.5] [16.1.timing] How many hexes of a march count for attrition: not those that a card has them go more."""
        return max(min(hexes, normal_march(self.setup, self.state)), hexes - self.longer)

    @property
    def most(self) -> int:
        """[8.4.allowance] [16.1.jerome] How many hexes they may go at most."""
        if self.why_not_forced() is not None:
            return self.free_hexes
        return number("march_most") + self.longer

    def why_not_forced(self) -> Refusal | None:
        """[16.1.jerome] Return why they may not force their march."""
        setup, state = self.setup, self.state
        jerome = any(setup.units[uid].corps == HELD_BACK for uid in self.uids)
        if setup.option("cards") and jerome and not marked(state, "jerome"):
            words = text("The VIII Corps does not force its march before Jerome has gone.")
            return Refusal("16.1.jerome", words, self.uids)
        banned = (self.start, *self.uids, *(setup.units[uid].corps for uid in self.uids))
        if any(marked(state, "forced_march", on=name) for name in banned):
            return Refusal("16.1.timing", text("A card forbids them a forced march."), self.uids)
        return None

    def why_no_step(self, a: str, b: str) -> Refusal | None:
        """[2.3] [8.4.6] [4.1] Return why they may not go from a hex into the next."""
        if (a, b) not in self._steps:
            self._steps[a, b] = self._why_no_step(a, b)
        return self._steps[a, b]

    def _why_no_step(self, a: str, b: str) -> Refusal | None:
        setup = self.setup
        if b in self.enemies:  # however far off: it is the first that one wants to know
            words = text("The enemy stands at {place}.", place=called(setup, b))
            return Refusal("8.4.6", words, (b,))
        if b not in setup.map.grid.adjacent(a):
            return Refusal("2.3", text("A march goes from hex to adjacent hex."), (b,))
        why = why_no_entry(setup, self.side, b)
        if why is not None:
            return why
        if self.held.get(b, 0) + self.space > capacity():
            return why_no_room(setup, self.state, self.side, b, self.uids)
        if marked(self.state, "rivers_closed", self.side) and not is_open(setup, self.state, a, b):
            return Refusal("16.1.timing", text("A card closes rivers without a bridge."), (a, b))
        return None

    def bar(self, at: str) -> str:
        """[8.4.7] Return the hex of the cavalry that stops who enters a hex, "" for none."""
        return barred_by(self.setup, self.cavalry, enemy_of(self.side), at, rivers=True)

    def shields(self, at: str) -> list[str]:
        """[8.4.7] Return the units in a hex that may be named as not moving this turn."""
        return [
            unit.id
            for unit in units_at(self.setup, self.state, self.side, at)
            if not unit.moved and unit.id not in self.uids
        ]

    def why_no_start(self, at: str) -> Refusal | None:
        """[8.4.8] Return why they may not enter a hex first, having begun next to cavalry."""
        if self.start not in self.state.watched or self.shields(at) or not (by := self.bar(at)):
            return None
        words = text(
            "They began next to cavalry, and the cavalry at {by} is next to {place} too.",
            by=called(self.setup, by),
            place=called(self.setup, at),
        )
        return Refusal("8.4.8", words, (at, by))

    def why_no_way(self, way: list[str]) -> Refusal | None:
        """[8.4.allowance] [8.4.7] Return why they may not go this way."""
        if not way:
            return NOT_LISTED
        if len(way) > self.most:
            words = text("They march {most} hexes at most.", most=self.most)
            return self.why_not_forced() or Refusal("8.4.allowance", words, tuple(way[self.most :]))
        why = self.why_no_start(way[0])
        if why is not None and way[0] in self.setup.map.grid.adjacent(self.start):
            return self.why_no_step(self.start, way[0]) or why
        at = self.start
        for number_of_hex, following in enumerate(way):
            why = self.why_no_step(at, following)
            if why is not None:
                return why
            if number_of_hex and (by := self.bar(at)) and not self.shields(at):
                words = text(
                    "Cavalry at {by} stops them at {place}.",
                    by=called(self.setup, by),
                    place=called(self.setup, at),
                )
                return Refusal("8.4.7", words, (at, by))
            at = following
        return None

    def ways(self, most: int | None = None, *, heeding: bool = True) -> dict[str, tuple[str, ...]]:
        """[8.4.allowance] [8.4.7] Return each hex that they may reach with a shortest way to it.

        `most`: within so many hexes, not those of the march. `heeding`: whether enemy cavalry stops them.
        """
        found: dict[str, tuple[str, ...]] = {self.start: ()}
        edge = [self.start]
        for step in range(self.most if most is None else most):
            following = []
            for at in edge:
                if heeding and step and self.bar(at) and not self.shields(at):
                    continue
                for other in self.setup.map.grid.adjacent(at):
                    if other in found or self.why_no_step(at, other) is not None:
                        continue
                    if heeding and not step and self.why_no_start(other) is not None:
                        continue
                    found[other] = (*found[at], other)
                    following.append(other)
            edge = following
        del found[self.start]
        return found

    def why_no_reach(self, at: str) -> Refusal | None:
        """[8.4.allowance] [8.4.7] Return why no march ends in a hex: what it holds, how far it is, the cavalry."""
        if at == self.start or at not in self.setup.map.grid:
            return None
        doors = [self.why_no_step(other, at) for other in self.setup.map.grid.adjacent(at)]
        if None not in doors:
            return doors[0]
        way = self._open_ways.get(at)
        if way is None:
            return Refusal("8.4.3", text("No route open to them leads there."), (at,))
        return self._too_far(at, len(way)) if len(way) > self.most else self.why_no_way(list(way))

    @cached_property
    def _open_ways(self) -> Mapping[str, tuple[str, ...]]:
        """Each hex with a shortest way to it, however long, as if no cavalry stopped them."""
        return self.ways(len(self.setup.map.grid.hexes), heeding=False)

    def _too_far(self, at: str, hexes: int) -> Refusal:
        """[8.4.allowance] Say how far it is, how far they march, and how far by a forced march."""
        why = self.why_not_forced()
        if why is not None:
            words = counted(
                "Too far: {n} hex by the shortest way, and they march {free}. {why}",
                "Too far: {n} hexes by the shortest way, and they march {free}. {why}",
                n=hexes,
                free=self.free_hexes,
                why=why.message,
            )
            return Refusal(why.rule, words, (at,))
        words = counted(
            "Too far: {n} hex by the shortest way. They march {free}, and by a forced march up to {most}.",
            "Too far: {n} hexes by the shortest way. They march {free}, and by a forced march up to {most}.",
            n=hexes,
            free=self.free_hexes,
            most=self.most,
        )
        return Refusal("8.4.allowance", words, (at,))

    @property
    def is_confused(self) -> bool:
        """[16.5] Whether a die tells if the stack marches at all: the Russians in the first turns."""
        by_rule = self.side == "russian" and self.setup.option("chaos")
        early = self.state.turn <= number("rivalry")
        return by_rule and early and not marked(self.state, "confusion")

    def hunger(self, at: str) -> Iterator[Text]:
        """[6.1] Say why they would be out of supply in a hex at the next check, as all others stand."""
        there = evolve(
            self.state,
            turn=min(self.state.turn + 1, self.setup.turns),
            units={
                **self.state.units,
                **{uid: evolve(self.state.units[uid], at=at) for uid in self.uids},
            },
        )
        if not is_supplied(self.setup, there, self.side, at):
            for why in islice(why_out(self.setup, there, self.side, at), 1):
                yield text("Out of supply there: {why}", why=why.message)

    def pins(self, way: list[str]) -> list[str]:
        """[8.4.7] [8.4.8] Return the hexes of a way where a unit must be named that does not move."""
        passed = [at for at in way[:-1] if self.bar(at)]
        first = way[0]
        begun = self.start in self.state.watched and self.bar(first) and first not in passed
        return [first, *passed] if begun else passed


class Routes(Choices):
    """[8.4.allowance] The ways of a march: {"route": [hex, ...]}, the start left out, or "pass"."""

    def __init__(self, march: March) -> None:
        self.march = march
        self._ways = march.ways()

    def __iter__(self) -> Iterator[Choice]:
        for way in self._ways.values():
            yield {"route": list(way)}
        yield PASS

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not isinstance(choice, dict) or choice.keys() != {"route"}:
            return NOT_LISTED
        way = words_of(choice, "route")
        if any(at not in self.march.setup.map.grid for at in way):
            return NOT_LISTED
        return self.march.why_no_way(way)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for at in self.march.setup.map.grid.adjacent(self.march.start):
            why = self.march.why_no_way([at])
            if why is not None:
                yield {"route": [at]}, why

    def toward(self, space: str) -> Choice | None:
        way = self._ways.get(space)
        return None if way is None else {"route": list(way)}

    def why_not_toward(self, space: str) -> Refusal | None:
        return None if space in self._ways else self.march.why_no_reach(space)

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        """[6.1] [8.4.7] [8.4.8] Say how far it is, whether they would starve, who stays as they pass cavalry."""
        march, way = self.march, [] if choice == PASS else words_of(choice, "route")
        setup, units = march.setup, march.state.units
        if not way:
            return ()
        stay = (
            text("A unit at {place} must stay there this turn.", place=called(setup, at))
            for at in march.pins(way)
            if not any(units[uid].pinned for uid in march.shields(at))
        )
        doubt = text("They march on a die of {n} or more.", n=number("confusion") + 1)
        return (
            counted("{n} hex", "{n} hexes", n=len(way)),
            *((doubt,) if march.is_confused else ()),
            *march.hunger(way[-1]),
            *stay,
        )

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("They stay")
        way = words_of(choice, "route")
        place = called(self.march.setup, way[-1])
        if len(way) > self.march.free_hexes:
            return counted(
                "{place}: a forced march of {n} hex",
                "{place}: a forced march of {n} hexes",
                place=place,
                n=len(way),
            )
        return counted(
            "{place}: a march of {n} hex", "{place}: a march of {n} hexes", place=place, n=len(way)
        )
