"""Odds of the choice that is meant, worked out beside the window: it never waits for a sampled battle."""

from __future__ import annotations

from collections.abc import Callable

from grognard.app.table.gestures.gesture import DECLINING
from grognard.app.table.model.changes import Weighed
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.outside import Work
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.views import Answer

KEPT = 200


def answer_or_none(question: Callable[[], Answer]) -> Callable[[], Answer | None]:
    """Return a job that asks a question, and gives None where there is no answer."""

    def job() -> Answer | None:
        try:
            return question()
        except NoAnswer:
            return None

    return job


class Odds:
    """Works out the odds of one choice at a time; answers are kept while the position stays.

    Attributes:
        choice: the choice that was asked about last.
        answer: its odds, None until they are worked out and where there are none.
    """

    def __init__(self, model: TableModel, work: Work) -> None:
        self.model, self.work = model, work
        self.choice: Choice | None = None
        self.answer: Answer | None = None
        self._state: object = None
        self._kept: dict[str, Answer | None] = {}

    def want(self, choice: Choice) -> None:
        """Ask for the odds of a choice; what was asked before is dropped."""
        ask = self.model.ask
        self.forget()
        if ask is None or not ask.odds or choice in DECLINING:
            return
        question = self.model.question(ask.odds, **ask.weighing(choice))
        if question is None:
            return
        state = self.model.weighed
        if state is not self._state:
            self._state, self._kept = state, {}
        if repr(choice) in self._kept:
            self._tell(choice, self._kept[repr(choice)])
        else:
            job = answer_or_none(question)
            self.work.start(job, lambda answer: self._keep(state, choice, answer))

    def forget(self) -> None:
        """Nothing is asked any more."""
        self.work.cancel()
        self.choice = self.answer = None

    def quiet(self) -> None:
        """The curtain falls: what is being worked out is of nobody's interest any more."""
        self.forget()
        self._state, self._kept = None, {}

    def _keep(self, state: object, choice: Choice, answer: Answer | None) -> None:
        if state is self._state and len(self._kept) < KEPT:
            self._kept[repr(choice)] = answer
        self._tell(choice, answer)

    def _tell(self, choice: Choice, answer: Answer | None) -> None:
        if answer is not None and answer.lines and self.model.covered is None:
            self.choice, self.answer = choice, answer
            self.model.changes.tell(Weighed())
