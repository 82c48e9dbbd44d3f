"""A first game: a guided quarter of an hour in a practice scenario, written as data.

A step says what to look at, may wait for one decision of the reader, and says what came of it. The
other seats answer what the guide writes down for them (`reply`), and quietly where it writes nothing
(`bots.QuietBot`); the dice are those of the guide's seed. Where a reader is follows from the choices
that stand (`Tour`), so that who takes one back is led to the step that it belonged to.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from grognard.engines.core.data.frozen import evolve, record
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import (
    Bool,
    Int,
    ListOf,
    OneOf,
    Record,
    Source,
    Str,
    did_you_mean,
)
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.bots import Eyes, QuietBot
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.cases import CHOICE, MAPPING
from grognard.engines.core.show.asks import PASS, Ask, Choice, has, meant

FILE = "guide.yaml"
ANY = "any"
"""In `accept`: whatever is chosen, so long as nothing is declined."""
OPTIONS: Mapping[str, str] = {"friendly_take_back": "yes"}
"""Who learns may take back whatever he has done, dice or no dice."""
WORD = Str(max_length=200)
SAID = Str(max_length=900)
CHOSEN = OneOf(WORD, MAPPING, ListOf(CHOICE, 1))
STEP = Record(
    required={"title": Str(max_length=120), "say": SAID},
    optional={
        "look": ListOf(WORD),
        "rule": Str(max_length=80),
        "ask": WORD,
        "choose": CHOSEN,
        "accept": CHOSEN,
        "continues": Bool(),
        "whole": Bool(),
        "told": SAID,
        "instead": SAID,
    },
)
GUIDE = Record(
    required={
        "game": WORD,
        "guide": Str(max_length=200),
        "scenario": WORD,
        "seat": WORD,
        "steps": ListOf(STEP, 1),
    },
    optional={
        "seed": WORD,
        "teaches": Str(max_length=200),
        "minutes": Int(1, 240),
        "enemy": ListOf(Record(required={"ask": WORD, "choose": CHOSEN})),
    },
)
SPOKEN = ("title", "say", "told", "instead")
"""What is read in a step."""
ANSWERING = ("choose", "accept", "told", "instead", "whole", "continues")
"""What only a step may have that waits for a decision."""


@record
class GuideStep:
    """One step: with `ask` it waits for that decision, and `choose` is one that is good.

    Of several in `choose` the first that is possible. It is done with a choice that has all that one of
    `choose` or `accept` writes of it; without either with any that declines nothing. Of any other choice
    `instead` says what it means. A step with `whole` is done when nothing more is asked of that kind: all
    moves of a phase, however many. One that `continues` the step before it is never begun without that.
    """

    title: str
    say: str
    look: tuple[str, ...] = ()
    rule: str = ""
    ask: str = ""
    choose: tuple[Choice, ...] = ()
    accept: tuple[Choice, ...] = ()
    continues: bool = False
    whole: bool = False
    told: str = ""
    instead: str = ""

    def said(self, say: Callable[[str], str]) -> GuideStep:
        """Return the step with all that is read in it said in another way."""
        words = {name: say(getattr(self, name)) for name in SPOKEN}
        return evolve(self, **words)

    def fits(self, row: Row) -> bool:
        """Return whether what was chosen does what the step asks for."""
        return self.fits_choice(row.kind, row.choice)

    def fits_choice(self, asked: str, choice: object) -> bool:
        """Return whether a choice does what the step asks for, when that is asked."""
        if asked != self.ask:
            return False
        wanted = (*self.choose, *self.accept) or (ANY,)
        return self.whole or any(_alike(choice, one) for one in wanted)


@record
class Reply:
    """What another seat answers when it is asked `ask`: the first of `choose` that is possible, once."""

    ask: str
    choose: tuple[Choice, ...]


@record
class Guide:
    """A guided first game: `teaches` says in a sentence what one learns, in about so many `minutes`.

    `enemy` is what the other seats answer, in that order; where it has nothing to say they decline.
    """

    title: str
    scenario: str
    seat: str
    steps: tuple[GuideStep, ...]
    seed: str = "guide"
    teaches: str = ""
    minutes: int = 15
    enemy: tuple[Reply, ...] = ()

    def said(self, say: Callable[[str], str]) -> Guide:
        """Return the guide with all that is read in it said in another way: in another language."""
        steps = tuple(step.said(say) for step in self.steps)
        return evolve(self, title=say(self.title), teaches=say(self.teaches), steps=steps)


def _alike(choice: object, wanted: Choice) -> bool:
    """Whether a choice is the one that is written, or has all that is written of it."""
    if wanted == ANY:
        return choice != PASS
    if isinstance(wanted, Mapping) and isinstance(choice, Mapping):
        return has(choice, wanted, ordered=False)
    return choice == wanted


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
        problems.append(
            source.problem(
                ("scenario",),
                tr("no scenario {scenario}", scenario=verbatim(data["scenario"])),
                mend,
            )
        )
    elif data["seat"] not in (seats := [seat.id for seat in info.seats]):
        mend = tr("known: {known}", known=verbatim(", ".join(seats)))
        problems.append(
            source.problem(("seat",), tr("no seat {seat}", seat=verbatim(data["seat"])), mend)
        )
    for number, step in enumerate(data["steps"]):
        if step.get("rule", "") and step["rule"] not in rules:
            mend = did_you_mean(step["rule"], sorted(rules) if isinstance(rules, Mapping) else [])
            at = ("steps", number, "rule")
            problems.append(
                source.problem(
                    at, tr("no rule is called {rule}", rule=verbatim(step["rule"])), mend
                )
            )
        if "ask" not in step and any(key in step for key in ANSWERING):
            place = ("steps", number)
            problems.append(
                source.problem(place, tr("nothing is asked here"), tr("name the decision: ask"))
            )
    if problems:
        return None, list(problems)
    steps = tuple(_step(step) for step in data["steps"])
    seed = data.get("seed", "guide")
    told = {key: data[key] for key in ("teaches", "minutes") if key in data}
    enemy = tuple(Reply(row["ask"], _several(row["choose"])) for row in data.get("enemy", ()))
    made = Guide(data["guide"], data["scenario"], data["seat"], steps, seed, enemy=enemy, **told)
    return made, []


def _step(data: Mapping[str, Any]) -> GuideStep:
    several = {key: _several(data.get(key, [])) for key in ("choose", "accept")}
    return GuideStep(**{**data, **several, "look": tuple(data.get("look", ()))})


def _several(written: Any) -> tuple[Choice, ...]:
    return tuple(written) if isinstance(written, list) else (written,)


class Tour:
    """Where a reader is in a guide; it never makes a choice of its own accord.

    Attributes:
        at: the step that is shown, by its number.
        news: the step that the last choice has done, None where it did none.
        astray: the step that asked for something else than the last choice of the reader, None where it fits.
        back: whether something was taken back.
        since: how many choices stood before the last one of the reader.
    """

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.at = 0
        self.news: GuideStep | None = None
        self.astray: GuideStep | None = None
        self.back = False
        self.since = 0
        self._seen: list[Row] = []
        self._left: list[int] = []
        """How many choices stood when each step before this one was left."""
        self._begun: int | None = None
        """How many stood when something was done of a step that is done as a whole."""
        self._off: int | None = None
        """How many stood when the reader first left the way of the guide."""

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
        """Go to the next step; one that is not done is skipped with what continues it."""
        skipped = self.waits
        self._finish()
        while skipped and self.step is not None and self.step.continues:
            self._finish()

    def follow(self, session: Session) -> GuideStep | None:
        """Look at what was chosen since, and taken back; return the last step that was done, if any was."""
        self.news = self.astray = None
        self._go_back(session.choices)
        nobody = session.passed()
        for number, row in enumerate(session.choices[len(self._seen) :], len(self._seen)):
            self._seen.append(row)
            self._see(row, alone=number in nobody)
        if self._begun is not None and self.step is not None and not self._goes_on(session):
            self.news = self._finish()
        self._catch_up(session)
        return self.news

    def _go_back(self, choices: list[Row]) -> None:
        """Unlearn what no longer stands: the step is shown again whose choice was taken back."""
        stand = 0
        for one, other in zip(self._seen, choices, strict=False):
            if one != other:
                break
            stand += 1
        self.back = stand < len(self._seen)
        del self._seen[stand:]
        while self._left and self._left[-1] > stand:
            self._left.pop()
            self.at -= 1
            self._begun = None
        if self._begun is not None and self._begun > stand:
            self._begun = None
        if self._off is not None and self._off > stand:
            self._off = None

    def _see(self, row: Row, *, alone: bool) -> None:
        """Look at one choice; `alone`: nobody made it, as there was nothing to decide."""
        if row.seat != self.guide.seat:
            return
        step = self.step
        if step is not None and self._begun is not None and row.kind != step.ask:
            self.news = self._finish()
        where = self._awaited()
        fits = where is not None and self.guide.steps[where].fits(row)
        if not alone:
            self.since = len(self._seen) - 1
            self.astray = self.guide.steps[where] if where is not None and not fits else None
        if where is not None and fits:
            self._go_to(where)
            if self.guide.steps[where].whole:
                self._begun = len(self._seen)
            else:
                self.news = self._finish()
        elif where is not None and not alone and self._off is None:
            self._off = len(self._seen)

    def _awaited(self) -> int | None:
        """Return the next step that waits for something, past those that only tell."""
        steps = self.guide.steps
        return next((at for at in range(self.at, len(steps)) if steps[at].ask), None)

    def _catch_up(self, session: Session) -> None:
        """Go on where what the step asks for will not be asked any more."""
        steps, ask = self.guide.steps, session.ask
        if ask is None:
            closing = max((at + 1 for at, step in enumerate(steps) if step.ask), default=0)
            self._go_to(closing)
        elif self.waits and ask.seat == self.guide.seat and self.wanted(session) is None:
            able = (at for at in self._following() if self._can_be_begun(session, ask, steps[at]))
            self._go_to(next(able, self.at))

    def _following(self) -> range:
        """Return the steps that may be begun where this one cannot be done.

        All the later ones where the reader has left the way of the guide. Else only the next that begins
        something new, and that when this one goes on with what is over: what was left of a move, say.
        """
        steps, later = self.guide.steps, self.at + 1
        if self._off is not None:
            return range(later, len(steps))
        if not steps[self.at].continues:
            return range(0)
        fresh = (at for at in range(later, len(steps)) if not steps[at].continues)
        return range(found := next(fresh, later), min(found + 1, len(steps)))

    @staticmethod
    def _can_be_begun(session: Session, ask: Ask, step: GuideStep) -> bool:
        fresh = step.ask == ask.kind and not step.continues
        return fresh and _good(step, session, ask) is not None

    def _go_to(self, at: int) -> None:
        while self.at < at:
            self._finish()

    def _finish(self) -> GuideStep | None:
        """The step is done; return it."""
        done, self._begun = self.step, None
        self._left.append(len(self._seen))
        self.at += 1
        return done

    def _goes_on(self, session: Session) -> bool:
        """Whether the same is still asked, be it of the other side: sides may take turns in it."""
        step, ask = self.step, session.ask
        return step is not None and ask is not None and ask.kind == step.ask

    def wanted(self, session: Session) -> Choice | None:
        """Return the good choice of the step as the game knows it, None if it is not to be had now."""
        step, ask = self.step, session.ask
        if step is None or ask is None or ask.seat != self.guide.seat or ask.kind != step.ask:
            return None
        return _good(step, session, ask)

    def beside(self, session: Session) -> Choice | None:
        """Return a quiet answer where the reader is asked something else first, None where he is not."""
        step, ask = self.step, session.ask
        if step is None or ask is None or not step.ask or ask.seat != self.guide.seat:
            return None
        return quiet(session, ask) if self.wanted(session) is None else None

    def wanted_in_hand(self, session: Session, ask: Ask) -> Choice | None:
        """Return the good answer to a question about what is in the hand: that of the next such step."""
        later = self.guide.steps[self.at :]
        step = next((one for one in later if one.ask == ask.kind), GuideStep("", "", ask=ask.kind))
        return _good(step, session, ask)


def reply(guide: Guide, session: Session) -> Choice:
    """Return what a seat that the reader does not play answers now."""
    ask = session.ask
    assert ask is not None  # noqa: S101 - somebody is asked
    left = list(guide.enemy)
    for row in session.choices:
        if row.seat != guide.seat:
            said = (one for one in left if _said(one, row))
            used = next(said, None)
            if used is not None:
                left.remove(used)
    for one in left:
        choice = _first(one.choose, session, ask) if one.ask == ask.kind else None
        if choice is not None:
            return choice
    return quiet(session, ask)


def _said(one: Reply, row: Row) -> bool:
    return one.ask == row.kind and any(_alike(row.choice, choose) for choose in one.choose)


def _good(step: GuideStep, session: Session, ask: Ask) -> Choice | None:
    choice = _first(step.choose, session, ask)
    if choice is not None or (step.choose and not step.whole):
        return choice
    listed = (one for one in ask.choices if one != PASS) if ask.choices.finite else ()
    return next(iter(listed), None) or quiet(session, ask)


def _first(choose: tuple[Choice, ...], session: Session, ask: Ask) -> Choice | None:
    """Return the first of some choices, written in short perhaps, that is possible now."""
    for written in choose:
        choice: Choice | None = written
        if isinstance(written, Mapping):
            choice = session.game.expand(session.setup, session.table.state, ask, written)[0]
            if ask.why_not(choice) is not None:
                choice = meant(ask, written)
        elif isinstance(written, str) and written.isdecimal() and ask.why_not(written) is not None:
            choice = int(written)  # a guide writes numbers as words
        if choice is not None and ask.why_not(choice) is None:
            return choice
    return None


def quiet(session: Session, ask: Ask) -> Choice:
    """Return what somebody answers who wants nothing."""
    options = list(ask.choices) if ask.choices.finite else None
    return QuietBot(session.seed).decide(Eyes(session, ask.seat, ask), options)
