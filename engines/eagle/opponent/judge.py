"""How good a place is for a unit, and what a side is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engines.core.data.frozen import evolve
from engines.eagle.command.chiefs import ability, cc_of
from engines.eagle.command.couriers import post_of
from engines.eagle.field.position import front, group_units, unit_at, units_of
from engines.eagle.field.terrain import is_open
from engines.eagle.opponent.strike import aims_of, danger, fire_sum, harm, offence, placed, weights
from engines.eagle.setup import SIDES, Setup, enemy_of
from engines.eagle.state import ELIMINATED, OFF_MAP, Attack, State, Unit
from engines.eagle.victory.verdict import drawn_up_to, holds_to_win, points_of

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
        if self.state.turn > self.setup.turns - weights()["late"]:
            return self.lead <= drawn_up_to(self.setup)
        return self.lead < weights()["ahead"] or self._came_to_attack(self.side)

    @cached_property
    def meeting(self) -> bool:
        """Whether both sides came to attack: who is ahead lets the other come then, and trusts his fire."""
        return all(self._came_to_attack(side) for side in SIDES)

    @cached_property
    def care(self) -> str:
        """Which weight the enemy's blows have; an army of horse alone spares its horses."""
        if all(card.is_cavalry for card in self.setup.units.values() if card.side == self.side):
            return "ride"
        return "bold" if self.attacks else "careful"

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
            return tuple(mine)
        others = [goal.at for goal in known if goal.at not in mine]
        return (*others, *(at for at in mine if self.nearest(at)[0] <= weights()["threat"]))

    @cached_property
    def shares(self) -> dict[str, str]:
        """Which goal each group of foot and horse makes for: a near one that not too many make for already."""
        grid, weigh, taken = self.setup.map.grid, weights(), dict.fromkeys(self.goals, 0)
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
                near = {goal: grid.distance(posts[gid], goal) for goal in taken}
                found[gid] = min(taken, key=lambda goal: near[goal] + weigh["shared"] * taken[goal])
                taken[found[gid]] += 1
        return found

    # -- couriers ------------------------------------------------------------------------------

    @cached_property
    def ability(self) -> int:
        """[cmd.ability_cc] How far its CC's couriers go."""
        return ability(self.setup, self.state, self.side)

    def can_change(self, at: str) -> bool:
        """[command.dispatch.range] Whether a group there is likely to be within reach of couriers later."""
        cc = cc_of(self.setup, self.state, self.side)
        if cc is None or cc.at not in self.setup.map.grid:
            return False
        return self.setup.map.grid.distance(cc.at, at) <= self.ability + weights()["courier"]

    def is_clear(self, gid: str) -> bool:
        """[order.maneuver.move] Whether the goal of a group is in the open, where a Maneuver order leads."""
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
        grid = self.setup.map.grid
        return min(((grid.distance(at, foe.at), foe.at) for foe in self.foes), default=(FAR, ""))

    def goal(self, at: str, gid: str) -> int:
        """Return how far the goal of a group is; for a group that has none, the nearest."""
        grid = self.setup.map.grid
        own = self.shares.get(gid)
        goals = self.goals if own is None else (own,)
        return min((grid.distance(at, goal) for goal in goals), default=0)

    def stray(self, unit: Unit, at: str) -> bool:
        """[command.in_command] Whether a unit would stand away from everybody of its group."""
        grid, gid = self.setup.map.grid, self.setup.units[unit.id].group
        ugc = self.state.commanders.get(self.setup.groups[gid].ugc)
        near = [one.at for one in group_units(self.setup, self.state, gid) if one.id != unit.id]
        near += [ugc.at] if ugc is not None and ugc.on_map else []
        return bool(near) and all(grid.distance(at, other) > 1 for other in near)

    # -- places --------------------------------------------------------------------------------

    def place(self, unit: Unit, at: str, facing: int) -> float:
        """Return what a place and a facing are worth to a unit."""
        weigh, there = weights(), evolve(unit, at=at, facing=facing)
        near, foe = self.nearest(at)
        then = placed(self.state, there)
        care = weigh[self.care]
        total = self._ground(at, self.setup.units[unit.id].group) - care * danger(
            self.setup, then, there, self.foes
        )
        if unit.is_disordered:
            return total + weigh["disordered"] * min(near, weigh["at_hand"])
        card = self.setup.units[unit.id]
        blow = offence(self.setup, then, there)
        if card.is_artillery:
            return total + blow + self._looks(there, foe) - (weigh["pressed"] if near == 1 else 0)
        if self.attacks:
            total -= weigh["foe"] * min(near, weigh["afar"])
        if card.group and self.stray(unit, at):
            total -= weigh["stray"]
        return total + weigh["blow"] * blow + self._looks(there, foe)

    def _ground(self, at: str, gid: str) -> float:
        weigh = weights()
        worth = -weigh["goal" if self.attacks else "keep"] * self.goal(at, gid)
        return worth + (weigh["on_goal"] if at in self.goals else 0.0)

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
