"""The captain: the answers as a player of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, cast

from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.think.script import Answer, Scripted, sampled
from grognard.engines.risorgimento.opponent.answers import Answers
from grognard.engines.risorgimento.opponent.policy import figure, plain_figures
from grognard.engines.risorgimento.opponent.recollection import as_seen, asked_as_seen
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State


def posture(setup: Setup, state: State, side: str) -> str:
    """Return whether a side attacks: it does where it does not hold all that is worth holding.

    Who is bold enough attacks whatever it holds, and who is careful enough never does.
    """
    boldness, bounds = figure("boldness"), plain_figures()
    held = all(state.held.get(one.id, "") == side for one in setup.objectives)
    if boldness > bounds["bold"]:
        return "attack"
    return "defend" if held or boldness < bounds["careful"] else "attack"


class Captain(Scripted[Answers]):
    """Fires before it charges, keeps brigades to their tasks, and changes formation for a purpose.

    It looks at an imagined position, in which what it cannot know has been dealt anew.
    """

    called = text("captain")
    what = text(
        "Leads its brigades: guns first, fire before the bayonet, cavalry against whoever is exposed to it, lost places retaken. It decides at once."
    )
    answers: ClassVar[Mapping[str, Answer[Any]]] = {}

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.minds: dict[str, Answers] = {}

    def knows(self, ask: Ask) -> bool:
        """Every question has an answer."""
        return True

    def judge(self, session: Session, side: str) -> Answers:
        """Return the plans of a side, which hold for a turn."""
        setup = cast("Setup", session.setup)
        if side not in self.minds:
            state: State = session.table.state
            stances = {one: posture(setup, state, one) for one in setup.sides}
            self.minds[side] = Answers(setup, stances, Random(f"{self.seed} {side}"))
        return self.minds[side]

    def unlisted(self, ask: Ask) -> list[Choice]:
        """Return what needs no thought: a policy makes its manoeuvres and orders of fire itself."""
        return sampled(ask, self.rng, 0 if PASS in ask.choices else 1)

    def plain(self, ask: Ask, options: list[Choice]) -> Choice:
        """Where nothing can be imagined nor remembered it fires if it can."""
        shots = [one for one in options if isinstance(one, dict) and "pieces" in one]
        if ask.kind == "opportunity_fire" and shots:
            return shots[0]
        return super().plain(ask, options)

    def blind(self, eyes: Eyes, listed: list[Choice]) -> Choice:
        """Answer while a charge comes on by the world that was imagined last, as the table has changed since."""
        if self.known is None:
            return self.plain(eyes.ask, listed)
        side = next(one.side for one in self.known.setup.info.seats if one.id == eyes.seat)
        mind = self.judge(self.known, side)
        seen = as_seen(mind.setup, self.known.table.state, eyes.view(), side)
        choice: Choice = mind.answer(asked_as_seen(mind.setup, seen, eyes.ask), seen)
        return choice

    def answer(self, world: Session, ask: Ask, listed: list[Choice]) -> Choice:
        """Answer a question about an imagined game."""
        side = next(seat.side for seat in world.setup.info.seats if seat.id == ask.seat)
        choice: Choice = self.judge(world, side).answer(ask, world.table.state)
        return choice
