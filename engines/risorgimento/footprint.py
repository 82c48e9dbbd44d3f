"""[geo.base] The bases of units and commanders, and all of them on the table as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engines.core.tabletop import Base, Bases, Pose
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import MARCH, TABLE, Commander, State, Unit, UnitType
from engines.risorgimento.tables import footprint


def size(kind: UnitType, formation: str) -> tuple[float, float]:
    """[units.base] Return front and depth in cm; a march column is the base turned on its side."""
    if kind.arm == "artillery":
        return footprint("artillery")
    return footprint("march_column" if formation == MARCH else "formed")


def base_at(kind: UnitType, formation: str, pose: Pose) -> Base:
    """Return the footprint a unit has in a formation at a pose."""
    return Base(pose, *size(kind, formation))


def base(setup: Setup, unit: Unit) -> Base:
    """Return the footprint of a unit on the table.

    Raises:
        ValueError: the unit is not on the table.
    """
    if unit.pose is None:
        message = f"{unit.id} is not on the table"
        raise ValueError(message)
    return base_at(setup.types[unit.id], unit.formation, unit.pose)


def commander_base(commander: Commander) -> Base | None:
    """[commanders.base] Return the footprint of a commander, None off the table."""
    if commander.pose is None or commander.place != TABLE:
        return None
    return Base(commander.pose, *footprint("commander"))


def on_table(unit: Unit) -> bool:
    """Whether a unit stands on the table."""
    return unit.place == TABLE and unit.pose is not None


class Crowd(Bases):
    """Bases that know whose they are: `ids` in the order of `items`."""

    def __init__(self, ids: Iterable[str], items: Iterable[Base]) -> None:
        super().__init__(items)
        self.ids = tuple(ids)

    def index(self, uid: str) -> int:
        """Return the place of a unit in the arrays."""
        return self.ids.index(uid)


def crowd(setup: Setup, state: State, uids: Iterable[str]) -> Crowd:
    """Return the bases of some units, those off the table left out."""
    found = [uid for uid in uids if on_table(state.units[uid])]
    key = tuple((setup.types[uid], state.units[uid].formation, state.units[uid].pose) for uid in found)
    return _crowd(tuple(found), key)


@lru_cache(maxsize=4096)
def _crowd(uids: tuple[str, ...], key: tuple[tuple[UnitType, str, Pose], ...]) -> Crowd:
    return Crowd(uids, (base_at(kind, formation, pose) for kind, formation, pose in key))


def side_of(setup: Setup, uid: str) -> str:
    """Return the side of a unit."""
    return setup.types[uid].side


def friends(setup: Setup, state: State, uid: str) -> Crowd:
    """Return the other units of a unit's side on the table."""
    side = side_of(setup, uid)
    return crowd(setup, state, (o for o in state.units if o != uid and side_of(setup, o) == side))


def enemies(setup: Setup, state: State, side: str) -> Crowd:
    """Return the units of the other side on the table."""
    return crowd(setup, state, (o for o in state.units if side_of(setup, o) != side))


def everyone(setup: Setup, state: State, *, but: Iterable[str] = ()) -> Crowd:
    """Return all units on the table but some."""
    left = set(but)
    return crowd(setup, state, (uid for uid in state.units if uid not in left))
