"""The end of a game is told once: how it was won only where that says more than who has won."""

from __future__ import annotations

import pytest

from app.table.verdict.words import verdict_html
from engines.core.data.text import text, verbatim
from engines.core.show.explain import Verdict


@pytest.mark.parametrize(("level", "told"), [("victory", False), ("draw", False), ("by 3", True)])
def test_a_plain_victory_is_not_told_twice(level: str, told: bool) -> None:
    verdict = Verdict("russian", level, text("It is over."), "8.1.winner")
    html = verdict_html(verdict, verbatim("How it was won"), {})
    assert ("How it was won" in html) is told
    assert "It is over." in html
