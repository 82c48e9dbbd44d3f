"""Where a sensible player sends his brigades: the places he wants, and the sound of the guns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot

from engines.core.board.tabletop import Point
from engines.risorgimento.field.footprint import crowd, enemies, on_table
from engines.risorgimento.map.objectives import Objective
from engines.risorgimento.opponent.policy import figure
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import State

CROWDED = figure("crowded")
ALARM = figure("alarm")


@dataclass(frozen=True, slots=True)
class Task:
    """What a brigade is to do: the place it is for, and whether it is to go there and take it.

    `engaged`: the enemy is near, so that it fights where it is.
    """

    at: Point
    attack: bool
    engaged: bool


@dataclass
class General:
    """Gives the brigades of one side their tasks, anew each turn."""

    setup: Setup
    side: str
    attacks: bool
    turn: int = 0
    tasks: dict[str, Task] = field(default_factory=dict)

    def task(self, state: State, brigade: str) -> Task | None:
        """Return the task of a brigade, None if it has no infantry on the table."""
        if state.turn != self.turn:
            self.turn, self.tasks = state.turn, self._plan(state)
        return self.tasks.get(brigade)

    def any_task(self, state: State, at: Point) -> Task | None:
        """Return the task of the brigade that has the nearest place to go to: guns follow it."""
        self.task(state, "")
        tasks = self.tasks.values()
        return min(tasks, key=lambda task: (not task.engaged, _gap(task.at, at)), default=None)

    def _plan(self, state: State) -> dict[str, Task]:
        middles = self._middles(state)
        sent: dict[str, int] = {}
        found = {}
        for brigade in sorted(middles, key=lambda name: self._nearest(state, middles[name])):
            found[brigade] = self._for(state, brigade, middles[brigade], sent)
        return found

    def _middles(self, state: State) -> Mapping[str, Point]:
        """The middle of the infantry of each brigade."""
        found: dict[str, Point] = {}
        for name, uids in self.setup.formations.items():
            spots = [
                state.units[uid].pose.centre  # type: ignore[union-attr]
                for uid in uids
                if self.setup.types[uid].side == self.side
                and self.setup.types[uid].arm == "infantry"
                and on_table(state.units[uid])
                and not state.units[uid].routed
            ]
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
            places = [o for o in places if self._threatened(state, o)]
        if not places:
            return Task(middle, attack=False, engaged=engaged)
        best = min(places, key=lambda o: _gap(o.at, middle) + CROWDED * sent.get(o.id, 0))
        sent[best.id] = sent.get(best.id, 0) + 1
        lost = state.held.get(best.id) != self.side
        return Task(best.at, attack=lost, engaged=engaged)

    def _enemy_near(self, state: State, brigade: str) -> bool:
        own = crowd(
            self.setup,
            state,
            (u for u in self.setup.formations[brigade] if on_table(state.units[u])),
        )
        foes = enemies(self.setup, state, self.side)
        return any(len(foes.within(stand, ALARM)) for stand in own.items)

    def _threatened(self, state: State, place: Objective) -> bool:
        foes = enemies(self.setup, state, self.side)
        return state.held.get(place.id) != self.side or any(
            _gap(foe.centre, place.at) < ALARM for foe in foes.items
        )


def _gap(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
