"""Questions to a seat and the choices that answer them.

A choice is plain data (str, int, or dict/list of those) so that it can be journalled as JSON.
Declining is always "pass". The `form` of an Ask tells the table which gesture answers it, and what a
choice looks like (`grognard.engines.core.show.forms`). `Ask.why_not` is the gate: whoever chooses asks it, and a
Choices is only ever asked about plain data of the Ask's form.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from random import Random
from typing import Any, TypeAlias, TypeVar, cast

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.forms import FLAGGED, has_form, wanted
from grognard.engines.core.show.plain import why_not_plain

Choice: TypeAlias = str | int | Sequence["Choice"] | Mapping[str, "Choice"]
PASS = "pass"  # noqa: S105 - the word for declining, no secret
ACTORS = ("piece", "pieces", "by")
"""Under which words a choice names those that act, the most telling first."""
UNORDERED = frozenset({"subset"})
"""Under which words a choice lists some that are chosen, in no order of their own (of `pieces` the first may lead)."""
ACTING = ("piece", "pick", "target", "move")
"""The forms of questions that go round the pieces of a seat until it declines."""
MOST_REASONS, MOST_ACTING = 200, 4000

Elsewhere: TypeAlias = Callable[[str, Choice], Refusal | None]
"""Returns the first condition that keeps a place of the board out of the choices on offer."""
T = TypeVar("T")
Procedure: TypeAlias = Generator["Ask", Choice, T]

NOT_LISTED = Refusal("", text("That is not one of the choices."))
"""What a Choices says of a choice that no rule of its own refuses: the Ask, which knows the rule it
comes from and what it wants, says it instead (`Ask.why_not`)."""


@dataclass(frozen=True, slots=True)
class Later:
    """An answer that a gesture means besides: to a question of a kind that the same seat is asked later.

    `pieces` are those it is about. Where the answer is to decline, it holds as long as nobody else could act.
    """

    kind: str
    choice: Choice
    pieces: tuple[str, ...] = ()


class Choices(ABC):
    """A lazy set of legal choices: iterating computes them, membership need not."""

    finite: bool = True
    closing: tuple[Choice, ...] = ()
    """Those that end more than the question, with which nobody acts."""

    @abstractmethod
    def __iter__(self) -> Iterator[Choice]:
        """Give one canonical choice for each distinct outcome."""

    @abstractmethod
    def why_not(self, choice: Choice) -> Refusal | None:
        """Return what refuses the choice, or None when it is legal.

        The choice is plain data of the Ask's form. A Refusal without a rule is one by the Ask's.
        """

    def __contains__(self, choice: object) -> bool:
        return self.why_not(cast("Choice", choice)) is None

    def sample(self, rng: Random) -> Choice:
        """Return one legal choice at random."""
        return rng.choice(list(self))

    def label(self, choice: Choice) -> Text:
        """Name a choice for a button or a log line."""
        return text("Pass") if choice == PASS else text("{choice}", choice=str(choice))

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        """Choices a player might expect, with what refuses them (greyed, reason on hover)."""
        return iter(())

    def why_not_pass(self) -> Refusal | None:
        """Return why a question that is declined as a rule may not be declined now, or None."""
        return None

    def forgone(self) -> Text | None:
        """Return what declining gives away for good, which is said before it is; None where it is nothing."""
        return None

    def why_none(self) -> Refusal | None:
        """Return why there is nothing to choose but to decline: the commonest reason, if there is any."""
        whys = [why for _, why in islice(self.refused(), MOST_REASONS) if why.rule]
        common = Counter(why.rule for why in whys).most_common(1)
        return next((why for why in whys if why.rule == common[0][0]), None) if common else None

    def why_vain(self, choice: Choice) -> Refusal | None:
        """Return why a legal choice comes to nothing as things are, as far as its seat may know; None if it may do something."""
        return None

    def vain(self, choice: Choice) -> bool:
        """Whether a choice is legal but comes to nothing as things are: nobody is told that he could make it."""
        return self.why_vain(choice) is not None

    @property
    def may_be_vain(self) -> bool:
        """Whether such questions know of choices that come to nothing at all."""
        kind = type(self)
        return kind.vain is not Choices.vain or kind.why_vain is not Choices.why_vain

    def about(self, choice: Choice) -> tuple[str, ...]:
        """Return the pieces and spaces a choice concerns besides those it names."""
        return ()

    def toward(self, space: str) -> Choice | None:
        """Return the choice that a click on `space` means, if there is one (cheapest route)."""
        for choice in self:
            if choice == space or (isinstance(choice, dict) and choice.get("at") == space):
                return choice
        return None

    def meant(self, piece: str, space: str) -> tuple[Choice, tuple[Later, ...]] | None:
        """Return what it means to pull a piece to a space where that is more than one answer, None elsewhere."""
        return None

    def wholes(self) -> Sequence[Choice]:
        """Return the choices that all others are parts of, with fewer `pieces`; none where each stands for itself."""
        return ()

    def filed(self, choice: Choice) -> tuple[Text, Text] | None:
        """Return the heading that a choice stands under in a list, and its words there; None: it is called by its label."""
        return None

    def why_not_toward(self, space: str) -> Refusal | None:
        """Return why no choice leads to `space`, where that is more than one step of a way would tell."""
        return None

    def why_not_place(self, place: str, choice: Choice) -> Refusal | None:
        """Return the first condition that keeps a place of the board out of a choice that is not known, if one is told."""
        return None

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        """Say what a choice will cost or do, line by line, before it is made."""
        return ()


Action: TypeAlias = Mapping[str, Any]


class Drill(Choices):
    """The choices of a manoeuvre: which words there are besides turns and legs, and what they shape.

    {"turn": hundredths of a degree, + counter-clockwise} wheels the base, {"leg": [thousandths of a
    cm, hundredths of a degree off the heading]} moves it; every other action is a word of the game.
    """

    finite = False

    def words(self, done: Sequence[Action]) -> Iterator[tuple[Action, Text, Refusal | None]]:
        """Give the actions without geometry that may follow those of an order, with what refuses one."""
        yield from ()

    def footprint(self, done: Sequence[Action]) -> tuple[float, float] | None:
        """Return front and depth of the base after some actions, None where they stay what they are."""
        return None

    def ends(self, done: Sequence[Action]) -> tuple[float, float, float] | None:
        """Return where a legal order leaves the base (x, y, heading), as far as its seat may know; None: where it says."""
        return None

    def why_not_end(self, at: tuple[float, float]) -> Refusal | None:
        """Return why no order should move the base to a point, as the map shows without measuring."""
        return None

    @property
    def measures(self) -> bool:
        """Whether numbers and costs may be shown before the order is given."""
        return True


class Listed(Choices):
    """Choices known in full: (choice, label) pairs, or bare choices, with reasons for the others.

    `about` tells the pieces and spaces that a choice concerns, `named` the names of refused ones,
    `nothing` why there is none, `forgone` what declining gives away, `elsewhere` what keeps a place of
    the board out of them.
    """

    def __init__(  # noqa: PLR0913 - all but the first have a use in some questions only
        self,
        options: Iterable[Choice | tuple[Choice, Text]],
        *,
        refusals: Callable[[], Iterable[tuple[Choice, Refusal]]] | None = None,
        about: Callable[[Choice], tuple[str, ...]] | None = None,
        named: Callable[[Choice], Text | None] | None = None,
        nothing: Refusal | None = None,
        forgone: Text | None = None,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self._about, self._named, self._nothing = about, named, nothing
        self._elsewhere = elsewhere
        self._forgone = forgone
        self._options: list[Choice] = []
        self._labels: list[Text | None] = []
        for option in options:
            choice, label = option if isinstance(option, tuple) else (option, None)
            self._options.append(choice)
            self._labels.append(label)
        self._refusals = refusals

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._options)

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice in self._options:
            return None
        return next((why for known, why in self.refused() if known == choice), NOT_LISTED)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        return iter(self._refusals()) if self._refusals else iter(())

    def why_none(self) -> Refusal | None:
        return self._nothing or super().why_none()

    def forgone(self) -> Text | None:
        return self._forgone

    def why_not_place(self, place: str, choice: Choice) -> Refusal | None:
        return self._elsewhere(place, choice) if self._elsewhere is not None else None

    def about(self, choice: Choice) -> tuple[str, ...]:
        return self._about(choice) if self._about and choice != PASS else ()

    def label(self, choice: Choice) -> Text:
        if choice in self._options:
            label = self._labels[self._options.index(choice)]
            if label is not None:
                return label
        elif self._named is not None and (name := self._named(choice)) is not None:
            return name
        return super().label(choice)


class Subset(Choices):
    """Any part of `items` of a size between `least` and `most` (sizes inclusive).

    `called` names items that are neither pieces nor spaces, as the cards of a hand; `ticked` are those
    that are in it until they are taken out.
    """

    def __init__(
        self,
        items: Sequence[str],
        least: int = 0,
        most: int | None = None,
        called: Callable[[str], Text] | None = None,
        ticked: Sequence[str] = (),
    ) -> None:
        self.called = called
        self.ticked = tuple(ticked)
        self.items = tuple(items)
        self.least = least
        self.most = len(self.items) if most is None else most

    @property
    def finite(self) -> bool:  # type: ignore[override]
        """Whether listing every subset is reasonable."""
        return len(self.items) <= 10

    def __iter__(self) -> Iterator[Choice]:
        for mask in range(1 << len(self.items)):
            chosen = [item for bit, item in enumerate(self.items) if mask >> bit & 1]
            if self.least <= len(chosen) <= self.most:
                yield {"subset": chosen}

    def sample(self, rng: Random) -> Choice:
        count = rng.randint(self.least, self.most)
        chosen = set(rng.sample(self.items, count))
        return {"subset": [item for item in self.items if item in chosen]}

    def why_not(self, choice: Choice) -> Refusal | None:
        chosen = choice.get("subset") if isinstance(choice, dict) else None
        if not isinstance(chosen, list) or chosen != [i for i in self.items if i in chosen]:
            return NOT_LISTED
        if self.least <= len(chosen) <= self.most:
            return None
        words = text("Choose from {least} to {most} of them.", least=self.least, most=self.most)
        if self.least == self.most:
            words = text("Choose {n} of them.", n=self.least)
        return Refusal("", words)


@dataclass(slots=True)
class Reaction:
    """What makes a question one that its seat may answer beforehand.

    `name` is what such questions are called, without a verb; `against` the pieces that put it, as
    the seat sees them; `declining` the choice that does nothing.
    """

    name: Text
    against: tuple[str, ...] = ()
    declining: Choice = PASS


@dataclass(slots=True)
class Ask:
    """One question to one seat.

    `kind` is the game's own name of the decision (retreat_before_shock), `form` the gesture that
    answers it (see engines.core.show.forms), `rules` the rules it comes from, the one that puts the
    question first, `subject` the pieces it is about.
    `resting`: the state alone restarts the game here. `secret`: deciding needs or makes hidden
    information, so the curtain falls. `interrupt`: asked of a seat out of its own turn.
    """

    seat: str
    kind: str
    prompt: Text
    rules: tuple[str, ...]
    choices: Choices
    form: str = "pick"
    resting: bool = False
    secret: bool = False
    interrupt: bool = False
    subject: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    rare: bool = False
    """Whether the choice is seldom wanted: the table passes it unless a player wants to be asked."""
    odds: str | None = field(default=None)
    """Name of the inquiry that gives the odds of a choice of this Ask, if there is one: it is
    called as `odds(state, seat, choice=...)`."""
    weighs: Mapping[str, Choice] = field(default_factory=dict)
    """What that inquiry is told besides the choice: whom it is about, where the choice does not name him."""
    reaction: Reaction | None = field(default=None)
    """What it answers to, where the seat may answer such questions beforehand."""
    acts: bool = False
    """Whether those in the places of its choices act, as in a question which stack marches."""
    idle: Callable[[], Choice | None] | None = field(default=None)
    """Tells what is chosen for a seat that does not want to be asked where nothing hangs on it: where all
    choices come to the same, or one is better in every respect. It looks at nothing that is hidden."""
    lead: Text | None = None
    """What is open in it, where, and how much is left, in a sentence below the question."""
    costly: bool = False
    """Whether to act costs something, so that most do not: who declines has forgotten nobody."""
    several: bool = False
    """Whether the same is asked again after an answer, so that several places may be gathered and answered in one go."""
    asides: Mapping[str, Text] = field(default_factory=dict)
    """What its seat may do before it answers, by its word and what it is called: the question is then put again.
    It is no answer, so that nobody is asked, marked or warned for its sake."""
    bars: Callable[[Choice], Refusal | None] | None = None
    """Tells what bars a choice that the question does not know; the course of the game sets it."""

    def __post_init__(self) -> None:
        if not self.rules:
            raise ValueError(f"the question {self.kind} names no rule")

    def weighing(self, choice: Choice) -> dict[str, Choice]:
        """Return what the inquiry of its odds is asked with about a choice."""
        return {**self.weighs, "choice": choice}

    def could_act(self) -> tuple[str, ...]:
        """Return who could still act when the question is declined: pieces, or the places they are in.

        Nobody where it is declined in another seat's turn.
        """
        if self.interrupt or not (self.acts or self.form in ACTING):
            return ()
        found: dict[str, None] = {}
        for choice in islice(self.choices, MOST_ACTING):
            if choice in self.choices.closing or self.choices.vain(choice):
                continue
            found.update(dict.fromkeys(actors(choice)))
        return tuple(found)

    def why_not(self, choice: Choice) -> Refusal | None:
        """Return what refuses a choice, with its rule, or None when it is legal.

        Only plain data that looks as the form says comes before the choices and their rules.
        """
        if isinstance(choice, str) and choice in self.asides:
            return None
        why = why_not_plain(choice, flags=self.form in FLAGGED)
        if why is not None:
            return Refusal(self.rules[0], why, misread=True)
        if choice != PASS and not has_form(self.form, choice):
            return Refusal(self.rules[0], wanted(self.form), misread=True)
        refusal = self.choices.why_not(choice)
        return refusal and self._by_rule(refusal, choice)

    def _by_rule(self, refusal: Refusal, choice: Choice) -> Refusal:
        """Return a refusal of the choices with what bars the choice, or the rule and words of the question."""
        if refusal.message == NOT_LISTED.message:
            why = self.bars(choice) if self.bars is not None else None
            if why is not None:
                return why
            rule = refusal.rule or self.rules[0]
            return Refusal(rule, wanted(self.form), refusal.where, misread=True)
        if refusal.rule:
            return refusal
        return Refusal(self.rules[0], refusal.message, refusal.where, misread=True)


def actors(choice: Choice) -> list[str]:
    """Return those whom a choice has act."""
    if isinstance(choice, str):
        return [choice] if choice != PASS else []
    fields = choice if isinstance(choice, dict) else {}
    by: Choice = next((fields[key] for key in ACTORS if key in fields), [])
    return [name for name in (by if isinstance(by, list) else [by]) if isinstance(name, str)]


def meant(ask: Ask, written: Mapping[str, Choice]) -> Choice | None:
    """Return the first choice, legal or refused, that has all of `written`; None if there is none.

    A case writes everything as text and one of a list without the list. Of a mapping with one key
    the value alone may be the choice.
    """
    exact = next((choice for choice in _known(ask) if has(choice, written)), None)
    if exact is not None or not UNORDERED & written.keys():
        return exact
    return next((choice for choice in _known(ask) if has(choice, written, ordered=False)), None)


def as_listed(ask: Ask, choice: Choice) -> Choice:
    """Return a choice as the question lists it: a subset in whatever order is the same choice."""
    if not isinstance(choice, Mapping) or not UNORDERED & choice.keys() or choice in ask.choices:
        return choice
    items = getattr(ask.choices, "items", ())
    chosen = choice.get("subset")
    if isinstance(chosen, list) and items:
        place = {item: number for number, item in enumerate(items)}
        return {**choice, "subset": sorted(chosen, key=lambda item: place.get(item, len(place)))}
    alike = (
        known for known in _known(ask) if isinstance(known, Mapping) and len(known) == len(choice)
    )
    return next((known for known in alike if has(known, choice, ordered=False)), choice)


def _known(ask: Ask) -> Iterator[Choice]:
    """Give the choices of a question that are listed, the legal ones first."""
    legal = iter(ask.choices) if ask.choices.finite else iter(())
    return chain(legal, (choice for choice, _ in ask.choices.refused()))


def has(choice: Choice, wanted: Mapping[str, Choice], *, ordered: bool = True) -> bool:
    """Return whether a choice has all that is written of it, perhaps as text and one of a list without the list."""
    if not isinstance(choice, Mapping):
        return len(wanted) == 1 and str(choice) == str(next(iter(wanted.values())))
    return all(
        key in choice and _same(choice[key], wanted[key], ordered=ordered or key not in UNORDERED)
        for key in wanted
    )


def _same(choice: Choice, wanted: Choice, *, ordered: bool) -> bool:
    one, other = _words(choice), _words(wanted)
    return one == other if ordered else sorted(one) == sorted(other)


def _words(value: object) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]
