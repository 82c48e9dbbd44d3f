"""Odds begin with what may come of it, in one line; how that is reckoned is folded below."""

from __future__ import annotations

from grognard.app.table.panels.words import BAR, RECKONING, odds_html
from grognard.engines.core.data.text import text
from grognard.engines.core.show.views import Answer

ODDS = Answer(
    {"exact": True},
    ("8.5",),
    (text("By hexside 0101: die +2"),),
    shares=((text("no effect"), 0.6), (text("eliminated"), 0.0), (text("one hit"), 0.4)),
)


def test_the_answer_comes_first_and_the_reckoning_unfolds() -> None:
    folded = odds_html(ODDS, unfolded=False)
    assert folded.startswith("<b>60\u202f% no effect</b>")
    assert "eliminated" not in folded
    assert "hexside" not in folded
    assert RECKONING in folded
    whole = odds_html(ODDS)
    assert whole.index("60\u202f% no effect") < whole.index("hexside")


def test_each_result_has_its_line_and_its_bar() -> None:
    folded = odds_html(ODDS, unfolded=False)
    rows = folded.count("<tr><td align")
    assert rows == 2
    for chance, name in (("60\u202f%", "no effect"), ("40\u202f%", "one hit")):
        assert f">{chance}</td>" in folded
        assert f">{name}</td>" in folded
    lengths = [int(cut.split('"')[0]) for cut in folded.split('<td width="')[1:]]
    assert lengths[0] + lengths[1] == lengths[2] + lengths[3] == BAR
    assert lengths[0] > lengths[2]


def test_a_single_result_needs_no_table() -> None:
    sure = Answer({"exact": True}, ("8.5",), shares=((text("one hit"), 1.0),))
    assert "<tr>" not in odds_html(sure, unfolded=False)


def test_odds_that_are_no_whole_are_told_as_they_are() -> None:
    answer = Answer({"exact": True}, (), (text("at most a step"),))
    assert odds_html(answer, unfolded=False).endswith("at most a step")
