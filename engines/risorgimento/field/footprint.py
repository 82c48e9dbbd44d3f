"""[geo.base] The bases of units and commanders, and all of them on the table as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from grognard.engines.core.board.tabletop import Base, Bases, Pose, placed
from grognard.engines.core.play.memo import Memo, kept
from grognard.engines.risorgimento.army.units import MARCH, TABLE, Commander, Unit, UnitType
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import rows


def size(kind: UnitType, formation: str) -> tuple[float, float]:
    """[units.base] Return front and depth in cm; a march column is the base turned on its side."""
    if kind.arm == "artillery":
        return footprint("artillery", kind.scale)
    return footprint("march_column" if formation == MARCH else "formed", kind.scale)


def base_at(kind: UnitType, formation: str, pose: Pose) -> Base:
    """Return the footprint a unit has in a formation at a pose."""
    return placed(pose, *size(kind, formation))


def base(setup: Setup, unit: Unit) -> Base:
    """Return the footprint of a unit on the table.

    Raises:
        ValueError: the unit is not on the table.
    """
    if unit.pose is None:
        message = f"{unit.id} is not on the table"
        raise ValueError(message)
    key = (setup, id(unit))
    known = _STANDS.get(key)
    if known is None or known[0] is not unit:
        stand = base_at(setup.types[unit.id], unit.formation, unit.pose)
        known = _STANDS.keep(key, (unit, stand))
    return known[1]


_STANDS: Memo[tuple[Unit, Base]] = Memo(8192)
"""By unit, which is replaced and never changed; it is held, so that its id is its own."""


def aim_of(unit: Unit) -> Pose | None:
    """[geo.gun_spot] Return where a charge finds a unit: guns stay where their crew has left them."""
    return unit.spot or unit.pose


def commander_base(setup: Setup, commander: Commander) -> Base | None:
    """[commanders.base] Return the footprint of a commander, None off the table."""
    if commander.pose is None or commander.place != TABLE:
        return None
    return Base(commander.pose, *footprint("commander", setup.scale))


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
    ids: list[str] = []
    stands: list[Base] = []
    for uid in uids:
        unit = state.units[uid]
        if unit.pose is not None and unit.place == TABLE:
            ids.append(uid)
            stands.append(base(setup, unit))
    key = (setup, *ids, *map(id, stands))
    known = _STANDING.get(key)
    return known if known is not None else _STANDING.keep(key, Crowd(ids, stands))


_STANDING: Memo[Crowd] = Memo(4096)
"""By ids and bases: a crowd holds its bases, so that the identity of each is its own."""
_CROWDS: Memo[tuple[dict[str, Unit], Crowd]] = Memo(2048)
"""By the dict of units, which is replaced and never changed; it is held, so that its id is its own."""


def side_of(setup: Setup, uid: str) -> str:
    """Return the side of a unit."""
    return setup.types[uid].side


@kept(64)
def of_side(setup: Setup, side: str) -> tuple[str, ...]:
    """Return the units of a side, in play or not, in the order of the scenario."""
    return tuple(uid for uid, kind in setup.types.items() if kind.side == side)


@kept(64)
def not_of_side(setup: Setup, side: str) -> tuple[str, ...]:
    """Return the units of the other side, in play or not, in the order of the scenario."""
    return tuple(uid for uid, kind in setup.types.items() if kind.side != side)


def friends(setup: Setup, state: State, uid: str) -> Crowd:
    """Return the other units of a unit's side on the table."""
    key = (setup, id(state.units), "friends", uid)
    known = _CROWDS.get(key)
    if known is None or known[0] is not state.units:
        mates = (o for o in of_side(setup, side_of(setup, uid)) if o != uid)
        known = _CROWDS.keep(key, (state.units, crowd(setup, state, mates)))
    return known[1]


def enemies(setup: Setup, state: State, side: str) -> Crowd:
    """Return the units of the other side on the table."""
    key = (setup, id(state.units), "enemies", side)
    known = _CROWDS.get(key)
    if known is None or known[0] is not state.units:
        foes = crowd(setup, state, not_of_side(setup, side))
        known = _CROWDS.keep(key, (state.units, foes))
    return known[1]


def everyone(setup: Setup, state: State, *, but: Iterable[str] = ()) -> Crowd:
    """Return all units on the table but some."""
    left = tuple(but)
    key = (setup, id(state.units), "everyone", *left)
    known = _CROWDS.get(key)
    if known is None or known[0] is not state.units:
        others = (uid for uid in state.units if uid not in left)
        known = _CROWDS.keep(key, (state.units, crowd(setup, state, others)))
    return known[1]


@cache
def footprint(kind: str, scale: int = 1) -> tuple[float, float]:
    """[geo.base] Return front and depth in cm: formed, march_column, artillery, commander."""
    row = rows("footprints")[kind]
    return scale * float(row["front"]), scale * float(row["depth"])
