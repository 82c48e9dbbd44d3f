"""[11.11] [11.12.a] [11.12.b] [11.12.note] [11.13] [11.16] Retreat, pursuit and advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from grognard.engines.core.data.text import Text, all_of, named, text
from grognard.engines.core.show.asks import (
    NOT_LISTED,
    PASS,
    Ask,
    Choice,
    Choices,
    Listed,
    Procedure,
)
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.cards.asked import marked, use_up
from grognard.engines.europa.combat.battle import of
from grognard.engines.europa.combat.hits import strike, unit_words
from grognard.engines.europa.field.effects import enter_hex
from grognard.engines.europa.field.position import capacity, commanders_at, space_at, units_at
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.field.terrain import is_open, may_enter, why_no_entry
from grognard.engines.europa.setup import Board, Setup, enemy_of
from grognard.engines.europa.state import State


def why_no_retreat(  # noqa: PLR0911 - a reason a line
    setup: Setup, state: State, side: str, start: str, hex_id: str
) -> Refusal | None:
    """[11.11] [14.6.french] Return why a stack under attack may not retreat to a hex beside it."""
    battle = of(state)
    if hex_id not in setup.map.grid.adjacent(start):
        return Refusal("11.11", text("A retreat goes to an adjacent hex."), (hex_id,))
    if not is_open(setup, state, start, hex_id) and not marked(state, "river_retreat", side):
        return Refusal("11.11", text("No retreat over a river without a bridge."), (hex_id,))
    why = why_no_entry(setup, side, hex_id)
    if why is not None:
        return Refusal("11.11", why.message, why.where)
    enemy = enemy_of(side)
    if units_at(setup, state, enemy, hex_id) or commanders_at(setup, state, enemy, hex_id):
        return Refusal("11.11", text("The enemy is there."), (hex_id,))
    if hex_id in setup.map.grid.adjacent(battle.start):
        words = text("It is adjacent to the stack that attacked.")
        return Refusal("11.11", words, (hex_id, battle.start))
    space = space_at(setup, state, side, hex_id) + space_at(setup, state, side, start)
    if space > capacity():
        return Refusal("11.11", text("There is no room for the stack."), (hex_id,))
    return None


def retreats(setup: Setup, state: State) -> list[str]:
    """[11.11] Return the hexes to which the stack under attack may retreat."""
    battle = of(state)
    side = enemy_of(battle.attacker)
    return [
        hex_id
        for hex_id in setup.map.grid.adjacent(battle.target)
        if why_no_retreat(setup, state, side, battle.target, hex_id) is None
    ]


def retreat_choices(setup: Setup, state: State, *, may_stay: bool) -> Listed:
    """[11.11] The hexes of a retreat, and staying where it is allowed; with the reason all other hexes."""
    battle = of(state)
    side = enemy_of(battle.attacker)
    options: list[Choice | tuple[Choice, Text]] = [(PASS, text("Stay"))] if may_stay else []
    options += [(hex_id, called(setup, hex_id)) for hex_id in retreats(setup, state)]

    def refused() -> Iterator[tuple[Choice, Refusal]]:
        for hex_id in setup.map.grid.adjacent(battle.target):
            why = why_no_retreat(setup, state, side, battle.target, hex_id)
            if why is not None:
                yield hex_id, why

    return Listed(options, refusals=refused)


def ask_retreat(  # noqa: PLR0913 - the facts of a question
    setup: Setup, state: State, kind: str, prompt: Text, rules: tuple[str, ...], *, may_stay: bool
) -> Ask:
    """[11.10] [11.12.b] [11.1.withdraw] Ask the defender where he retreats, or whether."""
    battle = of(state)
    return Ask(
        setup.seat_of(enemy_of(battle.attacker)),
        kind,
        prompt,
        rules,
        retreat_choices(setup, state, may_stay=may_stay),
        form="place",
        resting=True,
        interrupt=True,
        where=(battle.target,),
    )


def retreat(table: Board, hex_id: str, *rules: str) -> None:
    """[11.11] The stack under attack goes to a hex beside it, Commanders and disrupted units with it."""
    setup, state = table.setup, table.state
    battle = of(state)
    side = enemy_of(battle.attacker)
    uids = [unit.id for unit in units_at(setup, state, side, battle.target)]
    cids = [c.id for c in commanders_at(setup, state, side, battle.target)]
    words = text(
        "{hex}: the defenders retreat to {to}.",
        hex=called(setup, battle.target),
        to=called(setup, hex_id),
    )
    log_at(table, "move", words, hex_id, *rules, "11.11", side=side, pieces=uids)
    if not is_open(setup, state, battle.target, hex_id):
        use_up(table, "river_retreat", side)
    enter_hex(table, uids, cids, hex_id)


def is_pursued(setup: Setup, state: State, hex_id: str) -> bool:
    """[11.16] Whether cavalry of the attack rides after a stack that has retreated to a hex."""
    battle = of(state)
    side = enemy_of(battle.attacker)
    here = units_at(setup, state, side, hex_id)
    gone = [unit for unit in here if unit.id in battle.defenders]
    if any(setup.units[unit.id].is_cavalry and not unit.disrupted for unit in gone):
        return False
    rides = any(
        setup.units[uid].is_cavalry and not state.units[uid].disrupted and state.units[uid].on_map
        for uid in battle.units
    )
    return rides or marked(state, "pursue", battle.attacker)


def pursue(table: Board, hex_id: str) -> Procedure[None]:
    """[11.16] One disrupted unit of the stack that retreated is eliminated; its owner chooses."""
    setup, state = table.setup, table.state
    battle = of(state)
    side = enemy_of(battle.attacker)
    prey = [
        uid
        for uid in battle.defenders
        if state.units[uid].at == hex_id and state.units[uid].disrupted
    ]
    if not prey or not is_pursued(setup, state, hex_id):
        return
    uid = prey[0]
    if len(prey) > 1:
        ask = Ask(
            setup.seat_of(side),
            "pursued",
            text("Cavalry pursues. Which unit is lost?"),
            ("11.16",),
            Listed([(one, unit_words(setup, state, one)) for one in prey]),
            form="piece",
            resting=True,
            interrupt=True,
            where=(hex_id,),
        )
        uid = word_of((yield ask))
    strike(table, uid, "11.16")


def may_advance(setup: Setup, state: State, *, horse_only: bool) -> tuple[str, ...]:
    """[11.12.a] [11.12.b] [11.12.note] [11.13] Return the attacking units that may advance."""
    battle = of(state)
    if not may_enter(setup, battle.attacker, battle.target):
        return ()
    return tuple(
        uid
        for uid in battle.units
        if state.units[uid].at == battle.start
        and not state.units[uid].disrupted
        and (setup.units[uid].is_cavalry or not horse_only)
    )


class Advances(Choices):
    """[11.12.note] Some of the units that may advance, Commanders with them or not; or "pass"."""

    def __init__(
        self, setup: Setup, state: State, units: Sequence[str], chiefs: Sequence[str]
    ) -> None:
        self.setup, self.state = setup, state
        self.units, self.chiefs = tuple(units), tuple(chiefs)

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for units in _parts(self.units):
            if units:
                yield from ({"subset": [*units, *chiefs]} for chiefs in _parts(self.chiefs))

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        chosen = choice.get("subset") if isinstance(choice, dict) else None
        if not isinstance(chosen, list):
            return NOT_LISTED
        battle = of(self.state)
        for piece in chosen:
            if piece in battle.units and piece not in self.units:
                return self._why_not_unit(str(piece))
        known = (*self.units, *self.chiefs)
        if chosen != [piece for piece in known if piece in chosen]:
            return NOT_LISTED
        if not any(piece in self.units for piece in chosen):
            words = text("Commanders advance only with units.")
            return Refusal("11.12.note", words, (battle.target,))
        return None

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        battle = of(self.state)
        for uid in battle.units:
            if uid not in self.units and self.state.units[uid].at == battle.start:
                yield {"subset": [uid]}, self._why_not_unit(uid)

    def _why_not_unit(self, uid: str) -> Refusal:
        if self.state.units[uid].disrupted:
            return Refusal("11.12.note", text("A disrupted unit does not advance."), (uid,))
        return Refusal("11.12.b", text("After so narrow a victory only cavalry advances."), (uid,))

    def label(self, choice: Choice) -> Text:
        if not isinstance(choice, dict):
            return text("No advance")
        pieces = words_of(choice, "subset")
        return text(
            "Advance: {pieces}",
            pieces=all_of(named("unit", self.setup.name_of(one)) for one in pieces),
        )


def _parts(items: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for size in range(len(items), -1, -1):
        yield from combinations(items, size)


def advance(table: Board, *, horse_only: bool, rule: str) -> Procedure[None]:
    """[11.12.a] [11.12.b] [11.13] Attacking units in good order may advance into the emptied hex."""
    setup, state = table.setup, table.state
    battle = of(state)
    side, target = battle.attacker, battle.target
    units = may_advance(setup, state, horse_only=horse_only)
    if not units or good_or_bad(setup, state, enemy_of(side), target):
        if not may_enter(setup, side, target):
            words = text("The French do not advance into such ground.")
            log_at(table, "note", words, target, "14.6.french", "11.12.note", side=side)
        return
    chiefs = [c.id for c in commanders_at(setup, state, side, battle.start)]
    ask = Ask(
        setup.seat_of(side),
        "advance",
        text("Who advances into {hex}?", hex=called(setup, target)),
        (rule, "11.12.note"),
        Advances(setup, state, units, chiefs),
        form="subset",
        resting=True,
        where=(target,),
        odds="advance_odds",
    )
    choice = yield ask
    if choice == PASS:
        return
    chosen = words_of(choice, "subset")
    going = [piece for piece in chosen if piece in setup.units]
    words = text(
        "{units} advance into {hex}.",
        units=all_of(named("unit", setup.units[uid].name) for uid in going),
        hex=called(setup, target),
    )
    log_at(table, "move", words, target, rule, "11.12.note", side=side, pieces=going)
    enter_hex(table, going, [piece for piece in chosen if piece in setup.chiefs], target)


def good_or_bad(setup: Setup, state: State, side: str, hex_id: str) -> bool:
    """Whether a side has combat units in a hex, in good order or not."""
    return bool(units_at(setup, state, side, hex_id))
