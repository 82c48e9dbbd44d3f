"""Hints, judgements and thoughts: marked on the board, told in terms, and nothing told that is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.app.table.model.advising import (
    CHANGED,
    HIDDEN,
    NO_MOVE,
    NOBODY,
    NOTHING,
    Advising,
    Told,
)
from grognard.app.table.model.marks import highlights
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.outside import AtOnce
from grognard.app.table.panels.advice import advice_html, title_of
from grognard.engines.core.data.text import text, verbatim
from grognard.engines.core.play.bots import play, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.explain import Verdict
from grognard.engines.core.think.advice import Advice
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.core.think.thought import Thought
from tests.app.table.model.keeper import Nowhere, Plain
from tests.app.table.toy import Toy

OVER = Verdict("russian", "victory", text("It is over."), "8.1")


class Sitting:
    """A person against a captain, in a game that captains have begun."""

    def __init__(self, game: str, scenario: str, person: str, made: int, asked: str = "") -> None:
        known = registry[game]
        info = next(one for one in known.scenarios() if one.id == scenario)
        self.session = Session(known, known.load(Path(info.path), {}), "3")
        seats = [seat.id for seat in info.seats]
        bots = {seat: players_of(known)["captain"](seat) for seat in seats}
        play(self.session, bots, limit=made)
        while (ask := self.session.ask) and (ask.seat != person or asked not in ("", ask.kind)):
            play(self.session, bots, limit=1)
        players = dict.fromkeys(seats, "captain") | {person: "person"}
        self.model = TableModel(self.session, players, Plain(), Nowhere())
        self.model.start()
        self.advising = Advising(self.model, AtOnce())
        self.advising.seconds, self.advising.trials = None, 6

    @property
    def told(self) -> Told:
        assert self.advising.told is not None
        return self.advising.told


@pytest.fixture(scope="module", autouse=True)
def _few() -> Iterator[None]:
    """Few choices are tried, and not played far: what they are worth is of no interest here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Thinker, "width", 4)
        patch.setattr(Thinker, "length", 12)
        patch.setattr(players_of(registry["gmt"])["marshal"], "length", 12)
        yield


@pytest.fixture(scope="module")
def blocks() -> Sitting:
    return Sitting("columbia", "shevardino", "french", 40, "move")


def test_whoever_follows_a_hint_is_not_told_afterwards_that_it_was_wrong() -> None:
    sitting = Sitting("columbia", "shevardino", "french", 40, "move")
    sitting.advising.hint()
    advised = sitting.told.advice
    assert advised is not None
    sitting.model.choose(advised.thought.choice)
    sitting.advising.trials = 2  # weighed anew it might come out otherwise
    sitting.advising.judge()
    judged = sitting.told.advice
    assert judged is not None
    assert judged.thought == advised.thought


def test_a_hint_on_what_is_in_the_hand_is_not_contradicted_afterwards() -> None:
    sitting = Sitting("gmt", "shevardino", "french", 30, "move_piece")
    model = sitting.model
    piece = next(str(choice) for choice in model.ask.choices if choice != "pass")
    assert model.pick_up(piece)
    assert model.trial is not None
    sitting.advising.hint()
    advised = sitting.told.advice
    assert advised is not None
    model.choose(advised.thought.choice)
    assert model.trial is None
    sitting.advising.trials = 2  # weighed anew it might come out otherwise
    sitting.advising.judge()
    judged = sitting.told.advice
    assert judged is not None
    assert judged.thought == advised.thought


def test_the_marks_of_a_hint_go_with_its_card(blocks: Sitting) -> None:
    model = blocks.model
    before = highlights(model).chosen
    blocks.advising.hint()
    assert highlights(model).chosen != before
    blocks.advising.judge()  # its card lies where that of the hint lay
    assert highlights(model).chosen == before
    blocks.advising.forget()


def test_a_hint_is_marked_on_the_board_and_says_why(blocks: Sitting) -> None:
    model = blocks.model
    before = highlights(model).chosen
    blocks.advising.hint()
    advice = blocks.told.advice
    assert advice is not None
    assert advice.thought.choice == model.hinted
    assert model.ask is not None
    assert model.ask.why_not(advice.thought.choice) is None
    assert advice.thought.rival_says is not None
    assert len(advice.thought.reasons) <= 3
    assert set(highlights(model).chosen) > set(before)
    words = advice_html(blocks.told)
    assert str(advice.thought.says) in words
    assert "imagined games" in words
    blocks.advising.forget()
    assert model.hinted is None
    assert highlights(model).chosen == before


def test_a_hint_is_the_same_whatever_is_hidden(blocks: Sitting) -> None:
    """Another deal of what the seat cannot know changes nothing of what it is advised."""
    other = blocks.session.imagine("french", "another deal")
    assert other is not None
    model = TableModel(other, dict(blocks.model.players), Plain(), Nowhere())
    model.start()
    dealt = Advising(model, AtOnce())
    dealt.seconds, dealt.trials = None, 6
    for one in (dealt, blocks.advising):
        one.hint()
        assert one.told is not None
        assert one.told.advice is not None
    assert dealt.told is not None
    assert dealt.told.advice is not None
    assert dealt.told.advice.thought.choice == blocks.model.hinted
    blocks.advising.forget()


def test_a_computer_s_thoughts_are_told_after_the_game_where_something_is_hidden(
    blocks: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks.advising.thinking()
    assert blocks.told.refused == HIDDEN
    assert blocks.told.advice is None
    monkeypatch.setattr(blocks.session, "verdict", OVER)
    seats: set[str] = set()
    for count in (41, 20):
        blocks.model.show_past(count)
        blocks.advising.thinking()
        advice = blocks.told.advice
        assert advice is not None
        assert blocks.told.made is not None
        assert advice.made is not None
        assert str(blocks.told.made) in advice_html(blocks.told)
        seats.add(blocks.told.seat)
    blocks.model.show_present()
    assert seats == {"french", "russian"}
    assert "French" in title_of(blocks.told, "French")


def test_a_move_is_judged_by_what_its_seat_knew(blocks: Sitting) -> None:
    blocks.advising.judge()
    assert blocks.told.advice is not None
    assert blocks.told.advice.made in ("best", "equal", "worse", "routine")
    assert blocks.told.seat == "french"


def test_what_the_one_who_decided_thought_is_told_as_it_was(blocks: Sitting) -> None:
    sitting = Sitting("gmt", "charge", "french", 70)
    at = max(n for n, row in enumerate(sitting.session.choices) if row.seat != "french")
    sitting.advising.hint()
    assert sitting.told.advice is not None
    kept = sitting.told.advice.thought
    sitting.advising.thoughts[at] = kept
    sitting.advising.thinking()
    assert sitting.told.own
    assert sitting.told.advice is not None
    assert sitting.told.advice.thought is kept
    sitting.advising.thoughts.clear()
    sitting.advising.thinking()  # nothing is hidden in this game: it is told during play
    assert sitting.told.advice is not None
    assert not sitting.told.own


def test_where_there_is_nothing_to_say_it_is_said(blocks: Sitting) -> None:
    game = Toy()
    session = Session(game, game.load("skirmish", {"script": "pick pick"}), "7")
    model = TableModel(session, {"blue": "person", "red": "random"}, Plain(), Nowhere())
    model.start()
    toy = Advising(model, AtOnce())
    toy.judge()
    assert toy.told == Told("judgement", refused=NO_MOVE)
    toy.hint()
    assert toy.told == Told("hint", refused=NOBODY)
    model.players["blue"] = "random"
    toy.hint()
    assert toy.told == Told("hint", refused=NOTHING)
    assert str(CHANGED) in advice_html(Told("hint", refused=CHANGED))


def test_what_a_computer_decided_in_one_s_stead_is_not_judged_as_one_s_own() -> None:
    game = Toy()
    session = Session(game, game.load("skirmish", {"script": "pick pick pick"}), "7")
    model = TableModel(session, {"blue": "random", "red": "random"}, Plain(), Nowhere())
    model.start()
    model.answered("blue", 0, "march")
    model.take_over("blue")
    model.viewer = "blue"
    toy = Advising(model, AtOnce())
    toy.judge()
    assert toy.told == Told("judgement", refused=NO_MOVE)
    toy.thinking()
    assert toy.told == Told("thought", refused=NOBODY)  # it is asked of the computer's decision
    assert model.choose("halt")
    toy.judge()
    assert toy.told == Told("judgement", refused=NOBODY)  # that one is one's own


def test_a_choice_that_is_a_bare_id_is_told_by_its_printed_name(blocks: Sitting) -> None:
    piece = next(p for p in blocks.model.view.pieces if p.name and p.side == "french")
    mine, other = piece.id, {"piece": piece.id, "at": "she"}
    thought = Thought(mine, verbatim(mine), other, verbatim(str(other)))
    told = Told("judgement", "french", verbatim(mine), Advice("french", "square", thought))
    advice = blocks.advising._printed(told, mine).advice
    assert advice is not None
    assert str(advice.thought.says) == piece.name
    assert str(advice.thought.rival_says) == f"Shevardino, {piece.name}"
    assert str(blocks.advising._printed(told, mine).made) == piece.name
