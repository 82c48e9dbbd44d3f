"""[6.31] Every way the rest of a battle round may end, with its chance.

The procedures that play a round play it here, too, from every position it may come to: who acts,
at whom he fires, what stands in square and who takes a hit is asked of them each time. Only the
dice are not rolled: each count of hits is given out, with its chance. Positions that are the same
are followed once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from grognard.engines.columbia.battle import hits, retreat
from grognard.engines.columbia.battle.battleturn import FIRE, Turns, battle_turn
from grognard.engines.columbia.battle.fighters import battle_of, outcome, put
from grognard.engines.columbia.battle.firing import Fire
from grognard.engines.columbia.battle.rounds import next_to_act
from grognard.engines.columbia.field.position import enemy_of
from grognard.engines.columbia.odds.assumed import answered, turn_of
from grognard.engines.columbia.odds.chances import hits as chances_of
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import Hits, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.play.dice import ScriptedDice, ScriptError
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.choices import word_of

Ends: TypeAlias = list[tuple[State, float]]
Key: TypeAlias = tuple[object, ...]

RULE = "6.5.strongest"


def after_hits(setup: Setup, state: State, given: Hits) -> State:
    """[6.5.strongest] [5.3.hits] Return the position when hits have been given out as assumed."""
    board = _board(setup, state)
    board.update(hits=(given,))
    answered(board, hits.pending(board))
    return board.state


def round_ends(setup: Setup, state: State) -> Ends:
    """[6.31.order] Return how the rest of a round may end, each way with its chance."""
    return _Round(setup, state).ends()


def _board(setup: Setup, state: State, dice: tuple[int, ...] = ()) -> Board:
    return Table(setup, state, ScriptedDice(dice))


class _Round:
    """One round followed through all it may come to; positions are told apart by those in it."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.start = setup, state
        self.here = state.areas.get(battle_of(state).at, ())
        self._struck: dict[Key, State] = {}

    def ends(self) -> Ends:
        """Follow the round, one battle turn after the other."""
        found: Ends = []
        level: dict[Key, tuple[State, float]] = {(): (self._settled(self.start), 1.0)}
        while level:
            following: dict[Key, tuple[State, float]] = {}
            for state, chance in level.values():
                now = next_to_act(self.setup, state)
                if now is None or outcome(self.setup, state) is not None:
                    found.append((state, chance))
                    continue
                for after, part in self._turn(state, *now):
                    key = self._key(after)
                    before = following[key][1] if key in following else 0.0
                    following[key] = (after, before + chance * part)
            level = following
        return found

    def _key(self, state: State) -> Key:
        """Return what tells a position of this round from the others: how its blocks stand."""
        battle, blocks = battle_of(state), state.blocks
        return (
            tuple([(blocks[uid].at, blocks[uid].step) for uid in self.here]),
            frozenset(battle.acted),
            tuple(sorted(battle.half)),
            battle.squares,
            battle.sheltered,
            frozenset(battle.crossed),
        )

    def _settled(self, state: State) -> State:
        """[6.5.immediate] Return the position once all that a battle turn leaves owing is done."""
        battle = battle_of(state)
        if not state.hits and not battle.displaced:
            return state
        board = _board(self.setup, state)
        answered(board, hits.pending(board))
        answered(board, retreat.pending(board))
        return board.state

    def _turn(
        self, state: State, side: Side, blocks: tuple[str, ...]
    ) -> Iterator[tuple[State, float]]:
        """[6.31.turn] Give what one battle turn may lead to."""
        choices = Turns(self.setup, state, blocks)
        choice = turn_of(self.setup, state, choices)
        if choice is None or word_of(choice, "do") != FIRE:
            yield from self._played(state, side, blocks)
            return
        board = _board(self.setup, state)
        put(board, acted=(*battle_of(state).acted, word_of(choice, "piece")))
        yield from self._fired(board.state, enemy_of(side), choices.fire(choice))

    def _fired(self, state: State, enemy: Side, fire: Fire) -> Iterator[tuple[State, float]]:
        """[6.5.roll] Give the positions after every count of hits of a fire, one hit more each."""
        for count, part in enumerate(chances_of(fire.dice, fire.firepower)):
            if count:
                state = self._hit(state, Hits(enemy, 1, battle_of(state).at, RULE, fire.target))
            if part:
                yield state, float(part)

    def _hit(self, state: State, given: Hits) -> State:
        key = (self._key(state), given)
        if key not in self._struck:
            self._struck[key] = after_hits(self.setup, state, given)
        return self._struck[key]

    def _played(
        self, state: State, side: Side, blocks: tuple[str, ...]
    ) -> Iterator[tuple[State, float]]:
        """Give what a turn other than fire leads to, for every face of the dice it rolls."""
        faces = range(1, number("dice_sides") + 1)
        rows: list[tuple[int, ...]] = [()]
        while rows:
            dice = rows.pop()
            board = _board(self.setup, state, dice)
            try:
                answered(board, battle_turn(board, side, blocks))
            except ScriptError:
                rows += [(*dice, face) for face in faces]
                continue
            yield self._settled(board.state), len(faces) ** -len(dice)
