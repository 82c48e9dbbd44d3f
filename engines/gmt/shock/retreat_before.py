"""[9.3] Retreat Before Shock, the choice of cavalry attacked by infantry, the advance after it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Listed, Procedure, Reaction
from grognard.engines.core.show.choices import facing_of, word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.attack import jaegers
from grognard.engines.gmt.charge.charge import choose_facing
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.field.choice_shapes import are_words, faces, has_keys
from grognard.engines.gmt.field.closed_hexes import why_not_there
from grognard.engines.gmt.field.position import (
    WRONG_FACING,
    controllers,
    defended_front,
    enemy_of,
    facing_there,
    facings_in,
    on_map,
    side_at,
    why_not_facing,
    why_not_stack,
)
from grognard.engines.gmt.orders.overall import ridden_over
from grognard.engines.gmt.retreat.retreat import place
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import Attack, State
from grognard.engines.gmt.tables import number

DECLARED = ("declared",)
ALL_ASKED = "retreats"
"""What is remembered once every defender has been asked."""


def retreats_before_shock(table: Board) -> Procedure[None]:
    """[9.31] [9.72] Ask every eligible defender once, then offer the hexes left empty."""
    while not book.answered(table.state, ALL_ASKED) and (uid := _next_unit(table)):
        yield from _ask_unit(table, uid)
    if not book.answered(table.state, ALL_ASKED):
        book.answer(
            table, ALL_ASKED
        )  # an advance may leave a defender other attackers: too late for him
    while target := _next_hex(table):
        yield from _offer_advance(table, target)


def _next_hex(table: Board) -> str | None:
    """[9.72] Return the next hex that was left empty and not offered yet."""
    for target in book.target_hexes(book.live(table.state, DECLARED)):
        empty = side_at(table.setup, table.state, target) is None
        if empty and not book.answered(table.state, f"advance {target}"):
            return target
    return None


def _next_unit(table: Board) -> str | None:
    """Return the next defender that has something to choose and was not asked."""
    for target in book.target_hexes(book.live(table.state, DECLARED)):
        for uid in table.state.stacks.get(target, ()):
            if book.answered(table.state, f"retreat {uid}"):
                continue
            if table.setup.types[uid].side == table.state.active:
                continue
            able = why_not_retreat(table.setup, table.state, uid) is None
            if able and any(True for _ in Routes(table.setup, table.state, uid).ways()):
                return uid
            if may_counter_infantry(table.setup, table.state, uid):
                return uid
    return None


def _ask_unit(table: Board, uid: str) -> Procedure[None]:
    if may_counter_infantry(table.setup, table.state, uid):
        yield from _cavalry_against_infantry(table, uid)
    else:
        yield from _retreat_or_stand(table, uid)
    book.answer(table, f"retreat {uid}")


def attackers_of(state: State, uid: str) -> tuple[Attack, ...]:
    """Return the attacks declared on the hex of a unit."""
    return book.against(state, state.units[uid].at, DECLARED)


def why_not_retreat(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[9.31] [9.32] Refuse a unit that may not Retreat Before Shock."""
    kind, declared = setup.types[uid], attackers_of(state, uid)
    where = (uid,)
    groups = {book.group_of(setup, attack) for attack in declared}
    by_infantry = groups == {book.INFANTRY}
    if jaegers.may_retreat_before_shock(setup, state.units[uid]) and by_infantry:
        return None
    if kind.arm != "cavalry" and not kind.is_horse_artillery:
        words = text("Only cavalry and horse artillery Retreat Before Shock.")
        return Refusal("9.31", words, where)
    if by_infantry:
        return None
    heavy = all(setup.types[u].is_heavy for attack in declared for u in attack.units)
    if declared and heavy and not kind.is_heavy:
        return None
    words = text("Only light cavalry and horse artillery avoid an attack by heavy cavalry alone.")
    return Refusal("9.31", words, where)


def may_counter_infantry(setup: Setup, state: State, uid: str) -> bool:
    """[9.86.inf] Whether cavalry Shocked frontally by infantry alone may choose freely."""
    unit, declared = state.units[uid], attackers_of(state, uid)
    if setup.types[uid].arm != "cavalry" or unit.disordered or not declared:
        return False
    front = defended_front(setup, unit)
    return all(
        book.group_of(setup, attack) == book.INFANTRY and attack.at in front for attack in declared
    )


def _cavalry_against_infantry(table: Board, uid: str) -> Procedure[None]:
    """[9.86.inf] Cavalry attacked frontally by infantry stands, retreats or Counter-Charges."""
    options: list[tuple[str, Text]] = [("stand", text("Stand"))]
    if any(True for _ in Routes(table.setup, table.state, uid).ways()):
        options.append(("retreat", text("Retreat Before Shock")))
    options.append(("counter_charge", text("Counter-Charge")))
    choice = yield Ask(
        _seat(table, uid),
        "cavalry_against_infantry",
        text("{unit} is attacked by infantry.", unit=effects.name_of(table, uid)),
        ("9.86.inf", "9.31"),
        Listed(options),
        resting=True,
        interrupt=True,
        subject=(uid,),
        where=(table.state.units[uid].at,),
        reaction=Reaction(
            text("cavalry attacked by infantry"),
            book.attacking(table.state, table.state.units[uid].at),
            "stand",
        ),
    )
    if choice == "counter_charge":
        pairs = tuple((uid, attack.id) for attack in attackers_of(table.state, uid))
        battle = table.state.battle
        book.remember(table, counter_charges=(*battle.counter_charges, *pairs))
        words = text("{unit} will Counter-Charge.", unit=effects.name_of(table, uid))
        effects.log_result(table, words, "9.86.inf", uid)
    elif choice == "retreat":
        yield from _retreat_or_stand(table, uid, forced=True)


def _seat(table: Board, uid: str) -> str:
    setup = table.setup
    return setup.seat_of(setup.types[uid].side)


class Routes(Choices):
    """[9.31] [9.31.zoc] Where one unit may go before the Shock: one or two hexes, then a facing."""

    def __init__(self, setup: Setup, state: State, uid: str, *, forced: bool = False) -> None:
        self.setup, self.state, self.uid, self.forced = setup, state, uid, forced
        self.unit, self.kind = state.units[uid], setup.types[uid]
        slow = jaegers.is_jaeger(setup, uid)
        self.reach = number("jaeger_rbs_hexes" if slow else "rbs_max_hexes")
        self.foes = {
            u for attack in attackers_of(state, uid) for u in state.stacks.get(attack.at, ())
        }

    def ways(self) -> Iterator[tuple[str, ...]]:
        """Give the hexes of every legal retreat, the shortest first."""
        grid = self.setup.map.grid
        firsts = grid.adjacent(self.unit.at)
        yield from ((a,) for a in firsts if self._why_not_way((a,)) is None)
        if self.reach > 1:
            for a in firsts:
                if self._why_not_hop(self.unit.at, a, last=False) is None:
                    for b in grid.adjacent(a):
                        if b not in firsts and self._why_not_way((a, b)) is None:
                            yield a, b

    def __iter__(self) -> Iterator[Choice]:
        for way in self.ways():
            for facing in facings_in(self.setup, self.state, self.uid, way[-1]):
                yield {"route": list(way), "facing": facing}
        if not self.forced:
            yield PASS

    def _why_not_way(self, way: tuple[str, ...]) -> Refusal | None:
        if not 1 <= len(way) <= self.reach or self.unit.at in way:
            words = counted(
                "The retreat goes {n} hex at most.",
                "The retreat goes {n} hexes at most.",
                n=self.reach,
            )
            return Refusal("9.32" if self.reach == 1 else "9.31", words, way)
        here = self.unit.at
        for index, hex_id in enumerate(way):
            why = self._why_not_hop(here, hex_id, last=index == len(way) - 1)
            if why:
                return why
            here = hex_id
        return why_not_stack(self.setup, (*self.state.stacks.get(here, ()), self.uid), here)

    def _why_not_hop(self, a: str, b: str, *, last: bool) -> Refusal | None:
        side, setup = self.kind.side, self.setup
        if setup.map.grid.direction(a, b) is None:
            return Refusal(
                "9.31",
                text(
                    "The unit retreats hex by hex, and it is too far to {hex}.",
                    hex=setup.map.place(b),
                ),
                (a, b),
            )
        if side_at(setup, self.state, b) == enemy_of(side):
            return Refusal("6.22", text("Enemies occupy {hex}.", hex=setup.map.place(b)), (b,))
        closed = why_not_there(setup, self.state, side, b)
        if closed is not None:
            return closed
        if not setup.map.passable(a, b, self.kind.arm):
            return Refusal(
                "7.23",
                text("The unit cannot pass into {hex}.", hex=setup.map.place(b)),
                (f"{a}/{b}",),
            )
        return self._why_not_zoc(a, b, last=last)

    def _why_not_zoc(self, a: str, b: str, *, last: bool) -> Refusal | None:
        """[9.31.zoc] No other enemy's ZOC at all; the attacker's only where the second hex ends."""
        holders = controllers(self.setup, self.state, b, enemy_of(self.kind.side))
        others = tuple(uid for uid in holders if uid not in self.foes)
        first = a == self.unit.at
        if others or (holders and (first or not last)):
            words = text("An enemy ZOC covers {hex}.", hex=self.setup.map.place(b))
            return Refusal("9.31.zoc", words, (b, *(others or holders)))
        return None

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS and not self.forced:
            return None
        words = text("Name the hexes of the retreat.")
        if not has_keys(choice, {"route"}, {"facing"}) or not are_words(choice["route"]):
            return Refusal("9.31", words)
        way = words_of(choice, "route")
        if not all(hex_id in self.setup.map.grid for hex_id in way):
            return Refusal("9.31", words)
        if not faces(choice):
            return WRONG_FACING
        end = way[-1] if way else self.unit.at
        return self._why_not_way(tuple(way)) or why_not_facing(
            self.setup, self.state, self.uid, end, facing_of(choice)
        )

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for hex_id in self.setup.map.grid.adjacent(self.unit.at):
            why = self._why_not_way((hex_id,))
            if why:
                yield {"route": [hex_id]}, why

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Stand")
        return text("Retreat to {hex}", hex=self.setup.map.place(words_of(choice, "route")[-1]))

    def toward(self, space: str) -> Choice | None:
        ends = (way for way in self.ways() if way[-1] == space)
        way = next(ends, None)
        if way is None:
            return None
        facing = facing_there(self.setup, self.state, self.uid, space, None)
        return {"route": list(way), "facing": facing}


def give_way(table: Board, uid: str) -> Procedure[None]:
    """[11.2.defence] Ask Jaegers, after the Commitment roll, whether to leave their hex."""
    if any(True for _ in Routes(table.setup, table.state, uid).ways()):
        yield from _retreat_or_stand(table, uid, "11.2.defence")


def _retreat_or_stand(
    table: Board, uid: str, rule: str = "", *, forced: bool = False
) -> Procedure[None]:
    """[9.31] [9.32] Ask one unit for its Retreat Before Shock."""
    rule = rule or ("9.32" if jaegers.is_jaeger(table.setup, uid) else "9.31")
    choice = yield Ask(
        _seat(table, uid),
        "retreat_before_shock",
        text("{unit} may Retreat Before Shock.", unit=effects.name_of(table, uid)),
        (rule, "9.31.zoc"),
        Routes(table.setup, table.state, uid, forced=forced),
        form="route",
        resting=table.state.phase == "shock.retreat" and not forced,
        interrupt=True,
        subject=(uid,),
        where=(table.state.units[uid].at,),
        reaction=Reaction(
            text("Retreat Before Shock"), book.attacking(table.state, table.state.units[uid].at)
        ),
        odds="retreat_odds",
        weighs={"unit": uid},
    )
    if choice != PASS:
        entered = go(table, uid, choice, rule)
        yield from ridden_over(table, uid, entered)


def go(table: Board, uid: str, choice: Choice, rule: str) -> tuple[str, ...]:
    """[9.31] Carry the retreat out; before a Charge by heavy cavalry it may Disorder (9.31.roll).

    Returns the hexes entered.
    """
    way = words_of(choice, "route")
    charged = any(attack.charge for attack in attackers_of(table.state, uid))
    start = table.state.units[uid].at
    facing = facing_there(table.setup, table.state, uid, way[-1], facing_of(choice))
    words = text("{unit} retreats before the Shock.", unit=effects.name_of(table, uid))
    table.log(
        "move",
        words,
        rule,
        seat=_seat(table, uid),
        pieces=(uid,),
        where=(way[-1],),
        path=(start, *way),
    )
    entered: tuple[str, ...] = ()
    for hex_id in way:
        if on_map(table.state.units[uid]):
            place(table, uid, entered[-1] if entered else start, hex_id, facing)
            entered = (*entered, hex_id)
    if charged and on_map(table.state.units[uid]):
        if not effects.cohesion_check(table, uid, "9.31.roll", "avoid_charge"):
            effects.disorder(table, uid, "9.31.roll")
    return entered


def _offer_advance(table: Board, target: str) -> Procedure[None]:
    """[9.72] One attacking stack may advance into the hex that was left empty."""
    word = f"advance {target}"
    ready = [
        a.id for a in book.against(table.state, target, DECLARED) if _may_enter(table, a, target)
    ]
    if not ready:
        book.answer(table, word)
        return
    side = table.state.active
    options: list[tuple[str, Text]] = [
        (
            aid,
            text(
                "Advance from {hex}", hex=table.setup.map.place(book.attack_of(table.state, aid).at)
            ),
        )
        for aid in ready
    ]
    answer = yield Ask(
        table.setup.seat_of(side),
        "advance_optional",
        text("Advance into {hex}, which was left empty?", hex=table.setup.map.place(target)),
        ("9.72", "9.31"),
        Listed([*options, (PASS, text("Stay"))]),
        resting=True,
        where=(target,),
    )
    choice = word_of(answer)
    if choice != PASS:
        attack = book.put(table, choice, status="vacated", at=target)
        way = (attack.origin, *attack.route)
        for uid in attack.units:
            effects.change(table, uid, fought=True)
            place(table, uid, way[-1], target, attack.facing)
        units = tuple(uid for uid in attack.units if table.state.units[uid].at == target)
        words = counted(
            "{units} advances.",
            "{units} advance.",
            n=len(attack.units),
            units=book.names(table.setup, attack.units),
        )
        table.log(
            "move",
            words,
            "9.72",
            pieces=attack.units,
            where=(target,),
            path=(*way, target),
        )
        if units and attack.route:
            yield from ridden_over(table, units[0], (*attack.route, target))
        if units:
            yield from choose_facing(table, units, side, "9.72")
    book.answer(table, word)


def _may_enter(table: Board, attack: Attack, target: str) -> bool:
    """[9.72] [9.81.steps] Whether a stack that has nobody else to attack may enter an empty hex.

    Chargers ride there by the way of their Charge, if nobody has come to stand on it meanwhile.
    """
    setup, state = table.setup, table.state
    foe = enemy_of(attack.side)
    shut = any(side_at(setup, state, hex_id) == foe for hex_id in attack.route)
    if shut or book.occupied_targets(setup, state, attack):
        return False
    arms = {setup.types[uid].arm for uid in attack.units}
    last = attack.route[-1] if attack.route else attack.at
    free = all(setup.map.passable(last, target, arm) for arm in arms)
    return free and why_not_there(setup, state, attack.side, target) is None
