"""A sensible player for simulations: one side attacks the places it wants, the other defends them.

He measures, as `premeasure` lets him; he is no part of the game, only a yardstick for its tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import hypot
from random import Random
from typing import Any

from engines.core.asks import PASS, Ask, Choice
from engines.core.sightlines import FULL
from engines.core.tabletop import EPS, Base, Point, Pose, bearing, turn_between
from engines.risorgimento.allowance import WHOLE, allowance, formation_price, turn_price
from engines.risorgimento.fire import FIRE
from engines.risorgimento.footprint import on_table
from engines.risorgimento.movement import Mover, leg
from engines.risorgimento.setup import Setup
from engines.risorgimento.sight import lines
from engines.risorgimento.state import ATTACK, BATTERY, LIMBERED, LINE, MARCH, OPEN, State
from engines.risorgimento.tables import number, ranges
from engines.risorgimento.wander import place_in_village

FAR, ALARM = 26.0, 22.0
"""From how far on infantry marches in column; how near an enemy wakes a defender, in cm."""
BOLDNESS = {"attack": 0.75, "defend": 0.3}
"""How often a unit that stands before an enemy as strong as itself goes in with the bayonet."""
BOLD_SHARE = 0.7
"""Which part of the enemy's strength it must have for that."""
WORTH_A_SHOT = 4
HALF_A_CM = 0.5
SHORTEST = 0.3
DEPLOY = 9.0
"""How near an enemy a line is formed, in cm."""
STAY_AT_REST = 0.7
KEPT_BACK = 0.8
LANES = 3
RIDE = 20.0
WEDGE = 24.0
GUNS_KEEP_OFF = 10.0
SPARE = 6.0
IN_THE_WAY = 5.0
"""How far before its guns a captain keeps the ground free, and what it is worth, in cm."""
WELL_PLACED = 4.0
"""How many cm a place is worth from which there is somebody to fire at."""
FACING = 12.0


@dataclass
class Captain:
    """Answers every Ask of both sides. `posture` is attack or defend for each side."""

    setup: Setup
    posture: Mapping[str, str]
    rng: Random
    lanes: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for units in self.setup.formations.values():
            self.lanes.update((uid, lane) for lane, uid in enumerate(units))

    def answer(self, ask: Ask, state: State) -> Choice:
        """Return the choice for an Ask in a position."""
        handler = getattr(self, f"on_{ask.kind}", None)
        choice = handler(ask, state) if handler else None
        if choice is None or choice not in ask.choices:
            return ask.choices.sample(self.rng)
        return choice

    def _attacks(self, uid: str) -> bool:
        return self.posture[self.setup.types[uid].side] == "attack"

    # -- fire ----------------------------------------------------------------------------------

    def on_fire(self, ask: Ask, state: State) -> Choice:
        """The whole brigade at one enemy if it can, else the first unit at the nearest."""
        orders = [choice for choice in ask.choices if choice != PASS]
        return max(orders, key=lambda order: len(order["pieces"]), default=PASS)

    on_artillery_fire = on_fire

    def on_opportunity_fire(self, ask: Ask, state: State) -> Choice:
        shots: dict[str, Any] = ask.choices.shots  # type: ignore[attr-defined]
        best = max(shots, key=lambda uid: shots[uid].value)
        if shots[best].value >= WORTH_A_SHOT:
            return {"pieces": [best], "at": ask.choices.mover}  # type: ignore[attr-defined]
        return "wait"

    # -- moves ---------------------------------------------------------------------------------

    def on_charge_note(self, ask: Ask, state: State) -> Choice:
        """Cavalry is kept for those who stand open to it: here, seldom sent."""
        return PASS if self.rng.random() < KEPT_BACK else ask.choices.sample(self.rng)

    def on_bonus(self, ask: Ask, state: State) -> Choice:
        return next(iter(ask.choices))

    def on_formation(self, ask: Ask, state: State) -> Choice:
        """Guns before the others, that nobody stands in their way; then who is nearest."""

        def rank(name: str) -> tuple[bool, float]:
            own = [uid for uid in self.setup.formations[name] if on_table(state.units[uid])]
            guns = bool(own) and all(self.setup.types[uid].arm == "artillery" for uid in own)
            return (not guns, min((self._gap(state, uid) for uid in own), default=999.0))

        names = [name for name in ask.choices if name in self.setup.formations]
        return min(names, key=rank) if names else next(iter(ask.choices))

    def on_unit(self, ask: Ask, state: State) -> Choice:
        """Who is nearest to where he wants to be goes first, commanders last."""
        units = [uid for uid in ask.choices if uid in state.units]
        if not units:
            return next(iter(ask.choices))
        return min(units, key=lambda uid: self._gap(state, uid))

    def _gap(self, state: State, uid: str) -> float:
        goal = self._goal(Mover(self.setup, state, uid))
        return hypot(*(a - b for a, b in zip(state.units[uid].pose.centre, goal, strict=True)))  # type: ignore[union-attr]

    def on_zoc_option(self, ask: Ask, state: State) -> Choice:
        """In with the bayonet if strong and bold enough, else face the enemy and fire."""
        uid = state.mover
        options = list(ask.choices)
        mover = Mover(self.setup, state, uid)
        against = max((state.units[foe].halves for foe in mover.held), default=0)
        bold = BOLDNESS[self.posture[self.setup.types[uid].side]]
        strong = state.units[uid].halves >= BOLD_SHARE * against
        if "advance" in options and strong and self.rng.random() < bold:
            return "advance"
        if PASS in options and self._aim(mover) == 1:
            return PASS
        aligning = [o for o in options if isinstance(o, str) and o.startswith("align:")]
        return aligning[0] if aligning else options[0]

    def on_withdraw(self, ask: Ask, state: State) -> Choice:
        return PASS

    def on_manoeuvre(self, ask: Ask, state: State) -> Choice:
        uid = state.mover
        if uid not in state.units:
            return self._ride(uid, state)
        mover = Mover(self.setup, state, uid)
        if mover.left <= 0:
            return PASS
        goal = self._goal(mover)
        gap = hypot(goal[0] - mover.stand.centre[0], goal[1] - mover.stand.centre[1])
        if not self._attacks(uid):
            return self._hold(mover, goal, gap)
        return self._go(mover, goal, gap)

    def _ride(self, name: str, state: State) -> Choice:
        """A commander rides after the middle of his command, and no nearer."""
        pose, post = state.commanders[name].pose, self.setup.posts[name]
        own = [
            state.units[uid].pose.centre  # type: ignore[union-attr]
            for uid, kind in self.setup.types.items()
            if on_table(state.units[uid]) and self._under(kind.brigade, post.formation)
        ]
        if pose is None or not own:
            return PASS
        middle = (sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own))
        run = min(hypot(middle[0] - pose.centre[0], middle[1] - pose.centre[1]), RIDE)
        off = turn_between(pose.heading, bearing(pose.centre, middle))
        return {"do": [{"leg": [round(run * 1000), round(off * 100)]}]} if run > 1 else PASS

    def _under(self, formation: str, above: str) -> bool:
        while formation and formation != above:
            formation = self.setup.above[formation]
        return formation == above

    def _goal(self, mover: Mover) -> Point:
        """A place the enemy holds or an enemy unit: each of a brigade takes another of the nearest."""
        side, (x, y) = mover.kind.side, mover.stand.centre
        places = [o.at for o in self.setup.objectives if mover.state.held.get(o.id) != side]
        places += [foe.centre for foe in mover.foes.items]
        near = sorted(places or [mover.stand.centre], key=lambda p: hypot(p[0] - x, p[1] - y))
        return near[self.lanes[mover.uid] % min(len(near), LANES)]

    def _hold(self, mover: Mover, goal: Point, gap: float) -> Choice:
        """A defender in a village stays; others face who comes near, and may go at him."""
        if mover.unit.sector or gap > ALARM or mover.state.account:
            return PASS
        aim = self._aim(mover)
        turn = self._face(mover) if aim < 1 else None
        if turn is not None or aim:
            return turn or PASS
        if self.rng.random() < STAY_AT_REST or mover.kind.arm == "artillery":
            return PASS
        return self._go(mover, goal, gap)

    def _face(self, mover: Mover) -> Choice:
        """Turn to the nearest enemy if he stands aside and it costs no more than is left."""
        if not len(mover.foes) or mover.formation in (MARCH, LIMBERED):
            return None
        foe = mover.foes.items[int(mover.foes.distances(mover.stand).argmin())]
        turn = round(
            turn_between(mover.stand.heading, bearing(mover.stand.centre, foe.centre)) * 100
        )
        if abs(turn) < FACING * 100 or turn_price(mover.state.turned, turn) > mover.left:
            return None
        return {"do": [{"turn": turn}]}

    def _go(self, mover: Mover, goal: Point, gap: float) -> Choice:
        """Stand and fire, or go in; else take a village, or come on in a fit formation."""
        near = self._nearest(mover)
        aim = self._aim(mover) if near < FAR else 0.0
        stays = mover.state.account or mover.kind.arm == "artillery"
        if aim and (stays or not self._goes_in(mover)):
            return (self._face(mover) or PASS) if aim < 1 else PASS
        if mover.state.account and near < DEPLOY and not mover.free:
            return self._face(mover) or PASS
        place = place_in_village(mover, goal, gap, self.rng)
        if place is not None:
            return {"do": [{"slot": place}]}
        charging = aim and mover.formation == LINE
        return self._come_on(mover, goal, gap, ATTACK if charging else self._formation(mover, near))

    def _come_on(self, mover: Mover, goal: Point, gap: float, formation: str) -> Choice:
        """Change formation first, then turn towards the place, then go by the best of a few ways."""
        state = mover.state
        fresh = not state.account and not state.progress.changes
        if fresh and formation != mover.formation and formation_price(mover.kind) <= mover.left:
            return {"do": [{"form": formation}]}
        if mover.formation == BATTERY:
            return self._point(mover, goal)
        off = turn_between(mover.stand.heading, bearing(mover.stand.centre, goal))
        if not mover.free and abs(off) > number("oblique"):
            price = turn_price(state.turned, round(off * 100))
            return {"do": [{"turn": round(off * 100)}]} if price <= mover.left else PASS
        return self._best_leg(mover, goal, gap, off)

    def _nearest(self, mover: Mover) -> float:
        return float(mover.foes.distances(mover.stand).min()) if len(mover.foes) else 999.0

    def _aim(self, mover: Mover, pose: Pose | None = None) -> float:
        """How well it can fire from where it stands or would stand: 1 with its whole front, 0 not."""
        state = mover.state
        if mover.kind.arm == "cavalry":
            return 0.0
        if pose is not None:
            shape = BATTERY if mover.kind.arm == "artillery" else mover.formation
            unit = replace(state.units[mover.uid], pose=pose, formation=shape)
            state = replace(state, units={**state.units, mover.uid: unit})
        found = lines(self.setup, state, [mover.uid], mover.foes, FIRE)
        reach = ranges(mover.kind.weapon)
        guns = mover.kind.arm == "artillery"
        most = (reach.long if guns else reach.medium) if reach else 0.0
        fit = [line for best in found.values() for line in best if line.range <= most + EPS]
        return max((1.0 if line.variant == FULL else 0.5 for line in fit), default=0.0)

    def _goes_in(self, mover: Mover) -> bool:
        """Whether it goes in with the bayonet this turn at who is nearest."""
        foe = mover.foes.ids[int(mover.foes.distances(mover.stand).argmin())]
        against = mover.state.units[foe]
        bold = BOLDNESS[self.posture[mover.kind.side]] / (
            1 if against.disorder or against.shaken else 2
        )
        return mover.unit.halves >= BOLD_SHARE * against.halves and self.rng.random() < bold

    def _point(self, mover: Mover, goal: Point) -> Choice:
        off = turn_between(mover.stand.heading, bearing(mover.stand.centre, goal))
        turn = round(off * 100)
        if abs(off) > number("cone_half") and turn_price(mover.state.turned, turn) <= mover.left:
            return {"do": [{"turn": turn}]}
        return PASS

    def _best_leg(self, mover: Mover, goal: Point, gap: float, off: float) -> Choice:
        most = mover.left / WHOLE * allowance(mover.kind, mover.formation)
        run = min(most, max(0.0, gap - mover.stand.depth / 2))
        reach, near = ranges(mover.kind.weapon), self._nearest(mover)
        if mover.kind.arm == "infantry" and reach and near > reach.medium + 1:
            run = min(run, near - reach.medium + HALF_A_CM)
        if mover.kind.arm == "artillery":
            run = min(run, max(0.0, near - GUNS_KEEP_OFF))
        widest = 180.0 if mover.free else number("oblique")
        found: list[tuple[float, float, float]] = []
        for aside in (0.0, 20.0, -20.0, 42.0, -42.0, 75.0, -75.0):
            angle = off + aside
            if abs(angle) > widest or run < SHORTEST:
                continue
            for share in (1.0, 0.5):
                way = leg(mover, run * share, mover.stand.heading + angle)
                if way.length >= SHORTEST:
                    found.append(
                        (self._worth(mover, way.place(way.length), goal, near), angle, way.length)
                    )
        worth, angle, length = min(found, default=(gap, 0.0, 0.0))
        if worth > gap - SHORTEST or length < SHORTEST:
            return PASS
        return {"do": [{"leg": [round(length * 1000), round(angle * 100)]}]}

    def _worth(self, mover: Mover, end: Base, goal: Point, near: float) -> float:
        """How far a place is from the goal, less what it has for it; the lower the better."""
        left = hypot(goal[0] - end.centre[0], goal[1] - end.centre[1])
        if near < FAR:
            left -= WELL_PLACED * self._aim(mover, end.pose)
        if mover.kind.arm != "artillery" and self._before_guns(mover, end):
            left += IN_THE_WAY
        return left

    def _before_guns(self, mover: Mover, end: Base) -> bool:
        """Whether a base would stand where the guns of its side fire."""
        for uid, unit in mover.state.units.items():
            kind = self.setup.types[uid]
            if kind.side != mover.kind.side or unit.formation != BATTERY or unit.pose is None:
                continue
            ahead = unit.pose.moved(WEDGE / 2 + 1.0, unit.pose.heading)
            if Base(ahead, 2.6, WEDGE).polygon.intersects(end.polygon):
                return True
        return False

    def _formation(self, mover: Mover, gap: float) -> str:
        """What suits the distance of the nearest enemy."""
        if mover.kind.arm == "artillery":
            reach = ranges(mover.kind.weapon)
            fit = (
                bool(reach and gap < reach.medium + SPARE) and self._aim(mover, mover.unit.pose) > 0
            )
            return BATTERY if fit else LIMBERED
        if mover.kind.arm == "cavalry":
            return LINE
        if gap > FAR:
            return MARCH if mover.progress.by_road else ATTACK
        if mover.kind.is_light_infantry:
            return OPEN
        return LINE if gap < DEPLOY or not self._attacks(mover.uid) else ATTACK

    # -- melee ---------------------------------------------------------------------------------

    def on_village_hold(self, ask: Ask, state: State) -> Choice:
        return self.rng.choice(list(ask.choices))
