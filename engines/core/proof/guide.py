"""A first game: a guided quarter of an hour in a practice scenario, written as data.

A step says what to look at, may wait for one decision of the reader, and says what came of it. What
the other seats are asked is answered quietly (`bots.QuietBot`); the dice are those of the guide's seed.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from engines.core.data.frozen import record
from engines.core.data.problems import Problem
from engines.core.data.schema import Bool, Int, ListOf, OneOf, Record, Source, Str, did_you_mean
from engines.core.data.yamlio import load_file
from engines.core.play.bots import Eyes, QuietBot
from engines.core.play.game import AnyGame
from engines.core.play.session import Session
from engines.core.proof.cases import CHOICE, MAPPING
from engines.core.show.asks import PASS, Ask, Choice

FILE = "guide.yaml"
WORD = Str(max_length=200)
GUIDE = Record(
    required={
        "game": WORD,
        "guide": Str(max_length=200),
        "scenario": WORD,
        "seat": WORD,
        "steps": ListOf(
            Record(
                required={"title": Str(max_length=120), "say": Str(max_length=900)},
                optional={
                    "look": ListOf(WORD),
                    "rule": Str(max_length=80),
                    "ask": WORD,
                    "choose": OneOf(WORD, MAPPING, ListOf(CHOICE, 1)),
                    "whole": Bool(),
                    "told": Str(max_length=900),
                },
            ),
            1,
        ),
    },
    optional={"seed": WORD, "teaches": Str(max_length=200), "minutes": Int(1, 240)},
)


@record
class GuideStep:
    """One step: with `ask` it waits for that decision, and `choose` is one that is good.

    Of several in `choose` the first that is possible. A step with `whole` is done when nothing more is
    asked of that kind: all moves of a phase, however many.
    """

    title: str
    say: str
    look: tuple[str, ...] = ()
    rule: str = ""
    ask: str = ""
    choose: tuple[Choice, ...] = ()
    whole: bool = False
    told: str = ""


@record
class Guide:
    """A guided first game: `teaches` says in a sentence what one learns, in about so many `minutes`."""

    title: str
    scenario: str
    seat: str
    steps: tuple[GuideStep, ...]
    seed: str = "guide"
    teaches: str = ""
    minutes: int = 15


def load_guide(
    game: AnyGame, rules: Container[str], file: Traversable | None = None
) -> tuple[Guide | None, list[Problem]]:
    """Read the guide of a game, or that of another file for it; each fault with line and mend."""
    file = file or game.data().joinpath(FILE)
    if not file.is_file():
        return None, []
    node, problems = load_file(file)
    data = GUIDE.read(node, problems, FILE) if node is not None else None
    if node is None or data is None or problems:
        return None, list(problems)
    source = Source(node)
    known = {info.id: info for info in game.scenarios()}
    info = known.get(data["scenario"])
    if info is None:
        mend = did_you_mean(data["scenario"], sorted(known))
        problems.append(source.problem(("scenario",), f"no scenario {data['scenario']}", mend))
    elif data["seat"] not in (seats := [seat.id for seat in info.seats]):
        mend = f"known: {', '.join(seats)}"
        problems.append(source.problem(("seat",), f"no seat {data['seat']}", mend))
    for number, step in enumerate(data["steps"]):
        if step.get("rule", "") and step["rule"] not in rules:
            mend = did_you_mean(step["rule"], sorted(rules) if isinstance(rules, Mapping) else [])
            at = ("steps", number, "rule")
            problems.append(source.problem(at, f"there is no rule {step['rule']}", mend))
        if ("choose" in step or "told" in step) and "ask" not in step:
            place = ("steps", number)
            problems.append(
                source.problem(place, "nothing is asked here", "name the decision: ask")
            )
    if problems:
        return None, list(problems)
    steps = tuple(_step(step) for step in data["steps"])
    seed = data.get("seed", "guide")
    told = {key: data[key] for key in ("teaches", "minutes") if key in data}
    return Guide(data["guide"], data["scenario"], data["seat"], steps, seed, **told), []


def _step(data: Mapping[str, Any]) -> GuideStep:
    choose = data.get("choose", [])
    several = tuple(choose) if isinstance(choose, list) else (choose,)
    return GuideStep(**{**data, "look": tuple(data.get("look", ())), "choose": several})


class Tour:
    """Where a reader is in a guide; it never makes a choice of its own accord."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.at = 0
        self.seen = 0
        """How many choices of the game have been looked at."""
        self._begun = False
        """Whether something of a step that is done as a whole has been done."""

    @property
    def step(self) -> GuideStep | None:
        """The step that is shown, None after the last one."""
        return self.guide.steps[self.at] if self.at < len(self.guide.steps) else None

    @property
    def waits(self) -> bool:
        """Whether a decision is waited for."""
        return self.step is not None and bool(self.step.ask)

    def ahead(self, asked: str) -> GuideStep | None:
        """Return the next step if it is about what is asked, None else."""
        following = self.guide.steps[self.at + 1 : self.at + 2]
        return next((step for step in following if step.ask == asked), None)

    def go_on(self) -> None:
        """Go to the next step."""
        self._finish()

    def follow(self, session: Session) -> GuideStep | None:
        """Look at what was chosen since; return the last step that was done with it, if any was."""
        done, self.seen = None, min(self.seen, len(session.choices))
        for row in session.choices[self.seen :]:
            self.seen += 1
            step = self.step
            if step is not None and self._begun and row.kind != step.ask:
                done = self._finish()
                step = self.step
            if step is None or row.seat != self.guide.seat or row.kind != step.ask:
                continue
            if step.whole:
                self._begun = True
            else:
                done = self._finish()
        if self._begun and self.step is not None and not self._goes_on(session, self.step):
            done = self._finish()
        return done

    def _finish(self) -> GuideStep | None:
        """The step is done; return it."""
        done, self._begun = self.step, False
        self.at += 1
        return done

    @staticmethod
    def _goes_on(session: Session, step: GuideStep) -> bool:
        """Whether the same is still asked, be it of the other side: sides may take turns in it."""
        return session.ask is not None and session.ask.kind == step.ask

    def wanted(self, session: Session) -> Choice | None:
        """Return the good choice of the step as the game knows it, None if it is not to be had now."""
        step, ask = self.step, session.ask
        if step is None or ask is None or ask.seat != self.guide.seat or ask.kind != step.ask:
            return None
        return _good(step, session, ask)

    def beside(self, session: Session) -> Choice | None:
        """Return a quiet answer where the reader is asked something else first, None where he is not."""
        step, ask = self.step, session.ask
        if step is None or ask is None or not step.ask:
            return None
        if ask.seat != self.guide.seat or ask.kind == step.ask:
            return None
        return quiet(session, ask)

    def wanted_in_hand(self, session: Session, ask: Ask) -> Choice | None:
        """Return the good answer to a question about what is in the hand: that of the next such step."""
        later = self.guide.steps[self.at :]
        step = next((one for one in later if one.ask == ask.kind), GuideStep("", "", ask=ask.kind))
        return _good(step, session, ask)


def _good(step: GuideStep, session: Session, ask: Ask) -> Choice | None:
    for choose in step.choose:
        choice = choose
        if isinstance(choose, Mapping):
            choice = session.game.expand(session.setup, session.table.state, ask, choose)[0]
        if ask.why_not(choice) is None:
            return choice
    if step.choose and not step.whole:
        return None
    listed = (one for one in ask.choices if one != PASS) if ask.choices.finite else ()
    return next(iter(listed), None) or quiet(session, ask)


def quiet(session: Session, ask: Ask) -> Choice:
    """Return what somebody answers who wants nothing."""
    options = list(ask.choices) if ask.choices.finite else None
    return QuietBot(session.seed).decide(Eyes(session, ask.seat, ask), options)
