"""[6.6] Squares and shelter: declared at the start of every round, the defender first."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.columbia.battle.fighters import (
    battle_of,
    fighters,
    names,
    put,
    square_sheltering,
)
from grognard.engines.columbia.field.choice_shapes import Options, part_of, unlisted
from grognard.engines.columbia.field.position import SIDE_NAMES, enemy_of, strength
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Procedure, Reaction, Subset
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal

NO_SQUARES = ("woods", "swamp")


def possible(setup: Setup, at: str) -> bool:
    """[6.6.terrain] Whether squares can be formed in an area."""
    return setup.ground.areas[at].terrain not in NO_SQUARES


class Squares(Subset):
    """The infantry of a side that shall stand in square in this round, in listed order."""

    def __init__(
        self, setup: Setup, infantry: tuple[str, ...], squares: tuple[str, ...] = ()
    ) -> None:
        super().__init__(infantry, ticked=[uid for uid in infantry if uid in squares])
        self.setup = setup

    def why_not(self, choice: Choice) -> Refusal | None:
        if part_of(choice, self.items) is not None:
            return None
        asked = choice.get("subset") if isinstance(choice, dict) else None
        for uid in asked if isinstance(asked, list) else ():
            kind = self.setup.types.get(uid) if isinstance(uid, str) else None
            if kind is not None and not kind.is_infantry:
                return Refusal("6.6.form", text("Only infantry forms square."), (kind.id,))
        return unlisted("6.6.form")

    def label(self, choice: Choice) -> Text:
        if not words_of(choice, "subset"):
            return text("All in line")
        return text(
            "In square: {blocks}", blocks=names(self.setup, tuple(words_of(choice, "subset")))
        )


def declare(table: Board, side: Side) -> Procedure[None]:
    """[6.6.form] [6.6.both] Let one side form or leave squares, then name who is sheltered."""
    setup = table.setup
    battle = battle_of(table.state)
    if not possible(setup, battle.at):
        return
    infantry = tuple(
        uid for uid in fighters(setup, table.state, side) if setup.types[uid].is_infantry
    )
    if side not in battle.declared:
        if infantry:
            choice = yield _ask_squares(setup, table.state, side, infantry)
            _form(table, side, infantry, tuple(words_of(choice, "subset")))
        put(table, declared=(*battle_of(table.state).declared, side))
    yield from _shelter(table, infantry)


def _ask_squares(setup: Setup, state: State, side: Side, infantry: tuple[str, ...]) -> Ask:
    battle = battle_of(state)
    return Ask(
        setup.seat_of(side),
        "square",
        text("Which infantry is in square in round {round}?", round=battle.round),
        ("6.6.form", "6.6.both"),
        Squares(setup, infantry, battle.squares),
        form="subset",
        resting=True,
        subject=infantry,
        where=(battle.at,),
        reaction=Reaction(text("squares in battle"), _riders(setup, state, side), {"subset": []}),
        idle=lambda: _in_line(setup, state, side, infantry),
    )


def _in_line(setup: Setup, state: State, side: Side, infantry: tuple[str, ...]) -> Choice | None:
    """[6.6.form] All stay in line where no enemy cavalry fights and nobody stands in square."""
    squares = {*battle_of(state).squares} & {*infantry}
    return None if _riders(setup, state, side) or squares else {"subset": []}


def _riders(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """The enemy cavalry of the battle."""
    there = fighters(setup, state, enemy_of(side))
    return tuple(uid for uid in there if setup.types[uid].is_cavalry)


def _form(table: Board, side: Side, infantry: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    """[6.6.form] Mark the squares of a side; what was sheltered is named anew."""
    setup = table.setup
    battle = battle_of(table.state)
    others = tuple(uid for uid in battle.squares if uid not in infantry)
    if chosen or set(battle.squares) & set(infantry):
        words = (
            text("{side}: in square: {blocks}.", side=SIDE_NAMES[side], blocks=names(setup, chosen))
            if chosen
            else text("{side}: no squares.", side=SIDE_NAMES[side])
        )
        table.log(
            "result", words, "6.6.form", seat=setup.seat_of(side), pieces=chosen, where=(battle.at,)
        )
    put(table, squares=(*others, *chosen))


def shelterable(setup: Setup, state: State, square: str) -> tuple[str, ...]:
    """[6.61.shelter] Return the blocks a square may shelter."""
    side = setup.types[square].side
    return tuple(
        uid
        for uid in fighters(setup, state, side)
        if _why_not_shelter(setup, state, square, uid) is None
    )


def _why_not_shelter(setup: Setup, state: State, square: str, uid: str) -> Refusal | None:
    """[6.61.shelter] Refuse a block a square cannot shelter."""
    types = setup.types
    if types[uid].is_infantry:
        return Refusal("6.61.shelter", text("A square does not shelter infantry."), (uid,))
    if square_sheltering(battle_of(state), uid):
        return Refusal("6.61.shelter", text("Another square shelters it."), (uid,))
    own = strength(types[square], state.blocks[square])
    if strength(types[uid], state.blocks[uid]) > own:
        return Refusal("6.61.shelter", text("It is stronger than the square."), (uid,))
    return None


def _shelter(table: Board, infantry: tuple[str, ...]) -> Procedure[None]:
    """[6.61.shelter] Ask for each square which block it shelters, if any can be."""
    setup = table.setup
    for square in infantry:
        battle = battle_of(table.state)
        if square not in battle.squares or square in battle.declared:
            continue
        able = shelterable(setup, table.state, square)
        choice = PASS
        if able:
            choice = word_of((yield _ask_shelter(setup, table.state, square, able)))
        pairs = battle.sheltered if choice == PASS else (*battle.sheltered, (square, choice))
        put(table, declared=(*battle.declared, square), sheltered=pairs)
        if choice != PASS:
            words = text(
                "{square} shelters {block}.",
                square=setup.types[square].name,
                block=setup.types[choice].name,
            )
            table.log(
                "result",
                words,
                "6.61.shelter",
                "6.61.effect",
                pieces=(square, choice),
                seat=setup.seat_of(setup.types[square].side),
                where=(battle.at,),
            )


def _ask_shelter(setup: Setup, state: State, square: str, able: tuple[str, ...]) -> Ask:
    side = setup.types[square].side

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for uid in fighters(setup, state, side):
            why = _why_not_shelter(setup, state, square, uid)
            if why is not None:
                yield uid, why

    options: list[tuple[Choice, Text]] = [
        (uid, text("{block}", block=setup.types[uid].name)) for uid in able
    ]
    return Ask(
        setup.seat_of(side),
        "shelter",
        text("Which block does the square of {block} shelter?", block=setup.types[square].name),
        ("6.61.shelter",),
        Options("6.61.shelter", [*options, (PASS, text("None"))], refusals),
        form="piece",
        resting=True,
        subject=(square,),
        where=(battle_of(state).at,),
    )
