"""Where in this game a rule was met: lines of the log and refusals that cite it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.app.table.model.changes import Refused
from grognard.app.table.model.model import TableModel
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.show.explain import LogEntry, Refusal

MOST = 400
"""So many refusals of a seat are remembered, the last ones."""

Moment = tuple[int, str]
"""After how many choices it was, and in which words."""


class Citations:
    """Remembers what was refused at the table, each seat's for itself, and looks through the log.

    What a refusal says may be known to one seat alone, so nobody is told of another's.
    """

    def __init__(self, model: TableModel) -> None:
        self.model = model
        self._refused: dict[str | None, dict[tuple[int, str], Refusal]] = {}
        model.watch(Refused, lambda _change: self._note(model.refused))

    def _note(self, refusal: Refusal | None) -> None:
        if refusal is None or not refusal.rule or self.model.past is not None:
            return
        own = self._refused.setdefault(self.model.viewer, {})
        own[len(self.model.session.choices), str(refusal.message)] = refusal
        while len(own) > MOST:
            own.pop(next(iter(own)))

    def of(self, rule: str) -> list[Moment]:
        """Return where a rule was cited, in the order of the game; nothing while the curtain is down."""
        if self.model.covered is not None:
            return []
        told = [(at, str(entry.text)) for at, entry in self.model.log() if rule in cited(entry)]
        return sorted([*told, *self._refusals(rule)], key=lambda moment: moment[0])

    def _refusals(self, rule: str) -> Iterator[Moment]:
        last = len(self.model.session.choices)
        for (at, words), refusal in self._refused.get(self.model.viewer, {}).items():
            # What was taken back since has no moment to go to.
            if refusal.rule == rule and at <= last:
                yield at, tr("Refused: {reason}", reason=verbatim(words))


def cited(entry: LogEntry) -> set[str]:
    """Return the rules that a line of the log cites, those of its roll and of the roll's modifiers too."""
    if entry.roll is None:
        return {*entry.rules}
    return {*entry.rules, entry.roll.rule, *(one.rule for one in entry.roll.modifiers)}
