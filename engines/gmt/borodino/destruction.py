"""[bor.5] The Russian Destruction AM: villages are set on fire, bridges destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.closed_hexes import why_not_there
from grognard.engines.gmt.field.effects import move_to
from grognard.engines.gmt.field.features import BURNING, DESTROYED, RUBBLE
from grognard.engines.gmt.field.position import (
    adjacent_enemies,
    enemy_of,
    facing_there,
    side_at,
    units_of,
    why_not_stack,
)
from grognard.engines.gmt.orders.ordering import remember
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import look_up, number

ROLLED = "rolled"
VILLAGE, BRIDGE = "village", "bridge"
Exits = dict[str, str]


def destruction_step(table: Board) -> Procedure[None]:
    """[bor.5.am] Fires burn on or out; then one village or one bridge may be destroyed."""
    setup = table.setup
    if ROLLED not in table.state.done:
        burn_on(table)
        table.update(done=(ROLLED,))
    works = Destructions(setup, table.state)
    seat, prompt = setup.seat_of(works.side), text("Burn a village or destroy a bridge?")
    rules = ("bor.5.am", "bor.5.village", "bor.5.bridge")
    choice = word_of(
        (yield Ask(seat, "destruction", prompt, rules, works, form="place", resting=True))
    )
    if choice in works.villages():
        yield from _burn(table, choice)
    elif choice != PASS:
        table.update(features={**table.state.features, choice: DESTROYED})
        words = text("The bridge at {side} is destroyed.", side=choice)
        table.log("result", words, "bor.5.bridge", seat=seat, where=tuple(choice.split("/")))
    remember(table, am="")
    table.update(done=())


def burn_on(table: Board) -> None:
    """[bor.5.roll] One die for each village that burns: it turns to rubble or burns on."""
    owner = table.setup.seat_of(enemy_of(table.setup.first_side))
    for hex_id in sorted(h for h, what in table.state.features.items() if what == BURNING):
        roll = table.roll(
            seat=owner,
            rule="bor.5.roll",
            purpose="village_fire",
            subject=hex_id,
            sides=number("die_sides"),
            result=lambda total: look_up("village_fire", total)["result"],
            read_in=("village_fire", "result"),
            says=text("The fire at {hex}", hex=table.setup.map.place(hex_id)),
        )
        if roll.result == RUBBLE:
            table.update(features={**table.state.features, hex_id: RUBBLE})
            table.log(
                "result",
                text(
                    "The fire goes out: only rubble is left of {hex}.",
                    hex=table.setup.map.place(hex_id),
                ),
                "bor.5.roll",
                where=(hex_id,),
            )


def _burn(table: Board, hex_id: str) -> Procedure[None]:
    """[bor.5.village] All units leave the hex, each to a hex its owner chooses; then it burns."""
    setup = table.setup
    seat = setup.seat_of(enemy_of(setup.first_side))
    for uid in table.state.stacks[hex_id]:
        exits = Leaving(setup, table.state, hex_id, uid)
        prompt = text("{unit} leaves the village: where to?", unit=setup.types[uid].name)
        answer = yield Ask(
            seat,
            "destruction_exit",
            prompt,
            ("bor.5.village",),
            exits,
            form="place",
            subject=(uid,),
            where=(hex_id,),
        )
        to = word_of(answer)
        move_to(table, uid, to, facing_there(setup, table.state, uid, to, None))
        words = text(
            "{unit} leaves the village for {hex}.",
            unit=setup.types[uid].name,
            hex=setup.map.place(to),
        )
        table.log(
            "move", words, "bor.5.village", seat=seat, pieces=(uid,), where=(to,), path=(hex_id, to)
        )
    table.update(features={**table.state.features, hex_id: BURNING})
    words = text("The village at {hex} is on fire.", hex=setup.map.place(hex_id))
    table.log("result", words, "bor.5.village", "tec.burning", seat=seat, where=(hex_id,))


# -- villages ----------------------------------------------------------------------------------


def why_not_burn(setup: Setup, state: State, hex_id: str) -> Refusal | None:
    """[bor.5.village] Infantry of the burner stands in it, no enemy next to it, all can leave."""
    rule, side = "bor.5.village", enemy_of(setup.first_side)
    if setup.map.at(hex_id) != VILLAGE:
        return Refusal(
            rule,
            text("There is no village to burn in {hex}.", hex=setup.map.place(hex_id)),
            (hex_id,),
        )
    stack = state.stacks.get(hex_id, ())
    own = side_at(setup, state, hex_id) == side
    if not own or not any(setup.types[uid].arm == "infantry" for uid in stack):
        words = text("No infantry stands in {hex} to set it on fire.", hex=setup.map.place(hex_id))
        return Refusal(rule, words, (hex_id,))
    near = adjacent_enemies(setup, state, hex_id, side)
    if near:
        at = state.units[near[0]].at
        return Refusal(rule, text("An enemy stands next to the village."), (hex_id, at))
    if exits(setup, state, hex_id, stack) is None:
        words = text("Not all units in {hex} have a hex to leave for.", hex=setup.map.place(hex_id))
        return Refusal(rule, words, (hex_id,))
    return None


def why_not_leave_for(setup: Setup, state: State, uid: str, to: str) -> Refusal | None:
    """[bor.5.village] A neighbour the unit could enter, not next to an enemy."""
    rule, kind, here = "bor.5.village", setup.types[uid], state.units[uid].at
    if to not in setup.map.grid.adjacent(here):
        return Refusal(rule, text("The units move one hex."), (here, to))
    if side_at(setup, state, to) == enemy_of(kind.side):
        return Refusal("7.32", text("An enemy unit is in {hex}.", hex=setup.map.place(to)), (to,))
    closed = why_not_there(setup, state, kind.side, to)
    if closed is not None:
        return closed
    if not setup.map.passable(here, to, kind.arm):
        return Refusal(
            "7.23", text("No way leads from there into {hex}.", hex=setup.map.place(to)), (here, to)
        )
    if adjacent_enemies(setup, state, to, kind.side):
        return Refusal(rule, text("The enemy is next to {hex}.", hex=setup.map.place(to)), (to,))
    joined = (*state.stacks.get(to, ()), uid)
    return why_not_stack(setup, joined, to)


def exits(setup: Setup, state: State, hex_id: str, stack: tuple[str, ...]) -> Exits | None:
    """[bor.5.village] Return a hex for each of the units that leave together, or None."""
    return _leave(setup, state, hex_id, stack, {})


def _leave(
    setup: Setup, state: State, hex_id: str, left: tuple[str, ...], gone: Exits
) -> Exits | None:
    if not left:
        return gone
    uid, *rest = left
    for to in setup.map.grid.adjacent(hex_id):
        if why_not_leave_for(setup, state, uid, to) is not None:
            continue
        there = tuple(other for other, at in gone.items() if at == to)
        if there and why_not_stack(setup, (*state.stacks.get(to, ()), *there, uid), to) is not None:
            continue
        found = _leave(setup, state, hex_id, tuple(rest), {**gone, uid: to})
        if found is not None:
            return found
    return None


class Leaving(Choices):
    """[bor.5.village] The hexes one unit may leave for so that those after it find one too."""

    def __init__(self, setup: Setup, state: State, hex_id: str, uid: str) -> None:
        self.setup, self.state, self.hex_id, self.uid = setup, state, hex_id, uid

    def __iter__(self) -> Iterator[Choice]:
        near = self.setup.map.grid.adjacent(self.hex_id)
        return (to for to in near if self.why_not(to) is None)

    def why_not(self, choice: Choice) -> Refusal | None:
        if not isinstance(choice, str) or choice not in self.setup.map.grid:
            return Refusal("bor.5.village", text("Name a hex."))
        why = why_not_leave_for(self.setup, self.state, self.uid, choice)
        if why is not None:
            return why
        stack = self.state.stacks[self.hex_id]
        later = stack[stack.index(self.uid) + 1 :]
        if _leave(self.setup, self.state, self.hex_id, later, {self.uid: choice}) is None:
            words = text("The other units would find no hex to go to.")
            return Refusal("bor.5.village", words, (choice,))
        return None

    def label(self, choice: Choice) -> Text:
        return text("To {hex}", hex=self.setup.map.place(word_of(choice)))


# -- bridges -----------------------------------------------------------------------------------


def why_not_destroy(setup: Setup, state: State, key: str) -> Refusal | None:
    """[bor.5.bridge] Infantry next to the bridge, no enemy there, no enemy gun near enough."""
    rule, side = "bor.5.bridge", enemy_of(setup.first_side)
    if BRIDGE not in setup.map.sides.get(key, ()):
        return Refusal(rule, text("There is no bridge at {side}.", side=key))
    ends = tuple(key.split("/"))
    for hex_id in ends:
        if side_at(setup, state, hex_id) == setup.first_side:
            return Refusal(rule, text("An enemy stands next to the bridge."), (hex_id,))
    stacks = [state.stacks.get(h, ()) for h in ends if side_at(setup, state, h) == side]
    if not any(setup.types[uid].arm == "infantry" for stack in stacks for uid in stack):
        return Refusal(rule, text("No infantry stands next to the bridge."), ends)
    for unit in units_of(setup, state, setup.first_side):
        kind = setup.types[unit.id]
        near = min(setup.map.grid.distance(unit.at, hex_id) for hex_id in ends)
        if kind.is_artillery and near <= kind.effective_range:
            words = text("{gun} has the bridge within Effective Range.", gun=kind.name)
            return Refusal(rule, words, (unit.at, *ends))
    return None


class Destructions(Choices):
    """[bor.5.am] One village by its hex, or one bridge by its hexside, or "pass"."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.state = setup, state
        self.side = enemy_of(setup.first_side)

    def villages(self) -> list[str]:
        """Return the villages on the map, burnt ones left out."""
        return [h for h in self.setup.map.grid.hexes if self.setup.map.at(h) == VILLAGE]

    def bridges(self) -> list[str]:
        """Return the hexsides of the bridges that stand."""
        return sorted(key for key, kinds in self.setup.map.sides.items() if BRIDGE in kinds)

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for choice in (*self.villages(), *self.bridges()):
            if self.why_not(choice) is None:
                yield choice

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not isinstance(choice, str):
            return Refusal("bor.5.am", text("Name a village or a bridge."))
        if "/" in word_of(choice):
            return why_not_destroy(self.setup, self.state, choice)
        return why_not_burn(self.setup, self.state, choice)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for choice in (*self.villages(), *self.bridges()):
            why = self.why_not(choice)
            if why is not None:
                yield choice, why

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Destroy nothing")
        if "/" in word_of(choice):
            return text("Destroy the bridge at {side}", side=word_of(choice))
        return text("Burn the village at {hex}", hex=self.setup.map.place(word_of(choice)))
