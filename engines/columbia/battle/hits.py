"""[6.5.strongest] Giving out hits: in a battle, and of a bombardment (5.3.hits).

`State.hits` is the cursor: what is still to be given. Every hit is given by itself, to the block
that is strongest at that moment; where several are, their owner chooses. In a battle blocks lie
open; under bombardment the owner chooses in secret and is asked whenever the area holds two of his
blocks, so that being asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.engines.columbia.battle.fighters import double_defense, fighters, in_square, put, tidy
from grognard.engines.columbia.battle.firing import SQUARE
from grognard.engines.columbia.field.choice_shapes import Options
from grognard.engines.columbia.field.effects import lose_step
from grognard.engines.columbia.field.position import SIDE_ADJECTIVES, in_area, strength
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import RUSSIAN, Hits, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.frozen import alike, evolve
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal


def assign(table: Board, hits: Hits) -> Procedure[None]:
    """Give hits to the blocks of a side, after those that are still to be given."""
    table.update(hits=(*table.state.hits, hits))
    yield from pending(table)


def pending(table: Board) -> Procedure[None]:
    """Give every hit that is still to be given."""
    while table.state.hits:
        head = table.state.hits[0]
        able = eligible(table.setup, table.state, head)
        if head.count <= 0 or not able:
            _drop(table, head)
        elif _asks(table.setup, table.state, head, able):
            choice = word_of((yield _ask(table.setup, table.state, head, able)))
            _take(table, head, choice)
        else:
            _take(table, head, able[0])


def _drop(table: Board, head: Hits) -> None:
    """[6.62.target] Hits beyond what the group can take are lost."""
    if head.count > 0:
        words = counted(
            "{n} hit has no target left.", "{n} hits have no target left.", n=head.count
        )
        rule = "6.62.target" if head.group else head.rule
        table.log("result", words, rule, where=(head.at,))
    table.update(hits=table.state.hits[1:])


def candidates(setup: Setup, state: State, hits: Hits) -> tuple[str, ...]:
    """[6.62.target] Return the blocks among which hits are given out."""
    battle = state.battle
    if battle is None:
        return in_area(setup, state, hits.at, hits.side)
    blocks = fighters(setup, state, hits.side)
    if not hits.group:
        return blocks
    if hits.group in state.blocks:
        return tuple(uid for uid in blocks if uid == hits.group)
    return tuple(uid for uid in blocks if in_square(battle, uid) == (hits.group == SQUARE))


def eligible(setup: Setup, state: State, hits: Hits) -> tuple[str, ...]:
    """[6.5.strongest] [6.51.hits] Return the blocks one of which must take the next hit."""
    able = candidates(setup, state, hits)
    if state.battle is not None:
        half = tuple(uid for uid in able if uid in state.battle.half)
        able = half or able
    most = max((strength(setup.types[uid], state.blocks[uid]) for uid in able), default=0)
    return tuple(uid for uid in able if strength(setup.types[uid], state.blocks[uid]) == most)


def _asks(setup: Setup, state: State, hits: Hits, able: tuple[str, ...]) -> bool:
    """Whether the owner is asked: under bombardment whatever the public position leaves open."""
    if state.battle is None:
        return len(in_area(setup, state, hits.at, hits.side)) > 1
    return len(able) > 1


def _ask(setup: Setup, state: State, hits: Hits, able: tuple[str, ...]) -> Ask:
    """[6.5.strongest] [5.3.hits] Ask the owner which of the strongest takes the hit."""
    secret = state.battle is None
    rules = ("5.3.hits", "6.5.strongest") if secret else ("6.5.strongest",)
    area = setup.ground.areas[hits.at].name

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for uid in candidates(setup, state, hits):
            if uid not in able:
                yield uid, _why_not(state, uid)

    return Ask(
        setup.seat_of(hits.side),
        "bombard_loss" if secret else "hit",
        text("Which block in {area} takes the hit? ({count} left)", area=area, count=hits.count),
        rules,
        Struck(rules[0], setup, state, able, refusals),
        form="piece",
        resting=True,
        secret=secret,
        interrupt=secret and hits.side != state.active,
        subject=() if secret else able,
        where=(hits.at,),
        idle=None if secret else lambda: _all_the_same(setup, state, hits, able),
    )


def _all_the_same(setup: Setup, state: State, hits: Hits, able: tuple[str, ...]) -> str | None:
    """[6.5.strongest] Return a block where it comes to the same which one takes the hit.

    They are alike but for their names; or there are hits enough for each of them to take one before
    any takes a second, if a hit is a whole step.
    """
    whole = not double_defense(setup, state, hits.side)
    first, *others = able
    kinds, blocks = setup.types, state.blocks
    same = all(
        alike(kinds[first], kinds[uid], "id", "name", "provenance")
        and alike(blocks[first], blocks[uid], "id")
        for uid in others
    )
    return first if same or (whole and hits.count >= len(able)) else None


class Struck(Options):
    """[6.5.strongest] The blocks one of which takes a hit, named when somebody asks for a name."""

    def __init__(
        self,
        rule: str,
        setup: Setup,
        state: State,
        able: tuple[str, ...],
        refusals: Callable[[], Iterator[tuple[Choice, Refusal]]],
    ) -> None:
        super().__init__(rule, able, refusals)
        self.setup, self.state = setup, state

    def label(self, choice: Choice) -> Text:
        kind, block = self.setup.types[word_of(choice)], self.state.blocks[word_of(choice)]
        return text("{block}, strength {strength}", block=kind.name, strength=strength(kind, block))


def _why_not(state: State, uid: str) -> Refusal:
    if state.battle is not None and state.battle.half:
        words = text("A block that holds a half-hit takes the next hit.")
        return Refusal("6.51.hits", words, state.battle.half)
    return Refusal("6.5.strongest", text("A stronger block takes the hit."), (uid,))


def _take(table: Board, head: Hits, uid: str) -> None:
    """[4.12] [6.51.hits] Let a block take one hit: a step, or half a one with double defense."""
    rest = table.state.hits[1:]
    left = evolve(head, count=head.count - 1)
    table.update(hits=(left, *rest) if left.count else rest)
    if table.state.battle is None:
        _bombarded(table, head, uid)
    elif _half_hit(table, head, uid):
        _log_half(table, head, uid)
    else:
        _hit(table, head, uid)
    if table.state.battle is not None:
        tidy(table)


def _half_hit(table: Board, head: Hits, uid: str) -> bool:
    """[6.51.hits] Note a half-hit of a D2 block; False where the hit costs a step."""
    battle = table.state.battle
    if battle is None or not double_defense(table.setup, table.state, head.side):
        return False
    # Of the hits a step costs all but the last are kept as half-hits: one, as D2 takes two.
    if battle.half.count(uid) + 1 < number("double_defense_hits"):
        put(table, half=(*battle.half, uid))
        return True
    put(table, half=tuple(other for other in battle.half if other != uid))
    return False


def _log_half(table: Board, head: Hits, uid: str) -> None:
    words = text("{block} takes a half-hit (D2).", block=table.setup.types[uid].name)
    table.log(
        "result",
        words,
        "6.51.hits",
        "6.51.who",
        head.rule,
        seat=table.setup.seat_of(head.side),
        pieces=(uid,),
        where=(head.at,),
    )


def _hit(table: Board, head: Hits, uid: str) -> None:
    """[6.5.immediate] [6.5.eliminate] Let an open block lose a step, at once and for all to see."""
    setup = table.setup
    kind = setup.types[uid]
    last = table.state.blocks[uid].step + 1 == len(kind.ladder)
    after = 0 if last else kind.ladder[table.state.blocks[uid].step + 1]
    words = (
        text("{block} takes a hit on its last step.", block=kind.name)
        if last
        else text("{block} takes a hit: strength {strength}.", block=kind.name, strength=after)
    )
    rules = [head.rule, "6.5.eliminate" if last else "4.12", "6.5.immediate"]
    if last and kind.is_hq and kind.weight == "corps":
        rules.append("6.92")
    table.log("loss", words, *rules, seat=setup.seat_of(head.side), pieces=(uid,), where=(head.at,))
    lose_step(table, uid, elimination_rule(setup, uid))


def _bombarded(table: Board, head: Hits, uid: str) -> None:
    """[5.3.hits] [6.51.bombard] Let a hidden block lose a step: only its owner sees which."""
    setup = table.setup
    seat = setup.seat_of(head.side)
    area = setup.ground.areas[head.at]
    redoubt = ("6.51.bombard",) if area.redoubt and head.side == RUSSIAN else ()
    words = text(
        "A {side} block in {area} takes a hit.", side=SIDE_ADJECTIVES[head.side], area=area.name
    )
    private = text("{block} takes a hit.", block=setup.types[uid].name)
    table.log(
        "loss",
        words,
        head.rule,
        *redoubt,
        seat=seat,
        where=(head.at,),
        private=private,
        private_to=(seat,),
        private_pieces=(uid,),
    )
    # Everybody reads the rule: that of HQs (6.91) would tell what fell.
    lose_step(table, uid, "6.9")


def elimination_rule(setup: Setup, uid: str) -> str:
    """[6.9] [6.91] Return the rule by which a block is removed for good."""
    return "6.91" if setup.types[uid].is_hq else "6.9"
