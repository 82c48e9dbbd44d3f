"""[3.31] Stacking in an Action Phase: what may still be cured, and what becomes of the rest.

Stacking counts only when the phase ends, so a move into a full area is legal as long as somebody
can still make room. Who can is a flow: every block that has not moved may carry one block too many
from its area to one of those it can reach, and an area takes as many as it has room for.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.columbia.field.border_ways import QUIET, limits_of_stacking, ways
from grognard.engines.columbia.field.choice_shapes import unlisted
from grognard.engines.columbia.field.effects import eliminate, log_move, lose_step, move_to
from grognard.engines.columbia.field.position import SIDE_ADJECTIVES, in_area, room
from grognard.engines.columbia.field.situation import Group, Situation, kind_of, situation
from grognard.engines.columbia.map.crossing import why_no_artillery
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.columbia.supply import capture
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal

NOWHERE: frozenset[str] = frozenset()


class Cure:
    """The fewest blocks too many that can be left when the phase ends, and how to get there.

    `room` is what each area takes beyond those who stand there (negative: too many). The plan is
    the moves `flow[group][area]`; `used[group]` are blocks it needs, `spare[area]` room it leaves
    over, and `left` the blocks too many that nothing can cure.
    """

    def __init__(self, where: Situation, moved: tuple[Group, str] | None = None) -> None:
        self.where = where
        room = where.room
        self.used: dict[Group, int] = {}
        self.flow: dict[Group, dict[str, int]] = {}
        self._outlets: dict[str, bool] = {}
        self.planned = 0
        self.left = 0
        excess: list[str] = []
        if moved is not None:
            group, to = moved
            room = room.copy()
            room[group[0]] += 1
            room[to] -= 1
            self.used[group] = 1
            full = where.full
            excess = [a for a in where.state.areas if (a in full or a == to) and room[a] < 0]
            if room[to] < 0 and to not in excess:
                excess.append(to)
        elif over := {a for a, left in where.full.items() if left < 0}:
            excess = [a for a in where.state.areas if a in over]
        self.room = self.spare = room
        if excess:
            self.spare = room.copy()
            self.spare.update(dict.fromkeys(excess, 0))
        for area in excess:
            for _ in range(-room[area]):
                if self._empty(area, set()):
                    self.planned += 1
                else:
                    self.left += 1

    # -- the plan: one path for each block too many ------------------------------------------------

    def idle(self, area: str) -> list[Group]:
        """Return the groups in an area that have blocks the plan does not need."""
        used = self.used
        return [group for group, uids in self.where.free(area) if len(uids) > used.get(group, 0)]

    def _empty(self, area: str, seen: set[object]) -> bool:
        """Find a way for one block too many in an area; change the plan along it."""
        seen.add(area)
        for group in self.idle(area):
            if group not in seen and self._send(group, seen):
                self.used[group] = self.used.get(group, 0) + 1
                return True
        return any(self._turn_away(group, area, seen) for group in list(self.flow))

    def _send(self, group: Group, seen: set[object]) -> bool:
        """Find a place for one block of a group."""
        seen.add(group)
        dests = self.where.dests(group)
        for there in dests:
            if self.spare[there] > 0:
                self.spare[there] -= 1
                self._plan(group, there, 1)
                return True
        for there in dests:
            if there not in seen and self._empty(there, seen):
                self._plan(group, there, 1)
                return True
        return False

    def _turn_away(self, group: Group, area: str, seen: set[object]) -> bool:
        """Send a block that was to come into an area elsewhere, or leave it where it is."""
        if group in seen or self.flow[group].get(area, 0) < 1:
            return False
        if self._send(group, seen):
            self._plan(group, area, -1)
            return True
        if group[0] not in seen and self._empty(group[0], seen):
            self._plan(group, area, -1)
            self.used[group] -= 1
            return True
        return False

    def _plan(self, group: Group, there: str, count: int) -> None:
        planned = self.flow.setdefault(group, {})
        planned[there] = planned.get(there, 0) + count

    # -- what it allows ------------------------------------------------------------------------------

    def allows(self, group: Group, to: str) -> bool:
        """[3.31.when] Whether a move leaves no more blocks too many than before at the end."""
        # A block the plan sends elsewhere leaves its place there: that, too, is room enough.
        if self.spare[to] > 0:
            return True
        if self._has_outlet(to) or self.flow.get(group, {}).get(to, 0) > 0:
            return True
        origin = group[0]
        if self.room[origin] >= 0 and group in self.idle(origin) and self._goes(to, origin):
            return True
        stuck = not self.where.free(to) and not any(to in sent for sent in self.flow.values())
        if stuck and (not self.left or self.room[origin] >= 0):
            return False
        return Cure(self.where, (group, to)).left <= self.left

    def tight(self) -> frozenset[str]:
        """Return the full areas that nobody idle can leave for one with room."""
        full = self.where.full
        if not full:
            return NOWHERE
        filled = [area for sent in self.flow.values() for area in sent]
        spare, has_outlet = self.spare, self._has_outlet
        return frozenset([a for a in (*full, *filled) if spare[a] < 1 and not has_outlet(a)])

    def _has_outlet(self, area: str) -> bool:
        """Whether somebody the plan leaves idle in an area can go where there is room."""
        found = self._outlets.get(area)
        if found is None:
            found = self._outlets[area] = any(map(self._finds_room, self.idle(area)))
        return found

    def _finds_room(self, group: Group) -> bool:
        """Whether one more block of a group can go where there is room."""
        spare = self.spare
        for there in self.where.dests(group):  # noqa: SIM110 - asked so often that it is written out
            if spare[there] > 0:
                return True
        return False

    def _goes(self, area: str, there: str) -> bool:
        """Whether somebody idle in an area can go to another, where a block leaves its place."""
        return any(there in self.where.dests(group) for group in self.idle(area))


class Room:
    """[3.31.when] The moves of a position that may still end legally."""

    def __init__(self, where: Situation) -> None:
        self.where = where
        self.cure = Cure(where)
        # Areas that are full and that nobody idle can leave for one that is not: each move there
        # has to be looked at by itself.
        self.tight = self.cure.tight()
        self._allowed: dict[Group, tuple[str, ...]] = {}

    def dests(self, group: Group) -> tuple[str, ...]:
        """Return the areas a block of a group may move to."""
        tight = self.tight
        if not tight:
            return self.where.dests(group)
        found = self._allowed.get(group)
        if found is None:
            found = self.where.dests(group)
            if not tight.isdisjoint(found):
                allows = self.cure.allows
                found = tuple([to for to in found if to not in tight or allows(group, to)])
            self._allowed[group] = found
        return found


_ROOMS: Memo[Room] = Memo(32)


def room_of(where: Situation) -> Room:
    """Return what stacking allows in a position; kept with it."""
    key = (where.setup, where.side)
    kept = _ROOMS.get(key)
    if kept is not None and kept.where is where:
        return kept
    return _ROOMS.keep(key, Room(where))


# -- the end of an Action Phase ----------------------------------------------------------------------


def overstacked(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """[3.31.limit] Return the areas where a side stands over the limit, in the order of the map."""
    limits = limits_of_stacking(setup)
    crowded = {
        area
        for area, uids in state.areas.items()
        if len(uids) > limits[area] and room(setup, state, area, side) < 0
    }
    return tuple(area for area in setup.ground.areas if area in crowded) if crowded else ()


def stack_phase(table: Board) -> Procedure[None]:
    """[3.31.when] What nothing could cure is treated as a retreat into a full area (6.75.penalty).

    A block that has lost its step and must still go somewhere stands in `State.done`.
    """
    setup = table.setup
    side = table.state.active
    while True:
        if table.state.done:
            yield from _go_on(table, table.state.done[0])
        over = overstacked(setup, table.state, side)
        if not over:
            return
        uids = in_area(setup, table.state, over[0], side)
        answer = yield Ask(
            setup.seat_of(side),
            "displace",
            text(
                "Too many blocks in {area}: which of them must go?",
                area=setup.ground.areas[over[0]].name,
            ),
            ("3.31.when", "6.75.penalty"),
            Excess(setup, uids, over[0]),
            form="piece",
            resting=True,
            secret=True,
            subject=uids,
            where=over[:1],
        )
        _weaken(table, word_of(answer))
        yield from capture.changed(table, over[0])


class Excess(Choices):
    """[3.31.when] The blocks of an area over its limit: one of them has to go."""

    def __init__(self, setup: Setup, uids: tuple[str, ...], area: str) -> None:
        self.setup, self.uids, self.area = setup, uids, area

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.uids)

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice in self.uids:
            return None
        words = text("The block must be one of those in the area that is over its limit.")
        return Refusal("3.31.when", words, (self.area,))

    def label(self, choice: Choice) -> Text:
        return text("{block}", block=self.setup.types[word_of(choice)].name)


def _weaken(table: Board, uid: str) -> None:
    """[6.75.penalty] A block too many loses a step at once; if it lives it must move on."""
    lost = False
    for _ in range(number("full_area_steps")):
        _log_loss(table, uid)
        lost = lost or lose_step(table, uid, "6.75.penalty")
    table.update(done=() if lost else (uid,))


def _go_on(table: Board, uid: str) -> Procedure[None]:
    """[6.75.penalty] The block moves on at once; where it cannot it is lost."""
    setup = table.setup
    area = table.state.blocks[uid].at
    choices = Onward(setup, table.state, uid)
    if not choices.areas:
        table.update(done=())
        eliminate(table, uid, "6.75.penalty")
        yield from capture.changed(table, area)
        return
    answer = yield Ask(
        setup.seat_of(table.state.active),
        "displaced",
        text("Where does {block} go?", block=setup.types[uid].name),
        ("6.75.penalty",),
        choices,
        form="place",
        resting=True,
        secret=True,
        subject=(uid,),
        where=(area,),
    )
    to = word_of(answer)
    key = ways(setup, table.state).keys[area, to]
    crossed = table.state.crossed
    table.update(crossed={**crossed, key: crossed.get(key, 0) + 1}, done=())
    move_to(table, uid, to)
    a, b = setup.ground.areas[area].name, setup.ground.areas[to].name
    log_move(
        table,
        uid,
        text(
            "A {side} block has to move on from {a} to {b}.",
            side=SIDE_ADJECTIVES[table.state.active],
            a=a,
            b=b,
        ),
        text("{block} has to move on to {b}.", block=setup.types[uid].name, b=b),
        "6.75.penalty",
        area,
        to,
    )
    yield from capture.changed(table, area, to)


def _log_loss(table: Board, uid: str) -> None:
    setup = table.setup
    at = table.state.blocks[uid].at
    seat = setup.seat_of(table.state.active)
    name = setup.ground.areas[at].name
    table.log(
        "loss",
        text("A block too many in {area} loses a step.", area=name),
        "3.31.when",
        "6.75.penalty",
        seat=seat,
        where=(at,),
        private=text(
            "{block} is one too many in {area} and loses a step.",
            block=setup.types[uid].name,
            area=name,
        ),
        private_to=(seat,),
        private_pieces=(uid,),
    )


class Onward(Choices):
    """[6.75.penalty] Where a block too many may go: a vacant area, or a friendly one with room."""

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup = setup
        self.where = situation(setup, state)
        self.at = state.blocks[uid].at
        self.kind = kind_of(setup, state, uid)
        self.shut = self.where.shut_borders(self.at)
        self.areas = tuple(
            there for there in self.where.net.open[self.at] if self._why_not(there) is None
        )

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.areas)

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice in self.areas:
            return None
        if not isinstance(choice, str) or choice not in self.setup.ground.areas:
            return unlisted("6.75.penalty")
        if choice not in self.setup.ground.near[self.at]:
            words = text("That area is not next to this one.")
            return Refusal("6.75.penalty", words, (choice,))
        if choice not in self.where.net.open[self.at]:
            return Refusal("3.2.river", text("That river cannot be crossed."), (choice,))
        return self._why_not(choice)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for there in self.setup.ground.near[self.at]:
            why = self.why_not(there)
            if why is not None:
                yield there, why

    def label(self, choice: Choice) -> Text:
        return text("{area}", area=self.setup.ground.areas[word_of(choice)].name)

    def _why_not(self, there: str) -> Refusal | None:
        where = self.where
        if there not in where.net.steps[self.kind][self.at]:
            key = where.net.keys[self.at, there]
            rule = why_no_artillery(self.setup.ground, where.state, key, there)
            return Refusal(rule, text("Artillery cannot go that way."), (there,))
        if where.codes[there] != QUIET:
            words = text("No block retreats into an enemy or contested area.")
            return Refusal("6.71.dest", words, (there,))
        if where.net.keys[self.at, there] in self.shut:
            words = text("The enemy came over that border.")
            return Refusal("6.74.where", words, (where.net.keys[self.at, there],))
        if where.crossing_left(self.at, there) < 1:
            words = text("As many blocks as allowed have crossed that border.")
            return Refusal("3.32.scope", words, (where.net.keys[self.at, there],))
        limits = limits_of_stacking(self.setup)
        if where.count.get(there, 0) >= limits[there]:
            return Refusal("6.75.penalty", text("That area is full as well."), (there,))
        return None
