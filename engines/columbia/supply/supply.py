"""[7] Supply: sources, supply lines, what SP restore, and what lack of supply costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grognard.engines.columbia.field.border_ways import FOOT, ways
from grognard.engines.columbia.field.choice_shapes import unlisted
from grognard.engines.columbia.field.effects import change, lose_step
from grognard.engines.columbia.field.position import (
    SIDE_ADJECTIVES,
    SIDE_NAMES,
    blocks_of,
    enemy_of,
    holders,
)
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import BOXES, SIDES, Block, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal

NIGHT = 6
LAST_HOUR = "8 PM"


# -- sources and supply lines (7.3) --------------------------------------------------------------


def sources(setup: Setup, side: Side) -> tuple[str, ...]:
    """[7.3] Return the areas with supply symbols of a side."""
    return tuple(area.id for area in setup.ground.areas.values() if area.source == side)


def pays(setup: Setup, state: State, area: str) -> int:
    """[7.1.points] Return the SP one source gives in this Supply Phase if nothing blocks it.

    A symbol pays one, a double source what the day says (9.1.supply); on 6 September every symbol
    pays twice (9.3.supply).
    """
    symbols = setup.ground.areas[area].symbols
    if state.day == NIGHT:
        return symbols * number("redeploy_pays")
    if symbols > 1:
        return setup.day(state.day).double_pays
    return symbols * number("symbol_pays")


def joined(setup: Setup, state: State, source: str, held: Mapping[str, str]) -> frozenset[str]:
    """[7.31.trace] Return the areas joined to a source by road through own and vacant areas."""
    side = setup.ground.areas[source].source
    if held.get(source, side) != side:
        return frozenset()
    roads = ways(setup, state).roads[FOOT]
    found = {source}
    front = [source]
    while front:
        for other in roads[front.pop()]:
            if other not in found and held.get(other, side) == side:
                found.add(other)
                front.append(other)
    return frozenset(found)


def served(setup: Setup, state: State, source: str, held: Mapping[str, str]) -> frozenset[str]:
    """[7.31.trace] Return the areas a source supplies: those joined to it and those next to them."""
    road = joined(setup, state, source, held)
    near = ways(setup, state).open
    return road.union(*(near[area] for area in road))


@dataclass(frozen=True, slots=True)
class Lines:
    """[7.3] The supply of one side: `reach` lists the areas each open source serves."""

    side: Side
    reach: Mapping[str, frozenset[str]]
    blocked: tuple[str, ...]

    def of(self, area: str) -> tuple[str, ...]:
        """Return the sources that serve an area, in their order."""
        return tuple(source for source, areas in self.reach.items() if area in areas)


_LINES: Memo[tuple[object, object, Lines]] = Memo(32)


def lines(setup: Setup, state: State, side: Side) -> Lines:
    """[7.31.trace] [7.32.blocked] Return the supply of a side; kept while nobody's hold changes."""
    # The State replaces `areas` whenever a block moves, so the same object is the same hold.
    key = (side, state.burnt, state.built)
    kept = _LINES.get((setup, side))
    if kept is not None and kept[0] is state.areas and kept[1] == key:
        return kept[2]
    held = holders(setup, state)
    reach = {source: served(setup, state, source, held) for source in sources(setup, side)}
    shut = tuple(source for source, areas in reach.items() if not areas)
    found = Lines(side, {s: a for s, a in reach.items() if a}, shut)
    return _LINES.keep((setup, side), (state.areas, key, found))[2]


def in_supply(setup: Setup, state: State, uid: str) -> bool:
    """[7.34.effect] Whether a block on the map is in supply."""
    return bool(lines(setup, state, setup.types[uid].side).of(state.blocks[uid].at))


# -- SP and whom they serve (7.2, 7.31) ----------------------------------------------------------


def symbols(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """[7.1.points] Return one entry for each SP of a side: the source that pays it."""
    open_sources = lines(setup, state, side).reach
    return tuple(s for s in open_sources for _ in range(pays(setup, state, s)))


def assign(areas: list[str], paid: tuple[str, ...], supply: Lines) -> list[int] | None:
    """[7.31.distinct] Match each area where an SP goes to a symbol of its own.

    Returns:
        The index into `paid` for each area, None where the symbols that reach them do not suffice.
    """
    owner: dict[int, int] = {}

    def fits(which: int, tried: set[int]) -> bool:
        for index, source in enumerate(paid):
            if index in tried or areas[which] not in supply.reach[source]:
                continue
            tried.add(index)
            if index not in owner or fits(owner[index], tried):
                owner[index] = which
                return True
        return False

    if not all(fits(which, set()) for which in range(len(areas))):
        return None
    found = {which: index for index, which in owner.items()}
    return [found[which] for which in range(len(areas))]


class Spending(Choices):
    """[7.2.cost] The blocks one SP may restore; "pass" forgoes what is left (7.2.lost).

    `free`: the SP of a captured source, which any own open source may carry (7.33.capture).
    """

    def __init__(self, setup: Setup, state: State, side: Side, *, free: bool = False) -> None:
        self.setup, self.state, self.side, self.free = setup, state, side, free
        self.supply = lines(setup, state, side)
        self.paid = symbols(setup, state, side)
        self.areas = [area for _, area, _ in state.spent]
        self._paired: dict[tuple[str, ...], bool] = {}
        self._open: dict[str, bool] = {}

    def __iter__(self) -> Iterator[Choice]:
        types, side, takes = self.setup.types, self.side, self._takes
        # Few blocks have lost a step: that is asked first.
        worn = [block for block in self.state.blocks.values() if block.step > 0]
        found = [
            block.id
            for block in worn
            if block.at not in BOXES and types[block.id].side == side and takes(block.at)
        ]
        return iter([*found, PASS])

    def nobody(self) -> Choice | None:
        """Return the declining where no block can be restored: nobody need be asked for it."""
        return PASS if next(iter(self)) == PASS else None

    def _takes(self, area: str) -> bool:
        """Whether one more SP may go to an area: `_shut` without the words, once for each area."""
        found = self._open.get(area)
        if found is None:
            found = self.areas.count(area) < self._limit()[0] and (
                bool(self.supply.of(area)) if self.free else self._pairs(area)
            )
            self._open[area] = found
        return found

    def conceivable(self) -> bool:
        """Whether an area with own blocks takes an SP, whether or not a block there needs it.

        The player is asked then: who is asked must not tell what hides (0.fog).
        """
        return any(self._takes(b.at) for b in blocks_of(self.setup, self.state, self.side))

    def _pairs(self, area: str) -> bool:
        """[7.31.distinct] Whether a symbol is left for one more SP there, the others paired anew."""
        served_by = self.supply.of(area)
        if served_by not in self._paired:
            found = assign([*self.areas, area], self.paid, self.supply)
            self._paired[served_by] = found is not None
        return self._paired[served_by]

    def _limit(self) -> tuple[int, str]:
        if self.free:
            return number("capture_per_area"), "7.33.capture"
        if self.state.day == NIGHT:
            return number("redeploy_per_area"), "9.3.supply"
        return number("supply_per_area"), "7.2.area"

    def _shut(self, area: str) -> Refusal | None:
        """Return what keeps an SP from an area, whoever stands there."""
        limit, rule = self._limit()
        if self.areas.count(area) >= limit:
            return Refusal(
                rule,
                counted(
                    "{n} supply point has already been spent in that area.",
                    "{n} supply points have already been spent in that area.",
                    n=limit,
                ),
                (area,),
            )
        if not self.supply.of(area):
            return self._cut(area)
        if not self.free and not self._pairs(area):
            words = text("All the supply symbols that reach this area are used.")
            return Refusal("7.31.distinct", words, (area, *self.supply.of(area)))
        return None

    def _cut(self, area: str) -> Refusal:
        if not self.supply.reach:
            words = text("The enemy holds every supply source.")
            return Refusal("7.32.blocked", words, self.supply.blocked)
        return Refusal("7.34.effect", text("That area is out of supply."), (area,))

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        block = self.state.blocks.get(choice) if isinstance(choice, str) else None
        if block is None or self.setup.types[block.id].side != self.side:
            return unlisted(self._limit()[1])
        return self._why_not_block(block)

    def _why_not_block(self, block: Block) -> Refusal | None:
        name = self.setup.types[block.id].name
        if block.at in BOXES:
            words = text("{block} is not on the map; blocks do not come back.", block=name)
            return Refusal("7.2.dead", words, (block.id,))
        if block.step == 0:
            return Refusal(
                "7.2.cost", text("{block} is at full strength.", block=name), (block.id,)
            )
        return self._shut(block.at)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for block in blocks_of(self.setup, self.state, self.side):
            why = self._why_not_block(block)
            if why is not None:
                yield block.id, why

    def why_none(self) -> Refusal | None:
        worn = (b for b in blocks_of(self.setup, self.state, self.side) if b.step > 0)
        why = next((why for block in worn if (why := self._why_not_block(block))), None)
        if why is None:
            return Refusal("7.2.cost", text("All your blocks are at full strength."))
        words = text(
            "No block that has lost a step can be restored now. {reason}", reason=why.message
        )
        return Refusal(why.rule, words, why.where)

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Spend no more")
        kind, block = self.setup.types[word_of(choice)], self.state.blocks[word_of(choice)]
        area = self.setup.ground.areas[block.at].name
        return text(
            "{block} in {area}: {now} to {then}",
            block=kind.name,
            area=area,
            now=kind.ladder[block.step],
            then=kind.ladder[block.step - 1],
        )


def restore(table: Board, uid: str, source: str, rule: str) -> None:
    """[7.2.cost] Turn a block one step up; everybody learns the area, its owner the block."""
    setup = table.setup
    block, kind = table.state.blocks[uid], setup.types[uid]
    change(table, uid, step=block.step - number("step_cost"))
    table.update(spent=(*table.state.spent, (source, block.at, uid)))
    area, seat = setup.ground.areas[block.at].name, setup.seat_of(kind.side)
    table.log(
        "result",
        text("A supply point is spent in {area}.", area=area),
        rule,
        "7.2.cost",
        seat=seat,
        where=(block.at,),
        private=text("{block} in {area} gains a step.", block=kind.name, area=area),
        private_to=(seat,),
        private_pieces=(uid,),
    )


# -- the Supply Phase (7.1) ----------------------------------------------------------------------


def enter_supply(table: Board) -> None:
    """[7.1.order] The Supply Phase begins with Player 1, who spends first."""
    table.update(active="", done=())
    table.log("phase", text("Supply Phase"), "2.4", "7.1.order")


def after_spending(table: Board) -> str | None:
    """[7.1.order] Player 2 spends after Player 1; then 8 PM attrition."""
    if table.state.active == table.state.first:
        return "supply.spend"
    if is_last_hour(table.setup, table.state):
        attrition(table)
    return None


def enter_burning(table: Board) -> None:
    """[7.4.burn] Player 1 is the first who may burn a bridge."""
    table.update(active=table.state.first, spent=(), done=())


def enter_spending(table: Board) -> None:
    """[7.1.points] Open the spending of Player 1, then of Player 2, and say what he may spend."""
    first = table.state.first
    side = enemy_of(first) if table.state.active == first else first
    table.update(active=side, spent=())
    setup = table.setup
    supply, seat = lines(setup, table.state, side), setup.seat_of(side)
    count = len(symbols(setup, table.state, side))
    rules = ["7.1.points"]
    doubles = [s for s in supply.reach if setup.ground.areas[s].symbols > 1]
    if doubles and table.state.day != NIGHT and setup.day(table.state.day).double_pays == 1:
        rules.append("9.1.supply")
    if table.state.day == NIGHT:
        rules.append("9.3.supply")
    table.log(
        "phase",
        counted(
            "{side}: {n} supply point", "{side}: {n} supply points", side=SIDE_NAMES[side], n=count
        ),
        *rules,
        seat=seat,
        where=tuple(supply.reach),
    )
    for source in supply.blocked:
        name = setup.ground.areas[source].name
        words = text("The enemy blocks the source in {area}.", area=name)
        table.log("note", words, "7.32.blocked", seat=seat, where=(source,))


def spending(table: Board) -> Procedure[None]:
    """[7.2.cost] The active side spends its SP one by one, as long as one serves and it wants to."""
    setup = table.setup
    side = table.state.active
    seat = setup.seat_of(side)
    while True:
        choices = Spending(setup, table.state, side)
        if len(table.state.spent) >= len(choices.paid) or not choices.conceivable():
            break
        left = len(choices.paid) - len(table.state.spent)
        rules = ("7.2.cost", "7.2.area", "7.31.trace", "7.31.distinct")
        if table.state.day == NIGHT:
            rules = ("7.2.cost", "9.3.supply", "7.31.trace", "7.31.distinct")
        answer = yield Ask(
            seat,
            "supply_spend",
            counted(
                "Restore a step ({n} supply point left)",
                "Restore a step ({n} supply points left)",
                n=left,
            ),
            rules,
            choices,
            form="piece",
            resting=True,
            secret=True,
            idle=choices.nobody,
        )
        choice = word_of(answer)
        if choice == PASS:
            break
        _spend(table, choice, choices)
    _forgo(table, side)


def _spend(table: Board, uid: str, choices: Spending) -> None:
    """[7.31.distinct] Spend an SP; those spent before may change the symbols that pay them."""
    areas = [*choices.areas, table.state.blocks[uid].at]
    matched = assign(areas, choices.paid, choices.supply) or []
    restore(table, uid, "", "7.31.distinct")
    named = [choices.paid[index] for index in matched]
    spent = tuple(
        (source, area, block)
        for source, (_, area, block) in zip(named, table.state.spent, strict=True)
    )
    table.update(spent=spent)


def _forgo(table: Board, side: Side) -> None:
    """[7.2.lost] SP that are not spent are lost."""
    lost = len(symbols(table.setup, table.state, side)) - len(table.state.spent)
    if lost > 0:
        words = counted(
            "{side}: {n} supply point is lost.",
            "{side}: {n} supply points are lost.",
            side=SIDE_NAMES[side],
            n=lost,
        )
        table.log("note", words, "7.2.lost", seat=table.setup.seat_of(side))


# -- attrition (7.34) ----------------------------------------------------------------------------


def is_last_hour(setup: Setup, state: State) -> bool:
    """[7.34.attrition] Whether this is the 8 PM turn."""
    return setup.day(state.day).hours[state.turn - 1] == LAST_HOUR


def attrition(table: Board) -> None:
    """[7.34.attrition] Every block out of supply loses a step; an HQ at 0 is eliminated."""
    setup = table.setup
    # All are found before any step is lost: what is eliminated must not open a road for others.
    starving = [
        block.id
        for side in SIDES
        for block in blocks_of(setup, table.state, side)
        if not in_supply(setup, table.state, block.id)
    ]
    for uid in starving:
        kind, at = setup.types[uid], table.state.blocks[uid].at
        seat, area = setup.seat_of(kind.side), setup.ground.areas[at].name
        words = text(
            "A {side} block in {area} is out of supply and loses a step.",
            side=SIDE_ADJECTIVES[kind.side],
            area=area,
        )
        own = text("{block} is out of supply and loses a step.", block=kind.name)
        table.log(
            "loss",
            words,
            "7.34.attrition",
            seat=seat,
            where=(at,),
            private=own,
            private_to=(seat,),
            private_pieces=(uid,),
        )
        lose_step(table, uid, "7.34.attrition")
