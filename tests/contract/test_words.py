"""Whatever is shown is a declared phrase: its key is literal and its names pass through the catalogue."""

from __future__ import annotations

import pytest

from app.finding import load_scenario
from engines.core.play.session import Session
from engines.core.proof.phrases import sources, undeclared, unphrased
from tests.conftest import ROOT
from tests.contract.pseudo import played

CODE = [path for path in sources(ROOT / "engines", ROOT / "app") if path.name != "text.py"]


def test_every_phrase_has_a_literal_key() -> None:
    assert [place for path in CODE for place in undeclared(path, ROOT)] == []


def test_no_english_is_put_into_the_hole_of_a_phrase() -> None:
    assert [place for path in CODE for place in unphrased(path, ROOT)] == []


@pytest.mark.parametrize(
    ("scenario", "most"),
    [
        ("gmt/first-assault", 200),
        ("gmt/borodino", 150),
        ("columbia/shevardino", 250),
        ("risorgimento/first-brigade", 200),
    ],
)
def test_what_a_game_shows_passes_through_the_catalogue(scenario: str, most: int) -> None:
    game, setup = load_scenario(scenario, {})
    session = Session(game, setup, "1")
    assert sorted(set(played(session, "1", most, looks=10))) == []
