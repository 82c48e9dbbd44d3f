"""[15.1] Dummies that make stacks look higher."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import NOT_LISTED, PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.field.position import Stacks, stacks, units_at
from grognard.engines.europa.field.telling import called_stack
from grognard.engines.europa.setup import SIDES, Board, Setup
from grognard.engines.europa.tables import number

RULE = "15.1"
AT_WILL = "heights"
"""The word for sharing out dummies before a question is answered."""


def begin_heights(table: Board) -> None:
    """[15.1] Who sets dummies begins with the French."""
    table.update(deciding="french" if table.setup.option("heights") else "", done=())


def heights_step(table: Board) -> Procedure[None]:
    """[15.1] Each player shares out dummies among his stacks, in secret, as he likes."""
    while side := table.state.deciding:
        if stacks(table.setup, table.state, side):
            yield from _share(table, side, rare=True)
        later = SIDES[SIDES.index(side) + 1 :]
        table.update(deciding=later[0] if later else "")


def _share(table: Board, side: str, *, rare: bool) -> Procedure[None]:
    """[15.1] Ask a side for its dummies; `rare`: at the start of the turn, where the State stands at this question."""
    answer = yield Ask(
        table.setup.seat_of(side),
        "heights",
        text("Dummies in your stacks: up to {n} in all.", n=number("height_dummies")),
        (RULE,),
        _heights(table.setup, stacks(table.setup, table.state, side)),
        form="allocate",
        resting=rare,
        secret=True,
        rare=rare,
    )
    if answer != PASS:
        _set(table, side, answer)


def at_will(table: Board, steps: Procedure[None]) -> Procedure[None]:
    """[15.1] Dummies are put and taken at their owner's will: before he answers any question outside combat.

    Whoever decides about stacks that are hidden looks at his own, and nobody with him.
    """
    try:
        ask = next(steps)
        while True:
            answer = yield evolve(ask, secret=True, asides=_asides(table, ask))
            if answer == AT_WILL:
                side = next(one.side for one in table.setup.info.seats if one.id == ask.seat)
                yield from _share(table, side, rare=False)
            else:
                ask = steps.send(answer)
    except StopIteration:
        return


def _asides(table: Board, ask: Ask) -> dict[str, Text]:
    """[15.1] Return that dummies may be shared out beside a question: in the course of a turn, out of combat."""
    state = table.state
    busy = state.battle is not None or ask.interrupt or not ask.resting
    if busy or not state.turn or ask.kind == AT_WILL:
        return {}
    side = next(one.side for one in table.setup.info.seats if one.id == ask.seat)
    return {AT_WILL: text("Dummies in your stacks ...")} if stacks(table.setup, state, side) else {}


def _heights(setup: Setup, held: Stacks) -> Heights:
    """[15.1] Return what a player may choose; his stacks are called by their hex and first unit."""
    names = {at: called_stack(setup, at, units) for at, units in held.items()}
    return Heights({at: len(units) for at, units in sorted(held.items())}, names.__getitem__)


def _set(table: Board, side: str, answer: Choice) -> None:
    """[15.1] So many units of each stack have a dummy with them, which goes where they go."""
    setup, state = table.setup, table.state
    kept = [uid for uid in state.heights if setup.units[uid].side != side]
    mine = [
        unit.id
        for at, count in shares_of(answer).items()
        for unit in units_at(setup, state, side, at)[:count]
    ]
    table.update(heights=(*kept, *mine))


def shares_of(choice: Choice) -> dict[str, int]:
    """Return what a choice allocates."""
    said = choice.get("allocate") if isinstance(choice, dict) else None
    return {at: n for at, n in said.items() if isinstance(n, int)} if isinstance(said, dict) else {}


class Heights(Choices):
    """[15.1] How many dummies each stack has: no more than units, and not too many in all."""

    finite = False

    def __init__(self, most: dict[str, int], called: Callable[[str], Text] | None = None) -> None:
        self.most, self.called = most, called

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        yield {"allocate": dict.fromkeys(self.most, 0)}

    def sample(self, rng: Random) -> Choice:
        given = dict.fromkeys(self.most, 0)
        for _ in range(rng.randint(0, number("height_dummies"))):
            at = rng.choice(list(given))
            given[at] = min(self.most[at], given[at] + 1)
        return {"allocate": given}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        given = shares_of(choice)
        if given.keys() != self.most.keys():
            return NOT_LISTED
        over = tuple(at for at, n in given.items() if not 0 <= n <= self.most[at])
        if over:
            return Refusal(RULE, text("A stack has no more dummies than units."), over)
        if sum(given.values()) > number("height_dummies"):
            words = text("There are {n} dummies in all.", n=number("height_dummies"))
            return Refusal(RULE, words)
        return None
