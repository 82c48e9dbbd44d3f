"""Positions out of the executable cases: rare ones, which random games hardly ever come to."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.caserun import CaseRun
from grognard.engines.core.proof.cases import load_setup, read_case
from grognard.engines.core.show.asks import Choice
from tests.contract.readers import has_odds

CASES = Path(__file__).parents[1] / "cases"

Visit = Callable[[Session, Choice], None]
Meet = Callable[[Session], None]


class _Visited(CaseRun):
    """A case that shows its questions, and with each about which there are odds the choice made."""

    visit: Visit
    meet: Meet

    def _choose(self, seat: str, choice: Choice) -> None:
        self.meet(self.session)
        self._show(choice)
        super()._choose(seat, choice)

    def _inquire(self, step: dict[str, Any]) -> None:
        self.meet(self.session)
        for given in step["inquire"].values():
            if isinstance(given, dict) and "choice" in given:
                self._show(given["choice"])
        super()._inquire(step)

    def _show(self, choice: Choice) -> None:
        ask = self.session.ask
        if ask is not None and ask.odds and has_odds(choice):
            if ask.why_not(choice) is None:
                self.visit(self.session, choice)


def case_paths(game: str, every: int = 1, always: Collection[str] = ()) -> list[Path]:
    """Return every so many of the cases of a game, and those named always."""
    paths = sorted((CASES / game).glob("**/*.yaml"))
    sampled = {*[path for path in paths if path.stem not in always][::every]}
    return [path for path in paths if path in sampled or path.stem in always]


def visit_case(path: Path, visit: Visit, meet: Meet, *, strict: bool = True) -> None:
    """Play the first variation of a case; unless `strict` it may go otherwise than it says."""
    case = read_case(path)
    values = next(iter(case.variants()))
    owner, setup = load_setup(case, values)
    run = _Visited(case, owner, setup, values)
    run.visit, run.meet = visit, meet
    difference = run.play()
    assert difference is None or not strict, f"{path}: {difference}"
