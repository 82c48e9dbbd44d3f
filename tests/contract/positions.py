"""Positions out of the executable cases: rare ones, which random games hardly ever come to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.core.play.session import Session
from engines.core.proof.caserun import CaseRun
from engines.core.proof.cases import load_setup, read_case
from engines.core.show.asks import Choice
from tests.contract.readers import has_odds

CASES = Path(__file__).parents[1] / "cases"

Visit = Callable[[Session, Choice], None]


class _Visited(CaseRun):
    """A case that shows each question about which there are odds, with the choice named there."""

    visit: Visit

    def _choose(self, seat: str, choice: Choice) -> None:
        self._show(choice)
        super()._choose(seat, choice)

    def _inquire(self, step: dict[str, Any]) -> None:
        super()._inquire(step)
        for given in step["inquire"].values():
            if isinstance(given, dict) and "choice" in given:
                self._show(given["choice"])

    def _show(self, choice: Choice) -> None:
        ask = self.session.ask
        if ask is not None and ask.odds and has_odds(self.session, choice):
            if ask.why_not(choice) is None:
                self.visit(self.session, choice)


def visit_cases(game: str, visit: Visit, every: int = 1) -> int:
    """Play the first variation of every so many cases of a game; return how many were played."""
    played = 0
    for path in sorted((CASES / game).glob("**/*.yaml"))[::every]:
        case = read_case(path)
        values = next(iter(case.variants()))
        owner, setup = load_setup(case, values)
        run = _Visited(case, owner, setup, values)
        run.visit = visit
        run.play()
        played += 1
    return played
