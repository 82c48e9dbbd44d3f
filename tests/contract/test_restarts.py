"""A question at which a game rests is asked again by the State alone: the same one, with the same choices.

Saves, undo and every imagined game stand on it. Shipped battles seldom come to where it is hard (several
attacks half done, one answered by another); here units are thrown together until they do.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from random import Random

import pytest

from grognard.engines.core.data.codec import ordered
from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import PASS, Ask, Choice
from tests.contract.scattered import FORD, THROWS, busy, scattered

POSITIONS = 24
SOAK = 2000
"""So many positions each time, and so many more in the soak."""
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
    """[11.2.defence] They are asked while the Commitment of the first of two attacks is half done."""
    game = registry["gmt"]
    setup = game.load(FORD, {})
    edits = {
        "phase": "shock.declare",
        "active": "french",
        "turn": "3",
        "only": "yes",
        "commands": ["compans", "russian-main"],
        "place": [
            {"unit": "dufour", "at": "0605", "facing": "0"},
            {"unit": "van-dedem", "at": "0405", "facing": "0"},
            {"unit": "vuich-a", "at": "0604", "facing": "2"},
            {"unit": "vuich-b", "at": "0404", "facing": "2"},
        ],
    }
    arranged, state = game.arrange(setup, game.initial(setup, "1"), edits)
    met: set[str] = set()
    for seed in map(str, range(8)):
        session = Session(game, arranged, seed, state=state)
        while (ask := session.ask) is not None and session.table.state.phase.startswith("shock"):
            met.add(f"{session.table.state.phase} {ask.kind}")
            if ask.resting:
                assert faults(session) == []
            acts = [choice for choice in ask.choices if choice != PASS]
            stand = ask.kind == "retreat_before_shock"
            session.choose(ask.seat, PASS if stand else (acts or [PASS])[0])
    assert "shock.commitment retreat_before_shock" in met
