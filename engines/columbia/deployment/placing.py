"""[1.2.units] Placing many blocks in any order: what fits where, and a sensible way for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from grognard.engines.columbia.field.border_ways import limits_of_stacking
from grognard.engines.columbia.field.choice_shapes import PIECE_AT, named, unlisted
from grognard.engines.columbia.field.position import in_area, room
from grognard.engines.columbia.field.standing import BEYOND, full
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.arrangement import AUTO, DONE, HAND, Arrangement
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.explain import Refusal

WHY_NOT = {
    "9.2.zones": BEYOND,
    "9.2.setup": text(
        "{block} may not be placed in {area}: it would be out of range of every HQ it may serve."
    ),
    "1.2.units": text(
        "{block} may not be placed in {area}: it would be out of range of every HQ it may serve."
    ),
}
"""Why a block may not stand in an area, by the rule that keeps it out."""
NOT_THERE = text("{block} may not be placed in {area}.")
ARMS = ("hq", "infantry", "artillery", "cavalry")
Areas = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """[1.2.units] What has to be placed: the areas open to each block, in the order they suit it.

    `rules` name the rule that keeps a block to its areas; `title` heads the ask. Without `stacking`
    (9.1.french) no limit holds, but of several areas each takes one block. `retract`: a placed
    block may be taken back in hand. `kind` and `cites` are the ask's; `made` keeps the choices of
    each block by area, the same in all asks of the plan.
    """

    side: Side
    zones: Mapping[str, Areas]
    rules: Mapping[str, str]
    kind: str
    title: Text
    cites: tuple[str, ...]
    stacking: bool = True
    retract: bool = True
    reasons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    made: dict[str, dict[str, Choice]] = field(default_factory=dict, repr=False, compare=False)
    empty: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
    listed: dict[str, tuple[str, Areas, list[Choice]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    alike: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        first: dict[Areas, str] = {}
        alike = {uid: first.setdefault(zone, uid) for uid, zone in self.zones.items()}
        object.__setattr__(self, "alike", alike)


class Fit:
    """[3.31.limit] Whether all blocks still to be placed find room, and what placing one would do.

    `moving` is a placed block looked at as if it were in hand. Blocks with the same areas are
    alike. A trial assignment of all of them is kept; a placement
    leaves room for the others if the assignment can be changed to contain it.
    """

    def __init__(self, plan: Plan, setup: Setup, state: State, moving: str = "") -> None:
        self.plan = plan
        self.left = _rooms(plan, setup, state)
        self.unplaced = [
            uid
            for uid, zone in plan.zones.items()
            if uid == moving or state.blocks[uid].at not in zone
        ]
        if moving:
            self.left[state.blocks[moving].at] += 1
        self.room = dict(self.left)
        self.given: dict[str, dict[str, int]] = {}
        self.full = all(self._assign(plan.alike[uid]) for uid in self.unplaced)
        self._loose: frozenset[str] | None = None

    def _assign(self, kin: str) -> bool:
        path = self._find(kin, set())
        if path is None:
            return False
        # The path runs block -> area -> (a block that gives it up) -> area ... to an area with room.
        for taker, area, giver in path:
            mine = self.given.setdefault(taker, {})
            mine[area] = mine.get(area, 0) + 1
            if giver is not None:
                self.given[giver][area] -= 1
            else:
                self.left[area] -= 1
        return True

    def _find(self, kin: str, seen: set[str]) -> list[tuple[str, str, str | None]] | None:
        zone = self.plan.zones[kin]
        for area in zone:
            if area not in seen and self.left[area] > 0:
                return [(kin, area, None)]
        for area in zone:
            if area in seen:
                continue
            seen.add(area)
            for giver, counts in self.given.items():
                if giver != kin and counts.get(area):
                    path = self._find(giver, seen)
                    if path is not None:
                        return [(kin, area, giver), *path]
        return None

    @property
    def loose(self) -> frozenset[str]:
        """Return the areas where the trial assignment can make room for one more block."""
        if self._loose is None:
            found = {area for area, left in self.left.items() if left > 0}
            grown = True
            while grown:
                more = {
                    area
                    for kin, counts in self.given.items()
                    if not found.isdisjoint(self.plan.zones[kin])
                    for area, count in counts.items()
                    if count and area not in found
                }
                grown = bool(more)
                found |= more
            self._loose = frozenset(found)
        return self._loose

    def allows(self, uid: str, area: str) -> bool:
        """Whether an unplaced block can go to `area` with room left for all the others."""
        if not self.full:
            return True
        if area in self.loose:
            return True
        given = self.given.get(self.plan.alike[uid], {})
        if given.get(area):
            return True
        # The block gives up the place the trial gave it; that may be just what others need.
        freed = {a for a, count in given.items() if count}
        return self._gives_way(area, freed, set())

    def _gives_way(self, area: str, freed: set[str], seen: set[str]) -> bool:
        seen.add(area)
        for kin, counts in self.given.items():
            if counts.get(area):
                zone = self.plan.zones[kin]
                if freed.intersection(zone):
                    return True
                if any(a not in seen and self._gives_way(a, freed, seen) for a in zone):
                    return True
        return False


def _rooms(plan: Plan, setup: Setup, state: State) -> dict[str, int]:
    """Return how many more blocks each area of a plan takes."""
    if not plan.empty:
        limits = limits_of_stacking(setup)
        areas = dict.fromkeys(a for zone in dict.fromkeys(plan.zones.values()) for a in zone)
        plan.empty.update({a: limits[a] if plan.stacking else 1 for a in areas})
    found = plan.empty.copy()
    for area in state.areas:
        if area in found:
            found[area] = _room(plan, setup, state, area)
    return found


def _room(plan: Plan, setup: Setup, state: State, area: str) -> int:
    """[3.31.limit] [9.1.french] Return how many more blocks one area takes."""
    if plan.stacking:
        return max(0, room(setup, state, area, plan.side))
    there = in_area(setup, state, area, plan.side)
    return max(0, 1 - sum(len(plan.zones.get(uid, ())) > 1 for uid in there))


class Placing(Arrangement):
    """[1.2.units] Place, shift or take back one block, let the rest be placed, or be done.

    A choice is {"piece": block, "at": area}, with "" for the hand; "auto" (every block still
    unplaced goes to a legal area that suits it) or "done". A placement that would leave no room for
    another block is refused, so that a set-up can always be finished.
    """

    def __init__(self, plan: Plan, setup: Setup, state: State) -> None:
        self.plan, self.setup, self.state = plan, setup, state
        self.fit = Fit(plan, setup, state)
        self._waits = set(self.fit.unplaced)
        self._room = self.fit.room
        self._opened: dict[str, Areas] = {}
        where = {uid: HAND if uid in self._waits else state.blocks[uid].at for uid in plan.zones}
        super().__init__(plan.cites[0], where, plan.zones)

    def __iter__(self) -> Iterator[Choice]:
        ready = not self.placeable()
        # Hundreds of them: a list is made at once, a generator would double the price.
        found: list[Choice] = [] if ready else [AUTO]
        listed = self.plan.listed
        for uid in (*self.fit.unplaced, *self._placed()):
            here, open_to, last = self.where[uid], self._open_to(uid), listed.get(uid)
            if last is None or last[0] != here or last[1] != open_to:
                last = listed[uid] = (here, open_to, self._choices_of(uid, here, open_to))
            found += last[2]
        if ready:
            found.append(DONE)
        return iter(found)

    def _choices_of(self, uid: str, here: str, open_to: Areas) -> list[Choice]:
        """Return the choices of a block that stands in one of the areas open to it, or in hand."""
        made = self.plan.made.get(uid)
        if made is None:
            areas = (HAND, *self.plan.zones[uid])
            made = self.plan.made[uid] = {area: {"piece": uid, "at": area} for area in areas}
        back = [made[HAND]] if here != HAND and self.plan.retract else []
        return [*(made[area] for area in open_to if area != here), *back]

    def _open_to(self, uid: str) -> Areas:
        """Return the areas where a block can be placed; most often the same for all alike."""
        if self._narrow and uid not in self._waits:
            return self._open_areas(uid)
        kin = self.plan.alike[uid]
        found = self._opened.get(kin)
        if found is None:
            found = self._opened[kin] = self._open_areas(uid)
        return found

    def _open_areas(self, uid: str) -> Areas:
        easy, roomy = self._easy, self._roomy
        return tuple(
            [
                area
                for area in self.plan.zones[uid]
                if area in easy or (area in roomy and self._leaves_room(uid, area))
            ]
        )

    @cached_property
    def _narrow(self) -> bool:
        """Whether there are areas with room that not every block may take."""
        return self._easy != self._roomy

    @cached_property
    def _roomy(self) -> frozenset[str]:
        """The areas with room."""
        return frozenset(area for area, left in self._room.items() if left)

    @cached_property
    def _easy(self) -> frozenset[str]:
        """The areas with room where one more block leaves room for all the others."""
        return self._roomy & self.fit.loose if self.fit.full else self._roomy

    def _placed(self) -> Iterator[str]:
        return (uid for uid in self.plan.zones if uid not in self._waits)

    def sample(self, rng: Random) -> Choice:
        """Place a block where it leaves room for the others; when all stand, be done."""
        if not self.placeable():
            return DONE
        left = list(self.fit.unplaced)
        rng.shuffle(left)
        for uid in left:
            zone = self.plan.zones[uid]
            areas = [a for a in zone if self._room[a] and self.fit.allows(uid, a)]
            if areas:
                return {"piece": uid, "at": rng.choice(areas)}
        return AUTO

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == AUTO:
            return None if self.placeable() is not None else unlisted(self.rule)
        if choice == DONE:
            return self._unfinished()
        uid, area = _read(choice)
        if uid not in self.plan.zones:
            return unlisted(self.rule)
        if area == HAND:
            return self._why_not_back(uid)
        if area not in self.setup.ground.areas:
            return unlisted(self.plan.rules[uid])
        return self._why_not_there(uid, area)

    def _why_not_back(self, uid: str) -> Refusal | None:
        """[1.2.units] Refuse to take back in hand what is there, or what came from the map."""
        if uid in self._waits:
            words = text("{block} is already in hand.", block=self._name(uid))
        elif not self.plan.retract:
            words = text("{block} stays on the map.", block=self._name(uid))
        else:
            return None
        return Refusal(self.plan.rules[uid], words, (uid,))

    def _why_not_there(self, uid: str, area: str) -> Refusal | None:
        if area == self.where[uid]:
            words = text("{block} is already there.", block=self._name(uid))
            return Refusal(self.plan.rules[uid], words, (area,))
        if area not in self.plan.zones[uid]:
            return self._why_not_zone(uid, area)
        return self._why_not_room(uid, area)

    def _name(self, uid: str) -> str:
        return self.setup.types[uid].name

    def _why_not_zone(self, uid: str, area: str) -> Refusal:
        name, where = self._name(uid), self.setup.ground.areas[area].name
        rule = self.plan.reasons.get(uid, {}).get(area, self.plan.rules[uid])
        words = WHY_NOT.get(rule, NOT_THERE).fill(block=name, area=where)
        return Refusal(rule, words, (area,))

    def _why_not_room(self, uid: str, area: str) -> Refusal | None:
        if not self._room[area]:
            return full(self.setup, area, "3.31.limit" if self.plan.stacking else "9.1.french")
        if not self._leaves_room(uid, area):
            words = text("Another block would then find no room: place that one first.")
            return Refusal("3.31.limit", words, (area,))
        return None

    def _leaves_room(self, uid: str, area: str) -> bool:
        """Whether the others still find room when a block, placed or not, goes to an area."""
        if uid in self._waits:
            return self.fit.allows(uid, area)
        if not self.fit.full or area in self.fit.loose:
            return True
        return Fit(self.plan, self.setup, self.state, moving=uid).allows(uid, area)

    def placeable(self) -> str | None:
        """Return an unplaced block for which there is room."""
        for uid in self.fit.unplaced:
            if any(self._room[area] for area in self.plan.zones[uid]):
                return uid
        return None

    def _unfinished(self) -> Refusal | None:
        uid = self.placeable()
        if uid is None:
            return None
        words = text("{block} is still to be placed.", block=self._name(uid))
        return Refusal(self.plan.rules[uid], words, (uid,))

    def label(self, choice: Choice) -> Text:
        if choice == AUTO:
            return text("Place all the others near their HQs")
        if choice == DONE:
            return text("Done")
        uid, area = _read(choice)
        if area == HAND:
            return text("Take {block} back", block=self._name(uid))
        name = self.setup.ground.areas[area].name
        return text("{block}: {area}", block=self._name(uid), area=name)


def _read(choice: Choice) -> tuple[str, str]:
    words = named(choice, PIECE_AT)
    return (words["piece"], words["at"]) if words else ("", "")


def best_area(plan: Plan, setup: Setup, state: State, uid: str) -> str | None:
    """[1.2.units] Return the area that suits a block best with room for it and for the others."""
    fit = Fit(plan, setup, state)
    suits = [a for a in plan.zones[uid] if _room(plan, setup, state, a)]
    return next((a for a in suits if fit.allows(uid, a)), None)


def in_turn(plan: Plan, setup: Setup, state: State) -> list[str]:
    """[1.2.units] Return the unplaced blocks, HQs and infantry first: guns and horse stand behind."""
    return sorted(
        Fit(plan, setup, state).unplaced, key=lambda uid: ARMS.index(setup.types[uid].arm)
    )
