"""Arranging pieces freely: place, shift, take back; computer players come to an end."""

from __future__ import annotations

import json
from random import Random

import pytest

from grognard.engines.core.data.codec import canonical
from grognard.engines.core.data.text import text
from grognard.engines.core.play.arrangement import DONE, HAND, Arrangement
from grognard.engines.core.play.bots import BOTS, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.explain import Refusal
from tests.fixture_game.state import SEATS, Setup, State

RULE = "F.2"
PLACES = {"a": ("north", "south"), "b": ("north",), "c": ("north", "south")}


class Board:
    """Three pieces and two spaces that hold two and one of them."""

    def __init__(self, **where: str) -> None:
        self.where = {"a": HAND, "b": HAND, "c": HAND} | where
        self.facing: dict[str, int] = {}

    def full(self, _piece: str, space: str) -> Refusal | None:
        holds = {"north": 2, "south": 1}[space]
        if list(self.where.values()).count(space) < holds:
            return None
        return Refusal("F.full", text("{space} is full.", space=space), (space,))

    def choices(self, facings: tuple[int, ...] = ()) -> Arrangement:
        return Arrangement(
            RULE,
            self.where,
            PLACES,
            why_not_at=self.full,
            facings=facings,
            facing=self.facing,
            names={"a": "Guard"},
        )


def test_all_may_be_placed_at_once_where_that_is_offered() -> None:
    where = {"a": HAND}
    plain = Arrangement(RULE, where, PLACES)
    assert "auto" not in list(plain)
    assert plain.why_not("auto") is not None
    auto = Arrangement(RULE, where, PLACES, auto=text("All at home"))
    assert next(iter(auto)) == "auto"
    assert auto.why_not("auto") is None
    assert str(auto.label("auto")) == "All at home"
    assert "auto" not in list(Arrangement(RULE, where, PLACES, auto=text("x"), is_set=lambda: True))


def test_a_facing_is_named_where_it_has_a_name() -> None:
    faced = Arrangement(RULE, {"a": HAND}, PLACES, facings=(0, 1), compass=(text("N"), text("S")))
    assert str(faced.label({"piece": "a", "at": "north", "facing": 1})) == "a to north, facing S"


def test_everything_listed_is_legal_and_nothing_else() -> None:
    choices = Board(a="south", b="north").choices()
    assert list(choices) == [
        {"piece": "a", "at": "north"},
        {"piece": "c", "at": "north"},
        {"piece": "a", "at": HAND},
        {"piece": "b", "at": HAND},
    ]
    assert all(choice in choices for choice in choices)
    assert json.loads(canonical(list(choices))) == list(choices)
    refused = {
        "a stays": {"piece": "a", "at": "south"},
        "no place of b": {"piece": "b", "at": "south"},
        "full": {"piece": "c", "at": "south"},
        "in hand": {"piece": "c", "at": HAND},
        "no piece": {"piece": "z", "at": "north"},
        "no facing here": {"piece": "c", "at": "north", "facing": 0},
        "odd": {"piece": [], "at": {}},
        "early": DONE,
    }
    assert [key for key, choice in refused.items() if choice in choices] == []


def test_each_refusal_names_its_rule() -> None:
    choices = Board(a="south").choices()
    rules = {
        "F.full": {"piece": "c", "at": "south"},
        RULE: {"piece": "b", "at": "south"},
        "": "what",
    }
    for rule, choice in rules.items():
        why = choices.why_not(choice)
        assert why is not None
        assert why.rule == rule
    assert [(choice, why.where) for choice, why in choices.refused()] == [(DONE, ("b", "c"))]
    assert list(Board(a="south", b="north", c="north").choices())[-1] == DONE


def test_facings_are_part_of_a_place() -> None:
    board = Board(b="north")
    board.facing["b"] = 2
    choices = board.choices((1, 2))
    listed = list(choices)
    assert {"piece": "b", "at": "north", "facing": 1} in listed
    assert {"piece": "b", "at": "north", "facing": 2} not in listed
    assert {"piece": "b", "at": "north", "facing": 2} not in choices
    assert {"piece": "a", "at": "south"} not in choices
    assert {"piece": "a", "at": "south", "facing": True} not in choices
    assert {"piece": "a", "at": "south", "facing": 3} not in choices
    assert all(choice in choices for choice in listed)


def test_labels_name_the_piece() -> None:
    choices = Board(a="south").choices()
    labels = [
        str(choices.label(c))
        for c in (
            {"piece": "a", "at": "north"},
            {"piece": "a", "at": HAND},
            {"piece": "b", "at": "north"},
            DONE,
        )
    ]
    assert labels == ["Guard to north", "Take Guard back", "b to north", "Done"]


@pytest.mark.parametrize("seed", range(40))
def test_sampling_step_by_step_fills_every_place(seed: int) -> None:
    """Only one arrangement kind is full: b in the north, one of a and c in the south."""
    rng = Random(str(seed))
    board = Board(a="north", c="north") if seed % 2 else Board()
    for _step in range(60):
        choices = board.choices((0, 1))
        choice = choices.sample(rng)
        assert choice in choices
        if choice == DONE:
            assert sorted(board.where.values()) == ["north", "north", "south"]
            return
        board.where[choice["piece"]] = choice["at"]
        board.facing[choice["piece"]] = choice.get("facing", 0)
    pytest.fail("the set-up never ended")


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_computer_players_shift_and_finish_the_fixture_game(
    picket: Game[Setup, State], setup: Setup, bot: str
) -> None:
    kinds = set()
    for seed in range(8):
        session = Session(picket, setup, str(seed))
        played = play(session, {seat: BOTS[bot](f"{seed} {seat}") for seat in SEATS}, limit=400)
        assert session.verdict is not None
        assert 2 <= played.kinds["arrange"] < 80
        rows = [row.choice for row in session.choices if row.kind == "arrange"]
        kinds |= {"done" if row == DONE else "shift" for row in rows}
    assert kinds == {"done", "shift"}


def test_a_block_in_hand_must_be_placed_before_the_set_up_is_done(session: Session) -> None:
    while session.ask is not None and session.ask.kind != "arrange":
        session.choose(session.ask.seat, next(iter(session.ask.choices)))
    session.choose("red", {"piece": "red-1", "at": HAND})
    assert session.table.state.blocks["red-1"].at == HAND
    why = session.why_not("red", DONE)
    assert why is not None
    assert (why.rule, why.where) == ("F.2", ("red-1",))
    assert session.undo()
    session.choose("red", DONE)
    assert session.ask is not None
    assert session.ask.seat == "blue"
