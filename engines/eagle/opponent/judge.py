"""How good a place is for a unit, and what a side is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from grognard.engines.core.data.frozen import evolve
from grognard.engines.eagle.command.chiefs import ability, cc_of, ugc_of
from grognard.engines.eagle.command.couriers import post_of
from grognard.engines.eagle.field.position import front, group_units, unit_at, units_of
from grognard.engines.eagle.field.terrain import is_open, ways_out
from grognard.engines.eagle.opponent.strike import (
    aims_of,
    danger,
    fire_sum,
    harm,
    offence,
    placed,
    weights,
)
from grognard.engines.eagle.setup import SIDES, Setup, enemy_of
from grognard.engines.eagle.state import ELIMINATED, OFF_MAP, Attack, State, Unit
from grognard.engines.eagle.victory.verdict import drawn_up_to, holds_to_win, points_of

FAR = 99


@dataclass
class Judge:
    """One side's view of the field, worked out once for each decision."""

    setup: Setup
    state: State
    side: str

    @cached_property
    def foes(self) -> tuple[Unit, ...]:
        """The enemy's units that are not routed."""
        found = units_of(self.setup, self.state, enemy_of(self.side))
        return tuple(unit for unit in found if not unit.is_routed)

    # -- what the side is about ----------------------------------------------------------------

    @cached_property
    def attacks(self) -> bool:
        """Whether this side goes forward: it came to attack, or as things stand it does not win.

        Towards the end who has enough of a lead keeps what he has; where both came to attack, at any time.
        """
        said = self.setup.says("hold_to_win")
        if said is not None:
            mine = str(said["side"]) == self.side
            return mine != bool(holds_to_win(self.setup, self.state))
        if self.meeting:
            return self.lead < weights()["ahead"] and not self.is_bled
        late = self.state.turn > self.setup.turns - weights()["late"]
        enough = drawn_up_to(self.setup) + 1 if self.siege or late else weights()["ahead"]
        return self.lead < enough or (self._came_to_attack(self.side) and not late)

    @cached_property
    def meeting(self) -> bool:
        """Whether both sides came to attack: who is ahead lets the other come then, and trusts his fire."""
        return all(self._came_to_attack(side) for side in SIDES)

    @cached_property
    def siege(self) -> bool:
        """Whether a farm with a gate is fought for: it is stormed all day, and he who holds it sends relief."""
        return "gate" in self.setup.special

    def care(self, gid: str) -> str:
        """Which weight the enemy's blows have for a group; an army of horse alone spares its horses."""
        if self._rides:
            return "ride"
        return "bold" if self.goes_forward(gid) else "careful"

    @cached_property
    def _rides(self) -> bool:
        mine = (card for card in self.setup.units.values() if card.side == self.side)
        return all(card.is_cavalry for card in mine)

    @cached_property
    def is_bled(self) -> bool:
        """Whether its attacks have cost far more than they brought, so that it breaks off."""
        total, mine = self._figures(self.side)
        _, others = self._figures(enemy_of(self.side))
        return mine >= weights()["bled"] * total and mine >= weights()["dear"] * others

    def _figures(self, side: str) -> tuple[int, int]:
        """Return how many figures a side had, and how many it has lost; who is routed counts as lost."""
        total, left = 0, 0
        for unit in self.state.units.values():
            card = self.setup.units[unit.id]
            if card.side == side and not card.is_artillery:
                gone = unit.at in (ELIMINATED, OFF_MAP) or unit.is_routed
                total += card.figures
                left += 0 if gone else unit.figures
        return total, total - left

    @cached_property
    def lead(self) -> int:
        """How many points this side is ahead."""
        mine = points_of(self.setup, self.state, self.side)
        return mine - points_of(self.setup, self.state, enemy_of(self.side))

    def _came_to_attack(self, side: str) -> bool:
        """Whether half of a side's groups of foot and horse have an order to go forward in the scenario."""
        mine = [
            group.order == "attack"
            for group in self.setup.groups.values()
            if group.side == side and group.arm != "artillery"
        ]
        return 2 * sum(mine) >= len(mine)

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """The objectives to be taken, or to be kept; one's own that the enemy is near are kept in any case."""
        grid, held = self.setup.map.grid, self.state.holders
        known = [goal for goal in self.setup.objectives if goal.at in grid]
        mine = [goal.at for goal in known if held.get(goal.id) == self.side]
        if not self.attacks:
            return (*mine, *self.lost)
        others = [goal.at for goal in known if goal.at not in mine]
        return (*others, *(at for at in mine if self.nearest(at)[0] <= weights()["threat"]))

    @cached_property
    def lost(self) -> tuple[str, ...]:
        """The objectives that were this side's as the battle began, and that the enemy has taken."""
        held, foe = self.state.holders, enemy_of(self.side)
        if not self.siege:
            return ()
        return tuple(
            goal.at
            for goal in self.setup.objectives
            if goal.holder == self.side and held.get(goal.id) == foe
        )

    @cached_property
    def relief(self) -> frozenset[str]:
        """The groups of a defender that are sent forward: to retake what is lost, to help who is pressed."""
        if self.attacks or not self.siege:
            return frozenset()
        weigh = weights()
        return frozenset(
            gid
            for gid, goal in self.shares.items()
            if goal in self.lost
            or (
                self.nearest(goal)[0] <= weigh["threat"]
                and self.goal(post_of(self.setup, self.state, gid), gid) > weigh["close"]
            )
        )

    def goes_forward(self, gid: str) -> bool:
        """Whether a group attacks: with its side, or as the relief that a defender sends."""
        return self.attacks or gid in self.relief

    @cached_property
    def shares(self) -> dict[str, str]:
        """Which goal each group of foot and horse makes for: a near one that not too many make for already."""
        grid, taken = self.setup.map.grid, dict.fromkeys(self.goals, 0)
        posts = {
            gid: post
            for gid, group in self.setup.groups.items()
            if group.side == self.side and group.arm != "artillery"
            if (post := post_of(self.setup, self.state, gid)) in grid
        }
        pairs = sorted(
            (grid.distance(post, goal), gid) for gid, post in posts.items() for goal in taken
        )
        found: dict[str, str] = {}
        for _, gid in pairs:
            if gid not in found:
                found[gid] = min(taken, key=lambda goal: self._cost(posts[gid], goal, taken[goal]))
                taken[found[gid]] += 1
        return found

    def _cost(self, post: str, goal: str, groups: int) -> float:
        """Return how far a goal is, and farther for each group that makes for it.

        Whoever stands in a goal keeps it alone, while his side storms.
        """
        kept = self.siege and self.attacks and goal in self._friends
        more = FAR if kept else weights()["shared"] * groups
        return self.setup.map.grid.distance(post, goal) + more

    def leaves(self, gid: str) -> bool:
        """[scen.structure] Whether a group is on its march off the field, where that counts: it goes on with it."""
        return bool(self.outlets) and self.setup.groups[gid].order == "maneuver"

    @cached_property
    def outlets(self) -> frozenset[str]:
        """The hexes from which its side may leave the field."""
        return ways_out(self.setup, self.side)

    # -- couriers ------------------------------------------------------------------------------

    @cached_property
    def ability(self) -> int:
        """[cmd.ability_cc] How far its CC's couriers go."""
        return ability(self.setup, self.state, self.side)

    def can_change(self, at: str) -> bool:
        """[command.dispatch.range] Whether a group there is likely to be within reach of couriers later."""
        cc = cc_of(self.setup, self.state, self.side)
        grid = self.setup.map.grid
        if cc is None or cc.at not in grid or at not in grid:
            return False
        return grid.distance(cc.at, at) <= self.ability + weights()["courier"]

    def is_clear(self, gid: str) -> bool:
        """[order.maneuver.move] Whether the goal of a group is in the open, where a Manoeuvre order leads."""
        goal = self.shares.get(gid)
        return goal is None or is_open(self.setup, goal)

    @cached_property
    def to_be_told(self) -> list[str]:
        """Where the groups stand that manoeuvre although the enemy, or their goal, is near."""
        posts = [
            (gid, post_of(self.setup, self.state, gid))
            for gid, group in self.state.groups.items()
            if self.setup.groups[gid].side == self.side and group.order in ("maneuver", "reserve")
        ]
        return [at for _, at in posts if at in self.setup.map.grid]

    # -- distances -----------------------------------------------------------------------------

    def nearest(self, at: str) -> tuple[int, str]:
        """Return how far the nearest enemy is from a hex, and where he stands."""
        found = self._nearest.get(at)
        if found is None:
            gap = self.setup.map.grid.distance
            foes = ((gap(at, foe.at), foe.at) for foe in self.foes)
            found = self._nearest[at] = min(foes, default=(FAR, ""))
        return found

    @cached_property
    def _nearest(self) -> dict[str, tuple[int, str]]:
        """What was found by `nearest`, by hex."""
        return {}

    def gap(self, gid: str) -> int:
        """Return how far the nearest enemy is from where a courier finds a group."""
        at = post_of(self.setup, self.state, gid)
        return self.nearest(at)[0] if at in self.setup.map.grid else FAR

    def goal(self, at: str, gid: str) -> int:
        """Return how far the goal of a group is; for a group that has none, the nearest."""
        grid = self.setup.map.grid
        own = self.shares.get(gid)
        goals = self.goals if own is None else (own,)
        return min((grid.distance(at, goal) for goal in goals), default=0)

    @cached_property
    def _friends(self) -> frozenset[str]:
        """The hexes where this side stands already."""
        return frozenset(one.at for one in units_of(self.setup, self.state, self.side))

    @cached_property
    def _round_foes(self) -> frozenset[str]:
        """The hexes next to an enemy that is not routed."""
        grid = self.setup.map.grid
        return frozenset(at for foe in self.foes for at in grid.adjacent(foe.at))

    def to_foe(self, unit: Unit, at: str) -> int:
        """Return how far the nearest enemy is; in a storm the nearest beside whom there is room for a unit."""
        near, gap = self.nearest(at)[0], self.setup.map.grid.distance
        if near <= 1 or not self.siege:
            return near
        room = (one for one in self._round_foes - self._friends if one != unit.at)
        return min((1 + gap(at, one) for one in room), default=near)

    def to_goal(self, unit: Unit, at: str) -> int:
        """Return how far the goal of a unit is; in a storm the nearest one that has room round it yet."""
        gid = self.setup.units[unit.id].group
        if not self.siege:
            return self.goal(at, gid)
        grid, own = self.setup.map.grid, self.shares.get(gid)
        taken = self._friends - {unit.at}
        mine = self.goals if own is None else (own,)
        for goals in (mine, self.goals):
            found = [gap for goal in goals if (gap := self._room(at, goal, taken)) is not None]
            if found:
                return min(found)
        return min((grid.distance(at, goal) for goal in mine), default=0)

    def _room(self, at: str, goal: str, taken: frozenset[str]) -> int | None:
        """Return how far a goal is by way of the hexes round it that are free; None where none is."""
        grid = self.setup.map.grid
        if at == goal:
            return 0
        return min(
            (1 + grid.distance(at, one) for one in grid.adjacent(goal) if one not in taken),
            default=None,
        )

    def stray(self, unit: Unit, at: str) -> bool:
        """[command.in_command] Whether a unit would stand away from everybody of its group."""
        grid, gid = self.setup.map.grid, self.setup.units[unit.id].group
        ugc = ugc_of(self.state, gid)
        near = [one.at for one in group_units(self.setup, self.state, gid) if one.id != unit.id]
        near += [ugc.at] if ugc is not None else []
        return bool(near) and all(grid.distance(at, other) > 1 for other in near)

    # -- places --------------------------------------------------------------------------------

    def place(self, unit: Unit, at: str, facing: int) -> float:
        """Return what a place and a facing are worth to a unit."""
        weigh, there = weights(), evolve(unit, at=at, facing=facing)
        near, foe = self.nearest(at)
        then = placed(self.state, there)
        card = self.setup.units[unit.id]
        if self.leaves(card.group):
            return self._ground(unit, at) + self._looks(there, self._way_off(at)[1])
        care, forward = weigh[self.care(card.group)], self.goes_forward(card.group)
        total = self._ground(unit, at) - care * danger(self.setup, then, there, self.foes)
        if unit.is_disordered:
            return total + weigh["disordered"] * min(near, weigh["at_hand"])
        blow = offence(self.setup, then, there)
        if card.is_artillery:
            return total + blow + self._looks(there, foe) - (weigh["pressed"] if near == 1 else 0)
        if forward:
            total -= weigh["foe"] * min(self.to_foe(unit, at), weigh["afar"])
        if card.group and self.stray(unit, at):
            total -= weigh["stray_storm" if self.siege else "stray"]
        return total + weigh["blow"] * blow + self._looks(there, foe)

    def _ground(self, unit: Unit, at: str) -> float:
        weigh, gid = weights(), self.setup.units[unit.id].group
        if self.leaves(gid):
            return -weigh["goal"] * self._way_off(at)[0]
        if self.goes_forward(gid):
            worth = -weigh["goal"] * self.to_goal(unit, at)
        else:
            worth = -weigh["keep"] * self.goal(at, gid)
        return worth + (weigh["on_goal"] if at in self.goals else 0.0)

    def _way_off(self, at: str) -> tuple[int, str]:
        """Return how far the nearest hex is from which it may leave the field, and which that is."""
        gap = self.setup.map.grid.distance
        return min((gap(at, one), one) for one in self.outlets)

    def _looks(self, there: Unit, foe: str) -> float:
        if not foe:
            return 0.0
        grid = self.setup.map.grid
        ahead = min(grid.distance(one, foe) for one in (front(self.setup, there) or (there.at,)))
        return weights()["look"] * (grid.distance(there.at, foe) - ahead)

    # -- what a unit has where it is -----------------------------------------------------------

    def shoots(self, unit: Unit) -> bool:
        """Whether a unit has somebody to fire at from where it is."""
        return next(aims_of(self.setup, self.state, unit), None) is not None

    def volley(self, unit: Unit) -> float:
        """[fire.resolve] Return the best that the fire of a unit does on the average."""
        return max(
            (
                harm(
                    self.setup.deck,
                    fire_sum(self.setup, self.state, Attack(unit.id, at, str(foe), "fire")),
                )
                for at in aims_of(self.setup, self.state, unit)
                if (foe := unit_at(self.setup, self.state, at)) is not None
            ),
            default=0.0,
        )
