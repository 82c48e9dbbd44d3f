"""[10] Rally, Recovery, the Withdrawn and Recovery Boxes, and the Collapse of groups."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import facing_of, number_of, word_of
from grognard.engines.core.show.explain import CAUSE, Refusal
from grognard.engines.gmt.activation.activation import facing_choices
from grognard.engines.gmt.field.choice_shapes import faces, has_keys
from grognard.engines.gmt.field.closed_hexes import why_not_there
from grognard.engines.gmt.field.effects import (
    change,
    cohesion_check,
    disorder,
    eliminate,
    log_result,
    move_to,
    withdraw,
)
from grognard.engines.gmt.field.position import (
    COMPASS,
    SIDE_NAMES,
    WRONG_FACING,
    adjacent_enemies,
    enemy_hexes,
    facing_there,
    facings_in,
    on_map,
    units_of,
    why_not_facing,
    why_not_stack,
)
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import (
    ELIMINATED,
    FLANK,
    RECOVERED,
    RECOVERY,
    RESERVE,
    WITHDRAWN,
    State,
    UnitType,
)
from grognard.engines.gmt.tables import fraction, number

LOST = (WITHDRAWN, RECOVERY, RECOVERED, ELIMINATED)
AWAY = (FLANK, RESERVE)
"""Where units of a group are that are neither on the map nor lost to it."""


# -- Rally (10.1) ------------------------------------------------------------------------------


class Rallies(Choices):
    """[10.1.elig] The units that may try to Rally; a choice is a unit's id."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.state = setup, state

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for uid in self.state.began:
            if self.state.units[uid].disordered and self.why_not(uid) is None:
                yield uid

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not isinstance(choice, str) or choice not in self.state.units:
            return Refusal("10.1.elig", text("Choose one of the units."))
        return why_not_rally(self.setup, self.state, choice)

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("No more Rally")
        return text("Rally {unit}", unit=self.setup.types[word_of(choice)].name)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for uid in self.state.began:
            why = self.why_not(uid)
            if why is not None:
                yield uid, why


def why_not_rally(setup: Setup, state: State, uid: str) -> Refusal | None:  # noqa: PLR0911 - a line a condition
    """[10.1.elig] Return what keeps a unit from trying to Rally, or None."""
    unit, kind, rule = state.units[uid], setup.types[uid], "10.1.elig"
    if uid not in state.began or not on_map(unit):
        return Refusal(rule, text("{unit} is not active.", unit=kind.name), (uid,))
    if not unit.disordered:
        return Refusal(rule, text("{unit} is not Disordered.", unit=kind.name), (uid,))
    if state.reserve_activation:
        return Refusal("5.53", text("A Reserve Activation allows no Rally."), (uid,))
    if uid in state.done and (unit.moved or unit.refaced):
        return Refusal(rule, text("{unit} moved or turned.", unit=kind.name), (uid,))
    if unit.moved or unit.refaced or unit.fired or unit.fought:
        words = text("{unit} moved, turned, fired or fought.", unit=kind.name)
        return Refusal(rule, words, (uid,))
    if f"rally:{uid}" in state.done:
        return Refusal(rule, text("{unit} has tried to Rally.", unit=kind.name), (uid,))
    if adjacent_enemies(setup, state, unit.at, kind.side):
        return Refusal(rule, text("{unit} is next to the enemy.", unit=kind.name), (uid,))
    if kind.group in state.collapsed:
        words = text("The group of {unit} has Collapsed.", unit=kind.name)
        return Refusal("10.52", words, (uid,))
    return None


def rally_phase(table: Board) -> Procedure[None]:
    """[10.1] Each Disordered unit that did nothing and stands free may roll once."""
    setup = table.setup
    while True:
        rallies = Rallies(setup, table.state)
        if not any(True for choice in rallies if choice != PASS):
            return
        seat = setup.seat_of(table.state.active)
        prompt = text("Choose a Disordered unit to Rally, or finish.")
        rules = ("10.1", "10.1.elig")
        choice = yield Ask(
            seat, "rally", prompt, rules, rallies, form="piece", resting=True, odds="rally_odds"
        )
        if choice == PASS:
            return
        yield from try_rally(table, str(choice))


def try_rally(table: Board, uid: str) -> Procedure[None]:
    """[10.1] Roll for a Disordered unit; rallied, it may turn."""
    setup = table.setup
    kind = setup.types[uid]
    table.update(done=(*table.state.done, f"rally:{uid}"))
    rallied = cohesion_check(table, uid, "10.1", "rally", names=("rallied", "still disordered"))
    if not rallied:
        return
    change(table, uid, disordered=False)
    if len(facings_in(setup, table.state, uid, table.state.units[uid].at)) == 1:
        return  # stacked, it faces as the others do (6.11.vertex)
    facing = yield Ask(
        setup.seat_of(kind.side),
        "reface",
        text("{unit} has Rallied: its facing?", unit=kind.name),
        ("10.1",),
        facing_choices(table.state.units[uid].facing),
        subject=(uid,),
    )
    change(table, uid, facing=facing)


# -- Collapse (10.5) ---------------------------------------------------------------------------


def counts_for_collapse(setup: Setup, state: State, group: str) -> tuple[str, ...]:
    """[10.52] Units of a group that count for Collapse: no artillery, no militia."""
    return tuple(uid for uid in state.units if _counts(setup.types[uid], group))


def _counts(kind: UnitType, group: str) -> bool:
    return kind.group == group and not kind.is_artillery and not kind.is_militia


def losses(setup: Setup, state: State, group: str) -> tuple[int, int, int]:
    """[10.52] Return (lost, total, number of losses at which the group Collapses)."""
    members = counts_for_collapse(setup, state, group)
    lost = sum(state.units[uid].at in LOST for uid in members)
    return lost, len(members), ceil(len(members) * fraction("collapse_fraction"))


def groups(setup: Setup, state: State) -> tuple[str, ...]:
    """Return the Activation Groups with units in the game, in order of listing."""
    return tuple(dict.fromkeys(setup.types[uid].group for uid in state.units))


def collapse_step(table: Board) -> None:
    """[10.51] [10.52] Every group that has lost two thirds of its units Collapses, once a game."""
    setup = table.setup
    for group in groups(setup, table.state):
        lost, total, limit = losses(setup, table.state, group)
        if total and lost >= limit and group not in table.state.collapsed:
            _collapse(table, group)


def _collapse(table: Board, group: str) -> None:
    """[10.52] Boxes first: the Withdrawn are eliminated, then the remaining units are struck."""
    setup = table.setup
    name = setup.group_name(group)
    table.log("result", text("{group} Collapses.", group=name), "10.52", "10.51")
    table.update(collapsed=(*table.state.collapsed, group))
    members = [uid for uid in table.state.units if setup.types[uid].group == group]
    for uid in members:
        if table.state.units[uid].at == WITHDRAWN:
            eliminate(table, uid, "10.52")
    for uid in members:
        if on_map(table.state.units[uid]):
            _strike(table, uid)
        elif table.state.units[uid].at in AWAY:
            _strike_away(table, uid)


def _strike_away(table: Board, uid: str) -> None:
    """[10.52] [bor.14.enter] Strike a unit that belongs to its group though it is not on the map."""
    if table.state.units[uid].disordered:
        withdraw(table, uid, "10.52")
        return
    change(table, uid, disordered=True)
    words = text("{unit} is Disordered.", unit=table.setup.types[uid].name)
    log_result(table, words, "10.52", uid)


def _strike(table: Board, uid: str) -> None:
    unit = table.state.units[uid]
    if unit.disordered and table.setup.types[uid].is_artillery:
        move_to(table, uid, WITHDRAWN)
    else:
        disorder(table, uid, "10.52")


# -- Recovery (10.2 to 10.4) -------------------------------------------------------------------


def recovery_step(table: Board) -> None:
    """[10.2] Each unit in the Recovery Box rolls once: it Recovers or is gone for good."""
    setup = table.setup
    for uid, unit in list(table.state.units.items()):
        if unit.at != RECOVERY:
            continue
        kind = setup.types[uid]
        if is_dead(setup, table.state, kind.group):
            table.log(
                "result",
                text("{unit} cannot Recover: its group is out of the game.", unit=kind.name),
                "10.2.dead",
                pieces=(uid,),
            )
            continue
        goal = kind.cohesion if kind.one_sided else kind.disordered_cohesion
        names = ("recovers", "eliminated")
        if cohesion_check(table, uid, "10.2", "recovery", target=goal, names=names):
            move_to(table, uid, RECOVERED)
        else:
            eliminate(table, uid, "10.2")


def is_dead(setup: Setup, state: State, group: str) -> bool:
    """[10.2.dead] Whether every unit of a group is Withdrawn or eliminated."""
    return all(
        unit.at in LOST for uid, unit in state.units.items() if setup.types[uid].group == group
    )


def box_step(table: Board) -> None:
    """[10.4] After the Recovery rolls the Withdrawn move to the Recovery Box."""
    for uid, unit in list(table.state.units.items()):
        if unit.at == WITHDRAWN:
            move_to(table, uid, RECOVERY)
            words = text("{unit} goes to the Recovery Box.", unit=table.setup.types[uid].name)
            table.log("result", words, "10.4", pieces=(uid,))


class Returns(Choices):
    """[10.3] {"at": hex, "facing": vertex} for a Recovered unit."""

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup, self.state, self.uid = setup, state, uid
        self.kind = setup.types[uid]
        self._hexes: tuple[str, ...] | None = None

    def friends(self) -> list[str]:
        """Hexes of its own Activation Group's units, or of its army's if it is independent."""
        armies = {name: group.army for name, group in self.setup.groups.items()}
        army = armies.get(self.kind.group, "")
        independent = "independent" in self.setup.group_name(self.kind.group).lower()
        found = []
        for unit in units_of(self.setup, self.state, self.kind.side):
            group = self.setup.types[unit.id].group
            same_army = independent and army and armies.get(group) == army
            if group == self.kind.group or same_army:
                found.append(unit.at)
        return found

    def hexes(self) -> tuple[str, ...]:
        """Return the hexes where the unit may return, in printed order."""
        if self._hexes is None:
            near: set[str] = set()
            for at in self.friends():
                near.update(
                    (at, *self.setup.map.grid.within(at, number("recovery_friend_distance")))
                )
            near -= self._watched()
            self._hexes = tuple(h for h in sorted(near) if self._why_not_ground(h) is None)
        return self._hexes

    def _watched(self) -> set[str]:
        """Hexes nearer to an enemy unit than the rule allows."""
        nearest = number("recovery_enemy_distance") - 1
        found: set[str] = set()
        for hex_id in enemy_hexes(self.setup, self.state, self.kind.side):
            found.update(self.setup.map.grid.within(hex_id, nearest))
        return found

    def _why_not_ground(self, hex_id: str) -> Refusal | None:
        others = (*self.state.stacks.get(hex_id, ()), self.uid)
        return self._why_not_open(hex_id) or why_not_stack(self.setup, others, hex_id)

    def _why_not_open(self, hex_id: str) -> Refusal | None:
        """[7.23] Refuse a hex that is closed to the unit, and first of all one that burns or that its side is kept out of."""
        setup = self.setup
        closed = why_not_there(setup, self.state, self.kind.side, hex_id)
        if closed is None and setup.map.hex_cost(hex_id, self.kind.arm)[0] is None:
            words = text("It cannot enter {hex}.", hex=setup.map.place(hex_id))
            return Refusal("7.23", words, (hex_id,))
        return closed

    def _why_not_hex(self, hex_id: str) -> Refusal | None:
        setup, state = self.setup, self.state
        if hex_id not in setup.map.grid:
            return Refusal("10.3", text("Name a hex and a facing."))
        closed = self._why_not_open(hex_id)
        if closed is not None:
            return closed
        distance = setup.map.grid.distance
        if all(distance(hex_id, at) > number("recovery_friend_distance") for at in self.friends()):
            return Refusal("10.3", text("No unit of its group is within 3 hexes."), (hex_id,))
        for at, stack in state.stacks.items():
            enemy = setup.types[stack[0]].side != self.kind.side
            if enemy and distance(hex_id, at) < number("recovery_enemy_distance"):
                words = text("The enemy at {at} is nearer than 3 hexes.", at=setup.map.place(at))
                return Refusal("10.3", words, (hex_id, at))
        return self._why_not_ground(hex_id)

    def __iter__(self) -> Iterator[Choice]:
        for hex_id in self.hexes():
            for facing in facings_in(self.setup, self.state, self.uid, hex_id):
                yield {"at": hex_id, "facing": facing}

    def why_not(self, choice: Choice) -> Refusal | None:
        if not has_keys(choice, {"at"}, {"facing"}) or not isinstance(word_of(choice, "at"), str):
            return Refusal("10.3", text("Name a hex and a facing."))
        if not faces(choice):
            return WRONG_FACING
        at = word_of(choice, "at")
        return self._why_not_hex(at) or why_not_facing(
            self.setup, self.state, self.uid, at, facing_of(choice)
        )

    def label(self, choice: Choice) -> Text:
        way = COMPASS[number_of(choice, "facing", 0)]
        return text(
            "Return at {hex}, facing {way}",
            hex=self.setup.map.place(word_of(choice, "at")),
            way=way,
        )


def return_step(table: Board) -> Procedure[None]:
    """[10.3] [10.2.order] Recovered units return Disordered; others wait for a turn when they can."""
    for side in _return_order(table):
        yield from _return_side(table, side)


def _waiting(table: Board, side: str) -> list[str]:
    setup = table.setup
    return [
        uid
        for uid, unit in table.state.units.items()
        if unit.at == RECOVERED
        and setup.types[uid].side == side
        and f"returned:{uid}" not in table.state.done
        and Returns(setup, table.state, uid).hexes()
    ]


def _return_order(table: Board) -> tuple[str, ...]:
    """[10.2.order] A die decides when both sides have units to place; resting state keeps it."""
    order = next((mark[6:] for mark in table.state.done if mark.startswith("first:")), "")
    sides = table.setup.sides
    if not order:
        order = sides[0]
        if all(_waiting(table, side) for side in sides):
            order = _high_die(table, sides)
        table.update(done=(*table.state.done, f"first:{order}"))
    return (order, *(side for side in sides if side != order))


def _high_die(table: Board, sides: tuple[str, ...]) -> str:
    while True:
        rolls = [
            table.roll(
                seat=table.setup.seat_of(side),
                rule="10.2.order",
                purpose="recovery_order",
                subject=side,
                sides=number("die_sides"),
                says=text("The {side} roll to recover first", side=SIDE_NAMES[side]),
                kind=CAUSE,
            ).natural
            for side in sides
        ]
        if rolls[0] != rolls[1]:
            return sides[rolls.index(max(rolls))]


def _return_side(table: Board, side: str) -> Procedure[None]:
    setup = table.setup
    while waiting := _waiting(table, side):
        uid = waiting[0]
        kind = setup.types[uid]
        choice = yield Ask(
            setup.seat_of(side),
            "recovery_place",
            text("{unit} Recovers: where?", unit=kind.name),
            ("10.3",),
            Returns(setup, table.state, uid),
            form="pose",
            resting=True,
            subject=(uid,),
        )
        at = word_of(choice, "at")
        move_to(table, uid, at, facing_there(setup, table.state, uid, at, facing_of(choice)))
        change(table, uid, disordered=not kind.one_sided)
        table.update(done=(*table.state.done, f"returned:{uid}"))
        words = text(
            "{unit} returns at {hex}.", unit=kind.name, hex=setup.map.place(word_of(choice, "at"))
        )
        table.log("move", words, "10.3", pieces=(uid,), where=(word_of(choice, "at"),))
