"""A question at which a game rests is asked again by the State alone: the same one, with the same choices.

Saves, undo and every imagined game stand on it. Shipped battles seldom come to where it is hard (several
attacks half done, one answered by another); here units are thrown together until they do.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engines.core.data.codec import ordered
from engines.core.play.bots import RandomBot, play
from engines.core.play.dice import HashDice
from engines.core.play.game import registry
from engines.core.play.session import Session
from engines.core.play.table import Table
from engines.core.show.asks import Ask, Choice
from tests.contract.scattered import FORD, THROWS, busy, scattered

POSITIONS = 60
SOAK = 2000
DECISIONS = 120
EACH = 3
"""So often a kind of question is started again in one game: else the set-up would be all that is met."""
COMPARED = 300
"""So many choices of a question are compared."""
PARTS = 4


def taken_up(session: Session) -> tuple[Ask | None, Table]:
    """Start the game again from its State, as a save would: the question, and what was told meanwhile."""
    game, setup = session.game, session.setup
    state = game.decode(setup, json.loads(ordered(game.encode(session.table.state))))
    dice = HashDice("restart", dict(session.table.dice.counts))
    table = Table(setup, state, dice)
    return next(game.resume(table), None), table


def offered(ask: Ask) -> list[Choice]:
    """Return the choices of a question, or some where nobody can list them."""
    if ask.choices.finite:
        return list(islice(ask.choices, COMPARED))
    return [ask.choices.sample(Random(number)) for number in range(3)]


def faults(session: Session) -> list[str]:
    """Tell what is other than it was when the game is started again where it rests."""
    ask = session.ask
    assert ask is not None
    again, table = taken_up(session)
    if again is None:
        return [f"{ask.kind}: nothing is asked"]
    found = [
        f"{ask.kind}: {name} is {getattr(again, name)!r:.80}, was {getattr(ask, name)!r:.80}"
        for name in ("kind", "seat", "subject", "where", "rules", "form")
        if getattr(again, name) != getattr(ask, name)
    ]
    if not found and offered(again) != offered(ask):
        found.append(f"{ask.kind}: other choices")
    if table.state != session.table.state:
        found.append(f"{ask.kind}: another State")
    if table.entries:
        found.append(f"{ask.kind}: told again: {table.entries[0].text}")
    return found


def watch(session: Session, rng: Random, decisions: int = DECISIONS) -> Counter[str]:
    """Play a game at random and start it again at each question at which it rests; count the questions."""
    met: Counter[str] = Counter()
    for _ in range(decisions):
        ask = session.ask
        if ask is None:
            break
        if ask.resting and met[ask.kind] < EACH:
            met[ask.kind] += 1
            assert faults(session) == []
        session.choose(ask.seat, busy(ask, rng))
    return met


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", sorted(THROWS))
def test_the_state_alone_asks_the_same(name: str, part: int) -> None:
    met: Counter[str] = Counter()
    for number in range(part, POSITIONS, PARTS):
        rng = Random(f"{name} {number}")
        met += watch(scattered(name, rng), rng)
    assert met.total() > POSITIONS // PARTS


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", sorted(THROWS))
def test_the_state_alone_asks_the_same_everywhere(name: str, part: int) -> None:
    for number in range(POSITIONS + part, POSITIONS + SOAK, 20):
        rng = Random(f"{name} {number}")
        watch(scattered(name, rng), rng, 60)


def test_jaegers_that_slip_away_between_two_shocks() -> None:
    """[11.2.defence] They are asked while the Commitment of one of several attacks is half done."""
    game = registry["gmt"]
    setup = game.load(Path(FORD), {})
    edits = {
        "phase": "shock.declare",
        "active": "russian",
        "turn": "3",
        "place": [
            {"unit": "dufour", "at": "0805", "facing": "0"},
            {"unit": "vuich-a", "at": "0804", "facing": "2"},
            {"unit": "vuich-b", "at": "0905", "facing": "0"},
        ],
    }
    arranged, state = game.arrange(setup, game.initial(setup, "1"), edits)
    session = Session(game, arranged, "7", state=state)
    bots = {seat.id: RandomBot(f"7 {seat.id}") for seat in setup.info.seats}
    while session.ask is not None and len(session.choices) < 60:
        if session.ask.resting:
            assert faults(session) == []
        play(session, bots, limit=1)
