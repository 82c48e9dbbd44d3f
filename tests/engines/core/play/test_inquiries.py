"""What an inquiry is asked about is read by the types of its arguments, and refused in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.play.inquiries import Named, NoAnswer, inquiries
from grognard.engines.core.show.views import Answer

STATE = {"oak": "tall", "elm": "small", "ash": "felled"}


def felled(_setup: object, _state: object, _seat: str | None, tree: str) -> str:
    return "has been felled" if tree == "felled" else ""


Tree: TypeAlias = Annotated[str, Named("tree", lambda _setup, state, _seat: state, felled)]
Spot: TypeAlias = Annotated[str, Named("spot", lambda setup, _state, _seat: setup)]


def looks(setup: object, state: object, seat: str | None, tree: Tree, at: Spot = "here") -> Answer:
    return Answer({"tree": tree, "at": at}, ())


def several(
    setup: object, state: object, seat: str | None, trees: Sequence[Tree] = (), word: str = ""
) -> Answer:
    return Answer({"trees": trees, "word": word}, ())


def perhaps(
    setup: object, state: object, seat: str | None, trees: list[Tree] | None = None
) -> Answer:
    return Answer({"trees": trees}, ())


ASKED = inquiries(looks, several, perhaps, slow=(several,))
SPOTS = [str(n) for n in range(9)]


def ask(name: str, **said: object) -> object:
    return ASKED[name].ask(SPOTS, STATE, None, **said).value


def test_a_name_is_written_and_the_thing_handed_on() -> None:
    assert ask("looks", tree="oak", at="3") == {"tree": "tall", "at": "3"}
    assert ask("looks", tree="oak", at="") == {"tree": "tall", "at": "here"}
    assert ask("several", trees="oak") == {"trees": ["tall"], "word": ""}
    assert ask("several", trees=["oak", "elm"], word="x") == {
        "trees": ["tall", "small"],
        "word": "x",
    }
    assert ask("several") == {"trees": (), "word": ""}
    assert ask("perhaps", trees=["oak", "elm"]) == {"trees": ["tall", "small"]}
    assert ask("perhaps", trees=[]) == {"trees": []}
    assert ask("perhaps") == {"trees": None}


@pytest.mark.parametrize(
    ("name", "said", "words"),
    [
        ("looks", {"tree": "fir"}, "there is no tree fir to ask about; known are oak, elm"),
        ("looks", {"tree": 3}, "there is no tree 3 to ask about; known are oak, elm"),
        ("looks", {"tree": "oak", "at": "x"}, "no spot x to ask about; known are such as 0"),
        ("looks", {"tree": "ash"}, "ash has been felled"),
        ("looks", {}, "looks lacks an argument; ask it with tree, at"),
        ("looks", {"tree": "oak", "bush": "x"}, "looks knows no bush; ask it with tree, at"),
        ("several", {"trees": ["oak", "ash"]}, "ash has been felled"),
        ("several", {"trees": [["oak"]]}, "there is no tree"),
        ("several", {"word": 3}, "3 must be a word"),
    ],
)
def test_anything_else_is_refused_in_words(name: str, said: dict[str, object], words: str) -> None:
    with pytest.raises(NoAnswer, match=words.replace("[", r"\[")):
        ask(name, **said)


def test_which_arguments_are_needed_and_what_takes_its_time_is_told() -> None:
    assert {name: one.needed for name, one in ASKED["looks"].arguments.items()} == {
        "tree": True,
        "at": False,
    }
    assert (ASKED["looks"].slow, ASKED["several"].slow) == (False, True)


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_the_arguments_of_every_inquiry_of_a_game_can_be_read(game: str) -> None:
    asked = registry[game].inquiries
    assert asked
    for inquiry in asked.values():
        for name, argument in inquiry.arguments.items():
            if name in ("unit", "units", "at", "a", "b", "side", "origin", "target"):
                lax = (inquiry.name, name) in (("sectors", "unit"), ("battle_odds", "unit"))
                assert lax or isinstance(argument.read, Named), (inquiry.name, name)
