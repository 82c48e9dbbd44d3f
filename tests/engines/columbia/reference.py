"""The rules of Borodino 1812 once more, written from the rulebook alone, to compare the engine with.

Nothing of the engine is used here but what is printed on the blocks: the map is read from its file,
and every answer is worked out the slow way, from the sentence of the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import yaml

from grognard.engines.columbia.state import BlockType

CROSSINGS = ("bridge", "dam", "ford")
WATERS = ("river", "stream")
CROSS = {"clear": 3, "woods": 2, "swamp": 1, "stream": 1, "up": 1, "down": 2}
STACK = {"clear": 4, "woods": 3, "swamp": 2}


@cache
def chart() -> Any:
    """The map as its file has it."""
    path = files("grognard.scenarios.columbia").joinpath("maps/borodino.yaml")
    return yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506 - text only


@cache
def roads() -> frozenset[frozenset[str]]:
    """The pairs of areas that a road joins."""
    found = set()
    for road in chart()["roads"]:
        areas = road["areas"]
        found |= {frozenset(pair) for pair in pairwise(areas)}
    return frozenset(found)


@dataclass(frozen=True)
class Entered:
    """A block that entered an area over a border."""

    side: str
    border: str
    at: str


@dataclass
class Field:
    """A position: who stands where, which bridges are gone or not built, who came over which border."""

    standing: Mapping[str, Sequence[str]]
    """The sides of the blocks in each area."""
    gone: frozenset[str] = frozenset()
    entered: Sequence[Entered] = ()
    crossed: Mapping[str, int] | None = None

    # -- the map ---------------------------------------------------------------------------------

    def neighbours(self, area: str) -> Iterator[tuple[str, str]]:
        """Every neighbour with the border to it."""
        for key in chart()["borders"]:
            a, b = key.split("|")
            if area in (a, b):
                yield (b if area == a else a), key

    def kinds(self, key: str) -> list[str]:
        """[7.4] What a border is now: a bridge that is gone leaves the water."""
        kinds = list(chart()["borders"][key]["kind"])
        if key in self.gone:
            kinds.remove("bridge")
        return kinds

    def passable(self, key: str) -> bool:
        """[3.2] The Moskva and the Kolocha are crossed by bridge, dam and ford alone."""
        kinds = self.kinds(key)
        return "river" not in kinds or any(kind in kinds for kind in CROSSINGS)

    def road(self, a: str, b: str, key: str) -> bool:
        """[5.41] Whether a road leads over a border now."""
        return frozenset((a, b)) in roads() and self.passable(key) and key not in self.gone

    def limit(self, key: str, into: str) -> int:
        """[3.33] The lowest limit of what the border has and of the area entered."""
        kinds = self.kinds(key)
        over = any(kind in kinds for kind in CROSSINGS)
        found = [2] if over else []
        for kind in kinds:
            if kind in CROSS and not (over and kind in WATERS):
                found.append(CROSS[kind])
        if "slope" in kinds:
            lower = chart()["borders"][key]["toward"]["slope"]
            # Seen from the lower side it goes up; where both are lower it goes up both ways.
            both = len(lower) == 2
            found.append(CROSS["up"] if both or into not in lower else CROSS["down"])
        found.append(CROSS[terrain(into)])
        return min(found)

    def guns(self, a: str, b: str, key: str) -> bool:
        """[3.2] Whether guns go over a border: no stream; woods and swamp by road alone."""
        kinds = self.kinds(key)
        if any(kind in kinds for kind in WATERS) and not any(kind in kinds for kind in CROSSINGS):
            return False
        if self.road(a, b, key):
            return True
        return terrain(b) not in ("woods", "swamp") and not {"woods", "swamp"} & set(kinds)

    def steps(self, area: str, kind: BlockType) -> Iterator[tuple[str, str]]:
        """The neighbours a block can go to as far as the ground lets it."""
        for there, key in self.neighbours(area):
            if self.passable(key) and (kind.arm != "artillery" or self.guns(area, there, key)):
                yield there, key

    # -- who stands where ------------------------------------------------------------------------

    def holder(self, area: str) -> str:
        """[5.1] Whose an area is: a side's, contested, or vacant ("")."""
        sides = set(self.standing.get(area, ()))
        return "contested" if len(sides) == 2 else next(iter(sides), "")

    def quiet(self, area: str, side: str) -> bool:
        """[5.1] Whether an area is friendly or vacant."""
        return self.holder(area) in ("", side)

    def came(self, area: str, side: str) -> set[str]:
        """The borders over which a side entered an area."""
        return {one.border for one in self.entered if (one.at, one.side) == (area, side)}

    # -- movement (5.4, 5.41, 5.5) ---------------------------------------------------------------

    def moves(self, kind: BlockType, at: str, first: str) -> set[str]:
        """Where a block may go in an Action Phase, orders and stacking apart."""
        side = kind.side
        if self.holder(at) == "contested":
            return set() if side == first else self._leaves(kind, at, first)
        found = set()
        for there, key in self.steps(at, kind):
            if self.quiet(there, side):
                found.add(there)
            elif kind.weight != "heavy" or kind.arm != "artillery":
                if self._left(key, there) > 0:
                    found.add(there)
        far = 2
        if kind.arm in ("cavalry", "hq") or kind.weight == "horse":
            far = 3
        front = {at}
        for _ in range(far):
            front = {
                there
                for area in front
                for there, key in self.steps(area, kind)
                if self.road(area, there, key) and self.quiet(there, side)
            }
            found |= front
        return found - {at}

    def _leaves(self, kind: BlockType, at: str, first: str) -> set[str]:
        found = set()
        for there, key in self.steps(at, kind):
            if key in self.came(at, first) or self._left(key, there) < 1:
                continue
            joins = self.holder(there) == "contested" and bool(self.came(there, first))
            if joins and kind.arm == "artillery" and kind.weight == "heavy":
                continue
            if joins or self.quiet(there, kind.side):
                found.add(there)
        return found

    def _left(self, key: str, into: str) -> int:
        return self.limit(key, into) - (self.crossed or {}).get(key, 0)

    # -- command and supply (5.21, 7.31) ---------------------------------------------------------

    def commanded(self, hq: BlockType, at: str) -> set[str]:
        """[5.21] Areas in command: through friendly and vacant ones, into and out of a battle."""
        best = {at: 0}
        todo = [at]
        while todo:
            area = todo.pop(0)
            through = area == at or self.quiet(area, hq.side)
            if best[area] == hq.reach or not through:
                continue
            for there, key in self.neighbours(area):
                if there not in best and self.passable(key):
                    if self.holder(there) in ("", hq.side, "contested"):
                        best[there] = best[area] + 1
                        todo.append(there)
        return set(best)

    def supplied(self, side: str) -> dict[str, set[str]]:
        """[7.31] For each source of a side the areas it supplies."""
        found = {}
        for source, area in chart()["areas"].items():
            if area.get("source") != side or not self.quiet(source, side):
                continue
            joined, todo = {source}, [source]
            while todo:
                here = todo.pop()
                for there, key in self.neighbours(here):
                    if there not in joined and self.road(here, there, key):
                        if self.quiet(there, side):
                            joined.add(there)
                            todo.append(there)
            beside = {b for a in joined for b, key in self.neighbours(a) if self.passable(key)}
            found[source] = joined | beside
        return found

    # -- retreats (6.71, 6.72, 6.74, 3.4) --------------------------------------------------------

    def retreats(self, kind: BlockType, at: str, attacker: str, round_: int) -> set[str]:
        """Where a block may retreat from a battle, when nobody has gone in this round."""
        side = kind.side
        enemy = "russian" if side == "french" else "french"
        if round_ == 1 and kind.arm == "artillery" and kind.weight != "horse":
            return set()
        found = set()
        for there, key in self.steps(at, kind):
            held = self.holder(there)
            if held not in ("", side) or key in self.came(at, enemy):
                continue
            if side != attacker or held == side or key in self.came(at, side):
                found.add(there)
        if chart()["areas"][at].get("edge") == side:
            found.add("off_map")
        return found


def terrain(area: str) -> str:
    """[3.33] The terrain that counts in an area."""
    return str(chart()["areas"][area]["terrain"][0])


# -- fire (6.5, 6.6, 3.2) ------------------------------------------------------------------------


@dataclass(frozen=True)
class Shot:
    """A block that fires, and all that bears on it."""

    kind: BlockType
    strength: int
    at: str
    attacks: bool
    fresh: bool
    """It is in the first round it takes part in."""
    square: bool = False
    sheltered: bool = False
    at_square: bool = False
    pursuit: bool = False
    flank: bool = False
    bayonet: bool = False


def fire(shot: Shot) -> tuple[int, int]:
    """Return how many dice are rolled and what they must not exceed; 0 where nothing can be rolled."""
    kind, dice, number = shot.kind, shot.strength, shot.kind.number
    cossack = kind.weight == "cossack"
    raised = True
    if shot.sheltered:
        number, raised = 1, False
        dice -= cossack and shot.at_square
    elif shot.at_square and kind.arm in ("cavalry", "hq"):
        number, raised = 1, False
        dice -= cossack
    elif shot.at_square and kind.arm == "artillery":
        number += 1
    ground = terrain(shot.at)
    if ground in ("woods", "swamp") and kind.arm == "cavalry" and not cossack:
        number -= 1
    if ground == "woods" and kind.arm == "artillery":
        number -= 1
    if "village" in chart()["areas"][shot.at]["terrain"] and shot.attacks and shot.fresh:
        number -= 1
    if shot.square:
        militia = kind.weight == "militia"
        dice, number = (dice - 1, number) if militia else (dice, number - 1)
    if raised:
        if shot.pursuit and not shot.attacks and kind.arm == "cavalry":
            number += 2 if cossack else 1
        number += shot.flank + shot.bayonet
    if (ground == "swamp" and kind.arm == "artillery") or dice < 1 or number < 1:
        return 0, 0
    return dice, number
