"""A position of the great battle, edited as a case edits it, and a game played on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.explain import Roll
from grognard.engines.gmt.game import Borodino
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State

GAME = Borodino()


@cache
def loaded(flanking: str = "no") -> Setup:
    source = files("grognard.scenarios").joinpath("gmt/borodino.yaml")
    return GAME.load(source, {"flanking_maneuver": flanking})


class Play:
    """A session from an edited position, with scripted dice and draws."""

    def __init__(
        self,
        edits: Mapping[str, Any],
        dice: Sequence[int] = (),
        draws: Sequence[str] = (),
        flanking: str = "no",
    ) -> None:
        setup = loaded(flanking)
        self.setup, state = GAME.arrange(setup, GAME.initial(setup, "1"), edits)
        script = ScriptedDice(dice, draws)
        self.session = Session(GAME, self.setup, "1", dice=script, state=state)

    @property
    def state(self) -> State:
        state: State = self.session.table.state
        return state

    @property
    def kind(self) -> str:
        return self.session.ask.kind if self.session.ask else ""

    @property
    def seat(self) -> str:
        return self.session.ask.seat if self.session.ask else ""

    def choices(self) -> list[Choice]:
        assert self.session.ask is not None
        return list(self.session.ask.choices)

    def choose(self, kind: str, choice: Choice) -> None:
        assert self.kind == kind
        self.session.choose(self.seat, choice)

    def why_not(self, choice: Choice) -> str:
        assert self.session.ask is not None
        why = self.session.why_not(self.seat, choice)
        return (why.rule or "not a choice") if why else ""

    def rolls(self, purpose: str) -> list[Roll]:
        found = [entry.roll for entry in self.session.table.entries if entry.roll]
        return [roll for roll in found if roll.purpose == purpose]
