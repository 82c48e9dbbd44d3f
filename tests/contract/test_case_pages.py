"""What a game declares of its cases stands in its CASES.md, and the page tells no fact there is not."""

from __future__ import annotations

import re

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.cases import CASE, EXPECT, STEPS
from grognard.engines.core.proof.matching import PARTS
from grognard.engines.core.scenario.choosing import Wording
from grognard.engines.core.scenario.positions import Positions
from tests.conftest import ROOT
from tests.contract.test_contract import start
from tests.engines.core.test_imports import GAMES

WORD = re.compile(r"[a-zA-Z_][\w]*")
SECTION = re.compile(r"^## (.*?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def sections(game: str) -> dict[str, str]:
    """Return the sections of a game's page by their titles."""
    page = registry[game].data().joinpath("CASES.md").read_text("utf-8")
    return dict(SECTION.findall(page))


def written(text: str) -> set[str]:
    """Return the words of code in a text: in backticks and in indented examples."""
    code = [*re.findall(r"`([^`]+)`", text), *re.findall(r"^ {4}(.*)$", text, re.MULTILINE)]
    return {word for part in code for word in WORD.findall(part)}


def declared(game: str) -> tuple[Positions[object, object], Wording]:
    """Return what a game declares of its cases."""
    positions, wording = registry[game].positions, registry[game].wording
    assert isinstance(positions, Positions)
    assert isinstance(wording, Wording)
    return positions, wording


@pytest.mark.parametrize("game", GAMES)
def test_every_field_that_may_be_set_is_told(game: str) -> None:
    positions, _ = declared(game)
    known = written("\n".join(sections(game).values()))
    lines = [name for pieces in positions.pieces for name in (*pieces.names, *pieces.words)]
    assert {*positions.names, *positions.within, *lines} - known == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_is_told(game: str) -> None:
    _, wording = declared(game)
    known = written("\n".join(sections(game).values()))
    assert wording.verbs.keys() - known == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_facts_told_are_those_there_are(game: str) -> None:
    positions, _ = declared(game)
    facts = {name for pieces in positions.pieces for name in pieces.told}
    text = sections(game)["Facts (`expect.units`)"].split("\n    ")[0]
    told = written(text) - {"active", "yes"}
    flags = {name for pieces in positions.pieces for name in pieces.flags}
    assert facts - told - flags == set(), "facts that the page leaves out"
    assert told - facts == set(), "facts that there are not"


@pytest.mark.parametrize("game", GAMES)
def test_the_facts_of_the_position_told_are_those_there_are(game: str) -> None:
    positions, _ = declared(game)
    text = sections(game)["Facts of the position (`facts`)"].split(". They are")[0]
    assert written(text.split("`check:`: ")[1]) == positions.tellable


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_position_is_what_is_listed(game: str) -> None:
    session = start(game)
    told = session.game.told(session.setup, session.table.state)
    assert told.keys() == declared(game)[0].tellable


def test_the_general_page_tells_every_step_and_what_is_compared() -> None:
    page = (ROOT / "docs" / "cases.md").read_text("utf-8")
    known = {
        word
        for part in re.findall(
            r"`([^`]+)`|^ {4}(.*)$|^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL
        )
        for text in part
        for word in WORD.findall(text)
    }
    steps = {key for form in STEPS for key in form.known}
    assert {*CASE.known, *EXPECT.known, *steps, *PARTS} - known == set()
