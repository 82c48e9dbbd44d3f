"""[charge.declare] [charge.advance] [charge.target] Whom cavalry can ride at, and which way, before a charge is declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.show.asks import PASS, Choice, Later, Listed
from grognard.engines.eagle.charge.aims import Targets, why_not_forward
from grognard.engines.eagle.charge.modifiers import blow_of
from grognard.engines.eagle.field.position import front, unit_at
from grognard.engines.eagle.fire.combat import Blow
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import Attack, State


@dataclass(frozen=True, slots=True)
class Ride:
    """A charge that a unit could make: over which hex ("" from where it stands), at which, and with what it counts."""

    way: str
    at: str
    blow: Blow

    @property
    def worth(self) -> tuple[bool, int]:
        """What tells the better of two ways: it succeeds by itself, its die counts for more."""
        return self.blow.sure, sum(modifier.value for modifier in self.blow.modifiers)


def ahead(setup: Setup, state: State, uid: str) -> list[str]:
    """[charge.advance] Return the hexes that a unit could go forward to in a charge."""
    riding = _declared(state, uid)
    hexes = front(setup, state.units[uid])
    return [at for at in hexes if why_not_forward(setup, riding, uid, at) is None]


def rides(setup: Setup, state: State, uid: str) -> Iterator[Ride]:
    """[charge.target] Give every charge that a unit could make, as the enemy stands now."""
    riding = _declared(state, uid)
    for way in ("", *ahead(setup, state, uid)):
        unit = evolve(riding.units[uid], at=way) if way else riding.units[uid]
        there = evolve(riding, units={**riding.units, uid: unit})
        for at in Targets(setup, there).targets(uid):
            attack = Attack(uid, at, str(unit_at(setup, there, at)), "charge")
            yield Ride(way, at, blow_of(setup, there, attack))


def best_rides(setup: Setup, state: State, uid: str) -> dict[str, Ride]:
    """[charge.automatic] Return the best way to each hex that a unit could charge; to stay is best of equals."""
    found: dict[str, Ride] = {}
    for ride in rides(setup, state, uid):
        if ride.at not in found or ride.worth > found[ride.at].worth:
            found[ride.at] = ride
    return found


def _declared(state: State, uid: str) -> State:
    return evolve(state, charging=replace(state.charging, units=(uid,)))


class Chargers(Listed):
    """[charge.declare] The units that may charge; who is pulled to an enemy rides at him."""

    def __init__(self, setup: Setup, state: State, able: Iterable[str], **more: Any) -> None:
        super().__init__([PASS, *able], **more)
        self._setup, self._state = setup, state

    def meant(self, piece: str, space: str) -> tuple[Choice, tuple[Later, ...]] | None:
        """[charge.target] A charge at an enemy: it is declared, goes forward if need be, and strikes him."""
        if piece not in self._options:
            return None
        ride = best_rides(self._setup, self._state, piece).get(space)
        if ride is None:
            return None
        forward: Choice = {"piece": piece, "at": ride.way} if ride.way else PASS
        strike: Choice = {"pieces": [piece], "at": space}
        return piece, (
            Later("charge_move", forward, (piece,)),
            Later("charge_target", strike, (piece,)),
        )
