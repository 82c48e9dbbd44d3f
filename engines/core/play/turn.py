"""The turn as a declaration: a tree of steps. What plays it, names it and draws it comes from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Generic, Protocol, TypeVar

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.views import SequenceLine, TrackView


class Playing(Protocol):
    """What a Turn needs of a table: the State that holds the cursor, and how it is replaced."""

    state: Any

    def update(self, **changes: object) -> None: ...


T = TypeVar("T", bound=Playing)


@dataclass(frozen=True)
class Step(Generic[T]):
    """A step of the sequence of play; `id` is the word that stands in the State while it is played.

    A step is played (`play`, which asks, or only acts and returns None), or it is made of others
    (`steps`). `play` can be started again from the State alone; what is done once, as the step
    begins, is in `enter`. A step of steps that has an `enter` is a cursor too: it is about to begin.

    When a step is over the next one beside it follows; after the last one, what follows the step
    above. `then` says otherwise: the id of what follows, or a procedure that names it (None: as
    ever), so that steps repeat, branch and are left early.

    Attributes:
        title: what the table calls it; None: as the step above, whose rule is then shown, too.
        part: what the sequence of play calls a step without a title; neither: it is not listed.
        rule: the rule that has it; `cites` more of them.
        box: its box of the phase track; it holds the steps below it, boxes of theirs or not, and
            neighbours of one name share one.
        again: what is finished first where the game is taken up again at this step or below it.
        closes: asked between the steps it is made of: once it is so, the last of them comes next.
        inner: a sequence with a cursor of its own that `play` plays: a battle and its rounds.
    """

    id: str
    title: Text | None = None
    rule: str = ""
    play: Callable[[T], Procedure[None] | None] | None = None
    enter: Callable[[T], None] | None = None
    then: str | Callable[[T], str | None] | None = None
    steps: tuple[Step[T], ...] = ()
    box: Text | None = None
    part: Text | None = None
    cites: tuple[str, ...] = ()
    inner: Turn[T] | None = None
    again: Callable[[T], Procedure[None]] | None = None
    closes: Callable[[T], bool] | None = None

    @property
    def is_listed(self) -> bool:
        """Whether the page of the sequence of play has a line for it."""
        return self.title is not None or self.part is not None

    @property
    def is_cursor(self) -> bool:
        """Whether a State can stand here: it is played, or about to begin."""
        return self.play is not None or self.enter is not None


class Turn(Generic[T]):
    """A sequence of play. `field` is the field of the State that holds the cursor.

    "battle.step" is the field `step` of what `battle` holds: such a sequence is over, too, once that
    is None.

    Attributes:
        title: heads the page of the sequence of play.
        steps: all steps by id, in the order of play.
    """

    def __init__(self, title: Text, *steps: Step[T], field: str = "phase") -> None:
        self.title, self.field = title, field
        self._owner, _, self._name = field.rpartition(".")
        self.steps: dict[str, Step[T]] = {}
        self._paths: dict[str, tuple[Step[T], ...]] = {}
        self._next: dict[str, str] = {}
        self._add(steps, ())
        self._boxes: list[Text] = []
        self._box_at = dict(self._lay_boxes())

    def _add(self, steps: tuple[Step[T], ...], above: tuple[Step[T], ...]) -> None:
        """Enter steps that stand beside each other, with all that is below them."""
        for step, following in zip_longest(steps, steps[1:]):
            if step.id in self.steps:
                message = f"two steps are called {step.id}"
                raise ValueError(message)
            self.steps[step.id] = step
            self._paths[step.id] = (*above, step)
            self._next[step.id] = following.id if following else ""
            self._add(step.steps, (*above, step))

    # -- playing -------------------------------------------------------------------------------

    def play(self, table: T) -> Procedure[None]:
        """Play on from the step that the State names until nothing follows."""
        for step in self._paths.get(self.cursor(table.state), ()):
            if step.again is not None:
                yield from step.again(table)
        while self.cursor(table.state):
            yield from self.play_step(table)

    def play_step(self, table: T) -> Procedure[None]:
        """Play the step that the State names to its end, and begin the next."""
        step = self.at(table.state)
        if step.steps:
            self._begin(table, step)
            return
        asking = step.play(table) if step.play else None
        if asking is not None:
            yield from asking
        self._go_on(table, step)

    def _begin(self, table: T, step: Step[T]) -> None:
        """Enter a step, and the first of each that it is made of."""
        while True:
            self._move(table, step.id)
            if step.enter:
                step.enter(table)
            if not step.steps:
                return
            step = step.steps[0]

    def _go_on(self, table: T, step: Step[T]) -> None:
        """Begin what follows a step: what it names, the next beside it, or what follows that above."""
        for one in reversed(self._paths[step.id]):
            following = self._following(table, one)
            if following:
                self._begin(table, self.steps[following])
                return
        self._move(table, "")

    def _following(self, table: T, step: Step[T]) -> str:
        """Return what follows a step: what it names, the last beside it, or the next; "" for what follows above."""
        named = step.then(table) if callable(step.then) else step.then
        if named:
            return named
        above = self._paths[step.id][-2:-1]
        if self._next[step.id] and any(one.closes and one.closes(table) for one in above):
            return above[0].steps[-1].id
        return self._next[step.id]

    def _move(self, table: T, word: str) -> None:
        """Have the State stand at another step."""
        if not self._owner:
            table.update(**{self._name: word})
            return
        owner = getattr(table.state, self._owner)
        if owner is not None:
            table.update(**{self._owner: evolve(owner, **{self._name: word})})

    # -- where the game stands -----------------------------------------------------------------

    def cursor(self, state: object) -> str:
        """Return the word that names the step a State stands at, "" where it is over."""
        owner = getattr(state, self._owner) if self._owner else state
        return "" if owner is None else str(getattr(owner, self._name))

    def at(self, state: object) -> Step[T]:
        """Return the step that a State stands at."""
        return self.steps[self.cursor(state)]

    def within(self, state: object, *ids: str) -> bool:
        """Whether a State stands at one of these steps or below it."""
        return any(step.id in ids for step in self._paths[self.cursor(state)])

    def past(self, state: object, step: str) -> bool:
        """Whether a State stands at a step that comes after this one and all that is below it."""
        order = list(self.steps)
        later = order.index(self.cursor(state)) > order.index(step)
        return later and not self.within(state, step)

    def titled(self, state: object) -> Step[T]:
        """Return the step whose title the table shows: that of the cursor or the nearest above it."""
        path = self._paths[self.cursor(state)]
        return next((step for step in reversed(path) if step.title is not None), path[0])

    def phase(self, state: object) -> Text:
        """Return the title of the step that a State stands at."""
        return self.titled(state).title or self.title

    def cited(self, state: object) -> Text:
        """Return the title of the step that a State stands at, with its rule."""
        rule = self.titled(state).rule
        return text("{phase} ({rule})", phase=self.phase(state), rule=rule)

    # -- cursors of cases ----------------------------------------------------------------------

    @property
    def cursors(self) -> tuple[str, ...]:
        """The words that name a position in the turn: `among("phase", TURN.cursors)` reads one of a case."""
        return tuple(step.id for step in self.steps.values() if step.is_cursor)

    # -- the track and the page ----------------------------------------------------------------

    def _lay_boxes(self) -> Iterator[tuple[str, int]]:
        """Lay the boxes of the track in a row and tell for each step the one it is in, -1 for none."""
        for name in self.steps:
            box = next((one.box for one in self._paths[name] if one.box is not None), None)
            if box is not None and self._boxes[-1:] != [box]:
                self._boxes.append(box)
            yield name, -1 if box is None else len(self._boxes) - 1

    def boxed(self, state: object) -> Step[T] | None:
        """Return the step in whose box of the track a State stands: the outermost that has one."""
        return next((one for one in self._paths[self.cursor(state)] if one.box is not None), None)

    def track(
        self, state: object, title: Text, notes: Iterable[Text] = (), rule: str = ""
    ) -> TrackView:
        """Return the phase track, marked where a State stands; it cites the step that is shown."""
        now, cited = self._box_at[self.cursor(state)], rule or self.titled(state).rule
        return TrackView("phases", title, tuple(self._boxes), now, tuple(notes), cited)

    def outline(self, state: object = None) -> tuple[SequenceLine, ...]:
        """Return the sequence of play as a page lists it, with a mark where a State stands."""
        here = self._paths.get(self.cursor(state), ()) if state is not None else ()
        marked = next((step for step in reversed(here) if step.is_listed), None)
        lines: list[SequenceLine] = []
        for name, step in self.steps.items():
            depth = sum(one.is_listed for one in self._paths[name]) - 1
            inner = step.inner.outline(state if step in here else None) if step.inner else ()
            words = step.title or step.part
            if words is not None:
                rules = tuple(dict.fromkeys((*([step.rule] if step.rule else []), *step.cites)))
                present = step is marked and not any(line.present for line in inner)
                lines.append(SequenceLine(name, words, depth, rules, present))
            lines += (replace(line, depth=line.depth + depth + 1) for line in inner)
        return tuple(lines)
