"""A first game: every guide can be played through, and what is wrong with one is told by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.core.play.game import registry
from engines.core.play.session import Session
from engines.core.proof.guide import Tour, load_guide, quiet
from engines.core.proof.rulebook import Rulebook

GAMES = ("columbia", "eagle", "europa", "gmt", "risorgimento")
PATIENCE = 400
"""Choices within which a guide comes to its end."""


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_can_be_played_through(game: str) -> None:
    engine = registry[game]
    book, _ = Rulebook.load(engine.data())
    assert book is not None
    guide, problems = load_guide(engine, book.rules)
    assert problems == []
    assert guide is not None
    info = next(info for info in engine.scenarios() if info.id == guide.scenario)
    session = Session(engine, engine.load(Path(info.path), {}), guide.seed)
    pieces = {piece.id for piece in session.view(guide.seat).pieces}
    assert {name for step in guide.steps for name in step.look} <= pieces
    tour = Tour(guide)
    for _ in range(PATIENCE):
        while tour.step is not None and not tour.waits:
            tour.go_on()
        ask = session.ask
        if tour.step is None or ask is None:
            break
        choice = tour.wanted(session)
        if choice is None:
            assert ask.seat != guide.seat or ask.kind != tour.step.ask, (
                f"{tour.step.title}: refused"
            )
            choice = quiet(session, ask)
        session.choose(ask.seat, choice)
        tour.follow(session)
    assert tour.step is None, f"never asked: {tour.step}"


def test_faults_are_told_with_line_and_mend(tmp_path: Path) -> None:
    file = tmp_path / "guide.yaml"
    file.write_text(
        "game: gmt\nguide: x\nscenario: chrage\nseat: french\nsteps:\n"
        "- {title: a, say: b, rule: '66'}\n- {title: a, say: b, told: c}\n",
        "utf-8",
    )
    guide, problems = load_guide(registry["gmt"], {"6.33": 1}, file)
    assert guide is None
    assert (problems[0].line, bool(problems[0].mend)) == (3, True)
    assert sorted(problem.line for problem in problems) == [3, 6, 7]
