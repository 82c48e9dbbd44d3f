"""[5.4] Movement: what a block may reach, who orders it, what refuses it; the Move Phase."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from grognard.engines.columbia.command.command import (
    Orders,
    acts_as_army,
    hqs,
    in_command,
    of_army,
    orders_for,
    spend_order,
    stand_down,
    why_no_order,
)
from grognard.engines.columbia.field.border_ways import CONTESTED, ENEMY, HEAVY, OUT, QUIET, reach
from grognard.engines.columbia.field.choice_shapes import ORDERED_BY, PIECE_AT, named, unlisted
from grognard.engines.columbia.field.effects import change, lose_step
from grognard.engines.columbia.field.position import on_map, strength
from grognard.engines.columbia.field.situation import (
    Group,
    Groups,
    Situation,
    kind_of,
    may_move,
    situation,
)
from grognard.engines.columbia.map.crossing import why_no_artillery
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.movement.move_effects import go
from grognard.engines.columbia.movement.stacking import Room, room_of
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import OFF_MAP, State
from grognard.engines.columbia.supply import capture
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal

MOVE, MOVE_HQ = text("Move blocks in command"), text("Move active HQs")


# -- what refuses a move -----------------------------------------------------------------------------


def why_not_moving(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[5.4.who] Return what keeps a block from moving at all, or None."""
    block, name = state.blocks[uid], setup.types[uid].name
    if block.pinned:
        return Refusal("5.6.move", text("{block} is pinned.", block=name), (uid, block.at))
    if block.moved:
        return Refusal("5.4.who", text("{block} has moved this turn.", block=name), (uid,))
    if block.bombarded:
        words = text("{block} has bombarded and may not move.", block=name)
        return Refusal("5.2.orders", words, (uid,))
    if not may_move(block):
        words = text("{hq} moved before it was activated.", hq=name)
        return Refusal("5.2.premove", words, (uid,))
    return None


def why_not_go(where: Situation, uid: str, to: str) -> Refusal | None:
    """[5.4] Return what keeps a block that may move from going to an area, or None."""
    setup, state = where.setup, where.state
    at = state.blocks[uid].at
    group = (at, kind_of(setup, state, uid))
    if to == OFF_MAP:
        return Refusal("3.4.move", text("Blocks do not move off the map."), (at,))
    if to not in setup.ground.areas:
        return unlisted("5.4.normal")
    if to == at:
        words = text("The block is already there.")
        if not where.dests(group):
            words = text("{block} can move to no other area.", block=setup.types[uid].name)
        return Refusal("5.4.normal", words, (to,))
    if to not in where.dests(group):
        return _why_not_dest(where, uid, group, to)
    if not room_of(where).cure.allows(group, to):
        words = text("{area} would stay over its stacking limit.", area=setup.ground.areas[to].name)
        return Refusal("3.31.when", words, (to,))
    return None


def _why_not_dest(where: Situation, uid: str, group: Group, to: str) -> Refusal:
    """Say why an area is none of those a block can reach."""
    at, kind = group
    leaves = where.codes[at] == CONTESTED
    if leaves and where.side == where.state.first:
        words = text("Only Player 2 takes blocks out of a battle before it is fought.")
        return Refusal("5.5.leave", words, (at,))
    if where.codes[to] >= ENEMY:
        if kind == HEAVY:
            words = text("Heavy artillery does not enter a battle.")
            return Refusal("5.4.heavy", words, (uid, to))
        if (leaves or kind == OUT) and to not in where.started_by_first:
            words = text("A block that leaves a battle may not attack.")
            return Refusal("5.5.leave", words, (at, to))
    if to in where.setup.ground.near[at]:
        return _why_not_over(where, group, to, leaves=leaves)
    return _why_not_far(where, group, to, leaves=leaves)


def _why_not_over(where: Situation, group: Group, to: str, *, leaves: bool) -> Refusal:
    """Say why a block cannot cross the border to a neighbouring area."""
    setup, state = where.setup, where.state
    at, kind = group
    border = border_key(at, to)
    if to not in where.net.open[at]:
        return Refusal("3.2.river", text("That river cannot be crossed."), (border,))
    if to not in where.net.steps[kind][at]:
        known = {
            "3.2.stream": text("Artillery crosses a stream only by bridge, dam or ford."),
            "3.2.woods": text("Artillery goes through woods only by road."),
            "3.2.swamp": text("Artillery goes through swamp only by road."),
        }
        rule = why_no_artillery(setup.ground, state, border, to)
        return Refusal(rule, known.get(rule, text("Artillery cannot go there.")), (border,))
    if leaves and border in where.shut_borders(at):
        return Refusal("5.5.leave", text("The attacker came over that border."), (border,))
    words = counted(
        "That border has been crossed {n} time, as often as is allowed.",
        "That border has been crossed {n} times, as often as is allowed.",
        n=state.crossed.get(border, 0),
    )
    return Refusal("3.32.scope", words, (border,))


def _why_not_far(where: Situation, group: Group, to: str, *, leaves: bool) -> Refusal:
    """Say why a block cannot reach an area that is not next to it."""
    at, kind = group
    if leaves:
        words = text("A block that leaves a battle moves one area, by road or not.")
        return Refusal("5.41.bonus", words, (at, to))
    vacant = dict.fromkeys(where.codes, QUIET)
    by_road = to in reach(where.net, kind, at, vacant)
    if where.codes[to] >= ENEMY:
        words = text("A block enters a battle only from an adjacent area.")
        return Refusal("5.41.bonus" if by_road else "5.4.attack", words, (to,))
    if by_road:
        words = text("The enemy stands on the road.")
        return Refusal("5.4.normal", words, (to,))
    return Refusal("5.41.rate", text("That area is out of reach."), (to,))


# -- the choices ---------------------------------------------------------------------------------------


GOES = {
    QUIET: text("{block} to {area}"),
    ENEMY: text("{block} attacks {area}"),
    CONTESTED: text("{block} into the battle at {area}"),
}
"""What going into an area is called, by what stands there."""


@dataclass(slots=True)
class MovesOf:
    """The choices of the blocks in an area, and what they hold for.

    `groups` are the blocks, `ground` whose orders there are, `dests` where each group may go, and
    `open_to` where they might if it were not for stacking, by `known`.
    """

    groups: Groups
    ground: object
    known: object
    open_to: list[tuple[str, ...]]
    dests: list[tuple[str, ...]]
    choices: list[Choice]
    to: frozenset[str] | None = None

    def meets(self, areas: frozenset[str]) -> bool:
        """Whether any block might go to one of some areas."""
        if self.to is None:
            self.to = frozenset().union(*self.open_to)
        return not areas.isdisjoint(self.to)


_LISTS: Memo[dict[str, MovesOf]] = Memo(64)
_EACH: Memo[dict[tuple[str, str], tuple[tuple[str, ...], list[Choice]]]] = Memo(16)
"""For each area, and each block and HQ, the choices made last: entries are replaced whole."""


def _kept_lists(where: Situation, kind: type) -> dict[str, MovesOf]:
    """Return the lists of choices by area that were made last for a side and a kind of move."""
    # The ways must be the same: they change with the bridges.
    return _LISTS.of((where.setup, where.net, kind, where.side), dict)


class Moves(Choices):
    """[5.4.who] Moves of single blocks: {"piece": block, "at": area, "by": HQ or ""}, or "pass"."""

    rule: ClassVar[str] = "5.4.who"
    """The rule by which blocks of one kind of move are asked for."""

    def __init__(self, where: Situation) -> None:
        self.where = where
        self.setup, self.state = where.setup, where.state
        self._listed: list[Choice] | None = None
        self._kept = _kept_lists(where, type(self))
        self._each = _EACH.of((self.setup,), dict)

    @abstractmethod
    def masters(self, uid: str, area: str) -> tuple[str, ...]:
        """Return whose order a move may use, one for each outcome; none: it may not move."""

    @abstractmethod
    def why_not_by(self, uid: str, by: str) -> Refusal | None:
        """Return why a block may not move now at the order of `by` ("" for any), or None."""

    def served(self) -> list[tuple[str, object]]:
        """Return the areas where blocks free to move can be moved now, if there is a way for them.

        With each stands what is the same as long as its blocks are moved at the same orders.
        """
        return [(area, None) for area in self.filled()]

    def filled(self) -> list[str]:
        """Return the areas with own blocks free to move, in the order of the State."""
        movable = self.where.movable
        return [area for area in self.state.areas if area in movable]

    def standing(self, uids: Iterable[str]) -> dict[str, list[str]]:
        """Return some blocks by the areas where they stand."""
        found: dict[str, list[str]] = {}
        for uid in uids:
            found.setdefault(self.state.blocks[uid].at, []).append(uid)
        return found

    @property
    def hqs(self) -> tuple[str, ...]:
        """The HQs of the side."""
        return hqs(self.setup, self.where.side)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.listed())

    def listed(self) -> list[Choice]:
        """Return every choice, "pass" first."""
        if self._listed is None:
            found: list[Choice] = [] if self.why_not_pass() else [PASS]
            movable, kept, room = self.where.movable, self._kept, room_of(self.where)
            known, tight = self.where.known_dests, room.tight
            for area, ground in self.served():
                groups, last = movable[area], kept.get(area)
                if last is None or last.groups is not groups or last.ground != ground:
                    last = kept[area] = self._list(area, groups, ground, room)
                elif last.known is not known or (tight and last.meets(tight)):
                    last = kept[area] = self._list(area, groups, ground, room, last)
                found += last.choices
            self._listed = found
        return self._listed

    def _list(
        self, area: str, groups: Groups, ground: object, room: Room, last: MovesOf | None = None
    ) -> MovesOf:
        """List the choices of the blocks in an area; those of `last` if they go to the same areas."""
        where = self.where
        open_to = dests = [where.dests(group) for group, _ in groups]
        if room.tight:
            dests = [room.dests(group) for group, _ in groups]
        choices: list[Choice] = []
        if last is not None and last.dests == dests:
            choices = last.choices
        else:
            for (_, uids), found in zip(groups, dests, strict=True):
                if found:
                    for uid in uids:
                        for by in self.masters(uid, area):
                            choices += self._moves_of(uid, by, found)
        # Where stacking has a say in it a list holds for one position only.
        known = where.known_dests if dests == open_to else None
        return MovesOf(groups, ground, known, open_to, dests, choices)

    def _moves_of(self, uid: str, by: str, dests: tuple[str, ...]) -> list[Choice]:
        """Return the choices of a block; kept as long as it may go to the very same areas."""
        known = self._each.get((uid, by))
        if known is None or known[0] != dests:
            known = (dests, [{"piece": uid, "at": to, "by": by} for to in dests])
            self._each[uid, by] = known
        return known[1]

    def any(self) -> bool:
        """Whether there is anything but to pass."""
        listed = self.listed()
        return len(listed) > 1 or (len(listed) == 1 and listed[0] != PASS)

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return self.why_not_pass()
        words = named(choice, PIECE_AT, ORDERED_BY)
        if words is None or words["piece"] not in self.state.blocks:
            return unlisted(self.rule)
        uid, to, by = words["piece"], words["at"], words.get("by", "")
        if self.setup.types[uid].side != self.where.side or not on_map(self.state.blocks[uid]):
            return unlisted(self.rule)
        if self._is_listed(uid, to, by):
            return None
        return (
            why_not_moving(self.setup, self.state, uid)
            or self.why_not_by(uid, by)
            or why_not_go(self.where, uid, to)
        )

    def _is_listed(self, uid: str, to: str, by: str) -> bool:
        """Whether a move is one of those that are listed; found without making the list."""
        area = self.state.blocks[uid].at
        for group, uids in self.where.free(area):
            if uid in uids:
                return to in room_of(self.where).dests(group) and by in self.masters(uid, area)
        return False

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        """Every block of the side that may not move, and the neighbours others may not enter."""
        near = self.setup.ground.near
        # In the order of the State: that of `count` tells how the position was worked out.
        for area, stack in self.state.areas.items():
            for uid in stack:
                if self.setup.types[uid].side != self.where.side:
                    continue
                why = why_not_moving(self.setup, self.state, uid) or self.why_not_by(uid, "")
                for to in near[area]:
                    refusal = why or why_not_go(self.where, uid, to)
                    if refusal is not None:
                        yield {"piece": uid, "at": to, "by": ""}, refusal

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return self.stop()
        uid, to, by = word_of(choice, "piece"), word_of(choice, "at"), word_of(choice, "by", "")
        name, area = self.setup.types[uid].name, self.setup.ground.areas[to].name
        words = GOES[self.where.codes[to]].fill(block=name, area=area)
        if not by:
            return words
        return text("{move} ({hq})", move=words, hq=self.setup.types[by].name)

    def stop(self) -> Text:
        """What the choice to pass is called."""
        return text("Move no more blocks")

    def why_none(self) -> Refusal | None:
        return Refusal(self.rule, text("No unmoved block can be ordered anywhere."))

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        if choice == PASS:
            return ()
        return tuple(self._details(word_of(choice, "piece"), word_of(choice, "at")))

    def _details(self, uid: str, to: str) -> Iterator[Text]:
        where, at = self.where, self.state.blocks[uid].at
        group = (at, kind_of(self.setup, self.state, uid))
        if to not in where.dests(group):
            return
        way = where.way(group, to)
        if len(way) > 2:
            names = all_of((self.setup.ground.areas[area].name for area in way), "place")
            yield text("By road: {way}", way=names)
        if (many := 1 - where.room[to]) > 0:
            yield counted(
                "{n} block too many will stand there: it must leave before the phase ends, or lose a "
                "step.",
                "{n} blocks too many will stand there: they must leave before the phase ends, or lose "
                "steps.",
                n=many,
            )
        if where.codes[to] >= ENEMY or where.codes[at] == CONTESTED:
            yield counted(
                "{n} more block may cross that border.",
                "{n} more blocks may cross that border.",
                n=where.crossing_left(at, to),
            )


class OrderedMoves(Moves):
    """[5.2.orders] [5.23.count] Moves at the order of an active HQ."""

    def __init__(self, where: Situation) -> None:
        super().__init__(where)
        self.orders = Orders(where)

    def served(self) -> list[tuple[str, object]]:
        orders, blocks = self.orders, self.state.blocks
        premoved = self.standing(uid for uid in self.hqs if blocks[uid].premoved)
        return [
            (area, (heard, premoved.get(area), orders.basis))
            for area in self.filled()
            for heard in (orders.at(area),)
            if any(heard)
        ]

    def masters(self, uid: str, area: str) -> tuple[str, ...]:
        # An HQ that moved before it was activated has only its own move as an active HQ left.
        if self.state.blocks[uid].premoved:
            return ()
        return self.orders.outcomes(uid, area)

    def why_not_by(self, uid: str, by: str) -> Refusal | None:
        if self.state.blocks[uid].premoved:
            words = text("{hq} moved before it was activated.", hq=self.setup.types[uid].name)
            return Refusal("5.2.premove", words, (uid,))
        able = self.orders.of(uid, self.state.blocks[uid].at)
        if by in able or (able and not by):
            return None
        return self._why_none(uid) if not by else self._why_not_this(uid, by)

    def _why_not_this(self, uid: str, by: str) -> Refusal | None:
        if by not in hqs(self.setup, self.where.side):
            return unlisted(self.rule)
        return why_no_order(self.setup, self.state, by, uid)

    def _why_none(self, uid: str) -> Refusal:
        """Say why nobody orders a block: the HQ that comes nearest to it, or none at all."""
        active = [hq for hq in hqs(self.setup, self.where.side) if self.state.blocks[hq].active]
        whys = [why_no_order(self.setup, self.state, hq, uid) for hq in active]
        for rules in (("5.23.count",), ("5.21.path",), ("5.21.range",)):
            for why in whys:
                if why is not None and why.rule in rules:
                    return why
        words = text("No active HQ may order {block}.", block=self.setup.types[uid].name)
        return Refusal("5.4.who", words, (uid,))


class HqMoves(Moves):
    """[5.2.after] The moves of active HQs after they have lost their step."""

    rule = "5.2.after"

    def served(self) -> list[tuple[str, object]]:
        blocks = self.state.blocks
        active = self.standing(uid for uid in self.hqs if blocks[uid].active)
        return [(area, active[area]) for area in self.filled() if area in active]

    def masters(self, uid: str, area: str) -> tuple[str, ...]:
        return ("",) if self.state.blocks[uid].active else ()

    def why_not_by(self, uid: str, by: str) -> Refusal | None:
        if self.state.blocks[uid].active and not by:
            return None
        name = self.setup.types[uid].name
        if uid in self.hqs:
            words = text("{hq} was not activated: only active HQs move now.", hq=name)
            return Refusal("5.2.after", words, (uid,))
        return self._why_no_more(uid) or Refusal(
            "5.2.after",
            text(
                "{block} is no HQ: ordered movement is over, and active HQs move now.", block=name
            ),
            (uid,),
        )

    def _why_no_more(self, uid: str) -> Refusal | None:
        """[5.23.count] Name the army HQ that would have ordered a block, had it an order left.

        It has lost a step since: with all its orders given it has given more than it has strength.
        """
        setup, state = self.setup, self.state
        for hq in self.hqs:
            chief, block = setup.types[hq], state.blocks[hq]
            spent = block.active and block.orders > strength(chief, block)
            if spent and acts_as_army(chief, block) and of_army(setup, state, hq, uid):
                if state.blocks[uid].at in in_command(setup, state, hq):
                    words = text("{hq} has given all its orders of this turn.", hq=chief.name)
                    return Refusal("5.23.count", words, (hq, uid))
        return None

    def stop(self) -> Text:
        return text("Turn all HQs face down")


# -- the Move Phase ------------------------------------------------------------------------------------


def move_phase(table: Board) -> Procedure[None]:
    """[2.2.move] Blocks in command move one by one, as long as any can and their player wants."""
    setup = table.setup
    seat = setup.seat_of(table.state.active)
    while True:
        choices = OrderedMoves(situation(setup, table.state))
        # Asked wherever blocks are free, even if none can be ordered: that must stay hidden (0.fog).
        where, orders = choices.where, choices.orders
        if not any(map(orders.reaches, where.movable)):
            return
        choice = yield Ask(
            seat,
            "move",
            MOVE,
            ("5.4.who", "5.4.normal", "5.41.rate"),
            choices,
            form="move",
            resting=True,
            secret=True,
            odds="odds",
        )
        if choice == PASS:
            return
        uid = word_of(choice, "piece")
        by = word_of(choice, "by", "") or orders_for(setup, table.state, uid)[0]
        spend_order(table, by)
        areas = go(table, choices.where, choice, "5.4.who", by)
        yield from capture.changed(table, *areas)


def enter_hq(table: Board) -> None:
    """[5.2.after] Each active HQ loses a step, whether it gave orders or not."""
    setup = table.setup
    side = table.state.active
    for uid in hqs(setup, side):
        block = table.state.blocks[uid]
        if not block.active:
            continue
        for _ in range(number("hq_step_loss")):
            words = text("{hq} loses a step for its orders.", hq=setup.types[uid].name)
            table.log(
                "loss",
                words,
                "5.2.after",
                seat=setup.seat_of(side),
                pieces=(uid,),
                where=(block.at,),
            )
            if lose_step(table, uid, "5.2.after"):
                capture.take(table, block.at)
                break


def hq_phase(table: Board) -> Procedure[None]:
    """[5.2.after] Active HQs may move; then all are turned face-down."""
    setup = table.setup
    side = table.state.active
    yield from capture.spend_rewards(table)
    while True:
        choices = HqMoves(situation(setup, table.state))
        if not choices.any():
            break
        choice = yield Ask(
            setup.seat_of(side),
            "move_hq",
            MOVE_HQ,
            ("5.2.after",),
            choices,
            form="move",
            resting=True,
            secret=True,
            odds="odds",
        )
        if choice == PASS:
            break
        areas = go(table, choices.where, choice, "5.2.after")
        change(table, word_of(choice, "piece"), active=False, known=False, role="")
        yield from capture.changed(table, *areas)
    stand_down(table, side)
