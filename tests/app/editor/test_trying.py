"""What only play shows: shipped scenarios are sound, and what is broken in them is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app.editor import trying
from grognard.app.editor.trying import late, tried, winless
from grognard.app.editor.window.preview import reader_of
from grognard.engines.core.data.text import text
from grognard.engines.core.data.yamlio import MapNode, Plain, load_text
from grognard.engines.core.play.arrangement import Arrangement
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document
from grognard.engines.core.scenario.scenariofile import open_scenario
from grognard.engines.core.show.explain import Refusal

GAMES = registry.games()
SHORT = ("charge", "shevardino", "smolensk", "first-brigade", "low-hill")
ALL = [(game.id, info.id) for game in GAMES.values() for info in game.scenarios()]


@pytest.mark.parametrize(
    ("game", "scenario"),
    [one if one[1] in SHORT else pytest.param(*one, marks=pytest.mark.soak) for one in ALL],
)
def test_nothing_is_found_in_what_is_shipped(game: str, scenario: str) -> None:
    info = next(info for info in GAMES[game].scenarios() if info.id == scenario)
    path = Path(info.path)
    setup = GAMES[game].load(path, {})
    assert tried(GAMES[game], setup, path) == []
    root = open_scenario(path, "scenario")[0]
    assert list(late(root)) == []
    assert list(winless(GAMES[game], setup, root)) == []


def test_a_set_up_that_nobody_can_finish_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    full = Refusal("9.1", text("Done"))
    monkeypatch.setattr(Arrangement, "_unfinished", lambda _self: full)
    monkeypatch.setattr(trying, "MOST", 20)
    game = GAMES["eagle"]
    path = Path(next(info.path for info in game.scenarios() if info.id == "maida"))
    found = tried(game, game.load(path, {}), path)
    assert [problem.mend for problem in found] == ["Done"]


def test_who_comes_after_the_end_is_found() -> None:
    text = "stages:\n- clock: {turns: 3}\n  arrivals:\n  - {piece: a, turn: 3}\n  - {piece: b, turn: 4}\n"
    node, _ = load_text(text, "x")
    assert node is not None
    assert [problem.line for problem in late(node)] == [5]


def test_who_must_hold_more_than_there_is_cannot_win() -> None:
    """[turn.objectives] Two hexes are wanted, and one of them decides anything."""
    game = GAMES["eagle"]
    path = Path(next(info.path for info in game.scenarios() if info.id == "maida"))
    document = Document.open(path)
    rule: dict[str, Plain] = {"rule": "hold_to_win", "side": "french", "at": ["0806"], "least": "2"}
    document.insert(("stages", 0, "special", 0), rule)
    node, _ = load_text(document.text, str(path))
    assert isinstance(node, MapNode)
    setup = reader_of(game)(node, path.parent, inline=False).read({}, str(path))
    assert setup is not None
    found = list(winless(game, setup, node))
    assert [problem.rule for problem in found] == ["turn.objectives"]
    assert "French" in found[0].message
