"""[move] Where a unit may go in its movement and how it may face there, as its order allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.position import (
    contacts,
    enemies_next_to,
    enemy_zoc,
    has_routed,
    is_cadre,
    occupied,
    rear_at,
    rifles_of,
    zoc_of,
)
from grognard.engines.eagle.field.terrain import hexes_of, is_open, why_not_enter
from grognard.engines.eagle.setup import Setup, enemy_of
from grognard.engines.eagle.state import (
    CAVALRY,
    COLUMN,
    LINE,
    OPEN_ORDER,
    SQUARE,
    UNLIMBERED,
    State,
    Unit,
)
from grognard.engines.eagle.tables import row

STILL = (LINE, SQUARE, UNLIMBERED)
"""[move.immobile] Formations that do not leave their hex."""
FACINGS = range(6)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a hex: the hexes entered, the facings the unit may end it with, the rule that allows it."""

    path: tuple[str, ...]
    facings: tuple[int, ...]
    rule: str


@dataclass(slots=True)
class Mover:
    """A unit about to move, with what its step is judged by."""

    setup: Setup
    state: State
    unit: Unit
    order: str = field(init=False)
    side: str = field(init=False)
    watched: set[str] = field(init=False)
    """Hexes in enemy ZOC."""
    holders: tuple[str, ...] = field(init=False)
    """Hexes of the enemies in whose ZOC it begins (zoc.reposition)."""
    cadre: bool = field(init=False)

    def __post_init__(self) -> None:
        setup, state, unit = self.setup, self.state, self.unit
        card = setup.units[unit.id]
        self.order = state.groups[card.group].order
        self.side = card.side
        self.watched = enemy_zoc(setup, state, card.side)
        self.cadre = is_cadre(setup, unit)
        self.holders = ()
        if unit.at in self.watched:
            self.holders = tuple(
                other.at
                for uid in enemies_next_to(setup, state, self.side, unit.at)
                if unit.at in zoc_of(setup, other := state.units[uid])
            )

    # -- one step ------------------------------------------------------------------------------

    def why_not_step(self, a: str, b: str) -> Refusal | None:
        """[move.basic] Refuse a step for ground, units, ZOC or the order, whatever the direction."""
        why = why_not_enter(self.setup, self.state, self.unit.id, a, b)
        if why is not None:
            return why
        if a in self.watched and b in self.watched:
            words = text(
                "A unit does not move directly from one hex in an enemy zone of control to another."
            )
            return Refusal("zoc.move", words, (a, b))
        if self.cadre and b in self.watched:
            words = text("A cadre does not enter an enemy zone of control of its own accord.")
            return Refusal("zoc.cadre", words, (b,))
        if self.order == "maneuver":
            return self.why_not_maneuver(b)
        return None

    def why_not_maneuver(self, b: str) -> Refusal | None:
        """[order.maneuver.move] Into open terrain only, and never next to an enemy."""
        if not is_open(self.setup, b):
            words = text("With a Manoeuvre order a unit enters only open terrain.")
            return Refusal("order.maneuver.move", words, (b,))
        if next(enemies_next_to(self.setup, self.state, self.side, b), None) is not None:
            words = text("With a Manoeuvre order a unit never moves next to an enemy.")
            return Refusal("order.maneuver.move", words, (b,))
        return None

    # -- directions ----------------------------------------------------------------------------

    def toward(self, a: str, b: str, facing: int) -> str | Refusal:
        """[move.direction.front] [move.direction.rear] Return the rule that allows a direction, or what refuses it."""
        all_round = self.unit.formation == OPEN_ORDER
        grid = self.setup.map.grid
        ahead = all_round or b in grid.frontal(a, facing)
        behind = all_round or b in rear_at(self.setup, a, facing)
        rules = {
            "move.direction.front": ahead and self.order in ("attack", "maneuver"),
            "move.direction.rear": behind
            and self.order == "defend"
            and not self.is_nearer_enemy(a, b),
            # With Defend a cadre has its rear hexes by the line above, and not towards the enemy.
            "result.cadre.limits": behind and self.cadre and self.order != "defend",
            "order.defend.rejoin": ahead
            and self.order == "defend"
            and self.unit.parted
            and self._touches(b),
            "move.reorganize": (ahead or behind)
            and self._may_reorganize
            and self.regains_touch(a, b),
        }
        allowing = next((rule for rule, holds in rules.items() if holds), None)
        return allowing or self._wrong_way(b, behind=behind)

    def _wrong_way(self, b: str, *, behind: bool) -> Refusal:
        if self.order == "reserve":
            return Refusal("order.reserve.allowed", text("A unit in Reserve does not move."), (b,))
        if self.order == "defend":
            if behind:
                words = text("With a Defend order a unit does not move nearer to the enemy.")
                return Refusal("move.direction.rear", words, (b,))
            words = text("With a Defend order a unit moves into its rear hexes.")
            return Refusal("order.defend.forbidden", words, (b,))
        words = text("A unit moves into its front hexes.")
        rule = "order.attack.direction" if self.order == "attack" else "move.direction.front"
        return Refusal(rule, words, (b,))

    def is_nearer_enemy(self, a: str, b: str) -> bool:
        """[move.direction.rear] Whether a step leads nearer to the nearest enemy unit."""
        enemies = occupied(self.setup, self.state).hexes[enemy_of(self.side)]
        distance = self.setup.map.grid.distance
        return bool(enemies) and min(distance(b, e) for e in enemies) < min(
            distance(a, e) for e in enemies
        )

    # -- the group -----------------------------------------------------------------------------

    @property
    def _may_reorganize(self) -> bool:
        """[move.reorganize] Whether it was driven back or has rallied, and may go to its group: infantry in column."""
        driven = self.unit.parted or self.unit.rallied
        return driven and self.unit.formation in (COLUMN, CAVALRY)

    @property
    def friends(self) -> tuple[str, ...]:
        """[order.attack.rejoin] The hexes of the other units of the group that are not routed, and of its UGC."""
        return contacts(self.setup, self.state, self.unit)

    def _touches(self, b: str) -> bool:
        return any(self.setup.map.grid.distance(b, at) <= 1 for at in self.friends)

    def regains_touch(self, a: str, b: str) -> bool:
        """[move.reorganize] Whether a step leads towards one of the group, or next to one."""
        distance = self.setup.map.grid.distance
        return self._touches(b) or any(distance(b, at) < distance(a, at) for at in self.friends)

    # -- facings -------------------------------------------------------------------------------

    def why_not_face(self, at: str, facing: int) -> Refusal | None:
        """[zoc.reposition] [move.cadre] Refuse a facing that an enemy near by forbids at the end."""
        grid = self.setup.map.grid
        here = {*grid.frontal(at, facing)}
        if at != self.unit.at:
            for holder in self.holders:
                if holder in here:
                    words = text(
                        "It would leave the zone of control of that unit and have it in its own."
                    )
                    return Refusal("zoc.reposition", words, (holder,))
        if self.cadre:
            now = {*grid.frontal(self.unit.at, self.unit.facing)}
            enemies = occupied(self.setup, self.state).hexes[enemy_of(self.side)]
            new = (here & enemies) - (now if at == self.unit.at else set())
            if new:
                return _faces(new)
        return None

    def _why_not_all_round(self, at: str) -> Refusal | None:
        """[zoc.reposition] [move.cadre] Open order has every hex round it in its front, and in its ZOC."""
        if self.cadre:
            enemies = occupied(self.setup, self.state).hexes[enemy_of(self.side)]
            near = {one for one in enemies if self.setup.map.grid.distance(at, one) == 1}
            return _faces(near) if near else None
        for holder in self.holders:
            if self.setup.map.grid.distance(at, holder) == 1:
                words = text(
                    "It would leave the zone of control of that unit and have it in its own."
                )
                return Refusal("zoc.reposition", words, (holder,))
        return None

    def facings_at(self, at: str, facing: int, *, left: bool) -> tuple[int, ...]:
        """[move.wheel] [move.difficult.leaving] Return how it may face at the end of a move."""
        if self.setup.units[self.unit.id].is_infantry and not is_open(self.setup, at):
            return () if self._why_not_all_round(at) else (self.unit.facing,)
        wanted = FACINGS if left else ((facing - 1) % 6, facing, (facing + 1) % 6)
        return tuple(f for f in wanted if self.why_not_face(at, f) is None)

    def _facings_beyond(
        self, b: str, c: str, facing: int, *, left: bool, leaves: bool
    ) -> tuple[int, ...]:
        """[move.difficult.leaving] [move.wheel] Return how it may face after a second hex.

        Who left difficult terrain with the first is in column there, with `c` in its front; then it
        wheels one vertex, as after any move.
        """
        if not left:
            return self.facings_at(c, facing, left=leaves)
        grid = self.setup.map.grid
        ahead = [f for f in FACINGS if c in grid.frontal(b, f)]
        found = {f for one in ahead for f in self.facings_at(c, one, left=False)}
        return tuple(sorted(found))

    # -- all together --------------------------------------------------------------------------

    @property
    def rate(self) -> int:
        """[move.rate] [move.rate.maneuver] How many hexes it moves."""
        found = row("movement", self.unit.formation)
        hexes = int(found["maneuver" if self.order == "maneuver" else "hexes"] or 0)
        mud = self.setup.says("mud")
        if mud is not None and mud["arm"] == self.setup.units[self.unit.id].arm:
            return min(hexes, mud["hexes_a_move"]) if self.unit.at in hexes_of(mud) else hexes
        return hexes

    def ways(self) -> dict[str, Way]:
        """Return every hex it may move to; a nearer way is kept before a longer one."""
        found: dict[str, Way] = {}
        if self.rate == 0 or why_held(self.setup, self.state, self.unit.id) is not None:
            return found
        for facing in self.first_facings:
            for b, left, rule in self._steps(self.unit.at, facing, left=False):
                self._keep(found, Way((b,), self.facings_at(b, facing, left=left), rule))
                if self.rate > 1 and not self._halts(b):
                    for c, still, then in self._steps(b, facing, left=left):
                        if c != self.unit.at:
                            facings = self._facings_beyond(b, c, facing, left=left, leaves=still)
                            self._keep(found, Way((b, c), facings, then))
        return {at: way for at, way in found.items() if way.facings}

    @property
    def first_facings(self) -> tuple[int, ...]:
        """[move.wheel] It may wheel one vertex before it moves."""
        facing = self.unit.facing
        if self.unit.formation == OPEN_ORDER:
            return (facing,)
        return (facing, (facing - 1) % 6, (facing + 1) % 6)

    def _steps(self, a: str, facing: int, *, left: bool) -> Iterator[tuple[str, bool, str]]:
        """Give the hexes it may step into, whether it has left difficult terrain by then, and the rule."""
        for b in self.setup.map.grid.adjacent(a):
            toward = "move.difficult.leaving" if left else self.toward(a, b, facing)
            if isinstance(toward, str) and self.why_not_step(a, b) is None:
                leaves = self.unit.formation == OPEN_ORDER and is_open(self.setup, b)
                yield b, left or leaves, toward

    def _keep(self, found: dict[str, Way], way: Way) -> None:
        """Add a way; one that is longer than a known one is left, of equal ones the facings are added."""
        before = found.get(way.path[-1])
        if before is None or len(way.path) < len(before.path):
            found[way.path[-1]] = way
        elif len(way.path) == len(before.path):
            facings = tuple(sorted({*before.facings, *way.facings}))
            found[way.path[-1]] = Way(before.path, facings, before.rule)

    def _halts(self, b: str) -> bool:
        """Whether heavy ground lets it go no farther."""
        mud = self.setup.says("mud")
        arm = self.setup.units[self.unit.id].arm
        return mud is not None and mud["arm"] == arm and b in hexes_of(mud)

    def turns(self) -> tuple[int, ...]:
        """[move.wheel] [move.wheel.line] Return the facings it may take by wheeling in its hex."""
        if self.order == "reserve" or self.unit.formation in (SQUARE, OPEN_ORDER):
            return ()
        by = (1, 5, 3) if self.unit.formation in (LINE, UNLIMBERED) else (1, 5, 2, 4)
        wanted = ((self.unit.facing + turn) % 6 for turn in by)
        return tuple(f for f in wanted if self.why_not_face(self.unit.at, f) is None)


def _faces(enemies: set[str]) -> Refusal:
    words = text("A cadre does not bring an enemy into its front hexes.")
    return Refusal("move.cadre", words, tuple(sorted(enemies)))


# -- who may move ------------------------------------------------------------------------------


def why_not_move(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[move.basic] Return what keeps a unit from using its movement, or None."""
    unit = state.units[uid]
    if unit.is_routed:
        words = text("A routed unit does not move of its own accord.")
        return Refusal("result.rout.effects", words, (uid,))
    if unit.acted:
        words = text("The unit has acted in this segment.")
        return Refusal("action.first", words, (uid,))
    if unit.ooc:
        words = text("A unit out of command does not move.")
        return Refusal("command.ooc.limits", words, (uid,))
    if setup.units[uid].alone:
        return Refusal("opt.rifles.single", text("Lone Rifles never move."), (uid,))
    return why_routed(setup, state, uid)


def why_held(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[opt.rifles.move] Refuse to leave its hex to a unit with Rifles that have made their movement.

    They went one hex to be with it, and would stay behind without a unit of their group.
    """
    moved = [one for one in rifles_of(setup, state, uid) if state.units[one].acted == "move"]
    if not moved:
        return None
    words = text("{unit} has moved, and stays with its parent.", unit=setup.units[moved[0]].name)
    return Refusal("opt.rifles.move", words, (*moved, uid))


def why_routed(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[opt.rifles.forced] Refuse to act to Rifles that have routed with their parent."""
    if not has_routed(state, state.units[uid]):
        return None
    words = text("{unit} has routed with its parent.", unit=setup.units[uid].name)
    return Refusal("opt.rifles.forced", words, (uid,))


def must_rejoin(setup: Setup, state: State, uid: str) -> dict[str, Way]:
    """[order.attack.rejoin] Return the moves of which a parted unit with Attack has to make one."""
    unit = state.units[uid]
    if not unit.parted or state.groups[setup.units[uid].group].order != "attack":
        return {}
    if why_not_move(setup, state, uid) is not None:
        return {}
    mover = Mover(setup, state, unit)
    return rejoining(mover, mover.ways())


def rejoining(mover: Mover, ways: dict[str, Way]) -> dict[str, Way]:
    """[order.attack.rejoin] Return the ways that lead nearer to one of its group; none once next to one."""
    here, distance = mover.unit.at, mover.setup.map.grid.distance
    friends = mover.friends
    if not mover.unit.parted or any(distance(here, at) <= 1 for at in friends):
        return {}
    return {
        at: way
        for at, way in ways.items()
        if any(distance(at, friend) < distance(here, friend) for friend in friends)
    }


def why_not_go(setup: Setup, state: State, uid: str, at: str, facing: int | None) -> Refusal:
    """Return the rule that refuses a move or a wheel that is not among a unit's ways."""
    mover = Mover(setup, state, state.units[uid])
    if at == mover.unit.at:
        return _why_not_wheel(mover, facing)
    if mover.unit.formation in STILL:
        words = text("Lines, squares and unlimbered guns stay in their hex.")
        return Refusal("move.immobile", words, (uid,))
    if at not in setup.map.grid:
        return Refusal("move.basic", text("The map ends there."), (at,))
    return _why_not_there(mover, at, facing)


def _why_not_there(mover: Mover, at: str, facing: int | None) -> Refusal:
    """Refuse a hex of the map: Rifles that stay, the duty to rejoin, the rate, the step, the facing."""
    held = why_held(mover.setup, mover.state, mover.unit.id)
    if held is not None:
        return held
    ways, gap = mover.ways(), mover.setup.map.grid.distance(mover.unit.at, at)
    bound = rejoining(mover, ways)
    if bound and at not in bound and at in ways:
        words = text("The unit must move towards its group.")
        return Refusal("order.attack.rejoin", words, (mover.unit.id,))
    if gap > mover.rate:
        rule = "move.rate.maneuver" if mover.order == "maneuver" else "move.rate"
        return Refusal(rule, text("That is too far."), (at,))
    if at in ways and facing is not None:
        words = text("A unit wheels one vertex before and one after its move.")
        return mover.why_not_face(at, facing) or Refusal("move.wheel", words, (at,))
    return _why_not_enter(mover, at, gap)


def _why_not_enter(mover: Mover, at: str, gap: int) -> Refusal:
    here = mover.unit.at
    why = mover.why_not_step(here, at) if gap == 1 else _why_not_far(mover, at)
    if why is not None:
        return why
    wrong = [mover.toward(here, at, facing) for facing in mover.first_facings]
    refusals = [one for one in wrong if not isinstance(one, str)]
    if len(refusals) == len(wrong):
        return refusals[0]
    ends = (mover.why_not_face(at, facing) for facing in FACINGS)
    return next((end for end in ends if end is not None), _TOO_FAR)


def _why_not_far(mover: Mover, at: str) -> Refusal:
    """[stack.no_entry] [order.maneuver.move] Say why a unit does not get to a hex two hexes away.

    The hex itself is closed to it, or each hex on the way; of several reasons the first is told.
    """
    grid = mover.setup.map.grid
    between = [b for b in grid.adjacent(mover.unit.at) if grid.distance(b, at) == 1]
    ends = [mover.why_not_step(b, at) for b in between]
    if ends and all(ends):
        return next(why for why in ends if why is not None)
    for b in between:
        why = mover.why_not_step(mover.unit.at, b)
        if why is not None:
            return why
    turns = (
        one
        for b in between
        for facing in mover.first_facings
        for one in (mover.toward(mover.unit.at, b, facing), mover.toward(b, at, facing))
    )
    return next((one for one in turns if isinstance(one, Refusal)), _TOO_FAR)


_TOO_FAR = Refusal("move.basic", text("The unit cannot get there."))


def _why_not_wheel(mover: Mover, facing: int | None) -> Refusal:
    """[move.wheel] [move.wheel.line] Refuse a wheel in place; who has no front cannot turn it."""
    if mover.unit.formation == SQUARE:
        words = text("A square does not move, and has no front to turn.")
        return Refusal("move.immobile", words, (mover.unit.id,))
    wrong = None if facing is None else mover.why_not_face(mover.unit.at, facing)
    if wrong is not None:
        return wrong
    if mover.order == "reserve":
        return Refusal("order.reserve.allowed", text("A unit in Reserve does not move."))
    if mover.unit.formation in (LINE, UNLIMBERED):
        words = text("A line or an unlimbered gun wheels by one vertex or turns about.")
        return Refusal("move.wheel.line", words)
    return Refusal("move.wheel", text("In its hex a unit wheels up to two vertices."))
