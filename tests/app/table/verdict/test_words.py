"""The end of a game is told once: how it was won only where that says more than who has won."""

from __future__ import annotations

import pytest

from grognard.app.table.verdict.words import _score_html, verdict_html
from grognard.engines.core.data.text import text, verbatim
from grognard.engines.core.show.explain import Verdict
from grognard.engines.core.show.views import TrackView


@pytest.mark.parametrize(("level", "told"), [("victory", False), ("draw", False), ("by 3", True)])
def test_a_plain_victory_is_not_told_twice(level: str, told: bool) -> None:
    verdict = Verdict("russian", level, text("It is over."), "8.1.winner")
    html = verdict_html(verdict, verbatim("How it was won"), {})
    assert ("How it was won" in html) is told
    assert "It is over." in html


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (("French", "Russians"), "Russians"),
        (("French 3", "Russians 6"), "French 3 \u00b7 Russians 6"),
    ],
)
def test_a_track_tells_the_score_or_who_holds_it(steps: tuple[str, ...], told: str) -> None:
    track = TrackView("victory", text("The redoubt"), tuple(map(verbatim, steps)), 1)
    assert _score_html(track).endswith(f"</p>{told}")
