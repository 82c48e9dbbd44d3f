"""The guided first games are played: as they say, with every step taken back, and with a wrong answer at every step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.guide import OPTIONS, Guide, Tour, load_guide, reply
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.show.asks import PASS, Ask, Choice

GAMES = ("columbia", "eagle", "europa", "gmt", "risorgimento")
PATIENCE = 700
"""Choices within which a guide comes to its end, whatever was chosen on the way."""
TO_THE_DICE = 12
LISTED = 200
PRESSED = re.compile(r"[Pp]ress ('[^']+'|[A-Z]\w+)")
FIGHT = {
    "columbia": ("move", "bombard", "battle_turn"),
    "eagle": ("move", "charge", "charge_target", "courier", "fire", "melee", "event"),
    "europa": ("train", "march"),
    "gmt": ("fire", "route", "declare_shock", "advance_facing"),
    "risorgimento": ("manoeuvre", "fire", "charge_note", "charge_path", "zoc_option"),
}
"""What a reader has done when a guide is over: it leads through a whole fight."""


def begun(game: str) -> tuple[Guide, Session]:
    """A guide and the game that it leads through."""
    engine = registry[game]
    book, _ = Rulebook.load(engine.data())
    assert book is not None
    guide, problems = load_guide(engine, book.rules)
    assert problems == []
    assert guide is not None
    info = next(info for info in engine.scenarios() if info.id == guide.scenario)
    return guide, Session(engine, engine.load(Path(info.path), dict(OPTIONS)), guide.seed)


def to_the_reader(guide: Guide, session: Session, tour: Tour) -> int:
    """Let all the others answer until the reader is asked, as the table does; return how often he read on."""
    read = 0
    while True:
        session.pass_on(lambda ask: ask.seat == guide.seat, rare=True, alone=True)
        tour.follow(session)
        while tour.step is not None and not tour.waits:
            tour.go_on()
            read += 1
        if session.ask is None or session.ask.seat == guide.seat:
            return read
        session.choose(session.ask.seat, reply(guide, session))


def led(guide: Guide, session: Session, tour: Tour) -> Iterator[tuple[Ask, Choice]]:
    """Give each question of the way with its good choice, before that is made."""
    to_the_reader(guide, session, tour)
    while tour.step is not None:
        ask, good = session.ask, tour.wanted(session)
        assert ask is not None, f"{tour.step.title}: the game is over"
        assert good is not None, f"{tour.step.title}: {ask.kind} is asked, or its choice is refused"
        yield ask, good
        session.choose(guide.seat, good)
        to_the_reader(guide, session, tour)


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_is_played_by_its_own_choices(game: str) -> None:
    guide, session = begun(game)
    tour = Tour(guide)
    pieces = {piece.id for piece in session.view(guide.seat).pieces}
    assert {name for step in guide.steps for name in step.look} <= pieces
    for _ in led(guide, session, tour):
        assert tour.astray is None
    assert tour.step is None
    assert len([row for row in session.choices if row.seat != guide.seat]) > 0


@pytest.mark.parametrize("game", FIGHT)
def test_a_guide_is_a_whole_fight(game: str) -> None:
    guide, session = begun(game)
    for _ in led(guide, session, Tour(guide)):
        pass
    done = {row.kind for row in session.choices if row.seat == guide.seat and row.choice != PASS}
    assert set(FIGHT[game]) <= done
    assert 10 <= guide.minutes <= 15


@pytest.mark.parametrize("game", GAMES)
def test_all_that_the_enemy_is_to_answer_is_answered(game: str) -> None:
    guide, session = begun(game)
    for _ in led(guide, session, Tour(guide)):
        pass
    answered = [(row.kind, row.choice) for row in session.choices if row.seat != guide.seat]
    for row in guide.enemy:
        assert any(kind == row.ask for kind, _ in answered), row


@pytest.mark.parametrize("game", GAMES)
def test_a_button_that_is_to_be_pressed_is_called_so(game: str) -> None:
    guide, session = begun(game)
    tour = Tour(guide)
    for ask, good in led(guide, session, tour):
        assert tour.step is not None
        named = PRESSED.search(tour.step.say)
        if named is None or good != PASS:
            continue
        label = ask.choices.label(PASS)
        button = "Done" if label is None else str(label)
        assert named[1].strip("'") == button, f"{tour.step.title}: {button}"


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_fall_soon(game: str) -> None:
    guide, session = begun(game)
    tour, before = Tour(guide), session.table.dice.rolled()
    acts = to_the_reader(guide, session, tour)
    while tour.step is not None and session.table.dice.rolled() == before:
        good = tour.wanted(session)
        assert good is not None
        session.choose(guide.seat, good)
        acts += 1 + to_the_reader(guide, session, tour)
    assert acts <= TO_THE_DICE


@pytest.mark.parametrize("game", GAMES)
def test_what_is_taken_back_is_to_be_done_again(game: str) -> None:
    guide, session = begun(game)
    tour = Tour(guide)
    for _ in led(guide, session, tour):
        step, at, stood = tour.step, tour.at, list(session.choices)
        good = tour.wanted(session)
        assert good is not None
        session.choose(guide.seat, good)
        to_the_reader(guide, session, tour)
        session.rewind(len(stood))
        tour.follow(session)
        assert tour.back
        shown = next(number for number in range(tour.at, at + 1) if guide.steps[number].ask)
        assert guide.steps[shown] is step
        while tour.step is not step:
            tour.go_on()
        assert tour.wanted(session) == good
    assert tour.step is None


@pytest.mark.parametrize("game", GAMES)
def test_who_takes_another_way_comes_to_the_end_as_well(game: str) -> None:
    guide, session = begun(game)
    tour, tried = Tour(guide), 0
    for ask, _ in led(guide, session, tour):
        wrong = _wrong(tour, ask)
        if wrong is None:
            continue
        tried += 1
        other, world = _copied(tour), session.fork()
        step = tour.step
        world.choose(guide.seat, wrong)
        other.follow(world)
        assert other.astray is step, f"{step and step.title}: {wrong}"
        _to_the_end(guide, world, other)
        assert other.step is None, f"{wrong} at {step and step.title}: stays at {other.step}"
    assert tried


def test_what_is_left_of_a_move_is_not_waited_for_when_nothing_is_left() -> None:
    guide, session = begun("risorgimento")
    tour = Tour(guide)
    way = led(guide, session, tour)
    asked = next(ask for ask, _ in way if ask.kind == "unit")
    session.choose(guide.seat, "84e-1")
    to_the_reader(guide, session, tour)
    session.choose(guide.seat, {"do": [{"turn": 9000}, {"turn": -9000}]})
    to_the_reader(guide, session, tour)
    assert session.ask is not None
    assert session.ask.kind == asked.kind
    assert tour.wanted(session) == "84e-2"


def _wrong(tour: Tour, ask: Ask) -> Choice | None:
    """A choice that the rules allow and the step does not ask for, None where there is none."""
    choices = ask.choices
    listed = (
        islice(choices, LISTED) if choices.finite else (choices.sample(Random(n)) for n in range(9))
    )
    step = tour.step
    assert step is not None
    return next((one for one in listed if not step.fits_choice(ask.kind, one)), None)


def _copied(tour: Tour) -> Tour:
    other = copy(tour)
    other._seen, other._left = list(tour._seen), list(tour._left)
    return other


def _to_the_end(guide: Guide, session: Session, tour: Tour) -> None:
    """Let the guide do everything that it can, and answer quietly what it does not speak of."""
    to_the_reader(guide, session, tour)
    for _ in range(PATIENCE):
        if tour.step is None or session.ask is None:
            break
        choice = tour.wanted(session) or tour.beside(session)
        assert choice is not None
        session.choose(guide.seat, choice)
        to_the_reader(guide, session, tour)
