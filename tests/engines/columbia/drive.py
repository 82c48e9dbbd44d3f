"""Plays one procedure of the Columbia engine with chosen answers, for tests of single chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from grognard.engines.columbia.field.effects import move_to
from grognard.engines.columbia.scenario.load import initial_state, load_setup
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import ABSENT, State
from grognard.engines.columbia.turn.turn import TURN
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.table import Table
from grognard.engines.core.play.turn import Turn
from grognard.engines.core.show.asks import PASS, Ask, Choice, Procedure
from grognard.engines.core.show.explain import GameOver, Verdict


@cache
def scenario(name: str, **options: str) -> Setup:
    """A shipped scenario, read once: a Setup never changes."""
    return load_setup(files("grognard.scenarios.columbia").joinpath(f"{name}.yaml"), options)


def campaign() -> Setup:
    """The days of both battles in one set-up, with 6 September between them."""
    five, seven = scenario("shevardino"), scenario("borodino")
    return replace(five, days=(*five.days, *seven.days), redeploy=True)


def phase(name: str) -> Callable[[Board], Procedure[None]]:
    """One phase of the game, played to its end from where the State stands."""
    step = TURN.steps[name]

    def then(table: Board) -> None:
        if callable(step.then):
            step.then(table)

    return Turn(text("{name}", name=name), replace(step, then=then)).play


class Drive:
    """A table whose procedures are answered by the test."""

    def __init__(
        self,
        setup: Setup,
        at: Mapping[str, str] | None = None,
        dice: Sequence[int] = (),
        **state: Any,
    ) -> None:
        first: State = initial_state(setup, "test")
        if at is not None:
            absent = {uid: evolve(block, at=ABSENT) for uid, block in first.blocks.items()}
            first = evolve(first, blocks=absent)
        self.setup = setup
        self.table: Board = Table(setup, evolve(first, **state), ScriptedDice(list(dice)))
        for uid, area in (at or {}).items():
            move_to(self.table, uid, area)
        self.ask: Ask | None = None
        self.asked: list[Ask] = []
        self.verdict: Verdict | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self.table.state

    def step(self, uid: str, step: int) -> None:
        """Set how many steps a block has lost."""
        block = evolve(self.state.blocks[uid], step=step)
        self.table.update(blocks={**self.state.blocks, uid: block})

    def at(self, uid: str) -> str:
        """Where a block is."""
        return self.state.blocks[uid].at

    def begin(self, procedure: Callable[[Board], Procedure[None]]) -> Ask | None:
        """Start a procedure and return its first ask."""
        self._running = procedure(self.table)
        return self._send(None)

    def choose(self, choice: Choice) -> Ask | None:
        """Answer the ask; it must be legal."""
        assert self.ask is not None
        why = self.ask.choices.why_not(choice)
        assert why is None, f"{choice}: {why}"
        return self._send(choice)

    def refused(self, choice: Choice) -> str:
        """The rule that refuses a choice now, "" if none names itself."""
        assert self.ask is not None
        why = self.ask.choices.why_not(choice)
        assert why is not None, f"{choice} is legal"
        return why.rule

    def play(
        self, procedure: Callable[[Board], Procedure[None]], answers: Iterable[Choice]
    ) -> None:
        """Run a procedure to its end; the answers must be just enough.

        Where nothing can be done but to pass, an answer may be left out, as in cases.
        """
        left = list(answers)
        self.begin(procedure)
        while self.ask is not None:
            if left[:1] != [PASS] and list(self.ask.choices) == [PASS]:
                self.choose(PASS)
                continue
            assert left, f"unanswered: {self.ask.kind} {list(self.ask.choices)[:5]}"
            self.choose(left.pop(0))
        assert not left, f"answers left over: {left}"

    def _send(self, choice: Choice) -> Ask | None:
        try:
            self.ask = self._running.send(choice)
            self.asked.append(self.ask)
        except StopIteration:
            self.ask = None
        except GameOver as over:
            self.ask, self.verdict = None, over.verdict
        return self.ask
