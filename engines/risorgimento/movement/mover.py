"""[E.3] A unit that moves: what it may still spend, who holds it, which way it may go.

A `Mover` is a unit on the table with what is left of its allowance; `movement.leg` judges its legs.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from grognard.engines.core.board.tabletop import Base, distance, turn_between
from grognard.engines.risorgimento.army.units import GREEN, LIMBERED, MARCH
from grognard.engines.risorgimento.command.command import commander_of
from grognard.engines.risorgimento.field.effects import storm
from grognard.engines.risorgimento.field.footprint import Crowd, base, commander_base, enemies
from grognard.engines.risorgimento.ground.allowance import WHOLE, allowance, limit, moves_freely
from grognard.engines.risorgimento.ground.ground import course, on_road
from grognard.engines.risorgimento.movement.zoc import holders
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import constant, number


class Mover:
    """A unit on the table with what it may still spend.

    Args:
        setup: the set-up.
        state: the position; `account` and `progress` are those of this unit's move.
        uid: the unit.
        most: the limit of its account in thousandths, if not that of an ordinary move.
    """

    def __init__(self, setup: Setup, state: State, uid: str, most: int | None = None) -> None:
        self.setup = setup
        self.state = state
        self.uid = uid
        self.unit = state.units[uid]
        self.kind = setup.types[uid]
        self.stand = base(setup, self.unit)
        self.formation = self.unit.formation
        self.most = most
        self.limited_by: tuple[str, ...] = ()
        self.progress = state.progress

    @cached_property
    def ma(self) -> float:
        """[units.values] The full allowance in the present formation, in cm."""
        return allowance(self.kind, self.formation)

    @cached_property
    def limit(self) -> int:
        """[geo.allowance] The most this move may spend."""
        return self._limit(forced=self.progress.forced)

    @cached_property
    def single(self) -> int:
        """[E.3.2.tactical] The most this move may spend if it is no forced march."""
        return self._limit(forced=False)

    def _limit(self, *, forced: bool) -> int:
        if self.most is not None:
            return self.most
        back = goes_back(self.setup, self.state, self.uid)
        found, self.limited_by = limit(self.unit, forced=forced, going_back=back)
        most = storm_limit(self.setup, self.state)
        return min(found, most) if most is not None else found

    @property
    def left(self) -> int:
        """What is left of the limit."""
        return self.limit - self.state.account

    @property
    def free(self) -> bool:
        """[E.3.2.free] Whether it moves freely: light infantry, or open order all through its move."""
        if self.kind.is_light_infantry:
            return True
        return moves_freely(self.kind, self.formation) and not self.progress.changes

    @cached_property
    def foes(self) -> Crowd:
        """The enemy units on the table."""
        return enemies(self.setup, self.state, self.kind.side)

    @cached_property
    def held(self) -> tuple[str, ...]:
        """[geo.zoc] The enemy units in whose ZOC it stands."""
        return holders(self.setup, self.state, self.uid, self.stand)


def goes_back(setup: Setup, state: State, uid: str) -> bool:
    """[A.1.single] Whether a unit is green because it is outside its own commander's radius.

    That it comes within it on its way does not take its movement away.
    """
    unit = state.units[uid]
    if unit.marker != GREEN or unit.pose is None:
        return False
    gap = commander_gap(setup, state, uid, move_began(setup, state, uid))
    name = commander_of(setup, state, setup.types[uid].brigade)
    return gap is not None and gap > state.commanders[name].radius + setup.eps


def move_began(setup: Setup, state: State, uid: str) -> Base:
    """Return where a unit on the table began its move, or stands if it is not moving."""
    stand = base(setup, state.units[uid])
    return stand.at(state.trail[0]) if state.mover == uid and state.trail else stand


def commander_gap(setup: Setup, state: State, uid: str, stand: Base) -> float | None:
    """[geo.command] Return how far a unit would stand from its own commander, None without one."""
    name = commander_of(setup, state, setup.types[uid].brigade)
    own = commander_base(setup, state.commanders[name]) if name else None
    return distance(own, stand) if own is not None else None


def storm_limit(setup: Setup, state: State) -> int | None:
    """Return the most that may be spent of an allowance in a storm of the scenario, None without."""
    most = (storm(setup, state) or {}).get("movement")
    return None if most is None else int(most * WHOLE)


def road_move(setup: Setup, state: State, uid: str) -> bool:
    """[E.3.3.bonus] Whether a unit could begin a road movement where it stands."""
    unit = state.units[uid]
    columns = unit.formation in (MARCH, LIMBERED) and unit.pose is not None
    return columns and on_road(setup, state, unit.formation, unit.pose.centre)  # type: ignore[union-attr]


def why_not_direction(mover: Mover, turn: float) -> str | None:
    """[E.3.2.oblique] [E.3.2.no_backward] Return the rule against moving `turn` degrees off the heading."""
    if mover.free:
        return None
    off = abs(turn_between(0.0, turn))
    if off <= number("oblique") + constant("oblique_tolerance"):
        return None
    return "E.3.2.no_backward" if off > 90.0 else "E.3.2.oblique"


def free_turn(mover: Mover, after: Base) -> float:
    """[geo.free_move] Return the cm of its allowance that a free turn to a pose costs.

    A turn at once after a leg belongs to it: the corners are then measured from where the leg began,
    and what the leg has cost is taken off. In rough ground it costs more as the leg did.
    """
    began = mover.progress.leg_from
    if began is None:
        return corner_shift(mover.stand, after)
    start = mover.stand.at(began)
    more = corner_shift(start, after) - corner_shift(start, mover.stand)
    way = course(
        mover.setup,
        mover.state,
        mover.kind,
        mover.formation,
        start.centre,
        mover.stand.centre,
        mover.progress.low,
    )
    walked = way.walked()
    return max(0.0, more) * (walked / way.length if way.length else 1.0)


def corner_shift(before: Base, after: Base) -> float:
    """[geo.free_move] Return the greatest distance that a corner has moved, in cm."""
    gaps = np.array(before.corners) - np.array(after.corners)
    return float(np.hypot(gaps[:, 0], gaps[:, 1]).max())


def battery_advances(mover: Mover, after: Base) -> bool:
    """[B.1.restrictions] Whether a Disordered battery would come nearer to its nearest enemy."""
    if mover.kind.arm != "artillery" or not mover.unit.disorder or not len(mover.foes):
        return False
    before = float(mover.foes.distances(mover.stand).min())
    return float(mover.foes.distances(after).min()) < before - mover.setup.eps
