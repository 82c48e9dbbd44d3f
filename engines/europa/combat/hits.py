"""[11.14] [11.15] [11.17.apply] [11.17.odd] Hits: how many, and to whom their owner gives them."""

from __future__ import annotations

from grognard.engines.core.data.frozen import alike, evolve
from grognard.engines.core.data.text import Text, counted, named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.combat.battle import of, put
from grognard.engines.europa.field.effects import hit
from grognard.engines.europa.field.position import units_at
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.setup import Board, Setup, enemy_of
from grognard.engines.europa.state import Battle, State
from grognard.engines.europa.tables import number, row

ODD = 2


def roll_winner_hits(table: Board, loser: str, difference: int, most: int) -> int:
    """[11.15] Roll for the hits that the loser inflicts on the winner: half the difference, changed by the die."""
    battle, setup = of(table.state), table.setup
    roll = table.roll(
        seat=setup.seat_of(loser),
        rule="11.15",
        purpose="winner_hits",
        subject=battle.target,
        sides=number("die"),
        first=1,
        says=text("Hits on the winner"),
        judge=lambda natural, _total: str(row("winner_hits", str(natural))["adds"]),
        read_in=("winner_hits", "adds"),
    )
    found = min(most, max(0, difference // 2 + int(roll.result)))
    words = counted("{n} hit on the winner", "{n} hits on the winner", n=found)
    table.log("result", words, "11.15", "1.2", where=(battle.target,))
    return found


def main_stack(battle: Battle, side: str) -> tuple[str, ...]:
    """[11.17.apply] Return the units that attacked or defended themselves."""
    return battle.units if side == battle.attacker else battle.defenders


def supporting(battle: Battle, side: str) -> tuple[str, ...]:
    """[11.17.apply] Return the hexes of a side's supporting stacks."""
    return battle.support if side == battle.attacker else battle.defence


def bearers(setup: Setup, state: State, side: str) -> tuple[str, ...]:
    """[11.17.apply] Return the units that may take the next hit.

    Half of the hits, the larger half, is kept for the stack that attacked or defended.
    """
    battle = of(state)
    here = tuple(uid for uid in main_stack(battle, side) if state.units[uid].on_map)
    others = battle.elsewhere.get(side, 0)
    if others >= battle.hits.get(side, 0) // 2:
        return here
    helpers = (
        unit.id
        for hex_id in supporting(battle, side)
        for unit in units_at(setup, state, side, hex_id)
    )
    return (*here, *helpers)


def give_hits(table: Board, side: str) -> Procedure[None]:
    """[11.17.apply] The owner gives the hits of his side to units, one by one.

    Where it makes no difference, nobody is asked: one unit is left, or the hits eliminate all.
    """
    setup = table.setup
    while of(table.state).taken.get(side, 0) < of(table.state).hits.get(side, 0):
        units = bearers(setup, table.state, side)
        if not units:
            table.log("note", text("The remaining hits have no target."), "11.17.apply")
            battle = of(table.state)
            put(table, taken={**battle.taken, side: battle.hits[side]})
            return
        uid = units[0]
        if not _same_for_all(table.state, side, units):
            uid = word_of((yield _ask(setup, table.state, side, units)))
        take(table, side, uid)


def _same_for_all(state: State, side: str, units: tuple[str, ...]) -> bool:
    """[11.17.apply] Whether nothing is left to decide: one unit, or hits enough to eliminate all."""
    battle = of(state)
    left = battle.hits[side] - battle.taken.get(side, 0)
    bears = sum(1 if state.units[uid].disrupted else 2 for uid in units)
    return len(units) == 1 or (left >= bears and not supporting(battle, side))


def take(table: Board, side: str, uid: str) -> None:
    """[11.17.apply] A unit takes a hit, which is counted for its stack."""
    battle = of(table.state)
    at = table.state.units[uid].at
    taken = {**battle.taken, side: battle.taken.get(side, 0) + 1}
    stacks = {**battle.stacks, at: battle.stacks.get(at, 0) + 1}
    elsewhere = dict(battle.elsewhere)
    if uid not in main_stack(battle, side):
        elsewhere[side] = elsewhere.get(side, 0) + 1
    put(table, taken=taken, stacks=stacks, elsewhere=elsewhere)
    strike(table, uid, "11.17.apply")


def strike(table: Board, uid: str, *rules: str) -> None:
    """[11.17.apply] A unit takes a hit; if it is lost that is remembered."""
    hit(table, uid, *rules)
    if not table.state.units[uid].on_map:
        put(table, lost=(*of(table.state).lost, uid))


def _ask(setup: Setup, state: State, side: str, units: tuple[str, ...]) -> Ask:
    battle = of(state)
    left = battle.hits[side] - battle.taken.get(side, 0)
    prompt = counted("Which unit takes the hit?", "Which unit takes the next of {n} hits?", n=left)
    return Ask(
        setup.seat_of(side),
        "hit",
        prompt,
        ("11.17.apply",),
        Bearers(setup, state, side, units),
        form="piece",
        resting=True,
        interrupt=True,
        where=(battle.target,),
        idle=lambda: _all_the_same(setup, state, units),
    )


def _all_the_same(setup: Setup, state: State, units: tuple[str, ...]) -> str | None:
    """[11.17.apply] Return a unit where those that may take the hit are alike but for their names."""
    first, *others = units
    cards, now = setup.units, state.units
    same = all(
        alike(cards[first], cards[uid], "id", "name") and alike(now[first], now[uid], "id")
        for uid in others
    )
    return first if same else None


class Bearers(Listed):
    """The units that may take a hit; those of supporting stacks are refused when they have had their half."""

    def __init__(self, setup: Setup, state: State, side: str, units: tuple[str, ...]) -> None:
        super().__init__([(uid, unit_words(setup, state, uid)) for uid in units])
        self.setup, self.state, self.side = setup, state, side

    def why_not(self, choice: Choice) -> Refusal | None:
        why = super().why_not(choice)
        battle = of(self.state)
        if why is None or not isinstance(choice, str) or choice not in self.state.units:
            return why
        if self.state.units[choice].at in supporting(battle, self.side):
            words = text("At least half of the hits go to the stack that did the fighting.")
            return Refusal("11.17.apply", words, (choice,))
        return why


def unit_words(setup: Setup, state: State, uid: str) -> Text:
    """Name a unit and say what a hit does to it."""
    name = named("unit", setup.units[uid].name)
    if state.units[uid].disrupted:
        return text("{unit}: eliminated", unit=name)
    return text("{unit}: disrupted", unit=name)


def odd_stacks(setup: Setup, state: State, side: str) -> list[tuple[str, list[str]]]:
    """[11.17.odd] Return the stacks with an odd number of hits that may take one more, and on whom."""
    battle = of(state)
    found = []
    for hex_id, count in battle.stacks.items():
        units = [unit.id for unit in units_at(setup, state, side, hex_id) if unit.disrupted]
        if count % ODD and units and hex_id not in battle.settled:
            found.append((hex_id, units))
    return found


def odd_hits(table: Board, side: str) -> Procedure[None]:
    """[11.17.odd] A stack with an odd number of hits may take one more, to be rid of a disrupted unit."""
    setup = table.setup
    while stacks := odd_stacks(setup, table.state, side):
        hex_id, units = stacks[0]
        options: list[Choice | tuple[Choice, Text]] = [(PASS, text("No further hit"))]
        options += [(uid, unit_words(setup, table.state, uid)) for uid in units]
        ask = Ask(
            setup.seat_of(side),
            "extra_hit",
            text("One more hit at {hex}?", hex=called(setup, hex_id)),
            ("11.17.odd",),
            Listed(options),
            form="piece",
            resting=True,
            interrupt=True,
            rare=True,
            where=(hex_id,),
        )
        choice = yield ask
        put(table, settled=(*of(table.state).settled, hex_id))
        if choice != PASS:
            strike(table, word_of(choice), "11.17.odd")


def lost_by(setup: Setup, state: State, side: str) -> int:
    """[14.7.decisive] Return how many units a side has lost in the combat."""
    return sum(setup.units[uid].side == side for uid in of(state).lost)


def loser_of(battle: Battle) -> str:
    """[11.8] Return the side with the lower value, "" on a tie."""
    if battle.fav == battle.fdv:
        return ""
    return battle.attacker if battle.fav < battle.fdv else enemy_of(battle.attacker)


def with_hits(battle: Battle, side: str, count: int) -> Battle:
    """Return the combat with the hits of a side."""
    return evolve(battle, hits={**battle.hits, side: count})
