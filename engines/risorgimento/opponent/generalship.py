"""Where a sensible player sends his brigades: the places he wants, and when they are stormed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import hypot

from grognard.engines.core.board.tabletop import Point
from grognard.engines.risorgimento.field.footprint import crowd, enemies, on_table
from grognard.engines.risorgimento.map.objectives import Objective
from grognard.engines.risorgimento.opponent.policy import figure
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State


@dataclass(frozen=True, slots=True)
class Task:
    """What a unit is to do: the place it is for, and whether it is to go there and take it.

    `engaged`: the enemy is near, so that it fights where it is. `assault`: all are up, or it is late:
    who attacks goes in now; before that he waits for the others out of the enemy's reach.
    """

    at: Point
    attack: bool
    engaged: bool
    assault: bool = True
    place: str = ""
    aim: Point | None = None

    def toward(self, here: Point) -> Point:
        """Return where one who comes from afar goes: beside the others, not behind them."""
        return (
            self.at
            if self.aim is None or _gap(here, self.at) < figure("abreast_until")
            else self.aim
        )


@dataclass
class General:
    """Gives the brigades of one side their tasks, anew each turn."""

    setup: Setup
    side: str
    attacks: bool
    turn: int = 0
    tasks: dict[str, Task] = field(default_factory=dict)
    own: dict[str, Task] = field(default_factory=dict)

    def task(self, state: State, brigade: str) -> Task | None:
        """Return the task of a brigade, None if it has no infantry on the table."""
        self._look(state)
        return self.tasks.get(brigade)

    def task_of(self, state: State, uid: str) -> Task | None:
        """Return what a unit has to do: a place of its own, or its brigade's."""
        self._look(state)
        return self.own.get(uid) or self.tasks.get(self.setup.types[uid].brigade)

    def any_task(self, state: State, at: Point) -> Task | None:
        """Return the task of the brigade that has the nearest place to go to: guns follow it."""
        self._look(state)
        tasks = self.tasks.values()
        return min(tasks, key=lambda task: (not task.engaged, _gap(task.at, at)), default=None)

    def _look(self, state: State) -> None:
        if state.turn != self.turn:
            self.turn = state.turn
            self.tasks = self._plan(state)
            self.own = self._posts(state) if not self.attacks else self._attackers(state)
            self.own |= self._leavers(state)

    # -- brigades ------------------------------------------------------------------------------

    def _plan(self, state: State) -> dict[str, Task]:
        middles = self._middles(state)
        sent: dict[str, int] = {}
        found = {}
        for brigade in sorted(middles, key=lambda name: self._nearest(state, middles[name])):
            found[brigade] = self._for(state, brigade, middles[brigade], sent)
        return found

    def _infantry(self, state: State, uids: Iterable[str]) -> list[str]:
        return [
            uid
            for uid in uids
            if self.setup.types[uid].side == self.side
            and self.setup.types[uid].arm == "infantry"
            and on_table(state.units[uid])
            and not state.units[uid].routed
        ]

    def _middles(self, state: State) -> Mapping[str, Point]:
        """The middle of the infantry of each brigade."""
        found: dict[str, Point] = {}
        for name, uids in self.setup.formations.items():
            spots = [_at(state, uid) for uid in self._infantry(state, uids)]
            if spots:
                found[name] = (
                    sum(x for x, _ in spots) / len(spots),
                    sum(y for _, y in spots) / len(spots),
                )
        return found

    def _nearest(self, state: State, middle: Point) -> float:
        return min((_gap(o.at, middle) for o in self._places(state)), default=0.0)

    def _places(self, state: State) -> list[Objective]:
        """What an attacker wants; what a defender has to keep or to take back."""
        if self.attacks:
            wanted = [o for o in self.setup.objectives if state.held.get(o.id) != self.side]
            return wanted or list(self.setup.objectives)
        return [o for o in self.setup.objectives if o.first == self.side]

    def _for(self, state: State, brigade: str, middle: Point, sent: dict[str, int]) -> Task:
        places = self._places(state)
        engaged = self._enemy_near(state, brigade)
        if not self.attacks and not engaged:
            places = [o for o in places if self._threatened(state, o, figure("alarm"))]
        if not places:
            return Task(middle, attack=False, engaged=engaged)
        best = min(places, key=lambda o: _dear(o, middle, sent))
        sent[best.id] = sent.get(best.id, 0) + 1
        lost = state.held.get(best.id) != self.side
        assault = not self.attacks or self._all_up(state, brigade, best)
        return Task(best.at, lost, engaged, assault, best.id)

    def _all_up(self, state: State, brigade: str, place: Objective) -> bool:
        """Whether enough of a brigade are within reach of the enemy, or it is late."""
        if self.setup.turns - state.turn < figure("storm_by"):
            return True
        foes = enemies(self.setup, state, self.side)
        own = crowd(self.setup, state, self._infantry(state, self.setup.formations[brigade]))
        up = sum(
            len(foes.within(stand, figure("striking"))) > 0
            or _gap(stand.centre, place.at) < figure("striking")
            for stand in own.items
        )
        return up >= figure("mass") * len(own)

    def _enemy_near(self, state: State, brigade: str) -> bool:
        own = crowd(
            self.setup,
            state,
            (u for u in self.setup.formations[brigade] if on_table(state.units[u])),
        )
        foes = enemies(self.setup, state, self.side)
        return any(len(foes.within(stand, figure("alarm"))) for stand in own.items)

    def _threatened(self, state: State, place: Objective, reach: float) -> bool:
        foes = enemies(self.setup, state, self.side)
        return state.held.get(place.id) != self.side or any(
            _gap(foe.centre, place.at) < reach for foe in foes.items
        )

    # -- single battalions ---------------------------------------------------------------------

    def _attackers(self, state: State) -> dict[str, Task]:
        """The battalions of a brigade abreast, as they stand; and who takes what nobody guards."""
        found: dict[str, Task] = {}
        for brigade, task in self.tasks.items():
            uids = self._infantry(state, self.setup.formations[brigade])
            (mx, my) = self._middles(state)[brigade]
            gap = _gap((mx, my), task.at) or 1.0
            ux, uy = (task.at[0] - mx) / gap, (task.at[1] - my) / gap
            aside = {
                uid: ux * (_at(state, uid)[1] - my) - uy * (_at(state, uid)[0] - mx) for uid in uids
            }
            for place, uid in enumerate(sorted(uids, key=aside.__getitem__)):
                off = figure("abreast") * (place - (len(uids) - 1) / 2)
                aim = (task.at[0] - uy * off, task.at[1] + ux * off)
                found[uid] = replace(task, aim=aim)
        return {**found, **(self._shares(state) or self._detachments(state))}

    def _shares(self, state: State) -> dict[str, Task]:
        """Who has fewer brigades than places divides its battalions among them, and keeps those it has taken.

        Places that were the enemy's from the start are no part of it: there one attacks together.
        """
        places = [
            o
            for o in self.setup.objectives
            if o.first in ("", self.side) and self._threatened(state, o, figure("threat"))
        ]
        return self._shared(state, places) if len(self.tasks) < len(places) else {}

    def _detachments(self, state: State) -> dict[str, Task]:
        """A battalion for each place that nobody guards and no brigade is for."""
        meant = {task.place for task in self.tasks.values()}
        foes = enemies(self.setup, state, self.side)
        found: dict[str, Task] = {}
        for place in self._places(state):
            near = (foe for foe in foes.items if not state.units[_id(foes, foe)].routed)
            if place.id in meant or any(
                _gap(foe.centre, place.at) < figure("unguarded") for foe in near
            ):
                continue
            uids = [uid for uid in self._infantry(state, self.setup.types) if uid not in found]
            close = [uid for uid in uids if _gap(_at(state, uid), place.at) < figure("detached")]
            if close and len(uids) > 2:
                uid = min(close, key=lambda uid: _gap(_at(state, uid), place.at))
                found[uid] = Task(place.at, attack=True, engaged=False, place=place.id)
        return found

    def _leavers(self, state: State) -> dict[str, Task]:
        """[I.clock] Who guards nothing goes in time to the road that gives points to those who leave by it."""
        found = self.setup.says("exit")
        if not found or found["side"] != self.side:
            return {}
        x, y = found["point"]
        end, left = (self.setup.scale * x, self.setup.scale * y), self.setup.turns - state.turn
        return {
            uid: Task(end, attack=False, engaged=True)
            for uid in self._infantry(state, self.setup.types)
            if _gap(_at(state, uid), end) > (left - 1) * figure("leaves")
            and not any(
                _gap(_at(state, uid), o.at) <= figure("on_post") for o in self._places(state)
            )
        }

    def _posts(self, state: State) -> dict[str, Task]:
        """Who holds with fewer brigades than places gives each battalion a post of its own."""
        places = [o for o in self._places(state) if self._threatened(state, o, figure("threat"))]
        if not places or len(self.tasks) >= len(places):
            return {}
        return self._shared(state, places)

    def _shared(self, state: State, places: list[Objective]) -> dict[str, Task]:
        """The battalions divided among places by what these are worth, the nearest to each."""
        left = self._infantry(state, self.setup.types)
        whole = sum(1 + o.points for o in places)
        found: dict[str, Task] = {}
        for place in sorted(places, key=lambda o: -o.points):
            share = max(1, round(len(left) * (1 + place.points) / whole))
            whole -= 1 + place.points
            lost = state.held.get(place.id) != self.side
            left.sort(key=lambda uid: _gap(_at(state, uid), place.at))
            for uid in left[:share]:
                found[uid] = Task(place.at, lost, engaged=True, place=place.id)
            left = left[share:]
        return found


def _dear(place: Objective, middle: Point, sent: Mapping[str, int]) -> float:
    """How far a place is for what it is worth."""
    far = _gap(place.at, middle) + figure("crowded") * sent.get(place.id, 0)
    return float(far / (1 + place.points) ** 0.5)


def _id(foes: object, foe: object) -> str:
    return foes.ids[foes.items.index(foe)]  # type: ignore[attr-defined,no-any-return]


def _at(state: State, uid: str) -> Point:
    return state.units[uid].pose.centre  # type: ignore[union-attr]


def _gap(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
