"""What the computer player thinks of a position: goals, strengths, places, odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.think.temper import tempered
from grognard.engines.gmt.field.line_of_sight import line_of_sight
from grognard.engines.gmt.field.position import cohesion, on_map
from grognard.engines.gmt.opponent import ground, groups
from grognard.engines.gmt.opponent.worth import goal_of
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State, Unit

_NEAR: Memo[dict[str, tuple[int, str]]] = Memo(512)
"""For each set of hexes that the enemy holds: how far he is from a hex, and where."""
CLOSE = ("woods", "village", "castle")
"""Where cavalry is of no use."""


def weights() -> Mapping[str, float]:
    """Return the weights by name, as they are in the temper of who plays."""
    return tempered(_weights())


@cache
def _weights() -> Mapping[str, float]:
    raw = read_data("grognard.engines.gmt.opponent", "weights.yaml", "weights")
    return {name: float(value) for name, value in raw.items()}


@dataclass
class Judge:
    """One side's view of the field, worked out once for each decision.

    Attributes:
        own, foe: the strength in each hex that a side holds; own_count: how many units of its own.
        spare: how many more units each Activation Group may lose.
        goal: the hex the battle is about.
        numbers: the weights, as they are in the temper of who plays.
        near: how far the nearest enemy is from a hex, and where he stands, as far as it was asked.
    """

    setup: Setup
    state: State
    side: str
    own: dict[str, float] = field(default_factory=dict)
    foe: dict[str, float] = field(default_factory=dict)
    own_count: dict[str, int] = field(default_factory=dict)
    spare: dict[str, int] = field(default_factory=dict)
    goal: str = ""
    numbers: Mapping[str, float] = field(default_factory=weights)
    near: dict[str, tuple[int, str]] = field(default_factory=dict)
    _goals: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.goal = goal_of(self.setup)
        self.spare = groups.spare(self.setup, self.state)
        for at, stack in self.state.stacks.items():
            strength = sum(self.strength(self.state.units[uid]) for uid in stack)
            if self.setup.types[stack[0]].side == self.side:
                self.own[at] = strength
                self.own_count[at] = len(stack)
            else:
                self.foe[at] = strength
        self.near = _NEAR.of((self.setup.map, frozenset(self.foe)), dict)

    def strength(self, unit: Unit) -> float:
        """Return a unit's Shock Strength as the player counts it; a gun's Fire Strength is half."""
        kind = self.setup.types[unit.id]
        plain = kind.fire / 2 if kind.is_artillery else float(kind.shock)
        return plain * (self.numbers["disorder"] if unit.disordered else 1.0)

    def frail(self, uid: str) -> float:
        """[10.52] Return how near a unit's group is to Collapse: 0 for not at all, 1 with the next loss."""
        few = self.numbers["few_left"]
        left = self.spare.get(self.setup.types[uid].group, groups.SAFE)
        return max(0.0, min(1.0, (few + 1 - left) / few))

    def prey(self, at: str) -> float:
        """[bor.vp.groups] Return how many times more an enemy stack counts whose group is near Collapse."""
        stack = self.state.stacks.get(at, ())
        return 1 + self.numbers["prey"] * max((self.frail(uid) for uid in stack), default=0.0)

    @property
    def defends(self) -> bool:
        """Whether this side lets the enemy come: the Russians of 7 September."""
        return self.setup.structure == "borodino" and self.side != self.setup.first_side

    def steady(self, uid: str) -> float:
        """Return how steady a unit is on top of a stack: its Cohesion, then its strength."""
        unit = self.state.units[uid]
        return cohesion(self.setup, unit) + self.numbers["steady"] * self.strength(unit)

    @property
    def holds(self) -> bool:
        """Whether this side has the objective: a unit in it, or the last one that was there."""
        if self.goal in self.own:
            return True
        return self.goal not in self.foe and self.state.holder == self.side

    @property
    def last_turn(self) -> bool:
        """Whether this is the last turn."""
        return self.state.turn >= self.setup.turns

    @property
    def now_or_never(self) -> bool:
        """Whether nothing counts any more but the objective, which the enemy has."""
        late = self.state.turn > self.setup.turns - self.numbers["late_turns"]
        return late and not self.holds and self.setup.structure != "borodino"

    @property
    def last_chance(self) -> bool:
        """Whether it is the last turn and the enemy has the objective: what an attack on it may cost is lost anyhow."""
        return self.last_turn and self.now_or_never

    def distance(self, a: str, b: str) -> int:
        """Return the hexes from one to the other, many where one is not on the map."""
        grid = self.setup.map.grid
        return grid.distance(a, b) if a in grid and b in grid else 99

    def nearest_foe(self, at: str) -> tuple[int, str]:
        """Return how far the nearest enemy stack is, and where it stands."""
        found = self.near.get(at)
        if found is None:
            found = min(((self.distance(at, foe), foe) for foe in self.foe), default=(99, ""))
            self.near[at] = found
        return found

    def goal_of(self, at: str) -> str:
        """Return what a unit at a hex goes for: the objective, or the enemy if he is much nearer."""
        near, foe = self.nearest_foe(at)
        goal = self.goal
        if goal in self.setup.map.grid and self.distance(at, goal) <= near + 6:
            return goal
        return foe or goal

    # -- places --------------------------------------------------------------------------------

    def place(self, unit: Unit, at: str) -> float:
        """Return how much a unit would like to stand in a hex."""
        kind = self.setup.types[unit.id]
        if unit.disordered and not kind.is_artillery:
            return self._refuge(unit, at) + self._only(unit, at)
        if kind.is_artillery:
            last = self._only(unit, at) if self.last_turn else 0.0
            return self._battery(unit, at) + last
        return self._line(unit, at)

    def _crowded(self, unit: Unit, at: str) -> float:
        """[9.41] [8.9] Who goes in from a hex of his own rolls his own Commitment, and is no massed target."""
        w = self.numbers
        others = self.own_count.get(at, 0) - (unit.at == at)
        near = self.nearest_foe(at)[0] <= w["at_hand"]
        return w["crowd"] * others if near and at != self.goal else 0.0

    def _strong(self, at: str) -> float:
        """[9.53] Return what the ground in a hex is worth once the enemy is at hand."""
        near, foe = self.nearest_foe(at)
        if not foe or near > self.numbers["ground_near"]:
            return 0.0
        return self.numbers["ground"] * ground.strength(self.setup.map, at, foe)

    def _only(self, unit: Unit, at: str) -> float:
        """Return what it is worth to have the objective, in whatever order: on the last turn with others, too."""
        others = self.own_count.get(self.goal, 0) - (unit.at == self.goal)
        if at != self.goal or (others > 0 and not self.last_turn):
            return 0.0
        return self.numbers["on_goal"] / (1 + others)

    def _refuge(self, unit: Unit, at: str) -> float:
        """A Disordered unit wants to rally: it stays where no enemy is next to it, or goes away from him."""
        near, _ = self.nearest_foe(at)
        w = self.numbers
        away = self.distance(at, self.goal_of(at))
        rallies = w["rally_here"] if at == unit.at and near > 1 else 0.0
        return w["withdraw"] * min(near, w["at_hand"]) - w["refuge_stray"] * away + rallies

    def _line(self, unit: Unit, at: str) -> float:
        w, kind = self.numbers, self.setup.types[unit.id]
        goal = self._goals.get(unit.at) or self._goals.setdefault(unit.at, self.goal_of(unit.at))
        total = -self._way(at, goal)
        around = self.setup.map.grid.adjacent(at)
        contacts = self._contacts(unit, at, around)
        if kind.arm == "cavalry" and at != unit.at:
            # [9.21.cav] It may not Shock whom it has ridden up to.
            contacts = min(0.0, contacts) - w["horse_contact"] * any(h in self.foe for h in around)
        frail = self.frail(unit.id)
        total += min(0.0, contacts) if frail else contacts
        total += frail * w["frail_away"] * min(self.nearest_foe(at)[0], w["frail_far"])
        total += w["beside_friend"] * min(
            w["friends_limit"], sum(self.own_count.get(h, 0) for h in around)
        )
        if kind.arm == "infantry":
            total += self._on_goal(unit, at, around)
            total += self._strong(at) - self._crowded(unit, at)
        else:
            total -= w["horse_close"] if self.setup.map.at(at) in CLOSE else 0.0
            total += self._only(unit, at)
            near = self.nearest_foe(at)[0]
            total += w["horse_reserve"] if w["horse_near"] <= near <= w["horse_far"] else 0.0
        return total - self._alone(unit, at)

    def _way(self, at: str, goal: str) -> float:
        """Return what it costs to be away from the goal; who defends goes no nearer than to be at hand."""
        w = self.numbers
        if not self.defends:
            return w["near_goal"] * self.distance(at, goal)
        return w["near_goal"] * max(0.0, self.nearest_foe(at)[0] - w["hold_off"])

    def _alone(self, unit: Unit, at: str) -> float:
        """Return what it costs to stand away from all friends with the enemy at hand."""
        w = self.numbers
        if at == self.goal or self.nearest_foe(at)[0] > w["at_hand"]:
            return 0.0
        beside = (at, *self.setup.map.grid.adjacent(at))
        count = sum(self.own_count.get(h, 0) for h in beside)
        if count - (unit.at in beside) > 0:
            return 0.0
        friends = (self.distance(at, h) for h in self.own if h != unit.at)
        return w["alone"] if min(friends, default=99) > w["apart"] else 0.0

    def _on_goal(self, unit: Unit, at: str, around: tuple[str, ...]) -> float:
        w = self.numbers
        if at == self.goal:
            alone = unit.at == at and self.own_count.get(at, 0) == 1
            return w["on_goal"] + (w["keep_goal"] if alone else 0.0)
        now = w["now_or_never"] if self.now_or_never else 1.0
        return now * w["beside_goal"] if self.goal in around else 0.0

    def _contacts(self, unit: Unit, at: str, around: tuple[str, ...]) -> float:
        """Good odds against an enemy next to a hex attract, bad ones repel."""
        w, total = self.numbers, 0.0
        mine = self.strength(unit)
        for foe in around:
            if foe not in self.foe or (self.now_or_never and foe != self.goal):
                continue
            beside = set(self.setup.map.grid.adjacent(foe))
            help_ = sum(self.own[h] for h in beside if h in self.own and h != unit.at)
            ratio = min(w["odds_limit"], (mine + help_) / max(1.0, self.foe[foe]))
            if foe == self.goal:
                ratio += 1
            if at not in self._watched(foe):
                total += w["flank"]
            total += w["over"] * ground.over(self.setup.map, at, foe)
            total += (
                w["good_odds"] * (ratio - 1) if ratio >= 1 else -w["bad_odds"] * (1 / ratio - 1)
            )
        return max(-w["contacts_limit"], min(w["contacts_limit"], total))

    def _watched(self, foe: str) -> tuple[str, ...]:
        """[6.13] Return the hexes in front of an enemy stack."""
        top = self.state.units[self.state.stacks[foe][0]]
        return self.setup.map.grid.frontal(foe, top.facing)

    def _battery(self, unit: Unit, at: str) -> float:
        w, kind = self.numbers, self.setup.types[unit.id]
        near, foe = self.nearest_foe(at)
        total = -w["gun_far"] * max(0, near - w["gun_distance"])
        if near <= 1:
            total -= w["gun_pressed"]
        if near <= kind.effective_range and foe and self._sees(at, foe):
            total += w["gun_in_range"]
        beside = max((self._guard(h) for h in self.setup.map.grid.adjacent(at)), default=0.0)
        if max(beside, self._guard(at)) <= w["gun_guard"]:
            total -= w["gun_alone"]
            total -= w["gun_ahead"] if near < w["gun_reach"] and self._ahead(at) else 0.0
        if near <= w["at_hand"] and not self._guard(at):
            total -= w["gun_bare"]
        if at == self.goal and at != unit.at:
            total -= w["beside_goal"]
        return total

    def _ahead(self, at: str) -> bool:
        """Whether no infantry or cavalry of this side is near a hex: a battery there has ridden ahead of them."""
        near = (h for h in self.own if self.distance(at, h) <= self.numbers["apart"])
        return not any(self._guard(h) for h in near)

    def _guard(self, at: str) -> float:
        """Return the strength of the infantry and cavalry of this side in a hex."""
        if at not in self.own:
            return 0.0
        units = (self.state.units[uid] for uid in self.state.stacks[at])
        return sum(self.strength(u) for u in units if not self.setup.types[u.id].is_artillery)

    def _sees(self, at: str, foe: str) -> bool:
        return line_of_sight(self.setup, self.state, at, foe).clear

    def facing(self, at: str, unit: Unit) -> int:
        """Return the vertex that looks at most of the enemy: the near ones count most."""
        grid = self.setup.map.grid
        if not self.foe:
            return unit.facing
        _, foe = self.nearest_foe(at)

        def seen(facing: int) -> float:
            front = grid.frontal(at, facing)
            total = sum(self.numbers["foe_in_front"] for h in front if h in self.foe)
            total += self._in_front(unit, at, [h for h in front if h in self.foe])
            return total - self.numbers["stray"] * min(
                (self.distance(h, foe) for h in front), default=9
            )

        best = max(seen(facing) for facing in range(6))
        if seen(unit.facing) >= best - 1e-9:
            return unit.facing
        return next(facing for facing in range(6) if seen(facing) >= best - 1e-9)

    def _in_front(self, unit: Unit, at: str, foes: list[str]) -> float:
        """[9.22.all] Return what it is worth to have enemies in front: who attacks attacks all of them."""
        w, grid = self.numbers, self.setup.map.grid
        if not foes or unit.disordered or self.setup.types[unit.id].is_artillery:
            return 0.0
        beside = {h for foe in foes for h in grid.adjacent(foe) if h != unit.at}
        mine = self.strength(unit) + sum(
            self.own.get(h, 0.0) for h in beside | {at} if h != unit.at
        )
        ratio = mine / max(1.0, sum(self.foe[foe] for foe in foes))
        value = w["front_odds"] * min(w["odds_limit"], ratio)
        if self.goal in foes:
            value += w["goal_in_front"] - w["besides_goal"] * (len(foes) - 1)
        return value

    # -- bodies --------------------------------------------------------------------------------

    def body(self, uids: tuple[str, ...]) -> tuple[float, int]:
        """Return the strength of some units and how far the nearest of them is from the enemy."""
        here = [self.state.units[uid] for uid in uids if on_map(self.state.units[uid])]
        near = min((self.nearest_foe(unit.at)[0] for unit in here), default=99)
        return sum(self.strength(unit) for unit in here), near
