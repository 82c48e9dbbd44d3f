"""Where commanders ride: to who fights, to where all their men are in reach, and out of the enemy's way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, dist, hypot, radians, sin
from typing import Any

from grognard.engines.core.board.tabletop import Point, Pose, bearing, turn_between
from grognard.engines.core.show.asks import PASS
from grognard.engines.risorgimento.army.units import MARCH
from grognard.engines.risorgimento.command.command import commander_of, in_action, superior_of
from grognard.engines.risorgimento.command.succession import attached_to, behind, units_under
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.footprint import enemies, footprint, on_table
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import allowance
from grognard.engines.risorgimento.manoeuvre.commander_moves import ride
from grognard.engines.risorgimento.opponent.judgement import Said
from grognard.engines.risorgimento.opponent.policy import figure, figures, whole
from grognard.engines.risorgimento.opponent.shelter import Screen
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State

WORTH_THE_RISK = whole("worth_the_risk")
ROUND_ABOUT = figures("round_about")
WAYS_ABOUT = figures("ways_about")


@dataclass
class Chief:
    """A commander who is to move, and what he looks at."""

    setup: Setup
    state: State
    name: str

    def __post_init__(self) -> None:
        state, post = self.state, self.setup.posts[self.name]
        self.post = post
        self.units = [
            uid
            for uid in units_under(self.setup, post.formation)
            if on_table(state.units[uid]) and not state.units[uid].routed
        ]
        self.spots = [state.units[uid].pose.centre for uid in self.units]  # type: ignore[union-attr]
        self.screen = Screen(self.setup, state)
        self.men = Screen(self.setup, state, ground=False)
        foes = enemies(self.setup, state, post.side)
        standing = [
            (foe, uid)
            for uid, foe in zip(foes.ids, foes.items, strict=True)
            if not state.units[uid].routed
        ]
        self.foes = [foe.centre for foe, _ in standing]
        self.reach = [allowance(self.setup.types[uid], MARCH) for _, uid in standing]
        self.rides = [self.setup.types[uid].arm == "cavalry" for _, uid in standing]

    # -- who fights ----------------------------------------------------------------------------

    def order(self) -> Said:
        """Beside the unit of his that is in a melee, or where he stands best."""
        commander = self.state.commanders[self.name]
        if commander.pose is None or not self.units or self.state.account:
            return PASS
        fights = contacts(self.setup, self.state)
        if commander.attached in fights:
            return PASS
        first = [{"detach": True}] if commander.attached else []
        # One who commands all is not risked: while he is out of action nobody moves (loss.dead).
        helps = self.post.level == "brigade" and commander.bonus >= WORTH_THE_RISK
        for uid in self.units if helps else ():
            if uid in fights and not attached_to(self.state, uid):
                joined = self._join(commander.pose, uid)
                if joined:
                    return {"do": [*first, *joined]}
        leg = self._best_ride(commander.pose)
        return {"do": [*first, leg]} if leg else PASS

    def _join(self, pose: Pose, uid: str) -> list[dict[str, Any]]:
        """The ride to the rear of a unit and to its commander's side, if it is not too far."""
        spot = behind(self.setup, self.state, uid)
        run = hypot(spot.x - pose.x, spot.y - pose.y)
        if run > figure("ride") * 1000:
            return []
        leg = [_leg(pose, spot.centre)] if run >= 1 else []
        return [*leg, {"attach": uid}]

    # -- where he stands -----------------------------------------------------------------------

    def _best_ride(self, pose: Pose) -> dict[str, Any] | None:
        best: tuple[float, dict[str, Any] | None] = (
            self._ill(pose.centre) - figure("worth_a_ride"),
            None,
        )
        for at in self._places(pose.centre):
            leg = _leg(pose, at)
            if leg["leg"][0] <= 1:
                continue
            far = ride(self.setup, self.state, self.name, pose, leg["leg"], self.state.account)[0]
            leg["leg"][0] = min(leg["leg"][0], int(far * 1000))
            end = pose.moved(leg["leg"][0] / 1000, bearing(pose.centre, at)).centre
            ill = self._ill(end)
            if leg["leg"][0] > 1 and ill < best[0]:
                best = (ill, leg)
        return best[1]

    def _places(self, here: Point) -> Iterator[Point]:
        """The middle of his men, behind each of them, the villages that they hold, and where horse does not come at him."""
        yield _middle(self.spots)
        for uid in self.units:
            yield behind(self.setup, self.state, uid).centre
        names = {self.state.units[uid].sector for uid in self.units}
        yield from (place.centre for place in self.setup.table.sectors if place.id in names)
        if self._ridden_at(here):
            yield from self._round_about()

    def _ridden_at(self, at: Point) -> bool:
        """Whether enemy horse may come at him."""
        return any(
            rides and dist(at, foe) < reach
            for foe, reach, rides in zip(self.foes, self.reach, self.rides, strict=True)
        )

    def _round_about(self) -> Iterator[Point]:
        """Places on rings about the middle of his men."""
        (x, y), (wide, deep) = _middle(self.spots), self.setup.table.size
        for run in ROUND_ABOUT:
            for way in WAYS_ABOUT:
                at = (x + run * cos(radians(way)), y + run * sin(radians(way)))
                if 0.0 < at[0] < wide and 0.0 < at[1] < deep:
                    yield at

    def _ill(self, at: Point) -> float:
        """How badly he would stand somewhere, in cm: who is out of his reach counts, and who may ride him down."""
        bad = figure("follows") * dist(at, _middle(self.spots))
        return bad + self._out_of_reach(at) + self._reached(at)

    def _out_of_reach(self, at: Point) -> float:
        """[A.1.chain] Men directly under him, commanders under him, and he under his own superior."""
        state, radius = self.state, self.state.commanders[self.name].radius
        slack = sum(footprint("commander", self.setup.scale)) / 2
        bad = 0.0
        for uid, spot in zip(self.units, self.spots, strict=True):
            mine = commander_of(self.setup, state, self.setup.types[uid].brigade) == self.name
            bad += figure("strays") * (mine and dist(at, spot) - slack > radius)
        for post in self.setup.posts.values():
            pose = state.commanders[post.id].pose
            if pose is None or not in_action(state, post.id):
                continue
            if superior_of(self.setup, state, post) == self.name:
                bad += figure("beyond") * (dist(at, pose.centre) - slack > radius)
            elif superior_of(self.setup, state, self.post) == post.id:
                bad += figure("beyond") * (
                    dist(at, pose.centre) - slack > state.commanders[post.id].radius
                )
        return bad

    def _reached(self, at: Point) -> float:
        """[loss.contacted] The enemies who may come at him: nobody does where his own men shelter him."""
        near = [
            (foe, dist(at, foe) / reach)
            for foe, reach in zip(self.foes, self.reach, strict=True)
            if dist(at, foe) < reach
        ]
        spots = [foe for foe, _ in near]
        if self._housed(at) and (not self._ridden_at(at) or all(self.men.hides(spots, at))):
            return 0.0
        hidden = self.screen.hides(spots, at).tolist()
        return sum(
            figure("ridden_down") * (1.5 - share) * (figure("screened") if out else 1.0)
            for (_, share), out in zip(near, hidden, strict=True)
        )

    def _housed(self, at: Point) -> bool:
        """Whether he is in a village that his men hold, with nobody near; horse comes into it by a side that is left open."""
        place = sectors.sector_at(self.setup, at)
        held = {self.state.units[uid].sector for uid in self.units}
        near = any(dist(at, foe) <= figure("safe_from") for foe in self.foes)
        return place is not None and place.id in held and not near


def _leg(pose: Pose, at: Point) -> dict[str, Any]:
    run = min(dist(pose.centre, at), figure("ride"))
    off = turn_between(pose.heading, bearing(pose.centre, at)) if run else 0.0
    return {"leg": [round(run * 1000), round(off * 100)]}


def _middle(spots: list[Point]) -> Point:
    return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
