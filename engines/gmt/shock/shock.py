"""[9.1] The declarations of Shocks and Charges (9.2, 9.44)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import PASS, Ask, Choice, Procedure
from grognard.engines.core.show.choices import number_of, word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.found import Found
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.attack import jaegers
from grognard.engines.gmt.charge import charge
from grognard.engines.gmt.field.choice_shapes import are_words, faces, has_keys
from grognard.engines.gmt.field.position import (
    WRONG_FACING,
    enemy_hexes,
    enemy_of,
    fighters,
    front_zoc,
    frontal,
    on_map,
    standing_in,
    unburdened,
    units_of,
    why_not_stack,
    zoc,
)
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import Attack, State

BELOW = text("Units below a Disordered unit may not Shock.")

# -- step 1: declarations -----------------------------------------------------------------------


def declare(table: Board) -> Procedure[None]:
    """[9.44] Ask for declarations, one stack at a time, until the player ends them."""
    seat = table.setup.seat_of(table.state.active)
    choices = Declarations(table.setup, table.state)
    if not choices.is_put() and (why := choices.why_none()) is not None:
        words = text("No unit can Shock or charge: {reason}", reason=why.message)
        table.log("note", words, why.rule, seat=seat, where=why.where)
    while (choices := Declarations(table.setup, table.state)).is_put():
        choice = yield Ask(
            seat,
            "declare_shock",
            text("Declare a Shock or a Charge, or end the declarations."),
            ("9.1", "9.44", "9.22.all", "6.23.shock"),
            choices,
            form="target",
            resting=True,
            odds="shock_odds",
        )
        if choice == PASS:
            break
        _enter(table, choice)
    book.widen(table)
    book.remember(table, **snapshot(table.setup, table.state))


def attack_from(setup: Setup, state: State, choice: Choice) -> dict[str, Any]:
    """Return the fields of the Attack that a declaration makes."""
    by, route = word_of(choice, "by"), tuple(words_of(choice, "charge", []))
    option = next(
        o
        for o in stack_options(setup, state, by)
        if o.route == route and (not route or o.facing == int(number_of(choice, "facing")))
    )
    targets = tuple(t for t in option.front if t in words_of(choice, "targets"))
    return {
        "side": setup.types[option.units[0]].side,
        "units": option.units,
        "origin": by,
        "at": by,
        "facing": option.facing,
        "targets": targets,
        "charge": bool(route),
        "route": route,
        "kind": "charge" if route else "shock",
        "spared": tuple(t for t in option.front if t not in targets),
    }


def _enter(table: Board, choice: Choice) -> None:
    fields = attack_from(table.setup, table.state, choice)
    attack = book.add(table, **fields)
    words = (
        text("{units} will charge {hex}.") if attack.charge else text("{units} will Shock {hex}.")
    )
    filled = words.fill(
        units=book.names(table.setup, attack.units),
        hex=all_of(map(table.setup.map.place, attack.targets)),
    )
    seat = table.setup.seat_of(attack.side)
    rule = "9.81.route" if attack.charge else "9.22.all"
    table.log(
        "choice",
        filled,
        rule,
        seat=seat,
        pieces=attack.units,
        where=attack.targets,
        path=(attack.origin, *attack.route),
    )


def snapshot(setup: Setup, state: State) -> dict[str, Any]:
    """[9.85] [9.86] Tell who is Disordered or in an enemy ZOC when Charges are declared."""
    if not any(attack.charge for attack in state.battle.attacks):
        return {}
    zone = zoc(setup, state, state.active)
    front = front_zoc(setup, state, state.active)
    units = tuple(units_of(setup, state, enemy_of(state.active)))
    return {
        "disordered_at_declaration": tuple(u.id for u in units if u.disordered),
        "in_zoc_at_declaration": tuple(u.id for u in units if u.at in zone),
        "in_front_zoc_at_declaration": tuple(u.id for u in units if u.at in front),
    }


@dataclass(frozen=True, slots=True)
class Option:
    """One way a stack may attack: `front` is every enemy hex it would have to take."""

    units: tuple[str, ...]
    front: tuple[str, ...]
    facing: int
    route: tuple[str, ...] = ()


def why_not_unit(  # noqa: PLR0911 - one line a rule
    setup: Setup, state: State, uid: str
) -> Refusal | None:
    """[9.21.who] [9.24] Refuse a unit that may not Shock at all."""
    unit, kind = state.units[uid], setup.types[uid]
    where = (uid,)
    if kind.is_artillery:
        return Refusal("9.25", text("Artillery never takes part in Shock."), where)
    if kind.is_militia:
        return Refusal("bor.13", text("Militia may not attack."), where)
    if uid not in state.began or kind.side != state.active:
        return Refusal("9.21.who", text("The unit is not active."), where)
    if state.orders.get(uid) == "failed":
        return Refusal("5.28.fail", text("Its command failed Individual Orders."), where)
    if unit.disordered:
        return Refusal("9.24", text("Disordered units may not Shock."), where)
    if unit.square:
        return Refusal("9.85.effects", text("Units in Square may not Shock."), where)
    return None


def able_units(setup: Setup, state: State, hex_id: str) -> tuple[str, ...]:
    """[9.24] [9.45] Return the units of a stack that may Shock: none below a Disordered one."""
    free = unburdened(setup, state, hex_id)
    able = tuple(uid for uid in free if why_not_unit(setup, state, uid) is None)
    return () if jaegers.why_not_shock(setup, able) else able


def why_not_target(setup: Setup, state: State, uid: str, target: str) -> Refusal | None:
    """[6.13] [9.21.who] [9.21.cav] Refuse one target hex of a Shock without charging."""
    unit, kind = state.units[uid], setup.types[uid]
    stack = state.stacks.get(target, ())
    if not stack or setup.types[stack[0]].side == kind.side:
        return Refusal(
            "9.21.who", text("No enemy stands in {hex}.", hex=setup.map.place(target)), (target,)
        )
    if target not in frontal(setup, unit):
        words = text(
            "{foe} is not in front of {unit}.",
            foe=standing_in(setup, state, target),
            unit=kind.name,
        )
        return Refusal("6.13", words, (unit.at, target))
    if not setup.map.passable(unit.at, target, kind.arm):
        words = text("The hexside to {hex} is impassable.", hex=setup.map.place(target))
        return Refusal("9.21.who", words, (f"{unit.at}/{target}",))
    if kind.arm == "cavalry":
        return _why_not_cavalry(setup, state, uid, target, stack)
    return None


def _why_not_cavalry(
    setup: Setup, state: State, uid: str, target: str, stack: Sequence[str]
) -> Refusal | None:
    """[9.21.cav] [9.81.limits] Cavalry Shocks only those next to whom it began."""
    began = state.began[uid]
    if not set(stack) & set(began.adjacent):
        words = text(
            "Cavalry that did not begin next to {hex} must charge it.", hex=setup.map.place(target)
        )
        return Refusal("9.21.cav", words, (target,))
    if began.zoc_of and not set(stack) & set(began.zoc_of):
        words = text("It may Shock only the units in whose ZOC it began.")
        return Refusal("9.81.limits", words, (target,))
    return None


def shock_option(setup: Setup, state: State, hex_id: str, foes: frozenset[str]) -> Option | None:
    """[9.22.all] Return the Shock of a stack against everything in front of it, if there is one."""
    able = able_units(setup, state, hex_id)
    reach = {
        uid: tuple(
            h
            for h in frontal(setup, state.units[uid])
            if h in foes and why_not_target(setup, state, uid, h) is None
        )
        for uid in able
    }
    front = next((reach[uid] for uid in able if reach[uid]), ())
    units = tuple(uid for uid in able if front and set(front) <= set(reach[uid]))
    if not units or jaegers.why_not_shock(setup, units):
        return None
    return Option(units, front, state.units[units[0]].facing)


def charge_options(
    setup: Setup, state: State, hex_id: str, foes: frozenset[str]
) -> Iterator[Option]:
    """[9.81] Give every legal Charge of a stack."""
    able = able_units(setup, state, hex_id)
    units = tuple(u for u in able if charge.why_not_charge_unit(setup, state, u) is None)
    if units:
        for route, facing, front in charge.charge_ends(setup, state, units, foes):
            yield Option(units, front, facing, route)


_OPTIONS: Memo[tuple[object, object, dict[str, tuple[Option, ...]]]] = Memo(16)


def _all_options(setup: Setup, state: State) -> dict[str, tuple[Option, ...]]:
    """Return the options of every stack of the active side; kept while no unit changes."""
    key = (setup, id(state.units), id(state.began))
    known = _OPTIONS.get(key)
    if known is not None and known[0] is state.units and known[1] is state.began:
        return known[2]
    foes = enemy_hexes(setup, state, state.active)
    options: dict[str, tuple[Option, ...]] = {}
    for uid in state.began:
        at = state.units[uid].at
        if at in state.stacks and at not in options and setup.types[uid].side == state.active:
            options[at] = _options_of(setup, state, at, foes)
    found = {at: listed for at, listed in options.items() if listed}
    return _OPTIONS.keep(key, (state.units, state.began, found))[2]


def _options_of(setup: Setup, state: State, at: str, foes: frozenset[str]) -> tuple[Option, ...]:
    listed: list[Option] = []
    if any(h in foes for h in setup.map.grid.adjacent(at)):
        shock = shock_option(setup, state, at, foes)
        listed += [shock] if shock else []
    if any(setup.types[uid].arm == "cavalry" for uid in state.stacks[at]):
        listed += charge_options(setup, state, at, foes)
    return tuple(listed)


def stack_options(setup: Setup, state: State, hex_id: str) -> tuple[Option, ...]:
    """Return the ways in which one stack may attack."""
    return _all_options(setup, state).get(hex_id, ())


def can_take(hexes: frozenset[str], stacks: list[tuple[frozenset[str], ...]]) -> bool:
    """[9.22.all] Whether stacks, each with the fronts it may choose from, can together attack some hexes."""
    if not hexes:
        return True
    wanted = min(hexes)
    return any(
        can_take(hexes - front, stacks[:index] + stacks[index + 1 :])
        for index, fronts in enumerate(stacks)
        for front in fronts
        if wanted in front
    )


def owed(state: State) -> frozenset[str]:
    """[9.22.all] Return the hexes that attackers have left to others, and nobody has declared to take yet."""
    declared = book.live(state)
    taken = {target for attack in declared for target in attack.targets}
    return frozenset(t for attack in declared for t in attack.spared if t not in taken)


class Declarations(Found):
    """[9.44] What the phasing player may declare now."""

    def __init__(self, setup: Setup, state: State) -> None:
        super().__init__()
        self.setup, self.state = setup, state
        self.taken = {target for attack in book.live(state) for target in attack.targets}
        self.owed = owed(state)

    def look(self) -> Iterator[dict[str, Any]]:
        """Give every declaration, one for each target set, route and facing."""
        spoken = {attack.origin for attack in self.state.battle.attacks}
        for by, options in _all_options(self.setup, self.state).items():
            if by not in spoken:
                for option in options:
                    yield from self._choices(by, option)

    def is_put(self) -> bool:
        """Whether there is anything to declare, or to be told: who lies below a Disordered unit sees why he may not."""
        return self.any() or (not self.state.battle.attacks and any(self._held_down()))

    def _held_down(self) -> Iterator[str]:
        """[9.24] Give the units that could Shock, but for the Disordered one above them."""
        setup, state = self.setup, self.state
        for uid in state.began:
            at = state.units[uid].at
            if on_map(state.units[uid]) and why_not_unit(setup, state, uid) is None:
                if uid not in unburdened(setup, state, at):
                    front = frontal(setup, state.units[uid])
                    if any(why_not_target(setup, state, uid, hex_id) is None for hex_id in front):
                        yield uid

    def __iter__(self) -> Iterator[Choice]:
        ends = self.why_not(PASS) is None
        return iter([PASS, *self.entries()] if ends else self.entries())

    def _choices(self, by: str, option: Option) -> Iterator[dict[str, Any]]:
        if self._full(option):
            return
        for targets in self._shares(by, option.front):
            choice: dict[str, Any] = {"by": by, "targets": list(targets)}
            if option.route:
                choice |= {"charge": list(option.route), "facing": option.facing}
            yield choice

    def _shares(self, by: str, front: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """[9.22.all] Give all that is in front of a stack, then less what it may leave to others."""
        for size in range(len(front)):
            for left in combinations(front, size):
                rest = tuple(target for target in front if target not in left)
                if self._may_leave(by, front, rest):
                    yield rest

    def _may_leave(self, by: str, front: tuple[str, ...], targets: tuple[str, ...]) -> bool:
        """[9.22.all] Whether a stack may attack some of the hexes in its front alone.

        Shocks are declared together: it leaves what another has declared to take, and what those that
        are still to declare can take, besides all that was left to them before.
        """
        left = (self.owed | set(front) - self.taken) - set(targets)
        return not left or can_take(left, self._takers(by))

    def _takers(self, without: str = "") -> list[tuple[frozenset[str], ...]]:
        """[9.22.all] Return for each stack that is still to declare the fronts it may choose from."""
        spoken = {attack.origin for attack in self.state.battle.attacks} | {without}
        return [
            tuple(dict.fromkeys(frozenset(o.front) for o in options if self._full(o) is None))
            for by, options in _all_options(self.setup, self.state).items()
            if by not in spoken
        ]

    def _full(self, option: Option) -> Refusal | None:
        """[6.21.max] [6.11.vertex] [9.24] Refuse a route that ends where others leave no room, face
        another way, or are Disordered: who comes lies below them.
        """
        if not option.route:
            return None
        end = option.route[-1]
        charging = [attack for attack in book.live(self.state) if attack.charge]
        coming = [attack for attack in charging if attack.route[-1] == end]
        others = [uid for attack in coming for uid in attack.units]
        leaving = [uid for attack in charging for uid in attack.units]
        staying = [u for u in fighters(self.setup, self.state, end) if u not in leaving]
        if any(self.state.units[uid].disordered for uid in staying):
            return Refusal("9.24", BELOW, (end,))
        faced = [self.state.units[uid].facing for uid in staying]
        if any(f != option.facing for f in (*faced, *(a.facing for a in coming))):
            words = text("Units stacked together share one facing.")
            return Refusal("6.11.vertex", words, (end,))
        if not others:
            return None
        here = self.state.stacks.get(end, ())
        return why_not_stack(self.setup, (*here, *others, *option.units), end)

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return self._why_not_end()
        formed = _why_not_formed(self.setup, self.state, choice)
        if formed is not None:
            return formed
        by, targets = word_of(choice, "by"), tuple(words_of(choice, "targets"))
        if any(attack.origin == by for attack in self.state.battle.attacks):
            return Refusal("9.44", text("The stack has already declared."), (by,))
        why = self._why_not_stack(by)
        if why:
            return why
        if words_of(choice, "charge", []):
            return self._why_not_charge(choice, by, targets)
        return self._why_not_shock(by, targets)

    def _why_not_end(self) -> Refusal | None:
        """[9.22.all] Declarations are not over while an enemy left to another can still be taken by one."""
        if not self.owed:
            return None
        stacks = self._takers()
        able = tuple(t for t in sorted(self.owed) if can_take(frozenset((t,)), stacks))
        if not able:
            return None
        foes = all_of(standing_in(self.setup, self.state, at) for at in able)
        words = text("Another stack must attack what was left to it: {foes}.", foes=foes)
        return Refusal("9.22.all", words, able)

    def _why_not_stack(self, by: str) -> Refusal | None:
        """[9.45] Refuse a stack no unit of which may Shock."""
        units = fighters(self.setup, self.state, by) or self.state.stacks[by]
        if able_units(self.setup, self.state, by):
            return None
        reasons = [why_not_unit(self.setup, self.state, uid) for uid in units]
        if None in reasons and units != unburdened(self.setup, self.state, by):
            return Refusal("9.24", BELOW, units)
        return next((why for why in reasons if why), jaegers.why_not_shock(self.setup, units))

    def _why_not_shock(self, by: str, targets: tuple[str, ...]) -> Refusal | None:
        option = next((o for o in stack_options(self.setup, self.state, by) if not o.route), None)
        front = option.front if option else ()
        lead = option.units[0] if option else able_units(self.setup, self.state, by)[0]
        for target in targets:
            if target not in front:
                why = why_not_target(self.setup, self.state, lead, target)
                return why or Refusal("9.21.who", text("It cannot be attacked."), (target,))
        return self._why_not_all(by, front, targets)

    def _why_not_charge(self, choice: Choice, by: str, targets: tuple[str, ...]) -> Refusal | None:
        route, facing = tuple(words_of(choice, "charge")), number_of(choice, "facing")
        for option in stack_options(self.setup, self.state, by):
            if option.route == route and option.facing == facing:
                if set(targets) <= set(option.front):
                    return self._full(option) or self._why_not_all(by, option.front, targets)
                break
        able = able_units(self.setup, self.state, by)
        fit = [u for u in able if charge.why_not_charge_unit(self.setup, self.state, u) is None]
        units = tuple(fit) or able
        return charge.why_not_charge(self.setup, self.state, units, route, facing, targets)

    def _why_not_all(
        self, by: str, front: tuple[str, ...], targets: tuple[str, ...]
    ) -> Refusal | None:
        """[9.22.all] Refuse to leave out an enemy in front that nobody else attacks."""
        if not self._may_leave(by, front, targets):
            left = tuple(t for t in front if t not in targets and t not in self.taken)
            left = left or tuple(sorted(self.owed - set(targets)))
            foes = all_of(standing_in(self.setup, self.state, at) for at in left)
            words = text("All enemies in front must be attacked, {foes} too.", foes=foes)
            return Refusal("9.22.all", words, left)
        return None

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        foes = enemy_hexes(self.setup, self.state, self.state.active)
        for by in self.state.stacks:
            if by in foes:
                continue
            for target in self.setup.map.grid.adjacent(by):
                choice = {"by": by, "targets": [target]}
                why = self.why_not(choice) if target in foes else None
                if why:
                    yield choice, why

    def why_none(self) -> Refusal | None:
        """[9.21.who] [9.81] Say why those next to an enemy may not Shock, else why cavalry may not charge."""
        if self.state.battle.attacks:
            return None
        mine = [uid for uid in self.state.began if on_map(self.state.units[uid])]
        spots = {self.state.units[uid].at for uid in mine}
        for choice, why in self.refused():
            if word_of(choice, "by") in spots:
                return why
        horse = [uid for uid in mine if self.setup.types[uid].arm == "cavalry"]
        for uid in horse:
            why_not = charge.why_not_charge_unit(self.setup, self.state, uid)
            if why_not is not None:
                return why_not
        words = text("No enemy is within reach of a Charge.")
        return Refusal("9.81", words) if horse else None

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("End the declarations")
        uids = self._who(choice)
        told: dict[str, str | int | Text] = {
            "units": book.names(self.setup, uids),
            "foes": all_of(
                standing_in(self.setup, self.state, at) for at in words_of(choice, "targets")
            ),
        }
        if words_of(choice, "charge", []):
            told["route"] = self.setup.map.places(words_of(choice, "charge"))
            return counted(
                "{units} charges {foes} through {route}",
                "{units} charge {foes} through {route}",
                n=len(uids),
                **told,
            )
        return counted("{units} Shocks {foes}", "{units} Shock {foes}", n=len(uids), **told)

    def _who(self, choice: Choice) -> tuple[str, ...]:
        """Return the units of a stack that take part: not the Disordered ones (9.21.who)."""
        options = stack_options(self.setup, self.state, word_of(choice, "by"))
        route = tuple(words_of(choice, "charge", []))
        able = (option.units for option in options if option.route == route)
        return next(able, fighters(self.setup, self.state, word_of(choice, "by")))

    def toward(self, space: str) -> Choice | None:
        return next((c for c in self.entries() if word_of(c, "by") == space), None)


def _why_not_formed(setup: Setup, state: State, choice: Choice) -> Refusal | None:
    """[9.1] Refuse what is no declaration: it names a stack, its targets, and how it charges."""
    why = Refusal("9.1", text("Name a stack and the hexes it attacks."))
    if not has_keys(choice, {"by", "targets"}, {"charge", "facing"}):
        return why
    by, targets, route = word_of(choice, "by"), choice["targets"], words_of(choice, "charge", [])
    if not are_words([by]) or not are_words(targets) or not are_words(route):
        return why
    if not targets or len(set(targets)) < len(targets) or by not in state.stacks:
        return why
    if not all(hex_id in setup.map.grid for hex_id in (*targets, *route)):
        return why
    if ("charge" in choice) != ("facing" in choice) or ("charge" in choice and not route):
        return Refusal("9.81.route", text("A Charge names the hexes it goes through and a facing."))
    return None if faces(choice) else WRONG_FACING


__all__ = ["Attack", "Declarations", "attack_from", "declare"]
